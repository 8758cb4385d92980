#include "alembert/solution.hpp"

namespace alembert {

const char* to_string(MotionStatus status) {
  static constexpr const char* words[] = {"solved", "solved to lower accuracy", "infeasible",
                                          "iteration limit", "interrupted"};
  return words[static_cast<int>(status)];
}

const char* to_string(SolverMethod method) {
  return method == SolverMethod::structured ? "structured" : "ipopt";
}

}  // namespace alembert
