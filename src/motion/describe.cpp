// Naming the limits that are passed and those that hold the motion back.
#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

#include "motion/diagnosis.hpp"

namespace alembert {
namespace {

constexpr double hopeless_violation = 0.1;

/// What is said of a limit. Equations always hold the motion, so that they are never called active.
struct Remark {
  LimitNote note;
  bool is_equation = false;
};

/// The worst of each limit and entry, over all parts of the motion.
class Remarks {
 public:
  explicit Remarks(const Model& model) : model_(model) {}

  void keep(LimitNote note, bool is_equation) {
    if (note.unit.empty()) note.unit = coordinate_unit(note);
    const auto [it, fresh] =
        worst_.try_emplace({note.limit, note.entry}, Remark{note, is_equation});
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
  std::string coordinate_unit(const LimitNote& note) const {
    for (const Coordinate& coordinate : model_.coordinates()) {
      if (coordinate.name == note.entry) return unit_of(coordinate, note.limit);
    }
    return {};
  }

  const Model& model_;
  std::map<std::pair<std::string, std::string>, Remark> worst_;
};

void add_certified(const MotionProgram& program, const Certificate& certificate, Remarks& remarks) {
  for (const Excess& excess : certificate.worst) {
    const PointLimit& limit = program.point_limits()[excess.point_limit];
    const double lower = limit.lower[excess.entry], upper = limit.upper[excess.entry];
    const bool above = excess.value - upper >= lower - excess.value;
    const auto read = [&](double value) { return limit.reading ? limit.reading(value) : value; };
    remarks.keep({limit.name, limit.entry_names[excess.entry], excess.time, read(excess.value),
                  read(above ? upper : lower), excess.violation, limit.unit},
                 limit.between == PointLimit::Between::report);
  }
}

/// Combinations of control points hold between nodes too: their worst is among themselves.
void add_rows(MotionProgram& program, const Eigen::VectorXd& x, Remarks& remarks) {
  MotionProgram& nlp = program;
  Eigen::VectorXd g(nlp.constraint_count());
  nlp.constraints(x, g);
  const Eigen::VectorXd widths = nlp.grid().widths(nlp.times(x));
  const NlpBounds& bounds = nlp.bounds();
  for (int i = 0; i < nlp.constraint_count(); ++i) {
    const MotionProgram::Origin& origin = nlp.origins()[i];
    const double below = bounds.g_lower[i] - g[i], above = g[i] - bounds.g_upper[i];
    const double violation = std::max(below, above);
    const double bound = above >= below ? bounds.g_upper[i] : bounds.g_lower[i];
    if (origin.row_limit >= 0) {
      const RowLimit& limit = nlp.row_limits()[origin.row_limit];
      remarks.keep({limit.name, limit.entry_name, limit.fraction * widths.sum(), g[i] * limit.scale,
                    bound * limit.scale, violation, limit.of_duration ? "s" : ""},
                   limit.is_condition);
      continue;
    }
    const PointLimit& limit = nlp.point_limits()[origin.point_limit];
    if (limit.between != PointLimit::Between::nothing) continue;
    const double scale = limit.scale[origin.entry];
    const int e = nlp.node_segment(origin.node);
    const double time = widths.head(e).sum() + nlp.node_fraction(origin.node) * widths[e];
    remarks.keep({limit.name, limit.entry_names[origin.entry], time, g[i] * scale, bound * scale,
                  violation, limit.unit},
                 limit.is_condition);
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
        remarks.keep(
            {"position", problem.model.coordinates()[j].name, time, q, bound, over / scale}, false);
      }
    }
  }
}

void add_objective_terms(const MotionProblem& problem, MotionProgram& program,
                         const Eigen::VectorXd& x, Solution& solution) {
  MotionProgram& nlp = program;
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
  const Eigen::VectorXd values = nlp.cost_values(x);
  for (std::size_t c = 0; c < nlp.costs().size(); ++c) {
    add(nlp.costs()[c].name, values[static_cast<Eigen::Index>(c)]);
  }
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

std::string message_for(const Solution& solution) {
  switch (solution.status) {
    case MotionStatus::solved:
      return "every limit holds on the whole curve";
    case MotionStatus::solved_to_lower_accuracy:
      return solution.violations.empty()
                 ? "the solver stopped short of its tolerance; limits hold"
                 : "limits are passed: " + solution.violations.front().text();
    case MotionStatus::iteration_limit:
      return "the iteration limit was reached; allow more with --max-iterations";
    case MotionStatus::interrupted:
      return solution.violations.empty()
                 ? "stopped on request; the point reached is within every limit"
                 : "stopped on request; the point reached passes limits: " +
                       solution.violations.front().text();
    case MotionStatus::infeasible:
      break;
  }
  std::string text = "no motion meets all limits; closest found";
  for (std::size_t i = 0; i < std::min<std::size_t>(3, solution.violations.size()); ++i) {
    text += (i ? "; " : ": ") + solution.violations[i].text();
  }
  return text;
}

}  // namespace

std::string unit_of(const Coordinate& coordinate, std::string_view limit) {
  static const std::tuple<std::string_view, const char*, const char*> units[] = {
      {"position", "rad", "m"},
      {"velocity", "rad/s", "m/s"},
      {"acceleration", "rad/s^2", "m/s^2"},
      {"jerk", "rad/s^3", "m/s^3"},
      {"torque", "N m", "N"},
      {"power", "W", "W"}};
  for (const auto& [name, angular, linear] : units) {
    if (limit.ends_with(name)) return coordinate.angular ? angular : linear;
  }
  return {};
}

std::string LimitNote::text() const {
  const std::string what = entry.empty() ? limit : limit + " of " + entry;
  const std::string of_unit = unit.empty() ? "" : " " + unit;
  // A share of the limit where there is one to speak of, else the plain difference.
  const double over = std::abs(value - bound);
  const bool share = std::abs(over - violation * std::abs(bound)) <= 1e-6 * over;
  return what + " is " + number(value) + of_unit + " at t = " + number(time) + " s, limit " +
         number(bound) +
         (share ? " (" + number(100.0 * violation) + " % beyond)"
                : " (" + number(over) + of_unit + " beyond)");
}

void describe(Candidate& candidate, double tolerance, Solution& solution) {
  MotionProgram& program = *candidate.program;
  const MotionProblem& problem = program.task().problem();
  const Eigen::VectorXd& x = candidate.result.point.x;
  Remarks remarks(problem.model);
  add_rows(program, x, remarks);
  add_positions(problem, program, x, remarks);
  add_certified(program, candidate.certificate, remarks);
  for (const auto& [note, is_equation] : remarks.worst_first()) {
    solution.largest_violation = std::max(solution.largest_violation, note.violation);
    if (note.violation > tolerance) {
      solution.violations.push_back(note);
    } else if (note.violation > -1e-3 && !is_equation) {
      solution.active.push_back(note);
    }
  }
  add_objective_terms(problem, program, x, solution);
  // Equations that only nodes hold, and that are missed widely between them, are not met at all.
  if (solution.status == MotionStatus::solved_to_lower_accuracy &&
      solution.largest_violation > hopeless_violation) {
    solution.status = MotionStatus::infeasible;
  }
  solution.message = message_for(solution);
  if (solution.status == MotionStatus::solved && takes_no_time(problem, program, x)) {
    solution.message +=
        "; but nothing on the way takes time, and the duration is the shortest that is looked at: "
        "give limits, or the duration a min";
  }
}

}  // namespace alembert
