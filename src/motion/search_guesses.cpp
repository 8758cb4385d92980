// From guesses, one after the other, until one leads to a motion.
#include <algorithm>

#include "motion/near_pairs.hpp"
#include "motion/relax.hpp"
#include "motion/search.hpp"
#include "motion/transcribe.hpp"

namespace alembert {
namespace {

/// A guess to begin with. Each is for what those before it did not find.
struct Guess {
  using Kind = Attempt::Kind;
  Kind kind;
  double slower = 1.0;    ///< than it need be, as a factor
  unsigned detour = 0;    ///< around obstacles, by number
  bool softer = false;    ///< with softer friction first
  bool stronger = false;  ///< with stronger motors first
  /// Of robots that take steps, with more jerk first: of those with many joints before all else
  /// (few of their guesses lead anywhere, and that takes long), of others later.
  enum class Jerk { asked, more_of_many, more_of_few } jerk = Jerk::asked;
};
constexpr Guess guesses[] = {
    {.kind = Guess::Kind::softer_friction, .softer = true},  // where joints rub
    {.kind = Guess::Kind::more_jerk, .jerk = Guess::Jerk::more_of_many},
    {Guess::Kind::guess},
    {.kind = Guess::Kind::stronger_motors, .stronger = true},  // where that failed
    {.kind = Guess::Kind::detour, .detour = 1, .softer = true},
    {.kind = Guess::Kind::detour, .detour = 1},  // where the straight way is not clear
    {.kind = Guess::Kind::detour, .detour = 2, .softer = true},
    {.kind = Guess::Kind::detour, .detour = 2},
    {.kind = Guess::Kind::detour, .detour = 3, .softer = true},
    {.kind = Guess::Kind::detour, .detour = 3},
    {.kind = Guess::Kind::slower_guess, .slower = 2.0},
    {.kind = Guess::Kind::more_jerk, .jerk = Guess::Jerk::more_of_few},
};

/// Starts other than the plain one bend their guess by this share of the joint ranges.
constexpr double bend_of_attempts = 0.25;
/// Of robots on the ground: bent as far as others they would be in it, and hardly find back.
constexpr double bend_on_ground = 0.04;
/// Clearance between nodes, in units of its limit: beyond it the motion is on the other side.
constexpr double deep = 0.03;

/// Between nodes, and too deep for nodes there to push it out again.
bool leads_through(const MotionProgram& program, const Eigen::VectorXd& x) {
  const std::vector<PointLimit>& limits = program.point_limits();
  if (std::none_of(limits.begin(), limits.end(), is_clearance)) return false;
  const Certificate seen = certify(program, x);
  return std::any_of(seen.worst.begin(), seen.worst.end(), [&](const Excess& worst) {
    return is_clearance(limits[worst.point_limit]) && worst.violation > deep;
  });
}

}  // namespace

/// Where the guesses of one task lead.
struct Search::Guesses {
  const Task& task;
  const GuessedPlaces& places;
  double duration;
  bool straight_is_clear;
  Candidate tried = {};        // the last
  Eigen::VectorXd plain = {};  // the first guess
  NlpResult least = {};        // of those that failed, what violates least
  double least_violation = infinity;
  bool failed = false;                    // a guess, not the given motion
  bool only_slow = true;                  // none failed but for want of iterations
  std::optional<NlpResult> through = {};  // an answer that leads through something

  /// Is it an answer? What is not is remembered.
  bool settled() {
    if (tried.usable() || tried.interrupted()) return true;
    only_slow = only_slow && tried.result.status == Status::iteration_limit;
    const double now = constraint_violation(*tried.program, tried.result.point.x);
    if (least.point.x.size() == 0 || now < least_violation) {
      least = tried.result;
      least_violation = now;
    }
    return false;
  }
};

/// Of failed guesses the one that violates least is kept, and relaxed.
Candidate Search::from_a_guess(const Task& task, const GuessedPlaces& places) {
  Guesses all{.task = task,
              .places = places,
              .duration = guess_duration(task.problem(), places),
              .straight_is_clear = true};
  if (options_.initial && attempt_ == 0 && from_given(all)) return std::move(all.tried);
  all.tried = program_of(task, all.duration);
  all.straight_is_clear = straight_lines_are_clear(task, places);
  for (std::size_t k = 0; k < std::size(guesses); ++k) {
    if (from_guess(all, static_cast<int>(k))) return std::move(all.tried);
    if (stopped_ || gives_up(all.tried) || (all.failed && !places.held))
      break;  // hardly a matter of where to start
  }
  all.tried.result = all.through ? *all.through : all.least;
  if (stopped_) return left_off(task, places, std::move(all.tried));
  if (all.through) return std::move(all.tried);
  return (all.only_slow && places.held) || gives_up(all.tried)
             ? std::move(all.tried)
             : relaxed(std::move(all.tried), all.plain);
}

bool Search::from_given(Guesses& all) {
  all.tried = program_of(all.task, all.duration);
  if (given_on_this_grid() && all.task.problem().spline.knots != SplineOptions::Knots::uniform) {
    const Trajectory& given = *options_.initial;
    all.tried = unsolved(all.task, shares_like(time_shares(task_.problem()), given),
                         given.duration(), workers_);
  }
  MotionProgram& program = *all.tried.program;
  const Eigen::VectorXd x = given_motion(program);
  all.tried.result =
      solve(Kind::given_motion, program, without_multipliers(x), start_from(program, x));
  diary_.back().kept = all.settled();
  return diary_.back().kept;
}

/// Tries one, where it is for this task.
bool Search::from_guess(Guesses& all, int number) {
  const Guess& guess = guesses[number];
  const bool straight = guess.detour == 0 && guess.slower == 1.0;
  if (guess.softer && !has_coulomb(all.task)) return false;
  if (guess.stronger && !(all.failed && asks_little_of_motors(all.task))) return false;
  if (guess.jerk != Guess::Jerk::asked) {
    const bool many = all.task.dofs() > many_joints;
    if (!steps_with_jerk(all.task) || many != (guess.jerk == Guess::Jerk::more_of_many)) {
      return false;
    }
  }
  if ((all.through && guess.detour == 0) || (detour_ > 0 && straight)) return false;
  const unsigned seed = options_.seed + 1000u * static_cast<unsigned>(attempt_);
  std::optional<GuessedPlaces> around;
  if (guess.detour > 0) {
    if (all.straight_is_clear) return false;
    around = by_collision_free_paths(all.task, all.places, seed + 10 * detour_ + guess.detour,
                                     [this] { return go_on(); });
    if (!around) return false;
  }
  if (stopped_) return false;
  const MotionProblem& problem = all.task.problem();
  MotionProgram& program = *all.tried.program;
  const GuessedPlaces& by = around ? *around : all.places;
  const double most = problem.ground_coordinates > 0 ? bend_on_ground : bend_of_attempts;
  const double bend = attempt_ > 0 && guess.detour == 0 ? most : 0.0;
  Eigen::VectorXd x = guess_unknowns(by, program, guess_duration(problem, by), bend, seed);
  slow_down(program, x, guess.slower);
  hold_near_pairs(program, x);
  if (all.plain.size() == 0) all.plain = x;
  const NlpPoint from = without_multipliers(x);
  std::optional<NlpResult> found;
  if (guess.jerk != Guess::Jerk::asked) {
    found = by_less_jerk(program, from);
  } else if (guess.stronger) {
    found = by_stronger_motors(program, from);
  } else {
    if (straight && !guess.softer) found = first_through_itself(program, from);
    const NlpStart start = guess.slower > 1.0 ? NlpStart::cold_slow : NlpStart::cold;
    if (!found) found = by_degrees(guess.kind, program, from, start, guess.softer);
  }
  if (!found) return false;
  all.tried.result = std::move(*found);
  return judged(all);
}

/// The last one: is it an answer?
bool Search::judged(Guesses& all) {
  if (all.tried.usable() && leads_through(*all.tried.program, all.tried.result.point.x)) {
    if (!all.through) all.through = all.tried.result;
    diary_.back().end = Attempt::End::led_through;
    return false;
  }
  all.failed = !all.settled();
  diary_.back().kept = !all.failed;
  return !all.failed;
}

/// Where the search stood when it was told to stop, at least the guess.
Candidate Search::left_off(const Task& task, const GuessedPlaces& places, Candidate tried) {
  if (tried.result.point.x.size() == 0) {
    const double duration = guess_duration(task.problem(), places);
    tried.result.point.x = guess_unknowns(places, *tried.program, duration, 0.0, options_.seed);
  }
  tried.result.status = Status::interrupted;
  return tried;
}

/// What gives least, from x; a point that needs nothing given is a new start.
Candidate Search::relaxed(Candidate tried, const Eigen::VectorXd& x) {
  MotionProgram& program = *tried.program;
  const auto begun = Clock::now();
  const int before = iterations_;
  const std::optional<NlpResult> given = least_given(program, x, watched(), iterations_);
  note(Kind::least_given, program, given.value_or(NlpResult{}), iterations_ - before, begun);
  if (!given) return tried;
  tried.result = *given;
  keep_last();
  if (given->status != Status::acceptable) return tried;
  const NlpResult again =
      solve(Kind::after_giving, program, without_multipliers(given->point.x), NlpStart::cold);
  if (!again.usable() && !again.interrupted()) return tried;
  tried.result = again;
  keep_last();
  return tried;
}

}  // namespace alembert
