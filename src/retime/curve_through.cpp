#include "retime/curve_through.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/robot.hpp"
#include "retime/simplified_path.hpp"

namespace alembert {
namespace {

/// Shorter parts of the way than this are not cut again.
constexpr double smallest_part = 1e-9;

}  // namespace

CurveThrough::CurveThrough(const Points& corners, const CurveLimits& options) : options_(options) {
  for (int i = 0; i < corners.rows(); ++i) {
    joints_.push_back({.q = corners.row(i), .straight = false, .corner = i});
  }
  shape();
  cut_corners();
  for (int round = 0; round < 100 && straighten(); ++round) shape();
}

std::vector<double> CurveThrough::shares() const {
  std::vector<double> out;
  for (int i = 0; i <= spans(); ++i) {
    if (!joints_[i].straight) out.push_back(s_[i] / length());
    if (joints_[i].apex) out.push_back((s_[i] + 0.5 * h_[i]) / length());
  }
  return out;
}

double CurveThrough::farthest(int* corner) const {
  double worst = 0.0;
  for (int i = 0; i < spans(); ++i) {
    const double off = distance(i);
    if (off <= worst) continue;
    worst = off;
    *corner = joints_[i].corner;
  }
  return worst;
}

BSpline CurveThrough::curve() const {
  const int count = spans() + 1;
  Eigen::VectorXd knots(3 * spans() + 7);
  Eigen::MatrixXd points(3 * count, joints_.front().q.size());
  Eigen::Index k = 0, row = 0;
  for (; k < 4; ++k) knots[k] = 0.0;
  for (int i = 0; i < spans(); ++i) {
    for (const double third : {1.0, 2.0, 3.0}) {
      knots[k++] = (third < 3.0 ? s_[i] + third / 3.0 * h_[i] : s_[i + 1]) / length();
    }
  }
  knots.tail(4).setOnes();
  // Blossoms of the cubics at triples of knots.
  for (int i = 0; i < count; ++i) {
    const double before = i > 0 ? h_[i - 1] : 0.0, after = i + 1 < count ? h_[i] : 0.0;
    if (i > 0) points.row(row++) = second_third(i - 1);
    if (i == 0) points.row(row++) = joints_[0].q;
    points.row(row++) =
        joints_[i].q + m_.row(i) * ((after - before) / 9.0) - c_.row(i) * (after * before / 54.0);
    if (i + 1 == count) points.row(row++) = joints_[i].q;
    if (i + 1 < count) points.row(row++) = first_third(i);
  }
  return BSpline(3, std::move(knots), std::move(points));
}

CurveThrough::Row CurveThrough::first_third(int i) const {
  return joints_[i].q + m_.row(i) * (h_[i] / 3.0) + c_.row(i) * (h_[i] * h_[i] / 27.0);
}

CurveThrough::Row CurveThrough::second_third(int i) const {
  return joints_[i + 1].q - m_.row(i + 1) * (h_[i] / 3.0) + c_.row(i + 1) * (h_[i] * h_[i] / 27.0);
}

void CurveThrough::cut_corners() {
  std::vector<PathJoint> out = {joints_.front()};
  for (int i = 1; i < spans(); ++i) {
    const Row before = d_.row(i - 1), after = d_.row(i);
    const bool stops = m_.row(i).norm() < 0.1, back = (before + after).norm() < 0.5;
    const double room = 1.8 * options_.tolerance / (after - before).cwiseAbs().maxCoeff();
    const double radius = std::min({room, h_[i - 1] / 3.0, h_[i] / 3.0});
    if (!stops || back || !(radius > smallest_part * length())) {
      out.push_back(joints_[i]);
      continue;
    }
    const Row& apex = joints_[i].q;
    out.push_back({.q = apex - radius * before, .straight = true, .corner = i - 1, .apex = apex});
    out.push_back({.q = apex + radius * after, .straight = true, .corner = i});
  }
  out.push_back(joints_.back());
  if (out.size() == joints_.size()) return;
  joints_ = std::move(out);
  shape();
}

bool CurveThrough::straighten() {
  const double tolerance = options_.tolerance;
  std::vector<PathJoint> out;
  bool changed = false;
  for (int i = 0; i < spans(); ++i) {
    const PathJoint &from = joints_[i], &to = joints_[i + 1];
    if (!out.empty() && out.back().apex) {
      // The far side of a cut corner, which may have moved.
      const PathJoint near = out.back();
      const double share = (near.q - *near.apex).norm() / (joints_[i - 1].q - *near.apex).norm();
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

void CurveThrough::shape() {
  const int count = static_cast<int>(joints_.size());
  h_.resize(count - 1);
  d_.resize(count - 1, joints_.front().q.size());
  s_.assign(1, 0.0);
  for (int i = 0; i + 1 < count; ++i) {
    const Row along = joints_[i + 1].q - joints_[i].q;
    h_[i] = along.norm();
    d_.row(i) = along / h_[i];
    s_.push_back(s_.back() + h_[i]);
  }
  find_slopes();
  for (Eigen::Index j = 0; j < d_.cols(); ++j) limit(j);
}

void CurveThrough::find_slopes() {
  const int count = spans() + 1;
  Eigen::VectorXd low = Eigen::VectorXd::Zero(count), middle = Eigen::VectorXd::Ones(count),
                  high = low;
  m_.resize(count, d_.cols());
  for (int i = 0; i < count; ++i) {
    if (i == 0 || i + 1 == count) {
      (i == 0 ? high : low)[i] = 1.0;
      m_.row(i) = 2.0 * d_.row(i == 0 ? 0 : i - 1);
    } else if (joints_[i].straight) {
      m_.row(i) = d_.row(joints_[i].apex ? i - 1 : i);
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
    if (joints_[i].straight) continue;
    c_.row(i) =
        i + 1 < count
            ? Row((6.0 * d_.row(i) - 4.0 * m_.row(i) - 2.0 * m_.row(i + 1)) / h_[i])
            : Row((2.0 * m_.row(i - 1) + 4.0 * m_.row(i) - 6.0 * d_.row(i - 1)) / h_[i - 1]);
  }
}

void CurveThrough::limit(Eigen::Index j) {
  std::vector<bool> limited(joints_.size());
  for (std::size_t i = 0; i < joints_.size(); ++i) limited[i] = joints_[i].straight;
  const auto limit_once = [&](int i) {
    if (limited[i]) return false;
    limited[i] = true;
    limit(i, j);
    return true;
  };
  std::vector<int> todo;
  for (int i = spans() - 1; i >= 0; --i) todo.push_back(i);
  while (!todo.empty()) {
    const int i = todo.back();
    todo.pop_back();
    if (joints_[i].apex || (limited[i] && limited[i + 1])) continue;
    if (follows(i, j, !limited[i] && !limited[i + 1])) continue;
    if (limit_once(i) && i > 0) todo.push_back(i - 1);
    if (limit_once(i + 1) && i + 1 < spans()) todo.push_back(i + 1);
  }
}

double CurveThrough::swing(int i, Eigen::Index j) const {
  if (i == 0 || i == spans() || d_(i - 1, j) * d_(i, j) > 0.0) return 0.0;
  const double q = joints_[i].q[j];
  const bool room =
      q - options_.swing >= options_.lower[j] && q + options_.swing <= options_.upper[j];
  return room ? options_.swing : 0.0;
}

bool CurveThrough::follows(int i, Eigen::Index j, bool one_cubic) const {
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

void CurveThrough::limit(int i, Eigen::Index j) {
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

double CurveThrough::distance(int i) const {
  const Row &a = joints_[i].q, &b = joints_[i + 1].q;
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
  const std::optional<Row>& apex = joints_[i].apex;
  double off = 0.0;
  for (const Row& point : {from, from2, v, vx, vxy, middle}) {
    off = std::max(off, off_line(point, a, apex ? *apex : b));
  }
  for (const Row& point : {middle, xyw, yw, w, to2, to}) {
    off = std::max(off, off_line(point, apex ? *apex : a, b));
  }
  return off;
}

double CurveThrough::off_line(const Row& point, const Row& a, const Row& b) {
  return (point - nearest_on_line(point, a, b)).cwiseAbs().maxCoeff();
}

}  // namespace alembert
