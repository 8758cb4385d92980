// What a search comes back with.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "alembert/solution.hpp"
#include "motion/certify.hpp"
#include "motion/nlp_solver.hpp"

namespace alembert {

/// What a search tells on its way.
struct SearchStory {
  std::vector<MotionProgress> history;
  Diary diary;
  int iterations = 0, rounds = 0;
};

/// A program, a point of it and what is known of the motion between the program's nodes.
struct Candidate : SearchStory {
  std::unique_ptr<MotionProgram> program;
  NlpResult result;
  Certificate certificate;
  /// A path that was timed and proven, to be handed out as it is (among_obstacles.cpp).
  std::optional<Trajectory> timed = {};
  std::optional<InfeasibilityCause> cause = {};  ///< of one that was not found
  bool too_small = false;  ///< a motion of hardly anything, which was not optimised

  Trajectory motion() const { return program->motion(result.point.x); }
  bool usable() const { return result.usable(); }
  bool interrupted() const { return result.interrupted(); }
};

/// Of a task's program on these shares of its times, not solved yet.
inline Candidate unsolved(const Task& task, const Eigen::MatrixXd& shares, double duration,
                          const std::shared_ptr<Workers>& workers) {
  Candidate made;
  made.program = std::make_unique<MotionProgram>(transcribe(task, shares, duration, workers));
  return made;
}

}  // namespace alembert
