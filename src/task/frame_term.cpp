#include "task/frame_term.hpp"

namespace alembert {

const PlacedLinks& FrameTerm::own_links(VecIn<double> q) {
  if (!links_) links_.emplace(model_);
  if (links_->q().size() == 0 || links_->q() != q) contact_.found = false;
  links_->update(q);
  return *links_;
}

void FrameTerm::value(const MotionPoint& point, VecOut<double> g) {
  value_at(own_links(point.q()), contact_, g);
}

void FrameTerm::derivative(const MotionPoint& point, MatOut<double> D) {
  slopes_at(own_links(point.q()), contact_, D.leftCols(point.dofs));
}

void FrameTerm::hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) {
  const PlacedLinks& links = own_links(point.q());
  if (!sum_) sum_.emplace(model_);
  sum_->begin();
  add_at(links, contact_, weights, *sum_);
  sum_->end(links);
  H.topLeftCorner(point.dofs, point.dofs) += sum_->hessian;
}

}  // namespace alembert
