// Finding the limits that are passed and those that hold the motion back.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "alembert/ground_coordinates.hpp"
#include "motion/diagnosis.hpp"
#include "motion/quadrature.hpp"
#include "task/violation.hpp"

namespace alembert {
namespace {

constexpr double hopeless_violation = 0.1;

/// What is said of a limit. Equations always hold the motion, so that they are never called active.
struct Remark {
  LimitNote note;
  bool is_equation = false;
};

/// Limits in the order of what they are called: what is equally bad is told in it.
struct ByName {
  static int rank(const LimitSubject& of) {
    constexpr std::pair<LimitPlace, int> of_places[] = {{LimitPlace::goal, 4},
                                                        {LimitPlace::repetition, 9},
                                                        {LimitPlace::start, 10},
                                                        {LimitPlace::waypoint, 13}};
    constexpr std::pair<LimitKind, int> of_kinds[] = {
        {LimitKind::acceleration, 0}, {LimitKind::clearance, 1}, {LimitKind::closure, 2},
        {LimitKind::contact, 2},      {LimitKind::sliding, 2},   {LimitKind::duration, 3},
        {LimitKind::jerk, 5},         {LimitKind::position, 7},  {LimitKind::power, 8},
        {LimitKind::torque, 11},      {LimitKind::velocity, 12}};
    for (const auto& [place, at] : of_places) {
      if (of.place == place) return at;
    }
    for (const auto& [kind, at] : of_kinds) {
      if (of.kind == kind) return at;
    }
    return 6;  // path limits have names of their own
  }
  static auto key(const LimitSubject& of) {
    return std::tie(of.waypoint, of.kind, of.name, of.other, of.row);
  }
  bool operator()(const LimitSubject& a, const LimitSubject& b) const {
    return rank(a) != rank(b) ? rank(a) < rank(b) : key(a) < key(b);
  }
};

/// The worst of each limit, over all parts of the motion.
class Remarks {
 public:
  void keep(LimitNote note, bool is_equation) {
    if (std::isnan(note.violation)) note.violation = infinity;
    const auto [it, fresh] = worst_.try_emplace(note.of, Remark{note, is_equation});
    if (!fresh && it->second.note.violation < note.violation) it->second.note = note;
  }

  std::vector<Remark> worst_first() const {
    std::vector<Remark> out;
    for (const auto& [key, remark] : worst_) out.push_back(remark);
    std::stable_sort(out.begin(), out.end(), [](const Remark& a, const Remark& b) {
      return a.note.violation > b.note.violation;
    });
    return out;
  }

 private:
  std::map<LimitSubject, Remark, ByName> worst_;
};

void add_certified(const MotionProgram& program, const Certificate& certificate, Remarks& remarks) {
  for (const Excess& excess : certificate.worst) {
    const PointLimit& limit = program.point_limits()[excess.point_limit];
    const double lower = limit.lower[excess.entry], upper = limit.upper[excess.entry];
    const bool above = excess.value - upper >= lower - excess.value;
    const auto read = [&](double value) { return limit.reading ? limit.reading(value) : value; };
    remarks.keep({limit.subjects[excess.entry], excess.time, read(excess.value),
                  read(above ? upper : lower), excess.violation},
                 limit.between_nodes == PointLimit::BetweenNodes::reported);
  }
}

/// Combinations of control points hold between nodes too: their worst is among themselves.
void add_rows(MotionProgram& nlp, const Eigen::VectorXd& x, Remarks& remarks) {
  Eigen::VectorXd g(nlp.constraint_count());
  nlp.constraints(x, g);
  const Eigen::VectorXd widths = nlp.grid().widths(nlp.times(x));
  for (int i = 0; i < nlp.constraint_count(); ++i) {
    const MotionProgram::Origin& origin = nlp.origins()[i];
    const auto keep = [&](const LimitSubject& of, double time, double lower, double upper,
                          double scale, bool is_condition,
                          const std::function<double(double)>& reading = nullptr) {
      const double value = g[i] * scale, below = lower - value, above = value - upper;
      const auto read = [&](double number) { return reading ? reading(number) : number; };
      remarks.keep({of, time, read(value), read(above >= below ? upper : lower),
                    violation_of(value, lower, upper, scale)},
                   is_condition);
    };
    if (origin.row_limit >= 0) {
      const RowLimit& limit = nlp.row_limits()[origin.row_limit];
      keep(limit.subject, limit.fraction * widths.sum(), limit.lower, limit.upper, limit.scale,
           limit.is_condition);
      continue;
    }
    const PointLimit& limit = nlp.point_limits()[origin.point_limit];
    if (limit.between_nodes != PointLimit::BetweenNodes::ignored) continue;
    const int i_entry = origin.entry, e = nlp.node_segment(origin.node);
    const double time = widths.head(e).sum() + nlp.node_fraction(origin.node) * widths[e];
    keep(limit.subjects[i_entry], time, limit.lower[i_entry], limit.upper[i_entry],
         limit.scale[i_entry], limit.is_condition, limit.reading);
  }
}

/// Position limits are bounds on the unknowns.
void add_positions(const MotionProblem& problem, const MotionProgram& nlp, const Eigen::VectorXd& x,
                   Remarks& remarks) {
  const double duration = nlp.grid().widths(nlp.times(x)).sum();
  for (int j = 0; j < nlp.dofs(); ++j) {
    const double lower = problem.limits.lower[j], upper = problem.limits.upper[j];
    const double scale = std::isfinite(upper - lower) && upper > lower ? upper - lower : 1.0;
    for (int l = 0; l < nlp.grid().controls(); ++l) {
      const double q = x[nlp.control_index(l, j)];
      const double time = duration * l / (nlp.grid().controls() - 1);
      for (const auto& [bound, over] : {std::pair{lower, lower - q}, std::pair{upper, q - upper}}) {
        if (!std::isfinite(bound)) continue;
        if (over <= 0.0 && rests_at(problem, j, bound)) continue;
        remarks.keep({joint_subject(LimitKind::position, problem.model.coordinates()[j]), time, q,
                      bound, over / scale},
                     false);
      }
    }
  }
}

void add_objective_terms(const MotionProblem& problem, const MotionProgram& nlp,
                         const Eigen::VectorXd& x, Solution& solution) {
  const Eigen::VectorXd widths = nlp.grid().widths(nlp.times(x));
  const auto add = [&](const std::string& name, double value) {
    for (auto& [known, sum] : solution.objective_terms) {
      if (known == name) {
        sum += value;
        return;
      }
    }
    solution.objective_terms.emplace_back(name, value);
  };
  if (problem.minimize.time > 0.0) add("time", problem.minimize.time * widths.sum());
  const Eigen::VectorXd values = measured_costs(nlp, x);
  for (std::size_t c = 0; c < nlp.costs().size(); ++c) add(nlp.costs()[c].name, values[c]);
  for (const auto& [name, value] : solution.objective_terms) solution.objective += value;
}

/// The duration is at the solver's own floor, not at one that was asked for.
bool takes_no_time(const MotionProblem& problem, const MotionProgram& nlp,
                   const Eigen::VectorXd& x) {
  const Eigen::VectorXd shortest =
      nlp.bounds().x_lower.segment(nlp.time_index(0), nlp.grid().times());
  const double floor = nlp.grid().widths(shortest).sum();
  const double duration = nlp.grid().widths(nlp.times(x)).sum();
  return problem.minimize.time > 0.0 && duration < 1.02 * floor &&
         floor > problem.duration.shortest;
}

}  // namespace

void describe(Candidate& candidate, double tolerance, Solution& solution) {
  MotionProgram& program = *candidate.program;
  const MotionProblem& problem = program.task().problem();
  const Eigen::VectorXd& x = candidate.result.point.x;
  Remarks remarks;
  add_rows(program, x, remarks);
  add_positions(problem, program, x, remarks);
  add_certified(program, candidate.certificate, remarks);
  for (const auto& [note, is_equation] : remarks.worst_first()) {
    solution.certificate.limits.push_back(note);
    // Equations are met to a tolerance, limits hold.
    if (note.violation > (is_equation ? tolerance : 0.0)) {
      solution.largest_violation = std::max(solution.largest_violation, note.violation);
      solution.violations.push_back(note);
    } else if (note.violation > -1e-3 && !is_equation) {
      solution.active.push_back(note);
    }
  }
  solution.certificate.method = MotionCertificate::Method::sampled;
  solution.certificate.tolerance = tolerance;
  solution.certificate.samples = candidate.certificate.samples;
  add_objective_terms(problem, program, x, solution);
  // Equations that only nodes hold, and that are missed widely between them, are not met at all.
  if (solution.status == MotionStatus::solved_to_lower_accuracy &&
      solution.largest_violation > hopeless_violation) {
    solution.status = MotionStatus::infeasible;
  }
  solution.takes_no_time = solution.status == MotionStatus::solved &&
                           (candidate.too_small || takes_no_time(problem, program, x));
}

}  // namespace alembert
