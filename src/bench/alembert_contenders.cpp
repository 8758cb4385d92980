// Our own calls: one thread, workspaces and results made beforehand.
#include "alembert/batch.hpp"
#include "alembert/derivatives.hpp"
#include "alembert/flexible_equations.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "bench/case.hpp"

namespace alembert::bench {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr const char* library = "alembert";

VectorXd flat(std::initializer_list<const MatrixXd*> blocks) {
  VectorXd all(0);
  for (const MatrixXd* block : blocks) {
    const Eigen::Index before = all.size();
    all.conservativeResize(before + block->size());
    all.tail(block->size()) = block->reshaped();
  }
  return all;
}

Contender inverse_dynamics(const SharedCase& on) {
  struct Work {
    explicit Work(const Model& m) : id(m), tau(m.dofs()) {}
    InverseDynamics<> id;
    VectorXd tau;
  };
  auto work = std::make_shared<Work>(on->model);
  return {"inverse_dynamics", library, 1, for_each_state([on, work](int s) {
            const RandomStates& at = on->samples;
            work->id(at.q(s), at.v(s), at.a(s), work->tau);
          }),
          [work] { return work->tau; }};
}

template <typename T>
Contender inverse_dynamics_batch(const SharedCase& on, const char* name) {
  struct Work {
    explicit Work(const Case& c)
        : batch(c.model, 1),
          q(c.samples.all_q.cast<T>()),
          v(c.samples.all_v.cast<T>()),
          a(c.samples.all_a.cast<T>()),
          tau(q.rows(), q.cols()) {}
    Batch<T> batch;
    RowMatrix<T> q, v, a, tau;
  };
  auto work = std::make_shared<Work>(*on);
  return {name, library, Case::states,
          [work](int, int count) {
            for (; count > 0; count -= Case::states) {
              work->batch.inverse_dynamics(work->q, work->v, work->a, work->tau);
            }
          },
          [work] { return VectorXd(work->tau.bottomRows(1).transpose().template cast<double>()); }};
}

Contender mass_matrix(const SharedCase& on) {
  struct Work {
    explicit Work(const Model& m) : mass_matrix(m), M(m.dofs(), m.dofs()) {}
    MassMatrix mass_matrix;
    MatrixXd M;
  };
  auto work = std::make_shared<Work>(on->model);
  return {"mass_matrix", library, 1,
          for_each_state([on, work](int s) { work->mass_matrix(on->samples.q(s), work->M); }),
          [work] { return flat({&work->M}); }};
}

Contender forward_dynamics(const SharedCase& on) {
  struct Work {
    explicit Work(const Model& m) : fd(m), a(m.dofs()) {}
    ForwardDynamics fd;
    VectorXd a;
    bool solved = true;
  };
  auto work = std::make_shared<Work>(on->model);
  return {"forward_dynamics", library, 1, for_each_state([on, work](int s) {
            const RandomStates& at = on->samples;
            const RandomStates::Vector tau(on->all_tau.row(s).data(), on->all_tau.cols());
            work->solved &= work->fd(at.q(s), at.v(s), tau, work->a);
          }),
          [work] { return work->solved ? work->a : VectorXd(); }};
}

Contender derivatives(const SharedCase& on) {
  struct Work {
    explicit Work(const Model& m) : derivatives(m), dq(m.dofs(), m.dofs()), dv(dq), M(dq) {}
    InverseDynamicsDerivatives<> derivatives;
    MatrixXd dq, dv, M;
  };
  auto work = std::make_shared<Work>(on->model);
  return {"derivatives", library, 1, for_each_state([on, work](int s) {
            const RandomStates& at = on->samples;
            work->derivatives(at.q(s), at.v(s), at.a(s), work->dq, work->dv, work->M);
          }),
          [work] {
            return flat({&work->dq, &work->dv, &work->M});
          }};
}

/// As many states a call as give results of at most 64 MB, but a register's worth at least.
int derivative_window(const Model& model) {
  constexpr double most = 64e6;
  constexpr int fewest = 8;
  const double bytes = 3.0 * 8.0 * model.dofs() * model.dofs();
  int window = Case::states;
  while (window > fewest && window * bytes > most) window /= 2;
  return window;
}

Contender derivatives_batch(const SharedCase& on) {
  struct Work {
    Work(const Model& m, int window)
        : batch(m, 1), dq(window, m.dofs() * m.dofs()), dv(dq), M(dq) {}
    Batch<> batch;
    RowMatrix<double> dq, dv, M;
  };
  const int window = derivative_window(on->model);
  auto work = std::make_shared<Work>(on->model, window);
  return {"derivatives_batch", library, window,
          [on, work, window](int first, int count) {
            const RandomStates& at = on->samples;
            for (; count > 0; count -= window, first = (first + window) % Case::states) {
              work->batch.derivatives(
                  at.all_q.middleRows(first, window), at.all_v.middleRows(first, window),
                  at.all_a.middleRows(first, window), work->dq, work->dv, work->M);
            }
          },
          [work, n = on->model.dofs()] {
            const auto last = [&](const RowMatrix<double>& rows) {
              return MatrixXd(Eigen::Map<const RowMatrix<double>>(rows.bottomRows(1).data(), n, n));
            };
            const MatrixXd dq = last(work->dq), dv = last(work->dv), M = last(work->M);
            return flat({&dq, &dv, &M});
          }};
}

Contender weighted_hessian(const SharedCase& on) {
  struct Work {
    explicit Work(const Model& m) : hessian(m), qq(m.dofs(), m.dofs()), qv(qq), vv(qq), qa(qq) {}
    WeightedHessian<> hessian;
    MatrixXd qq, qv, vv, qa;
  };
  auto work = std::make_shared<Work>(on->model);
  return {"weighted_hessian", library, 1, for_each_state([on, work](int s) {
            const RandomStates& at = on->samples;
            const RandomStates::Vector lambda = at.a(s);  // any weights will do
            work->hessian(at.q(s), at.v(s), at.a(s), lambda, work->qq, work->qv, work->vv,
                          work->qa);
          }),
          [work] {
            return flat({&work->qq, &work->qv, &work->vv, &work->qa});
          }};
}

/// Amplitudes at rest: how long it takes does not depend on them.
Contender forward_dynamics_bending(const SharedCase& on) {
  struct Work {
    explicit Work(const FlexibleModel& m)
        : arm(m), z(VectorXd::Zero(m.size())), v(z), a(z), joints(m.joints) {}
    FlexibleEquations<double> arm;
    VectorXd z, v, a;
    int joints;
  };
  auto work = std::make_shared<Work>(*on->bending);
  return {"forward_dynamics_bending", library, 1, for_each_state([on, work](int s) {
            const RandomStates::Vector tau(on->all_tau.row(s).data(), on->all_tau.cols());
            work->z.head(work->joints) = on->samples.q(s);
            work->v.head(work->joints) = on->samples.v(s);
            work->arm.accelerations(work->z, work->v, tau, work->a);
          }),
          [work] { return work->a; }};
}

}  // namespace

std::vector<Contender> alembert_contenders(const SharedCase& on, const std::string& call) {
  std::vector<Contender> all;
  const auto asked = [&](const char* name) { return is_asked(call, name); };
  if (asked("inverse_dynamics")) all.push_back(inverse_dynamics(on));
  if (asked("inverse_dynamics_batch")) {
    all.push_back(inverse_dynamics_batch<double>(on, "inverse_dynamics_batch"));
  }
  if (asked("inverse_dynamics_batch_float")) {
    all.push_back(inverse_dynamics_batch<float>(on, "inverse_dynamics_batch_float"));
  }
  if (asked("mass_matrix")) all.push_back(mass_matrix(on));
  if (asked("forward_dynamics")) all.push_back(forward_dynamics(on));
  if (asked("derivatives")) all.push_back(derivatives(on));
  if (asked("derivatives_batch")) all.push_back(derivatives_batch(on));
  if (asked("weighted_hessian")) all.push_back(weighted_hessian(on));
  if (on->bending && asked("forward_dynamics_bending")) all.push_back(forward_dynamics_bending(on));
  return all;
}

}  // namespace alembert::bench
