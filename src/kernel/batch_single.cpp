// A lane that takes one state at a time, in double precision, with the objects that users have.
#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>

#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "kernel/algorithm_choice.hpp"
#include "kernel/batch_lane.hpp"
#include "kernel/forward_derivative_pass.hpp"
#include "kernel/transposed.hpp"

namespace alembert {

namespace {

template <typename T>
class SingleLane final : public BatchLane<T> {
 public:
  using Base = BatchLane<T>;
  using typename Base::In, typename Base::Index, typename Base::Out;

  explicit SingleLane(const Model& model)
      : inverse_(model),
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
        last_(first_),
        band_(8, model.dofs()) {
    if (!std::is_same_v<T, double> || faster::factorised_derivatives(model)) return;
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
    load(k, q, v, a);
    derivatives_(q_, v_, third_, loads, first_, second_, last_);
    store(k, first_, dq);
    store(k, second_, dv);
    store(k, last_, M, true);
  }
  void mass_matrix(Index k, In q, Out M) override {
    q_ = q.row(k).transpose().template cast<double>();
    if constexpr (std::is_same_v<T, double>) {
      mass_matrix_(q_, Eigen::Map<MatX<T>>(M.row(k).data(), q.cols(), q.cols()));
    } else {
      mass_matrix_(q_, last_);
      store(k, last_, M, true);
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
    if constexpr (std::is_same_v<T, double>) {  // straight into rows that stay in the caches
      const auto at = [&](Out rows) { return JointMatrix<T>{rows.row(k).data(), q.cols(), 1}; };
      if (articulated_ && !Transposed<T, 1>::goes_past_caches(dq) &&
          articulated_->run(q.row(k).data(), v.row(k).data(), tau.row(k).data(), {},
                            a.row(k).data(),
                            {at(dq), at(dv), at(dtau)}) == static_cast<double>(q.cols())) {
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
    store(k, last_, dtau, true);
    return definite;
  }

  void weighted_hessian(Index k, In q, In v, In a, In weights, Loads loads, Out qq, Out qv, Out vv,
                        Out qa) override {
    load(k, q, v, a);
    weights_ = weights.row(k).transpose().template cast<double>();
    weighted_hessian_(q_, v_, third_, weights_, loads, first_, second_, third_matrix_, last_);
    store(k, first_, qq, true);
    store(k, second_, qv);
    store(k, third_matrix_, vv, true);
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
  /// Some rows at a time: of columns that are all in the nearest cache.
  void store(Index k, const Eigen::MatrixXd& matrix, Out rows, bool symmetric = false) {
    for (Index i = 0; i < matrix.rows(); i += band_.rows()) {
      const Index count = std::min(band_.rows(), matrix.rows() - i);
      auto band = band_.topRows(count);
      if (symmetric) band = matrix.middleCols(i, count).transpose().template cast<T>();
      if (!symmetric) band = matrix.middleRows(i, count).template cast<T>();
      Transposed<T, 1>::put_result(band_.data(), band.size(),
                                   rows.row(k).data() + i * matrix.cols(), rows);
    }
  }

  std::unique_ptr<ForwardDerivativePass<double>> articulated_;  // of doubles, where it is faster
  InverseDynamics<double> inverse_;
  InverseDynamicsDerivatives<> derivatives_;
  MassMatrix mass_matrix_;
  ForwardDynamics forward_;
  ForwardDynamicsDerivatives forward_derivatives_;
  WeightedHessian<> weighted_hessian_;
  Eigen::VectorXd q_, v_, third_, weights_, result_;
  Eigen::MatrixXd first_, second_, third_matrix_, last_;
  RowMatrix<T> band_;
};

}  // namespace

BatchLanePointer<double> make_single_lane(const Model& model, double) {
  return std::make_unique<SingleLane<double>>(model);
}
BatchLanePointer<float> make_single_lane(const Model& model, float) {
  return std::make_unique<SingleLane<float>>(model);
}

}  // namespace alembert
