#include "task/enclosed_torque.hpp"

namespace alembert {

EnclosedTorque::EnclosedTorque(const Model& model, std::vector<Load> loads,
                               std::vector<CutJoint> cuts, double slip_speed)
    : model_(model),
      loads_(std::move(loads)),
      cuts_(std::move(cuts)),
      inverse_(without_drives(model, {.coulomb = true})),
      friction_(without_drives(model, {.viscous = true, .rotors = true, .springs = true}),
                slip_speed),
      state_(model, TreeState<Enclosure>::Axes::world) {}

void EnclosedTorque::evaluate(const MotionPiece& piece, EnclosureOut tau) {
  inverse_(piece.q, piece.v, piece.a, loads_, tau);
  friction_.add_coulomb(piece.v, Enclosure(1.0), tau);
  if (!cuts_.empty()) add_cut_forces(piece, tau);
}

void EnclosedTorque::add_cut_forces(const MotionPiece& piece, EnclosureOut tau) {
  state_.update(piece.q, piece.v);
  Eigen::Index at = 0;
  for (const CutJoint& cut : cuts_) {
    const Eigen::Index gaps = cut.directions.rows();
    const Vec3<Enclosure> force =
        cut.directions.transpose().cast<Enclosure>() * piece.forces.segment(at, gaps);
    at += gaps;
    Vec3<Enclosure> moment = Vec3<Enclosure>::Zero();
    if (cut.hold_orientation) {
      moment = piece.forces.segment(at, 3);
      at += 3;
    }
    add_wrench(cut.frame_b, force, moment, tau);
    add_wrench(cut.frame_a, -force, -moment, tau);
  }
}

/// A wrench does work at the joints below it: tau -= S · wrench, both about the world's origin.
void EnclosedTorque::add_wrench(FrameId id, const Vec3<Enclosure>& force,
                                const Vec3<Enclosure>& moment, EnclosureOut tau) const {
  const ModelFrame& frame = model_.frame(id);
  const Vec3<Enclosure> at =
      state_.link(frame.joint).at(frame.pose.translation().cast<Enclosure>());
  const Vec3<Enclosure> about_origin = moment + at.cross(force);
  for (int i = frame.joint; i >= 0; i = model_.joint(i).parent) {
    const auto& along = state_.link(i).S_;
    const Enclosure work = vec(along.w).dot(about_origin) + vec(along.v).dot(force);
    tau[model_.joint(i).coordinate] -= work * model_.joint(i).ratio;
  }
}

}  // namespace alembert
