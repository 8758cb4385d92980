#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "alembert/motion_record.hpp"
#include "io/csv.hpp"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Infinite bounds are no bounds: null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json numbers(const Eigen::VectorXd& x) {
  Json list = Json::array();
  for (const double value : x) list.push_back(number(value));
  return list;
}

Json columns(const Eigen::MatrixXd& points, const std::vector<std::string>& names) {
  Json map = Json::object();
  for (std::size_t j = 0; j < names.size(); ++j) {
    map[names[j]] = numbers(points.col(static_cast<Eigen::Index>(j)));
  }
  return map;
}

Json spline_json(const Trajectory& motion, const std::vector<std::string>& joints,
                 const std::vector<std::string>& forces) {
  Json spline = {{"degree", motion.q.degree()},
                 {"duration", motion.duration()},
                 {"knots", numbers(motion.q.knots())},
                 {"control_points", columns(motion.q.control_points(), joints)}};
  if (!forces.empty()) {
    spline["force_names"] = forces;
    spline["forces"] = columns(motion.forces.control_points(), forces);
  }
  return spline;
}

Json limits_json(const MotionLimits& limits) {
  return {{"position_lower", numbers(limits.lower)},
          {"position_upper", numbers(limits.upper)},
          {"velocity", numbers(limits.velocity)},
          {"acceleration", numbers(limits.acceleration)},
          {"jerk", numbers(limits.jerk)},
          {"torque_lower", numbers(limits.torque_lower)},
          {"torque_upper", numbers(limits.torque_upper)},
          {"power", numbers(limits.power)}};
}

Json notes_json(const std::vector<LimitNote>& notes) {
  Json list = Json::array();
  for (const LimitNote& note : notes) {
    list.push_back({{"limit", note.limit},
                    {"entry", note.entry},
                    {"time", number(note.time)},
                    {"value", number(note.value)},
                    {"bound", number(note.bound)},
                    {"unit", note.unit},
                    {"violation", number(note.violation)}});
  }
  return list;
}

Json history_json(const std::vector<MotionProgress>& history) {
  Json list = Json::array();
  for (const MotionProgress& step : history) {
    list.push_back({{"round", step.round},
                    {"iteration", step.iteration},
                    {"objective", number(step.objective)},
                    {"violation", number(step.violation)}});
  }
  return list;
}

Json samples_json(const std::vector<MotionSample>& samples) {
  Json list = Json::array();
  for (const MotionSample& sample : samples) {
    Json entry = {{"t", sample.t},
                  {"q", numbers(sample.q)},
                  {"v", numbers(sample.v)},
                  {"a", numbers(sample.a)},
                  {"tau", numbers(sample.tau)}};
    if (sample.force.size() > 0) entry["force"] = numbers(sample.force);
    list.push_back(std::move(entry));
  }
  return list;
}

std::string seen_from(const std::string& path, const std::string& folder) {
  return fs::absolute(path).lexically_normal().lexically_proximate(
      fs::absolute(folder.empty() ? "." : folder).lexically_normal());
}

}  // namespace

std::string status_word(MotionStatus status) {
  std::string word = to_string(status);
  std::replace(word.begin(), word.end(), ' ', '_');
  return word;
}

std::vector<std::string> force_names(const MotionProblem& problem) {
  std::vector<std::string> names;
  const auto add = [&](const CutJoint& cut, const Eigen::Vector3d& direction, const char* kind,
                       Eigen::Index k) {
    static constexpr const char* axes[] = {"x", "y", "z"};
    std::string axis = std::to_string(k + 1);
    for (int i = 0; i < 3; ++i) {
      if (direction == Eigen::Vector3d::Unit(i)) axis = axes[i];
    }
    names.push_back(fmt::format("{}.{}{}", cut.name, kind, axis));
  };
  for (const CutJoint& cut : problem.cut_joints) {
    for (Eigen::Index k = 0; k < cut.directions.rows(); ++k) {
      add(cut, cut.directions.row(k), "f", k);
    }
    for (int k = 0; cut.hold_orientation && k < 3; ++k) {
      add(cut, Eigen::Vector3d::Unit(k), "m", k);
    }
  }
  return names;
}

std::string write_motion(const MotionFile& asked, const Solution& found,
                         const std::vector<MotionSample>& samples, const std::string& folder) {
  const std::vector<std::string> joints = asked.problem.model.coordinate_names();
  Json document = {
      {"alembert", "motion_result/1"},
      {"name", asked.name},
      {"status", status_word(found.status)},
      {"message", found.message},
      {"problem", seen_from(asked.file, folder)},
      {"robot", {{"name", asked.robot.name}, {"file", seen_from(asked.robot_file, folder)}}},
      {"joints", joints},
      {"duration", found.motion.duration()},
      {"objective", number(found.objective)},
      {"objective_terms", Json::object()},
      {"largest_violation", number(found.largest_violation)},
      {"violations", notes_json(found.violations)},
      {"active", notes_json(found.active)},
      {"solver",
       {{"seconds", found.seconds},
        {"iterations", found.iterations},
        {"rounds", found.rounds},
        {"start", found.start}}},
      {"limits", limits_json(asked.problem.limits)},
      {"spline", spline_json(found.motion, joints, force_names(asked.problem))},
      {"history", history_json(found.history)},
      {"verification", nullptr}};
  for (const auto& [name, value] : found.objective_terms) {
    document["objective_terms"][name] = number(value);
  }
  if (!samples.empty()) document["samples"] = samples_json(samples);
  return document.dump() + '\n';
}

std::string write_motion_csv(const Model& model, const std::vector<MotionSample>& samples) {
  std::string text = "t";
  for (const char* quantity : {"q", "v", "a", "tau"}) {
    for (const std::string& name : model.coordinate_names()) {
      text += ',' + io::csv_cell(fmt::format("{}.{}", quantity, name));
    }
  }
  text += '\n';
  for (const MotionSample& sample : samples) {
    text += fmt::format("{}", sample.t);
    for (const Eigen::VectorXd* x : {&sample.q, &sample.v, &sample.a, &sample.tau}) {
      for (const double value : *x) text += fmt::format(",{}", value);
    }
    text += '\n';
  }
  return text;
}

}  // namespace alembert
