#include "task/sliding_speed.hpp"

namespace alembert {
namespace {

/// Held along x alone: the gap's rate is then the speed.
GroundContact along_x(GroundContact contact) {
  contact.components = {0};
  contact.slides = 0.0;
  return contact;
}

}  // namespace

SlidingSpeed::SlidingSpeed(const Model& model, const GroundContact& contact)
    : model_(model),
      frame_(model.frame(contact.frame)),
      along_(place_of(model, contact).linear().col(0)),
      rate_(model, along_x(contact), 1),
      state_(model, TreeState<Enclosure>::Axes::world) {}

/// The power of a unit force along x.
bool SlidingSpeed::enclose(const MotionPiece& piece, EnclosureOut out) {
  state_.update(piece.q, piece.v);
  const Vec3<Enclosure> force = along_.cast<Enclosure>();
  const Vec3<Enclosure> at =
      state_.link(frame_.joint).at(frame_.pose.translation().cast<Enclosure>());
  const Vec3<Enclosure> moment = at.cross(force);
  out[0] = Enclosure(0.0);
  for (int i = frame_.joint; i >= 0; i = model_.joint(i).parent) {
    const auto& axis = state_.link(i).S_;
    const Enclosure share = vec(axis.w).dot(moment) + vec(axis.v).dot(force);
    out[0] += share * piece.v[model_.joint(i).coordinate] * model_.joint(i).ratio;
  }
  return true;
}

}  // namespace alembert
