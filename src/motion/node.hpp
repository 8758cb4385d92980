// A node: an instant of a motion at a place of its grid, and everything that is computed there.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "alembert/dynamics.hpp"
#include "motion/placed_rows.hpp"
#include "motion/segment_map.hpp"
#include "task/point_term.hpp"

namespace alembert {

struct Node {
  /// One limit at this node, and where its entries stand among constraints and Jacobian entries.
  struct LimitUse {
    int limit, row, jacobian_entry;
  };
  struct CostUse {
    int cost;
    double weight;  // of the cost, times the quadrature's share of the segment
  };

  PlacedRows place;
  MotionPoint point;
  std::size_t stage = 0;
  std::vector<LimitUse> limits = {};
  std::vector<CostUse> costs = {};
  int limited_entries = 0;  // of all its limits

  // What the dynamics gave, while x stays as it is.
  bool has_torque = false, has_slopes = false;
  Eigen::VectorXd tau = {};
  Eigen::MatrixXd tau_by_z = {};
};

/// Second derivatives by z of a weighted sum of terms at one node.
struct NodeSum {
  const Node* node = nullptr;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;
  Eigen::VectorXd tau_weights;
  bool any_torque = false;
};

/// What one thread needs to evaluate nodes.
class NodeWorkspace {
 public:
  NodeWorkspace(std::vector<std::unique_ptr<Dynamics>> dynamics, const SegmentMap& segment_map)
      : map(segment_map), dynamics_(std::move(dynamics)) {}

  /// False if the term cannot be used by several threads at once. The first workspace takes terms
  /// as they are, others copies of them.
  bool add_limit(const PointTerm& term, bool first) { return add(term, first, limits_); }
  bool add_cost(const PointTerm& term, bool first) { return add(term, first, costs_); }
  void replace_cost(int cost, const PointTerm& term, bool first);

  void limit_value(Node& node, int limit, Eigen::VectorXd& g) { value(node, limits_[limit], g); }
  /// Until the next call.
  const Eigen::MatrixXd& limit_slopes(Node& node, int limit);
  void cost_value(Node& node, int cost, Eigen::VectorXd& g) { value(node, costs_[cost], g); }
  void cost_derivative(Node& node, int cost, Eigen::MatrixXd& D) {
    derivative(node, costs_[cost], D);
  }

  // Second derivatives of weighted sums of terms at some nodes of one stage, with one Hessian of
  // the dynamics for all terms of a node, and those of several nodes together.
  NodeSum& begin_hessian(const Node& node, std::size_t k);
  void add_limit_hessian(Node& node, int limit, const Eigen::VectorXd& by, NodeSum& sum) {
    add_hessian(node, limits_[limit], by, sum);
  }
  void add_cost_hessian(Node& node, int cost, double weight, NodeSum& sum) {
    add_hessian(node, costs_[cost], Eigen::VectorXd::Constant(1, weight), sum);
  }
  /// Of the nodes since begin_hessian(…, 0).
  void end_hessians();
  std::span<const NodeSum> sums() const { return {sums_.data(), begun_}; }

  SegmentMap map;
  Eigen::VectorXd values, weights;         // of one term
  Eigen::MatrixXd slopes, rows, by_local;  // of one term; of all costs of a node
  Eigen::RowVectorXd integrand;            // slopes of a segment's costs, by local unknowns

 private:
  struct Own {
    const TorqueFunction* of_torque = nullptr;
    PointFunction* of_instant = nullptr;
    std::unique_ptr<PointFunction> copy = nullptr;
  };

  static Own own(const PointTerm& term, bool first);
  static bool add(const PointTerm& term, bool first, std::vector<Own>& to);
  TorquePoint evaluated(Node& node, bool slopes_too);
  void value(Node& node, const Own& term, Eigen::VectorXd& g);
  void derivative(Node& node, const Own& term, Eigen::MatrixXd& D);
  void add_hessian(Node& node, const Own& term, const Eigen::VectorXd& by, NodeSum& sum);

  std::vector<std::unique_ptr<Dynamics>> dynamics_;  // one a stage
  std::vector<Own> limits_, costs_;
  std::vector<NodeSum> sums_;
  std::size_t begun_ = 0;
  std::vector<Dynamics::HessianAt> at_torques_;
  Eigen::MatrixXd term_slopes_;
};

}  // namespace alembert
