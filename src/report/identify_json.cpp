// What identification found, as JSON.
#include <nlohmann/json.hpp>

#include "alembert/report.hpp"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;

Json json_numbers(const Eigen::VectorXd& x) {
  return Json(std::vector<double>(x.data(), x.data() + x.size()));
}

Json json_scores(const FitScores& scores) {
  const auto one = [](const FitScore& score) {
    return Json{{"relative", score.relative}, {"rms", json_numbers(score.rms)}};
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
  constexpr const char* severities[] = {"note", "warning", "error"};
  Json out = Json::array();
  for (const Finding& finding : findings) {
    out.push_back({{"severity", severities[static_cast<int>(finding.severity)]},
                   {"file", finding.where.file},
                   {"reason", finding.reason},
                   {"fix", finding.fix}});
  }
  return out;
}

Json json_estimates(const std::vector<ParameterEstimate>& parameters) {
  Json out = Json::array();
  for (const ParameterEstimate& p : parameters) {
    Json one = {{"name", p.name},
                {"unit", p.unit},
                {"file", p.before},
                {"value", p.value},
                {"lower", p.lower},
                {"upper", p.upper},
                {"knowledge", to_string(p.knowledge)}};
    if (!p.hint.empty()) one["hint"] = p.hint;
    out.push_back(std::move(one));
  }
  return out;
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
  Json joints = Json::array();
  for (const JointFit& joint : found.joints) joints.push_back(json_joint(joint));
  Json trials = Json::array();
  for (const PriorTrial& trial : found.trials) {
    trials.push_back({{"weight", trial.weight}, {"held_out", trial.held_out}});
  }
  Json out = {
      {"robot", found.robot.name},
      {"worse_than_file", found.worse_than_file()},
      {"scores", scores},
      {"joints", joints},
      {"base", json_estimates(found.base)},
      {"parameters", json_estimates(found.parameters)},
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
  Json centre = Json::array(), moments = Json::array();
  for (const Interval& interval : found.centre) centre.push_back(json_interval(interval));
  for (const Interval& interval : found.moments) moments.push_back(json_interval(interval));
  const Json out = {{"frame", found.frame},
                    {"mass", json_interval(found.mass)},
                    {"centre", centre},
                    {"moments", moments},
                    {"residual", found.scores.identified.relative},
                    {"residual_empty_handed", found.scores.friction.relative},
                    {"carry", carry_text(found)},
                    {"seconds", found.seconds},
                    {"findings", json_findings(found.findings)}};
  return out.dump();
}

}  // namespace alembert
