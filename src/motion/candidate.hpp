// What a search comes back with.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "alembert/solution.hpp"
#include "motion/certify.hpp"
#include "motion/nlp_solver.hpp"

namespace alembert {

/// A program, a point of it and what is known of the motion between the program's nodes.
struct Candidate {
  std::unique_ptr<MotionProgram> program;
  NlpResult result;
  Certificate certificate;
  std::vector<MotionProgress> history;
  Diary diary;
  int iterations = 0, rounds = 0;
  /// A path that was timed and proven, to be handed out as it is (among_obstacles.hpp).
  std::optional<Trajectory> timed = {};
  std::optional<InfeasibilityCause> cause = {};  ///< of one that was not found
  bool too_small = false;  ///< a motion of hardly anything, which was not optimised

  bool usable() const {
    return result.status == NlpResult::Status::solved ||
           result.status == NlpResult::Status::acceptable;
  }
  bool interrupted() const { return result.status == NlpResult::Status::interrupted; }
};

}  // namespace alembert
