// A curve through the points of a path that say something.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "alembert/retime.hpp"
#include "require.hpp"
#include "retime/curve_through.hpp"
#include "retime/simplified_path.hpp"

namespace alembert {
namespace {

using Points = Eigen::Ref<const Eigen::MatrixXd>;
using Row = Eigen::RowVectorXd;

/// What a rounding of the control points may do, as a share of the largest coordinate.
constexpr double control_rounding = 1e-14;

void find_corner(const Points& points, const std::vector<int>& kept, PathCurve& path) {
  for (std::size_t i = 1; i + 1 < kept.size(); ++i) {
    const Eigen::VectorXd before = points.row(kept[i]) - points.row(kept[i - 1]),
                          after = points.row(kept[i + 1]) - points.row(kept[i]);
    const double cosine = before.dot(after) / (before.norm() * after.norm());
    const double angle = std::acos(std::clamp(cosine, -1.0, 1.0));
    if (angle <= path.corner_angle) continue;
    path.corner_angle = angle;
    path.corner = kept[i] + 1;
  }
}

/// How far the curve passes points that were left out.
void measure_points(const Points& points, const SimplifiedPath& simple, const CurveThrough& through,
                    PathCurve& path) {
  const std::vector<double> s = through.shares();
  for (std::size_t k = 0; k + 1 < simple.kept.size(); ++k) {
    const int from = simple.kept[k], to = simple.kept[k + 1];
    const Row a = points.row(from), b = points.row(to);
    for (int i = from; i <= to; ++i) {
      const double of_line = share_on_line(points.row(i), a, b);
      const Eigen::VectorXd off =
          path.curve(s[k] + of_line * (s[k + 1] - s[k])) - points.row(i).transpose();
      path.point_error = std::max(path.point_error, off.cwiseAbs().maxCoeff());
    }
  }
}

CurveLimits curve_limits(const PathOptions& options, Eigen::Index dofs, double simplified) {
  const auto one_each = [&](const Eigen::VectorXd& given, double none) {
    return given.size() == dofs ? given : Eigen::VectorXd(Eigen::VectorXd::Constant(dofs, none));
  };
  const double tolerance = options.line_tolerance - simplified;
  return {tolerance, std::min(1e-3, 0.01 * tolerance), one_each(options.lower, -infinity),
          one_each(options.upper, infinity)};
}

void require_tolerance(double tolerance, const std::string& of) {
  require(tolerance > 0.0, "a tolerance of the " + of + " that is not positive",
          "give one in rad or m");
}

}  // namespace

PathCurve path_through(const Points& points, const PathOptions& options) {
  require_tolerance(options.point_tolerance, "points");
  require_tolerance(options.line_tolerance, "lines");
  const SimplifiedPath simple =
      simplify_path(points, 0.25 * std::min(options.point_tolerance, options.line_tolerance));
  Eigen::MatrixXd corners(simple.kept.size(), points.cols());
  for (std::size_t k = 0; k < simple.kept.size(); ++k) corners.row(k) = points.row(simple.kept[k]);
  PathCurve path;
  path.repeated = simple.repeated;
  path.left_out = simple.left_out;
  if (corners.rows() == 2) {
    path.curve = BSpline(1, BSpline::clamped_knots(1, 1, 1.0), corners);
    path.line_distance = path.point_error = simple.farthest;
    return path;
  }
  const CurveThrough through(corners, curve_limits(options, points.cols(), simple.farthest));
  path.curve = through.curve();
  int corner = 0;
  path.line_distance =
      through.farthest(&corner) + simple.farthest + control_rounding * points.cwiseAbs().maxCoeff();
  path.farthest_line = simple.kept[corner] + 1;
  find_corner(points, simple.kept, path);
  measure_points(points, simple, through, path);
  return path;
}

}  // namespace alembert
