#include "paths/rounded_path.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

/// A cut is made smaller by this factor, and so often at most, all together.
constexpr double smaller = 0.6;
constexpr int most_rounds = 60;
/// Neighbouring control points are at most so many times as far apart as those before.
constexpr double most_growth = 2.0;

struct Controls {
  std::vector<Eigen::VectorXd> q;
  std::vector<double> at;  // along the lines
};

/// Between two cuts on one line: spacings grow and shrink by a factor at most.
void fill_line(double from, double to, double first, double last, std::vector<double>& at) {
  if (to - from <= 1e-12) return;
  if (to - from <= most_growth * std::min(first, last)) return;
  const double half = 0.5 * (from + to);
  const bool near_first = first <= last;
  const double step = std::min(most_growth * (near_first ? first : last), 0.5 * (to - from));
  if (near_first) {
    const double next = std::min(from + step, half);
    at.push_back(next);
    fill_line(next, to, next - from, last, at);
  } else {
    const double next = std::max(to - step, half);
    fill_line(from, next, first, to - next, at);
    at.push_back(next);
  }
}

class RoundedPath {
 public:
  RoundedPath(const std::vector<Eigen::VectorXd>& corners, const Eigen::VectorXd& scale)
      : corners_(corners) {
    at_.push_back(0.0);
    for (std::size_t k = 1; k < corners.size(); ++k) {
      at_.push_back(at_.back() + (corners[k] - corners[k - 1]).cwiseProduct(scale).norm());
    }
    // A cut reaches to the middle of the shorter line; at the ends to the same.
    cuts_.resize(corners.size());
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const double before = k > 0 ? at_[k] - at_[k - 1] : infinity;
      const double after = k + 1 < corners.size() ? at_[k + 1] - at_[k] : infinity;
      cuts_[k] = 0.5 * std::min(before, after);
    }
  }

  BSpline curve() const {
    const std::vector<double> at = places();
    const auto count = static_cast<Eigen::Index>(at.size());
    Eigen::MatrixXd points(count, corners_.front().size());
    for (Eigen::Index i = 0; i < count; ++i) points.row(i) = place(at[i]).transpose();
    // Knots follow the points, so that the curve runs evenly; ends are clamped.
    Eigen::VectorXd knots(count + 4);
    knots.head(4).setZero();
    knots.tail(4).setOnes();
    for (Eigen::Index i = 2; i + 2 < count; ++i) knots[i + 2] = at[i] / at_.back();
    return BSpline(3, knots, points);
  }

  /// Near a share of the path.
  void cut_less(double share) {
    const double where = share * at_.back();
    std::size_t nearest = 1;
    for (std::size_t k = 1; k + 1 < corners_.size(); ++k) {
      if (std::abs(at_[k] - where) < std::abs(at_[nearest] - where)) nearest = k;
    }
    cuts_[nearest] *= smaller;
  }

 private:
  std::vector<double> places() const {
    std::vector<double> at;
    for (std::size_t k = 0; k + 1 < corners_.size(); ++k) {
      const double a = at_[k], b = at_[k + 1];
      const double first = a + cuts_[k], last = b - cuts_[k + 1];
      at.push_back(a);
      if (first >= last - 1e-9 * (b - a)) {
        at.push_back(0.5 * (first + last));
        continue;
      }
      at.push_back(first);
      fill_line(first, last, cuts_[k], cuts_[k + 1], at);
      at.push_back(last);
    }
    at.push_back(at_.back());
    return at;
  }

  Eigen::VectorXd place(double at) const {
    std::size_t k = 0;
    while (k + 2 < corners_.size() && at_[k + 1] < at) ++k;
    const double length = at_[k + 1] - at_[k];
    const double share = length > 0.0 ? std::clamp((at - at_[k]) / length, 0.0, 1.0) : 0.0;
    return corners_[k] + share * (corners_[k + 1] - corners_[k]);
  }

  const std::vector<Eigen::VectorXd>& corners_;
  std::vector<double> at_, cuts_;  // of corners, along the path
};

}  // namespace

std::optional<BSpline> rounded_path(const std::vector<Eigen::VectorXd>& corners,
                                    const Eigen::VectorXd& scale, const CurveCheck& first_blocked) {
  if (corners.size() == 2) {
    Eigen::MatrixXd ends(2, corners.front().size());
    ends << corners[0].transpose(), corners[1].transpose();
    return BSpline(1, BSpline::clamped_knots(1, 1, 1.0), ends);
  }
  RoundedPath path(corners, scale);
  for (int round = 0; round < most_rounds; ++round) {
    const BSpline curve = path.curve();
    const std::optional<double> where = first_blocked(curve);
    if (!where) return curve;
    path.cut_less(*where);
  }
  return {};
}

}  // namespace alembert
