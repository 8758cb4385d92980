// Recursive Newton-Euler in link coordinates (Luh, Walker and Paul 1980, as in Hollerbach 1980,
// appendix C), on canonical frames, for trees and coupled joints.
//
//   forward, base to tips    w, w'  angular velocity and acceleration of the link
//                            a      acceleration of its origin, minus gravity
//   backward, tips to base   f, n   force and moment about the origin that the joint transmits
//
// Cost O(n). All vectors of link i are in its canonical frame.
#include "alembert/inverse_dynamics.hpp"

#include <vector>

#include "alembert/link_transform.hpp"
#include "kernel/joint_effects.hpp"

namespace alembert {

template <typename S>
struct InverseDynamics<S>::Workspace {
  struct LinkState {
    LinkTransform<S> X;
    Vec3<S> w, wd, a;
    Vec3<S> f, n;
    Mat3<S> R_world;  // only when there are loads
    S rate, acceleration;
  };

  Model model;
  std::vector<LinkState> links;
  VecX<S> zero;
  Vec3<S> base_w, base_wd, base_a;  // of the canonical base frame, gravity not yet taken off
  Vec3<S> gravity;                  // canonical base components

  explicit Workspace(const Model& m)
      : model(m), links(static_cast<std::size_t>(m.joint_count())), zero(VecX<S>::Zero(m.dofs())) {
    gravity = (model.base().linear().transpose() * model.gravity()).cast<S>();
    set_base(BaseMotion{});
  }

  void set_base(const BaseMotion& motion) {
    const Eigen::Matrix3d R_world = model.base().linear();
    const Eigen::Vector3d r = model.base().translation() - model.mount().translation();
    const Eigen::Vector3d& w = motion.angular_velocity;
    const Eigen::Vector3d& wd = motion.angular_acceleration;
    const Eigen::Vector3d a = motion.acceleration + wd.cross(r) + w.cross(w.cross(r));
    base_w = (R_world.transpose() * w).cast<S>();
    base_wd = (R_world.transpose() * wd).cast<S>();
    base_a = (R_world.transpose() * a).cast<S>();
  }

  void forward(VecIn<S> q, VecIn<S> v, VecIn<S> a, bool base_moves);
  void inertial_wrench(const ModelJoint& joint, LinkState& link) const;
  void apply(Loads loads);
  void backward(VecOut<S> tau);
  void add_drives(VecIn<S> q, VecOut<S> tau) const;
  void run(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, VecOut<S> tau);
};

template <typename S>
void InverseDynamics<S>::Workspace::forward(VecIn<S> q, VecIn<S> v, VecIn<S> a, bool base_moves) {
  const Vec3<S> still = Vec3<S>::Zero();
  const Vec3<S> w0 = base_moves ? base_w : still;
  const Vec3<S> wd0 = base_moves ? base_wd : still;
  const Vec3<S> a0 = (base_moves ? base_a : still) - gravity;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const ModelJoint& joint = model.joints()[i];
    LinkState& link = links[i];
    link.X.set(joint, joint_value<S>(joint, q));
    link.rate = joint_rate<S>(joint, v);
    link.acceleration = joint_rate<S>(joint, a);
    const LinkState* parent =
        joint.parent < 0 ? nullptr : &links[static_cast<std::size_t>(joint.parent)];
    const Vec3<S> w = link.X.parent_to_turned(parent ? parent->w : w0);
    const Vec3<S> wd = link.X.parent_to_turned(parent ? parent->wd : wd0);
    const Vec3<S> ap = link.X.parent_to_turned(parent ? parent->a : a0);

    link.w = link.X.turned_to_link(w);
    link.wd = link.X.turned_to_link(wd);
    link.a = link.X.turned_to_link(ap + wd.cross(link.X.r) + w.cross(w.cross(link.X.r)));
    const S turn = turning(joint) * link.rate, slide = sliding(joint) * link.rate;
    // w_parent × z, in link components: the axis is carried round by the parent.
    const Vec3<S> carried(link.w.y(), -link.w.x(), S(0));
    link.a += S(2) * slide * carried;
    link.a.z() += sliding(joint) * link.acceleration;
    link.wd += turn * carried;
    link.wd.z() += turning(joint) * link.acceleration;
    link.w.z() += turn;
    inertial_wrench(joint, link);
  }
}

template <typename S>
void InverseDynamics<S>::Workspace::inertial_wrench(const ModelJoint& joint,
                                                    LinkState& link) const {
  const Vec3<S> c = joint.inertia.com.template cast<S>();
  const Mat3<S> I = joint.inertia.about_com.template cast<S>();
  link.f = joint.inertia.mass * (link.a + link.wd.cross(c) + link.w.cross(link.w.cross(c)));
  const Vec3<S> Iw = I * link.w;
  link.n = I * link.wd + link.w.cross(Iw) + c.cross(link.f);
}

template <typename S>
void InverseDynamics<S>::Workspace::apply(Loads loads) {
  for (std::size_t i = 0; i < links.size(); ++i) {
    const int parent = model.joints()[i].parent;
    if (parent < 0) {
      links[i].R_world.noalias() = model.base().linear().cast<S>() * links[i].X.rotation();
    } else {
      links[i].R_world.noalias() =
          links[static_cast<std::size_t>(parent)].R_world * links[i].X.rotation();
    }
  }
  for (const Load& load : loads) {
    const ModelFrame& frame = model.frame(load.frame);
    if (frame.joint < 0) continue;  // the ground takes it
    LinkState& link = links[static_cast<std::size_t>(frame.joint)];
    const LinkWrench<S> wrench = wrench_on_link<S>(frame, load, link.R_world);
    link.f -= wrench.force;
    link.n -= wrench.moment;
  }
}

template <typename S>
void InverseDynamics<S>::Workspace::backward(VecOut<S> tau) {
  tau.setZero();
  for (std::size_t i = links.size(); i-- > 0;) {
    const ModelJoint& joint = model.joints()[i];
    const LinkState& link = links[i];
    tau[joint.coordinate] += joint.ratio * along_motion(joint, link.f, link.n);
    if (joint.parent < 0) continue;
    LinkState& parent = links[static_cast<std::size_t>(joint.parent)];
    link.X.add_wrench_to_parent(link.f, link.n, parent.f, parent.n);
  }
}

template <typename S>
void InverseDynamics<S>::Workspace::add_drives(VecIn<S> q, VecOut<S> tau) const {
  for (std::size_t i = 0; i < links.size(); ++i) {
    const ModelJoint& joint = model.joints()[i];
    const S x = joint_value<S>(joint, q);
    tau[joint.coordinate] +=
        joint.ratio * drive_force<S>(joint, x, links[i].rate, links[i].acceleration);
  }
}

template <typename S>
void InverseDynamics<S>::Workspace::run(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads,
                                        VecOut<S> tau) {
  forward(q, v, a, true);
  if (!loads.empty()) apply(loads);
  backward(tau);
  add_drives(q, tau);
}

template <typename S>
InverseDynamics<S>::InverseDynamics(const Model& model)
    : work_(std::make_unique<Workspace>(model)) {}
template <typename S>
InverseDynamics<S>::InverseDynamics(InverseDynamics&&) noexcept = default;
template <typename S>
InverseDynamics<S>& InverseDynamics<S>::operator=(InverseDynamics&&) noexcept = default;
template <typename S>
InverseDynamics<S>::~InverseDynamics() = default;

template <typename S>
const Model& InverseDynamics<S>::model() const {
  return work_->model;
}

template <typename S>
void InverseDynamics<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecOut<S> tau) {
  work_->run(q, v, a, {}, tau);
}
template <typename S>
void InverseDynamics<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads,
                                    VecOut<S> tau) {
  work_->run(q, v, a, loads, tau);
}

template <typename S>
void InverseDynamics<S>::bias(VecIn<S> q, VecIn<S> v, VecOut<S> tau) {
  work_->run(q, v, work_->zero, {}, tau);
}
template <typename S>
void InverseDynamics<S>::bias(VecIn<S> q, VecIn<S> v, Loads loads, VecOut<S> tau) {
  work_->run(q, v, work_->zero, loads, tau);
}

template <typename S>
void InverseDynamics<S>::gravity(VecIn<S> q, VecOut<S> tau) {
  work_->forward(q, work_->zero, work_->zero, false);
  work_->backward(tau);
}

template <typename S>
void InverseDynamics<S>::set_base_motion(const BaseMotion& motion) {
  work_->set_base(motion);
}

template class InverseDynamics<double>;

}  // namespace alembert
