// A lane that takes one state at a time, in double precision, with the objects that users have.
#include <limits>
#include <memory>
#include <type_traits>

#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "kernel/algorithm_choice.hpp"
#include "kernel/batch_lane.hpp"
#include "kernel/drives.hpp"
#include "kernel/forward_derivative_pass.hpp"
#include "kernel/grouped_derivative_pass.hpp"

namespace alembert {

namespace {

template <typename T>
class SingleLane final : public BatchLane<T> {
 public:
  using Base = BatchLane<T>;
  using typename Base::In, typename Base::Index, typename Base::Out;

  explicit SingleLane(const Model& model)
      : regrouped_(model),
        drives_(model),
        inverse_(model),
        derivatives_(model),
        mass_matrix_(model),
        forward_(model),
        forward_derivatives_(model),
        weighted_hessian_(model),
        q_(model.dofs()),
        v_(q_),
        third_(q_),
        weights_(q_),
        result_(q_),
        first_(model.dofs(), model.dofs()),
        second_(first_),
        third_matrix_(first_),
        last_(first_) {
    if (!std::is_same_v<T, double> || regrouped_.coupled) return;
    if (faster::grouped_derivatives(regrouped_)) {
      grouped_ = std::make_unique<GroupedDerivativePass>(
          regrouped_, -(model.base().linear().transpose() * model.gravity()));
    }
    if (faster::factorised_derivatives(model)) return;
    articulated_ = std::make_unique<ForwardDerivativePass<double>>(model);
  }

  Index states() const override { return 1; }

  void set_base_motion(const BaseMotion& motion) override {
    inverse_.set_base_motion(motion);
    forward_.set_base_motion(motion);
  }

  void inverse_dynamics(Index k, In q, In v, In a, Loads loads, Out tau) override {
    load(k, q, v, a);
    inverse_(q_, v_, third_, loads, result_);
    store(k, result_, tau);
  }
  void derivatives(Index k, In q, In v, In a, Loads loads, Out dq, Out dv, Out M) override {
    if constexpr (std::is_same_v<T, double>) {
      if (grouped_ && loads.empty()) return derivatives_in_place(k, q, v, a, dq, dv, M);
    }
    load(k, q, v, a);
    derivatives_(q_, v_, third_, loads, first_, second_, last_);
    store(k, first_, dq);
    store(k, second_, dv);
    store_symmetric(k, last_, M);
  }
  void mass_matrix(Index k, In q, Out M) override {
    q_ = q.row(k).transpose().template cast<double>();
    if constexpr (std::is_same_v<T, double>) {
      mass_matrix_(q_, Eigen::Map<MatX<T>>(M.row(k).data(), q.cols(), q.cols()));
    } else {
      mass_matrix_(q_, last_);
      store_symmetric(k, last_, M);
    }
  }
  bool forward_dynamics(Index k, In q, In v, In tau, Loads loads, Out a) override {
    load(k, q, v, tau);
    const bool definite = forward_(q_, v_, third_, loads, result_);
    if (!definite) result_.setConstant(std::numeric_limits<double>::quiet_NaN());
    store(k, result_, a);
    return definite;
  }
  bool forward_derivatives(Index k, In q, In v, In tau, Out a, Out dq, Out dv, Out dtau) override {
    if constexpr (std::is_same_v<T, double>) {
      const auto n = static_cast<double>(q.cols());
      if (articulated_ &&
          n == articulated_->run(q.row(k).data(), v.row(k).data(), tau.row(k).data(), {},
                                 a.row(k).data(), {at(k, dq), at(k, dv), at(k, dtau)})) {
        return true;
      }
    }
    load(k, q, v, tau);
    const bool definite = forward_derivatives_(q_, v_, third_, result_, first_, second_, last_);
    if (!definite) {
      const double nan = std::numeric_limits<double>::quiet_NaN();
      result_.setConstant(nan);
      for (Eigen::MatrixXd* matrix : {&first_, &second_, &last_}) matrix->setConstant(nan);
    }
    store(k, result_, a);
    store(k, first_, dq);
    store(k, second_, dv);
    store_symmetric(k, last_, dtau);
    return definite;
  }

  void weighted_hessian(Index k, In q, In v, In a, In weights, Loads loads, Out qq, Out qv, Out vv,
                        Out qa) override {
    load(k, q, v, a);
    weights_ = weights.row(k).transpose().template cast<double>();
    weighted_hessian_(q_, v_, third_, weights_, loads, first_, second_, third_matrix_, last_);
    store(k, first_, qq);
    store(k, second_, qv);
    store(k, third_matrix_, vv);
    store(k, last_, qa);
  }

 private:
  void load(Index k, In q, In v, In third) {
    q_ = q.row(k).transpose().template cast<double>();
    v_ = v.row(k).transpose().template cast<double>();
    third_ = third.row(k).transpose().template cast<double>();
  }
  static void store(Index k, const Eigen::VectorXd& x, Out rows) {
    rows.row(k) = x.transpose().template cast<T>();
  }
  static void store(Index k, const Eigen::MatrixXd& matrix, Out rows) {
    Eigen::Map<RowMatrix<T>>(rows.row(k).data(), matrix.rows(), matrix.cols()) =
        matrix.template cast<T>();
  }
  /// Whose columns are its rows.
  static void store_symmetric(Index k, const Eigen::MatrixXd& matrix, Out rows) {
    Eigen::Map<MatX<T>>(rows.row(k).data(), matrix.rows(), matrix.cols()) =
        matrix.template cast<T>();
  }
  JointMatrix<T> at(Index k, Out rows) const {
    return {rows.row(k).data(), static_cast<std::ptrdiff_t>(q_.size()), 1};
  }
  /// Long chains, straight into the rows.
  void derivatives_in_place(Index k, In q, In v, In a, Out dq, Out dv, Out M) {
    if (!regrouped_.chain) {
      for (auto* out : {&dq, &dv, &M}) out->row(k).setZero();
    }
    const auto by_q = at(k, dq), by_v = at(k, dv), by_a = at(k, M);
    grouped_->run(q.row(k).data(), v.row(k).data(), a.row(k).data(), {by_q, by_v, by_a});
    drives_.add_derivatives(v.row(k), by_q, by_v, by_a);
  }

  RegroupedModel regrouped_;
  Drives<double> drives_;
  // Of doubles, where they are the faster ways.
  std::unique_ptr<GroupedDerivativePass> grouped_;
  std::unique_ptr<ForwardDerivativePass<double>> articulated_;
  InverseDynamics<double> inverse_;
  InverseDynamicsDerivatives<> derivatives_;
  MassMatrix mass_matrix_;
  ForwardDynamics forward_;
  ForwardDynamicsDerivatives forward_derivatives_;
  WeightedHessian<> weighted_hessian_;
  Eigen::VectorXd q_, v_, third_, weights_, result_;
  Eigen::MatrixXd first_, second_, third_matrix_, last_;
};

}  // namespace

BatchLanePointer<double> make_single_lane(const Model& model, double) {
  return std::make_unique<SingleLane<double>>(model);
}
BatchLanePointer<float> make_single_lane(const Model& model, float) {
  return std::make_unique<SingleLane<float>>(model);
}

}  // namespace alembert
