// How the nonlinear program of a motion is solved.
#pragma once

namespace alembert {

enum class SolverMethod {
  structured,  ///< our own interior-point method, which knows that a motion runs along time
  ipopt,       ///< Ipopt, for all sparse programs
};
const char* to_string(SolverMethod method);

/// How the structured method's factor treats equations; the answer is the same.
enum class EquationFactor {
  automatic,  ///< what measured better: condensed, for every kind so far
  condensed,  ///< into the unknowns, with a large weight
  kept,       ///< as rows and columns of their own
};

}  // namespace alembert
