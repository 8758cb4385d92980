#include "kernel/tree_motion.hpp"

#include "alembert/link_transform.hpp"

namespace alembert {

TreeMotion::TreeMotion(const Model& model)
    : model_(model), links_(static_cast<std::size_t>(model.joint_count())) {
  set_base_motion({});
}

/// The base's own velocity does not matter, only how it turns: the origin is taken to be at rest.
void TreeMotion::set_base_motion(const BaseMotion& motion) {
  const Eigen::Matrix3d R = model_.base().linear().transpose();
  const Eigen::Vector3d r = model_.base().translation() - model_.mount().translation();
  const Eigen::Vector3d &w = motion.angular_velocity, &wd = motion.angular_acceleration;
  const Eigen::Vector3d a = motion.acceleration + wd.cross(r) + w.cross(w.cross(r));
  base_.V = {v3(R * w), v3(Eigen::Vector3d::Zero())};
  base_.A = {v3(R * wd), v3(R * (a - model_.gravity()))};
}

void TreeMotion::update(VecIn<double> q, VecIn<double> v, VecIn<double> a) {
  LinkTransform<double> X;
  for (int i = 0; i < model_.joint_count(); ++i) {
    const ModelJoint& joint = model_.joint(i);
    const Link& parent = link(joint.parent);
    Link& mine = links_[static_cast<std::size_t>(i)];
    X.set(joint, joint_value<double>(joint, q));
    mine.R.noalias() = parent.R * X.rotation();
    mine.o = parent.at(X.origin());
    const Eigen::Vector3d z = mine.R.col(2);
    const Eigen::Vector3d along = turning(joint) * mine.o.cross(z) + sliding(joint) * z;
    mine.S = {v3(turning(joint) * z), v3(along)};
    const double rate = joint_rate<double>(joint, v);
    mine.V = parent.V + rate * mine.S;
    mine.A =
        parent.A + joint_rate<double>(joint, a) * mine.S + rate * small::cross(parent.V, mine.S);
  }
}

}  // namespace alembert
