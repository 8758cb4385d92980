#include "kernel/batch_lane_impl.hpp"

namespace alembert {

extern template class WeightedHessian<Pack<double>>;  // weighted_hessian_pack.cpp

BatchLanePointer<double> make_baseline_lane(const Model& model, double) {
  return std::make_unique<PackLane<double>>(model);
}

}  // namespace alembert
