// Lanes on packs. Samples are taken in blocks of whole packs; a last block that is not full repeats
// its last sample. Every block runs the same instructions, so neither threads nor other samples
// change a result.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <vector>

#include "kernel/batch_lane.hpp"
#include "kernel/batch_parts.hpp"

namespace alembert {

template <typename T>
class PackLane final : public BatchLane<T> {
 public:
  using Base = BatchLane<T>;
  using typename Base::In, typename Base::Index, typename Base::Out;

  explicit PackLane(const Model& model)
      : model_(model), torques_(model), single_(make_single_lane(model, T())) {
    const bool coupled = model.coupled(), doubles = !coupled && std::is_same_v<T, double>;
    const bool grouped = doubles && faster::grouped_derivatives(torques_.regrouped, P::width);
    const bool grouped_mass = doubles && faster::grouped_mass_matrix(torques_.regrouped, P::width);
    if (grouped || grouped_mass) grouped_ = std::make_unique<GroupedLane>(model);
    if (!coupled) accelerations_ = std::make_unique<AccelerationLane<T>>(model, torques_);
    const auto entries = static_cast<std::size_t>(model.dofs()) * model.dofs();
    if (faster::one_by_one_matrices(entries, sizeof(P))) return;
    if (!grouped) derivatives_ = std::make_unique<DerivativeLane<T>>(model);
    if (!grouped_mass) masses_ = std::make_unique<MassLane<T>>(model);
    hessians_ = std::make_unique<HessianLane<T>>(model);
    if (faster::one_by_one_forward_derivatives(model, P::width)) return;
    acceleration_derivatives_ = std::make_unique<AccelerationDerivativeLane<T>>(model);
  }

  Index states() const override { return Rows::samples; }
  Index states_of_torques() const override { return TorqueRows::samples; }

  void set_base_motion(const BaseMotion& motion) override {
    torques_.set_base_motion(model_, motion);
    single_->set_base_motion(motion);
  }

  void inverse_dynamics(Index first, In q, In v, In a, Loads loads, Out tau) override {
    if (!loads.empty())
      return one_by_one(first, states_of_torques(), q,
                        [&](Index k) { single_->inverse_dynamics(k, q, v, a, loads, tau); });
    TorqueRows::load(q, first, torques_.q.data());
    TorqueRows::load(v, first, torques_.v.data());
    TorqueRows::load(a, first, torques_.a.data());
    torques_.run();
    TorqueRows::store(torques_.tau.data(), first, tau);
  }

  void derivatives(Index first, In q, In v, In a, Loads loads, Out dq, Out dv, Out M) override {
    if constexpr (std::is_same_v<T, double>) {
      if (grouped_ && !derivatives_ && loads.empty()) {
        return one_by_one(first, states(), q,
                          [&](Index k) { grouped_->derivatives(k, q, v, a, dq, dv, M); });
      }
    }
    if (!loads.empty() || !derivatives_)
      return one_by_one(first, states(), q,
                        [&](Index k) { single_->derivatives(k, q, v, a, loads, dq, dv, M); });
    DerivativeLane<T>& lane = *derivatives_;
    for (const auto* out : {&dq, &dv, &M}) Rows::expect(first, *out);
    Rows::load(q, first, lane.q.data());
    Rows::load(v, first, lane.v.data());
    Rows::load(a, first, lane.a.data());
    lane.run();
    leave(first, {{lane.dq, dq}, {lane.dv, dv}, {lane.M, M}});
  }

  void mass_matrix(Index first, In q, Out M) override {
    if constexpr (std::is_same_v<T, double>) {
      if (grouped_ && !masses_) {
        return one_by_one(first, states(), q, [&](Index k) { grouped_->mass_matrix(k, q, M); });
      }
    }
    if (!masses_)
      return one_by_one(first, states(), q, [&](Index k) { single_->mass_matrix(k, q, M); });
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
    TorqueRows::load(q, first, torques_.q.data());
    TorqueRows::load(v, first, torques_.v.data());
    TorqueRows::load(tau, first, accelerations_->tau.data());
    accelerations_->run();
    TorqueRows::store(accelerations_->tau.data(), first, a);
    bool definite = true;
    for (Index k = 0; k < std::min<Index>(TorqueRows::samples, q.rows() - first); ++k) {
      const P& counts = accelerations_->definite[k / P::width];
      if (is_definite(counts, k % P::width)) continue;
      definite &= single_->forward_dynamics(first + k, q, v, tau, loads, a);
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
    for (const auto* out : {&dq, &dv, &dtau}) Rows::expect(first, *out);
    Rows::load(q, first, lane.q.data());
    Rows::load(v, first, lane.v.data());
    Rows::load(tau, first, lane.tau.data());
    const P counts = lane.run();
    Rows::store(lane.a.data(), first, a);
    leave(first, {{lane.dq, dq}, {lane.dv, dv}, {lane.dtau, dtau}});
    for (Index k = 0; k < std::min<Index>(Rows::samples, q.rows() - first); ++k) {
      if (is_definite(counts, k)) continue;
      definite &= single_->forward_derivatives(first + k, q, v, tau, a, dq, dv, dtau);
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
  using Rows = Transposed<T, 1>;  // of results that are matrices
  using TorqueRows = typename TorqueLane<T>::Rows;
  struct Result {
    const PackMatrix<P>& of;
    Out to;
  };
  /// Writes the matrices of the states from `first` on.
  void leave(Index first, std::initializer_list<Result> results) {
    for (const Result& result : results) {
      Rows::store_result(result.of.entries.data(), first, result.to, buffer_.data());
    }
  }

  template <typename Work>
  static void one_by_one(Index first, Index count, In q, Work work) {
    for (Index k = first; k < std::min(first + count, q.rows()); ++k) work(k);
  }
  /// Do all joints move mass, beyond what rounding would hide? Where not, the state is asked about
  /// again alone, in double precision: long chains round too much in single.
  bool is_definite(const P& counts, Index lane) const {
    return counts[static_cast<int>(lane)] == static_cast<T>(model_.dofs());
  }

  Model model_;
  std::vector<T> buffer_ = std::vector<T>(Rows::samples * Rows::piece);
  TorqueLane<T> torques_;
  // None where joints are coupled (accelerations), so many that matrices of packs are too large, or
  // where single calls are faster.
  std::unique_ptr<AccelerationLane<T>> accelerations_;
  std::unique_ptr<GroupedLane> grouped_;  // in place of the next two or one of them
  std::unique_ptr<DerivativeLane<T>> derivatives_;
  std::unique_ptr<MassLane<T>> masses_;
  std::unique_ptr<HessianLane<T>> hessians_;
  std::unique_ptr<AccelerationDerivativeLane<T>> acceleration_derivatives_;
  BatchLanePointer<T> single_;  // for all that, and where loads act
};

}  // namespace alembert
