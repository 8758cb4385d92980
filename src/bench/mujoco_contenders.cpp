// MuJoCo's own steps of each call, and none of the others (contacts, sensors, constraints).
#include "alembert/error.hpp"
#include "bench/case.hpp"
#include "peers/mujoco_model.hpp"

namespace alembert::bench {

namespace {

constexpr const char* library = "mujoco";
using Eigen::VectorXd;

/// MuJoCo numbers joints in its own order; states and results are put into it beforehand.
struct Work {
  explicit Work(const Case& c)
      : peer(c.robot, peers::MujocoModel::Tensors::exact),
        n(c.model.dofs()),
        order(n),
        q(c.samples.all_q),
        v(c.samples.all_v),
        a(c.samples.all_a),
        tau(c.all_tau),
        result(n),
        M(n * n) {
    for (int i = 0; i < n; ++i) {
      const std::string& name = c.model.coordinate_at(i).name;
      const int id = mj_name2id(peer.m.get(), mjOBJ_JOINT, name.c_str());
      order[i] = peer.m->jnt_dofadr[id];
      q.col(order[i]) = c.samples.all_q.col(i);
      v.col(order[i]) = c.samples.all_v.col(i);
      a.col(order[i]) = c.samples.all_a.col(i);
      tau.col(order[i]) = c.all_tau.col(i);
    }
  }

  void set(const RowMatrix<double>& rows, int s, mjtNum* to) const {
    mju_copy(to, rows.data() + s * n, n);
  }
  VectorXd in_our_order() const {
    VectorXd ours(n);
    for (int i = 0; i < n; ++i) ours[i] = result[order[i]];
    return ours;
  }

  peers::MujocoModel peer;
  int n;
  Eigen::VectorXi order;
  RowMatrix<double> q, v, a, tau;
  VectorXd result, M;
};

void inverse_dynamics(Work& work, int s) {
  mjModel* const m = work.peer.m.get();
  mjData* const d = work.peer.d.get();
  work.set(work.q, s, d->qpos);
  work.set(work.v, s, d->qvel);
  work.set(work.a, s, d->qacc);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_comVel(m, d);
  mj_rne(m, d, /*flg_acc=*/1, work.result.data());
}

void mass_matrix(Work& work, int s) {
  mjModel* const m = work.peer.m.get();
  mjData* const d = work.peer.d.get();
  work.set(work.q, s, d->qpos);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_crb(m, d);
  mj_fullM(m, work.M.data(), d->qM);
}

void forward_dynamics(Work& work, int s) {
  mjModel* const m = work.peer.m.get();
  mjData* const d = work.peer.d.get();
  work.set(work.q, s, d->qpos);
  work.set(work.v, s, d->qvel);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_crb(m, d);
  mj_factorM(m, d);
  mj_comVel(m, d);
  mj_rne(m, d, /*flg_acc=*/0, d->qfrc_bias);
  mju_sub(d->qfrc_smooth, work.tau.data() + s * work.n, d->qfrc_bias, work.n);
  mj_solveM(m, d, work.result.data(), d->qfrc_smooth, 1);
}

Contender contender(const char* name, const std::shared_ptr<Work>& work, void (*call)(Work&, int)) {
  return {name, library, 1, for_each_state([work, call](int s) { call(*work, s); }),
          [work] { return work->in_our_order(); }};
}

VectorXd matrix_in_our_order(const Work& work) {
  VectorXd ours(work.n * work.n);
  for (int i = 0; i < work.n; ++i) {
    for (int j = 0; j < work.n; ++j) {
      ours[i * work.n + j] = work.M[work.order[i] * work.n + work.order[j]];
    }
  }
  return ours;
}

void refuse_coupled(const Case& c) {
  if (!c.model.coupled()) return;
  throw Error(Error::Code::unsupported, {c.robot.file, 0},
              "MuJoCo's inverse dynamics has no joint that follows another",
              "compare without MuJoCo");
}

}  // namespace

bool has_mujoco() { return true; }

std::vector<Contender> mujoco_contenders(const SharedCase& on, const std::string& call) {
  refuse_coupled(*on);
  std::vector<Contender> all;
  const auto make = [&] { return std::make_shared<Work>(*on); };
  if (is_asked(call, "inverse_dynamics")) {
    all.push_back(contender("inverse_dynamics", make(), inverse_dynamics));
  }
  if (is_asked(call, "mass_matrix")) {
    const auto work = make();
    all.push_back(contender("mass_matrix", work, mass_matrix));
    all.back().result = [work] { return matrix_in_our_order(*work); };
  }
  if (is_asked(call, "forward_dynamics")) {
    all.push_back(contender("forward_dynamics", make(), forward_dynamics));
  }
  return all;
}

}  // namespace alembert::bench
