#include "alembert/joint_trajectory.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "alembert/ground_coordinates.hpp"
#include "io/text.hpp"

namespace alembert {
namespace {

using Field = std::pair<const char*, Eigen::VectorXd MotionSample::*>;
constexpr Field fields_of_points[] = {{"positions", &MotionSample::q},
                                      {"velocities", &MotionSample::v},
                                      {"accelerations", &MotionSample::a},
                                      {"effort", &MotionSample::tau}};

/// Whole seconds, and nanoseconds beyond them.
std::pair<long long, long long> seconds_and_rest(double t) {
  constexpr long long second = 1'000'000'000;
  const long long all = std::llround(t * static_cast<double>(second));
  return {all / second, all % second};
}

std::string number_list(const Eigen::VectorXd& x) {
  std::string text = "[";
  for (const double value : x) {
    std::string number = io::number_text(value);
    // `1` would be read as an integer, which a message of doubles refuses.
    if (number.find_first_of(".en") == std::string::npos) number += ".0";
    text += (text.size() > 1 ? ", " : "") + number;
  }
  return text + "]";
}

/// In double quotes, whatever is in it.
std::string message_word(const std::string& name) { return nlohmann::ordered_json(name).dump(); }

std::vector<int> own_joints(const MotionDocument& document) {
  return own_coordinates(document.problem, static_cast<int>(document.problem.joints.size()));
}

std::vector<std::string> names_of(const std::vector<int>& joints, const MotionDocument& document) {
  std::vector<std::string> names;
  for (const int j : joints) names.push_back(document.problem.joints[j]);
  return names;
}

}  // namespace

std::string joint_trajectory_yaml(const std::vector<std::string>& joints,
                                  const std::vector<MotionSample>& points) {
  std::string text = "header: {stamp: {sec: 0, nanosec: 0}, frame_id: ''}\njoint_names: [";
  for (std::size_t j = 0; j < joints.size(); ++j)
    text += (j > 0 ? ", " : "") + message_word(joints[j]);
  text += "]\npoints:\n";
  for (const MotionSample& point : points) {
    const char* lead = "- ";
    for (const auto& [name, member] : fields_of_points) {
      text += fmt::format("{}{}: {}\n", lead, name, number_list(point.*member));
      lead = "  ";
    }
    const auto [sec, nanosec] = seconds_and_rest(point.t);
    text += fmt::format("  time_from_start: {{sec: {}, nanosec: {}}}\n", sec, nanosec);
  }
  return text;
}

std::string joint_trajectory_json(const std::vector<std::string>& joints,
                                  const std::vector<MotionSample>& points) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MotionSample& point : points) {
    nlohmann::ordered_json entry;
    for (const auto& [name, member] : fields_of_points) {
      const Eigen::VectorXd& x = point.*member;
      entry[name] = std::vector<double>(x.begin(), x.end());
    }
    const auto [sec, nanosec] = seconds_and_rest(point.t);
    entry["time_from_start"] = {{"sec", sec}, {"nanosec", nanosec}};
    list.push_back(std::move(entry));
  }
  nlohmann::ordered_json message;
  message["header"] = {{"stamp", {{"sec", 0}, {"nanosec", 0}}}, {"frame_id", ""}};
  message["joint_names"] = joints;
  message["points"] = std::move(list);
  return message.dump() + '\n';
}

std::string joint_trajectory_yaml(const MotionDocument& document) {
  const std::vector<int> own = own_joints(document);
  return joint_trajectory_yaml(names_of(own, document), only(own, document.samples));
}

std::string joint_trajectory_json(const MotionDocument& document) {
  const std::vector<int> own = own_joints(document);
  return joint_trajectory_json(names_of(own, document), only(own, document.samples));
}

}  // namespace alembert
