#include "alembert/sensitivity.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/workers.hpp"
#include "motion/certify.hpp"
#include "motion/guess.hpp"
#include "motion/near_pairs.hpp"
#include "motion/nlp_solver.hpp"
#include "motion/search.hpp"
#include "require.hpp"

namespace alembert {
namespace {

/// What limits are worth is as exact as the point that they are asked at.
constexpr double sharp = 1e-11;
constexpr int most_rounds = 8;

MotionProgram program_on(const MotionProblem& problem, const Trajectory& motion,
                         const std::shared_ptr<Workers>& workers) {
  const Task task = with_knots(Task(problem, motion), SplineOptions::Knots::uniform);
  return transcribe(task, shares_like(time_shares(task.problem()), motion), motion.duration(),
                    workers);
}

/// The program's answer near a motion, limits held wherever it touches them.
NlpResult answer_near(MotionProgram& program, const Trajectory& motion, int& iterations) {
  Eigen::VectorXd x = unknowns_of(motion, program);
  hold_near_pairs(program, x);
  refine(program, certify(program, x));
  const NlpOptions options{.tolerance = sharp};
  for (int round = 1;; ++round) {
    NlpResult answer = solve_nlp(program, {x, {}, {}, {}}, NlpStart::near, options);
    iterations += answer.iterations;
    x = answer.point.x;
    // Multipliers are of the nodes that they were found with: none are added after the last.
    if (!answer.usable() || round == most_rounds || !refine(program, certify(program, x)))
      return answer;
  }
}

/// Limits of a program held at the nodes of another.
void take_nodes(const MotionProgram& from, MotionProgram& to) {
  bool alike = from.point_limits().size() == to.point_limits().size() &&
               from.row_limits().size() == to.row_limits().size() && from.dofs() == to.dofs() &&
               from.node_count() >= to.node_count();
  for (int k = 0; alike && k < from.node_count(); ++k) {
    alike = to.node(from.node_segment(k), from.node_fraction(k)) == k;
  }
  for (std::size_t l = 0; alike && l < from.point_limits().size(); ++l) {
    alike = from.point_limits()[l].subjects.size() == to.point_limits()[l].subjects.size();
    to.point_limits()[l].nodes = from.point_limits()[l].nodes;
    to.point_limits()[l].peak_tightening = from.point_limits()[l].peak_tightening;
  }
  if (alike) to.finish();
  require(alike && from.variable_count() == to.variable_count() &&
              from.constraint_count() == to.constraint_count(),
          "another value of the number makes a problem of another shape",
          "choose a number that adds or takes no limit, joint or stage");
}

/// Solvers leave out unknowns that are fixed: what fixing them is worth balances the rest.
void add_multipliers_of_fixed(MotionProgram& program, NlpPoint& at) {
  Eigen::VectorXd slope(at.x.size());
  program.gradient(at.x, slope);
  const Triplets& pattern = program.jacobian_pattern();
  Eigen::VectorXd values(pattern.size());
  program.jacobian(at.x, values);
  for (int k = 0; k < pattern.size(); ++k) {
    slope[pattern.columns[k]] += values[k] * at.multipliers[pattern.rows[k]];
  }
  const NlpBounds& bounds = program.bounds();
  for (Eigen::Index i = 0; i < slope.size(); ++i) {
    if (bounds.x_lower[i] != bounds.x_upper[i]) continue;
    at.lower_multipliers[i] = std::max(0.0, slope[i]);
    at.upper_multipliers[i] = std::max(0.0, -slope[i]);
  }
}

/// A program's objective at a point, and what multipliers make of the distance from its bounds.
struct Lagrangian {
  double objective = 0.0, limits = 0.0;
  double best = std::nan("");  ///< of the program's own answer, where that is asked for
};

/// Not a number where the program has no answer near x.
double best_of(MotionProgram& program, const Eigen::VectorXd& x, int& iterations) {
  const NlpOptions options{.tolerance = sharp};
  const NlpResult answer = solve_nlp(program, {x, {}, {}, {}}, NlpStart::near, options);
  iterations += answer.iterations;
  return answer.usable() ? answer.objective : std::nan("");
}

/// A multiplier above 0 is of the upper bound.
Lagrangian lagrangian(MotionProgram& program, const NlpPoint& at) {
  Lagrangian out{.objective = program.objective(at.x)};
  const NlpBounds& bounds = program.bounds();
  Eigen::VectorXd g(program.constraint_count());
  program.constraints(at.x, g);
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    const double bound = at.multipliers[i] > 0.0 ? bounds.g_upper[i] : bounds.g_lower[i];
    if (std::isfinite(bound)) out.limits += at.multipliers[i] * (g[i] - bound);
  }
  for (Eigen::Index i = 0; i < at.x.size(); ++i) {
    if (std::isfinite(bounds.x_lower[i])) {
      out.limits += at.lower_multipliers[i] * (bounds.x_lower[i] - at.x[i]);
    }
    if (std::isfinite(bounds.x_upper[i])) {
      out.limits += at.upper_multipliers[i] * (at.x[i] - bounds.x_upper[i]);
    }
  }
  return out;
}

}  // namespace

Sensitivity sensitivity(const MotionProblem& problem, const Trajectory& best,
                        const std::vector<ChangedProblem>& changed,
                        const SensitivityOptions& options) {
  const auto workers = std::make_shared<Workers>(options.threads);
  MotionProgram program = program_on(problem, best, workers);
  Sensitivity out;
  NlpResult answer = answer_near(program, best, out.iterations);
  out.found = answer.usable();
  out.objective = answer.objective;
  if (!out.found) return out;
  add_multipliers_of_fixed(program, answer.point);
  const auto count = static_cast<Eigen::Index>(changed.size());
  out.slopes.resize(count);
  out.by_limit.resize(count);
  if (options.by_differences) out.differences.resize(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const ChangedProblem& one = changed[k];
    const auto at = [&](const MotionProblem& other) {
      MotionProgram made = program_on(other, best, workers);
      take_nodes(program, made);
      Lagrangian here = lagrangian(made, answer.point);
      if (options.by_differences) here.best = best_of(made, answer.point.x, out.iterations);
      return here;
    };
    const Lagrangian less = at(one.less), more = at(one.more);
    if (options.by_differences) out.differences[k] = (more.best - less.best) / (2.0 * one.step);
    out.by_limit[k] = (more.limits - less.limits) / (2.0 * one.step);
    out.slopes[k] = (more.objective - less.objective) / (2.0 * one.step) + out.by_limit[k];
  }
  return out;
}

}  // namespace alembert
