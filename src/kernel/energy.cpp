#include "alembert/energy.hpp"

#include <vector>

#include "alembert/link_transform.hpp"

namespace alembert {

template <typename S>
struct Energy<S>::Workspace {
  struct LinkState {
    LinkTransform<S> X;
    Vec3<S> w, v;  // angular velocity, velocity of the origin, link components
    Vec3<S> up;    // minus gravity, link components
    S height;      // minus gravity times the origin's position in the world
  };
  Model model;
  std::vector<LinkState> links;

  explicit Workspace(const Model& m) : model(m), links(static_cast<std::size_t>(m.joint_count())) {}
};

template <typename S>
Energy<S>::Energy(const Model& model) : work_(std::make_unique<Workspace>(model)) {}
template <typename S>
Energy<S>::Energy(Energy&&) noexcept = default;
template <typename S>
Energy<S>& Energy<S>::operator=(Energy&&) noexcept = default;
template <typename S>
Energy<S>::~Energy() = default;

template <typename S>
Energies<S> Energy<S>::operator()(VecIn<S> q, VecIn<S> v) {
  const Model& model = work_->model;
  const Vec3<S> base_up = -(model.base().linear().transpose() * model.gravity()).cast<S>();
  const S base_height(-model.gravity().dot(model.base().translation()));
  Energies<S> energy;
  for (std::size_t i = 0; i < work_->links.size(); ++i) {
    const ModelJoint& joint = model.joints()[i];
    auto& link = work_->links[i];
    const auto* parent =
        joint.parent < 0 ? nullptr : &work_->links[static_cast<std::size_t>(joint.parent)];
    const S x = joint_value<S>(joint, q), rate = joint_rate<S>(joint, v);
    link.X.set(joint, x);
    const Vec3<S> origin = link.X.origin();
    const Vec3<S>& up = parent ? parent->up : base_up;
    link.up = link.X.to_link(up);
    link.height = (parent ? parent->height : base_height) + up.dot(origin);
    link.w.setZero();
    link.v.setZero();
    if (parent) {
      link.w = link.X.to_link(parent->w);
      link.v = link.X.to_link(parent->v + parent->w.cross(origin));
    }
    link.w.z() += turning(joint) * rate;
    link.v.z() += sliding(joint) * rate;

    const Vec3<S> c = joint.inertia.com.cast<S>();
    const Vec3<S> v_com = link.v + link.w.cross(c);
    const Vec3<S> Iw = joint.inertia.about_com.cast<S>() * link.w;
    energy.kinetic += S(0.5) * (joint.inertia.mass * v_com.squaredNorm() + link.w.dot(Iw) +
                                joint.rotor_inertia * rate * rate);
    energy.gravity += joint.inertia.mass * (link.height + link.up.dot(c));
    const S stretch = x - joint.spring_rest;
    energy.elastic += S(0.5) * joint.stiffness * stretch * stretch;
  }
  return energy;
}

template class Energy<double>;

}  // namespace alembert
