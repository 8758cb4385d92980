// A node: an instant of a motion at a place of its grid, and everything that is computed there.
#pragma once

#include <memory>
#include <optional>
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
    Contact contact = {};  // of a distance, while x stays as it is
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

  /// Nothing of what follows is known any more.
  void forget();

  // What the dynamics gave, and where the links are, while x stays as it is.
  bool has_torque = false, has_slopes = false, has_links = false;
  Eigen::VectorXd tau = {};
  Eigen::MatrixXd tau_by_z = {};
  std::optional<PlacedLinks> links = {};  // made when a term first looks at frames
};

/// Second derivatives by z of a weighted sum of terms at one node.
struct NodeSum {
  const Node* node = nullptr;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;
  Eigen::VectorXd tau_weights;
  std::optional<FrameSum> frames;  // by q, of all terms that look at frames
  bool any_torque = false, any_frame = false;
};

/// What one thread needs to evaluate nodes.
class NodeWorkspace {
 public:
  NodeWorkspace(Model model, std::vector<std::unique_ptr<Dynamics>> dynamics,
                std::vector<SegmentMap> maps)
      : model_(std::move(model)), dynamics_(std::move(dynamics)), maps_(std::move(maps)) {}

  /// False if the term cannot be used by several threads at once. The first workspace takes terms
  /// as they are, others copies of them.
  bool add_limit(const PointTerm& term, bool first) { return add(term, first, limits_); }
  bool add_cost(const PointTerm& term, bool first) { return add(term, first, costs_); }
  void replace_cost(int cost, const PointTerm& term, bool first);

  void limit_value(Node& node, Node::LimitUse& use, Eigen::VectorXd& g) {
    value(node, limits_[use.limit], use.contact, g);
  }
  /// By z, or by q alone; until the next call.
  const Eigen::MatrixXd& limit_slopes(Node& node, Node::LimitUse& use);
  void cost_value(Node& node, int cost, Eigen::VectorXd& g) {
    value(node, costs_[cost], fresh_contact(), g);
  }
  /// By z.
  void cost_derivative(Node& node, int cost, Eigen::MatrixXd& D);

  // Second derivatives of weighted sums of terms at some nodes of one stage, with one Hessian of
  // the dynamics for all terms of a node, and those of several nodes together.
  NodeSum& begin_hessian(const Node& node, std::size_t k);
  void add_limit_hessian(Node& node, Node::LimitUse& use, const Eigen::VectorXd& by, NodeSum& sum) {
    add_hessian(node, limits_[use.limit], use.contact, by, sum);
  }
  void add_cost_hessian(Node& node, int cost, double weight, NodeSum& sum) {
    add_hessian(node, costs_[cost], fresh_contact(), Eigen::VectorXd::Constant(1, weight), sum);
  }
  /// Of the nodes since begin_hessian(…, 0).
  void end_hessians();
  std::span<const NodeSum> sums() const { return {sums_.data(), begun_}; }

  /// Of a stage.
  SegmentMap& map(std::size_t stage) { return maps_[stage]; }

  Eigen::VectorXd values, weights;         // of one term
  Eigen::MatrixXd slopes, rows, by_local;  // of one term; of all costs of a node
  Eigen::RowVectorXd integrand;            // slopes of a segment's costs, by local unknowns

 private:
  struct Own {
    const TorqueFunction* of_torque = nullptr;
    PointFunction* of_instant = nullptr;
    FrameTerm* of_frames = nullptr;  // the same, if it looks at frames alone
    std::unique_ptr<PointFunction> copy = nullptr;
  };

  static Own own(const PointTerm& term, bool first);
  static bool add(const PointTerm& term, bool first, std::vector<Own>& to);
  TorquePoint evaluated(Node& node, bool slopes_too);
  const PlacedLinks& links(Node& node) const;
  /// Costs are asked for too rarely to be remembered.
  Contact& fresh_contact() {
    cost_contact_.found = false;
    return cost_contact_;
  }
  void value(Node& node, const Own& term, Contact& contact, Eigen::VectorXd& g);
  void derivative(Node& node, const Own& term, Contact& contact, Eigen::MatrixXd& D);
  void add_hessian(Node& node, const Own& term, Contact& contact, const Eigen::VectorXd& by,
                   NodeSum& sum);
  void add_frame_sum(NodeSum& sum);

  Model model_;
  std::vector<std::unique_ptr<Dynamics>> dynamics_;  // one a stage
  std::vector<SegmentMap> maps_;                     // likewise
  std::vector<Own> limits_, costs_;
  std::vector<NodeSum> sums_;
  std::size_t begun_ = 0;
  std::vector<Dynamics::HessianAt> at_torques_;
  Eigen::MatrixXd term_slopes_, by_q_;
  Contact cost_contact_;
};

}  // namespace alembert
