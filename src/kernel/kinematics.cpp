// Poses by composition from base to tip; Jacobian columns from the joint axes in the world.
#include "alembert/kinematics.hpp"

#include "kernel/tree_state.hpp"

namespace alembert {

template <typename S>
struct Kinematics<S>::Workspace {
  TreeState<S> state;

  explicit Workspace(const Model& m) : state(m, TreeState<S>::Axes::world) {}
};

template <typename S>
Kinematics<S>::Kinematics(const Model& model) : work_(make_owned<Workspace>(model)) {
  update(VecX<S>::Zero(model.dofs()));
}

template <typename S>
const Model& Kinematics<S>::model() const {
  return work_->state.model();
}

template <typename S>
void Kinematics<S>::place(VecIn<S> q) {
  work_->state.place(q);
}

template <typename S>
Pose<S> Kinematics<S>::pose(FrameId frame) const {
  const ModelFrame& place = model().frame(frame);
  const auto& link = work_->state.link(place.joint);
  Pose<S> pose = Pose<S>::Identity();
  pose.linear().noalias() = link.R * place.pose.linear().template cast<S>();
  pose.translation() = link.at(place.pose.translation().template cast<S>());
  return pose;
}

template <typename S>
void Kinematics<S>::fill(FrameId frame, Eigen::Ref<Jacobian> J, Load::Axes axes) const {
  J.setZero();
  const Pose<S> at = pose(frame);
  for (int i = model().frame(frame).joint; i >= 0; i = model().joint(i).parent) {
    const ModelJoint& joint = model().joint(i);
    const auto& link = work_->state.link(i);
    const Vec3<S> z = link.R.col(2);
    const Vec3<S> arm = at.translation() - link.o;
    const S turn(joint.ratio * turning(joint)), slide(joint.ratio * sliding(joint));
    J.col(joint.coordinate).template head<3>() += turn * z.cross(arm) + slide * z;
    J.col(joint.coordinate).template tail<3>() += turn * z;
  }
  if (axes == Load::Axes::world) return;
  const Mat3<S> R = at.linear().transpose();
  for (int c = 0; c < J.cols(); ++c) {
    J.col(c).template head<3>() = R * Vec3<S>(J.col(c).template head<3>());
    J.col(c).template tail<3>() = R * Vec3<S>(J.col(c).template tail<3>());
  }
}

template class Kinematics<double>;
template class Kinematics<Dual<Dual<double>>>;

}  // namespace alembert
