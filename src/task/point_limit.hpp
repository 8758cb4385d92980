// A limit on the way: what is bounded, by how much, and in which units it is compared.
#pragma once

#include <functional>
#include <vector>

#include "alembert/limit_note.hpp"
#include "alembert/model.hpp"
#include "task/point_term.hpp"

namespace alembert {

class Task;

/// A quantity of one joint, along the whole way.
inline LimitSubject joint_subject(LimitKind kind, const Coordinate& joint) {
  return {.kind = kind, .name = joint.name, .angular = joint.angular};
}

/// lower <= term(entries) <= upper at the nodes, compared in units of `scale`.
struct PointLimit {
  std::vector<LimitSubject> subjects = {};  ///< what is limited, one an entry
  PointTerm term = {};
  std::vector<int> entries = {};  ///< which of the term's values are limited
  Eigen::VectorXd lower = {}, upper = {}, scale = {};
  /// A program holds it so far inside, in units of the scale: for what happens between its nodes.
  double tightening = 0.0;
  /// More of it where peaks move as fast as nodes are put there, by entry and segment; empty: none.
  Eigen::MatrixXd peak_tightening = {};
  std::vector<int> nodes = {};  ///< of a program; empty in a Task
  /// Between the nodes: not looked at, checked with nodes added where it fails, or only reported
  /// (equations, which have as many nodes as the spline can bear).
  enum class BetweenNodes { ignored, certified, reported };
  BetweenNodes between_nodes = BetweenNodes::ignored;
  /// What people read of a value, where the term is not that itself.
  std::function<double(double)> reading = nullptr;
  bool is_condition = false;  ///< an equation at an instant, not a limit on the way
  int first_segment = 0, last_segment = 0;
  /// An equation of a body that is held at the ends of its span: it has nodes between these alone.
  bool ends_held = false;
  /// No node at its first or last instant: something is zero there, by an equation of its own, and
  /// the limit with it.
  bool zero_first = false, zero_last = false;
};

inline bool is_clearance(const PointLimit& limit) {
  return !limit.subjects.empty() && limit.subjects.front().kind == LimitKind::clearance;
}

/// Of a task: on torque, power, path and clearance. Their terms are to be cloned by whoever
/// evaluates them.
const std::vector<PointLimit>& limits_of(const Task& task);

/// A limit on a term over a run of segments, to be certified; its entries are to be added.
PointLimit certified(PointTerm term, int first, int last);

void limit_entry(PointLimit& limit, int entry, LimitSubject subject, double lower, double upper,
                 double scale);

}  // namespace alembert
