// Whether a motion comes back, in words.
#include <fmt/format.h>

#include <algorithm>

#include "alembert/report.hpp"
#include "report/plot_parts.hpp"
#include "report/text_table.hpp"

namespace alembert {

using report::significant;
using report::Table;

std::string verification_table(const MotionDocument& motion,
                               const std::vector<Verification>& checks, double tolerance,
                               const Emphasis& emphasis) {
  using Align = Table::Align;
  const ProblemDocument& problem = motion.problem;
  const bool loops = !motion.force_names.empty();
  std::vector<Table::Column> columns = {{"integrator"},
                                        {"joint error", Align::right},
                                        {""},
                                        {"of"},
                                        {"at s", Align::right},
                                        {"speed error", Align::right},
                                        {"steps", Align::right}};
  if (loops) columns.push_back({"loop opens, m", Align::right});
  Table table(std::move(columns));
  bool held = true;
  for (const Verification& check : checks) {
    held = held && check.within(tolerance);
    std::vector<std::string> cells = {check.integrator,
                                      fmt::format("{:.2g}", check.position_error),
                                      report::unit_of_joint(problem, check.worst_joint),
                                      check.worst_joint,
                                      fmt::format("{:.4f}", check.worst_time),
                                      fmt::format("{:.2g}", check.velocity_error),
                                      std::to_string(check.steps)};
    if (loops) cells.push_back(fmt::format("{:.2g}", check.loop_gap));
    table.row(std::move(cells));
  }
  const std::string verdict =
      emphasis(held, held ? "comes back" : fmt::format("DOES NOT COME BACK to {}", tolerance));
  std::string text =
      fmt::format("{}: the motion of {} s {}\n\n{}", problem.name,
                  significant(motion.solution.motion.duration()), verdict, table.text());
  for (const Verification& check : checks) {
    if (check.finished) continue;
    text += fmt::format("{} broke off at {:.4f} s\n", check.integrator, check.end);
  }
  return text;
}

std::string verification_line(const std::vector<Verification>& checks, double tolerance) {
  if (checks.empty()) return "";
  const Verification& check = checks.front();
  if (check.within(tolerance)) {
    return fmt::format("verified: its torques, integrated forward, bring it back to {:.1g}",
                       check.position_error);
  }
  if (checks.size() > 1 && checks[1].within(tolerance)) {
    return fmt::format(
        "verified from knot to knot: its torques, integrated forward, bring it back to {:.1g}\n"
        "without control the arm runs away from small errors: from the start alone {} is {:.2g} "
        "off at {:.4f} s",
        checks[1].position_error, check.worst_joint, check.position_error, check.worst_time);
  }
  if (!check.finished) {
    return fmt::format(
        "NOT VERIFIED: the integration of its torques breaks off at {:.4f} s, where the mass "
        "matrix may be singular",
        check.end);
  }
  return fmt::format("NOT VERIFIED: integrated forward, {} is {:.2g} off at {:.4f} s",
                     check.worst_joint, check.position_error, check.worst_time);
}

}  // namespace alembert
