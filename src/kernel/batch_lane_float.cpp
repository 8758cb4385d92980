#include "kernel/batch_lane_impl.hpp"

namespace alembert {

BatchLanePointer<float> make_baseline_lane(const Model& model, float) {
  return std::make_unique<PackLane<float>>(model);
}

}  // namespace alembert
