// Where a frame is, link by link, for any scalar.
#pragma once

#include "alembert/link_transform.hpp"
#include "alembert/model.hpp"

namespace alembert::test {

template <typename S>
struct Place {
  Mat3<S> R;
  Vec3<S> p;

  Vec3<S> operator()(const Vec3<S>& point) const { return p + R * point; }
};

template <typename S>
Place<S> walk_to(const Model& model, FrameId frame, const VecX<S>& q) {
  const auto link = [&](const auto& self, int joint) -> Place<S> {
    if (joint < 0) {
      return {model.base().linear().cast<S>(), model.base().translation().cast<S>()};
    }
    const Place<S> parent = self(self, model.joint(joint).parent);
    LinkTransform<S> X;
    X.set(model.joint(joint), joint_value<S>(model.joint(joint), q));
    return {parent.R * X.rotation(), parent(X.origin())};
  };
  const ModelFrame& place = model.frame(frame);
  const Place<S> at = link(link, place.joint);
  return {at.R * place.pose.linear().cast<S>(), at(place.pose.translation().template cast<S>())};
}

}  // namespace alembert::test
