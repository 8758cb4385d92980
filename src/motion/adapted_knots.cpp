// De Boor's equidistribution: with rho = 1 + |change of acceleration| / its mean, each new segment
// gets the same integral of rho. Half of the knots stay spread evenly, half go to where
// accelerations change: a time-optimal motion switches there.
#include "motion/adapted_knots.hpp"

#include <algorithm>
#include <cmath>

#include "motion/guess.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// Neighbours differ by no more than this factor, so that splines stay well conditioned.
constexpr double most_growth = 3.0;
/// A joint that accelerates by less than this share of the one that does most does not count.
constexpr double idle_joint = 1e-3;
/// How much accelerations change on each segment, each joint by its own measure.
Eigen::VectorXd changes(const BSpline& q) {
  const int segments = q.segments();
  Eigen::MatrixXd a(segments + 1, q.dofs());
  for (int e = 0; e <= segments; ++e) a.row(e) = q(q.knot(e), 2).transpose();
  const Eigen::VectorXd most = a.cwiseAbs().colwise().maxCoeff();
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(segments);
  for (int j = 0; j < q.dofs(); ++j) {
    if (!(most[j] > idle_joint * most.maxCoeff())) continue;
    sum += (a.col(j).tail(segments) - a.col(j).head(segments)).cwiseAbs() / most[j];
  }
  return sum;
}

/// Widths of `count` segments over those given, each with the same integral of the density.
Eigen::VectorXd equidistributed(const Eigen::VectorXd& widths, const Eigen::VectorXd& change) {
  const Eigen::Index count = widths.size();
  const double mean = change.sum() / widths.sum();
  Eigen::VectorXd mass = widths;
  if (mean > 0.0) mass += change / mean;
  Eigen::VectorXd out(count);
  const double each = mass.sum() / static_cast<double>(count);
  double before = 0.0, done_mass = 0.0, done_width = 0.0;  // of whole old segments
  Eigen::Index e = 0;
  for (Eigen::Index k = 0; k < count; ++k) {
    const double target = each * static_cast<double>(k + 1);
    while (e + 1 < count && done_mass + mass[e] < target) {
      done_mass += mass[e];
      done_width += widths[e++];
    }
    const double share = std::clamp((target - done_mass) / mass[e], 0.0, 1.0);
    const double at = k + 1 == count ? widths.sum() : done_width + share * widths[e];
    out[k] = at - before;
    before = at;
  }
  return out;
}

void limit_growth(VecOut<double> widths) {
  const double sum = widths.sum();
  for (Eigen::Index k = 1; k < widths.size(); ++k) {
    widths[k] = std::max(widths[k], widths[k - 1] / most_growth);
  }
  for (Eigen::Index k = widths.size() - 1; k-- > 0;) {
    widths[k] = std::max(widths[k], widths[k + 1] / most_growth);
  }
  widths *= sum / widths.sum();
}

/// How long a joint takes, of those that rest without acceleration at an end, to accelerate in
/// full; 0 where none does.
double ramp_at(const MotionProblem& problem, const Condition& end) {
  double longest = 0.0;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double ramp = problem.limits.acceleration[j] / problem.limits.jerk[j];
    if (std::isfinite(ramp) && end_acceleration(problem, end, j) == 0.0) {
      longest = std::max(longest, ramp);
    }
  }
  return longest;
}

/// A whole first segment for an acceleration that could be there at once would cost half of it: the
/// two next to an end are short. `widths` from the end on.
template <typename Widths>
void shorten_ends(double ramp, Widths widths) {
  if (ramp == 0.0 || widths.size() < 4) return;
  const double usual = widths[2];
  widths[0] = std::max(std::min(widths[0], ramp), usual / (most_growth * most_growth));
  widths[1] = std::max(std::min(widths[1], most_growth * widths[0]), usual / most_growth);
}

}  // namespace

std::set<int> borders(const MotionProblem& problem) {
  std::set<int> at = {0, problem.spline.segments};
  const auto add = [&](const During& during) {
    at.insert(nearest_knot(problem, during.from));
    at.insert(nearest_knot(problem, during.to));
  };
  for (const Waypoint& waypoint : problem.waypoints) at.insert(nearest_knot(problem, waypoint.at));
  for (const TimedLoad& load : problem.loads) add(load.during);
  for (const Carried& body : problem.carried) add(body.during);
  for (const PositionLimit& limit : problem.positions) add(limit.during);
  for (const LineLimit& limit : problem.lines) add(limit.during);
  for (const AxisLimit& limit : problem.axes) add(limit.during);
  for (const SumLimit& limit : problem.sums) add(limit.during);
  return at;
}

Eigen::MatrixXd adapted_shares(const MotionProgram& program, const Eigen::VectorXd& x) {
  const Eigen::VectorXd widths = program.grid().widths(program.times(x));
  const Eigen::VectorXd change = changes(program.motion(x).q);
  Eigen::MatrixXd shares = program.grid().shares();
  const std::set<int> at = borders(program.task().problem());
  for (auto from = at.begin(), to = std::next(from); to != at.end(); ++from, ++to) {
    const int count = *to - *from;
    if (count < 2) continue;
    Eigen::VectorXd now =
        equidistributed(widths.segment(*from, count), change.segment(*from, count));
    const MotionProblem& problem = program.task().problem();
    const double length = now.sum();
    if (*from == 0) shorten_ends(ramp_at(problem, problem.start), now.head(count));
    if (*to == problem.spline.segments) shorten_ends(ramp_at(problem, problem.goal), now.reverse());
    now *= length / now.sum();
    limit_growth(now);
    // A block belongs to one of the times.
    const Eigen::VectorXd block = shares.middleRows(*from, count).colwise().sum().transpose();
    shares.middleRows(*from, count) = now / now.sum() * block.transpose();
  }
  return shares;
}

Eigen::VectorXd moved_to(const MotionProgram& to, const Trajectory& motion,
                         const Eigen::VectorXd& x) {
  Eigen::VectorXd out = x;  // the times stay
  take_motion(motion, to, to.grid().knots(to.times(x)), out);
  for (int i = 0; i < to.time_index(0); ++i) {
    out[i] = std::clamp(out[i], to.bounds().x_lower[i], to.bounds().x_upper[i]);
  }
  return out;
}

}  // namespace alembert
