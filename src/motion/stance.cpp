#include "motion/stance.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/center_of_mass.hpp"
#include "dense.hpp"
#include "task/contact_gap.hpp"
#include "task/frame_functions.hpp"
#include "task/ground.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

constexpr int most_steps = 60;
constexpr double settled = 1e-8;      // m or rad
constexpr double longest_step = 0.3;  // of a joint's range
constexpr double usual_range = 2.0;   // rad or m, where there is none
/// Of a range: postures keep so far away from its ends.
constexpr double away_from_ends = 0.02;

bool touches(const GroundContact& contact, double fraction) {
  constexpr double instant = 1e-9;
  return contact.during.from <= fraction + instant && fraction <= contact.during.to + instant;
}

}  // namespace

struct Stance::Parts {
  explicit Parts(const Task& given) : task(given), point(given.dofs(), 0) {}

  void add(PointFunction& function, const Eigen::VectorXd& target) {
    Eigen::VectorXd value = Eigen::VectorXd::Zero(function.size());
    Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(function.size(), point.z.size());
    function.value(point, value);
    function.derivative(point, slopes);
    append(value - target, slopes.leftCols(task.dofs()));
  }
  void append(const Eigen::VectorXd& value, const Eigen::MatrixXd& slopes) {
    const Eigen::Index at = missing.size();
    missing.conservativeResize(at + value.size());
    missing.tail(value.size()) = value;
    by_q.conservativeResize(at + value.size(), task.dofs());
    by_q.bottomRows(value.size()) = slopes;
  }
  void set_ranges() {
    const MotionProblem& problem = task.problem();
    lower = problem.limits.lower;
    upper = problem.limits.upper;
    range = Eigen::VectorXd::Constant(task.dofs(), usual_range);
    for (int j = 0; j < task.dofs(); ++j) {
      // What rolls begins flat: a roll that must end at once would be a jerk.
      const bool placed = j < placing_coordinates || lower[j] == 0.0;
      if (j < problem.ground_coordinates && placed) lower[j] = upper[j] = 0.0;
      const double whole = upper[j] - lower[j];
      if (!std::isfinite(whole) || whole <= 0.0) continue;
      range[j] = whole;
      if (j < problem.ground_coordinates) continue;
      lower[j] += away_from_ends * whole;
      upper[j] -= away_from_ends * whole;
    }
  }

  /// Coordinates of the ground that do not move then.
  void hold_still(double fraction) {
    const MotionProblem& problem = task.problem();
    for (const Hold& hold : problem.held) {
      if (hold.during.from > fraction || fraction > hold.during.to) continue;
      lower[hold.coordinate] = upper[hold.coordinate] = hold.value;
    }
  }

  /// Level with the point.
  void add_balance(double fraction, const Eigen::Vector3d& above, const Eigen::VectorXd& q) {
    const MotionProblem& problem = task.problem();
    if (problem.model.gravity().isZero()) return;
    const int last = problem.spline.segments - 1;
    const int segment = std::min(last, static_cast<int>(fraction * problem.spline.segments));
    CenterOfMass centre(task.stage(segment).model);
    centre.update(q, Eigen::VectorXd::Zero(q.size()));
    const Eigen::Vector3d down = problem.model.gravity().normalized();
    const Eigen::Vector3d aside = down.unitOrthogonal();
    Eigen::Matrix<double, 2, 3> level;
    level << aside.transpose(), down.cross(aside).transpose();
    append(level * (centre.position() - above), level * centre.jacobian());
  }

  void add_pose(const FrameTarget& pose) {
    const Model& model = task.model();
    if (pose.position) {
      FramePosition position(model, pose.frame, Eigen::Matrix3d::Identity());
      add(position, *pose.position);
    }
    if (!pose.orientation) return;
    const Eigen::Matrix3d E = Eigen::Matrix3d::Identity(), T = *pose.orientation;
    Eigen::Matrix3Xd axes(3, 3), directions(3, 3);
    axes << E.col(0), E.col(1), E.col(2);
    directions << T.col(1), T.col(2), T.col(0);
    FrameCosines cosines(model, pose.frame, axes, directions);
    add(cosines, Eigen::VectorXd::Zero(3));
  }

  void look(double fraction, const std::vector<FrameTarget>& poses,
            const std::optional<Eigen::Vector3d>& centre, const Eigen::VectorXd& q) {
    const MotionProblem& problem = task.problem();
    missing.resize(0);
    by_q.resize(0, task.dofs());
    point.z.head(task.dofs()) = q;
    for (const GroundContact& contact : problem.contacts) {
      if (contact.carries || !touches(contact, fraction)) continue;
      ContactGap gap(problem.model, contact);
      add(gap, Eigen::VectorXd::Zero(gap.size()));
    }
    for (const CutJoint& cut : problem.cut_joints) {
      Closure closure(problem.model, cut);
      add(closure, Eigen::VectorXd::Zero(closure.size()));
    }
    for (const FrameTarget& pose : poses) add_pose(pose);
    if (centre) add_balance(fraction, *centre, q);
  }

  /// Towards `wanted` and, to first order, to where nothing is missing; joints at the ends of their
  /// ranges stay there.
  Eigen::VectorXd step(const Eigen::VectorXd& q, const Eigen::VectorXd& wanted) const {
    Eigen::VectorXd free = range;
    Eigen::VectorXd d;
    for (int pass = 0; pass < 4; ++pass) {
      // d = w - W² Jᵀ λ with J d = -missing, in units of ranges.
      const Eigen::VectorXd towards = (free.array() > 0.0).select(wanted - q, 0.0);
      const Eigen::MatrixXd scaled = by_q * free.asDiagonal();
      d = towards + free.asDiagonal() * dense::shortest_solution(scaled, -missing - by_q * towards);
      bool stopped = false;
      for (Eigen::Index j = 0; j < q.size(); ++j) {
        const bool beyond = q[j] + d[j] < lower[j] || q[j] + d[j] > upper[j];
        const bool at_end = (d[j] < 0.0 && q[j] <= lower[j]) || (d[j] > 0.0 && q[j] >= upper[j]);
        if (free[j] == 0.0 || !beyond || !at_end) continue;
        free[j] = 0.0;
        stopped = true;
      }
      if (!stopped) break;
    }
    const double longest = (d.array() / range.array()).abs().maxCoeff();
    return longest > longest_step ? Eigen::VectorXd(d * longest_step / longest) : d;
  }

  Task task;
  MotionPoint point;
  Eigen::VectorXd lower, upper, range;
  Eigen::VectorXd missing;
  Eigen::MatrixXd by_q;
};

Stance::Stance(const Task& task) : parts_(make_owned<Parts>(task)) {}

std::optional<Eigen::Vector3d> Stance::middle_of_support(double fraction) const {
  const MotionProblem& problem = parts_->task.problem();
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  int corners = 0;
  for (const GroundContact& contact : problem.contacts) {
    if (!touches(contact, fraction)) continue;
    const Eigen::Isometry3d place = place_of(problem.model, contact);
    for (const Eigen::Vector3d& corner : contact.patch.corners) sum += place * corner;
    corners += static_cast<int>(contact.patch.corners.size());
  }
  if (corners == 0) return {};
  return sum / corners;
}

void Stance::settle(double fraction, const std::vector<FrameTarget>& poses,
                    const std::optional<Eigen::Vector3d>& centre, Eigen::VectorXd& q) {
  Parts& parts = *parts_;
  parts.set_ranges();
  parts.hold_still(fraction);
  const Eigen::VectorXd wanted = q.cwiseMax(parts.lower).cwiseMin(parts.upper);
  q = wanted;
  for (int k = 0; k < most_steps; ++k) {
    parts.look(fraction, poses, centre, q);
    if (parts.missing.size() == 0) return;
    const Eigen::VectorXd d = parts.step(q, wanted);
    q = (q + d).cwiseMax(parts.lower).cwiseMin(parts.upper);
    if (d.cwiseAbs().maxCoeff() < settled) return;
  }
}

Eigen::VectorXd shared_weight(const Task& task, std::size_t index) {
  constexpr int normal_force = 2;
  const MotionProblem& problem = task.problem();
  const Stage& stage = task.stages()[index];
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(stage.forces);
  std::vector<Eigen::Index> normals;
  Eigen::Index at = problem.force_count();
  for (const GroundContact& contact : problem.contacts) {
    if (contact.carries || !covers(problem, contact.during, stage.first_segment)) continue;
    for (const int component : contact.components) {
      if (component == normal_force) normals.push_back(at);
      ++at;
    }
  }
  for (const Eigen::Index k : normals) {
    forces[k] = weight_of(stage.model) / static_cast<double>(normals.size() + 1);
  }
  return forces;
}

}  // namespace alembert
