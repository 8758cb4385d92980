#include <cmath>
#include <numbers>
#include <random>

#include "alembert/self_pairs.hpp"
#include "alembert/world.hpp"

namespace alembert {
namespace {

/// rad or m to either side, of a coordinate without limits.
double half_range(const Model& model, int coordinate) {
  for (const ModelJoint& joint : model.joints()) {
    if (joint.coordinate == coordinate && joint.motion == JointMotion::prismatic) return 1.0;
  }
  return std::numbers::pi;
}

/// Each coordinate evenly between its limits.
class AnyState {
 public:
  AnyState(const Model& model, unsigned seed) : random_(seed) {
    const MotionLimits limits = MotionProblem(model).limits;
    for (int i = 0; i < model.dofs(); ++i) {
      const double lower = limits.lower[i], upper = limits.upper[i], half = half_range(model, i);
      const bool bounded = std::isfinite(lower) && std::isfinite(upper);
      ranges_.emplace_back(bounded ? lower : -half, bounded ? upper : half);
    }
  }
  Eigen::VectorXd next() {
    Eigen::VectorXd q(ranges_.size());
    for (std::size_t i = 0; i < ranges_.size(); ++i) q[i] = ranges_[i](random_);
    return q;
  }

 private:
  std::mt19937 random_;
  std::vector<std::uniform_real_distribution<double>> ranges_;
};

}  // namespace

SampledPairs sample_self_pairs(const Model& model, const std::vector<ArmSolid>& arm,
                               std::vector<std::pair<int, int>> pairs, int states, unsigned seed) {
  SampledPairs out{std::move(pairs), {}, states};
  out.touching.assign(out.pairs.size(), 0);
  Clearance own;
  own.arm = arm;
  own.self_pairs = out.pairs;
  World world(model, own);
  AnyState any(model, seed);
  Eigen::VectorXd apart(world.pairs());
  for (int k = 0; k < states; ++k) {
    world.update(any.next());
    world.distances(apart);
    for (std::size_t i = 0; i < out.touching.size(); ++i) {
      out.touching[i] += apart[i] <= 0.0 ? 1 : 0;
    }
  }
  return out;
}

}  // namespace alembert
