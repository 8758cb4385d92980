// The fastest motion of one joint from state to state, by brute force: every way to switch the jerk
// (up, down, up or down, up, down; with or without a stay at either limit of the acceleration; with
// or without one at the velocity's) is walked along its one free number in small steps, and where
// the place at the end passes the goal the step is halved. Shares no code with the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace alembert::test {

struct JointProblem {
  double d;  ///< distance
  double v0, a0, v1, a1;
  double V, A, J;

  JointProblem mirrored() const { return {-d, -v0, -a0, -v1, -a1, V, A, J}; }
};

class FastestJoint {
 public:
  explicit FastestJoint(const JointProblem& problem) : p_(problem) {}

  /// All times at which the set of possible ones may begin or end, in order.
  std::vector<double> times() const {
    std::vector<double> out;
    for (const bool mirror : {false, true}) {
      const Side side(mirror ? p_.mirrored() : p_);
      side.walk([&](const Path& path) { return path.x - side.p.d; },
                [&](const Path& path) { out.push_back(path.T); });
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  double fastest() const {
    const std::vector<double> all = times();
    return all.empty() ? std::numeric_limits<double>::infinity() : all.front();
  }

  /// Is there a motion that takes so long? Places from that of the mirrored to that of the farthest
  /// are within reach.
  bool can_take(double T, double tolerance) const {
    double most = -1e300, least = 1e300;
    for (const bool mirror : {false, true}) {
      const Side side(mirror ? p_.mirrored() : p_);
      side.walk([&](const Path& path) { return path.T - T; },
                [&](const Path& path) {
                  const double x = mirror ? -path.x : path.x;
                  most = std::max(most, x);
                  least = std::min(least, x);
                });
    }
    return least - tolerance <= p_.d && p_.d <= most + tolerance;
  }

 private:
  /// Where a way with some free number ends, if it is one.
  struct Path {
    bool is = false;
    double T = 0.0, x = 0.0;
  };

  /// Jerk up, down, up.
  struct Side {
    explicit Side(const JointProblem& problem) : p(problem) {}
    JointProblem p;

    struct Walk {
      double t = 0.0, x = 0.0, v = 0.0, a = 0.0, fastest = 0.0;
      bool backwards = false;
      void go(double dt, double j) {
        if (dt < 0.0) {
          backwards = backwards || dt < -1e-10 * (1.0 + t);
          dt = 0.0;
        }
        if (j != 0.0 && -a / j > 0.0 && -a / j < dt) see(v - 0.5 * a * a / j);
        x += dt * (v + dt * (a / 2.0 + dt * j / 6.0));
        v += dt * (a + dt * j / 2.0);
        a += dt * j;
        t += dt;
        see(v);
      }
      void see(double speed) { fastest = std::max(fastest, std::abs(speed)); }
    };

    /// Up to the acceleration `top`, which lasts `stay`, then at zero for `coast` where `stops`,
    /// and down to `low`, by which the velocity comes out right.
    Path path(double top, double stay, int branch, bool stops, double coast) const {
      Walk w{0.0, 0.0, p.v0, p.a0, std::abs(p.v0), false};
      w.go((top - p.a0) / p.J, p.J);
      w.go(stay, 0.0);
      if (stops) {
        w.go(top / p.J, -p.J);
        w.go(coast, 0.0);
        w.a = 0.0;
      }
      // From here v falls by (a^2 - low^2)/2J while a goes down to low, and rises again with it to
      // a1.
      const double rest = w.v + 0.5 * w.a * w.a / p.J - (p.v1 - 0.5 * p.a1 * p.a1 / p.J);
      if (rest < -1e-14) return {};
      double low = (branch > 0 ? 1.0 : -1.0) * std::sqrt(p.J * std::max(0.0, rest)), hold = 0.0;
      if (low < -p.A) {
        low = -p.A;
        hold = rest / p.A - p.A / p.J;
      }
      w.go((w.a - low) / p.J, -p.J);
      w.go(hold, 0.0);
      w.go((p.a1 - low) / p.J, p.J);
      if (w.backwards || w.fastest > p.V * (1.0 + 1e-10)) return {};
      return {true, w.t, w.x};
    }

    using Measure = std::function<double(const Path&)>;
    using Found = std::function<void(const Path&)>;

    void walk(const Measure& measure, const Found& found) const {
      const double speed = std::isfinite(p.V) ? p.V : 10.0 * scale();
      // Below these the velocity cannot come out right.
      const double needed = p.v1 - p.v0 + 0.5 * (p.a0 * p.a0 - p.a1 * p.a1) / p.J;
      const double bottom = std::max(p.a0, std::sqrt(std::max(0.0, p.J * needed)));
      const double shortest = std::max(0.0, needed / p.A - p.A / p.J);
      const double ceiling =
          std::isfinite(p.A) ? p.A : std::max(p.a0, 0.0) + 2.0 * std::sqrt(p.J * speed);
      const double longest = 2.0 * speed / p.A + 4.0 * p.A / p.J;
      for (const int branch : {1, -1}) {
        for (const double from : {p.a0, bottom}) {
          along(
              [&](double s) {
                return path(from + s * s * (ceiling - from), 0.0, branch, false, 0.0);
              },
              measure, found);
        }
        if (!std::isfinite(p.A)) continue;
        along(
            [&](double s) { return path(p.A, shortest + s * s * s * longest, branch, false, 0.0); },
            measure, found);
      }
      if (!std::isfinite(p.V)) return;
      // To the velocity's limit and along it.
      const double k = p.v0 - 0.5 * p.a0 * p.a0 / p.J;
      double top = std::sqrt(p.J * std::max(0.0, p.V - k)), stay = 0.0;
      if (top > p.A) {
        top = p.A;
        stay = (p.V - k) / p.A - p.A / p.J;
      }
      const Path none = path(top, stay, -1, true, 0.0), some = path(top, stay, -1, true, 1.0);
      if (!none.is || !some.is) return;
      const double from = measure(none), to = measure(some);
      const double coast = -from / (to - from);
      if (coast >= 0.0) found(path(top, stay, -1, true, coast));
    }

    double scale() const {
      return std::abs(p.v0) + std::abs(p.v1) + p.J * std::pow(std::abs(p.d) / p.J, 2.0 / 3.0) + 1.0;
    }

    static constexpr int steps = 1500;
    template <typename Of>
    void along(const Of& of, const Measure& measure, const Found& found) const {
      double last_s = 0.0, last = 0.0, before = 0.0;
      int seen = 0;
      for (int k = 0; k <= steps; ++k) {
        const double s = static_cast<double>(k) / steps;
        const Path now = of(s);
        if (!now.is) {
          if (seen > 0) edge(of, last_s, s, last, measure, found);
          seen = 0;
          continue;
        }
        const double value = measure(now);
        if (seen == 0 && k > 0) edge(of, s, s - 1.0 / steps, value, measure, found);
        if (value == 0.0) found(now);
        if (seen > 0 && value * last < 0.0) halve(of, last_s, s, last, measure, found);
        // Down to nearly nothing and up again between steps?
        if (seen > 1 && std::abs(last) < std::abs(before) && std::abs(last) < std::abs(value) &&
            value * last > 0.0 && before * last > 0.0) {
          turn(of, s - 2.0 / steps, s, measure, found);
        }
        before = last;
        last = value;
        last_s = s;
        ++seen;
      }
    }

    /// Between a way and none the last way is looked for.
    template <typename Of>
    void edge(const Of& of, double is, double none, double at_is, const Measure& measure,
              const Found& found) const {
      const double first = is;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (is + none);
        (of(middle).is ? is : none) = middle;
      }
      const Path last = of(is);
      const double value = measure(last);
      if (std::abs(value) < 1e-12) found(last);
      if (value * at_is < 0.0) halve(of, first, is, at_is, measure, found);
    }

    template <typename Of>
    void halve(const Of& of, double low, double high, double at_low, const Measure& measure,
               const Found& found) const {
      for (int k = 0; k < 70; ++k) {
        const double middle = 0.5 * (low + high);
        const Path path = of(middle);
        if (!path.is) return;
        (measure(path) * at_low > 0.0 ? low : high) = middle;
      }
      found(of(high));
    }

    template <typename Of>
    void turn(const Of& of, double low, double high, const Measure& measure,
              const Found& found) const {
      const double begin = low, end = high;
      const double sign = measure(of(0.5 * (low + high))) > 0.0 ? 1.0 : -1.0;
      for (int k = 0; k < 60; ++k) {
        const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        const Path at_a = of(a), at_b = of(b);
        if (!at_a.is || !at_b.is) return;
        (sign * measure(at_a) < sign * measure(at_b) ? high : low) =
            sign * measure(at_a) < sign * measure(at_b) ? b : a;
      }
      const double value = measure(of(low));
      if (value * sign > 0.0) return;
      halve(of, begin, low, sign, measure, found);
      halve(of, end, low, sign, measure, found);
    }
  };

  JointProblem p_;
};

}  // namespace alembert::test
