// Composite rigid bodies (Walker and Orin 1982; Featherstone 2008, table 6.2) on canonical frames.
//
//   backward   each link's composite: everything that moves with it when only its joint moves,
//              as mass m, first moment h = int r dm and inertia I about the link's origin
//   per joint  the wrench that gives the composite a unit acceleration along the joint, carried
//              down to the base: its component along each ancestor's motion is an entry of M
//
// Cost O(n · depth). Coupled joints fold their rows and columns into their leader's.
#include "alembert/mass_matrix.hpp"

#include <vector>

#include "alembert/link_transform.hpp"

namespace alembert {

template <typename S>
struct MassMatrix<S>::Workspace {
  struct Composite {
    S m;
    Vec3<S> h;
    Mat3<S> I;
  };

  Model model;
  std::vector<LinkTransform<S>> X;
  std::vector<Composite> bodies;

  explicit Workspace(const Model& m)
      : model(m),
        X(static_cast<std::size_t>(m.joint_count())),
        bodies(static_cast<std::size_t>(m.joint_count())) {}

  void gather(VecIn<S> q);
  void add_column(std::size_t i, MatOut<S> M) const;
};

namespace {

template <typename S>
Mat3<S> symmetric_product(const Vec3<S>& a, const Vec3<S>& b) {
  return S(2) * a.dot(b) * Mat3<S>::Identity() - a * b.transpose() - b * a.transpose();
}

}  // namespace

template <typename S>
void MassMatrix<S>::Workspace::gather(VecIn<S> q) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const ModelJoint& joint = model.joints()[i];
    X[i].set(joint, joint_value<S>(joint, q));
    const Vec3<S> c = joint.inertia.com.template cast<S>();
    const S m(joint.inertia.mass);
    bodies[i].m = m;
    bodies[i].h = m * c;
    bodies[i].I =
        joint.inertia.about_com.template cast<S>() + S(0.5) * m * symmetric_product<S>(c, c);
  }
  for (std::size_t i = bodies.size(); i-- > 0;) {
    const int parent_index = model.joints()[i].parent;
    if (parent_index < 0) continue;
    const Composite& body = bodies[i];
    Composite& parent = bodies[static_cast<std::size_t>(parent_index)];
    const Mat3<S> R = X[i].rotation();
    const Vec3<S> r = X[i].origin();
    const Vec3<S> h = R * body.h;
    parent.m += body.m;
    parent.h += h + body.m * r;
    parent.I += R * body.I * R.transpose() + symmetric_product<S>(r, h) +
                S(0.5) * body.m * symmetric_product<S>(r, r);
  }
}

template <typename S>
void MassMatrix<S>::Workspace::add_column(std::size_t i, MatOut<S> M) const {
  const ModelJoint& joint = model.joints()[i];
  const Composite& body = bodies[i];
  const S turn(turning(joint)), slide(sliding(joint));
  // Momentum of the composite for a unit rate: angular z turn, linear z slide.
  Vec3<S> f(-turn * body.h.y(), turn * body.h.x(), slide * body.m);
  Vec3<S> n = turn * body.I.col(2) + slide * Vec3<S>(body.h.y(), -body.h.x(), S(0));

  const int c = joint.coordinate;
  M(c, c) += joint.ratio * joint.ratio * (along_motion(joint, f, n) + joint.rotor_inertia);
  for (std::size_t k = i; model.joints()[k].parent >= 0;) {
    Vec3<S> f_parent = Vec3<S>::Zero(), n_parent = Vec3<S>::Zero();
    X[k].add_wrench_to_parent(f, n, f_parent, n_parent);
    f = f_parent;
    n = n_parent;
    k = static_cast<std::size_t>(model.joints()[k].parent);
    const ModelJoint& ancestor = model.joints()[k];
    const S entry = joint.ratio * ancestor.ratio * along_motion(ancestor, f, n);
    M(ancestor.coordinate, c) += entry;
    M(c, ancestor.coordinate) += entry;
  }
}

template <typename S>
MassMatrix<S>::MassMatrix(const Model& model) : work_(std::make_unique<Workspace>(model)) {}
template <typename S>
MassMatrix<S>::MassMatrix(MassMatrix&&) noexcept = default;
template <typename S>
MassMatrix<S>& MassMatrix<S>::operator=(MassMatrix&&) noexcept = default;
template <typename S>
MassMatrix<S>::~MassMatrix() = default;

template <typename S>
const Model& MassMatrix<S>::model() const {
  return work_->model;
}

template <typename S>
void MassMatrix<S>::operator()(VecIn<S> q, MatOut<S> M) {
  work_->gather(q);
  M.setZero();
  for (std::size_t i = 0; i < work_->bodies.size(); ++i) work_->add_column(i, M);
}

template class MassMatrix<double>;

}  // namespace alembert
