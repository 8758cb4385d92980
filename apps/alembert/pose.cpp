// alembert pose: where links and frames are, and how joints move them.
#include "io/pose.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "alembert/kinematics.hpp"
#include "command.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "robot_options.hpp"
#include "sample_options.hpp"
#include "text_table.hpp"

namespace alembert::cli {

namespace {

struct PoseArguments {
  RobotOptions robot;
  SampleOptions samples;
  std::vector<std::string> frames;
  bool jacobian = false;
  bool json = false;
};

/// Links that carry nothing, and every named frame: the places people ask for.
std::vector<std::string> end_frames(const Robot& robot) {
  std::vector<std::string> names;
  for (const Link& link : robot.links) {
    const bool carries = std::any_of(robot.joints.begin(), robot.joints.end(),
                                     [&](const Joint& j) { return j.parent == link.name; });
    if (!carries) names.push_back(link.name);
  }
  for (const Frame& frame : robot.frames) names.push_back(frame.name);
  return names;
}

Eigen::Vector4d quaternion_wxyz(const Eigen::Matrix3d& rotation) {
  const Eigen::Quaterniond quaternion(rotation);
  const Eigen::Vector4d wxyz(quaternion.w(), quaternion.x(), quaternion.y(), quaternion.z());
  return wxyz[0] < 0.0 ? Eigen::Vector4d(-wxyz) : wxyz;
}

Eigen::MatrixXd jacobian_of(const Kinematics<double>& kinematics, FrameId frame,
                            const std::vector<int>& order) {
  Kinematics<double>::Jacobian J(6, kinematics.model().dofs());
  kinematics.jacobian(frame, J);
  return J(Eigen::all, order);
}

Json sample_json(const Kinematics<double>& kinematics, const std::vector<FrameId>& frames,
                 const std::vector<int>& order, bool with_jacobian) {
  Json list = Json::array();
  for (const FrameId frame : frames) {
    const Eigen::Isometry3d pose = kinematics.pose(frame);
    Json entry = {{"frame", kinematics.model().frame(frame).name},
                  {"pose", json_matrix(pose.matrix())},
                  {"xyz", json_vector(pose.translation())},
                  {"rpy", json_vector(io::rpy_from_rotation(pose.linear()))},
                  {"quaternion", json_vector(quaternion_wxyz(pose.linear()))}};
    if (with_jacobian) entry["jacobian"] = json_matrix(jacobian_of(kinematics, frame, order));
    list.push_back(std::move(entry));
  }
  Json sample;
  if (list.size() == 1) {
    sample["frame"] = list[0]["frame"];
    sample["pose"] = list[0]["pose"];
  }
  sample["frames"] = std::move(list);
  return sample;
}

std::string pose_table(const Kinematics<double>& kinematics, const std::vector<FrameId>& frames) {
  using enum Table::Align;
  Table table({{"frame"},
               {"x [m]", right},
               {"y [m]", right},
               {"z [m]", right},
               {"roll [rad]", right},
               {"pitch [rad]", right},
               {"yaw [rad]", right},
               {"roll [deg]", right},
               {"pitch [deg]", right},
               {"yaw [deg]", right}});
  for (const FrameId frame : frames) {
    const Eigen::Isometry3d pose = kinematics.pose(frame);
    const Eigen::Vector3d rpy = io::rpy_from_rotation(pose.linear());
    std::vector<std::string> cells = {kinematics.model().frame(frame).name};
    for (int i = 0; i < 3; ++i) cells.push_back(significant(pose.translation()[i]));
    for (int i = 0; i < 3; ++i) cells.push_back(significant(rpy[i]));
    for (int i = 0; i < 3; ++i) cells.push_back(significant(degrees(rpy[i])));
    table.row(std::move(cells));
  }
  return table.text();
}

std::string jacobian_table(const Kinematics<double>& kinematics, FrameId frame,
                           const std::vector<int>& order) {
  const Model& model = kinematics.model();
  static constexpr const char* rows[] = {"vx [m/s]",   "vy [m/s]",   "vz [m/s]",
                                         "wx [rad/s]", "wy [rad/s]", "wz [rad/s]"};
  std::vector<Table::Column> columns = {{"per unit of v"}};
  for (const int i : order) {
    columns.push_back({model.coordinates()[static_cast<std::size_t>(i)].name, Table::Align::right});
  }
  Table table(columns);
  const Eigen::MatrixXd J = jacobian_of(kinematics, frame, order);
  for (int r = 0; r < 6; ++r) {
    std::vector<std::string> cells = {rows[r]};
    for (Eigen::Index c = 0; c < J.cols(); ++c) cells.push_back(significant(J(r, c)));
    table.row(std::move(cells));
  }
  return fmt::format("\nJacobian of {}, world components\n{}", model.frame(frame).name,
                     table.text());
}

Exit pose(const PoseArguments& options) {
  const auto [robot, model] = load(options.robot);
  const StateFile states = read_samples(options.samples, model, {}, options.robot.robot);
  std::vector<FrameId> frames;
  for (const std::string& name : options.frames.empty() ? end_frames(robot) : options.frames) {
    frames.push_back(model.frame(name));
  }
  Kinematics<double> kinematics(model);
  Json document = {{"joints", json_names(model, states.order)}, {"samples", Json::array()}};
  std::string text;
  for (std::size_t s = 0; s < states.samples.size(); ++s) {
    kinematics.update(states.samples[s].q);
    if (options.json) {
      document["samples"].push_back(
          sample_json(kinematics, frames, states.order, options.jacobian));
      continue;
    }
    text += sample_heading(s, states.samples.size());
    text += pose_table(kinematics, frames);
    for (const FrameId frame : frames) {
      if (options.jacobian) text += jacobian_table(kinematics, frame, states.order);
    }
  }
  write_out("", options.json ? json_text(document) : text);
  return Exit::done;
}

}  // namespace

void add_pose(Program& program) {
  auto options = std::make_shared<PoseArguments>();
  Command command = program.verb("pose", "Poses of links and frames in the world, and Jacobians");
  add_robot_options(command, options->robot);
  add_sample_options(command, options->samples, {});
  command.repeatable("--frame", "NAME", options->frames,
                     "link or frame, may be repeated (default: links that carry nothing, and all "
                     "frames)");
  command.flag("--jacobian", options->jacobian,
               "also the 6 x n Jacobian: velocity of the origin, then angular velocity");
  command.flag("--json", options->json, "answer with one JSON document");
  command.footer(std::string(R"(EXAMPLES
  alembert pose arm.urdf --q 0.1,0.2,0.3
  alembert pose arm.urdf --state state.json --frame tool0 --jacobian --json

Lengths in m, angles in rad (degrees beside them); R = Rz(yaw) Ry(pitch) Rx(roll). --json gives
{"samples": [{"frames": [{"frame", "pose": 4x4, "xyz", "rpy", "quaternion": [w, x, y, z]}]}]}; if one
frame is asked for, each sample holds "frame" and "pose" itself too.

)") + state_file_help);
  command.runs([options] { return pose(*options); });
}

}  // namespace alembert::cli
