#include "motion/fastest_spline.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/state_profile.hpp"
#include "task/spans.hpp"
#include "trajectory/fractions.hpp"

namespace alembert {
namespace {

/// Ends on their limits, or where braking just holds them, are taken further inside than limits
/// are, by this share, and so are not at odds with them; but not by more than the other share and
/// size in all. Velocities and accelerations below the last share of their limits are none.
constexpr double tightening_for_ends = 3e-6, most_tightening_of_ends = 1.5e-5, most_moved = 5e-5,
                 nothing = 1e-9;
/// An acceleration that may jump takes one of these shares of the duration to do so, and so many
/// times what knots are kept apart by.
constexpr double jump_shares[] = {2e-4, 1e-3, 5e-5, 1e-5};
constexpr double jump_spacings = 5.0;
/// A knot where a velocity turns has no other so near, as a share of the duration; a phase so short
/// between two jumps is none, nor one at the ends that lasts such a share of a jump; and instants
/// so near to each other are one.
constexpr double turn_spacing = 1e-4, least_phase = 1e-8, least_end = 0.1, same_instant = 1e-11;
/// Of limits, that are left to them, least first; and noise in jerks, where knots are so near to
/// each other that digits of positions make it, of which less needs knots further apart.
constexpr double tightenings[] = {2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4};
constexpr double shares_of_noise[] = {0.0, 4e-6, 2e-6, 1e-6, 4e-7, 1e-7, 2e-8, 2e-5, 1e-4};
constexpr double rounding_factor = 2.0;
/// How often it is aimed again for what means and missing knots move the end.
constexpr int most_rounds = 6;
constexpr double met = 1e-13, nearly_met = 1e-8;  // rad or m, and per second

/// What is asked of an end, if that is all there is to say of it.
std::optional<ProfileEnd> asked_of(const MotionProblem& problem, const Condition& end) {
  const int n = problem.model.dofs();
  if (!end.q || end.pose) return {};
  ProfileEnd out{*end.q, Eigen::VectorXd(n), Eigen::VectorXd::Zero(n)};
  for (int j = 0; j < n; ++j) {
    const std::optional<double> v = end_velocity(end, j), a = end_acceleration(problem, end, j);
    if (!v || a.has_value() != std::isfinite(problem.limits.jerk[j])) return {};
    out.v[j] = *v;
    out.a[j] = a.value_or(0.0);
  }
  return out;
}

/// The velocity that comes of a state in the end, in the direction of its acceleration.
double coming(double v, double a, double jerk) {
  return std::abs(v + 0.5 * a * std::abs(a) / jerk);
}

bool is_within(const ProfileLimits& limits, double after, const ProfileEnd& end, Eigen::Index j) {
  const double v = end.v[j], a = end.a[j];
  return std::abs(v) <= limits.velocity[j] && std::abs(a) <= limits.acceleration[j] &&
         coming(v, after * a, limits.jerk[j]) <= limits.velocity[j];
}

/// `after`: 1 for a start, -1 for a goal.
void take_inside(const ProfileLimits& limits, double share, double after, ProfileEnd& end) {
  for (Eigen::Index j = 0; j < end.q.size(); ++j) {
    if (is_within(limits, after, end, j)) continue;
    end.v[j] *= 1.0 - share - tightening_for_ends;
    end.a[j] *= 1.0 - share - tightening_for_ends;
  }
}

void drop_noise(const ProfileLimits& limits, ProfileEnd& end) {
  for (Eigen::Index j = 0; j < end.q.size(); ++j) {
    if (std::abs(end.v[j]) < nothing * limits.velocity[j]) end.v[j] = 0.0;
    if (std::abs(end.a[j]) < nothing * limits.acceleration[j]) end.a[j] = 0.0;
  }
}

ProfileLimits tightened(const MotionLimits& given, double share) {
  const double by = 1.0 - share;
  return {by * given.velocity, by * given.acceleration, by * given.jerk};
}

/// A joint whose ends need limits to the last is tightened less than others.
void give_to_ends(const MotionLimits& given, double share, const ProfileEnd& start,
                  const ProfileEnd& goal, ProfileLimits& limits) {
  const ProfileLimits least = tightened(given, share);
  for (Eigen::Index j = 0; j < start.q.size(); ++j) {
    if (is_within(limits, 1.0, start, j) && is_within(limits, -1.0, goal, j)) continue;
    limits.velocity[j] = least.velocity[j];
    limits.acceleration[j] = least.acceleration[j];
    limits.jerk[j] = least.jerk[j];
  }
}

using Phases = std::vector<StateProfile::Phase>;

/// The end of a phase that lasts until t.
StateProfile::Phase after(const StateProfile::Phase& p, double t) {
  const double dt = t - p.begin;
  return {t, p.q + dt * (p.v + dt * (p.a / 2.0 + dt * p.jerk / 6.0)),
          p.v + dt * (p.a + dt * p.jerk / 2.0), p.a + dt * p.jerk, 0.0};
}

Phases phases_of(const StateProfile& profile, int joint) {
  Phases out;
  for (int k = 0; k < profile.phase_count(joint); ++k) out.push_back(profile.phase(joint, k));
  return out;
}

/// Accelerations that jump, each the mean of a short while around its instant: jumps become ramps,
/// and no mean is beyond a limit. Velocities at the ends stay; the place at the end moves a little.
Phases without_jumps(const Phases& given, double T, double most) {
  Phases jumping;
  for (std::size_t k = 0; k < given.size(); ++k) {
    const double end = k + 1 < given.size() ? given[k + 1].begin : T;
    const bool first = k == 0, last = k + 1 == given.size();
    const double least = first || last ? least_end * most : least_phase * T;
    if (end - given[k].begin > least) jumping.push_back(given[k]);
  }
  if (jumping.empty()) return {given.front()};
  const double a = jumping.front().a;
  jumping.front() = given.front();
  jumping.front().a = a;
  if (jumping.size() == 1) return jumping;
  const double near_end = std::min(jumping[1].begin, T - jumping.back().begin);
  const double window = std::min(most, 1.8 * near_end);
  std::vector<std::pair<double, double>>
      ramps;  // instants, and how fast the mean changes from then
  for (std::size_t k = 1; k < jumping.size(); ++k) {
    const double slope = (jumping[k].a - jumping[k - 1].a) / window;
    ramps.emplace_back(jumping[k].begin - 0.5 * window, slope);
    ramps.emplace_back(jumping[k].begin + 0.5 * window, -slope);
  }
  std::sort(ramps.begin(), ramps.end());
  Phases out = {jumping.front()};
  double jerk = 0.0;
  for (const auto& [t, change] : ramps) {
    StateProfile::Phase next = after(out.back(), t);
    jerk += change;
    next.jerk = jerk;
    out.push_back(next);
  }
  out.back().a = jumping.back().a;
  out.back().jerk = 0.0;
  return out;
}

/// No two knots nearer than `apart`: an instant too near to another lies between two of them that
/// are so far apart, which is off by the square of that.
std::vector<double> thinned(std::vector<double> all, double T, double apart) {
  std::sort(all.begin(), all.end());
  std::vector<double> out = {0.0};
  for (const double t : all) {
    if (t <= out.back() + same_instant * T || t >= T * (1.0 - same_instant)) continue;
    if (t > T - apart) {
      if (out.back() < T - 2.0 * apart) out.push_back(T - apart);
    } else {
      out.push_back(std::max(t, std::min(out.back() + apart, T - apart)));
    }
  }
  out.push_back(T);
  return out;
}

/// Instants at which a joint's jerk changes, or its velocity turns: between those no control point
/// of a velocity is beyond the velocities there.
std::vector<double> knots_of(const std::vector<Phases>& joints, double T, double spacing,
                             int halvings) {
  std::vector<double> switches, turns;
  for (const Phases& phases : joints) {
    for (std::size_t k = 0; k < phases.size(); ++k) {
      const StateProfile::Phase& phase = phases[k];
      const double end = k + 1 < phases.size() ? phases[k + 1].begin : T;
      const double turn = phase.jerk != 0.0 ? phase.begin - phase.a / phase.jerk : 0.0;
      switches.push_back(phase.begin);
      if (turn > phase.begin && turn < end) turns.push_back(turn);
    }
  }
  std::vector<double> out = thinned(std::move(switches), T, spacing);
  for (const double turn : turns) {
    const auto next = std::lower_bound(out.begin(), out.end(), turn);
    const double apart = turn_spacing * T;
    if (next != out.begin() && next != out.end() && *next - turn > apart &&
        turn - *std::prev(next) > apart) {
      out.insert(next, turn);
    }
  }
  for (int halved = 0; halved < halvings; ++halved) out = with_middles(out);
  return out;
}

double acceleration_at(const Phases& phases, double t) {
  std::size_t k = phases.size() - 1;
  while (k > 0 && phases[k].begin > t) --k;
  return phases[k].a + (t - phases[k].begin) * phases[k].jerk;
}

/// The acceleration is what it was at the knots, and linear between them.
Phases on_knots(const Phases& phases, const std::vector<double>& knots) {
  Phases out;
  StateProfile::Phase now = phases.front();
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    now.a = acceleration_at(phases, knots[k]);
    now.jerk = (acceleration_at(phases, knots[k + 1]) - now.a) / (knots[k + 1] - knots[k]);
    out.push_back(now);
    now = after(now, knots[k + 1]);
  }
  return out;
}

/// Of knots beside an end, whose control points have errors of rounding, for so much of them in
/// jerks.
double least_spacing(const MotionProblem& problem, double noise) {
  const double jerk = problem.limits.jerk.minCoeff();
  if (noise == 0.0 || !std::isfinite(jerk)) return 0.0;
  const double size =
      std::max(problem.start.q->cwiseAbs().maxCoeff(), problem.goal.q->cwiseAbs().maxCoeff());
  return std::cbrt(0x1p-52 * size / (noise * jerk));
}

/// A control point is the polynomial's polar form at three knots, of any of the polynomials there.
BSpline spline_of(const std::vector<Phases>& joints, const std::vector<double>& at) {
  const int segments = static_cast<int>(at.size()) - 1;
  Eigen::VectorXd knots(segments + 7);
  for (int k = 0; k < knots.size(); ++k) knots[k] = at[std::clamp(k - 3, 0, segments)];
  Eigen::MatrixXd points(segments + 3, joints.size());
  for (int l = 0; l < points.rows(); ++l) {
    const int middle = std::clamp(l - 2, 0, segments - 1);  // a segment that sees the point
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const StateProfile::Phase& p = joints[j][middle];
      const double x = knots[l + 1] - p.begin, y = knots[l + 2] - p.begin,
                   z = knots[l + 3] - p.begin;
      points(l, j) = p.q + p.v * (x + y + z) / 3.0 + p.a * (x * y + y * z + z * x) / 6.0 +
                     p.jerk * x * y * z / 6.0;
    }
  }
  return BSpline(3, knots, points);
}

bool are_enough(const MotionLimits& limits) {
  for (Eigen::Index j = 0; j < limits.velocity.size(); ++j) {
    const bool finite = std::isfinite(limits.jerk[j]) || std::isfinite(limits.acceleration[j]);
    if (!finite || !(limits.velocity[j] > 0.0) || !(limits.acceleration[j] > 0.0) ||
        !(limits.jerk[j] > 0.0)) {
      return false;
    }
  }
  return true;
}

/// By control points of the derivatives, and what rounding of positions may do to those.
bool keeps_limits(const BSpline& q, const MotionLimits& limits) {
  const Eigen::VectorXd* of[] = {&limits.velocity, &limits.acceleration, &limits.jerk};
  const Eigen::VectorXd& t = q.knots();
  Eigen::MatrixXd points = q.control_points();
  Eigen::VectorXd rounding = Eigen::VectorXd::Constant(
      points.rows(), rounding_factor * 0x1p-52 * points.cwiseAbs().maxCoeff());
  for (int order = 1; order <= 3; ++order) {
    for (Eigen::Index i = 0; i + order < q.control_points().rows(); ++i) {
      const double rate = (4 - order) / (t[i + 4] - t[i + order]);
      points.row(i) = rate * (points.row(i + 1) - points.row(i));
      rounding[i] = rate * (rounding[i + 1] + rounding[i]);
      if ((points.row(i).cwiseAbs().array() + rounding[i] > of[order - 1]->transpose().array())
              .any()) {
        return false;
      }
    }
  }
  return true;
}

/// Ends to the last digit.
BSpline with_ends(const BSpline& q, const ProfileEnd& start, const ProfileEnd& goal) {
  Eigen::MatrixXd points = q.control_points();
  const Eigen::Index last = points.rows() - 1;
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    points(last, j) = goal.q[j];
    if (start.v[j] == 0.0) points(1, j) = points(0, j);
    if (goal.v[j] == 0.0) points(last - 1, j) = points(last, j);
  }
  return BSpline(q.degree(), q.knots(), points);
}

/// One try: limits tightened by so much, so much noise in jerks, and jumps that take so long.
struct Margins {
  double share, noise, jump;
};

std::optional<BSpline> spline_with(const MotionProblem& problem, const Margins& margins,
                                   int halvings, ProfileEnd start, ProfileEnd goal) {
  ProfileLimits limits = tightened(problem.limits, margins.share);
  // An end may be moved by what is nothing to conditions.
  const double largest = std::max({start.v.cwiseAbs().maxCoeff(), start.a.cwiseAbs().maxCoeff(),
                                   goal.v.cwiseAbs().maxCoeff(), goal.a.cwiseAbs().maxCoeff()});
  const double of_ends = std::min({margins.share, most_tightening_of_ends, most_moved / largest});
  give_to_ends(problem.limits, of_ends, start, goal, limits);
  drop_noise(limits, start);
  drop_noise(limits, goal);
  take_inside(limits, of_ends, 1.0, start);
  take_inside(limits, of_ends, -1.0, goal);
  const double spacing = least_spacing(problem, margins.noise);
  StateProfile profile(limits);
  ProfileEnd aim = goal;
  std::vector<Phases> joints;
  std::vector<double> knots;
  double missed = infinity;
  for (int round = 0; round < most_rounds && missed > met; ++round) {
    if (profile.plan(start, aim, problem.duration.shortest) != StateProfile::Outcome::found ||
        profile.brakes() || !(profile.duration() > 0.0)) {
      return {};
    }
    const double T = profile.duration();
    const double jump = std::max(margins.jump * T, jump_spacings * spacing);
    joints.clear();
    for (int j = 0; j < profile.dofs(); ++j) {
      joints.push_back(phases_of(profile, j));
      if (!std::isfinite(limits.jerk[j])) joints.back() = without_jumps(joints.back(), T, jump);
    }
    knots = knots_of(joints, T, spacing, halvings);
    missed = 0.0;
    for (int j = 0; j < profile.dofs(); ++j) {
      Phases& phases = joints[j];
      phases = on_knots(phases, knots);
      const StateProfile::Phase end = after(phases.back(), T);
      const double q = goal.q[j] - end.q, v = goal.v[j] - end.v;
      aim.q[j] += q;
      aim.v[j] += v;
      missed = std::max({missed, std::abs(q), std::abs(v)});
    }
  }
  if (missed > nearly_met) return {};
  return with_ends(spline_of(joints, knots), start, goal);
}

}  // namespace

std::optional<Trajectory> fastest_spline(const MotionProblem& problem, int halvings) {
  const std::optional<ProfileEnd> start = asked_of(problem, problem.start),
                                  goal = asked_of(problem, problem.goal);
  if (!start || !goal || !are_enough(problem.limits)) return {};
  for (const double share : tightenings) {
    for (std::size_t k = 0; k < std::size(shares_of_noise); ++k) {
      const Margins margins{share, shares_of_noise[k], jump_shares[k % std::size(jump_shares)]};
      std::optional<BSpline> q = spline_with(problem, margins, halvings, *start, *goal);
      if (q && keeps_limits(*q, problem.limits)) return Trajectory{std::move(*q)};
    }
  }
  return {};
}

}  // namespace alembert
