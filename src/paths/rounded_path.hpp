// A path with its corners cut off as far as that keeps clear: a cubic B-spline whose control points
// lie on the path's lines. Near a corner they are the corner itself and a point on each of its
// lines, as far away as `cut`: the curve passes the corner by a third of their sagitta, and the
// nearer they are the nearer it is to the lines. What is in the way of the curve makes the cuts of
// the nearest corner smaller.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// Where on the curve (0 to 1) something is in the way, if anything.
using CurveCheck = std::function<std::optional<double>(const BSpline&)>;

/// Over 0 to 1. Nothing where it does not get clear.
std::optional<BSpline> rounded_path(const std::vector<Eigen::VectorXd>& corners,
                                    const Eigen::VectorXd& scale, const CurveCheck& first_blocked);

}  // namespace alembert
