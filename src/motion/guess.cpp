#include "motion/guess.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "alembert/inverse_kinematics.hpp"
#include "alembert/kinematics.hpp"
#include "dense.hpp"
#include "motion/clear_way.hpp"
#include "motion/loop_follower.hpp"
#include "motion/passive.hpp"
#include "motion/stance.hpp"
#include "task/holding.hpp"
#include "task/spans.hpp"
#include "task/violation.hpp"

namespace alembert {
namespace {

/// Of robots that stand: upright, as near to all zero as may be, but with no limb stretched out.
Eigen::VectorXd middle(const MotionProblem& problem) {
  constexpr double bent = 0.1;  // of the range, away from its ends
  const MotionLimits& limits = problem.limits;
  const bool stands = problem.ground_coordinates > 0;
  Eigen::VectorXd q(limits.lower.size());
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    const double range = limits.upper[j] - limits.lower[j];
    const bool bounded = std::isfinite(range);
    if (bounded && !stands) {
      q[j] = 0.5 * (limits.lower[j] + limits.upper[j]);
    } else {
      const double inside = bounded && j >= problem.ground_coordinates ? bent * range : 0.0;
      q[j] = std::clamp(0.0, limits.lower[j] + inside, limits.upper[j] - inside);
    }
  }
  return q;
}

IkResult reach(const MotionProblem& problem, const FrameTarget& target,
               const Eigen::VectorXd& from) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  if (target.position) {
    pose.translation() = *target.position;
  } else {  // turn on the spot, if that can be
    Kinematics kinematics(problem.model);
    kinematics.update(from);
    pose.translation() = kinematics.pose(target.frame).translation();
  }
  if (target.orientation) pose.linear() = *target.orientation;
  IkOptions options;
  options.position_only = !target.orientation;
  options.lower = problem.limits.lower;
  options.upper = problem.limits.upper;
  // A robot that stands stays where it stands.
  for (int j = 0; j < std::min(problem.ground_coordinates, base_coordinates); ++j) {
    options.lower[j] = options.upper[j] = from[j];
  }
  for (const Hold& hold : problem.held) {  // where that is to be found, too
    if (hold.within > 0.0)
      options.lower[hold.coordinate] = options.upper[hold.coordinate] = from[hold.coordinate];
  }
  for (const PushedBody& body : problem.bodies) {  // and what lies in a hand lies there
    options.lower.segment(body.first, base_coordinates).setZero();
    options.upper.segment(body.first, base_coordinates).setZero();
  }
  if (is_underactuated(problem)) {  // by joints that have motors, if they reach that far
    IkOptions driven = options;
    for (int j = 0; j < problem.model.dofs(); ++j) {
      if (is_passive(problem.limits, j)) driven.lower[j] = driven.upper[j] = from[j];
    }
    IkResult found = inverse_kinematics(problem.model, target.frame, pose, from, driven);
    if (found.solved()) return found;
  }
  return inverse_kinematics(problem.model, target.frame, pose, from, options);
}

/// Postures in the pose that the motors can hold, from random starts: all that `wanted` takes.
template <typename Wanted>
void find_held_postures(const MotionProblem& problem, const FrameTarget& target, const Stage& stage,
                        Wanted wanted) {
  constexpr int attempts = 20;
  const MotionLimits& limits = problem.limits;
  const Eigen::VectorXd centre = middle(problem);
  std::mt19937 random(1);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    Eigen::VectorXd from(centre.size());
    for (Eigen::Index j = 0; j < from.size(); ++j) {
      std::uniform_real_distribution<double> uniform(std::max(limits.lower[j], centre[j] - 3.0),
                                                     std::min(limits.upper[j], centre[j] + 3.0));
      from[j] = uniform(random);
    }
    for (const PushedBody& body : problem.bodies) {
      from.segment(body.first, base_coordinates).setZero();
    }
    const IkResult found = reach(problem, target, from);
    if (found.solved() && !unheld_joint(problem, stage, found.q) && !wanted(found.q)) return;
  }
}

/// The first of them; none if the motors can hold none of many.
std::optional<Eigen::VectorXd> held_posture(const MotionProblem& problem, const FrameTarget& target,
                                            const Stage& stage) {
  std::optional<Eigen::VectorXd> held;
  find_held_postures(problem, target, stage, [&](const Eigen::VectorXd& q) {
    held = q;
    return false;
  });
  return held;
}

/// Whole turns do not change where an arm is: each joint goes the short way from `last`, as far as
/// its limits allow.
Eigen::VectorXd by_short_ways(const MotionProblem& problem, Eigen::VectorXd q,
                              const Eigen::VectorXd& last) {
  constexpr double turn = 2.0 * 3.14159265358979323846;
  for (const ModelJoint& joint : problem.model.joints()) {
    if (joint.ratio != 1.0) return q;  // a follower would not be where it was
  }
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    if (!problem.model.coordinates()[static_cast<std::size_t>(j)].angular) continue;
    const double short_way = q[j] - turn * std::round((q[j] - last[j]) / turn);
    if (short_way < problem.limits.lower[j] || short_way > problem.limits.upper[j]) continue;
    q[j] = short_way;
  }
  return q;
}

/// From 0 to 1 with rest and no acceleration at both ends.
double smooth_step(double s) { return s * s * s * (10.0 + s * (6.0 * s - 15.0)); }

/// A share of the way's length from its begin.
Eigen::VectorXd along(const std::vector<Eigen::VectorXd>& way, double share) {
  double length = 0.0;
  for (std::size_t i = 1; i < way.size(); ++i) length += (way[i] - way[i - 1]).norm();
  double left = share * length;
  for (std::size_t i = 1; i < way.size(); ++i) {
    const double part = (way[i] - way[i - 1]).norm();
    if (left <= part && part > 0.0) return way[i - 1] + left / part * (way[i] - way[i - 1]);
    left -= part;
  }
  return way.back();
}

/// How far each joint goes to place k.
Eigen::ArrayXd travel(const GuessedPlaces& places, std::size_t k) {
  if (places.ways.empty()) return (places.q[k] - places.q[k - 1]).cwiseAbs();
  const std::vector<Eigen::VectorXd>& way = places.ways[k - 1];
  Eigen::ArrayXd sum = Eigen::ArrayXd::Zero(places.q[k].size());
  for (std::size_t i = 1; i < way.size(); ++i) sum += (way[i] - way[i - 1]).array().abs();
  return sum;
}

/// Fractions of the segments where control points sit.
Eigen::VectorXd control_places(const TimeGrid& grid) {
  const Eigen::VectorXd knots = grid.uniform().knots(Eigen::VectorXd::Ones(1));
  Eigen::VectorXd places(grid.controls());
  for (int l = 0; l < grid.controls(); ++l) places[l] = knots.segment(l + 1, grid.degree()).mean();
  return places;
}

/// Each time lasts as long as its segments would on a uniform grid.
void set_times(const MotionProgram& program, double duration, Eigen::VectorXd& x) {
  const Eigen::MatrixXd& shares = program.grid().shares();
  for (int k = 0; k < program.grid().times(); ++k) {
    const auto covered = static_cast<double>((shares.col(k).array() > 0.0).count());
    x[program.time_index(k)] =
        duration * covered / static_cast<double>(shares.rows()) / shares.col(k).sum();
  }
}

void put_forces(const Eigen::MatrixXd& controls, std::size_t stage, const MotionProgram& program,
                Eigen::VectorXd& x) {
  for (int l = 0; l < controls.rows(); ++l) {
    for (int j = 0; j < controls.cols(); ++j) x[program.force_index(stage, l, j)] = controls(l, j);
  }
}

/// Does the motion have forces for every stage of the program? One that was planned without loops,
/// or in other stages, has none.
bool has_its_forces(const Trajectory& motion, const MotionProgram& program) {
  const std::vector<Stage>& stages = program.task().stages();
  if (motion.forces.size() != stages.size()) return false;
  for (std::size_t k = 0; k < stages.size(); ++k) {
    if (motion.forces[k].dofs() != stages[k].forces) return false;
  }
  return true;
}

/// Control points on other knots, of the spline that meets the one given at their own places, as
/// far as those lie in it.
Eigen::MatrixXd refitted(const BSpline& from, int degree, const Eigen::VectorXd& knots) {
  const int count = static_cast<int>(knots.size()) - degree - 1;
  const BSpline shape(degree, knots, Eigen::MatrixXd::Zero(count, 1));
  const double stretch = from.duration() / shape.duration();
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(count, count), values(count, from.dofs());
  for (int l = 0; l < count; ++l) {
    double t = 0.0;
    for (int k = 1; k <= degree; ++k) {
      t += std::clamp(knots[l + k], shape.begin(), shape.end()) / degree;
    }
    const SplineBasis basis = shape.basis(t, 0);
    A.row(l).segment(basis.first, degree + 1) = basis.coefficients.transpose();
    values.row(l) = from(from.begin() + stretch * (t - shape.begin())).transpose();
  }
  return dense::solved(A, values);
}

/// Can its control points be those of the program as they are?
bool is_on_grid(const Trajectory& motion, const MotionProgram& program) {
  const TimeGrid& grid = program.grid();
  if (motion.q.degree() != grid.degree() || motion.q.segments() != grid.segments()) return false;
  for (int e = 0; e < grid.segments(); ++e) {
    if (motion.q.first_control(e) != grid.first_control(e)) return false;
  }
  if (!program.task().has_forces()) return motion.forces.empty();
  if (!has_its_forces(motion, program)) return false;
  for (std::size_t k = 0; k < motion.forces.size(); ++k) {
    const Stage& stage = program.task().stages()[k];
    if (motion.forces[k].segments() != stage.segments()) return false;
  }
  return true;
}

/// The motion's own control points, on a grid of as many segments; each time the mean of what its
/// segments say.
void take_over(const Trajectory& motion, const MotionProgram& program, Eigen::VectorXd& x) {
  const TimeGrid& grid = program.grid();
  for (int l = 0; l < grid.controls(); ++l) {
    for (int j = 0; j < program.dofs(); ++j) {
      x[program.control_index(l, j)] = motion.q.control_points()(l, j);
    }
  }
  for (std::size_t k = 0; k < motion.forces.size(); ++k) {
    put_forces(motion.forces[k].control_points(), k, program, x);
  }
  const Eigen::VectorXd widths = motion.q.widths();
  for (int k = 0; k < grid.times(); ++k) {
    const Eigen::VectorXd share = grid.shares().col(k);
    x[program.time_index(k)] = share.dot(widths) / share.squaredNorm();
  }
}

/// Where an end is given, the whole curve moves over to it, smoothly.
void move_ends(const MotionProgram& program, const Eigen::VectorXd& at, Eigen::VectorXd& x) {
  const int last = program.grid().controls() - 1;
  const NlpBounds& bounds = program.bounds();
  const auto missing = [&](int i) {
    return bounds.x_lower[i] == bounds.x_upper[i] ? bounds.x_lower[i] - x[i] : 0.0;
  };
  for (int j = 0; j < program.dofs(); ++j) {
    const double begin = missing(program.control_index(0, j)),
                 end = missing(program.control_index(last, j));
    for (int l = 0; l <= last; ++l) {
      x[program.control_index(l, j)] += begin + smooth_step(at[l]) * (end - begin);
    }
  }
}

/// Where a body slides from the start to the goal, the arm follows it: its straight way is no
/// straight one of the joints.
void follow_slide(const MotionProblem& problem, GuessedPlaces& places) {
  constexpr int stops = 8;
  const auto slides = [](const GroundContact& contact) {
    return contact.slides > 0.0 && contact.during.from == 0.0 && contact.during.to == 1.0;
  };
  const auto found = std::find_if(problem.contacts.begin(), problem.contacts.end(), slides);
  if (found == problem.contacts.end() || places.q.size() != 2) return;
  const Eigen::Isometry3d place = problem.model.base() * problem.model.frame(found->place).pose;
  std::vector<Eigen::VectorXd> way{places.q.front()};
  for (int k = 1; k <= stops; ++k) {
    const FrameTarget target{found->frame,
                             place * Eigen::Vector3d(found->slides * k / stops, 0.0, 0.0),
                             Eigen::Matrix3d(place.linear())};
    const IkResult next = reach(problem, target, way.back());
    if (!next.solved()) return;
    way.push_back(next.q);
  }
  if (problem.goal.q) {
    way.back() = *problem.goal.q;
  } else {
    places.q.back() = way.back();
  }
  places.ways = {std::move(way)};
}

}  // namespace

GuessedPlaces guess_places(const Task& task) {
  const MotionProblem& problem = task.problem();
  GuessedPlaces places;
  Eigen::VectorXd last = middle(problem);
  const auto hold = [&](const FrameTarget& target, bool at_goal) {
    const Stage& stage = at_goal ? task.stages().back() : task.stages().front();
    if (!unheld_joint(problem, stage, last)) return;
    const std::optional<Eigen::VectorXd> other = held_posture(problem, target, stage);
    if (other) last = *other;
    places.held = places.held && other;
  };
  const auto put = [&](double fraction, const Condition& condition, bool is_end) {
    if (condition.q) {
      last = *condition.q;
    } else if (problem.ground_coordinates > 0 && (condition.pose || is_end)) {
      Stance stance(task);
      last = middle(problem);
      stance.settle(fraction, condition.pose, stance.middle_of_support(fraction), last);
    } else if (condition.pose) {
      const IkResult found = reach(problem, *condition.pose, last);
      last = places.q.empty() ? found.q : by_short_ways(problem, found.q, places.q.back());
      if (found.solved() && is_end && !problem.repetition && must_be_held(condition)) {
        hold(*condition.pose, fraction > 0.0);
      }
    } else if (!is_end) {
      return;
    }
    places.fractions.push_back(fraction);
    places.q.push_back(last);
  };
  put(0.0, problem.start, true);
  for (const Waypoint& waypoint : problem.waypoints) put(waypoint.at, waypoint.condition, false);
  put(1.0, problem.goal, true);
  follow_slide(problem, places);
  return places;
}

std::vector<GuessedPlaces> other_postures(const Task& task, const GuessedPlaces& places) {
  constexpr double another = 0.5;  // rad or m, of some joint: less is the same posture
  const MotionProblem& problem = task.problem();
  std::vector<GuessedPlaces> found;
  if (problem.goal.q || !problem.goal.pose || problem.repetition ||
      problem.ground_coordinates > 0) {  // one posture stands as well as another
    return found;
  }
  const auto is_new = [&](const Eigen::VectorXd& q) {
    const auto far = [&](const GuessedPlaces& known) {
      return (known.q.back() - q).cwiseAbs().maxCoeff() > another;
    };
    return far(places) && std::all_of(found.begin(), found.end(), far);
  };
  find_held_postures(
      problem, *problem.goal.pose, task.stages().back(), [&](const Eigen::VectorXd& posture) {
        const Eigen::VectorXd q = by_short_ways(problem, posture, places.q[places.q.size() - 2]);
        if (is_new(q)) {
          found.push_back(places);
          found.back().q.back() = q;
          found.back().ways.clear();
        }
        return true;
      });
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    return guess_duration(problem, a) < guess_duration(problem, b);
  });
  return found;
}

double least_duration(const MotionProblem& problem, const GuessedPlaces& places) {
  double sum = 0.0;
  for (std::size_t k = 1; k < places.q.size(); ++k) {
    double slowest = 0.0;
    for (Eigen::Index j = 0; j < places.q[k].size(); ++j) {
      const double velocity = problem.limits.velocity[j];
      if (!(velocity > 0.0)) continue;
      slowest = std::max(slowest, std::abs(places.q[k][j] - places.q[k - 1][j]) / velocity);
    }
    sum += slowest;
  }
  return sum;
}

bool straight_ways_are_clear(const Task& task, const GuessedPlaces& places) {
  ClearWays clear(task);
  for (std::size_t k = 1; k < places.q.size() && !clear.empty(); ++k) {
    if (!clear.straight(places.q[k - 1], places.q[k])) return false;
  }
  return true;
}

std::optional<GuessedPlaces> by_clear_ways(const Task& task, GuessedPlaces places, unsigned seed,
                                           const std::function<bool()>& go_on) {
  ClearWays clear(task, go_on);
  if (!clear.empty()) places.ways.clear();
  for (std::size_t k = 1; k < places.q.size() && !clear.empty(); ++k) {
    const Eigen::VectorXd &from = places.q[k - 1], &to = places.q[k];
    std::optional<std::vector<Eigen::VectorXd>> way{{from, to}};
    if (!clear.straight(from, to)) way = clear.find(from, to, seed);
    if (!way) return {};
    places.ways.push_back(std::move(*way));
  }
  return places;
}

double guess_duration(const MotionProblem& problem, const GuessedPlaces& places) {
  if (problem.duration.guess) return *problem.duration.guess;
  double sum = 0.0;
  for (std::size_t k = 1; k < places.q.size(); ++k) {
    const Eigen::ArrayXd distance = travel(places, k);
    double slowest = 0.05;
    for (Eigen::Index j = 0; j < distance.size(); ++j) {
      // Peak velocity 15/8 and peak acceleration 10/sqrt(3) of the smooth step.
      const double velocity = problem.limits.velocity[j], a = problem.limits.acceleration[j];
      if (velocity > 0.0) slowest = std::max(slowest, 1.875 * distance[j] / velocity);
      if (a > 0.0) slowest = std::max(slowest, std::sqrt(5.7735 * distance[j] / a));
    }
    sum += slowest;
  }
  // Where the times contradict each other, the longest counts.
  return std::min(std::max(sum, problem.duration.shortest), problem.duration.longest);
}

Eigen::VectorXd guess_unknowns(const MotionProblem& problem, const GuessedPlaces& places,
                               MotionProgram& program, double duration, double detour,
                               unsigned seed) {
  const TimeGrid& grid = program.grid();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(program.variable_count());
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Eigen::VectorXd bend = Eigen::VectorXd::Zero(program.dofs());
  for (int j = 0; j < program.dofs(); ++j) {
    const double range = problem.limits.upper[j] - problem.limits.lower[j];
    bend[j] = detour * uniform(random) * (std::isfinite(range) ? range : 2.0);
  }
  const Eigen::VectorXd at = control_places(grid);
  LoopFollower loops(problem);
  std::optional<Stance> stance;
  if (problem.ground_coordinates > 0) stance.emplace(program.task());
  const auto eased = [&](double s) { return stance && problem.repetition ? s : smooth_step(s); };
  Eigen::VectorXd last = places.q.front();
  std::size_t k = 1;
  for (int l = 0; l < grid.controls(); ++l) {
    while (k + 1 < places.q.size() && at[l] > places.fractions[k]) ++k;
    const double from = places.fractions[k - 1], to = places.fractions[k];
    const double s = std::clamp((at[l] - from) / (to - from), 0.0, 1.0);
    Eigen::VectorXd q = places.ways.empty()
                            ? places.q[k - 1] + eased(s) * (places.q[k] - places.q[k - 1])
                            : along(places.ways[k - 1], eased(s));
    q += std::pow(4.0 * at[l] * (1.0 - at[l]), 2) * bend;
    if (!loops.empty() && loops.close(last, q)) last = q;
    if (stance && !problem.repetition) stance->settle(at[l], {}, {}, q);
    for (int j = 0; j < program.dofs(); ++j) {
      const int i = program.control_index(l, j);
      x[i] = std::clamp(q[j], program.bounds().x_lower[i], program.bounds().x_upper[i]);
    }
  }
  for (std::size_t stage = 0; stance && stage < program.task().stages().size(); ++stage) {
    const Eigen::VectorXd forces = shared_weight(program.task(), stage);
    put_forces(forces.transpose().replicate(program.force_controls(stage), 1), stage, program, x);
  }
  set_times(program, duration, x);
  return x;
}

double constraint_violation(MotionProgram& program, const Eigen::VectorXd& x) {
  if (program.constraint_count() == 0) return 0.0;
  Eigen::VectorXd g(program.constraint_count());
  program.constraints(x, g);
  const NlpBounds& bounds = program.bounds();
  double most = 0.0;
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    most = std::max(most, violation_of(g[i], bounds.g_lower[i], bounds.g_upper[i], 1.0));
  }
  return most;
}

void slow_down(const MotionProblem& problem, MotionProgram& program, Eigen::VectorXd& x,
               double factor) {
  if (problem.duration.guess || program.constraint_count() == 0) return;
  const auto stretch = [&](double by) {
    Eigen::VectorXd out = x;
    for (int k = 0; k < program.grid().times(); ++k) {
      const int i = program.time_index(k);
      out[i] =
          std::min(std::max(by * x[i], program.bounds().x_lower[i]), program.bounds().x_upper[i]);
    }
    return out;
  };
  double best = 1.0, least = constraint_violation(program, x);
  for (double by = 1.25; by < 60.0 && least > 1e-3; by *= 1.25) {
    const double now = constraint_violation(program, stretch(by));
    if (now < 0.99 * least) {
      best = by;
      least = now;
    }
  }
  x = stretch(best * factor);
}

void take_motion(const Trajectory& motion, const MotionProgram& program,
                 const Eigen::VectorXd& knots, Eigen::VectorXd& x) {
  const TimeGrid& grid = program.grid();
  const Eigen::MatrixXd controls = refitted(motion.q, grid.degree(), knots);
  for (int l = 0; l < grid.controls(); ++l) {
    for (int j = 0; j < program.dofs(); ++j) x[program.control_index(l, j)] = controls(l, j);
  }
  if (!has_its_forces(motion, program)) return;
  const BSpline shape(grid.degree(), knots, controls);
  for (std::size_t k = 0; k < motion.forces.size(); ++k) {
    const Stage& stage = program.task().stages()[k];
    put_forces(refitted(motion.forces[k], grid.degree(),
                        shape.knots_of(stage.first_segment, stage.last_segment)),
               k, program, x);
  }
}

Eigen::VectorXd unknowns_of(const Trajectory& motion, const MotionProgram& program) {
  const TimeGrid& grid = program.grid();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(program.variable_count());
  const Eigen::VectorXd at = control_places(grid);
  if (is_on_grid(motion, program)) {
    take_over(motion, program, x);
    move_ends(program, at, x);
    return x;
  }
  const double T = motion.duration();
  take_motion(motion, program, grid.uniform().knots(Eigen::VectorXd::Constant(1, T)), x);
  set_times(program, T, x);
  move_ends(program, at, x);
  return x;
}

}  // namespace alembert
