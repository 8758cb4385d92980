// What proofs bound: the limited quantities that one evaluation over a piece gives.
#pragma once

#include <memory>
#include <vector>

#include "alembert/enclosure.hpp"
#include "alembert/limit_note.hpp"
#include "task/planned_motion.hpp"
#include "task/point_limit.hpp"

namespace alembert {

/// One limited number.
struct Limited {
  LimitSubject subject;
  double lower, upper, scale;
  bool equation;
  const PointLimit* limit;  // null: of the spline itself
};

class Quantity {
 public:
  virtual ~Quantity() = default;
  const std::vector<Limited>& entries() const { return entries_; }
  int first_segment() const { return first_segment_; }
  int last_segment() const { return last_segment_; }
  /// Derivatives of the motion it looks at: 0 is q alone.
  virtual int highest_order() const = 0;

  /// One an entry. False: cannot be enclosed.
  virtual bool enclose(const MotionPiece& piece, EnclosureOut out) = 0;
  /// Of an entry's violation on a segment, without any rounding, where control points give one.
  virtual double exact_bound(int, std::size_t) const { return infinity; }
  /// At the instant the motion was last evaluated at.
  virtual void value(const PlannedMotion& motion, VecOut<double> out) = 0;

 protected:
  void add_entries(const PointLimit& limit);

  std::vector<Limited> entries_;
  int first_segment_ = 0, last_segment_ = 0;
};

/// Of a task: q to jerk, then torques and their functions stage by stage, then the rest. The motion
/// must outlive them.
std::vector<std::unique_ptr<Quantity>> quantities_of(const Task& task, const Trajectory& motion);

}  // namespace alembert
