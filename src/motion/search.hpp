// Solving a transcribed problem: certification rounds, free knots, fallbacks.
#pragma once

#include "motion/certify.hpp"
#include "motion/ipopt_solver.hpp"

namespace alembert {

struct SearchResult {
  NlpResult nlp;
  Certificate certificate;
  Eigen::MatrixXd shares;  ///< of the program that `nlp` belongs to
  std::vector<MotionProgress> history;
  int iterations = 0, rounds = 0;
};

/// From one starting guess; `attempt` 0 is the plain one, others bend it at random.
SearchResult search_motion(const MotionProblem& problem, const SolveOptions& options, int attempt,
                           std::unique_ptr<MotionProgram>& program);

}  // namespace alembert
