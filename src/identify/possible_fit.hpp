// The parameters that explain torques best among those that a body can have: a convex problem, so
// there is one answer. The cost is half the mean weighted squared residual, plus `weight` times how
// far each link's inertia is from the file's (BodyDivergence), which is infinite at the edge of
// what is possible; what must be positive stays so by a barrier that is taken away.
#pragma once

#include <vector>

#include "identify/information.hpp"
#include "identify/pseudo_inertia.hpp"

namespace alembert::identifying {

/// coefficients · u(at) > 0.
struct LinearBound {
  std::vector<int> at;  ///< indices of free parameters
  std::vector<double> coefficients;
  double scale = 1.0;
};

/// What is free, where the file has it and how far it may go.
struct FitSpace {
  const ParameterSpace& space;
  std::vector<int> free;  ///< columns of the space
  MatrixXd map;           ///< base = map * free + what is fixed
  VectorXd file;          ///< free parameters, as the file has them (made possible)
  VectorXd scale;         ///< natural sizes
  struct Body {
    int first = 0;  ///< of its ten among the free
    BodyDivergence divergence;
  };
  std::vector<Body> bodies;
  std::vector<LinearBound> bounds;
  /// Parameters that are no inertias are held to the file by this times the weight, of their scale.
  static constexpr double weak = 1e-3;

  Index size() const { return file.size(); }
  bool inertial(Index i) const { return space.kind(free[i]) == ParameterKind::inertial; }
  /// Base parameters of free ones.
  VectorXd base(const VectorXd& u) const;
  /// All parameters, fixed ones as in the file.
  VectorXd all(const VectorXd& u) const;
  /// Curvature of the prior at u, for a weight of one.
  MatrixXd prior_curvature(const VectorXd& u) const;
};

struct LinkBox {
  std::string link;
  Eigen::Vector3d lower, upper;  ///< m, link frame
};

/// `torque` and `speed` are sizes, one a coordinate. What the file has that cannot be is made
/// possible and told in `findings`.
FitSpace make_fit_space(const ParameterSpace& space, std::vector<int> free, const VectorXd& torque,
                        const VectorXd& speed, const std::vector<LinkBox>& boxes,
                        std::vector<Finding>* findings);

/// From `start`, or from the file's values. `sums` are of residuals of base parameters `reference`.
VectorXd possible_fit(const FitSpace& space, const Sums& sums, const VectorXd& reference,
                      double weight, const VectorXd* start = nullptr);

}  // namespace alembert::identifying
