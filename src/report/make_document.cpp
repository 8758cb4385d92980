#include "alembert/report.hpp"

namespace alembert {

MotionDocument motion_document(const MotionFile& asked, const Solution& found,
                               const std::vector<MotionSample>& samples) {
  return {.file = "",
          .problem = problem_document(asked),
          .solution = found,
          .message = message(found),
          .waypoints = waypoint_instants(asked.problem, found.motion),
          .force_names = force_names(asked.problem),
          .samples = samples,
          .verification = {}};
}

}  // namespace alembert
