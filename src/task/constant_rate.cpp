#include "alembert/constant_rate.hpp"

#include <algorithm>
#include <cmath>

#include "require.hpp"
#include "task/planned_motion.hpp"
#include "task/point_limit.hpp"

namespace alembert {
namespace {

/// rad/s, m/s: slower is rest.
constexpr double standing = 1e-9;

bool at_rest(const Eigen::VectorXd& v) { return v.cwiseAbs().maxCoeff() <= standing; }

int count_of(double duration, double rate, bool rests) {
  constexpr double most = 1e7;
  const double periods = duration * rate;
  require(rate > 0.0 && std::isfinite(rate) && !(periods > most),
          "a rate that is not positive, or too fast for this motion", "give Hz, such as 1000");
  // An end that is a whole number of periods away but for rounding is one.
  const double whole = std::round(periods);
  if (std::abs(periods - whole) < 1e-6) return static_cast<int>(whole) + 1;
  return static_cast<int>(rests ? std::ceil(periods) : std::floor(periods)) + 1;
}

/// q of one joint, with the arm standing still around it where it does.
Eigen::VectorXd continued(const std::vector<MotionSample>& points, int j) {
  constexpr int around = 3;
  const int before = at_rest(points.front().v) ? around : 0;
  const int after = at_rest(points.back().v) ? around : 0;
  const auto count = static_cast<Eigen::Index>(points.size());
  Eigen::VectorXd q(before + count + after);
  q.head(before).setConstant(points.front().q[j]);
  for (Eigen::Index i = 0; i < count; ++i) q[before + i] = points[i].q[j];
  q.tail(after).setConstant(points.back().q[j]);
  return q;
}

/// Where a joint's differences of one order are largest; the first of them is at `first` s.
LimitNote worst_difference(const Eigen::VectorXd& differences, LimitSubject of, double bound,
                           double rounding, double period, double first) {
  LimitNote note{.of = std::move(of), .bound = bound};
  if (differences.size() == 0) return note;
  Eigen::Index at = 0;
  differences.cwiseAbs().maxCoeff(&at);
  note.value = differences[at];
  note.time = std::max(0.0, first + static_cast<double>(at) * period);
  const double over = std::abs(note.value) - bound;
  if (over > 0.0 && over <= rounding) return note;
  note.violation = std::isfinite(bound) ? over / bound : -infinity;
  return note;
}

}  // namespace

std::vector<MotionSample> at_constant_rate(const Task& task, const Trajectory& motion,
                                           double rate) {
  PlannedMotion plan(task, motion);
  const double end = motion.duration();
  plan.evaluate(end, plan.segment_at(end));
  const bool rests = at_rest(plan.point().v());
  const int count = count_of(end, rate, rests);
  std::vector<MotionSample> points;
  points.reserve(count);
  for (int i = 0; i < count; ++i) {
    const double t = i / rate, inside = std::min(t, end);
    plan.evaluate(inside, plan.segment_at(inside));
    points.push_back(plan.sample());
    points.back().t = t;
  }
  return points;
}

std::vector<LimitNote> differences(const std::vector<MotionSample>& points, double rate,
                                   const MotionProblem& problem) {
  std::vector<LimitNote> notes;
  if (points.empty()) return notes;
  const std::pair<LimitKind, const Eigen::VectorXd*> orders[] = {
      {LimitKind::velocity, &problem.limits.velocity},
      {LimitKind::acceleration, &problem.limits.acceleration},
      {LimitKind::jerk, &problem.limits.jerk}};
  for (int j = 0; j < problem.model.dofs(); ++j) {
    Eigen::VectorXd x = continued(points, j);
    // Every difference of rounded numbers doubles what they may be off by.
    double rounding = x.cwiseAbs().maxCoeff() * 2.3e-16;
    double first = at_rest(points.front().v) ? -3.0 / rate : 0.0;
    for (const auto& [kind, limits] : orders) {
      x = x.size() > 1 ? ((x.tail(x.size() - 1) - x.head(x.size() - 1)) * rate).eval()
                       : Eigen::VectorXd();
      rounding *= 2.0 * rate;
      first += 1.0 / rate;
      const Coordinate& joint = problem.model.coordinates()[j];
      notes.push_back(worst_difference(x, joint_subject(kind, joint), (*limits)[j], rounding,
                                       1.0 / rate, first));
    }
  }
  std::stable_sort(notes.begin(), notes.end(), [](const LimitNote& a, const LimitNote& b) {
    return a.violation > b.violation;
  });
  return notes;
}

}  // namespace alembert
