// From one starting guess to a motion: solve, free the knots, certify, or relax what cannot be met.
// In six files.
#pragma once

#include <limits>

#include "alembert/motion.hpp"
#include "clock.hpp"
#include "motion/candidate.hpp"
#include "motion/guess.hpp"

namespace alembert {

class Search {
 public:
  /// `attempt` 0 starts from the plain guess, others bend it at random.
  Search(const Task& task, const SolveOptions& options, int attempt,
         const std::shared_ptr<Workers>& workers)
      : task_(task), options_(options), attempt_(attempt), workers_(workers) {}

  Candidate run();

 private:
  using Status = NlpResult::Status;
  using Kind = Attempt::Kind;

  // What is tried, in which order (search.cpp).
  Candidate without_equations();
  Candidate with_wider_friction();
  Candidate with_equations();
  Candidate halved_until_met(int first);
  Candidate on_given_segments(const Task& task);
  Candidate on_halved_segments(const Task& task, const Candidate& before);
  bool holds(const Candidate& found) const;
  bool gives_up(const Candidate& found) const;
  Candidate best_motion();
  Candidate program_of(const Task& task, double duration) const;
  bool given_on_this_grid() const;
  Eigen::VectorXd given_motion(MotionProgram& program) const;
  Candidate in_best_posture(const Task& task);

  // Guesses, one after the other (search_guesses.cpp).
  struct Guesses;
  Candidate from_a_guess(const Task& task, const GuessedPlaces& places);
  bool from_given(Guesses& all);
  bool from_guess(Guesses& all, int number);
  bool judged(Guesses& all);
  Candidate left_off(const Task& task, const GuessedPlaces& places, Candidate tried);
  Candidate relaxed(Candidate tried, const Eigen::VectorXd& x);

  // One program (search_solves.cpp).
  NlpStart start_from(MotionProgram& program, const Eigen::VectorXd& x) const;
  NlpOptions watched(int at_most = std::numeric_limits<int>::max());
  NlpResult solve_once(MotionProgram& program, const NlpPoint& from, NlpStart start,
                       const NlpOptions& options);
  /// The same, written down in the diary.
  NlpResult solve_noted(Kind kind, MotionProgram& program, const NlpPoint& from, NlpStart start,
                        const NlpOptions& options);
  /// By degrees where there are kinks.
  NlpResult solve(Kind kind, MotionProgram& program, const NlpPoint& from, NlpStart start);

  // By degrees to what has kinks (search_degrees.cpp).
  /// Through softer friction if asked to: nothing where the solver does not follow that.
  std::optional<NlpResult> by_degrees(Kind kind, MotionProgram& program, NlpPoint from,
                                      NlpStart start, bool softer = false);
  /// The answer of another problem, to go on from.
  Candidate solve_easier(Kind kind, const MotionProblem& easier, const NlpPoint& from,
                         NlpStart start, double duration);
  /// Through more jerk, in the same way.
  std::optional<NlpResult> by_less_jerk(MotionProgram& program, const NlpPoint& from);
  /// Through itself at first, in the same way: most motions of robots that stay where they stand
  /// keep out of themselves anyway.
  std::optional<NlpResult> first_through_itself(MotionProgram& program, const NlpPoint& from);
  /// Through stronger motors; where that is in vain, which one is too weak (motors_too_weak.cpp).
  std::optional<NlpResult> by_stronger_motors(MotionProgram& program, NlpPoint from);
  std::optional<NlpPoint> with_softer_friction(const MotionProgram& program, NlpPoint point,
                                               double& share);
  NlpResult with_less_rounding(MotionProgram& program, NlpResult kept, double share);
  void note(Kind kind, const MotionProgram& program, const NlpResult& result, int iterations,
            Clock::time_point begun);
  void keep_last() { diary_.back().kept = true; }
  bool go_on();

  // Knots that move (search_knots.cpp).
  Candidate on_free_knots(const Candidate& equal, double duration) const;
  struct Moving {
    MotionProgram& program;
    NlpSolver solver;
    double barrier = 0.0;  // whose answer the last point is
  };
  NlpResult solve_centred(Kind kind, Moving& moving, const NlpPoint& from, NlpStart start,
                          double to_barrier);
  double move_knots(Moving& moving, NlpResult& answer);
  NlpResult solve_briefly(Kind kind, MotionProgram& program, const NlpPoint& from);
  Candidate on_moving_knots(Kind kind, const Candidate& before, const Eigen::MatrixXd& shares);
  double take_better(Candidate& best, Candidate next);
  Candidate with_adapted_knots(Candidate best);
  Candidate on_twice_the_segments(const Candidate& before) const;
  Candidate with_free_instants(const Task& task);
  Candidate with_freed_knots(Candidate best, double factor, double duration);

  // What happens between nodes (search_between.cpp).
  void look_between_nodes(Candidate& found) const;
  NlpResult solve_again(Kind kind, MotionProgram& program, const NlpPoint& answer,
                        const std::vector<MotionProgram::Origin>& before);
  void measure(Candidate& found);
  Candidate certified(Candidate found);
  void loosen(Candidate& found);

  const Task& task_;
  const SolveOptions& options_;
  int attempt_;
  std::shared_ptr<Workers> workers_;
  // What was done so far, for people who watch.
  std::vector<MotionProgress> history_;
  Diary diary_;
  int iterations_ = 0, rounds_ = 0;
  bool stopped_ = false;  // between iterations, by whoever watches
  Clock::time_point asked_ = {};
  int posture_ = 0;
  unsigned detour_ = 0;  // 0: the straight one is tried first
  std::optional<InfeasibilityCause> too_weak_ = {};
};

/// The point of a program with other nodes since; multipliers of new constraints are zero.
NlpPoint extended(const NlpPoint& point, const std::vector<MotionProgram::Origin>& old,
                  const std::vector<MotionProgram::Origin>& now);

/// Shares of unknown times in segments as long, one beside the other, as those of a motion.
Eigen::MatrixXd shares_like(Eigen::MatrixXd shares, const Trajectory& motion);

/// The same task on other knots.
Task with_knots(const Task& task, SplineOptions::Knots knots);

/// Does any joint rub?
bool has_coulomb(const Task& task);

/// Does the robot take steps, and is jerk among what it minimizes?
bool steps_with_jerk(const Task& task);
/// Does it minimize torques that are limited?
bool asks_little_of_motors(const Task& task);

/// From so many joints on guesses take long.
constexpr int many_joints = 30;

inline NlpPoint without_multipliers(const Eigen::VectorXd& x) { return {x, {}, {}, {}}; }

}  // namespace alembert
