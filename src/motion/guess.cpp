#include "motion/guess.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "dense.hpp"
#include "motion/passive.hpp"
#include "motion/stance.hpp"
#include "task/frame_functions.hpp"
#include "task/violation.hpp"

namespace alembert {
namespace {

/// From 0 to 1 with rest and no acceleration at both ends.
double smooth_step(double s) { return s * s * s * (10.0 + s * (6.0 * s - 15.0)); }

/// A share of the way's length from its begin.
Eigen::VectorXd along(const std::vector<Eigen::VectorXd>& path, double share) {
  double length = 0.0;
  for (std::size_t i = 1; i < path.size(); ++i) length += (path[i] - path[i - 1]).norm();
  double left = share * length;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const double part = (path[i] - path[i - 1]).norm();
    if (left <= part && part > 0.0) return path[i - 1] + left / part * (path[i] - path[i - 1]);
    left -= part;
  }
  return path.back();
}

/// Fractions of the segments where control points sit.
Eigen::VectorXd control_places(const TimeGrid& grid) {
  const Eigen::VectorXd knots = grid.uniform().knots(Eigen::VectorXd::Ones(1));
  Eigen::VectorXd places(grid.controls());
  for (int l = 0; l < grid.controls(); ++l) places[l] = knots.segment(l + 1, grid.degree()).mean();
  return places;
}

/// Each time lasts as long as its segments would on a uniform grid.
void set_times(const MotionProgram& program, double duration, Eigen::VectorXd& x) {
  const Eigen::MatrixXd& shares = program.grid().shares();
  for (int k = 0; k < program.grid().times(); ++k) {
    const auto covered = static_cast<double>((shares.col(k).array() > 0.0).count());
    x[program.time_index(k)] =
        duration * covered / static_cast<double>(shares.rows()) / shares.col(k).sum();
  }
}

void put_forces(const Eigen::MatrixXd& controls, std::size_t stage, const MotionProgram& program,
                Eigen::VectorXd& x) {
  for (int l = 0; l < controls.rows(); ++l) {
    for (int j = 0; j < controls.cols(); ++j) x[program.force_index(stage, l, j)] = controls(l, j);
  }
}

/// Does the motion have forces for every stage of the program? One that was planned without loops,
/// or in other stages, has none.
bool has_its_forces(const Trajectory& motion, const MotionProgram& program) {
  const std::vector<Stage>& stages = program.task().stages();
  if (motion.forces.size() != stages.size()) return false;
  for (std::size_t k = 0; k < stages.size(); ++k) {
    if (motion.forces[k].dofs() != stages[k].forces) return false;
  }
  return true;
}

/// Control points on other knots, of the spline that meets the one given at their own places, as
/// far as those lie in it.
Eigen::MatrixXd refitted(const BSpline& from, int degree, const Eigen::VectorXd& knots) {
  const int count = static_cast<int>(knots.size()) - degree - 1;
  const BSpline shape(degree, knots, Eigen::MatrixXd::Zero(count, 1));
  const double stretch = from.duration() / shape.duration();
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(count, count), values(count, from.dofs());
  for (int l = 0; l < count; ++l) {
    double t = 0.0;
    for (int k = 1; k <= degree; ++k) {
      t += std::clamp(knots[l + k], shape.begin(), shape.end()) / degree;
    }
    const SplineBasis basis = shape.basis(t, 0);
    A.row(l).segment(basis.first, degree + 1) = basis.coefficients.transpose();
    values.row(l) = from(from.begin() + stretch * (t - shape.begin())).transpose();
  }
  return dense::solved(A, values);
}

/// Can its control points be those of the program as they are?
bool is_on_grid(const Trajectory& motion, const MotionProgram& program) {
  const TimeGrid& grid = program.grid();
  if (motion.q.degree() != grid.degree() || motion.q.segments() != grid.segments()) return false;
  for (int e = 0; e < grid.segments(); ++e) {
    if (motion.q.first_control(e) != grid.first_control(e)) return false;
  }
  if (!program.task().has_forces()) return motion.forces.empty();
  if (!has_its_forces(motion, program)) return false;
  for (std::size_t k = 0; k < motion.forces.size(); ++k) {
    const Stage& stage = program.task().stages()[k];
    if (motion.forces[k].segments() != stage.segments()) return false;
  }
  return true;
}

/// The motion's own control points, on a grid of as many segments; each time the mean of what its
/// segments say.
void take_over(const Trajectory& motion, const MotionProgram& program, Eigen::VectorXd& x) {
  const TimeGrid& grid = program.grid();
  program.controls(x) = motion.q.control_points().transpose();
  for (std::size_t k = 0; k < motion.forces.size(); ++k) {
    put_forces(motion.forces[k].control_points(), k, program, x);
  }
  const Eigen::VectorXd widths = motion.q.widths();
  for (int k = 0; k < grid.times(); ++k) {
    const Eigen::VectorXd share = grid.shares().col(k);
    x[program.time_index(k)] = share.dot(widths) / share.squaredNorm();
  }
}

/// Where an end is given, the whole curve moves over to it, smoothly.
void move_ends(const MotionProgram& program, const Eigen::VectorXd& at, Eigen::VectorXd& x) {
  const int last = program.grid().controls() - 1;
  const NlpBounds& bounds = program.bounds();
  const auto missing = [&](int i) {
    return bounds.x_lower[i] == bounds.x_upper[i] ? bounds.x_lower[i] - x[i] : 0.0;
  };
  for (int j = 0; j < program.dofs(); ++j) {
    const double begin = missing(program.control_index(0, j)),
                 end = missing(program.control_index(last, j));
    for (int l = 0; l <= last; ++l) {
      x[program.control_index(l, j)] += begin + smooth_step(at[l]) * (end - begin);
    }
  }
}

/// Where loops take joints that have no motors.
class LoopFollower {
 public:
  explicit LoopFollower(const MotionProblem& problem)
      : point_(problem.model.dofs(), problem.force_count()) {
    for (const CutJoint& cut : problem.cut_joints) loops_.emplace_back(problem.model, cut);
    for (int j = 0; j < problem.model.dofs(); ++j) {
      if (is_passive(problem.limits, j)) free_.push_back(j);
    }
  }
  /// No loops, or no joints that follow them.
  bool empty() const { return loops_.empty() || free_.empty(); }

  /// Closes the loops by q's free joints, begun from those of `last`, by Newton's method; false,
  /// and q as it was, where they stay open.
  bool close(const Eigen::VectorXd& last, Eigen::VectorXd& q) {
    constexpr int most_steps = 30;
    constexpr double closed = 1e-9;  // m or rad
    Eigen::VectorXd next = q;
    next(free_) = last(free_);
    for (int step = 0; step < most_steps; ++step) {
      const Eigen::VectorXd gap = gaps(next);
      if (gap.norm() < closed) {
        q = next;
        return true;
      }
      next(free_) -= dense::shortest_solution(by_free_, gap);
    }
    return false;
  }

 private:
  Eigen::VectorXd gaps(const Eigen::VectorXd& q) {
    point_.z.head(point_.dofs) = q;
    Eigen::Index rows = 0;
    for (const Closure& loop : loops_) rows += loop.size();
    Eigen::VectorXd gap = Eigen::VectorXd::Zero(rows);
    Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(rows, point_.z.size());
    Eigen::Index at = 0;
    for (Closure& loop : loops_) {
      loop.value(point_, gap.segment(at, loop.size()));
      loop.derivative(point_, slopes.middleRows(at, loop.size()));
      at += loop.size();
    }
    by_free_ = slopes(Eigen::all, free_);
    return gap;
  }

  MotionPoint point_;
  std::vector<Closure> loops_;
  std::vector<int> free_;
  Eigen::MatrixXd by_free_;  // slopes of the gaps by the free joints
};

}  // namespace

Eigen::VectorXd guess_unknowns(const GuessedPlaces& places, MotionProgram& program, double duration,
                               double detour, unsigned seed) {
  const MotionProblem& problem = program.task().problem();
  const TimeGrid& grid = program.grid();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(program.variable_count());
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Eigen::VectorXd bend = Eigen::VectorXd::Zero(program.dofs());
  for (int j = 0; j < program.dofs(); ++j) {
    const double range = problem.limits.upper[j] - problem.limits.lower[j];
    bend[j] = detour * uniform(random) * (std::isfinite(range) ? range : 2.0);
  }
  const Eigen::VectorXd at = control_places(grid);
  LoopFollower loops(problem);
  std::optional<Stance> stance;
  if (problem.ground_coordinates > 0) stance.emplace(program.task());
  const auto eased = [&](double s) { return stance && problem.repetition ? s : smooth_step(s); };
  Eigen::VectorXd last = places.q.front();
  std::size_t k = 1;
  for (int l = 0; l < grid.controls(); ++l) {
    while (k + 1 < places.q.size() && at[l] > places.fractions[k]) ++k;
    const double from = places.fractions[k - 1], to = places.fractions[k];
    const double s = std::clamp((at[l] - from) / (to - from), 0.0, 1.0);
    Eigen::VectorXd q = places.paths.empty()
                            ? places.q[k - 1] + eased(s) * (places.q[k] - places.q[k - 1])
                            : along(places.paths[k - 1], eased(s));
    q += std::pow(4.0 * at[l] * (1.0 - at[l]), 2) * bend;
    if (!loops.empty() && loops.close(last, q)) last = q;
    if (stance && !problem.repetition) stance->settle(at[l], {}, {}, q);
    for (int j = 0; j < program.dofs(); ++j) {
      const int i = program.control_index(l, j);
      x[i] = std::clamp(q[j], program.bounds().x_lower[i], program.bounds().x_upper[i]);
    }
  }
  for (std::size_t stage = 0; stance && stage < program.task().stages().size(); ++stage) {
    const Eigen::VectorXd forces = shared_weight(program.task(), stage);
    put_forces(forces.transpose().replicate(program.force_controls(stage), 1), stage, program, x);
  }
  set_times(program, duration, x);
  return x;
}

double constraint_violation(MotionProgram& program, const Eigen::VectorXd& x) {
  if (program.constraint_count() == 0) return 0.0;
  Eigen::VectorXd g(program.constraint_count());
  program.constraints(x, g);
  const NlpBounds& bounds = program.bounds();
  double most = 0.0;
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    most = std::max(most, violation_of(g[i], bounds.g_lower[i], bounds.g_upper[i], 1.0));
  }
  return most;
}

void slow_down(MotionProgram& program, Eigen::VectorXd& x, double factor) {
  if (program.task().problem().duration.guess || program.constraint_count() == 0) return;
  const auto stretch = [&](double by) {
    Eigen::VectorXd out = x;
    for (int k = 0; k < program.grid().times(); ++k) {
      const int i = program.time_index(k);
      out[i] =
          std::min(std::max(by * x[i], program.bounds().x_lower[i]), program.bounds().x_upper[i]);
    }
    return out;
  };
  double best = 1.0, least = constraint_violation(program, x);
  for (double by = 1.25; by < 60.0 && least > 1e-3; by *= 1.25) {
    const double now = constraint_violation(program, stretch(by));
    if (now < 0.99 * least) {
      best = by;
      least = now;
    }
  }
  x = stretch(best * factor);
}

void take_motion(const Trajectory& motion, const MotionProgram& program,
                 const Eigen::VectorXd& knots, Eigen::VectorXd& x) {
  const TimeGrid& grid = program.grid();
  const Eigen::MatrixXd controls = refitted(motion.q, grid.degree(), knots);
  program.controls(x) = controls.transpose();
  if (!has_its_forces(motion, program)) return;
  const BSpline shape(grid.degree(), knots, controls);
  for (std::size_t k = 0; k < motion.forces.size(); ++k) {
    const Stage& stage = program.task().stages()[k];
    put_forces(refitted(motion.forces[k], grid.degree(),
                        shape.knots_of(stage.first_segment, stage.last_segment)),
               k, program, x);
  }
}

Eigen::VectorXd unknowns_of(const Trajectory& motion, const MotionProgram& program) {
  const TimeGrid& grid = program.grid();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(program.variable_count());
  const Eigen::VectorXd at = control_places(grid);
  if (is_on_grid(motion, program)) {
    take_over(motion, program, x);
    move_ends(program, at, x);
    return x;
  }
  const double T = motion.duration();
  take_motion(motion, program, grid.uniform().knots(Eigen::VectorXd::Constant(1, T)), x);
  set_times(program, T, x);
  move_ends(program, at, x);
  return x;
}

}  // namespace alembert
