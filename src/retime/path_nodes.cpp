#include "retime/path_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "task/point_limit.hpp"
#include "trajectory/fractions.hpp"

namespace alembert {
namespace {

/// The same knots with others between them, so that segments grow and shrink by degrees.
Eigen::VectorXd evened(const std::vector<double>& knots) {
  constexpr double growth = 0.5;
  const std::size_t count = knots.size() - 1;
  std::vector<double> most(count);
  for (std::size_t k = 0; k < count; ++k) {
    most[k] = knots[k + 1] - knots[k];
    if (k > 0) most[k] = std::min(most[k], most[k - 1] + growth * (knots[k + 1] - knots[k]));
  }
  for (std::size_t k = count - 1; k-- > 0;) {
    most[k] = std::min(most[k], most[k + 1] + growth * (knots[k + 1] - knots[k]));
  }
  std::vector<double> out = {knots[0]};
  for (std::size_t k = 0; k < count; ++k) {
    // From the length of the one end to that of the other.
    const double length = knots[k + 1] - knots[k];
    const double left = k > 0 ? std::min(most[k - 1], most[k]) : most[k];
    const double right = k + 1 < count ? std::min(most[k + 1], most[k]) : most[k];
    std::vector<double> parts;
    double at = 0.0;
    const bool even = std::min(left, right) > 0.6 * length;
    while (at < length) {
      const double here = std::min({left + growth * at, right + growth * (length - at), most[k]});
      at += even ? length : std::max(here, 0.01 * length);
      parts.push_back(at);
    }
    for (const double part : parts) out.push_back(knots[k] + part * length / at);
    out.back() = knots[k + 1];
  }
  return Eigen::Map<Eigen::VectorXd>(out.data(), out.size());
}

}  // namespace

Eigen::VectorXd path_nodes(int steps, const BSpline& path) {
  std::vector<double> at;
  for (int k = 0; k <= steps; ++k) at.push_back(0.5 - 0.5 * std::cos(std::numbers::pi * k / steps));
  at.front() = 0.0;
  at.back() = 1.0;
  const int every = 1 + path.segments() / (10 * steps);
  for (int k = 0; k < path.segments(); k += every) {
    const double from = path.knot(k);
    const double to = path.knot(std::min(k + every, path.segments()));
    // Radians of turn at most, to a step.
    constexpr double turn = 0.02;
    const double bend = std::max(path(from, 2).norm(), path(to, 2).norm());
    const double slope = 0.5 * (path(from, 1).norm() + path(to, 1).norm());
    const double parts = std::clamp(std::ceil((to - from) * bend / (turn * slope)), 1.0, 32.0);
    for (double part = 0.0; part < parts; part += 1.0) {
      at.push_back((from + part / parts * (to - from) - path.begin()) / path.duration());
    }
  }
  std::sort(at.begin(), at.end());
  const auto close = [](double a, double b) { return b - a < 1e-7; };
  at.erase(std::unique(at.begin(), at.end(), close), at.end());
  at.back() = 1.0;
  const Eigen::Index last = static_cast<Eigen::Index>(at.size()) - 1;
  Eigen::VectorXd s(2 * last + 1);
  for (Eigen::Index k = 0; k <= last; ++k) s[2 * k] = at[k];
  for (Eigen::Index k = 0; k < last; ++k) s[2 * k + 1] = 0.5 * (s[2 * k] + s[2 * k + 2]);
  return s;
}

Eigen::VectorXd with_turns(const Eigen::VectorXd& shares, const SpeedProfile& profile,
                           const PathLimits& limits) {
  constexpr double turn = 0.06;  // rad
  std::vector<double> all(shares.begin(), shares.end());
  double turned = 0.0;
  Eigen::VectorXd before = limits.slope(0).normalized();
  for (Eigen::Index k = 1; k + 1 < profile.s.size(); ++k) {
    const Eigen::VectorXd now = limits.slope(static_cast<int>(2 * k)).normalized();
    turned += (now - before).norm();
    before = now;
    if (turned < turn) continue;
    turned = 0.0;
    all.push_back(profile.t[k] / profile.duration());
  }
  return evened(kept_apart(std::move(all), 1e-4 / profile.duration()));
}

Eigen::VectorXd halved(const Eigen::VectorXd& shares, const Eigen::VectorXd& much) {
  std::vector<double> out = {0.0};
  for (Eigen::Index j = 0; j + 1 < shares.size(); ++j) {
    const Eigen::Index first = std::max<Eigen::Index>(0, j - 1);
    const Eigen::Index count = std::min<Eigen::Index>(3, much.size() - first);
    if (much.segment(first, count).maxCoeff() > 1.0) {
      out.push_back(0.5 * (shares[j] + shares[j + 1]));
    }
    out.push_back(shares[j + 1]);
  }
  return Eigen::Map<Eigen::VectorXd>(out.data(), out.size());
}

Eigen::VectorXd longer_than_steps(const SpeedProfile& profile, const Timing& timing,
                                  Eigen::VectorXd much) {
  const Eigen::VectorXd& s = profile.s;
  Eigen::Index k = 0;
  for (int e = 0; e < timing.segments(); ++e) {
    while (k + 2 < s.size() && s[k + 1] <= timing.s[e]) ++k;
    if (timing.s[e + 1] - timing.s[e] < 4.0 * (s[k + 1] - s[k])) much[e] = 0.0;
  }
  return much;
}

double first_ramp(const SpeedProfile& profile, const PathLimits& limits) {
  double ramp = 0.0;
  for (int k = 0; k + 1 < profile.s.size(); ++k) {
    const auto share = limits.slope(2 * k + 1).cwiseAbs().cwiseQuotient(limits.limits().jerk);
    ramp = std::max(ramp, std::abs(profile.u(k)) * share.maxCoeff());
  }
  return ramp;
}

void explain(const Task& task, PathLimits& limits, PathBlock& block) {
  if (block.kind != PathBlock::Kind::cannot_move) return;
  const MotionLimits& allowed = task.problem().limits;
  for (int k = 0; k <= limits.last(); ++k) {
    const Eigen::VectorXd& tau = limits.torque(k, 0.0);
    for (int j = 0; j < task.dofs(); ++j) {
      const double lower = allowed.torque_lower[j], upper = allowed.torque_upper[j];
      const double beyond = std::max(lower - tau[j], tau[j] - upper);
      const double share = beyond / std::max(std::abs(lower), std::abs(upper));
      if (!(beyond > 0.0) || (block.limit && block.limit->violation >= share)) continue;
      const Coordinate& joint = task.model().coordinates()[j];
      block = {PathBlock::Kind::cannot_hold, limits.s()[k], limits.position(k),
               LimitNote{joint_subject(LimitKind::holding_torque, joint), 0.0, tau[j],
                         tau[j] > upper ? upper : lower, share}};
    }
  }
}

}  // namespace alembert
