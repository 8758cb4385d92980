// The files of the project's robots that are benchmarked, as they stood when this was built.
#pragma once

#include <string>
#include <vector>

namespace alembert::bench {

struct RobotText {
  std::string name, yaml;
};

const std::vector<RobotText>& robot_texts();

}  // namespace alembert::bench
