// The answer to a motion problem: a motion, what it is worth and its active limits. In words it is
// told by alembert/report.hpp.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alembert/attempt.hpp"
#include "alembert/infeasibility.hpp"
#include "alembert/limit_note.hpp"
#include "alembert/proof.hpp"
#include "alembert/solver_method.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

enum class MotionStatus {
  solved,
  solved_to_lower_accuracy,  ///< a motion, but the solver stopped short: maybe not the best
  infeasible,
  iteration_limit,
  interrupted
};
const char* to_string(MotionStatus status);

struct MotionProgress {
  int round = 0;  ///< of certification
  int iteration = 0;
  double objective = 0.0;
  double violation = 0.0;  ///< largest, of scaled constraints
};

/// How it is known that limits hold, and by how much.
struct MotionCertificate {
  enum class Method {
    none,     ///< nothing was looked at
    sampled,  ///< twelve samples a segment and a search round their peaks
    proven,   ///< at every instant
  };
  Method method = Method::none;   ///< how it is known
  double tolerance = 0.0;         ///< of equations: closed loops, joints without a motor
  int samples = 0;                ///< instants that limits were looked at, over all limits
  std::vector<LimitNote> limits;  ///< where each limit is met most nearly, worst first
  std::optional<Proof> proof;     ///< of every motion but those of interrupted searches
};

/// What one of several searches came to.
struct StartAnswer {
  bool solved = false;     ///< within all limits, as far as samples tell: only the best is proven
  double objective = 0.0;  ///< 0 where it came to nothing
};

struct Solution {
  MotionStatus status = MotionStatus::infeasible;
  std::optional<InfeasibilityCause> cause;  ///< of an infeasible problem, where one was found
  /// Nothing on the way takes time: the duration is the shortest that is looked at.
  bool takes_no_time = false;
  /// Joints of a large robot that need not move and so were not let move.
  std::vector<std::string> held_still;
  Trajectory motion;
  double objective = 0.0;
  std::vector<std::pair<std::string, double>> objective_terms;  ///< name, weighted value
  double largest_violation = 0.0;                               ///< anywhere on the curve
  std::vector<LimitNote> violations;               ///< beyond the tolerance, worst first
  std::vector<LimitNote> active;                   ///< limits that bind it
  MotionCertificate certificate;                   ///< what is known of its limits
  std::vector<MotionProgress> history;             ///< one an iteration, as listeners were told
  Diary diary;                                     ///< of the start that found the motion
  int iterations = 0, rounds = 0, start = 0;       ///< start: the one that found it, from 0
  std::vector<StartAnswer> starts;                 ///< of every search, where there were several
  SolverMethod method = SolverMethod::structured;  ///< that found the motion
  /// It was not solved, our own method stopped short, and this build has no Ipopt to ask.
  bool without_way_out = false;
  double seconds = 0.0;
};

}  // namespace alembert
