// Poses by composition from base to tip; Jacobian columns from the joint axes in the world.
#include "alembert/kinematics.hpp"

#include <vector>

#include "alembert/link_transform.hpp"

namespace alembert {

template <typename S>
struct Kinematics<S>::Workspace {
  Model model;
  std::vector<Pose<S>> links;  // canonical frames in the world
  Pose<S> base;

  explicit Workspace(const Model& m)
      : model(m), links(static_cast<std::size_t>(m.joint_count())), base(m.base().cast<S>()) {}

  const Pose<S>& link(int i) const { return i < 0 ? base : links[static_cast<std::size_t>(i)]; }
};

template <typename S>
Kinematics<S>::Kinematics(const Model& model) : work_(std::make_unique<Workspace>(model)) {
  update(VecX<S>::Zero(model.dofs()));
}
template <typename S>
Kinematics<S>::Kinematics(Kinematics&&) noexcept = default;
template <typename S>
Kinematics<S>& Kinematics<S>::operator=(Kinematics&&) noexcept = default;
template <typename S>
Kinematics<S>::~Kinematics() = default;

template <typename S>
const Model& Kinematics<S>::model() const {
  return work_->model;
}

template <typename S>
void Kinematics<S>::update(VecIn<S> q) {
  LinkTransform<S> X;
  for (std::size_t i = 0; i < work_->links.size(); ++i) {
    const ModelJoint& joint = work_->model.joints()[i];
    X.set(joint, joint_value<S>(joint, q));
    const Pose<S>& parent = work_->link(joint.parent);
    Pose<S>& link = work_->links[i];
    link.linear().noalias() = parent.linear() * X.rotation();
    link.translation() = parent * X.origin();
    link.makeAffine();
  }
}

template <typename S>
Pose<S> Kinematics<S>::pose(FrameId frame) const {
  const ModelFrame& place = work_->model.frame(frame);
  return work_->link(place.joint) * place.pose.cast<S>();
}

template <typename S>
void Kinematics<S>::jacobian(FrameId frame, Eigen::Ref<Jacobian> J, Load::Axes axes) const {
  J.setZero();
  const Pose<S> at = pose(frame);
  for (int i = work_->model.frame(frame).joint; i >= 0; i = work_->model.joint(i).parent) {
    const ModelJoint& joint = work_->model.joint(i);
    const Pose<S>& link = work_->link(i);
    const Vec3<S> z = link.linear().col(2);
    const Vec3<S> arm = at.translation() - link.translation();
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
