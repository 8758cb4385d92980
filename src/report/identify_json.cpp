// What identification found, as JSON.
#include "alembert/report.hpp"
#include "io/json_text.hpp"

namespace alembert {

namespace {

using Json = io::OrderedJson;
using io::json_list;

Json json_scores(const FitScores& scores) {
  const auto one = [](const FitScore& score) {
    return Json{{"relative", score.relative},
                {"rms", std::vector<double>(score.rms.begin(), score.rms.end())}};
  };
  return {{"data", scores.data},
          {"file", one(scores.file)},
          {"friction", one(scores.friction)},
          {"least_squares", one(scores.least_squares)},
          {"identified", one(scores.identified)},
          {"own_offsets", one(scores.own_offsets)}};
}

Json json_joint(const JointFit& joint) {
  return {
      {"name", joint.name},
      {"bandwidth_hz", joint.bandwidth},
      {"position_noise", joint.position_noise},
      {"noise", joint.noise},
      {"correlation_s", joint.correlation},
      {"delay_s", joint.delay},
      {"delay_error_s", joint.delay_error},
      {"position_delay_s", joint.position_delay},
      {"position_delay_error_s", joint.position_delay_error},
      {"offset", joint.offset},
      {"direction", joint.direction},
      {"used", joint.used},
      {"left_out", joint.left_out},
      {"rms", {{"file", joint.before}, {"friction", joint.friction}, {"identified", joint.after}}}};
}

Json json_findings(const std::vector<Finding>& findings) {
  return json_list(findings, [](const Finding& finding) {
    return Json{{"severity", to_string(finding.severity)},
                {"file", finding.where.file},
                {"reason", finding.reason},
                {"fix", finding.fix}};
  });
}

Json json_estimate(const ParameterEstimate& p) {
  Json one = {{"name", p.name},
              {"unit", p.unit},
              {"file", p.before},
              {"value", p.value},
              {"lower", p.lower},
              {"upper", p.upper},
              {"knowledge", to_string(p.knowledge)}};
  if (!p.hint.empty()) one["hint"] = p.hint;
  return one;
}

Json json_interval(const Interval& interval) {
  return {{"value", interval.value},
          {"lower", interval.lower},
          {"upper", interval.upper},
          {"knowledge", to_string(interval.knowledge)}};
}

}  // namespace

std::string identification_json(const Identification& found) {
  Json scores = Json::array({json_scores(found.fitted), json_scores(found.held_out)});
  for (const FitScores& validation : found.validation) scores.push_back(json_scores(validation));
  const Json trials = json_list(found.trials, [](const PriorTrial& trial) {
    return Json{{"weight", trial.weight}, {"held_out", trial.held_out}};
  });
  Json out = {
      {"robot", found.robot.name},
      {"worse_than_file", found.worse_than_file()},
      {"scores", scores},
      {"joints", json_list(found.joints, json_joint)},
      {"base", json_list(found.base, json_estimate)},
      {"parameters", json_list(found.parameters, json_estimate)},
      {"prior",
       {{"weight", found.prior_weight}, {"spread", found.prior_spread}, {"trials", trials}}},
      {"whitened", found.whitened},
      {"samples", found.samples},
      {"averaged", found.averaged},
      {"blocks", found.blocks},
      {"seconds", found.seconds},
      {"findings", json_findings(found.findings)}};
  if (found.written) out["written"] = found.written->relative;
  if (found.bootstrap_ratio) out["bootstrap_ratio"] = *found.bootstrap_ratio;
  return out.dump();
}

std::string payload_json(const PayloadEstimate& found) {
  const Json out = {{"frame", found.frame},
                    {"mass", json_interval(found.mass)},
                    {"centre", json_list(found.centre, json_interval)},
                    {"moments", json_list(found.moments, json_interval)},
                    {"residual", found.scores.identified.relative},
                    {"residual_empty_handed", found.scores.friction.relative},
                    {"carry", carry_text(found)},
                    {"seconds", found.seconds},
                    {"findings", json_findings(found.findings)}};
  return out.dump();
}

}  // namespace alembert
