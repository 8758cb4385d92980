#include "task/frame_functions.hpp"

#include "task/three_rows.hpp"

namespace alembert {

FramePosition::FramePosition(const Model& model, FrameId frame, Eigen::MatrixX3d directions)
    : FrameTerm(model), frame_(model, frame), directions_(std::move(directions)) {}

void FramePosition::value_at(const PlacedLinks& links, Contact&, VecOut<double> g) {
  frame_.update(links);
  g = directions_ * frame_.position();
}

void FramePosition::slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) {
  frame_.update(links);
  by_q = products(directions_, frame_.velocity());
}

void FramePosition::add_at(const PlacedLinks& links, Contact&, VecIn<double> weights,
                           FrameSum& sum) {
  frame_.update(links);
  const Eigen::Vector3d weight = combined(directions_, weights);
  sum.gradient += along(frame_.velocity(), weight);
  frame_.add_position_hessian(weight, sum.hessian);
}

bool FramePosition::enclose(const MotionPiece& piece, EnclosureOut out) {
  if (frame_.is_bent()) return false;
  out.noalias() = directions_.cast<Enclosure>() * frame_.enclose(piece.q).position();
  return true;
}

FrameCosines::FrameCosines(const Model& model, FrameId frame, Eigen::Matrix3Xd axes,
                           Eigen::Matrix3Xd directions)
    : FrameTerm(model),
      frame_(model, frame),
      axes_(std::move(axes)),
      directions_(std::move(directions)) {}

void FrameCosines::value_at(const PlacedLinks& links, Contact&, VecOut<double> g) {
  frame_.update(links);
  for (int k = 0; k < size(); ++k) {
    g[k] = directions_.col(k).dot(frame_.rotation() * axes_.col(k));
  }
}

void FrameCosines::slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) {
  frame_.update(links);
  for (int k = 0; k < size(); ++k) {
    by_q.row(k) = along(frame_.axis_velocity(frame_.rotation() * axes_.col(k)), directions_.col(k))
                      .transpose();
  }
}

void FrameCosines::add_at(const PlacedLinks& links, Contact&, VecIn<double> weights,
                          FrameSum& sum) {
  frame_.update(links);
  for (int k = 0; k < size(); ++k) {
    const Eigen::Vector3d axis = frame_.rotation() * axes_.col(k);
    const Eigen::Vector3d weight = weights[k] * directions_.col(k);
    sum.gradient += along(frame_.axis_velocity(axis), weight);
    frame_.add_axis_hessian(axis, weight, sum.hessian);
  }
}

bool FrameCosines::enclose(const MotionPiece& piece, EnclosureOut out) {
  if (frame_.is_bent()) return false;
  const Mat3<Enclosure>& R = frame_.enclose(piece.q).rotation();
  for (int k = 0; k < size(); ++k) {
    const Vec3<Enclosure> axis = R * axes_.col(k).cast<Enclosure>();
    out[k] = directions_.col(k).cast<Enclosure>().dot(axis);
  }
  return true;
}

Closure::Closure(const Model& model, const CutJoint& cut)
    : FrameTerm(model), cut_(cut), a_(model, cut.frame_a), b_(model, cut.frame_b) {}

int Closure::size() const {
  return static_cast<int>(cut_.directions.rows()) + (cut_.hold_orientation ? 3 : 0);
}

void Closure::value_at(const PlacedLinks& links, Contact&, VecOut<double> g) {
  a_.update(links);
  b_.update(links);
  const Eigen::Index gaps = cut_.directions.rows();
  g.head(gaps) = cut_.directions * (b_.position() - a_.position());
  if (!cut_.hold_orientation) return;
  const Eigen::Matrix3d wanted = a_.rotation() * cut_.rotation_ab;
  for (int k = 0; k < 3; ++k) g[gaps + k] = wanted.col(k).dot(b_.rotation().col((k + 1) % 3));
}

void Closure::slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) {
  a_.update(links);
  b_.update(links);
  const Eigen::Index gaps = cut_.directions.rows();
  by_q.topRows(gaps) = products(cut_.directions, b_.velocity() - a_.velocity());
  if (!cut_.hold_orientation) return;
  const Eigen::Matrix3d wanted = a_.rotation() * cut_.rotation_ab;
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3d u = wanted.col(k), w = b_.rotation().col((k + 1) % 3);
    by_q.row(gaps + k) =
        (along(a_.axis_velocity(u), w) + along(b_.axis_velocity(w), u)).transpose();
  }
}

void Closure::add_at(const PlacedLinks& links, Contact&, VecIn<double> weights, FrameSum& sum) {
  a_.update(links);
  b_.update(links);
  const Eigen::Index gaps = cut_.directions.rows();
  const Eigen::Vector3d weight = combined(cut_.directions, weights.head(gaps));
  sum.gradient += along(b_.velocity() - a_.velocity(), weight);
  b_.add_position_hessian(weight, sum.hessian);
  a_.add_position_hessian(-weight, sum.hessian);
  if (!cut_.hold_orientation) return;
  const Eigen::Matrix3d wanted = a_.rotation() * cut_.rotation_ab;
  for (int k = 0; k < 3; ++k) {
    const double of_k = weights[gaps + k];
    const Eigen::Vector3d u = wanted.col(k), w = b_.rotation().col((k + 1) % 3);
    a_.add_axis_hessian(u, of_k * w, sum.hessian);
    b_.add_axis_hessian(w, of_k * u, sum.hessian);
    const Eigen::Matrix3Xd u_by_q = a_.axis_velocity(u), w_by_q = b_.axis_velocity(w);
    sum.gradient += of_k * (along(u_by_q, w) + along(w_by_q, u));
    const Eigen::MatrixXd cross = products(u_by_q, w_by_q);
    sum.hessian += of_k * (cross + cross.transpose());
  }
}

bool Closure::enclose(const MotionPiece& piece, EnclosureOut out) {
  const EnclosedFrame &a = a_.enclose(piece.q), &b = b_.enclose(piece.q);
  const Eigen::Index gaps = cut_.directions.rows();
  out.head(gaps).noalias() = cut_.directions.cast<Enclosure>() * (b.position() - a.position());
  if (!cut_.hold_orientation) return true;
  const Mat3<Enclosure> wanted = a.rotation() * cut_.rotation_ab.cast<Enclosure>();
  for (int k = 0; k < 3; ++k) out[gaps + k] = wanted.col(k).dot(b.rotation().col((k + 1) % 3));
  return true;
}

}  // namespace alembert
