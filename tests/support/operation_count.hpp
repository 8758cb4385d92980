// What a formulation costs on one call.
#pragma once

#include "alembert/formulation.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {

struct OperationCount {
  Tally executed, published;
};

inline OperationCount count_operations(const std::string& formulation, const Model& model,
                                       Loads loads = {}) {
  Random random(5);
  const int n = model.dofs();
  const VecX<OpCount> q = random.values(n).cast<OpCount>(), v = random.values(n).cast<OpCount>(),
                      a = random.values(n).cast<OpCount>();
  VecX<OpCount> tau(n);
  const auto dynamics = Formulations::get(formulation).make<OpCount>(model);
  OpCount::reset();
  (*dynamics)(q, v, a, loads, tau);
  return {OpCount::executed(), OpCount::published()};
}

/// A chain in which nothing is zero or parallel, as the papers count it.
inline Model general_chain(int joints, std::vector<JointType> types = {JointType::revolute}) {
  Random random(static_cast<unsigned>(joints));
  return compile(random_robot(random, {.joints = joints, .chain = true, .types = types}));
}

}  // namespace alembert::test
