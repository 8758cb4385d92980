// How the nonlinear program of a motion is solved.
#pragma once

namespace alembert {

enum class SolverMethod {
  structured,  ///< our own interior-point method, which knows that a motion runs along time
  ipopt,       ///< Ipopt, for all sparse programs
};
const char* to_string(SolverMethod method);

}  // namespace alembert
