#include "motion/relax.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "motion/diagnosis.hpp"
#include "motion/elastic.hpp"

namespace alembert {
namespace {

using Status = NlpResult::Status;

constexpr double nothing_given = 1e-5;  ///< of the sum of slacks, in units of the limits
/// Of the program's own objective, once its size is taken out: it chooses among equals.
constexpr double own_objective = 1e-4;
constexpr int most_relaxations = 6;

/// Limits of one kind give together; those of a path or a cut joint, with their name. Each number
/// asked for gives by itself: one that cannot be met lets the others be.
std::vector<int> groups(const MotionProgram& program, bool conditions_too) {
  using Group = std::tuple<LimitPlace, LimitKind, std::string, std::size_t>;
  std::map<Group, int> known;
  std::vector<int> out;
  for (const MotionProgram::Origin& origin : program.origins()) {
    const bool of_point = origin.point_limit >= 0;
    const bool condition = of_point ? program.point_limits()[origin.point_limit].is_condition
                                    : program.row_limits()[origin.row_limit].is_condition;
    const LimitSubject& of = of_point
                                 ? program.point_limits()[origin.point_limit].subjects[origin.entry]
                                 : program.row_limits()[origin.row_limit].subject;
    const bool path = of.kind == LimitKind::path_position || of.kind == LimitKind::path_angle ||
                      of.kind == LimitKind::joint_sum;
    const Group group{of.place, path ? LimitKind::path_position : of.kind,
                      path || of.kind == LimitKind::closure || of.kind == LimitKind::contact ||
                              of.kind == LimitKind::sliding
                          ? of.name
                          : std::string(),
                      condition ? out.size() + 1 : 0};
    if (condition && !conditions_too) {
      out.push_back(-1);
    } else {
      out.push_back(known.try_emplace(group, static_cast<int>(known.size())).first->second);
    }
  }
  return out;
}

std::optional<NlpResult> give_least(MotionProgram& program, Eigen::VectorXd x, bool conditions_too,
                                    const NlpOptions& options, int& iterations) {
  std::optional<NlpResult> found;
  for (int round = 0; round < most_relaxations; ++round) {
    const double size = std::max(1e-6, std::abs(program.objective(x)));
    Elastic elastic(program, groups(program, conditions_too), own_objective / size);
    NlpResult given = solve_nlp(elastic, {elastic.start(x), {}, {}, {}}, NlpStart::cold, options);
    iterations += given.iterations;
    const bool usable = given.usable();
    if (!usable && !given.interrupted()) return found;
    const double slack = elastic.slack(given.point.x);
    x = elastic.inner_point(given.point.x);
    given.point = {x, {}, {}, {}};
    if (usable) given.status = slack > nothing_given ? Status::infeasible : Status::acceptable;
    found = std::move(given);
    if (!usable) return found;
    const Certificate seen = certify(program, x);
    const double most = std::max(seen.largest, seen.residual);
    if (slack <= nothing_given || most <= 1.001 * slack || !refine(program, seen)) break;
  }
  return found;
}

}  // namespace

std::optional<NlpResult> least_given(MotionProgram& program, const Eigen::VectorXd& x,
                                     const NlpOptions& options, int& iterations) {
  // A pose that no posture reaches is not met whatever else gives; to find that out takes long.
  const bool out_of_reach = pose_out_of_reach(program.task().problem()).has_value();
  for (const bool conditions_too : {false, true}) {
    if (out_of_reach && !conditions_too) continue;
    std::optional<NlpResult> given = give_least(program, x, conditions_too, options, iterations);
    if (given) return given;
  }
  return {};
}

}  // namespace alembert
