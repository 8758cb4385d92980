// Whether forward simulation reproduces a motion, in words.
#include <fmt/format.h>

#include "alembert/report.hpp"
#include "report/plot_parts.hpp"
#include "report/text_table.hpp"

namespace alembert {

using report::right;
using report::significant;
using report::Table;

namespace {

/// Of an integration that did not come to its end.
std::string why_it_ended(const Verification& check) {
  if (check.out_of_time) return fmt::format("out of time at {:.4f} s", check.end);
  if (!check.stuck_joint.empty()) {
    return fmt::format(
        "no torque says how {} moves, since nothing that it moves has inertia: give the links "
        "behind it mass, or lock it",
        check.stuck_joint);
  }
  return fmt::format("the integration breaks off at {:.4f} s, {} being {:.2g} off", check.end,
                     check.worst_joint.empty() ? "no joint" : check.worst_joint,
                     check.position_error);
}

/// Of arms that bend: how links bend with joints led as planned, how far torques alone run away.
std::string led_line(const Verification& led, const Verification& alone, double tolerance) {
  const std::string after =
      fmt::format("\nafter the end they swing on by {:.2g} m; open-loop error: {}", led.swing,
                  alone.finished ? fmt::format("{} {:.2g} at {:.4f} s", alone.worst_joint,
                                               alone.position_error, alone.worst_time)
                                 : fmt::format("it breaks off at {:.4f} s", alone.end));
  if (!led.within(tolerance)) {
    return "NOT VERIFIED: with its joints led as planned, " + not_reproduced(led) + after;
  }
  return fmt::format(
             "verified with its joints led as planned: integrated, its links bend as planned to "
             "{:.1g}",
             led.position_error) +
         after;
}

}  // namespace

std::string verification_table(const MotionDocument& motion,
                               const std::vector<Verification>& checks, double tolerance,
                               const Emphasis& emphasis) {
  const ProblemDocument& problem = motion.problem;
  const bool loops = !motion.force_names.empty();
  std::vector<Table::Column> columns = {"integrator",  right("joint error"), "",
                                        "of",          right("at s"),        right("speed error"),
                                        right("steps")};
  if (loops) columns.push_back(right("loop opens, m"));
  Table table(std::move(columns));
  bool held = true;
  for (const Verification& check : checks) {
    held = held && check.within(tolerance);
    const bool led = check.mode == VerificationMode::joints_led;
    std::vector<std::string> cells = {check.integrator + (led ? ", joints led" : ""),
                                      fmt::format("{:.2g}", check.position_error),
                                      report::unit_of_joint(problem, check.worst_joint),
                                      check.worst_joint,
                                      fmt::format("{:.4f}", check.worst_time),
                                      fmt::format("{:.2g}", check.velocity_error),
                                      std::to_string(check.steps)};
    if (loops) cells.push_back(fmt::format("{:.2g}", check.loop_gap));
    table.row(std::move(cells));
  }
  const std::string verdict = emphasis(
      held, held ? "is reproduced by forward simulation"
                 : fmt::format("IS NOT REPRODUCED by forward simulation to {}", tolerance));
  std::string text =
      fmt::format("{}: the motion of {} s {}\n\n{}", problem.name,
                  significant(motion.solution.motion.duration()), verdict, table.text());
  for (const Verification& check : checks) {
    if (check.mode == VerificationMode::joints_led) {
      text += fmt::format("after the end the links swing on by {:.2g} m\n", check.swing);
    }
    if (!check.finished) text += fmt::format("{}: {}\n", check.integrator, why_it_ended(check));
  }
  return text;
}

std::string not_reproduced(const Verification& check) {
  if (!check.finished && !check.out_of_time) {
    return "its torques cannot be integrated forward: " + why_it_ended(check);
  }
  return fmt::format("integrated forward, {} is {:.2g} off at {:.4f} s", check.worst_joint,
                     check.position_error, check.worst_time);
}

std::string verification_line(const std::vector<Verification>& checks, double tolerance) {
  if (checks.empty()) return "";
  const Verification& check = checks.front();
  if (checks.back().mode == VerificationMode::joints_led) {
    return led_line(checks.back(), check, tolerance);
  }
  if (check.within(tolerance)) {
    return fmt::format("verified: forward simulation reproduces the plan to {:.1g}",
                       check.position_error);
  }
  if (checks.size() > 1 && checks[1].within(tolerance)) {
    return fmt::format(
        "verified from knot to knot: forward simulation reproduces the plan to {:.1g}\n"
        "without control the arm runs away from small errors: from the start alone {} is {:.2g} "
        "off at {:.4f} s",
        checks[1].position_error, check.worst_joint, check.position_error, check.worst_time);
  }
  const Verification& last = checks.back();
  if (last.out_of_time && last.on_plan(tolerance)) {
    return fmt::format(
        "verified no further than {:.4f} s, which took all the time there was: until there forward "
        "simulation reproduces the plan to {:.1g}{}",
        last.end, last.position_error,
        last.mode == VerificationMode::knot_to_knot ? " from knot to knot" : "");
  }
  return "NOT VERIFIED: " + not_reproduced(last);
}

}  // namespace alembert
