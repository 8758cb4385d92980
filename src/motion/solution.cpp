#include "alembert/solution.hpp"

#include <cstdio>

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

std::string Solution::summary() const {
  char numbers[160];
  std::snprintf(numbers, sizeof numbers,
                ": duration %.6g s, objective %.6g, largest violation %.2g, %d iterations, %.3g s",
                motion.duration(), objective, largest_violation, iterations, seconds);
  return to_string(status) + std::string(numbers) + "; " + message;
}

}  // namespace alembert
