#include "alembert/self_pairs.hpp"

#include <algorithm>

#include "task/distance.hpp"

namespace alembert {

namespace {

double apart_at(const Model& model, const Eigen::VectorXd& q, Distance&& distance) {
  MotionPoint point(model.dofs(), 0);
  point.z.setZero();
  point.z.head(model.dofs()) = q;
  Eigen::VectorXd value(1);
  distance.value(point, value);
  return distance.clearance(value[0]);
}

/// The joint that a body hangs on, past joints of several degrees, whose links between have no
/// frames; -1 is the base.
int body_before(const Model& model, int joint) {
  const auto carries = [&](int j) {
    return std::any_of(model.frames().begin(), model.frames().end(),
                       [j](const ModelFrame& frame) { return frame.joint == j; });
  };
  int before = model.joint(joint).parent;
  while (before >= 0 && !carries(before)) before = model.joint(before).parent;
  return before;
}

}  // namespace

SelfPairs find_self_pairs(const Model& model, const std::vector<ArmSolid>& arm, double margin,
                          const std::optional<Eigen::VectorXd>& start) {
  SelfPairs pairs;
  const auto joint_of = [&](std::size_t i) { return model.frame(arm[i].frame).joint; };
  for (std::size_t i = 0; i < arm.size(); ++i) {
    for (std::size_t j = i + 1; j < arm.size(); ++j) {
      const int one = joint_of(i), other = joint_of(j);
      const std::pair pair{static_cast<int>(i), static_cast<int>(j)};
      if (one == other) {
        ++pairs.rigid;
      } else if ((one >= 0 && body_before(model, one) == other) ||
                 (other >= 0 && body_before(model, other) == one)) {
        ++pairs.neighbours;
      } else if (start &&
                 apart_at(model, *start, Distance(model, arm[i], arm[j], margin)) < margin) {
        pairs.touching.push_back(pair);
      } else {
        pairs.kept.push_back(pair);
      }
    }
  }
  return pairs;
}

SelfPairs keep_out_of_itself(const Robot& robot, const Model& model,
                             const std::optional<Eigen::VectorXd>& start, Clearance& clearance) {
  const SelfClearance& own = robot.self_clearance;
  const std::size_t first = clearance.arm.size();
  for (const SelfClearance::Capsule& capsule : own.capsules) {
    clearance.arm.push_back({capsule.name, model.frame(capsule.frame),
                             Solid::capsule(capsule.from, capsule.to, capsule.radius)});
  }
  const auto index = [&](const std::string& name) {
    const auto at = std::find_if(own.capsules.begin(), own.capsules.end(),
                                 [&](const auto& capsule) { return capsule.name == name; });
    return first + static_cast<std::size_t>(at - own.capsules.begin());
  };
  SelfPairs pairs;
  for (const SelfClearance::Pair& pair : own.pairs) {
    const std::size_t i = index(pair.one), j = index(pair.other);
    const ArmSolid &one = clearance.arm[i], &other = clearance.arm[j];
    if (model.frame(one.frame).joint == model.frame(other.frame).joint) {
      ++pairs.rigid;
      continue;
    }
    const double margin = clearance.margin;
    const bool touch =
        start && apart_at(model, *start, Distance(model, one, other, margin)) < margin;
    (touch ? pairs.touching : pairs.kept).emplace_back(static_cast<int>(i), static_cast<int>(j));
  }
  clearance.self_pairs.insert(clearance.self_pairs.end(), pairs.kept.begin(), pairs.kept.end());
  return pairs;
}

double clearance_at(const Model& model, const Eigen::VectorXd& q, const ArmSolid& arm,
                    const Solid& obstacle) {
  return apart_at(model, q, Distance(model, arm, obstacle, 0.0));
}

}  // namespace alembert
