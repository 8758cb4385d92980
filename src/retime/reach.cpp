// Between two points of the profile, h apart, u is constant and dx/ds = 2 u: with x in the middle
// x - h u and x + h u are at the ends. u keeps the limits of the middle: an error of second order.
//
// Backward: from which speeds can rest at the end be reached? Those of a point are kept as one
// interval of x, joined to that of the next point: where friction makes islands of speeds, the
// island that leads to the end counts. Forward: as fast as the intervals allow.
#include <algorithm>
#include <cmath>

#include "retime/timing.hpp"

namespace alembert {
namespace {

class Reach {
 public:
  Reach(PathLimits& limits, double first_x, double last_x)
      : limits_(limits),
        first_x_(first_x),
        steps_(limits.last() / 2),
        low_(steps_ + 1, last_x),
        high_(steps_ + 1, last_x) {}

  SpeedProfile run() {
    SpeedProfile out;
    if ((out.blocked = fast_end())) return out;
    if ((out.blocked = backward())) return out;
    out.s = limits_.s()(Eigen::seqN(0, steps_ + 1, 2));
    out.x.setConstant(steps_ + 1, first_x_);
    out.t.setZero(steps_ + 1);
    for (int k = 0; k < steps_; ++k) {
      out.x[k + 1] = k + 1 == steps_ ? high_[steps_] : next(k, out.x[k]);
      const double speeds = std::sqrt(out.x[k]) + std::sqrt(out.x[k + 1]);
      if (!(speeds > 0.0)) {
        out.blocked = block(k, PathBlock::Kind::cannot_move);
        return out;
      }
      out.t[k + 1] = out.t[k] + 2.0 * step(k) / speeds;
    }
    return out;
  }

 private:
  double step(int k) const { return limits_.s()[2 * k + 2] - limits_.s()[2 * k]; }
  PathLimits::Range in_middle(int k, double x) { return limits_.range(2 * k + 1, x); }

  PathBlock block(int k, PathBlock::Kind kind) const {
    return {kind, limits_.s()[2 * k], limits_.position(2 * k), {}};
  }

  std::optional<PathBlock> backward() {
    for (int k = steps_ - 1; k >= 0; --k) {
      const double most = largest(k);
      if (most == infinity) return block(k, PathBlock::Kind::nothing_limits);
      if (most < 0.0) return block(k, PathBlock::Kind::cannot_move);
      high_[k] = std::min(limits_.cap(2 * k), largest_from(k, most));
      if (!(high_[k] >= 0.0)) return block(k, PathBlock::Kind::cannot_move);
      low_[k] = leads_on(k, 0.0) ? 0.0 : smallest_from(k, most);
    }
    if (first_x_ == 0.0 && high_[steps_] == 0.0) {
      if (low_[0] > 0.0) return block(0, PathBlock::Kind::cannot_move);
      return {};
    }
    return unreachable_end();
  }

  /// A speed at the end that no acceleration there keeps within the limits.
  std::optional<PathBlock> fast_end() {
    const int node = 2 * steps_;
    const double wanted = high_[steps_], cap = limits_.cap(node);
    if (wanted == 0.0 || (wanted <= cap && !limits_.range(node, wanted).empty())) return {};
    double most = std::min(wanted, cap);
    for (int i = 0; i < 1000 && limits_.range(node, most).empty(); ++i) most *= 0.99;
    PathBlock out = block(steps_, PathBlock::Kind::end_speed);
    out.speed = std::sqrt(most) * limits_.slope(node).norm();
    return out;
  }

  /// A speed at the beginning that does not lead to that at the end.
  std::optional<PathBlock> unreachable_end() const {
    constexpr double rounding = 1e-9;
    const bool fast = first_x_ > high_[0] * (1.0 + rounding);
    if (!fast && first_x_ >= low_[0] * (1.0 - rounding)) return {};
    PathBlock out = block(0, PathBlock::Kind::start_speed);
    out.speed = std::sqrt(fast ? high_[0] : low_[0]) * limits_.slope(0).norm();
    return out;
  }

  /// Some u takes x in the middle of step k into the interval at its end.
  bool leads_on(int k, double x) {
    const PathLimits::Range u = in_middle(k, x);
    return !u.empty() && x + step(k) * u.low <= high_[k + 1] * (1.0 + 1e-12) &&
           x + step(k) * u.high >= low_[k + 1];
  }

  /// x in the middle of the step; negative: there is none.
  double largest(int k) {
    const double cap = limits_.cap(2 * k + 1);
    double x = std::min(cap, high_[k + 1]), top = x;
    // u changes little with x: a few steps come as close as numbers do.
    for (int i = 0; i < 8; ++i) {
      const PathLimits::Range u = in_middle(k, x);
      if (u.empty()) break;
      const double y = std::min(cap, high_[k + 1] - step(k) * u.low);
      if (y == infinity || !(y >= 0.0)) {
        if (y == infinity) return infinity;
        break;
      }
      const bool close = std::abs(y - x) <= 1e-11 * y;
      x = y;
      top = std::max(top, y);
      if (close && leads_on(k, x)) return x;
    }
    return scanned(k, 1.001 * std::min(cap, top));
  }

  /// The same where friction or a limit on the speed itself bends much with x.
  double scanned(int k, double top) {
    double bad = top, good = -1.0;
    for (double gap = 1e-3; good < 0.0 && gap < 1.0; gap *= 2.0) {
      const double x = top * (1.0 - gap);
      (leads_on(k, x) ? good : bad) = x;
    }
    if (good < 0.0 && leads_on(k, 0.0)) good = 0.0;
    // An island of speeds narrower than those steps.
    for (int i = 99; good < 0.0 && i > 0; --i) {
      bad = top * (i + 1) / 100.0;
      if (leads_on(k, top * i / 100.0)) good = top * i / 100.0;
    }
    if (good < 0.0) return good;
    while (bad - good > 1e-9 * bad) {
      const double x = 0.5 * (good + bad);
      (leads_on(k, x) ? good : bad) = x;
    }
    return good;
  }

  /// The largest x at the beginning of the step.
  double largest_from(int k, double most) {
    const double braking = step(k) * in_middle(k, most).low;
    double best = most - braking;
    // Where no speed in the middle is allowed but with much acceleration, a smaller one may be
    // reached from a larger.
    if (braking < 0.5 * most) return best;
    for (const double share : {0.99, 0.97, 0.93, 0.85, 0.7, 0.5, 0.3, 0.1}) {
      const double x = share * most;
      if (leads_on(k, x)) best = std::max(best, x - step(k) * in_middle(k, x).low);
    }
    return best;
  }

  /// The smallest x at the beginning of the step, where the arm cannot be at rest.
  double smallest_from(int k, double most) {
    double good = most, bad = 0.0;
    while (good - bad > 1e-9 * most) {
      const double x = 0.5 * (good + bad);
      (leads_on(k, x) ? good : bad) = x;
    }
    return std::clamp(good - step(k) * in_middle(k, good).high, 0.0, high_[k]);
  }

  /// x at the end of a step that begins with x.
  double next(int k, double x) {
    const double most = high_[k + 1], least = std::min(low_[k + 1], most);
    double middle = 0.5 * (x + most);
    PathLimits::Range u = in_middle(k, middle);
    // The fastest that leads into the interval is the end of it, unless the motors are too weak.
    if (!u.empty() && middle - step(k) * u.high <= x) return most;
    for (int i = 0; i < 8 && !u.empty(); ++i) {
      const double y = x + step(k) * u.high;
      if (!(y >= 0.0)) break;
      const bool close = std::abs(y - middle) <= 1e-10 * y;
      middle = y;
      if (close) return std::clamp(2.0 * middle - x, least, most);
      u = in_middle(k, middle);
    }
    double slow = 0.5 * (x + least), fast = 0.5 * (x + most);
    while (fast - slow > 1e-9 * fast) {
      middle = 0.5 * (slow + fast);
      u = in_middle(k, middle);
      (!u.empty() && middle - step(k) * u.high <= x ? slow : fast) = middle;
    }
    return std::clamp(2.0 * slow - x, least, most);
  }

  PathLimits& limits_;
  double first_x_;
  int steps_;
  std::vector<double> low_, high_;  // of x, from which the end can be reached
};

}  // namespace

SpeedProfile fastest_speeds(PathLimits& limits, double first_x, double last_x) {
  return Reach(limits, first_x, last_x).run();
}

}  // namespace alembert
