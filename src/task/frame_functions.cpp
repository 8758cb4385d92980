#include "task/frame_functions.hpp"

#include "task/three_rows.hpp"

namespace alembert {

FramePosition::FramePosition(const Model& model, FrameId frame, Eigen::MatrixX3d directions)
    : frame_(model, frame), directions_(std::move(directions)) {}

void FramePosition::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  frame_.update(point.q());
  g = directions_ * frame_.position();
}

void FramePosition::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  frame_.update(point.q());
  D.leftCols(point.dofs) = products(directions_, frame_.velocity());
}

void FramePosition::hessian(const MotionPoint& point,
                            const Eigen::Ref<const Eigen::VectorXd>& weights,
                            Eigen::Ref<Eigen::MatrixXd> H) {
  frame_.update(point.q());
  frame_.add_position_hessian(combined(directions_, weights),
                              H.topLeftCorner(point.dofs, point.dofs));
}

bool FramePosition::enclose(const MotionPiece& piece, EnclosureOut out) {
  if (frame_.is_bent()) return false;
  out.noalias() = directions_.cast<Enclosure>() * frame_.enclose(piece.q).position();
  return true;
}

FrameCosines::FrameCosines(const Model& model, FrameId frame, Eigen::Matrix3Xd axes,
                           Eigen::Matrix3Xd directions)
    : frame_(model, frame), axes_(std::move(axes)), directions_(std::move(directions)) {}

void FrameCosines::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  frame_.update(point.q());
  for (int k = 0; k < size(); ++k) {
    g[k] = directions_.col(k).dot(frame_.rotation() * axes_.col(k));
  }
}

void FrameCosines::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  frame_.update(point.q());
  for (int k = 0; k < size(); ++k) {
    D.row(k).head(point.dofs) =
        along(frame_.axis_velocity(frame_.rotation() * axes_.col(k)), directions_.col(k))
            .transpose();
  }
}

void FrameCosines::hessian(const MotionPoint& point,
                           const Eigen::Ref<const Eigen::VectorXd>& weights,
                           Eigen::Ref<Eigen::MatrixXd> H) {
  frame_.update(point.q());
  for (int k = 0; k < size(); ++k) {
    frame_.add_axis_hessian(frame_.rotation() * axes_.col(k), weights[k] * directions_.col(k),
                            H.topLeftCorner(point.dofs, point.dofs));
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
    : cut_(cut), a_(model, cut.frame_a), b_(model, cut.frame_b) {}

int Closure::size() const {
  return static_cast<int>(cut_.directions.rows()) + (cut_.hold_orientation ? 3 : 0);
}

void Closure::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  a_.update(point.q());
  b_.update(point.q());
  const Eigen::Index gaps = cut_.directions.rows();
  g.head(gaps) = cut_.directions * (b_.position() - a_.position());
  if (!cut_.hold_orientation) return;
  const Eigen::Matrix3d wanted = a_.rotation() * cut_.rotation_ab;
  for (int k = 0; k < 3; ++k) g[gaps + k] = wanted.col(k).dot(b_.rotation().col((k + 1) % 3));
}

void Closure::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  a_.update(point.q());
  b_.update(point.q());
  const Eigen::Index gaps = cut_.directions.rows();
  D.topLeftCorner(gaps, point.dofs) = products(cut_.directions, b_.velocity() - a_.velocity());
  if (!cut_.hold_orientation) return;
  const Eigen::Matrix3d wanted = a_.rotation() * cut_.rotation_ab;
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3d u = wanted.col(k), w = b_.rotation().col((k + 1) % 3);
    D.row(gaps + k).head(point.dofs) =
        (along(a_.axis_velocity(u), w) + along(b_.axis_velocity(w), u)).transpose();
  }
}

void Closure::hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
                      Eigen::Ref<Eigen::MatrixXd> H) {
  a_.update(point.q());
  b_.update(point.q());
  const Eigen::Index gaps = cut_.directions.rows();
  auto by_q = H.topLeftCorner(point.dofs, point.dofs);
  const Eigen::Vector3d weight = combined(cut_.directions, weights.head(gaps));
  b_.add_position_hessian(weight, by_q);
  a_.add_position_hessian(-weight, by_q);
  if (!cut_.hold_orientation) return;
  const Eigen::Matrix3d wanted = a_.rotation() * cut_.rotation_ab;
  for (int k = 0; k < 3; ++k) {
    const double of_k = weights[gaps + k];
    const Eigen::Vector3d u = wanted.col(k), w = b_.rotation().col((k + 1) % 3);
    a_.add_axis_hessian(u, of_k * w, by_q);
    b_.add_axis_hessian(w, of_k * u, by_q);
    const Eigen::MatrixXd cross = products(a_.axis_velocity(u), b_.axis_velocity(w));
    by_q += of_k * (cross + cross.transpose());
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
