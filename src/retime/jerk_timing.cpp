#include "retime/jerk_timing.hpp"

#include <algorithm>
#include <cmath>

#include "retime/speed_program.hpp"
#include "task/violation.hpp"

namespace alembert {
namespace {

/// Of the duration: of one program, and between passes.
constexpr double program_accuracy = 1e-4, pass_accuracy = 3e-4;
/// Of any z, between passes: limits are known as they are at z = 1.
constexpr double settled = 2e-2;

/// A linear function of z on three segments.
struct Stencil {
  int first = 0;
  std::array<double, 3> factors = {0.0, 0.0, 0.0};

  double& operator[](int segment) { return factors[segment - first]; }
  void add(double factor, const Stencil& other) {
    for (int i = 0; i < 3; ++i) {
      const double more = factor * other.factors[i];
      if (more != 0.0) (*this)[other.first + i] += more;
    }
  }
};

/// The rows of a motion.
class Rows {
 public:
  Rows(const Timing& timing, PathLimits& limits, const Eigen::VectorXd& jerk_share, bool jumps)
      : t_(timing),
        limits_(limits),
        jerk_share_(jerk_share),
        jumps_(jumps),
        last_(timing.segments()) {
    h_ = timing.t.tail(last_) - timing.t.head(last_);
    program_.weight.setZero(last_);
    program_.most.setConstant(last_, infinity);
    for (int k = 0; k < last_; ++k) program_.weight[own(k)] += h_[k];
    for (int k = jumps ? 0 : 1; k <= (jumps ? last_ : last_ - 1); ++k) at_knot(k);
    for (int k = 0; k < last_; ++k) on_segment(k);
    program_.fixed = {0, last_ - 1};
  }

  SpeedProgram take() { return std::move(program_); }

 private:
  /// The segment whose z is that of segment k: from rest s'' rises steadily over two segments.
  int own(int k) const {
    if (k == 0 && t_.speed[0] == 0.0) return 1;
    return k == last_ - 1 && t_.speed[last_] == 0.0 ? last_ - 2 : k;
  }
  /// The speed of s over a segment.
  double mean_speed(int k) const { return (limits_.s()[k + 1] - limits_.s()[k]) / h_[k]; }
  Stencil about(int segment) const { return {.first = std::clamp(segment - 1, 0, last_ - 3)}; }

  /// s'' at a knot.
  Stencil acceleration(int k) const {
    Stencil out = about(k);
    if (k == 0 || k == last_) {
      const int segment = own(k == 0 ? 0 : last_ - 1);
      const int end = k == 0 ? 0 : last_ - 1;
      if (jumps_) out[segment] = (k == 0 ? 2.0 : -2.0) * mean_speed(end) / h_[end];
      return out;
    }
    const double before = mean_speed(k - 1), after = mean_speed(k);
    const double length = 0.5 * (h_[k - 1] + h_[k]) * (before + after);
    out[own(k - 1)] -= before * before / length;
    out[own(k)] += after * after / length;
    return out;
  }

  /// lower <= value <= upper, each further out by the root of a segment.
  void between(const Stencil& value, double lower, double upper, double root, int segment) {
    for (const double side : {1.0, -1.0}) {
      const double bound = side > 0.0 ? upper : -lower;
      if (!std::isfinite(bound)) continue;
      SpeedRow row{.first = value.first, .bound = bound, .root = root, .at = segment - value.first};
      for (std::size_t i = 0; i < 3; ++i) row.factors[i] = side * value.factors[i];
      program_.rows.push_back(row);
    }
  }

  /// Where the path is a line, one joint is at such a limit before all others.
  int tightest(int k, const Eigen::VectorXd& limit) const {
    Eigen::Index out = 0;
    limits_.slope(k).cwiseAbs().cwiseQuotient(limit).maxCoeff(&out);
    return static_cast<int>(out);
  }

  void at_knot(int k) {
    const MotionLimits& limits = limits_.limits();
    const double share = limits_.share(k), speed = t_.speed[k], x = speed * speed;
    // Torque by z, about z = 1, beside that of s''.
    constexpr double apart = 1e-3;
    const Eigen::VectorXd now = limits_.torque(k, x);
    Eigen::VectorXd by_z = limits_.torque(k, x * (1.0 + apart));
    by_z = (by_z - limits_.torque(k, x * (1.0 - apart))) / (2.0 * apart);
    const Stencil u = acceleration(k);
    Stencil z = about(k);
    const int before = own(std::max(0, k - 1)), after = own(std::min(k, last_ - 1));
    z[before] += 0.5;
    z[after] += 0.5;
    const bool straight = limits_.bend(k).isZero(0.0);
    for (int i = 0; i < now.size(); ++i) {
      const double p = limits_.slope(k)[i], v = std::abs(p * speed);
      if (v > 0.0) {
        const double faster = limits.velocity[i] * share / v;
        for (const int e : {before, after}) {
          program_.most[e] = std::min(program_.most[e], faster * faster);
        }
      }
      const double most = limits.acceleration[i] * share;
      if (std::isfinite(most) && (!straight || i == tightest(k, limits.acceleration))) {
        Stencil a = about(k);
        a.add(p, u);
        a.add(limits_.bend(k)[i] * x, z);
        between(a, -most, most, 0.0, after);
      }
      Stencil torque = about(k);
      torque.add(limits_.inertia(k)[i], u);
      torque.add(by_z[i], z);
      const double offset = now[i] - by_z[i];
      const double lower = limits.torque_lower[i], upper = limits.torque_upper[i];
      const double taken = (1.0 - share) * size_of_limits(lower, upper);
      const double least = limits_.friction().below(i, p * speed).value,
                   worst = limits_.friction().above(i, p * speed).value;
      between(torque, lower + taken - offset - least, upper - taken - offset - worst, 0.0, after);
      const double power = limits.power[i] * share;
      if (std::isfinite(power) && v > 0.0) between(torque, -offset, -offset, power / v, after);
    }
  }

  void on_segment(int k) {
    const MotionLimits& limits = limits_.limits();
    const double speed = mean_speed(k), length = limits_.s()[k + 1] - limits_.s()[k];
    const Stencil from = acceleration(k), to = acceleration(k + 1);
    Stencil change = about(k), twice = about(k);  // of s'': its slope, and the sum at both ends
    change.add(-1.0 / h_[k], from);
    change.add(1.0 / h_[k], to);
    twice.add(1.0, from);
    twice.add(1.0, to);
    const bool straight = limits_.bend(k).isZero(0.0) && limits_.bend(k + 1).isZero(0.0);
    for (int i = 0; i < limits.jerk.size(); ++i) {
      const double most = limits.jerk[i] * jerk_share_[k];
      if (!std::isfinite(most) || (straight && i != tightest(k, limits.jerk))) continue;
      const double slope = 0.5 * (limits_.slope(k)[i] + limits_.slope(k + 1)[i]);
      const double bend = 0.5 * (limits_.bend(k)[i] + limits_.bend(k + 1)[i]);
      const double twist = (limits_.bend(k + 1)[i] - limits_.bend(k)[i]) / length;
      Stencil jerk = about(k);
      jerk.add(slope, change);
      jerk.add(1.5 * bend * speed, twice);
      jerk[own(k)] += twist * speed * speed * speed;
      between(jerk, 0.0, 0.0, most, own(k));
    }
  }

  const Timing& t_;
  PathLimits& limits_;
  const Eigen::VectorXd& jerk_share_;
  bool jumps_;
  int last_;
  Eigen::VectorXd h_;
  SpeedProgram program_;
};

}  // namespace

JerkTiming::JerkTiming(const Task& task, const BSpline& path, Timing timing, bool jumps,
                       std::function<void()> check)
    : limits_(task, path, timing.s),
      jerk_share_(Eigen::VectorXd::Ones(timing.segments())),
      timing_(std::move(timing)),
      jumps_(jumps),
      check_(std::move(check)) {}

bool JerkTiming::improve() {
  for (int i = 0; i < 6; ++i) {
    const double before = timing_.duration(), after = pass();
    if (!(after > 0.0)) return i > 0;
    if (std::abs(after - before) <= pass_accuracy * after && change_ <= settled) break;
  }
  return true;
}

/// The duration after it; 0 where nothing is inside the limits.
double JerkTiming::pass() {
  const SpeedProgram program = Rows(timing_, limits_, jerk_share_, jumps_).take();
  const int last = timing_.segments();
  const bool moving = timing_.speed[0] > 0.0 || timing_.speed[last] > 0.0;
  const double z0 = moving ? 1.0 : inside(program);
  Eigen::VectorXd z = Eigen::VectorXd::Constant(last, z0);
  if (!(z0 > 0.0) || (moving && !bring_inside(program, check_, z))) return 0.0;
  least_time(program, program_accuracy, z0 > 0.95 ? 0.01 : 0.1, check_, z);
  change_ = (z.segment(1, last - 2).array() - 1.0).abs().maxCoeff();
  if (timing_.speed[0] == 0.0) z[0] = z[1];
  if (timing_.speed[last] == 0.0) z[last - 1] = z[last - 2];
  Eigen::VectorXd t(last + 1);
  t[0] = 0.0;
  for (int k = 0; k < last; ++k) {
    t[k + 1] = t[k] + (timing_.t[k + 1] - timing_.t[k]) / std::sqrt(z[k]);
  }
  timing_ = through(t, limits_.s(), timing_.speed[0], timing_.speed[last], jumps_);
  return timing_.duration();
}

void JerkTiming::tighten(const Eigen::VectorXd& limits, const Eigen::VectorXd& jerk) {
  const int last = timing_.segments();
  for (int e = 0; e < last; ++e) {
    if (!(limits[e] > 0.0)) continue;
    limits_.ask_for(limits_.s()[std::max(0, e - 1)], limits_.s()[std::min(last, e + 2)], limits[e]);
  }
  limits_.tighten();
  jerk_share_ = jerk_share_.cwiseQuotient((1.0 + jerk.array().max(0.0)).matrix());
}

}  // namespace alembert
