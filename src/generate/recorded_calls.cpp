#include "generate/recorded_calls.hpp"

#include "kernel/derivatives_impl.hpp"
#include "kernel/inverse_dynamics_impl.hpp"
#include "kernel/regrouped_impl.hpp"
#include "kernel/tree_state.hpp"
#include "kernel/weighted_hessian_impl.hpp"

namespace alembert {

namespace {

thread_local const std::vector<RegroupedBody<Expr>>* open_bodies = nullptr;

}  // namespace

OpenBodies::OpenBodies(std::vector<RegroupedBody<Expr>> bodies) : bodies_(std::move(bodies)) {
  open_bodies = &bodies_;
}
OpenBodies::~OpenBodies() { open_bodies = nullptr; }

template <>
std::vector<RegroupedBody<Expr>> bodies_of(const Model& model) {
  return open_bodies ? *open_bodies : regrouping::own_bodies<Expr>(model);
}

template struct RegroupedModelOf<Expr>;
template class InverseDynamics<Expr>;
template class InverseDynamicsDerivatives<Expr>;
template class WeightedHessian<Expr>;

struct RecordedPoses::State {
  TreeState<Expr> tree;
};

RecordedPoses::RecordedPoses(const Model& model, const VecX<Expr>& q)
    : state_(new State{TreeState<Expr>(model, TreeState<Expr>::Axes::world)}) {
  state_->tree.place(q);
}
RecordedPoses::~RecordedPoses() = default;

Mat3<Expr> RecordedPoses::rotation(FrameId frame) const {
  const ModelFrame& place = state_->tree.model().frame(frame);
  return state_->tree.link(place.joint).R * place.pose.linear().cast<Expr>();
}

Vec3<Expr> RecordedPoses::position(FrameId frame) const {
  const ModelFrame& place = state_->tree.model().frame(frame);
  return state_->tree.link(place.joint).at(place.pose.translation().cast<Expr>());
}

}  // namespace alembert
