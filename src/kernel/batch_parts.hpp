// What one thread needs for each call of a batch: a pass on packs, its arguments and its results.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "kernel/algorithm_choice.hpp"
#include "kernel/articulated_pass.hpp"
#include "kernel/batch_lane.hpp"
#include "kernel/derivative_pass.hpp"
#include "kernel/drives.hpp"
#include "kernel/factorised_pack_pass.hpp"
#include "kernel/forward_derivative_pass.hpp"
#include "kernel/grouped_derivative_pass.hpp"
#include "kernel/grouped_mass_matrix_pass.hpp"
#include "kernel/joint_values.hpp"
#include "kernel/mass_matrix_pass.hpp"
#include "kernel/newton_euler_pass.hpp"
#include "kernel/pack.hpp"
#include "kernel/transposed.hpp"
#include "kernel/weighted_hessian_impl.hpp"

namespace alembert {

/// A square matrix of packs, row by row.
template <typename P>
struct PackMatrix {
  int n;
  std::vector<P> entries = std::vector<P>(static_cast<std::size_t>(n * n), P(0));

  JointMatrix<P> whole() { return {entries.data(), n, 1}; }
  P operator()(int i, int j) const { return entries[i * n + j]; }
  void clear() { std::fill(entries.begin(), entries.end(), P(0)); }
  void transpose() {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) std::swap(whole()(i, j), whole()(j, i));
    }
  }
};

/// What one thread needs for torques.
template <typename T>
struct TorqueLane {
  /// Packs taken together: enough that none waits for another, few enough for the cache (of seven
  /// joints each takes 130 registers).
  static constexpr int block = register_bytes > 32 ? 4 : 8;
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
        q(m.dofs() * block),
        v(q),
        a(q),
        tau(q),
        x(m.joint_count() * block),
        rate(x),
        acceleration(x),
        joint_tau(x) {
    set_base_motion(m, {});
  }

  void set_base_motion(const Model& m, const BaseMotion& motion) { pass.set_base(m, motion, base); }

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

/// What matrices need of a robot.
template <typename T>
struct MatrixLane {
  using P = Pack<T>;
  using Matrix = PackMatrix<P>;

  RegroupedModel regrouped;
  Coupling<P> coupling;
  Drives<P> drives;

  explicit MatrixLane(const Model& m) : regrouped(m), coupling(m), drives(m) {}
};

/// What one thread needs for derivatives.
template <typename T>
struct DerivativeLane : MatrixLane<T> {
  using Base = MatrixLane<T>;
  using Base::regrouped, Base::coupling, Base::drives;
  using typename Base::P, typename Base::Matrix;

  JointValues<P> values;  // where joints are coupled
  DerivativePass<P> pass;
  std::vector<P> q, v, a;
  Matrix dq, dv, M, joint_dq, joint_dv, joint_M;

  explicit DerivativeLane(const Model& m)
      : Base(m),
        values(m),
        pass(regrouped, -(m.base().linear().transpose() * m.gravity())),
        q(m.dofs()),
        v(q),
        a(q),
        dq{m.dofs()},
        dv(dq),
        M(dq),
        joint_dq{m.coupled() ? m.joint_count() : 0},
        joint_dv(joint_dq),
        joint_M(joint_dq) {}

  void run() {
    auto by_q = dq.whole(), by_v = dv.whole(), by_a = M.whole();
    if (!regrouped.coupled) {
      pass.run(q.data(), v.data(), a.data(), by_q, by_v, by_a);
    } else {
      for (Matrix* out : {&dq, &dv, &M}) out->clear();
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

/// What one thread needs for mass matrices.
template <typename T>
struct MassLane : MatrixLane<T> {
  using Base = MatrixLane<T>;
  using Base::regrouped, Base::coupling, Base::drives;
  using typename Base::P, typename Base::Matrix;

  MassMatrixPass<P> pass;
  JointSines<P> sines;
  std::vector<P> q, x;
  Matrix M, joint_M;

  explicit MassLane(const Model& m)
      : Base(m),
        pass(regrouped),
        sines(regrouped.joints.size()),
        q(m.dofs()),
        x(m.joint_count()),
        M{m.dofs()},
        joint_M{m.coupled() ? m.joint_count() : 0} {}

  void run() {
    auto whole = M.whole();
    if (!regrouped.coupled) {
      pass.run(q.data(), sines, whole);
    } else {
      M.clear();
      for (int i = 0; i < coupling.joints(); ++i) x[i] = coupling.value(i, q);
      pass.run(x.data(), sines, joint_M.whole());
      coupling.fold(joint_M, whole);
    }
    drives.add_rotors(whole);
  }
};

/// And for both of long chains of doubles, one state at a time: neighbouring joints, not states,
/// share a register, and what one thread needs stays in its caches.
class GroupedLane {
 public:
  using Lane = BatchLane<double>;
  using Index = Lane::Index;

  /// Of a model without coupled joints.
  explicit GroupedLane(const Model& m)
      : n_(m.dofs()),
        regrouped_(m),
        drives_(m),
        derivatives_(regrouped_, -(m.base().linear().transpose() * m.gravity())),
        masses_(regrouped_),
        sines_(regrouped_.joints.size()),
        buffer_(3 * n_ * n_ / Pack<double>::width + 1, Pack<double>(0)) {}

  /// Of state k.
  void derivatives(Index k, Lane::In q, Lane::In v, Lane::In a, Lane::Out dq, Lane::Out dv,
                   Lane::Out M) {
    const auto by_q = begin(k, 0, dq), by_v = begin(k, 1, dv), by_a = begin(k, 2, M);
    derivatives_.run(q.row(k).data(), v.row(k).data(), a.row(k).data(), {by_q, by_v, by_a});
    drives_.add_derivatives(v.row(k), by_q, by_v, by_a);
    leave(by_q, k, dq);
    leave(by_v, k, dv);
    leave(by_a, k, M);
  }
  void mass_matrix(Index k, Lane::In q, Lane::Out M) {
    const auto whole = begin(k, 0, M);
    masses_.run(q.row(k).data(), sines_, {whole.data, 1, n_});
    drives_.add_rotors(whole);
    leave(whole, k, M);
  }

 private:
  using Rows = Transposed<double, 1>;
  /// Where a matrix is made: in its row or, if that is to go past the caches, in the buffer, whose
  /// zeros between branches stay.
  JointMatrix<double> begin(Index k, Index which, Lane::Out rows) {
    if (Rows::goes_past_caches(rows)) {
      return {reinterpret_cast<double*>(buffer_.data()) + which * n_ * n_, n_, 1};
    }
    double* const row = rows.row(k).data();
    if (!regrouped_.chain) std::fill_n(row, n_ * n_, 0.0);
    return {row, n_, 1};
  }
  void leave(const JointMatrix<double>& made, Index k, Lane::Out rows) const {
    if (!Rows::goes_past_caches(rows)) return;
    Rows::put_result(made.data, n_ * n_, rows.row(k).data(), rows);
  }

  Index n_;
  RegroupedModel regrouped_;
  Drives<double> drives_;
  GroupedDerivativePass derivatives_;
  GroupedMassMatrixPass masses_;
  JointSines<double> sines_;
  std::vector<Pack<double>> buffer_;  // of the matrices of one state
};

/// What one thread needs for accelerations: torques without them, and articulated bodies.
template <typename T>
struct AccelerationLane {
  static constexpr int block = TorqueLane<T>::block;
  using P = Pack<T>;

  TorqueLane<T>& torques;
  ArticulatedPass<P> pass;
  std::vector<P> tau;
  P definite[block];

  AccelerationLane(const Model& m, TorqueLane<T>& of) : torques(of), pass(m), tau(of.q) {}

  /// Leaves the accelerations in `tau`.
  void run() {
    std::fill(torques.a.begin(), torques.a.end(), P(0));
    torques.run();
    for (std::size_t k = 0; k < tau.size(); ++k) tau[k] -= torques.tau[k];
    const auto& sines = torques.pass.sines();
    for (int b = 0; b < block; ++b) {
      definite[b] = pass.solve(torques.q.data() + b, sines.sines() + b, sines.cosines() + b,
                               tau.data() + b, block);
    }
  }
};

/// And for their derivatives.
template <typename T>
struct AccelerationDerivativeLane {
  using P = Pack<T>;

  static constexpr bool wide = P::width >= 4;  // else articulated bodies never pay

  std::optional<FactorisedPackPass<P>> factorised;
  std::optional<ForwardDerivativePass<P>> articulated;  // in place of it
  std::vector<P> q, v, tau, a;
  PackMatrix<P> dq, dv, dtau;

  explicit AccelerationDerivativeLane(const Model& m)
      : q(m.dofs()), v(q), tau(q), a(q), dq{m.dofs()}, dv(dq), dtau(dq) {
    if (!wide || faster::factorised_packs(m, P::width)) {
      factorised.emplace(m);
    } else if constexpr (wide) {
      articulated.emplace(m);
    }
  }

  /// How many joints move mass, in each lane.
  P run() {
    if constexpr (wide) {
      if (articulated) return run_articulated();
    }
    return factorised->run(q.data(), v.data(), tau.data(), a.data(),
                           {dq.whole(), dv.whole(), dtau.entries.data()});
  }
  P run_articulated() {
    return articulated->run(q.data(), v.data(), tau.data(), {}, a.data(),
                            {dq.whole(), dv.whole(), dtau.whole()});
  }
};

/// And for weighted Hessians; loads and coupled joints are their own business.
template <typename T>
struct HessianLane {
  using P = Pack<T>;

  WeightedHessian<P> hessian;
  std::vector<P> q, v, a, weights;
  PackMatrix<P> qq, qv, vv, qa;

  explicit HessianLane(const Model& m)
      : hessian(m), q(m.dofs()), v(q), a(q), weights(q), qq{m.dofs()}, qv(qq), vv(qq), qa(qq) {}

  void run(Loads loads) {
    // Maps, since Eigen does not know how packs are to be aligned.
    const auto vector = [&](const std::vector<P>& x) {
      return Eigen::Map<const VecX<P>>(x.data(), qq.n);
    };
    const auto matrix = [&](PackMatrix<P>& A) {
      return Eigen::Map<MatX<P>>(A.entries.data(), A.n, A.n);
    };
    hessian(vector(q), vector(v), vector(a), vector(weights), loads, matrix(qq), matrix(qv),
            matrix(vv), matrix(qa));
    for (PackMatrix<P>* by_columns : {&qv, &qa}) by_columns->transpose();
  }
};

}  // namespace alembert
