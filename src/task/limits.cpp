#include "task/limits.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/arm.hpp"
#include "task/contact_limits.hpp"
#include "task/distance.hpp"
#include "task/frame_functions.hpp"
#include "task/line_distance.hpp"
#include "task/momentary_strength.hpp"
#include "task/spans.hpp"
#include "task/violation.hpp"

namespace alembert {
namespace {

/// A weighted sum of joint values.
class JointSum : public Copied<JointSum> {
 public:
  explicit JointSum(std::vector<SumLimit::Part> parts) : parts_(std::move(parts)) {}
  int size() const override { return 1; }
  void value(const MotionPoint& point, VecOut<double> g) override {
    for (const auto& [j, factor] : parts_) g[0] += factor * point.z[j];
  }
  void derivative(const MotionPoint&, MatOut<double> D) override {
    for (const auto& [j, factor] : parts_) D(0, j) += factor;
  }
  void hessian(const MotionPoint&, VecIn<double>, MatOut<double>) override {}  // it is linear
  bool enclose(const MotionPiece& piece, EnclosureOut out) override {
    out[0] = Enclosure(0.0);
    for (const auto& [j, factor] : parts_) out[0] += piece.q[j] * factor;
    return true;
  }

 private:
  std::vector<SumLimit::Part> parts_;
};

/// 0, 1, 2 of a world axis, else -1.
int world_axis(const Eigen::MatrixX3d& directions, int row) {
  for (int axis = 0; axis < 3; ++axis) {
    const Eigen::RowVector3d along = Eigen::RowVector3d::Unit(axis);
    if (directions.row(row) == along) return axis;
  }
  return -1;
}

/// Moves the entries of joints that rub to a limit that covers what friction may add: the most of
/// them below what was their upper bound, the least above the lower.
PointLimit rubbing_part(const std::shared_ptr<const FrictionHull>& hull, WithFriction::Of what,
                        PointLimit& limit) {
  std::vector<int> joints;
  std::vector<Eigen::Index> from;
  PointLimit kept = certified(limit.term, limit.first_segment, limit.last_segment);
  for (std::size_t i = 0; i < limit.entries.size(); ++i) {
    if (hull->rubs(limit.entries[i])) {
      joints.push_back(limit.entries[i]);
      from.push_back(i);
    } else {
      limit_entry(kept, limit.entries[i], limit.subjects[i], limit.lower[i], limit.upper[i],
                  limit.scale[i]);
    }
  }
  PointLimit rubbing = certified(std::make_shared<WithFriction>(hull, joints, what),
                                 limit.first_segment, limit.last_segment);
  const int count = static_cast<int>(joints.size());
  for (int entry = 0; entry < 2 * count; ++entry) {
    const Eigen::Index k = from[entry % count];
    const bool most = entry < count;
    if (!std::isfinite(most ? limit.upper[k] : limit.lower[k])) continue;
    limit_entry(rubbing, entry, limit.subjects[k], most ? -infinity : limit.lower[k],
                most ? limit.upper[k] : infinity, limit.scale[k]);
  }
  limit = std::move(kept);
  return rubbing;
}

void add_torque_and_power(const MotionProblem& problem, const Stage& stage,
                          const std::shared_ptr<const FrictionHull>& hull,
                          std::vector<PointLimit>& limits) {
  const int n = problem.model.dofs(), first = stage.first_segment, last = stage.last_segment;
  PointLimit torque = certified(std::make_shared<TorqueItself>(n), first, last);
  PointLimit power = certified(std::make_shared<Power>(n), first, last);
  limit_motors(problem, LimitKind::torque, LimitPlace::throughout, torque);
  for (int j = 0; j < n; ++j) {
    const double watts = problem.limits.power[j];
    if (!std::isfinite(watts)) continue;
    limit_entry(power, j, joint_subject(LimitKind::power, problem.model.coordinates()[j]), -watts,
                watts, watts);
  }
  const auto keep = [&](PointLimit&& limit) {
    if (!limit.entries.empty()) limits.push_back(std::move(limit));
  };
  if (!hull->empty()) {
    keep(rubbing_part(hull, WithFriction::Of::torque, torque));
    keep(rubbing_part(hull, WithFriction::Of::power, power));
  }
  if (!problem.strengths.empty()) keep(weakened_part(problem.strengths, torque));
  keep(std::move(torque));
  keep(std::move(power));
}

/// N m or N: what passive joints miss is measured by what motors do. 1 where nothing limits them.
double strongest_motor(const MotionLimits& limits) {
  double strongest = 0.0;
  for (Eigen::Index j = 0; j < limits.torque_upper.size(); ++j) {
    const double torque = std::max(-limits.torque_lower[j], limits.torque_upper[j]);
    if (std::isfinite(torque)) strongest = std::max(strongest, torque);
  }
  return strongest > 0.0 ? strongest : 1.0;
}

/// Torque of a joint without a motor is zero: an equation.
void add_passive(const MotionProblem& problem, const std::vector<Stage>& stages,
                 std::vector<PointLimit>& limits) {
  const double of_motors = problem.cut_joints.empty() ? strongest_motor(problem.limits) : 1.0;
  Eigen::VectorXd scale = Eigen::VectorXd::Constant(problem.model.dofs(), of_motors);
  problem.model.arm().scale_equations(problem.model, scale);
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double lower = problem.limits.torque_lower[j], upper = problem.limits.torque_upper[j];
    if (lower != upper) continue;
    for (const Stage& stage : stages) {
      PointLimit limit = certified(std::make_shared<TorqueItself>(problem.model.dofs()),
                                   stage.first_segment, stage.last_segment);
      limit.between_nodes = PointLimit::BetweenNodes::reported;
      limit_entry(limit, j, joint_subject(LimitKind::torque, problem.model.coordinates()[j]), lower,
                  upper, scale[j]);
      limits.push_back(std::move(limit));
    }
  }
}

/// The tolerance is a share of the room there is, else of a metre or a radian.
double scale_between(double lower, double upper) {
  const double half = 0.5 * (upper - lower);
  return half > 0.0 && std::isfinite(half) ? half : 1.0;
}

/// m: pairs that may touch stay in the list, and nothing is as deep in anything.
constexpr double margin_of_allowed = -1e3;

PointLimit keep_clear(const MotionProblem& problem, const std::shared_ptr<Distance>& distance,
                      const std::string& name, const std::string& other) {
  PointLimit limit = over(problem, {}, distance);
  // Metres, except that the thinnest solids go from touching to overlapping within less.
  limit_entry(limit, 0, {.kind = LimitKind::clearance, .name = name, .other = other}, 0.0, infinity,
              std::min(1.0, 10.0 * distance->reach()));
  limit.reading = [distance](double value) { return distance->clearance(value); };
  return limit;
}

void add_clearances(const MotionProblem& problem, std::vector<PointLimit>& limits) {
  const Clearance& clearance = problem.clearance;
  const std::vector<std::shared_ptr<const PointCloud>> clouds = clouds_in(clearance);
  for (std::size_t i = 0; i < clearance.arm.size(); ++i) {
    for (std::size_t k = 0; k < clearance.obstacles.size(); ++k) {
      const ArmSolid& arm = clearance.arm[i];
      const Obstacle& obstacle = clearance.obstacles[k];
      const double margin = clearance.may_touch(i, k) ? margin_of_allowed : clearance.margin;
      limits.push_back(keep_clear(
          problem,
          std::make_shared<Distance>(problem.model, arm, obstacle.solid, margin, clouds[k]),
          arm.name, obstacle.name));
    }
  }
  for (const auto& [i, j] : clearance.self_pairs) {
    const ArmSolid &one = clearance.arm[i], &other = clearance.arm[j];
    limits.push_back(
        keep_clear(problem, std::make_shared<Distance>(problem.model, one, other, clearance.margin),
                   one.name, other.name));
  }
}

}  // namespace

PointLimit limit_on(const MotionProblem& problem, const PositionLimit& position) {
  PointLimit limit =
      over(problem, position.during,
           std::make_shared<FramePosition>(problem.model, position.frame, position.directions));
  for (int k = 0; k < position.directions.rows(); ++k) {
    limit_entry(limit, k,
                {.kind = LimitKind::path_position,
                 .name = position.name,
                 .row = k,
                 .axis = world_axis(position.directions, k)},
                position.lower[k], position.upper[k],
                scale_between(position.lower[k], position.upper[k]));
  }
  return limit;
}

PointLimit limit_on(const MotionProblem& problem, const LineLimit& line) {
  const auto distance = std::make_shared<LineDistance>(problem.model, line);
  PointLimit limit = over(problem, line.during, distance);
  limit_entry(limit, 0, {.kind = LimitKind::path_position, .name = line.name}, -infinity,
              distance->upper(), distance->scale());
  limit.reading = [distance](double value) { return distance->distance(value); };
  return limit;
}

PointLimit limit_on(const MotionProblem& problem, const AxisLimit& axis) {
  PointLimit limit =
      over(problem, axis.during,
           std::make_shared<FrameCosines>(problem.model, axis.frame, axis.axis, axis.direction));
  limit_entry(limit, 0, {.kind = LimitKind::path_angle, .name = axis.name}, std::cos(axis.angle),
              infinity, 1.0 - std::cos(axis.angle));
  limit.reading = [](double cosine) { return std::acos(std::clamp(cosine, -1.0, 1.0)); };
  return limit;
}

PointLimit limit_on(const MotionProblem& problem, const SumLimit& sum) {
  PointLimit limit = over(problem, sum.during, std::make_shared<JointSum>(sum.parts));
  const auto& first = problem.model.coordinates()[sum.parts.front().coordinate];
  limit_entry(limit, 0, {.kind = LimitKind::joint_sum, .name = sum.name, .angular = first.angular},
              sum.lower, sum.upper, scale_between(sum.lower, sum.upper));
  return limit;
}

PointLimit over(const MotionProblem& problem, const During& during, PointTerm term) {
  return certified(std::move(term), nearest_knot(problem, during.from),
                   nearest_knot(problem, during.to) - 1);
}

PointLimit closed(const MotionProblem& problem, const During& during, PointTerm term,
                  const std::string& name) {
  PointLimit limit = over(problem, during, std::move(term));
  limit.between_nodes = PointLimit::BetweenNodes::reported;
  for (int k = 0; k < limit.term.size(); ++k) {
    limit_entry(limit, k, {.kind = LimitKind::closure, .name = name, .row = k}, 0.0, 0.0, 1.0);
  }
  return limit;
}

void limit_motors(const MotionProblem& problem, LimitKind kind, LimitPlace place,
                  PointLimit& torque) {
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double lower = problem.limits.torque_lower[j], upper = problem.limits.torque_upper[j];
    if (lower == upper || (!std::isfinite(lower) && !std::isfinite(upper))) continue;
    const double size = size_of_limits(lower, upper);
    LimitSubject subject = joint_subject(kind, problem.model.coordinates()[j]);
    subject.place = place;
    limit_entry(torque, j, std::move(subject), lower, upper, size > 0.0 ? size : 1.0);
  }
}

std::vector<PointLimit> limits_during_motion(const MotionProblem& problem,
                                             const std::vector<Stage>& stages) {
  std::vector<PointLimit> limits;
  const auto hull = std::make_shared<const FrictionHull>(problem);
  for (const Stage& stage : stages) add_torque_and_power(problem, stage, hull, limits);
  add_passive(problem, stages, limits);
  for (const PositionLimit& position : problem.positions) {
    limits.push_back(limit_on(problem, position));
  }
  for (const LineLimit& line : problem.lines) limits.push_back(limit_on(problem, line));
  for (const AxisLimit& axis : problem.axes) limits.push_back(limit_on(problem, axis));
  for (const SumLimit& sum : problem.sums) limits.push_back(limit_on(problem, sum));
  add_clearances(problem, limits);
  for (PointLimit& limit : problem.model.arm().limits_during_motion(problem)) {
    limits.push_back(std::move(limit));
  }
  for (const CutJoint& cut : problem.cut_joints) {
    limits.push_back(closed(problem, {}, std::make_shared<Closure>(problem.model, cut), cut.name));
  }
  if (problem.touches()) add_contact_limits(problem, stages, limits);
  return limits;
}

}  // namespace alembert
