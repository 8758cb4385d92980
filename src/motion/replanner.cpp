#include "alembert/replanner.hpp"

#include <chrono>
#include <cmath>

#include "alembert/error.hpp"
#include "motion/guess.hpp"
#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"
#include "task/point_limit.hpp"

namespace alembert {
namespace {

using Clock = std::chrono::steady_clock;

/// A guess that is in a hurry may pass its limits by more than the solver takes back.
constexpr double slower_guesses[] = {1.0, 2.0, 4.0};

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

/// A start that moves has rows for its velocity, one at rest has not: the rows are always there.
MotionProblem with_moving_start(MotionProblem problem) {
  const auto refuse = [](const char* what, const char* instead) {
    throw Error(Error::Code::value, {}, what, instead);
  };
  if (!problem.start.q || !problem.goal.q) {
    refuse("a replanner needs joint values at start and goal", "set start.q and goal.q");
  }
  if (!problem.waypoints.empty() || problem.repetition) {
    refuse("a replanner knows no waypoints and no repetition", "use solve()");
  }
  problem.spline.knots = SplineOptions::Knots::uniform;
  problem.start = {.q = problem.start.q,
                   .v = Eigen::VectorXd::Constant(problem.model.dofs(), 1e-3)};
  problem.goal = {.q = problem.goal.q};
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

void note_positions_beyond(const MotionProblem& problem, const Eigen::VectorXd& q, LimitPlace place,
                           std::optional<LimitNote>& worst) {
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double lower = problem.limits.lower[j], upper = problem.limits.upper[j];
    const double range = upper - lower;
    note_if_beyond(problem.model.coordinates()[j], LimitKind::position, place, q[j], lower, upper,
                   range > 0.0 && std::isfinite(range) ? range : 1.0, worst);
  }
}

void note_velocities_beyond(const MotionProblem& problem, const Eigen::VectorXd& v,
                            std::optional<LimitNote>& worst) {
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double limit = problem.limits.velocity[j];
    note_if_beyond(problem.model.coordinates()[j], LimitKind::velocity, LimitPlace::start, v[j],
                   -limit, limit, limit, worst);
  }
}

MotionProgram program_of(const Task& task, int threads) {
  if (task.has_forces()) {
    throw Error(Error::Code::value, {}, "a replanner knows no closed loops", "use solve()");
  }
  const double guess = guess_duration(task.problem(), guess_places(task));
  return transcribe(task, time_shares(task.problem()), guess, std::make_shared<Workers>(threads));
}

}  // namespace

struct Replanner::Data {
  Data(const MotionProblem& problem, const ReplanOptions& given)
      : task(with_moving_start(problem)),
        options(given),
        program(program_of(task, given.threads)),
        method(program) {
    const std::vector<MotionProgram::Origin>& origins = program.origins();
    for (int row = 0; row < static_cast<int>(origins.size()); ++row) {
      if (origins[row].row_limit < 0) continue;
      const RowLimit& limit = program.row_limits()[origins[row].row_limit];
      if (limit.is_condition && limit.subject.place == LimitPlace::start) {
        velocity_rows.push_back({row, limit.parts.front().coordinate, limit.scale});
      }
    }
  }

  struct VelocityRow {
    int row, coordinate;
    double scale;
  };

  void set_conditions(const ArmState& start, const Eigen::VectorXd& goal);
  Eigen::VectorXd guess(const ArmState& start, const Eigen::VectorXd& goal, double slower);
  Eigen::VectorXd rest_of_last(const ArmState& start, const Eigen::VectorXd& goal, double elapsed);

  Task task;
  ReplanOptions options;
  MotionProgram program;
  InteriorPoint method;
  std::vector<VelocityRow> velocity_rows;
  NlpPoint last;
  Trajectory last_motion;
};

void Replanner::Data::set_conditions(const ArmState& start, const Eigen::VectorXd& goal) {
  NlpBounds& bounds = program.mutable_bounds();
  const int end = program.grid().controls() - 1;
  for (int j = 0; j < program.dofs(); ++j) {
    for (const auto& [control, value] :
         {std::pair{0, start.q[j]}, {end, goal[j]}, {end - 1, goal[j]}}) {
      const int i = program.control_index(control, j);
      bounds.x_lower[i] = bounds.x_upper[i] = value;
    }
  }
  for (const VelocityRow& at : velocity_rows) {
    bounds.g_lower[at.row] = bounds.g_upper[at.row] = start.v[at.coordinate] / at.scale;
  }
}

Eigen::VectorXd Replanner::Data::guess(const ArmState& start, const Eigen::VectorXd& goal,
                                       double slower) {
  GuessedPlaces places;
  places.fractions = {0.0, 1.0};
  places.q = {start.q, goal};
  const MotionProblem& problem = task.problem();
  Eigen::VectorXd x =
      guess_unknowns(problem, places, program, guess_duration(problem, places), 0.0, 1);
  slow_down(problem, program, x, slower);
  return x;
}

/// What is left of the motion before, bent towards the new ends.
Eigen::VectorXd Replanner::Data::rest_of_last(const ArmState& start, const Eigen::VectorXd& goal,
                                              double elapsed) {
  const BSpline& q = last_motion.q;
  const double T = q.duration(), left = std::max(0.05 * T, T - elapsed);
  Eigen::VectorXd x = last.x;
  const int end = program.grid().controls() - 1;
  const int time = program.time_index(0);
  const Eigen::VectorXd knots = program.grid().knots(Eigen::VectorXd::Constant(1, 1.0));
  const double whole = knots[knots.size() - 1];
  const Eigen::VectorXd by_start = start.q - q(q.begin() + T - left), by_goal = goal - q(q.end());
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

Replanner::Replanner(const MotionProblem& problem, const ReplanOptions& options)
    : data_(std::make_unique<Data>(problem, options)) {}
Replanner::~Replanner() = default;
Replanner::Replanner(Replanner&&) noexcept = default;
Replanner& Replanner::operator=(Replanner&&) noexcept = default;

void Replanner::forget() { data_->last = {}; }

Replan Replanner::plan(const ArmState& start, const Eigen::VectorXd& goal, double elapsed) {
  const auto begun = Clock::now();
  const int dofs = data_->program.dofs();
  if (start.q.size() != dofs || start.v.size() != dofs || goal.size() != dofs ||
      !start.q.allFinite() || !start.v.allFinite() || !goal.allFinite() || !(elapsed >= 0.0)) {
    throw Error(Error::Code::value, {}, "a state or goal of the wrong size, or not finite",
                "give one number a joint");
  }
  Replan out;
  const MotionProblem& problem = data_->task.problem();
  note_positions_beyond(problem, goal, LimitPlace::goal, out.beyond);
  if (out.beyond) {
    out.seconds = seconds_since(begun);
    return out;
  }
  note_positions_beyond(problem, start.q, LimitPlace::start, out.beyond);
  note_velocities_beyond(problem, start.v, out.beyond);
  data_->set_conditions(start, goal);
  NlpOptions options;
  options.max_iterations = data_->options.max_iterations;
  options.on_iteration = [&](const NlpIteration&) {
    return seconds_since(begun) < data_->options.max_seconds;
  };
  NlpResult found;
  const auto usable = [&] {
    return found.status == NlpResult::Status::solved ||
           found.status == NlpResult::Status::acceptable;
  };
  out.warm = data_->last.x.size() > 0;
  if (out.warm) {
    NlpPoint from = data_->last;
    from.x = data_->rest_of_last(start, goal, elapsed);
    found = data_->method.solve(from, NlpStart::warm, options);
    out.iterations = found.iterations;
  }
  const auto in_time = [&] { return seconds_since(begun) < data_->options.max_seconds; };
  bool tried = out.warm;
  for (const double slower : slower_guesses) {
    if (tried && (usable() || found.feasible || !in_time())) break;
    tried = true;
    out.warm = false;
    found = data_->method.solve({data_->guess(start, goal, slower), {}, {}, {}}, NlpStart::cold,
                                options);
    out.iterations += found.iterations;
  }
  if (!usable() && !found.feasible && in_time()) {  // the way out, as everywhere
    found = solve_with_ipopt(data_->program, {data_->guess(start, goal, 1.0), {}, {}, {}},
                             NlpStart::cold, options);
    out.iterations += found.iterations;
  }
  const bool answered = usable() || found.feasible;
  out.usable = answered && !out.beyond;
  out.optimal = usable() && !out.beyond;
  out.objective = found.objective;
  if (answered) {
    out.motion = data_->program.motion(found.point.x);
    data_->last = found.point;
    data_->last_motion = out.motion;
  }
  out.seconds = seconds_since(begun);
  return out;
}

}  // namespace alembert
