// What identification found, in words and tables.
#include <fmt/format.h>

#include "alembert/report.hpp"
#include "report/text_table.hpp"

namespace alembert {

using report::right;
using report::Table;
using report::wrapped;

namespace {

std::string percent(double share) { return fmt::format("{:.3g} %", 100.0 * share); }

std::string score_table(const Identification& found) {
  Table table({"residual / torque", right("the file"), right("with friction and offsets"),
               right("least squares"), right("identified")});
  const auto row = [&](const FitScores& scores) {
    table.row({scores.data, percent(scores.file.relative), percent(scores.friction.relative),
               percent(scores.least_squares.relative), percent(scores.identified.relative)});
  };
  row(found.fitted);
  row(found.held_out);
  for (const FitScores& scores : found.validation) row(scores);
  return table.text();
}

/// "2.1", with the deviation where there is one.
std::string milliseconds(double seconds, double error) {
  if (seconds == 0.0) return "0 ms";
  return fmt::format("{:.2g} ± {:.1g} ms", 1e3 * seconds, 1e3 * error);
}

std::string joint_table(const Identification& found) {
  Table table({"joint", right("before"), right("after, rms"), right("offset"), "unit",
               right("torque late by"), right("position late by"), right("positions to"),
               right("left out")});
  for (const JointFit& joint : found.joints) {
    table.row({joint.name, fmt::format("{:.3g}", joint.before), fmt::format("{:.3g}", joint.after),
               fmt::format("{:.3g}", joint.offset), joint.angular ? "N m" : "N",
               milliseconds(joint.delay, joint.delay_error),
               milliseconds(joint.position_delay, joint.position_delay_error),
               joint.bandwidth > 0.0 ? fmt::format("{:.3g} Hz", joint.bandwidth) : "as measured",
               fmt::format("{} of {}", joint.left_out, joint.used + joint.left_out)});
  }
  return table.text();
}

/// Friction that robot files cannot say.
std::string direction_text(const Identification& found) {
  if (!found.written) return "";
  std::string joints;
  for (const JointFit& joint : found.joints) {
    if (joint.direction == 0.0) continue;
    joints += fmt::format("{}{} {:+.2g} {}", joints.empty() ? "" : ", ", joint.name,
                          joint.direction, joint.angular ? "N m s/rad" : "N s/m");
  }
  return wrapped(fmt::format(
      "viscous friction differs by direction (more with rising positions where positive: {}); "
      "robot files have one for both, and the one that is written, fitted so, explains the logs to "
      "{}\n",
      joints, percent(found.written->relative)));
}

std::string parameter_table(const std::vector<ParameterEstimate>& parameters) {
  Table table({"parameter", right("file"), right("found"), right("±"), "unit", ""});
  for (const ParameterEstimate& p : parameters) {
    std::string words = to_string(p.knowledge);
    if (!p.hint.empty()) words += ": " + p.hint;
    table.row({p.name, fmt::format("{:.4g}", p.before), fmt::format("{:.4g}", p.value),
               fmt::format("{:.2g}", 0.5 * (p.upper - p.lower)), p.unit, words});
  }
  return table.text();
}

int count_of(const std::vector<ParameterEstimate>& parameters, Knowledge knowledge) {
  int count = 0;
  for (const ParameterEstimate& p : parameters) count += p.knowledge == knowledge ? 1 : 0;
  return count;
}

}  // namespace

std::string carry_text(const PayloadEstimate& found) {
  const Inertia& body = found.inertia;
  const Eigen::Matrix3d& I = body.about_com;
  return fmt::format(
      "carry: {{name: payload, frame: {}, mass: {:.6g}, com: [{:.6g}, {:.6g}, {:.6g}], inertia: "
      "{{xx: {:.6g}, yy: {:.6g}, zz: {:.6g}, xy: {:.6g}, xz: {:.6g}, yz: {:.6g}}}}}",
      found.frame, body.mass, body.com[0], body.com[1], body.com[2], I(0, 0), I(1, 1), I(2, 2),
      I(0, 1), I(0, 2), I(1, 2));
}

std::string identification_text(const Identification& found, bool everything,
                                const Emphasis& emphasis) {
  const bool worse = found.worse_than_file();
  std::string text = fmt::format(
      "{}: {}\n\n", found.robot.name,
      emphasis(!worse, worse ? "NOT BETTER than the file on data that were not used"
                             : fmt::format("predicts data that were not used to {}, the file to {}",
                                           percent(found.held_out.identified.relative),
                                           percent(found.held_out.file.relative))));
  text += score_table(found);
  for (const FitScores& scores : found.validation) {
    text += wrapped(fmt::format("{}: {} with offsets of its own\n", scores.data,
                                percent(scores.own_offsets.relative)));
  }
  text += "\n" + joint_table(found) + direction_text(found) + "\n";
  text += wrapped(fmt::format(
      "{} base parameters: {} known, {} barely, {} not to be known from these logs\n",
      found.base.size(), count_of(found.base, Knowledge::known),
      count_of(found.base, Knowledge::barely), count_of(found.base, Knowledge::unknown)));
  text += parameter_table(found.base) + "\n";
  if (everything) text += parameter_table(found.parameters) + "\n";
  text += wrapped(fmt::format(
      "the file counts with weight {:.2g}; by the logs its inertias are off by about {:.0f} %; "
      "torques were fitted {}; {} samples in {} blocks{}, {:.2g} s{}\n",
      found.prior_weight, 100.0 * found.prior_spread,
      found.whitened ? "with the memory of their noise taken off" : "as they are", found.samples,
      found.blocks, found.averaged > 1 ? fmt::format(", means of {}", found.averaged) : "",
      found.seconds,
      found.bootstrap_ratio
          ? fmt::format("; resampled blocks scatter {:.2f} times as wide as the intervals say",
                        *found.bootstrap_ratio)
          : ""));
  for (const Finding& finding : found.findings) text += finding.text() + "\n";
  return text;
}

}  // namespace alembert
