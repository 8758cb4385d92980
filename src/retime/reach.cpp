// Backward: from which speeds can rest at the end be reached? Those of a node are kept as one
// interval of x, joined to that of the next node: where friction makes islands of speeds, the
// island that leads to the end counts. Forward: as fast as the intervals allow.
#include "retime/reach.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

class Reach {
 public:
  explicit Reach(PathLimits& limits)
      : limits_(limits), low_(limits.last() + 1, 0.0), high_(limits.last() + 1, 0.0) {}

  SpeedProfile run() {
    if (auto blocked = backward()) return {std::move(blocked), {}, {}, {}};
    SpeedProfile out;
    out.s = limits_.s();
    out.x.setZero(out.s.size());
    out.t.setZero(out.s.size());
    for (int k = 0; k < limits_.last(); ++k) {
      out.x[k + 1] = k + 1 == limits_.last() ? 0.0 : next(k, out.x[k]);
      const double speeds = std::sqrt(out.x[k]) + std::sqrt(out.x[k + 1]);
      if (!(speeds > 0.0)) return {block(k), {}, {}, {}};
      out.t[k + 1] = out.t[k] + 2.0 * step(k) / speeds;
    }
    return out;
  }

 private:
  double step(int k) const { return limits_.s()[k + 1] - limits_.s()[k]; }

  PathBlock block(int k) {
    PathBlock out{PathBlock::Kind::cannot_move, limits_.s()[k], limits_.position(k), {}};
    return out;
  }

  std::optional<PathBlock> backward() {
    const int last = limits_.last();
    for (int k = last - 1; k >= 0; --k) {
      const double slowest = low_[k + 1], fastest = high_[k + 1];
      // At the next node as well: between them s'' is one number.
      const PathLimits::Range there = limits_.range(k + 1, fastest);
      if (there.empty()) return block(k + 1);
      const double brake = fastest - 2.0 * step(k) * there.low;
      const double top = std::min(brake, limits_.cap(k));
      if (!std::isfinite(top)) {
        PathBlock out = block(k);
        out.kind = PathBlock::Kind::nothing_limits;
        return out;
      }
      if (!(top >= 0.0) || !find(k, top, slowest, fastest)) return block(k);
    }
    if (low_[0] > 0.0) return block(0);
    return {};
  }

  /// Some u takes x at node k into the interval of the next node.
  bool leads_on(int k, double x, double slowest, double fastest) {
    const PathLimits::Range u = limits_.range(k, x);
    last_low_ = u.low;
    return !u.empty() && x + 2.0 * step(k) * u.low <= fastest &&
           x + 2.0 * step(k) * u.high >= slowest;
  }

  bool find(int k, double top, double slowest, double fastest) {
    const auto good = [&](double x) { return leads_on(k, x, slowest, fastest); };
    double low = -1.0, bad = top;
    if (good(top)) {
      low = bad = top;
    } else {
      low = below(k, top, fastest, good, bad);
      if (low < 0.0) return false;
      // The slope of u by x is small: a few steps come as close as numbers do.
      for (int i = 0; i < 4 && bad > low; ++i) {
        const double x = fastest - 2.0 * step(k) * last_low_;
        if (!(x > low && x < bad)) break;
        (good(x) ? low : bad) = x;
      }
      while (bad - low > 1e-9 * bad) {
        const double x = 0.5 * (low + bad);
        (good(x) ? low : bad) = x;
      }
    }
    high_[k] = low;
    low_[k] = 0.0;
    if (good(0.0) || low == 0.0) return true;
    double slow = high_[k], too_slow = 0.0;
    while (slow - too_slow > 1e-9 * high_[k]) {
      const double x = 0.5 * (slow + too_slow);
      (good(x) ? slow : too_slow) = x;
    }
    low_[k] = slow;
    return true;
  }

  /// The largest good speed that is seen on the way down from the top; `bad` is the one above it.
  template <typename Good>
  double below(int k, double top, double fastest, const Good& good, double& bad) {
    // By what the top leaves of the brakes, then by ever larger steps.
    double x = std::min(top, fastest - 2.0 * step(k) * last_low_);
    if (!(x >= 0.0) || x == top) x = 0.999 * top;
    for (double gap = 1e-3; gap < 1.0; gap *= 2.0) {
      if (x > 0.0 && x < bad) {
        if (good(x)) return x;
        bad = x;
      }
      x = top * (1.0 - gap);
    }
    if (good(0.0)) return 0.0;
    // An island of speeds that is narrower than the steps.
    bad = top;
    for (int i = 99; i > 0; --i) {
      x = top * i / 100.0;
      if (good(x)) return x;
      bad = x;
    }
    return -1.0;
  }

  double next(int k, double x) {
    const double two = 2.0 * step(k);
    const PathLimits::Range here = limits_.range(k, x);
    const double most = std::min(x + two * here.high, high_[k + 1]);
    const double least = std::max({low_[k + 1], x + two * here.low, 0.0});
    double y = std::max(most, least);
    // s'' is allowed at the next node too, where friction may be another.
    for (int i = 0; i < 3; ++i) {
      const PathLimits::Range there = limits_.range(k + 1, y);
      if (there.empty() || y <= x + two * there.high) break;
      y = std::clamp(x + two * there.high, least, std::max(least, y));
    }
    return y;
  }

  PathLimits& limits_;
  std::vector<double> low_, high_;  // of x, from which the end can be reached
  double last_low_ = 0.0;           // of the u that were looked at last
};

}  // namespace

SpeedProfile fastest_speeds(PathLimits& limits) { return Reach(limits).run(); }

}  // namespace alembert
