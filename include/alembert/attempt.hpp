// A search's diary: what was tried, how that ended and what it cost.
#pragma once

#include <vector>

namespace alembert {

struct Attempt {
  /// In the order in which a search comes to them.
  enum class Kind {
    exact_profile,    ///< nothing solved: only velocities, accelerations and jerks hold it back
    given_motion,     ///< from the motion that it was handed
    softer_friction,  ///< from a guess, with friction that comes to its own by degrees
    guess,            ///< from the straight way, or the bent one of another start
    through_itself,   ///< from a guess, of a robot that may pass through itself at first
    lighter_load,     ///< from a guess, with part of what is carried
    stronger_motors,  ///< the same, or from there, with torque limits that are wider
    detour,           ///< from a collision-free path around what is on the straight one
    slower_guess,     ///< from a guess that takes its time, further inside all limits
    more_jerk,        ///< from a guess, with jerk that counts for more at first
    least_given,      ///< limits give as little as they can
    after_giving,     ///< from there, where nothing had to be given
    finer_equations,  ///< equations are missed between nodes: on halved segments
    profile_knots,    ///< knots where a simple profile switches
    moved_knots,      ///< knots where accelerations change
    last_digits,      ///< of what was held off its limits while knots moved
    free_knots,       ///< knots are unknowns
    cost_nodes,       ///< costs get nodes where theirs miss something
    limit_nodes,      ///< limits get nodes where they are passed between theirs
    less_tightening,  ///< limits that were held further inside than they need be, loosened
  };
  enum class End {
    solved,
    acceptable,  ///< to lower accuracy
    infeasible,
    iteration_limit,
    interrupted,
    failed,       ///< the method gave up
    led_through,  ///< solved, but through an obstacle between nodes
  };
  Kind kind = Kind::guess;  ///< what was tried
  End end = End::failed;    ///< how the solve ended
  bool kept = false;        ///< the search went on from its answer
  int posture = 0;          ///< at a goal that is a pose: 0 the nearest
  int segments = 0;         ///< of the program's spline
  int iterations = 0;
  double seconds = 0.0;
  double objective = 0.0;
};
using Diary = std::vector<Attempt>;

}  // namespace alembert
