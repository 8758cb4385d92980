// Where a program has no answer: the point whose limits give least.
#pragma once

#include <optional>

#include "motion/certify.hpp"
#include "motion/nlp_solver.hpp"

namespace alembert {

/// From x, with the conditions met; where even those cannot be, or a pose seems out of reach, with
/// all given. The status is `acceptable` for a point that needs nothing given, `infeasible` for one
/// that does; none if no relaxation could be solved. Peaks between nodes get nodes, as they give
/// too.
std::optional<NlpResult> least_given(MotionProgram& program, const Eigen::VectorXd& x,
                                     const NlpOptions& options, int& iterations);

}  // namespace alembert
