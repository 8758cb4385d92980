// Coulomb friction apart from the rest of the dynamics, so that it can be smoothed.
#pragma once

#include <cmath>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

class Coulomb {
 public:
  /// Falls off below `slip_speed`; 0 for the plain sign of the speed.
  explicit Coulomb(const Model& model, double slip_speed = 0.0) : slip_speed_(slip_speed) {
    for (const ModelJoint& joint : model.joints()) {
      if (joint.coulomb != 0.0) rubbing_.push_back(joint);
    }
  }

  /// tau += share * friction at speeds v.
  void add(VecIn<double> v, double share, VecOut<double> tau) const {
    for (const ModelJoint& joint : rubbing_) {
      const double rate = joint.ratio * v[joint.coordinate];
      tau[joint.coordinate] += share * joint.ratio * joint.coulomb * direction(rate);
    }
  }
  /// by_v += the friction's derivative by v.
  void add_derivative(VecIn<double> v, Eigen::Ref<Eigen::MatrixXd> by_v) const;
  /// by_vv += the second derivative of weights · friction.
  void add_hessian(VecIn<double> v, VecIn<double> weights, Eigen::Ref<Eigen::MatrixXd> by_vv) const;

 private:
  double direction(double rate) const {
    if (slip_speed_ > 0.0) return std::tanh(rate / slip_speed_);
    return static_cast<double>(rate > 0.0) - static_cast<double>(rate < 0.0);
  }

  double slip_speed_;
  std::vector<ModelJoint> rubbing_;
};

/// The rest.
Model without_coulomb(const Model& model);

}  // namespace alembert
