// A curve through the points of a path that keeps to the lines between them by construction.
//
// Of the points those are kept that say something (simplified_path.cpp). Through them goes the C2
// cubic spline over the length of the lines, as slopes m and bends c (second derivatives) at the
// points. Where a coordinate of it does not rise as the points rise, or fall as they fall, both are
// limited (after Fritsch and Carlson 1980, with bends). Any m and c are joined by three cubics a
// line, which is as many as it takes. Where the curve still leaves a line by more than the
// tolerance, the middle of the line is made straight: corners are rounded within what is left. A
// corner that such a curve could only stop at is cut off, within the tolerance.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "alembert/error.hpp"
#include "alembert/retime.hpp"
#include "retime/simplified_path.hpp"

namespace alembert {
namespace {

using Points = Eigen::Ref<const Eigen::MatrixXd>;
using Row = Eigen::RowVectorXd;

/// What a rounding of the control points may do, as a share of the largest coordinate.
constexpr double control_rounding = 1e-14;
/// Shorter parts of the way than this are not cut again.
constexpr double smallest_part = 1e-9;

struct Keeping {
  double tolerance;  // from the lines
  double swing;      // beyond points at which a coordinate turns
  Eigen::VectorXd lower, upper;
};

/// A point of the curve, and the line or cut corner that follows it.
struct PathJoint {
  Row q;
  bool straight = false;      // put in on a line: the curve is along it there
  int corner = 0;             // the last given point, of those kept, at or before it
  std::optional<Row> apex{};  // of a corner cut off between this joint and the next
};

class Through {
 public:
  /// One row of `corners` a point.
  Through(const Points& corners, const Keeping& options) : options_(options) {
    for (int i = 0; i < corners.rows(); ++i) {
      joints_.push_back({.q = corners.row(i), .straight = false, .corner = i});
    }
    shape();
    cut_corners();
    for (int round = 0; round < 100 && straighten(); ++round) shape();
  }

  int spans() const { return static_cast<int>(h_.size()); }
  double length() const { return s_.back(); }
  /// Where the curve passes the points it was made of, 0 to 1.
  std::vector<double> shares() const {
    std::vector<double> out;
    for (int i = 0; i <= spans(); ++i) {
      if (!joints_[at(i)].straight) out.push_back(s_[at(i)] / length());
      if (joints_[at(i)].apex) out.push_back((s_[at(i)] + 0.5 * h_[i]) / length());
    }
    return out;
  }

  /// At most, of any coordinate from the lines, anywhere; and the corner before.
  double farthest(int* corner) const {
    double worst = 0.0;
    for (int i = 0; i < spans(); ++i) {
      const double off = distance(i);
      if (off <= worst) continue;
      worst = off;
      *corner = joints_[at(i)].corner;
    }
    return worst;
  }

  BSpline curve() const {
    const int count = spans() + 1;
    Eigen::VectorXd knots(3 * spans() + 7);
    Eigen::MatrixXd points(3 * count, joints_.front().q.size());
    Eigen::Index k = 0, row = 0;
    for (; k < 4; ++k) knots[k] = 0.0;
    for (int i = 0; i < spans(); ++i) {
      for (const double third : {1.0, 2.0, 3.0}) {
        knots[k++] = (third < 3.0 ? s_[at(i)] + third / 3.0 * h_[i] : s_[at(i + 1)]) / length();
      }
    }
    knots.tail(4).setOnes();
    // Blossoms of the cubics at triples of knots.
    for (int i = 0; i < count; ++i) {
      const double before = i > 0 ? h_[i - 1] : 0.0, after = i + 1 < count ? h_[i] : 0.0;
      if (i > 0) points.row(row++) = second_third(i - 1);
      if (i == 0) points.row(row++) = joints_[0].q;
      points.row(row++) = joints_[at(i)].q + m_.row(i) * ((after - before) / 9.0) -
                          c_.row(i) * (after * before / 54.0);
      if (i + 1 == count) points.row(row++) = joints_[at(i)].q;
      if (i + 1 < count) points.row(row++) = first_third(i);
    }
    return BSpline(3, std::move(knots), std::move(points));
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  Row first_third(int i) const {
    return joints_[at(i)].q + m_.row(i) * (h_[i] / 3.0) + c_.row(i) * (h_[i] * h_[i] / 27.0);
  }
  Row second_third(int i) const {
    return joints_[at(i + 1)].q - m_.row(i + 1) * (h_[i] / 3.0) +
           c_.row(i + 1) * (h_[i] * h_[i] / 27.0);
  }

  /// Corners that no joint goes on through (it rests before or after, or turns): the curve would
  /// stop there. They are cut off within the tolerance; a way straight back is left as it is.
  void cut_corners() {
    std::vector<PathJoint> out = {joints_.front()};
    for (int i = 1; i < spans(); ++i) {
      const Row before = d_.row(i - 1), after = d_.row(i);
      const bool stops = m_.row(i).norm() < 0.1, back = (before + after).norm() < 0.5;
      const double room = 1.8 * options_.tolerance / (after - before).cwiseAbs().maxCoeff();
      const double radius = std::min({room, h_[i - 1] / 3.0, h_[i] / 3.0});
      if (!stops || back || !(radius > smallest_part * length())) {
        out.push_back(joints_[at(i)]);
        continue;
      }
      const Row& apex = joints_[at(i)].q;
      out.push_back({.q = apex - radius * before, .straight = true, .corner = i - 1, .apex = apex});
      out.push_back({.q = apex + radius * after, .straight = true, .corner = i});
    }
    out.push_back(joints_.back());
    if (out.size() == joints_.size()) return;
    joints_ = std::move(out);
    shape();
  }

  /// Where the curve leaves a line by more than the tolerance, its middle is made straight, and
  /// corners are cut nearer. False where nothing is to be done, or can be.
  bool straighten() {
    const double tolerance = options_.tolerance;
    std::vector<PathJoint> out;
    bool changed = false;
    for (int i = 0; i < spans(); ++i) {
      const PathJoint &from = joints_[at(i)], &to = joints_[at(i + 1)];
      if (!out.empty() && out.back().apex) {
        // The far side of a cut corner, which may have moved.
        const PathJoint near = out.back();
        const double share =
            (near.q - *near.apex).norm() / (joints_[at(i - 1)].q - *near.apex).norm();
        out.push_back(from);
        out.back().q = *near.apex + share * (from.q - *near.apex);
      } else {
        out.push_back(from);
      }
      const double off = distance(i);
      if (off <= tolerance || !(h_[i] > smallest_part * length())) continue;
      changed = true;
      const double share = std::clamp(0.9 * tolerance / off, 0.01, 0.32);
      if (from.apex) {
        out.back().q = *from.apex + std::max(0.1, 2.5 * share) * (from.q - *from.apex);
        continue;
      }
      const auto put = [&](double where) {
        out.push_back(
            {.q = from.q + where * (to.q - from.q), .straight = true, .corner = from.corner});
      };
      if (!from.straight) put(share);
      if (!to.straight) put(1.0 - share);
    }
    out.push_back(joints_.back());
    joints_ = std::move(out);
    return changed;
  }

  void shape() {
    const int count = static_cast<int>(joints_.size());
    h_.resize(count - 1);
    d_.resize(count - 1, joints_.front().q.size());
    s_.assign(1, 0.0);
    for (int i = 0; i + 1 < count; ++i) {
      const Row along = joints_[at(i + 1)].q - joints_[at(i)].q;
      h_[i] = along.norm();
      d_.row(i) = along / h_[i];
      s_.push_back(s_.back() + h_[i]);
    }
    find_slopes();
    for (Eigen::Index j = 0; j < d_.cols(); ++j) limit(j);
  }

  /// C2 at the points (at the ends the bend of the neighbour), along the line at those put in.
  void find_slopes() {
    const int count = spans() + 1;
    Eigen::VectorXd low = Eigen::VectorXd::Zero(count), middle = Eigen::VectorXd::Ones(count),
                    high = low;
    m_.resize(count, d_.cols());
    for (int i = 0; i < count; ++i) {
      if (i == 0 || i + 1 == count) {
        (i == 0 ? high : low)[i] = 1.0;
        m_.row(i) = 2.0 * d_.row(i == 0 ? 0 : i - 1);
      } else if (joints_[at(i)].straight) {
        m_.row(i) = d_.row(joints_[at(i)].apex ? i - 1 : i);
      } else {
        low[i] = h_[i];
        high[i] = h_[i - 1];
        middle[i] = 2.0 * (h_[i] + h_[i - 1]);
        m_.row(i) = 3.0 * (h_[i] * d_.row(i - 1) + h_[i - 1] * d_.row(i));
      }
    }
    for (int i = 1; i < count; ++i) {
      const double factor = low[i] / middle[i - 1];
      middle[i] -= factor * high[i - 1];
      m_.row(i) -= factor * m_.row(i - 1);
    }
    m_.row(count - 1) /= middle[count - 1];
    for (int i = count - 2; i >= 0; --i)
      m_.row(i) = (m_.row(i) - high[i] * m_.row(i + 1)) / middle[i];
    c_.setZero(count, d_.cols());
    for (int i = 0; i < count; ++i) {
      if (joints_[at(i)].straight) continue;
      c_.row(i) =
          i + 1 < count
              ? Row((6.0 * d_.row(i) - 4.0 * m_.row(i) - 2.0 * m_.row(i + 1)) / h_[i])
              : Row((2.0 * m_.row(i - 1) + 4.0 * m_.row(i) - 6.0 * d_.row(i - 1)) / h_[i - 1]);
    }
  }

  /// Limits slopes and bends of a coordinate at both ends of lines on which the spline does not
  /// rise (or fall) as the points do. What is changed at a point changes the line beyond it.
  void limit(Eigen::Index j) {
    std::vector<bool> limited(joints_.size());
    for (std::size_t i = 0; i < joints_.size(); ++i) limited[i] = joints_[i].straight;
    const auto limit_once = [&](int i) {
      if (limited[at(i)]) return false;
      limited[at(i)] = true;
      limit(i, j);
      return true;
    };
    std::vector<int> todo;
    for (int i = spans() - 1; i >= 0; --i) todo.push_back(i);
    while (!todo.empty()) {
      const int i = todo.back();
      todo.pop_back();
      if (joints_[at(i)].apex || (limited[at(i)] && limited[at(i + 1)])) continue;
      if (follows(i, j, !limited[at(i)] && !limited[at(i + 1)])) continue;
      if (limit_once(i) && i > 0) todo.push_back(i - 1);
      if (limit_once(i + 1) && i + 1 < spans()) todo.push_back(i + 1);
    }
  }

  /// A coordinate turns, or begins or ceases to move, at a point: there it may swing beyond it.
  double swing(int i, Eigen::Index j) const {
    if (i == 0 || i == spans() || d_(i - 1, j) * d_(i, j) > 0.0) return 0.0;
    const double q = joints_[at(i)].q[j];
    const bool room =
        q - options_.swing >= options_.lower[j] && q + options_.swing <= options_.upper[j];
    return room ? options_.swing : 0.0;
  }

  /// Does a coordinate rise on a line if it rises over the line, but for the swing at its ends?
  bool follows(int i, Eigen::Index j, bool one_cubic) const {
    const double h = h_[i], sign = d_(i, j) < 0.0 ? -1.0 : 1.0, d = std::abs(d_(i, j));
    const double m0 = sign * m_(i, j), m1 = sign * m_(i + 1, j);
    const double c0 = sign * c_(i, j), c1 = sign * c_(i + 1, j);
    const bool rises = std::min(m0, m1) >= 0.0;
    if (one_cubic && rises && std::max(m0, m1) <= 3.0 * d) return true;  // Fritsch and Carlson
    // Control points of the three cubics, from the first end.
    const double end = d * h, one = m0 * h / 3.0 + c0 * h * h / 27.0,
                 two = end - m1 * h / 3.0 + c1 * h * h / 27.0;
    const double x = (2.0 * one + two) / 3.0, y = (one + 2.0 * two) / 3.0;
    const double after = 2.0 * m0 * h / 9.0 + c0 * h * h / 54.0,
                 before = end - 2.0 * m1 * h / 9.0 + c1 * h * h / 54.0;
    const std::array<double, 8> points = {0.0,    m0 * h / 9.0,       after, x, y,
                                          before, end - m1 * h / 9.0, end};
    if (std::is_sorted(points.begin(), points.end())) return true;
    const double swing0 = swing(i, j), swing1 = swing(i + 1, j);
    if (rises || (m0 < 0.0 && !(swing0 > 0.0)) || (m1 < 0.0 && !(swing1 > 0.0))) return false;
    const auto [least, most] = std::minmax_element(points.begin(), points.end());
    return *least >= -swing0 && *most <= end + swing1;
  }

  /// Control points that rise (or fall) on both lines at a point, but for the swing:
  /// -6 m / h <= c <= 6 m / h_before  and on each line half of
  /// (m0 + m1) / 3 + (c0 - c1) h / 27 <= d.
  void limit(int i, Eigen::Index j) {
    const bool first = i == 0, last = i == spans();
    const double after = h_[last ? i - 1 : i], before = h_[first ? i : i - 1];
    const double right = d_(last ? i - 1 : i, j), left = d_(first ? i : i - 1, j);
    double &m = m_(i, j), &c = c_(i, j);
    if (right * left <= 0.0) {
      const double longest = std::max(before, after), room = swing(i, j);
      m = std::clamp(m, -1.5 * room / longest, 1.5 * room / longest);
      const double free = 13.5 * room / (longest * longest);
      const double most = 13.5 * std::min(std::abs(right) / after, std::abs(left) / before);
      c = std::clamp(c, (right < left ? -most : 0.0) - free, (right > left ? most : 0.0) + free);
      return;
    }
    const double sign = right > 0.0 ? 1.0 : -1.0, r = std::abs(right), l = std::abs(left);
    const double slope = std::clamp(sign * m, 0.0, 1.35 * std::min(r, l));
    const double top = std::min(6.0 * slope / before, 27.0 / after * (0.5 * r - slope / 3.0));
    const double bottom = std::min(6.0 * slope / after, 27.0 / before * (0.5 * l - slope / 3.0));
    m = sign * slope;
    c = sign * std::clamp(sign * c, -bottom, top);
  }

  /// The curve over a line lies between the control points of its cubics, and so does its distance
  /// from the line, which is convex. A cut corner has two lines, each for half of the curve.
  double distance(int i) const {
    const Row &a = joints_[at(i)].q, &b = joints_[at(i + 1)].q;
    const double h = h_[i];
    const Row one = first_third(i), two = second_third(i);
    const Row x = (2.0 * one + two) / 3.0, y = (one + 2.0 * two) / 3.0;
    const Row from = a + m_.row(i) * (h / 9.0);
    const Row from2 = a + m_.row(i) * (2.0 * h / 9.0) + c_.row(i) * (h * h / 54.0);
    const Row to = b - m_.row(i + 1) * (h / 9.0);
    const Row to2 = b - m_.row(i + 1) * (2.0 * h / 9.0) + c_.row(i + 1) * (h * h / 54.0);
    const Row v = 0.5 * (from2 + x), w = 0.5 * (to2 + y);
    // The cubic v, x, y, w halved.
    const Row xy = 0.5 * (x + y), vx = 0.5 * (v + x), yw = 0.5 * (y + w);
    const Row vxy = 0.5 * (vx + xy), xyw = 0.5 * (xy + yw), middle = 0.5 * (vxy + xyw);
    const std::optional<Row>& apex = joints_[at(i)].apex;
    double off = 0.0;
    for (const Row& point : {from, from2, v, vx, vxy, middle}) {
      off = std::max(off, off_line(point, a, apex ? *apex : b));
    }
    for (const Row& point : {middle, xyw, yw, w, to2, to}) {
      off = std::max(off, off_line(point, apex ? *apex : a, b));
    }
    return off;
  }

  static double off_line(const Row& point, const Row& a, const Row& b) {
    return (point - nearest_on_line(point, a, b)).cwiseAbs().maxCoeff();
  }

  Keeping options_;
  std::vector<PathJoint> joints_;
  std::vector<double> s_;      // length to each point
  Eigen::VectorXd h_;          // of each span
  Eigen::MatrixXd d_, m_, c_;  // direction of each span; slope and bend at each point
};

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
void measure_points(const Points& points, const SimplifiedPath& simple, const Through& through,
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

Keeping keeping(const PathOptions& options, Eigen::Index dofs, double simplified) {
  const auto one_each = [&](const Eigen::VectorXd& given, double none) {
    return given.size() == dofs ? given : Eigen::VectorXd(Eigen::VectorXd::Constant(dofs, none));
  };
  const double tolerance = options.line_tolerance - simplified;
  return {tolerance, std::min(1e-3, 0.01 * tolerance), one_each(options.lower, -infinity),
          one_each(options.upper, infinity)};
}

void require_tolerance(double tolerance, const std::string& of) {
  if (tolerance > 0.0) return;
  throw Error(Error::Code::value, "a tolerance of the " + of + " that is not positive",
              "give one in rad or m");
}

}  // namespace

PathCurve path_through(const Points& points, const PathOptions& options) {
  require_tolerance(options.point_tolerance, "points");
  require_tolerance(options.line_tolerance, "lines");
  const SimplifiedPath simple =
      simplify_path(points, 0.25 * std::min(options.point_tolerance, options.line_tolerance));
  Eigen::MatrixXd corners(static_cast<Eigen::Index>(simple.kept.size()), points.cols());
  for (std::size_t k = 0; k < simple.kept.size(); ++k) {
    corners.row(static_cast<Eigen::Index>(k)) = points.row(simple.kept[k]);
  }
  PathCurve path;
  path.repeated = simple.repeated;
  path.left_out = simple.left_out;
  if (corners.rows() == 2) {
    path.curve = BSpline(1, BSpline::clamped_knots(1, 1, 1.0), corners);
    path.line_distance = path.point_error = simple.farthest;
    return path;
  }
  const Through through(corners, keeping(options, points.cols(), simple.farthest));
  path.curve = through.curve();
  int corner = 0;
  path.line_distance =
      through.farthest(&corner) + simple.farthest + control_rounding * points.cwiseAbs().maxCoeff();
  path.farthest_line = simple.kept[static_cast<std::size_t>(corner)] + 1;
  find_corner(points, simple.kept, path);
  measure_points(points, simple, through, path);
  return path;
}

}  // namespace alembert
