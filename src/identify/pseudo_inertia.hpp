// The pseudo-inertia of a body (Wensing, Kim, Slotine 2018): the 4 x 4 matrix
//
//   P = [ int x x' dm   m c ]
//       [ (m c)'        m   ]
//
// is positive definite if and only if some body has these ten parameters, m, m c and the tensor
// about the origin, as in a Regressor.
#pragma once

#include <Eigen/Core>

#include "alembert/inertia.hpp"

namespace alembert::identifying {

using BodyParameters = Eigen::Matrix<double, 10, 1>;

Eigen::Matrix4d pseudo_inertia(const BodyParameters& body);
BodyParameters body_parameters(const Eigen::Matrix4d& pseudo);
BodyParameters body_parameters(const Inertia& inertia);
Inertia inertia_of(const BodyParameters& body);
/// Its parameters are those of some body.
bool is_possible(const BodyParameters& body);

/// The nearest body that is possible with some room, moved in second moments only.
BodyParameters made_possible(const BodyParameters& body);

/// How far a body is from another, of its own size: the divergence of Bregman of -log det,
///
///   D = tr(P0^-1 P) - log det(P0^-1 P) - 4,
///
/// zero for the body itself, convex in the ten parameters, infinite where a body stops being
/// possible, and about half the squared relative change of P.
class BodyDivergence {
 public:
  explicit BodyDivergence(const BodyParameters& from);

  /// Infinite outside; with slopes and curvature where asked for.
  double operator()(const BodyParameters& body, BodyParameters* slope = nullptr,
                    Eigen::Matrix<double, 10, 10>* curvature = nullptr) const;
  /// Its natural size: what a relative change of one is, parameter by parameter.
  BodyParameters scale() const;

 private:
  BodyParameters from_;
  Eigen::Matrix4d inverse_;
  double log_determinant_;
};

}  // namespace alembert::identifying
