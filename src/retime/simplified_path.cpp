#include "retime/simplified_path.hpp"

#include <algorithm>
#include <string>

#include "alembert/robot.hpp"
#include "require.hpp"

namespace alembert {
namespace {

using PathPoints = Eigen::Ref<const Eigen::MatrixXd>;
using PathRow = Eigen::Ref<const Eigen::RowVectorXd>;

void require_path(const PathPoints& points) {
  require(points.rows() >= 2, "a path of " + std::to_string(points.rows()) + " points",
          "give at least two", Error::Code::size);
  require(points.allFinite(), "a path with numbers that are not finite",
          "look for nan and inf among its points");
}

/// The points that differ from the one before; the last one of equals at the end.
std::vector<int> different(const PathPoints& points) {
  double length = 0.0;
  for (Eigen::Index i = 1; i < points.rows(); ++i) {
    length += (points.row(i) - points.row(i - 1)).norm();
  }
  std::vector<int> out = {0};
  for (Eigen::Index i = 1; i < points.rows(); ++i) {
    if ((points.row(i) - points.row(out.back())).norm() > 1e-12 * length) {
      out.push_back(static_cast<int>(i));
    }
  }
  require(out.size() >= 2, "a path whose points are all the same", "give at least two that differ");
  return out;
}

/// The largest distance of the points between two from the line that joins them, if they pass it in
/// order.
double off_line(const PathPoints& points, const std::vector<int>& of, std::size_t from,
                std::size_t to, double enough) {
  const Eigen::RowVectorXd a = points.row(of[from]), b = points.row(of[to]);
  double worst = 0.0, farthest_on = 0.0;
  const double length = (b - a).norm();
  for (std::size_t k = from + 1; k < to && worst <= enough; ++k) {
    const Eigen::RowVectorXd point = points.row(of[k]);
    const double share = share_on_line(point, a, b);
    // A way back is a way of its own, unless it is shorter than the tolerance.
    worst = std::max({worst, (point - a - share * (b - a)).norm(), (farthest_on - share) * length});
    farthest_on = std::max(farthest_on, share);
  }
  return worst;
}

}  // namespace

double share_on_line(const PathRow& point, const PathRow& a, const PathRow& b) {
  const double square = (b - a).squaredNorm();
  return square > 0.0 ? std::clamp((point - a).dot(b - a) / square, 0.0, 1.0) : 0.0;
}

Eigen::RowVectorXd nearest_on_line(const PathRow& point, const PathRow& a, const PathRow& b) {
  return a + share_on_line(point, a, b) * (b - a);
}

SimplifiedPath simplify_path(const PathPoints& points, double tolerance) {
  require_path(points);
  const std::vector<int> of = different(points);
  SimplifiedPath out;
  out.repeated = static_cast<int>(points.rows()) - static_cast<int>(of.size());
  out.kept = {0};
  std::size_t from = 0;
  while (from + 1 < of.size()) {
    // As far as a line goes: steps that double, then halve again.
    std::size_t good = from + 1, step = 1;
    double off = 0.0;
    bool growing = true;
    while (step > 0) {
      const std::size_t next = good + step;
      const double there =
          next < of.size() ? off_line(points, of, from, next, tolerance) : infinity;
      if (there <= tolerance) {
        good = next;
        off = there;
      } else {
        growing = false;
      }
      step = growing ? 2 * step : step / 2;
    }
    out.farthest = std::max(out.farthest, off);
    out.kept.push_back(of[good]);
    from = good;
  }
  out.left_out = static_cast<int>(of.size()) - static_cast<int>(out.kept.size());
  return out;
}

}  // namespace alembert
