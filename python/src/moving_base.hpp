// A base that is carried along, for the time of one call.
#pragma once

#include <optional>

#include "alembert/load.hpp"

namespace alembert::python {

template <typename Tool>
class OnMovingBase {
 public:
  OnMovingBase(Tool& tool, const std::optional<BaseMotion>& motion)
      : tool_(tool), moves_(motion.has_value()) {
    if (moves_) tool_.set_base_motion(*motion);
  }
  OnMovingBase(const OnMovingBase&) = delete;
  OnMovingBase& operator=(const OnMovingBase&) = delete;
  ~OnMovingBase() {
    if (moves_) tool_.set_base_motion({});
  }

 private:
  Tool& tool_;
  bool moves_;
};

}  // namespace alembert::python
