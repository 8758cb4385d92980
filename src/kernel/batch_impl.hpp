// Samples are taken in blocks of whole packs; a last block that is not full repeats its last
// sample. Every block runs the same instructions, so neither threads nor other samples change a
// result.
#pragma once

#include <algorithm>
#include <vector>

#include "alembert/batch.hpp"
#include "alembert/error.hpp"
#include "alembert/pack.hpp"
#include "kernel/derivative_entries.hpp"
#include "kernel/derivative_pass.hpp"
#include "kernel/drives.hpp"
#include "kernel/newton_euler_pass.hpp"
#include "kernel/transposed.hpp"
#include "kernel/workers.hpp"

namespace alembert {

/// What one thread needs for torques.
template <typename T>
struct TorqueLane {
  /// Packs taken together: enough that none waits for another, few enough for the cache.
  static constexpr int block = 8;
  static constexpr double nanoseconds = 10.0;  // a joint and state, about
  using P = Pack<T>;
  using Pass = NewtonEulerPass<P, block>;
  using Rows = Transposed<T, block>;

  RegroupedModel regrouped;
  Drives<P> drives;
  Pass pass;
  typename Pass::Base base;
  std::vector<P> q, v, a, tau;
  std::vector<P> x, rate, acceleration, joint_tau;  // of joints, where some are coupled

  explicit TorqueLane(const Model& m)
      : regrouped(m),
        drives(m),
        pass(regrouped),
        q(static_cast<std::size_t>(m.dofs() * block)),
        v(q),
        a(q),
        tau(q),
        x(static_cast<std::size_t>(m.joint_count() * block)),
        rate(x),
        acceleration(x),
        joint_tau(x) {
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
    pass.set_base(zero, zero, -(m.base().linear().transpose() * m.gravity()), base);
  }

  void run() {
    if (regrouped.coupled) {
      run_coupled();
    } else {
      pass.run(q.data(), v.data(), a.data(), base, nullptr, tau.data());
    }
    add_drives();
  }

 private:
  /// Calls work(joint, k, c) for entries k of joints and c of their coordinates.
  template <typename Work>
  void for_each_entry(Work work) {
    std::size_t k = 0;
    for (const RegroupedJoint& j : regrouped.joints) {
      const auto first = static_cast<std::size_t>(j.coordinate * block);
      for (std::size_t b = 0; b < block; ++b) work(j, k++, first + b);
    }
  }
  void run_coupled() {
    for_each_entry([&](const RegroupedJoint& j, std::size_t k, std::size_t c) {
      x[k] = P(j.ratio) * q[c] + P(j.offset);
      rate[k] = P(j.ratio) * v[c];
      acceleration[k] = P(j.ratio) * a[c];
    });
    pass.run(x.data(), rate.data(), acceleration.data(), base, nullptr, joint_tau.data());
    std::fill(tau.begin(), tau.end(), P(0));
    for_each_entry([&](const RegroupedJoint& j, std::size_t k, std::size_t c) {
      tau[c] += P(j.ratio) * joint_tau[k];
    });
  }
  void add_drives() {
    for (const Drive<P>& drive : drives.all()) {
      const auto first = static_cast<std::size_t>(drive.coordinate * block);
      for (std::size_t c = first; c < first + block; ++c) {
        tau[c] += drives.torque(drive, q[c], v[c], a[c]);
      }
    }
  }
};

/// What one thread needs for derivatives.
template <typename T>
struct DerivativeLane {
  using P = Pack<T>;
  using Rows = Transposed<T, 1>;
  static constexpr double nanoseconds = 60.0;  // a joint and state, about

  /// A square matrix of packs, row by row.
  struct Matrix {
    int n;
    std::vector<P> entries = std::vector<P>(static_cast<std::size_t>(n * n), P(0));

    JointMatrix<P> whole() { return {entries.data(), n, 1}; }
    P operator()(int i, int j) const { return entries[static_cast<std::size_t>(i * n + j)]; }
  };

  RegroupedModel regrouped;
  Coupling<P> coupling;
  Drives<P> drives;
  JointValues<P> values;  // where joints are coupled
  DerivativePass<P> pass;
  std::vector<P> q, v, a;
  Matrix dq, dv, M, joint_dq, joint_dv, joint_M;

  explicit DerivativeLane(const Model& m)
      : regrouped(m),
        coupling(m),
        drives(m),
        values(m),
        pass(regrouped, -(m.base().linear().transpose() * m.gravity())),
        q(static_cast<std::size_t>(m.dofs())),
        v(q),
        a(q),
        dq{m.dofs()},
        dv(dq),
        M(dq),
        joint_dq{m.joint_count()},
        joint_dv(joint_dq),
        joint_M(joint_dq) {}

  void run() {
    auto by_q = dq.whole(), by_v = dv.whole(), by_a = M.whole();
    if (!regrouped.coupled) {
      pass.run(q.data(), v.data(), a.data(), by_q, by_v, by_a);
    } else {
      for (Matrix* out : {&dq, &dv, &M}) std::fill(out->entries.begin(), out->entries.end(), P(0));
      values.set(coupling, q, v, a);
      pass.run(values.x.data(), values.rate.data(), values.acceleration.data(), joint_dq.whole(),
               joint_dv.whole(), joint_M.whole());
      coupling.fold(joint_dq, by_q);
      coupling.fold(joint_dv, by_v);
      coupling.fold(joint_M, by_a);
    }
    drives.add_derivatives(v, by_q, by_v, by_a);
  }
};

/// Nanoseconds that are worth waking a thread for.
inline constexpr double worth_waking = 20e3;

/// One lane a thread; calls work(lane, first sample) for every block, blocks shared out between as
/// many threads as have enough to do.
template <typename Lane, typename Work>
void for_each_block(std::vector<Lane>& lanes, Workers& workers, Eigen::Index samples, Work work) {
  constexpr Eigen::Index width = Lane::Rows::samples;
  const Eigen::Index blocks = (samples + width - 1) / width;
  if (blocks == 0) return;
  const double joints = static_cast<double>(lanes[0].regrouped.joints.size());
  const double busy = static_cast<double>(blocks * width) * joints * Lane::nanoseconds;
  const int parts =
      std::max(1, std::min({static_cast<int>(lanes.size()),
                            static_cast<int>(std::min(busy / worth_waking, 1e6)),
                            static_cast<int>(std::min<Eigen::Index>(blocks, 1 << 20))}));
  const auto part = [&](int t) {
    for (Eigen::Index b = blocks * t / parts; b < blocks * (t + 1) / parts; ++b) {
      work(lanes[static_cast<std::size_t>(t)], b * width);
    }
  };
  if (parts == 1) return part(0);
  workers.run(parts, parts, [&](int, int t) { part(t); });
}

template <typename Matrix>
void require_shape(const Matrix& matrix, const char* name, Eigen::Index rows,
                   Eigen::Index columns) {
  if (matrix.rows() == rows && matrix.cols() == columns) return;
  throw Error(Error::Code::size,
              std::string(name) + " is " + std::to_string(matrix.rows()) + " x " +
                  std::to_string(matrix.cols()),
              "give it " + std::to_string(rows) + " rows (samples) of " + std::to_string(columns) +
                  " entries");
}

template <typename T>
struct Batch<T>::Workspace {
  Model model;
  std::vector<TorqueLane<T>> torques;
  std::vector<DerivativeLane<T>> derivatives;
  Workers workers;  // kept: starting threads takes longer than a small batch

  Workspace(const Model& m, int threads) : model(m), workers(threads) {
    for (int t = 0; t < workers.count(); ++t) {
      torques.emplace_back(m);
      derivatives.emplace_back(m);
    }
  }
};

template <typename T>
Batch<T>::Batch(const Model& model, int threads)
    : work_(std::make_unique<Workspace>(model, threads)) {}
template <typename T>
Batch<T>::Batch(Batch&&) noexcept = default;
template <typename T>
Batch<T>& Batch<T>::operator=(Batch&&) noexcept = default;
template <typename T>
Batch<T>::~Batch() = default;

template <typename T>
void Batch<T>::inverse_dynamics(In q, In v, In a, Out tau) {
  const Eigen::Index samples = q.rows(), n = work_->model.dofs();
  require_shape(q, "q", samples, n);
  require_shape(v, "v", samples, n);
  require_shape(a, "a", samples, n);
  require_shape(tau, "tau", samples, n);
  for_each_block(work_->torques, work_->workers, samples,
                 [&](TorqueLane<T>& lane, Eigen::Index first) {
                   using Rows = typename TorqueLane<T>::Rows;
                   Rows::load(q, first, lane.q);
                   Rows::load(v, first, lane.v);
                   Rows::load(a, first, lane.a);
                   lane.run();
                   Rows::store(lane.tau, first, tau);
                 });
}

template <typename T>
void Batch<T>::derivatives(In q, In v, In a, Out dtau_dq, Out dtau_dv, Out mass_matrix) {
  const Eigen::Index samples = q.rows(), n = work_->model.dofs();
  require_shape(q, "q", samples, n);
  require_shape(v, "v", samples, n);
  require_shape(a, "a", samples, n);
  require_shape(dtau_dq, "dtau_dq", samples, n * n);
  require_shape(dtau_dv, "dtau_dv", samples, n * n);
  require_shape(mass_matrix, "mass_matrix", samples, n * n);
  for_each_block(work_->derivatives, work_->workers, samples,
                 [&](DerivativeLane<T>& lane, Eigen::Index first) {
                   using Rows = typename DerivativeLane<T>::Rows;
                   Rows::load(q, first, lane.q);
                   Rows::load(v, first, lane.v);
                   Rows::load(a, first, lane.a);
                   lane.run();
                   Rows::store(lane.dq.entries, first, dtau_dq);
                   Rows::store(lane.dv.entries, first, dtau_dv);
                   Rows::store(lane.M.entries, first, mass_matrix);
                 });
}

}  // namespace alembert
