#include "alembert/solution.hpp"

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

}  // namespace alembert
