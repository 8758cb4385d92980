#include "alembert/solution.hpp"

#include "alembert/solver_method.hpp"

namespace alembert {

const char* to_string(MotionStatus status) {
  switch (status) {
    case MotionStatus::solved:
      return "solved";
    case MotionStatus::solved_to_lower_accuracy:
      return "solved to lower accuracy";
    case MotionStatus::infeasible:
      return "infeasible";
    case MotionStatus::iteration_limit:
      return "iteration limit";
    case MotionStatus::interrupted:
      return "interrupted";
  }
  return "";
}

const char* to_string(SolverMethod method) {
  return method == SolverMethod::structured ? "structured" : "ipopt";
}

}  // namespace alembert
