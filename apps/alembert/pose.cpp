// alembert pose: where links and frames are, how fast they move, and how joints move them.
#include "io/pose.hpp"

#include <algorithm>

#include "alembert/kinematics.hpp"
#include "alembert/manipulability.hpp"
#include "matrix_text.hpp"
#include "state_report.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct PoseArguments {
  StateReportOptions report;
  std::vector<std::string> frames;
  bool velocity = false, jacobian = false, manipulability = false;
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

constexpr const char* twist_names[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
const std::vector<std::string> twist_rows = {"vx [m/s]",   "vy [m/s]",   "vz [m/s]",
                                             "wx [rad/s]", "wy [rad/s]", "wz [rad/s]"};

/// The parts of a Jacobian that people measure, and what their rows are.
struct JacobianPart {
  const char* name;
  const char* rows;
  int first, count;
};
constexpr JacobianPart jacobian_parts[] = {
    {"translation", "m/s", 0, 3}, {"rotation", "rad/s", 3, 3}, {"both", "mixed", 0, 6}};

/// What is asked of the frames, at one state after another.
class FramePoses {
 public:
  FramePoses(const PoseArguments& options, const Model& model, std::vector<FrameId> frames)
      : options_(options),
        model_(model),
        frames_(std::move(frames)),
        kinematics_(model),
        jacobian_(6, model.dofs()) {}

  std::vector<std::string> columns() const {
    std::vector<std::string> names;
    for (const FrameId frame : frames_) {
      const std::string& name = model_.frame(frame).name;
      for (const char* at : {"x", "y", "z"}) names.push_back(fmt::format("{}.{} [m]", name, at));
      for (const char* at : {"roll", "pitch", "yaw"}) {
        names.push_back(fmt::format("{}.{} [rad]", name, at));
      }
      for (const char* at : {"qw", "qx", "qy", "qz"}) {
        names.push_back(fmt::format("{}.{} [1]", name, at));
      }
      if (options_.velocity) {
        for (const std::string& row : twist_rows) names.push_back(name + "." + row);
      }
      if (options_.jacobian) add_jacobian_columns(name, names);
      if (options_.manipulability) {
        for (const JacobianPart& part : jacobian_parts) {
          names.push_back(fmt::format("{}.manipulability.{}", name, part.name));
        }
      }
    }
    return names;
  }

  void row(const State& at, std::vector<double>& cells) {
    kinematics_.update(at.q);
    const auto add = [&](const auto& numbers) {
      cells.insert(cells.end(), numbers.begin(), numbers.end());
    };
    for (const FrameId frame : frames_) {
      const Eigen::Isometry3d pose = kinematics_.pose(frame);
      add(Eigen::Vector3d(pose.translation()));
      add(io::rpy_from_rotation(pose.linear()));
      add(quaternion_wxyz(pose.linear()));
      if (moves()) kinematics_.jacobian(frame, jacobian_);
      if (options_.velocity) add(Eigen::VectorXd(jacobian_ * at.v));
      if (options_.jacobian) {
        for (int r = 0; r < 6; ++r) add(Eigen::VectorXd(jacobian_.row(r)));
      }
      if (!options_.manipulability) continue;
      for (const JacobianPart& part : jacobian_parts) cells.push_back(measured(part).measure());
    }
  }

  Json json(const State& at, const std::vector<int>& order) {
    kinematics_.update(at.q);
    Json list = Json::array();
    for (const FrameId frame : frames_) list.push_back(frame_json(frame, at, order));
    Json sample;
    if (list.size() == 1) {
      sample["frame"] = list[0]["frame"];
      sample["pose"] = list[0]["pose"];
    }
    sample["frames"] = std::move(list);
    return sample;
  }

  std::string text(const State& at, const std::vector<int>& order) {
    kinematics_.update(at.q);
    std::string text = pose_table();
    if (options_.velocity) text += velocity_table(at.v);
    for (const FrameId frame : frames_) {
      if (moves()) kinematics_.jacobian(frame, jacobian_);
      if (options_.jacobian) text += jacobian_table(frame, order);
      if (options_.manipulability) text += manipulability_table(frame);
    }
    return text;
  }

 private:
  bool moves() const { return options_.velocity || options_.jacobian || options_.manipulability; }

  void add_jacobian_columns(const std::string& frame, std::vector<std::string>& names) const {
    for (int r = 0; r < 6; ++r) {
      for (const Coordinate& coordinate : model_.coordinates()) {
        names.push_back(fmt::format("{}.J.{}.{} [{}/{}]", frame, twist_names[r], coordinate.name,
                                    r < 3 ? "m" : "rad", unit(coordinate, "q")));
      }
    }
  }

  /// Of the Jacobian last made.
  Manipulability measured(const JacobianPart& part) const {
    return manipulability(jacobian_.middleRows(part.first, part.count));
  }

  Json frame_json(FrameId frame, const State& at, const std::vector<int>& order) {
    const Eigen::Isometry3d pose = kinematics_.pose(frame);
    Json entry = {{"frame", model_.frame(frame).name},
                  {"pose", json_matrix(pose.matrix())},
                  {"xyz", json_vector(pose.translation())},
                  {"rpy", json_vector(io::rpy_from_rotation(pose.linear()))},
                  {"quaternion", json_vector(quaternion_wxyz(pose.linear()))}};
    if (moves()) kinematics_.jacobian(frame, jacobian_);
    if (options_.velocity) {
      const Eigen::VectorXd twist = jacobian_ * at.v;
      entry["velocity"] = json_vector(twist.head(3));
      entry["angular_velocity"] = json_vector(twist.tail(3));
    }
    if (options_.jacobian) entry["jacobian"] = json_matrix(jacobian_(Eigen::all, order));
    if (options_.manipulability) {
      for (const JacobianPart& part : jacobian_parts) {
        const Manipulability m = measured(part);
        entry["manipulability"][part.name] = {{"measure", m.measure()},
                                              {"isotropy", m.isotropy()},
                                              {"singular_values", json_vector(m.singular_values)}};
      }
    }
    return entry;
  }

  std::string pose_table() const {
    Table table({"frame", right("x [m]"), right("y [m]"), right("z [m]"), right("roll [rad]"),
                 right("pitch [rad]"), right("yaw [rad]"), right("roll [deg]"),
                 right("pitch [deg]"), right("yaw [deg]")});
    for (const FrameId frame : frames_) {
      const Eigen::Isometry3d pose = kinematics_.pose(frame);
      const Eigen::Vector3d rpy = io::rpy_from_rotation(pose.linear());
      std::vector<std::string> cells = {model_.frame(frame).name};
      for (int i = 0; i < 3; ++i) cells.push_back(significant(pose.translation()[i], 1.0));
      for (int i = 0; i < 3; ++i) cells.push_back(significant(rpy[i], 1.0));
      for (int i = 0; i < 3; ++i) cells.push_back(significant(degrees(rpy[i]), degrees(1.0)));
      table.row(std::move(cells));
    }
    return table.text();
  }

  std::string velocity_table(const Eigen::VectorXd& v) {
    std::vector<Table::Column> columns = {"frame"};
    for (const std::string& row : twist_rows) columns.push_back(right(row));
    Table table(columns);
    for (const FrameId frame : frames_) {
      kinematics_.jacobian(frame, jacobian_);
      const Eigen::VectorXd twist = jacobian_ * v;
      std::vector<std::string> cells = {model_.frame(frame).name};
      for (const double x : twist) {
        cells.push_back(significant(x, std::max(1.0, twist.cwiseAbs().maxCoeff())));
      }
      table.row(std::move(cells));
    }
    return "\nVelocity, world components\n" + table.text();
  }

  std::string jacobian_table(FrameId frame, const std::vector<int>& order) const {
    return fmt::format(
        "\nJacobian of {}, world components\n{}", model_.frame(frame).name,
        jacobian_text(model_, order, twist_rows, jacobian_(Eigen::all, order).eval()));
  }

  std::string manipulability_table(FrameId frame) const {
    Table table({"manipulability", right("measure"), right("isotropy"), right("smallest"),
                 right("largest"), "per unit of v"});
    for (const JacobianPart& part : jacobian_parts) {
      const Manipulability m = measured(part);
      const Eigen::VectorXd& values = m.singular_values;
      if (values.size() == 0) continue;
      const double largest = values[0], smallest = values[values.size() - 1];
      table.row({part.name, significant(m.measure(), std::pow(largest, values.size())),
                 significant(m.isotropy(), 1.0), significant(smallest, largest),
                 significant(largest), part.rows});
    }
    return fmt::format("\nHow well joints move {}: singular values of its Jacobian\n{}",
                       model_.frame(frame).name, table.text());
  }

  const PoseArguments& options_;
  Model model_;
  std::vector<FrameId> frames_;
  Kinematics<double> kinematics_;
  Kinematics<double>::Jacobian jacobian_;
};

Exit pose(const PoseArguments& asked) {
  PoseArguments options = asked;
  options.velocity = options.velocity || !options.report.samples.v.empty();
  const auto [robot, model] = load(options.report.robot);
  std::vector<FrameId> frames;
  for (const std::string& name : options.frames.empty() ? end_frames(robot) : options.frames) {
    frames.push_back(model.frame(name));
  }
  FramePoses poses(options, model, frames);
  StateReport report;
  if (options.velocity) report.quantities = {"v"};
  report.columns = poses.columns();
  report.units = {{"xyz", "m"}, {"rpy", "rad"}};
  if (options.velocity) {
    report.units["velocity"] = "m/s";
    report.units["angular_velocity"] = "rad/s";
  }
  report.row = [&](const State& at, std::vector<double>& row) { poses.row(at, row); };
  report.json = [&](const State& at, const std::vector<int>& order) {
    return poses.json(at, order);
  };
  report.text = [&](const State& at, const std::vector<int>& order) {
    return poses.text(at, order);
  };
  return run_state_report(options.report, model, report);
}

}  // namespace

void add_pose(Command& command) {
  auto& options = command.does(pose);
  add_robot_options(command, options.report.robot);
  command.repeatable("--frame", "NAME", options.frames,
                     "link or frame, may be repeated (default: links that carry nothing, and all "
                     "frames)");
  command.flag("--velocity", options.velocity,
               "also the velocity of its origin, m/s, and its angular velocity, rad/s; --v asks "
               "for it too");
  command.flag("--jacobian", options.jacobian,
               "also the 6 x n Jacobian: velocity of the origin, then angular velocity");
  command.flag("--manipulability", options.manipulability,
               "also how well joints move it: Yoshikawa's measure and the singular values of its "
               "Jacobian");
  add_state_report_options(command, options.report, {"v"});
  command.footer(R"(EXAMPLES
  alembert pose arm.urdf --q 0.1,0.2,0.3
  alembert pose arm.urdf --state state.json --frame tool0 --jacobian --json
  alembert pose arm.urdf --q 0.1,0.2,0.3 --v 1,0,0 --manipulability
  alembert pose arm.urdf --trajectory motion.csv --frame tool0 --velocity --output tool.csv

Lengths in m, angles in rad (degrees beside them); R = Rz(yaw) Ry(pitch) Rx(roll). --json gives
{"samples": [{"frames": [{"frame", "pose": 4x4, "xyz", "rpy", "quaternion": [w, x, y, z],
"velocity", "angular_velocity", "jacobian", "manipulability"}]}]}; if one frame is asked for, each
sample holds "frame" and "pose" itself too. Velocities and Jacobians are in world components.

)" + state_report_help({"v"}));
}

}  // namespace alembert::cli
