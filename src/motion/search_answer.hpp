// What a search found and on which grid, as a document that crosses processes.
#pragma once

#include <string>

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"

namespace alembert {

struct SearchAnswer : SearchStory {
  NlpResult::Status status = NlpResult::Status::failed;
  SolverMethod method = SolverMethod::structured;
  double objective = 0.0;
  double shortfall = 0.0;  ///< see Certificate
  SplineOptions spline;    ///< it was found on, which need not be the one asked for
  Eigen::MatrixXd shares;  ///< of the unknown times in its segments
  Eigen::VectorXd x;
};

SearchAnswer answer_of(const Candidate& found, double tolerance);
/// The candidate again, in a program made anew on the grid that it was found on.
Candidate candidate_of(const SearchAnswer& answer, const Task& asked,
                       const std::shared_ptr<Workers>& workers);

/// One line a field: its name, rows, columns and numbers, which come back to the last bit.
std::string write_answer(const SearchAnswer& answer);
/// Throws Error for a text that is no such document, or only a part of one.
SearchAnswer read_answer(const std::string& text);

}  // namespace alembert
