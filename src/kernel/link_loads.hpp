// Loads as wrenches on links.
#pragma once

#include <vector>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// A load in the canonical frame of the link that carries `frame`; R_world is that link's rotation.
template <typename S>
LinkWrench<S> wrench_on_link(const ModelFrame& frame, const Load& load, const Mat3<S>& R_world) {
  const Mat3<S> R = load.axes == Load::Axes::world
                        ? Mat3<S>(R_world.transpose())
                        : Mat3<S>(frame.pose.linear().template cast<S>());
  const Vec3<S> at = (frame.pose * load.point).template cast<S>();
  LinkWrench<S> wrench;
  wrench.force = R * load.force.template cast<S>();
  wrench.moment = R * load.moment.template cast<S>() + at.cross(wrench.force);
  return wrench;
}

/// Loads as wrenches on the links of a tree, in canonical frames.
template <typename S>
class LinkLoads {
 public:
  explicit LinkLoads(const Model& model)
      : model_(model), R_world_(model.joint_count()), wrench_(R_world_.size()) {}

  /// rotation(i) is that of link i in its parent's frame.
  template <typename Rotation>
  const std::vector<LinkWrench<S>>& update(Loads loads, Rotation rotation) {
    for (std::size_t i = 0; i < R_world_.size(); ++i) {
      const int parent = model_.joints()[i].parent;
      if (parent < 0) {
        R_world_[i].noalias() = model_.base().linear().template cast<S>() * rotation(i);
      } else {
        R_world_[i].noalias() = R_world_[parent] * rotation(i);
      }
      wrench_[i] = {};
    }
    for (const Load& load : loads) {
      const ModelFrame& frame = model_.frame(load.frame);
      if (frame.joint < 0) continue;  // the ground takes it
      const auto i = static_cast<std::size_t>(frame.joint);
      const LinkWrench<S> one = wrench_on_link<S>(frame, load, R_world_[i]);
      wrench_[i].force += one.force;
      wrench_[i].moment += one.moment;
    }
    return wrench_;
  }

 private:
  Model model_;
  std::vector<Mat3<S>> R_world_;
  std::vector<LinkWrench<S>> wrench_;
};

}  // namespace alembert
