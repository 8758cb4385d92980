// A task as a sparse nonlinear program over control points, times and cut forces.
//
//   x = (control points, point after point; times; of every stage its force control points, point
//        after point)
//
// Costs and limits are terms at nodes (places on the grid) or combinations of control points. Every
// one of them sees the unknowns of one segment only, so Jacobian and Hessian are filled segment by
// segment, by several threads where there is enough to do. Whatever a segment writes is its own,
// and what segments share is added up in their order: any number of threads gives the same bits.
// The dynamics of a node are evaluated once for all its terms, and kept while x stays.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "alembert/task.hpp"
#include "alembert/trajectory.hpp"
#include "kernel/workers.hpp"
#include "motion/nlp.hpp"
#include "motion/node.hpp"
#include "motion/placed_rows.hpp"
#include "task/point_limit.hpp"

namespace alembert {

/// A running cost: integral of weight * term, by quadrature on the nodes.
struct PointCost {
  std::string name;
  PointTerm term;
  double weight = 1.0;
  std::vector<int> nodes;
  std::vector<double> shares;  ///< of the node's segment
};

/// lower <= sum factor * (row of coordinate) + by_width · widths <= upper.
struct RowLimit {
  struct Part {
    PlacedRows place;
    int row = 0;
    int coordinate = 0;
    double factor = 1.0;
  };
  LimitSubject subject = {};
  std::vector<Part> parts = {};
  Eigen::VectorXd by_width = {};  ///< of segments' widths, one factor each; empty: none
  bool is_condition = false;      ///< an equation at an instant, not a limit on the way
  double lower = 0.0, upper = 0.0, scale = 1.0;
  double tightening = 0.0;  ///< the program holds it so far inside, in units of the scale
  double fraction = 0.0;    ///< where in the motion, to tell people
};

class MotionProgram : public Nlp {
 public:
  /// Nobody else may run the workers during a call.
  MotionProgram(Task task, TimeGrid grid, std::shared_ptr<Workers> workers);

  // Building. Call finish() before solving, and again after adding more.
  /// The node at a place; made if there is none.
  int node(int segment, double fraction);
  void add(PointLimit limit) { point_limits_.push_back(std::move(limit)); }
  void add(PointCost cost) { costs_.push_back(std::move(cost)); }
  void add(RowLimit limit) { row_limits_.push_back(std::move(limit)); }
  void set_time_weight(double weight) { time_weight_ = weight; }
  void finish();
  /// Other lengths of segments, with zeros where they were: all nodes stay at their fractions of
  /// their segments. Not for equations, whose places follow from the knots.
  void move_knots(const Eigen::MatrixXd& shares);
  /// In place of one that is there, of the same size.
  void replace_cost_term(int cost, PointTerm term);

  const Task& task() const { return task_; }
  const TimeGrid& grid() const { return grid_; }
  int dofs() const { return dofs_; }
  int node_count() const { return static_cast<int>(nodes_.size()); }
  int node_segment(int k) const { return nodes_[k].place.segment(); }
  double node_fraction(int k) const { return nodes_[k].place.fraction(); }
  std::vector<PointLimit>& point_limits() { return point_limits_; }
  const std::vector<PointLimit>& point_limits() const { return point_limits_; }
  const std::vector<RowLimit>& row_limits() const { return row_limits_; }
  std::vector<PointCost>& costs() { return costs_; }
  const std::vector<PointCost>& costs() const { return costs_; }
  /// Bounds on unknowns; free until set. Those of constraints are set by finish().
  NlpBounds& mutable_bounds() { return bounds_; }
  /// Of an unknown.
  void set_bounds(int unknown, double lower, double upper) {
    bounds_.x_lower[unknown] = lower;
    bounds_.x_upper[unknown] = upper;
  }

  // x in its parts.
  /// Control points, one a column.
  Eigen::Map<Eigen::MatrixXd> controls(Eigen::VectorXd& x) const {
    return {x.data(), dofs_, grid_.controls()};
  }
  int control_index(int control, int coordinate) const { return control * dofs_ + coordinate; }
  int time_index(int k) const { return grid_.controls() * dofs_ + k; }
  /// Of a stage; its control points are counted from its first segment on.
  int force_index(std::size_t stage, int control, int entry) const {
    return force_blocks_[stage] + control * task_.stages()[stage].forces + entry;
  }
  /// As many as a spline over the stage's segments has.
  int force_controls(std::size_t stage) const {
    return first_force_control(stage, task_.stages()[stage].last_segment) + grid_.degree() + 1;
  }
  /// Of the stage's own, the first that a segment of it sees.
  int first_force_control(std::size_t stage, int segment) const {
    return grid_.first_control(segment) - grid_.first_control(task_.stages()[stage].first_segment);
  }
  Eigen::VectorXd times(In x) const { return x.segment(time_index(0), grid_.times()); }

  Trajectory motion(In x) const;
  /// The instant at any place, for checks between nodes.
  void evaluate(In x, int segment, double fraction, MotionPoint& out) const;

  /// Where a constraint comes from: an entry of point_limits() at a node, or of row_limits().
  struct Origin {
    int point_limit = -1, row_limit = -1;
    int entry = 0, node = -1;
  };
  const std::vector<Origin>& origins() const { return origins_; }

  const NlpBounds& bounds() const override { return bounds_; }
  const Triplets& jacobian_pattern() const override { return jacobian_; }
  const Triplets& hessian_pattern() const override { return hessian_; }
  /// Control points along time; times are seen from everywhere.
  std::vector<int> places() const override;
  /// What looks at frames sees the joints' values alone. With several times those move nodes.
  std::vector<RowProducts> row_products() const override;
  Workers* workers() const override { return workers_.get(); }
  double objective(In x) override;
  void gradient(In x, Out out) override;
  void constraints(In x, Out out) override;
  void jacobian(In x, Out values) override;
  void hessian(In x, double factor, In multipliers, Out values) override;

 private:
  struct Segment {
    std::vector<int> nodes;
    std::vector<int> unknowns;         // local to global
    std::vector<int> hessian_entries;  // lower half of the local matrix to the pattern
    Eigen::VectorXd gradient;          // of the running costs, by local unknowns
    Eigen::MatrixXd hessian;           // lower half, by local unknowns
  };

  void update(In x);
  void update_with_slopes(In x);
  Eigen::Map<const Eigen::MatrixXd> controls(In x, int segment) const;
  Eigen::Map<const Eigen::MatrixXd> forces(In x, int segment) const;
  /// Calls job(workspace, segment) for all of them.
  template <typename Job>
  void for_each_segment(Job job);
  void list_constraints();
  void list_uses();
  void list_jacobian();
  void list_hessian();
  void make_workspaces();
  void sum_node_hessian(NodeWorkspace& work, Node& node, double factor, In multipliers,
                        NodeSum& sum);
  void add_segment_hessians(NodeWorkspace& work, int segment, In x, double factor, In multipliers);
  Eigen::MatrixXd::ConstRowXpr cost_slopes(NodeWorkspace& work, Node& node, In x);
  void add_width_products(int segment, const Eigen::RowVectorXd& integrand, double factor);
  void add_row_hessians(In x, In multipliers);

  Task task_;
  TimeGrid grid_;
  int dofs_, orders_ = 4, force_orders_ = 2;
  std::vector<int> force_blocks_;  // where those of a stage begin in x
  std::shared_ptr<Workers> workers_;
  std::vector<Node> nodes_;
  std::vector<PointLimit> point_limits_;
  std::vector<PointCost> costs_;
  std::vector<RowLimit> row_limits_;
  double time_weight_ = 0.0;

  NlpBounds bounds_;
  std::vector<Origin> origins_;
  Triplets jacobian_, hessian_;
  std::vector<Segment> segments_;
  std::vector<NodeWorkspace> workspaces_;  // one a worker that is used

  Eigen::VectorXd last_x_, widths_;
  bool has_row_slopes_ = false;  // of splines, by the times
};

}  // namespace alembert
