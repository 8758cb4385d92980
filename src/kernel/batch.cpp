// Samples are taken in blocks of a pack's width; a last block that is not full repeats its last
// sample. Which block a sample is in depends on its index alone, so threads change nothing.
#include "alembert/batch.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "alembert/error.hpp"
#include "alembert/pack.hpp"
#include "kernel/derivative_entries.hpp"
#include "kernel/newton_euler_pass.hpp"

namespace alembert {

namespace {

template <typename T>
using BatchPack = Pack<T>;

/// A square matrix of packs.
template <typename S>
struct PackMatrix {
  std::vector<S>& entries;
  int n;
  S& operator()(int i, int j) { return entries[static_cast<std::size_t>(i * n + j)]; }
};

/// Everything one thread needs.
template <typename T>
struct Lane {
  using P = BatchPack<T>;
  const Model& model;
  RegroupedModel regrouped;
  Coupling<P> coupling;
  JointValues<P> values;
  NewtonEulerPass<P> newton_euler;
  typename NewtonEulerPass<P>::Base base;
  GroundPass<P> ground;
  std::vector<P> q, v, a, joint_tau, tau, dq, dv, M;

  explicit Lane(const Model& m)
      : model(m),
        regrouped(m),
        coupling(m),
        values(m),
        newton_euler(regrouped),
        ground(m),
        q(static_cast<std::size_t>(m.dofs())),
        v(q),
        a(q),
        joint_tau(static_cast<std::size_t>(m.joint_count())),
        tau(q),
        dq(q.size() * q.size()),
        dv(dq),
        M(dq) {
    base.a = small::v3<P>(-(m.base().linear().transpose() * m.gravity()));
  }

  /// Loads the samples of a block into packs.
  void load(const Eigen::Ref<const RowMatrix<T>>& rows, Eigen::Index first, std::vector<P>& out) {
    const T* sample[P::width];
    for (int lane = 0; lane < P::width; ++lane) {
      sample[lane] = rows.data() + std::min(first + lane, rows.rows() - 1) * rows.outerStride();
    }
    for (std::size_t c = 0; c < out.size(); ++c) {
      P pack;  // filled in a register: lanes stored one by one and read together would stall
      for (int lane = 0; lane < P::width; ++lane) pack.set(lane, sample[lane][c]);
      out[c] = pack;
    }
  }
  void store(const std::vector<P>& packs, Eigen::Index first, Eigen::Ref<RowMatrix<T>> rows) {
    const auto filled = static_cast<int>(std::min<Eigen::Index>(P::width, rows.rows() - first));
    T* sample = rows.data() + first * rows.outerStride();
    for (std::size_t c = 0; c < packs.size(); ++c) {
      const P pack = packs[c];
      for (int lane = 0; lane < filled; ++lane) {
        sample[lane * rows.outerStride() + static_cast<Eigen::Index>(c)] = pack[lane];
      }
    }
  }

  void run_inverse_dynamics();
  void run_derivatives();
};

template <typename T>
void Lane<T>::run_inverse_dynamics() {
  if (!regrouped.coupled) {
    newton_euler.run(q.data(), v.data(), a.data(), base, nullptr, tau.data());
  } else {
    values.set(coupling, q, v, a);
    newton_euler.run(values.x.data(), values.rate.data(), values.acceleration.data(), base, nullptr,
                     joint_tau.data());
    std::fill(tau.begin(), tau.end(), P(0));
    for (std::size_t i = 0; i < joint_tau.size(); ++i) {
      tau[static_cast<std::size_t>(regrouped.joints[i].coordinate)] +=
          P(regrouped.joints[i].ratio) * joint_tau[i];
    }
  }
  if (!regrouped.driven) return;
  for (int i = 0; i < coupling.joints(); ++i) {
    const RegroupedJoint& j = regrouped.joints[static_cast<std::size_t>(i)];
    const P rate = coupling.rate(i, v);
    const P drive = P(j.rotor_inertia) * coupling.rate(i, a) + P(j.viscous) * rate +
                    P(j.coulomb) * sign(rate) +
                    P(j.stiffness) * (coupling.value(i, q) - P(j.spring_rest));
    tau[static_cast<std::size_t>(j.coordinate)] += P(j.ratio) * drive;
  }
}

template <typename T>
void Lane<T>::run_derivatives() {
  values.set(coupling, q, v, a);
  ground.forward(values.x.data(), values.rate.data(), values.acceleration.data(), {});
  ground.gather();
  for (std::vector<P>* out : {&dq, &dv, &M}) std::fill(out->begin(), out->end(), P(0));
  const int n = model.dofs();
  PackMatrix<P> by_q{dq, n}, by_v{dv, n}, by_a{M, n};
  for (int j = 0; j < model.joint_count(); ++j) {
    add_derivatives_of_joint(j, ground, coupling, by_q, by_v, by_a);
  }
  if (regrouped.driven) add_derivatives_of_drives(model, coupling, by_q, by_v, by_a);
}

template <typename Matrix>
void check(const Matrix& matrix, const char* name, Eigen::Index rows, Eigen::Index columns) {
  if (matrix.rows() == rows && matrix.cols() == columns) return;
  throw Error(Error::Code::size,
              std::string(name) + " is " + std::to_string(matrix.rows()) + " x " +
                  std::to_string(matrix.cols()),
              "give it " + std::to_string(rows) + " rows (samples) of " + std::to_string(columns) +
                  " entries");
}

}  // namespace

template <typename T>
struct Batch<T>::Workspace {
  Model model;
  std::vector<Lane<T>> lanes;

  Workspace(const Model& m, int threads) : model(m) {
    for (int t = 0; t < threads; ++t) lanes.emplace_back(model);
  }

  /// Calls work(lane, first sample) for every block, blocks shared out between the threads.
  template <typename Work>
  void for_each_block(Eigen::Index samples, Work work) {
    constexpr Eigen::Index width = BatchPack<T>::width;
    const Eigen::Index blocks = (samples + width - 1) / width;
    const auto threads = static_cast<Eigen::Index>(lanes.size());
    const auto part = [&](Eigen::Index t) {
      for (Eigen::Index b = blocks * t / threads; b < blocks * (t + 1) / threads; ++b) {
        work(lanes[static_cast<std::size_t>(t)], b * width);
      }
    };
    std::vector<std::thread> helpers;
    for (Eigen::Index t = 1; t < threads && t < blocks; ++t) helpers.emplace_back(part, t);
    part(0);
    if (blocks > 0 && blocks < threads) {
      for (Eigen::Index t = blocks; t < threads; ++t) part(t);
    }
    for (std::thread& helper : helpers) helper.join();
  }
};

template <typename T>
Batch<T>::Batch(const Model& model, int threads)
    : work_(std::make_unique<Workspace>(
          model, threads > 0
                     ? threads
                     : std::max(1, static_cast<int>(std::thread::hardware_concurrency())))) {}
template <typename T>
Batch<T>::Batch(Batch&&) noexcept = default;
template <typename T>
Batch<T>& Batch<T>::operator=(Batch&&) noexcept = default;
template <typename T>
Batch<T>::~Batch() = default;

template <typename T>
void Batch<T>::inverse_dynamics(In q, In v, In a, Out tau) {
  const Eigen::Index samples = q.rows(), n = work_->model.dofs();
  check(q, "q", samples, n);
  check(v, "v", samples, n);
  check(a, "a", samples, n);
  check(tau, "tau", samples, n);
  work_->for_each_block(samples, [&](Lane<T>& lane, Eigen::Index first) {
    lane.load(q, first, lane.q);
    lane.load(v, first, lane.v);
    lane.load(a, first, lane.a);
    lane.run_inverse_dynamics();
    lane.store(lane.tau, first, tau);
  });
}

template <typename T>
void Batch<T>::derivatives(In q, In v, In a, Out dtau_dq, Out dtau_dv, Out mass_matrix) {
  const Eigen::Index samples = q.rows(), n = work_->model.dofs();
  check(q, "q", samples, n);
  check(v, "v", samples, n);
  check(a, "a", samples, n);
  check(dtau_dq, "dtau_dq", samples, n * n);
  check(dtau_dv, "dtau_dv", samples, n * n);
  check(mass_matrix, "mass_matrix", samples, n * n);
  work_->for_each_block(samples, [&](Lane<T>& lane, Eigen::Index first) {
    lane.load(q, first, lane.q);
    lane.load(v, first, lane.v);
    lane.load(a, first, lane.a);
    lane.run_derivatives();
    lane.store(lane.dq, first, dtau_dq);
    lane.store(lane.dv, first, dtau_dv);
    lane.store(lane.M, first, mass_matrix);
  });
}

template class Batch<double>;
template class Batch<float>;

}  // namespace alembert
