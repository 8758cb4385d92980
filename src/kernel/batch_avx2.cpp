// Batches for x86-64 with AVX2 and FMA: compiled with flags of its own (batch_lane.hpp says what
// that asks for).
#include "kernel/batch_lane_impl.hpp"
#include "kernel/grouped_passes.hpp"
#include "kernel/sincos_numbers.hpp"

namespace alembert {

BatchLanePointer<double> make_avx2_lane(const Model& model, double) {
  return std::make_unique<PackLane<double>>(model);
}
BatchLanePointer<float> make_avx2_lane(const Model& model, float) {
  return std::make_unique<PackLane<float>>(model);
}

}  // namespace alembert
