#include "alembert/replanner.hpp"

#include <array>
#include <cmath>

#include "clock.hpp"
#include "motion/fastest_spline.hpp"
#include "motion/guess.hpp"
#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"
#include "motion/sampled_limits.hpp"
#include "motion/without_search.hpp"
#include "require.hpp"
#include "task/point_limit.hpp"

namespace alembert {
namespace {

/// A guess that is in a hurry may pass its limits by more than the solver takes back.
constexpr double slower_guesses[] = {1.0, 2.0, 4.0};

/// Ends that move have rows for their velocities, those at rest have not: the rows are always
/// there. So are those for accelerations, where they are asked for.
MotionProblem with_moving_ends(MotionProblem problem, bool start_a, bool goal_a) {
  require(problem.start.q && problem.goal.q, "a replanner needs joint values at start and goal",
          "set start.q and goal.q");
  require(problem.waypoints.empty() && !problem.repetition,
          "a replanner knows no waypoints and no repetition", "use solve()");
  problem.spline.knots = SplineOptions::Knots::uniform;
  const Eigen::VectorXd moving = Eigen::VectorXd::Constant(problem.model.dofs(), 1e-3);
  problem.start = {.q = problem.start.q, .v = moving};
  problem.goal = {.q = problem.goal.q, .v = moving};
  if (start_a) problem.start.a = moving;
  if (goal_a) problem.goal.a = moving;
  return problem;
}

/// What the spline's own arithmetic may round to, of a range or a limit: a state on a motion that
/// touches its limits is within them.
constexpr double rounding = 1e-9;

/// Keeps the note if it is the worst so far.
void note_if_beyond(const Coordinate& joint, LimitKind kind, LimitPlace place, double value,
                    double lower, double upper, double scale, std::optional<LimitNote>& worst) {
  const bool below = value < lower;
  const double violation = (below ? lower - value : value - upper) / scale;
  if (!(violation > rounding) || (worst && worst->violation >= violation)) return;
  LimitNote note{.of = joint_subject(kind, joint),
                 .value = value,
                 .bound = below ? lower : upper,
                 .violation = violation};
  note.of.place = place;
  worst = note;
}

void note_beyond(const MotionProblem& problem, const ArmState& state, LimitPlace place,
                 std::optional<LimitNote>& worst) {
  const MotionLimits& limits = problem.limits;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double lower = limits.lower[j], upper = limits.upper[j], range = upper - lower;
    note_if_beyond(problem.model.coordinates()[j], LimitKind::position, place, state.q[j], lower,
                   upper, range > 0.0 && std::isfinite(range) ? range : 1.0, worst);
  }
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const Coordinate& joint = problem.model.coordinates()[j];
    const double v = limits.velocity[j], a = limits.acceleration[j];
    note_if_beyond(joint, LimitKind::velocity, place, state.v[j], -v, v, v, worst);
    if (state.a.size() == 0 || !std::isfinite(a)) continue;
    note_if_beyond(joint, LimitKind::acceleration, place, state.a[j], -a, a, a, worst);
  }
}

MotionProgram program_of(const Task& task, int threads) {
  require(!task.has_forces(), "a replanner knows no closed loops", "use solve()");
  const double guess = guess_duration(task.problem(), guess_places(task));
  return transcribe(task, time_shares(task.problem()), guess, std::make_shared<Workers>(threads));
}

/// Velocities that nobody mentioned are zero.
ArmState checked_state(ArmState state, int dofs) {
  if (state.v.size() == 0) state.v = Eigen::VectorXd::Zero(dofs);
  const bool has_a = state.a.size() > 0;
  require(state.q.size() == dofs && state.v.size() == dofs && (!has_a || state.a.size() == dofs) &&
              state.q.allFinite() && state.v.allFinite() && state.a.allFinite(),
          "a state or goal of the wrong size, or not finite", "give one number a joint");
  return state;
}

}  // namespace

/// A program whose ends are asked for certain things, and its last answer.
struct Replanner::Program {
  Program(const MotionProblem& problem, const ReplanOptions& options, bool start_a, bool goal_a)
      : task(with_moving_ends(problem, start_a, goal_a)),
        program(program_of(task, options.threads)),
        method(program) {
    const std::vector<MotionProgram::Origin>& origins = program.origins();
    for (int row = 0; row < static_cast<int>(origins.size()); ++row) {
      if (origins[row].row_limit < 0) continue;
      const RowLimit& limit = program.row_limits()[origins[row].row_limit];
      if (!limit.is_condition) continue;
      rows.push_back({row, limit.parts.front().coordinate, limit.subject.kind,
                      limit.subject.place == LimitPlace::start, limit.scale});
    }
  }

  struct Row {
    int row, coordinate;
    LimitKind kind;
    bool at_start;
    double scale;
  };

  void set_conditions(const ArmState& start, const ArmState& goal) {
    NlpBounds& bounds = program.mutable_bounds();
    const int end = program.grid().controls() - 1;
    for (int j = 0; j < program.dofs(); ++j) {
      for (const auto& [control, value] : {std::pair{0, start.q[j]}, {end, goal.q[j]}}) {
        program.set_bounds(program.control_index(control, j), value, value);
      }
    }
    for (const Row& at : rows) {
      const ArmState& state = at.at_start ? start : goal;
      const Eigen::VectorXd& values = at.kind == LimitKind::velocity ? state.v : state.a;
      const double value = values.size() > 0 ? values[at.coordinate] : 0.0;
      bounds.g_lower[at.row] = bounds.g_upper[at.row] = value / at.scale;
    }
  }

  Eigen::VectorXd guess(const ArmState& start, const ArmState& goal, double slower) {
    const GuessedPlaces places{{0.0, 1.0}, {start.q, goal.q}};
    const MotionProblem& problem = task.problem();
    Eigen::VectorXd x = guess_unknowns(places, program, guess_duration(problem, places), 0.0, 1);
    slow_down(program, x, slower);
    return x;
  }

  /// What is left of the motion before, bent towards the new ends.
  Eigen::VectorXd rest_of_last(const ArmState& start, const ArmState& goal, double elapsed) {
    const BSpline& q = last_motion.q;
    const double T = q.duration(), left = std::max(0.05 * T, T - elapsed);
    Eigen::VectorXd x = last.x;
    const int end = program.grid().controls() - 1;
    const int time = program.time_index(0);
    const Eigen::VectorXd knots = program.grid().knots(Eigen::VectorXd::Constant(1, 1.0));
    const double whole = knots[knots.size() - 1];
    const Eigen::VectorXd by_start = start.q - q(q.begin() + T - left),
                          by_goal = goal.q - q(q.end());
    for (int l = 0; l <= end; ++l) {
      const double at = knots.segment(l + 1, program.grid().degree()).mean() / whole;
      const auto own = x.segment(program.control_index(l, 0), program.dofs());
      Eigen::VectorXd point = own;
      if (elapsed > 0.0) point = q(q.begin() + T - left + at * left);
      x.segment(program.control_index(l, 0), program.dofs()) =
          point + (1.0 - at) * by_start + at * by_goal;
    }
    x[time] *= left / T;
    return x;
  }

  Task task;
  MotionProgram program;
  InteriorPoint method;
  std::vector<Row> rows;
  NlpPoint last;
  Trajectory last_motion;
};

struct Replanner::Data {
  Data(const MotionProblem& problem, const ReplanOptions& given) : asked(problem), options(given) {
    limits_jerk = (asked.limits.jerk.array() < infinity).all();
    const Task& task = with(limits_jerk, limits_jerk).task;
    if (may_be_exact(task)) limits.emplace(task);
  }

  /// Made when first asked for.
  Program& with(bool start_a, bool goal_a) {
    std::unique_ptr<Program>& program = programs[2 * start_a + goal_a];
    if (!program) program = std::make_unique<Program>(asked, options, start_a, goal_a);
    return *program;
  }
  /// Where torques and all else on the way let it.
  std::optional<Trajectory> exact(const ArmState& start, const ArmState& goal) {
    if (!limits || (!limits_jerk && (start.a.size() > 0 || goal.a.size() > 0))) return {};
    const auto condition = [&](const ArmState& state) {
      Condition out{.q = state.q, .v = state.v};
      if (limits_jerk) out.a = state.a.size() > 0 ? state.a : Eigen::VectorXd::Zero(state.q.size());
      return out;
    };
    asked.start = condition(start);
    asked.goal = condition(goal);
    std::optional<Trajectory> motion = fastest_spline(asked);
    if (motion && (motion->duration() > asked.duration.longest || !limits->hold(*motion)))
      return {};
    return motion;
  }

  MotionProblem asked;
  ReplanOptions options;
  bool limits_jerk = false;  // of every joint
  std::array<std::unique_ptr<Program>, 4> programs;
  std::optional<SampledLimits> limits;  // where a motion may be the closed form's
};

Replanner::Replanner(const MotionProblem& problem, const ReplanOptions& options)
    : data_(make_owned<Data>(problem, options)) {}

ArmState Replan::at(double t) const {
  const BSpline& q = motion.q;
  return {q(q.begin() + t), q(q.begin() + t, 1), q(q.begin() + t, 2)};
}

void Replanner::forget() {
  for (const std::unique_ptr<Program>& program : data_->programs) {
    if (program) program->last = {};
  }
}

/// From what is left of the motion before, then from guesses, then by the other method.
void Replanner::search(Program& at, const ArmState& start, const ArmState& goal, double elapsed,
                       Replan& out) {
  const auto begun = Clock::now();
  const ReplanOptions& wanted = data_->options;
  at.set_conditions(start, goal);
  NlpOptions options;
  options.max_iterations = wanted.max_iterations;
  const auto in_time = [&] { return seconds_since(begun) < wanted.max_seconds; };
  options.on_iteration = [&](const NlpIteration&) { return in_time(); };
  NlpResult found;
  const auto answered = [&] { return found.usable() || found.feasible; };
  out.warm = at.last.x.size() > 0;
  if (out.warm) {
    NlpPoint from = at.last;
    from.x = at.rest_of_last(start, goal, elapsed);
    found = at.method.solve(from, NlpStart::warm, options);
    out.iterations = found.iterations;
  }
  bool tried = out.warm;
  for (const double slower : slower_guesses) {
    if (tried && (answered() || !in_time())) break;
    tried = true;
    out.warm = false;
    found = at.method.solve({at.guess(start, goal, slower), {}, {}, {}}, NlpStart::cold, options);
    out.iterations += found.iterations;
  }
  if (!answered() && in_time()) {  // the way out, as everywhere
    found = solve_with_ipopt(at.program, {at.guess(start, goal, 1.0), {}, {}, {}}, NlpStart::cold,
                             options);
    out.iterations += found.iterations;
  }
  out.usable = answered() && !out.beyond;
  out.optimal = found.usable() && !out.beyond;
  out.objective = found.objective;
  if (!answered()) return;
  out.motion = at.program.motion(found.point.x);
  at.last = found.point;
  at.last_motion = out.motion;
}

Replan Replanner::plan(const ArmState& from, const ArmState& to, double elapsed) {
  const auto begun = Clock::now();
  const MotionProblem& problem = data_->asked;
  const int dofs = problem.model.dofs();
  const ArmState start = checked_state(from, dofs), goal = checked_state(to, dofs);
  require(elapsed >= 0.0, "an elapsed time that is negative or no number", "give it in seconds");
  Replan out;
  note_beyond(problem, goal, LimitPlace::goal, out.beyond);
  if (!out.beyond) {
    note_beyond(problem, start, LimitPlace::start, out.beyond);
    std::optional<Trajectory> exact;
    if (!out.beyond && data_->options.max_seconds > 0.0) exact = data_->exact(start, goal);
    if (exact) {
      out.usable = out.optimal = out.exact = true;
      out.motion = std::move(*exact);
      out.objective = problem.minimize.time * out.motion.duration();
    } else {
      // On the way back from beyond a limit an acceleration that nobody gave is free.
      const bool jerk = data_->limits_jerk, start_a = start.a.size() > 0;
      search(data_->with(start_a || (jerk && !out.beyond), jerk || goal.a.size() > 0), start, goal,
             elapsed, out);
    }
  }
  out.seconds = seconds_since(begun);
  return out;
}

}  // namespace alembert
