// The calls of FlexibleEquations on top of its passes.
#pragma once

#include <Eigen/Cholesky>

#include "flexible/equations_forces.hpp"
#include "flexible/equations_inertia.hpp"
#include "flexible/equations_motion.hpp"

namespace alembert {

template <typename S>
FlexibleEquations<S>::FlexibleEquations(const FlexibleModel& model)
    : work_(std::make_unique<Work>(model)) {}
template <typename S>
FlexibleEquations<S>::FlexibleEquations(const FlexibleEquations& other)
    : work_(std::make_unique<Work>(*other.work_)) {}
template <typename S>
FlexibleEquations<S>::FlexibleEquations(FlexibleEquations&&) noexcept = default;
template <typename S>
FlexibleEquations<S>::~FlexibleEquations() {}  // NOLINT: GCC cannot instantiate a default alone

template <typename S>
const FlexibleModel& FlexibleEquations<S>::model() const {
  return work_->model;
}

template <typename S>
typename FlexibleEquations<S>::Constants& FlexibleEquations<S>::constants() {
  return work_->constants;
}

template <typename S>
void FlexibleEquations<S>::set_loads(std::span<const FlexibleLoad> loads) {
  work_->loads.assign(loads.begin(), loads.end());
  for (const FlexibleLoad& load : loads) {
    const FlexiblePlace& place = work_->model.places[load.place];
    if (place.attachment >= 0) work_->hung[place.body][place.attachment] = 1;
  }
}

template <typename S>
void FlexibleEquations<S>::simulation_form(VecIn<S> z, VecIn<S> v, MatOut<S> J, VecOut<S> R) {
  work_->sweep(z, v, nullptr, true);
  work_->inertia(J);
  work_->gather(v, nullptr, R);
  work_->add_elasticity(z, v, nullptr, R);
  R = -R;
}

template <typename S>
void FlexibleEquations<S>::inverse(VecIn<S> z, VecIn<S> v, VecIn<S> a, VecOut<S> forces) {
  work_->rhs = a;
  work_->sweep(z, v, &work_->rhs, true);
  work_->gather(v, &work_->rhs, forces);
  work_->add_elasticity(z, v, &work_->rhs, forces);
}

template <typename S>
void FlexibleEquations<S>::joint_torques(VecIn<S> z, VecIn<S> v, VecIn<S> joint_a,
                                         VecOut<S> torques, VecOut<S> a) {
  const int n = work_->model.joints, m = work_->model.amplitudes();
  simulation_form(z, v, work_->J, work_->R);
  a.head(n) = joint_a;
  if (m > 0) {
    const VecX<S> rest = work_->R.tail(m) - work_->J.bottomLeftCorner(m, n) * joint_a;
    a.tail(m) = work_->J.bottomRightCorner(m, m).ldlt().solve(rest);
  }
  torques = work_->J.topRows(n) * a - work_->R.head(n);
}

template <typename S>
void FlexibleEquations<S>::accelerations(VecIn<S> z, VecIn<S> v, VecIn<S> torques, VecOut<S> a) {
  simulation_form(z, v, work_->J, work_->R);
  work_->R.head(work_->model.joints) += torques;
  a = work_->J.ldlt().solve(work_->R);
}

template <typename S>
S FlexibleEquations<S>::Work::kinetic(VecIn<S> v) {
  S twice{};
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const FlexibleBody& body = model.bodies[b];
    const Link& link = constants.links[b];
    const Body& w = bodies[b];
    const Mat4& G = body.modes > 0 ? w.G : link.C;
    const Mat34 WG = w.Wd.lazyProduct(G);
    twice += WG.cwiseProduct(w.Wd).sum();  // (22)
    if (body.modes == 0) continue;
    Mat43 moving = Mat43::Zero();
    for (int k = 0; k < body.modes; ++k) moving += v[body.first_mode + k] * w.D[k];
    const Mat3<S> lin = w.Wd.lazyProduct(moving);
    twice += S(2.0) * lin.cwiseProduct(w.W.template rightCols<3>()).sum();
    const Mat3<S> metric =
        w.W.template rightCols<3>().transpose().lazyProduct(w.W.template rightCols<3>());
    for (const Entry& e : link.C_kl) {
      twice +=
          v[body.first_mode + e.k] * v[body.first_mode + e.l] * e.value * metric(e.row, e.column);
    }
  }
  for (int j = 0; j < model.joints; ++j) twice += S(model.drives[j].rotor_inertia) * v[j] * v[j];
  return S(0.5) * twice;
}

template <typename S>
FlexibleEnergies<S> FlexibleEquations<S>::energies(VecIn<S> z, VecIn<S> v) {
  const FlexibleModel& model = work_->model;
  work_->sweep(z, v, nullptr, true);
  FlexibleEnergies<S> energies;
  energies.kinetic = work_->kinetic(v);
  const Vec3<S> g = model.gravity.template cast<S>();
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const FlexibleBody& body = model.bodies[b];
    const auto& w = work_->bodies[b];
    const auto& link = work_->constants.links[b];
    const flexible::Mat4<S>& G = body.modes > 0 ? w.G : link.C;
    energies.gravity -= g.dot(w.W.lazyProduct(G.col(0)));  // (50)
    const auto d = z.segment(body.first_mode, body.modes);
    if (body.modes > 0) energies.elastic += S(0.5) * d.dot(link.stiffness * d);  // (46)
  }
  for (int j = 0; j < model.joints; ++j) {
    const S away = z[j] - S(model.drives[j].rest);
    energies.elastic += S(0.5 * model.drives[j].stiffness) * away * away;
  }
  return energies;
}

template <typename S>
Eigen::Matrix<S, 3, 4> FlexibleEquations<S>::pose(VecIn<S> z, int place) {
  const FlexiblePlace& where = work_->model.places[place];
  flexible::Mat34<S> W = work_->base;
  if (where.body >= 0) {
    if (where.attachment >= 0) work_->hung[where.body][where.attachment] = 1;
    work_->sweep(z, z, nullptr, false);
    const auto& w = work_->bodies[where.body];
    W = where.attachment >= 0 ? w.places[where.attachment].W : w.W;
  }
  flexible::Mat34<S> out;
  const Vec3<S> at = where.pose.translation().template cast<S>();
  out.col(0) = W.col(0) + W.template rightCols<3>() * at;
  out.template rightCols<3>() = W.template rightCols<3>() * where.pose.linear().template cast<S>();
  return out;
}

}  // namespace alembert
