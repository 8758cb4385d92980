// In the body's frame, with a the acceleration of its origin less gravity and h = m c,
//
//   f = m a + w' x h + w x (w x h)          n = h x a + I w' + w x I w
//
// A joint above that moves the frame by (s_w, s_v) feels s_v · f + s_w · n, so that its row is
//
//   m   s_v · a          h   s_v x w' + w x (w x s_v) + a x s_w          I   s_w : w' + (s_w x w) :
//   w
//
// where u : x stands for the six coefficients of u · I x. docs/equations/regressor.md.
#include "kernel/inertial_columns.hpp"

namespace alembert {

namespace {

using Eigen::Vector3d;
using Row6 = Eigen::Matrix<double, 1, 6>;

/// The coefficients of Ixx, Ixy, Ixz, Iyy, Iyz, Izz in u · I x.
Row6 tensor_row(const Vector3d& u, const Vector3d& x) {
  Row6 row;
  row << u.x() * x.x(), u.x() * x.y() + u.y() * x.x(), u.x() * x.z() + u.z() * x.x(), u.y() * x.y(),
      u.y() * x.z() + u.z() * x.y(), u.z() * x.z();
  return row;
}

}  // namespace

void add_inertial_columns(const TreeState<double>& motion, FrameId frame, MatOut<double> columns) {
  const Model& model = motion.model();
  const ModelFrame& place = model.frame(frame);
  const TreeState<double>::Link& link = motion.link(place.joint);
  const Eigen::Matrix3d R = (link.R * place.pose.linear()).transpose();
  const Vector3d o = link.at(place.pose.translation());
  const Vector3d w0 = vec(link.V.w);
  const Vector3d w = R * w0, wd = R * vec(link.A.w);
  const Vector3d a =
      R * (vec(link.A.v) + vec(link.A.w).cross(o) + w0.cross(vec(link.V.v) + w0.cross(o)));
  for (int i = place.joint; i >= 0; i = model.joint(i).parent) {
    const ModelJoint& joint = model.joint(i);
    const TreeState<double>::Motion6& S = motion.link(i).S_;
    const Vector3d turn = joint.ratio * vec(S.w);
    const Vector3d s_w = R * turn, s_v = R * (joint.ratio * vec(S.v) + turn.cross(o));
    auto row = columns.row(joint.coordinate);
    row[0] += s_v.dot(a);
    row.segment<3>(1) += (s_v.cross(wd) + w.cross(w.cross(s_v)) + a.cross(s_w)).transpose();
    row.tail<6>() += tensor_row(s_w, wd) + tensor_row(s_w.cross(w), w);
  }
}

Eigen::Matrix<double, 10, 1> inertial_parameters(const Inertia& body) {
  const Eigen::Matrix3d I = body.about_origin();
  Eigen::Matrix<double, 10, 1> parameters;
  parameters << body.mass, body.mass * body.com, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2),
      I(2, 2);
  return parameters;
}

}  // namespace alembert
