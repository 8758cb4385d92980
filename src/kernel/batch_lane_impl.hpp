// Lanes on packs. Samples are taken in blocks of whole packs; a last block that is not full repeats
// its last sample. Every block runs the same instructions, so neither threads nor other samples
// change a result.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <vector>

#include "alembert/pack.hpp"
#include "kernel/articulated_pass.hpp"
#include "kernel/batch_lane.hpp"
#include "kernel/derivative_pass.hpp"
#include "kernel/drives.hpp"
#include "kernel/forward_derivative_pass.hpp"
#include "kernel/joint_values.hpp"
#include "kernel/mass_matrix_pass.hpp"
#include "kernel/newton_euler_pass.hpp"
#include "kernel/transposed.hpp"
#include "kernel/weighted_hessian_impl.hpp"

namespace alembert {

/// A square matrix of packs, row by row.
template <typename P>
struct PackMatrix {
  int n;
  std::vector<P> entries = std::vector<P>(static_cast<std::size_t>(n * n), P(0));

  JointMatrix<P> whole() { return {entries.data(), n, 1}; }
  P operator()(int i, int j) const { return entries[static_cast<std::size_t>(i * n + j)]; }
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
        q(static_cast<std::size_t>(m.dofs() * block)),
        v(q),
        a(q),
        tau(q),
        x(static_cast<std::size_t>(m.joint_count() * block)),
        rate(x),
        acceleration(x),
        joint_tau(x) {
    set_base_motion(m, {});
  }

  void set_base_motion(const Model& m, const BaseMotion& motion) {
    const Eigen::Matrix3d R_base = m.base().linear().transpose();
    const Eigen::Vector3d r = m.base().translation() - m.mount().translation();
    const Eigen::Vector3d &w = motion.angular_velocity, &wd = motion.angular_acceleration;
    const Eigen::Vector3d at = motion.acceleration + wd.cross(r) + w.cross(w.cross(r));
    pass.set_base(R_base * w, R_base * wd, R_base * (at - m.gravity()), base);
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

  using Matrix = PackMatrix<P>;

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
struct MassLane {
  using P = Pack<T>;
  using Rows = Transposed<T, 1>;
  using Matrix = PackMatrix<P>;

  RegroupedModel regrouped;
  Coupling<P> coupling;
  Drives<P> drives;
  MassMatrixPass<P> pass;
  JointSines<P> sines;
  std::vector<P> q, x;
  Matrix M, joint_M;

  explicit MassLane(const Model& m)
      : regrouped(m),
        coupling(m),
        drives(m),
        pass(regrouped),
        sines(regrouped.joints.size()),
        q(static_cast<std::size_t>(m.dofs())),
        x(static_cast<std::size_t>(m.joint_count())),
        M{m.dofs()},
        joint_M{m.joint_count()} {}

  void run() {
    auto whole = M.whole();
    if (!regrouped.coupled) {
      pass.run(q.data(), sines, whole);
    } else {
      M.clear();
      for (int i = 0; i < coupling.joints(); ++i) {
        x[static_cast<std::size_t>(i)] = coupling.value(i, q);
      }
      pass.run(x.data(), sines, joint_M.whole());
      coupling.fold(joint_M, whole);
    }
    drives.add_rotors(whole);
  }
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
  using Rows = Transposed<T, 1>;

  ForwardDerivativePass<P> pass;
  std::vector<P> q, v, tau, a;
  PackMatrix<P> dq, dv, dtau;

  explicit AccelerationDerivativeLane(const Model& m)
      : pass(m),
        q(static_cast<std::size_t>(m.dofs())),
        v(q),
        tau(q),
        a(q),
        dq{m.dofs()},
        dv(dq),
        dtau(dq) {}
};

/// And for weighted Hessians; loads and coupled joints are their own business.
template <typename T>
struct HessianLane {
  using P = Pack<T>;
  using Rows = Transposed<T, 1>;

  WeightedHessian<P> hessian;
  std::vector<P> q, v, a, weights;
  PackMatrix<P> qq, qv, vv, qa;

  explicit HessianLane(const Model& m)
      : hessian(m),
        q(static_cast<std::size_t>(m.dofs())),
        v(q),
        a(q),
        weights(q),
        qq{m.dofs()},
        qv(qq),
        vv(qq),
        qa(qq) {}

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

template <typename T>
class PackLane final : public BatchLane<T> {
 public:
  using Base = BatchLane<T>;
  using typename Base::In, typename Base::Index, typename Base::Out;

  explicit PackLane(const Model& model)
      : model_(model), torques_(model), single_(make_single_lane(model, T())) {
    const bool coupled = model.coupled();
    if (!coupled) accelerations_ = std::make_unique<AccelerationLane<T>>(model, torques_);
    const auto entries = static_cast<std::size_t>(model.dofs()) * model.dofs();
    if (entries * sizeof(P) > most_bytes) return;
    buffer_.resize(entries * P::width);
    derivatives_ = std::make_unique<DerivativeLane<T>>(model);
    masses_ = std::make_unique<MassLane<T>>(model);
    hessians_ = std::make_unique<HessianLane<T>>(model);
    if (coupled) return;
    acceleration_derivatives_ = std::make_unique<AccelerationDerivativeLane<T>>(model);
  }

  Index states() const override { return Transposed<T, 1>::samples; }
  Index states_of_torques() const override { return TorqueLane<T>::Rows::samples; }

  void set_base_motion(const BaseMotion& motion) override {
    torques_.set_base_motion(model_, motion);
    single_->set_base_motion(motion);
  }

  void inverse_dynamics(Index first, In q, In v, In a, Loads loads, Out tau) override {
    if (!loads.empty())
      return one_by_one(first, states_of_torques(), q,
                        [&](Index k) { single_->inverse_dynamics(k, q, v, a, loads, tau); });
    using Rows = typename TorqueLane<T>::Rows;
    Rows::load(q, first, torques_.q.data());
    Rows::load(v, first, torques_.v.data());
    Rows::load(a, first, torques_.a.data());
    torques_.run();
    Rows::store(torques_.tau.data(), first, tau);
  }

  void derivatives(Index first, In q, In v, In a, Loads loads, Out dq, Out dv, Out M) override {
    if (!loads.empty() || !derivatives_)
      return one_by_one(first, states(), q,
                        [&](Index k) { single_->derivatives(k, q, v, a, loads, dq, dv, M); });
    DerivativeLane<T>& lane = *derivatives_;
    using Rows = typename DerivativeLane<T>::Rows;
    for (const auto* out : {&dq, &dv, &M}) Rows::expect(first, *out);
    Rows::load(q, first, lane.q.data());
    Rows::load(v, first, lane.v.data());
    Rows::load(a, first, lane.a.data());
    lane.run();
    leave(first, {{lane.dq, dq}, {lane.dv, dv}, {lane.M, M}});
  }

  void mass_matrix(Index first, In q, Out M) override {
    if (!masses_)
      return one_by_one(first, states(), q, [&](Index k) { single_->mass_matrix(k, q, M); });
    using Rows = typename MassLane<T>::Rows;
    Rows::expect(first, M);
    Rows::load(q, first, masses_->q.data());
    masses_->run();
    leave(first, {{masses_->M, M}});
  }

  bool forward_dynamics(Index first, In q, In v, In tau, Loads loads, Out a) override {
    if (!loads.empty() || !accelerations_) {
      bool definite = true;
      one_by_one(first, states_of_torques(), q,
                 [&](Index k) { definite &= single_->forward_dynamics(k, q, v, tau, loads, a); });
      return definite;
    }
    using Rows = typename TorqueLane<T>::Rows;
    Rows::load(q, first, torques_.q.data());
    Rows::load(v, first, torques_.v.data());
    Rows::load(tau, first, accelerations_->tau.data());
    accelerations_->run();
    Rows::store(accelerations_->tau.data(), first, a);
    bool definite = true;
    for (Index k = 0; k < std::min<Index>(Rows::samples, q.rows() - first); ++k) {
      const P& counts = accelerations_->definite[k / P::width];
      definite &= is_definite(counts, k % P::width, first + k, a);
    }
    return definite;
  }

  bool forward_derivatives(Index first, In q, In v, In tau, Out a, Out dq, Out dv,
                           Out dtau) override {
    bool definite = true;
    if (!acceleration_derivatives_) {
      one_by_one(first, states(), q, [&](Index k) {
        definite &= single_->forward_derivatives(k, q, v, tau, a, dq, dv, dtau);
      });
      return definite;
    }
    AccelerationDerivativeLane<T>& lane = *acceleration_derivatives_;
    using Rows = typename AccelerationDerivativeLane<T>::Rows;
    for (const auto* out : {&dq, &dv, &dtau}) Rows::expect(first, *out);
    Rows::load(q, first, lane.q.data());
    Rows::load(v, first, lane.v.data());
    Rows::load(tau, first, lane.tau.data());
    const P counts = lane.pass.run(lane.q.data(), lane.v.data(), lane.tau.data(), {}, lane.a.data(),
                                   {lane.dq.whole(), lane.dv.whole(), lane.dtau.whole()});
    Rows::store(lane.a.data(), first, a);
    leave(first, {{lane.dq, dq}, {lane.dv, dv}, {lane.dtau, dtau}});
    for (Index k = 0; k < std::min<Index>(Rows::samples, q.rows() - first); ++k) {
      definite &= is_definite(counts, k, first + k, a, dq, dv, dtau);
    }
    return definite;
  }

  void weighted_hessian(Index first, In q, In v, In a, In weights, Loads loads, Out qq, Out qv,
                        Out vv, Out qa) override {
    if (!hessians_)
      return one_by_one(first, states(), q, [&](Index k) {
        single_->weighted_hessian(k, q, v, a, weights, loads, qq, qv, vv, qa);
      });
    HessianLane<T>& lane = *hessians_;
    using Rows = typename HessianLane<T>::Rows;
    for (const auto* out : {&qq, &qv, &vv, &qa}) Rows::expect(first, *out);
    Rows::load(q, first, lane.q.data());
    Rows::load(v, first, lane.v.data());
    Rows::load(a, first, lane.a.data());
    Rows::load(weights, first, lane.weights.data());
    lane.run(loads);
    leave(first, {{lane.qq, qq}, {lane.qv, qv}, {lane.vv, vv}, {lane.qa, qa}});
  }

 private:
  using P = Pack<T>;
  /// Of one matrix of packs: with more a batch wins nothing by packs (300 joints and two doubles
  /// take as long as one by one) and every thread would need a hundred megabytes.
  static constexpr std::size_t most_bytes = 2u << 20;

  struct Result {
    const PackMatrix<P>& of;
    Out to;
  };
  /// Writes the matrices of the states from `first` on.
  void leave(Index first, std::initializer_list<Result> results) {
    bool past_caches = false;
    for (const Result& result : results) {
      const P* const packs = result.of.entries.data();
      past_caches |= Transposed<T, 1>::store_result(packs, first, result.to, buffer_.data());
    }
    if (past_caches) streamed::finish();
  }

  template <typename Work>
  static void one_by_one(Index first, Index count, In q, Work work) {
    for (Index k = first; k < std::min(first + count, q.rows()); ++k) work(k);
  }
  /// Do all joints move mass? Where not, the rows of that state become no numbers.
  template <typename... Outs>
  bool is_definite(const P& counts, Index lane, Index row, Outs&... outs) const {
    if (counts[static_cast<int>(lane)] == static_cast<T>(model_.dofs())) return true;
    (outs.row(row).setConstant(std::numeric_limits<T>::quiet_NaN()), ...);
    return false;
  }

  Model model_;
  std::vector<T> buffer_;  // of the matrices of one call
  TorqueLane<T> torques_;
  // None where joints are coupled (accelerations) or so many that matrices of packs are too large.
  std::unique_ptr<AccelerationLane<T>> accelerations_;
  std::unique_ptr<DerivativeLane<T>> derivatives_;
  std::unique_ptr<MassLane<T>> masses_;
  std::unique_ptr<HessianLane<T>> hessians_;
  std::unique_ptr<AccelerationDerivativeLane<T>> acceleration_derivatives_;
  BatchLanePointer<T> single_;  // for all that, and where loads act
};

}  // namespace alembert
