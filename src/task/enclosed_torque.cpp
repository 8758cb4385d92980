#include "task/enclosed_torque.hpp"

namespace alembert {

EnclosedTorque::EnclosedTorque(const Model& model, std::vector<Load> loads, std::vector<Tie> ties,
                               double slip_speed)
    : model_(model),
      loads_(std::move(loads)),
      ties_(std::move(ties)),
      inverse_(without_drives(model, {.coulomb = true})),
      friction_(without_drives(model, {.viscous = true, .rotors = true, .springs = true}),
                slip_speed),
      state_(model, TreeState<Enclosure>::Axes::world) {}

void EnclosedTorque::evaluate(const MotionPiece& piece, EnclosureOut tau) {
  inverse_(piece.q, piece.v, piece.a, loads_, tau);
  friction_.add_coulomb(piece.v, Enclosure(1.0), tau);
  if (!ties_.empty()) add_tie_forces(piece, tau);
}

void EnclosedTorque::add_tie_forces(const MotionPiece& piece, EnclosureOut tau) {
  state_.update(piece.q, piece.v);
  Eigen::Index at = 0;
  for (const Tie& tie : ties_) {
    const Eigen::Index gaps = tie.directions.rows(), turns = tie.turns.rows();
    const Vec3<Enclosure> force =
        tie.directions.transpose().cast<Enclosure>() * piece.forces.segment(at, gaps);
    const Vec3<Enclosure> moment =
        tie.turns.transpose().cast<Enclosure>() * piece.forces.segment(at + gaps, turns);
    at += gaps + turns;
    add_wrench(tie.frame_b, force, moment, tau);
    add_wrench(tie.frame_a, -force, -moment, tau);
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
