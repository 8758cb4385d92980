// The program of a problem and its first guess, as a search begins.
#pragma once

#include "motion/guess.hpp"

namespace alembert::bench {

struct Started {
  MotionProgram program;
  Eigen::VectorXd x;
};

inline Started started(const MotionProblem& problem, int threads) {
  const Task task(problem);
  const GuessedPlaces places = guess_places(task);
  const double duration = guess_duration(task.problem(), places);
  MotionProgram program =
      transcribe(task, time_shares(task.problem()), duration, std::make_shared<Workers>(threads));
  Eigen::VectorXd x = guess_unknowns(places, program, duration, 0.0, 1);
  slow_down(program, x, 1.0);
  return {std::move(program), std::move(x)};
}

}  // namespace alembert::bench
