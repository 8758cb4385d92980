#include "motion/node.hpp"

namespace alembert {

void Node::forget() {
  has_torque = has_slopes = has_links = false;
  for (LimitUse& use : limits) use.contact.found = false;
}

NodeWorkspace::Own NodeWorkspace::own(const PointTerm& term, bool first) {
  Own mine;
  mine.of_torque = term.of_torque();
  mine.of_instant = term.of_instant();
  if (!first && mine.of_instant) {
    mine.copy = mine.of_instant->clone();
    mine.of_instant = mine.copy.get();
  }
  mine.of_frames = dynamic_cast<FrameTerm*>(mine.of_instant);
  return mine;
}

bool NodeWorkspace::add(const PointTerm& term, bool first, std::vector<Own>& to) {
  to.push_back(own(term, first));
  return to.back().of_torque || to.back().of_instant;
}

void NodeWorkspace::replace_cost(int cost, const PointTerm& term, bool first) {
  costs_[cost] = own(term, first);
}

TorquePoint NodeWorkspace::evaluated(Node& node, bool slopes_too) {
  Dynamics& dynamics = *dynamics_[node.stage];
  if (!node.has_torque) {
    node.tau.resize(dynamics.size());
    dynamics.torque(node.point, node.tau);
    node.has_torque = true;
  }
  if (slopes_too && !node.has_slopes) {
    node.tau_by_z.setZero(dynamics.size(), node.point.z.size());
    dynamics.derivative(node.point, node.tau_by_z);
    node.has_slopes = true;
  }
  return {node.point, node.tau, node.tau_by_z};
}

const PlacedLinks& NodeWorkspace::links(Node& node) const {
  if (node.has_links) return *node.links;
  if (!node.links) node.links.emplace(model_);
  node.links->update(node.point.q());
  node.has_links = true;
  return *node.links;
}

void NodeWorkspace::value(Node& node, const Own& term, Contact& contact, Eigen::VectorXd& g) {
  if (term.of_torque) {
    g.resize(term.of_torque->size());
    return term.of_torque->value(evaluated(node, false), g);
  }
  if (term.of_frames) {
    g.resize(term.of_frames->size());
    return term.of_frames->value_at(links(node), contact, g);
  }
  g.setZero(term.of_instant->size());
  term.of_instant->value(node.point, g);
}

/// By q alone of what looks at frames, else by z.
void NodeWorkspace::derivative(Node& node, const Own& term, Contact& contact, Eigen::MatrixXd& D) {
  if (term.of_torque) {
    D.resize(term.of_torque->size(), node.point.z.size());
    return term.of_torque->derivative(evaluated(node, true), D);
  }
  if (term.of_frames) {
    const int size = term.of_frames->size();
    if (D.rows() != size || D.cols() != node.point.dofs) D.resize(size, node.point.dofs);
    D.setZero();
    return term.of_frames->slopes_at(links(node), contact, D);
  }
  D.setZero(term.of_instant->size(), node.point.z.size());
  term.of_instant->derivative(node.point, D);
}

const Eigen::MatrixXd& NodeWorkspace::limit_slopes(Node& node, Node::LimitUse& use) {
  const Own& term = limits_[use.limit];
  if (term.of_torque && term.of_torque->is_torque()) return evaluated(node, true).tau_by_z;
  derivative(node, term, use.contact, slopes);
  return slopes;
}

void NodeWorkspace::cost_derivative(Node& node, int cost, Eigen::MatrixXd& D) {
  const Own& term = costs_[cost];
  if (!term.of_frames) return derivative(node, term, fresh_contact(), D);
  derivative(node, term, fresh_contact(), by_q_);
  D.setZero(by_q_.rows(), node.point.z.size());
  D.leftCols(by_q_.cols()) = by_q_;
}

NodeSum& NodeWorkspace::begin_hessian(const Node& node, std::size_t k) {
  if (sums_.size() <= k) sums_.resize(k + 1);
  begun_ = k + 1;
  NodeSum& sum = sums_[k];
  sum.node = &node;
  sum.gradient.setZero(node.point.z.size());
  sum.hessian.setZero(node.point.z.size(), node.point.z.size());
  sum.tau_weights.setZero(dynamics_[node.stage]->size());
  sum.any_torque = sum.any_frame = false;
  return sum;
}

void NodeWorkspace::add_hessian(Node& node, const Own& term, Contact& contact,
                                const Eigen::VectorXd& by, NodeSum& sum) {
  if (term.of_torque) {
    term.of_torque->add_hessian(evaluated(node, true), by, sum.gradient, sum.hessian,
                                sum.tau_weights);
    sum.any_torque = true;
  } else if (term.of_frames) {
    if (!sum.frames) sum.frames.emplace(model_);
    if (!sum.any_frame) sum.frames->begin();
    sum.any_frame = true;
    term.of_frames->add_at(links(node), contact, by, *sum.frames);
  } else {
    derivative(node, term, contact, term_slopes_);
    sum.gradient.noalias() += term_slopes_.transpose() * by;
    term_slopes_.setZero(sum.hessian.rows(), sum.hessian.cols());
    term.of_instant->hessian(node.point, by, term_slopes_);
    sum.hessian += term_slopes_;
  }
}

void NodeWorkspace::add_frame_sum(NodeSum& sum) {
  sum.frames->end(*sum.node->links);
  const Eigen::Index n = sum.node->point.dofs;
  sum.gradient.head(n) += sum.frames->gradient;
  sum.hessian.topLeftCorner(n, n) += sum.frames->hessian;
}

void NodeWorkspace::end_hessians() {
  at_torques_.clear();
  for (std::size_t k = 0; k < begun_; ++k) {
    NodeSum& sum = sums_[k];
    if (sum.any_frame) add_frame_sum(sum);
    if (!sum.any_torque) continue;
    sum.gradient.noalias() += sum.node->tau_by_z.transpose() * sum.tau_weights;
    at_torques_.push_back({sum.node->point, sum.tau_weights, sum.hessian});
  }
  if (!at_torques_.empty()) dynamics_[sums_[0].node->stage]->add_hessians(at_torques_);
}

}  // namespace alembert
