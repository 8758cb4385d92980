// alembert ik: the joint values that bring a frame to a pose.
#include <algorithm>
#include <cmath>

#include "alembert/inverse_kinematics.hpp"
#include "io/coordinate_names.hpp"
#include "io/csv.hpp"
#include "io/pose.hpp"
#include "io/text.hpp"
#include "sample_options.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct IkArguments {
  RobotOptions robot;
  std::string frame, xyz, rpy, quaternion, path, output;
  SampleOptions start;
  bool position_only = false, no_limits = false, json = false;
};

/// The poses to reach, with their times if the file has them.
struct Path {
  std::vector<Eigen::Isometry3d> poses;
  std::vector<double> times;
  std::vector<int> lines;
  bool position_only = false;
};

void check_usage(const IkArguments& options) {
  if (options.frame.empty()) {
    throw UsageError("no --frame is given", "name the link or frame to bring there");
  }
  if (!options.start.state.empty() && !options.start.q.empty()) {
    throw UsageError("both --start and --q are given", "give one of them");
  }
  if (options.xyz.empty() == options.path.empty()) {
    throw UsageError(options.xyz.empty() ? "no target is given" : "two targets are given",
                     "give --xyz x,y,z or --path FILE.csv");
  }
  if (!options.rpy.empty() && !options.quaternion.empty()) {
    throw UsageError("both --rpy and --quaternion are given", "give one of them");
  }
  const bool oriented = !options.rpy.empty() || !options.quaternion.empty();
  if (oriented && !options.path.empty()) {
    throw UsageError("--rpy and --quaternion go with --xyz, not with --path",
                     "put columns roll,pitch,yaw or qw,qx,qy,qz into the path");
  }
  if (oriented && options.position_only) {
    throw UsageError("--position-only leaves the orientation free, but one is given",
                     "leave out one of the two");
  }
  if (!options.output.empty() && options.path.empty()) {
    throw UsageError("--output goes with --path", "redirect standard output instead");
  }
}

Eigen::Matrix3d asked_rotation(const IkArguments& options) {
  if (!options.rpy.empty()) {
    return io::rotation_from_rpy(
        parse_numbers(options.rpy, "--rpy", 3, "roll,pitch,yaw", Measure::angle));
  }
  if (options.quaternion.empty()) return Eigen::Matrix3d::Identity();
  const Eigen::Vector4d q = parse_numbers(options.quaternion, "--quaternion", 4, "w,x,y,z");
  if (q.norm() < 1e-6) {
    throw UsageError("--quaternion is zero", "give w,x,y,z of unit length, 1,0,0,0 for no turn");
  }
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
}

Path single_target(const IkArguments& options) {
  Eigen::Isometry3d target = Eigen::Isometry3d::Identity();
  target.translation() = parse_numbers(options.xyz, "--xyz", 3, "x,y,z", Measure::length);
  target.linear() = asked_rotation(options);
  return {{target}, {}, {0}, options.rpy.empty() && options.quaternion.empty()};
}

/// Places of a path's columns in a row; -1 where there is none.
struct PathColumns {
  std::vector<int> xyz = {-1, -1, -1}, rpy = {-1, -1, -1}, wxyz = {-1, -1, -1, -1}, t = {-1};
};

bool all_there(const std::vector<int>& columns) {
  return std::count(columns.begin(), columns.end(), -1) == 0;
}

bool none_there(const std::vector<int>& columns) {
  return std::count(columns.begin(), columns.end(), -1) == static_cast<long>(columns.size());
}

PathColumns path_columns(const io::CsvReader& reader) {
  PathColumns columns;
  const std::pair<std::vector<std::string>, std::vector<int>*> known[] = {
      {{"x", "y", "z"}, &columns.xyz},
      {{"roll", "pitch", "yaw"}, &columns.rpy},
      {{"qw", "qx", "qy", "qz"}, &columns.wxyz},
      {{"t"}, &columns.t}};
  std::vector<std::string> names;
  for (const auto& [words, places] : known) names.insert(names.end(), words.begin(), words.end());
  for (std::size_t c = 0; c < reader.header().size(); ++c) {
    const std::string& name = reader.header()[c];
    bool found = false;
    for (const auto& [words, places] : known) {
      const auto it = std::find(words.begin(), words.end(), name);
      if (it == words.end()) continue;
      (*places)[it - words.begin()] = static_cast<int>(c);
      found = true;
    }
    if (!found) {
      throw Error(Error::Code::name, reader.where(),
                  fmt::format("column {} is none that is read here", io::in_quotes(name)),
                  io::guess_of(name, names) +
                      "columns are x,y,z (m), roll,pitch,yaw (rad) or qw,qx,qy,qz, and t (s)");
    }
  }
  const bool turned = all_there(columns.rpy), by_quaternion = all_there(columns.wxyz);
  const bool whole =
      (turned || none_there(columns.rpy)) && (by_quaternion || none_there(columns.wxyz));
  if (!all_there(columns.xyz) || !whole) {
    throw Error(Error::Code::name, reader.where(), "the path lacks a column",
                "give x,y,z, and all of roll,pitch,yaw, all of qw,qx,qy,qz, or none");
  }
  if (turned && by_quaternion) {
    throw Error(Error::Code::name, reader.where(), "the path has both angles and quaternions",
                "keep roll,pitch,yaw or qw,qx,qy,qz");
  }
  return columns;
}

Path read_path(const IkArguments& options) {
  io::CsvReader reader(options.path);
  const PathColumns columns = path_columns(reader);
  const bool turned = all_there(columns.rpy), by_quaternion = all_there(columns.wxyz);
  Path path;
  path.position_only = (!turned && !by_quaternion) || options.position_only;
  std::vector<double> row(reader.header().size());
  const auto cell = [&](const std::vector<int>& of, std::size_t i) { return row[of[i]]; };
  while (reader.next(row)) {
    const auto three = [&](const std::vector<int>& of) {
      return Eigen::Vector3d(cell(of, 0), cell(of, 1), cell(of, 2));
    };
    Eigen::Isometry3d target = Eigen::Isometry3d::Identity();
    target.translation() = three(columns.xyz);
    if (turned) target.linear() = io::rotation_from_rpy(three(columns.rpy));
    if (by_quaternion) {
      const Eigen::Quaterniond q(cell(columns.wxyz, 0), cell(columns.wxyz, 1),
                                 cell(columns.wxyz, 2), cell(columns.wxyz, 3));
      if (std::abs(q.norm() - 1.0) > 1e-3) {
        throw Error(Error::Code::value, reader.where(),
                    fmt::format("a quaternion of length {:g}, not 1", q.norm()),
                    "give qw,qx,qy,qz of unit length");
      }
      target.linear() = q.normalized().toRotationMatrix();
    }
    path.poses.push_back(target);
    path.lines.push_back(reader.where().line);
    if (columns.t[0] >= 0) path.times.push_back(cell(columns.t, 0));
  }
  if (path.poses.empty()) {
    throw Error(Error::Code::size, {reader.where().file, 0}, "the path has no rows",
                "give a row a pose");
  }
  return path;
}

Eigen::VectorXd start_of(const IkArguments& options, const Model& model) {
  if (!options.start.given()) return middle_of_limits(model);
  return read_samples(options.start, model, {}, options.robot.robot).samples.front().q;
}

const char* status_of(const IkResult& result) { return result.solved() ? "solved" : "not_reached"; }

Json as_json(const IkResult& result) {
  return {{"status", status_of(result)},
          {"q", json_vector(result.q)},
          {"position_error", result.position_error},
          {"orientation_error", result.orientation_error},
          {"iterations", result.iterations}};
}

Json single_json(const Model& model, const IkResult& result) {
  Json document = {{"status", status_of(result)}, {"joints", model.coordinate_names()}};
  document.update(as_json(result));
  return document;
}

Json path_json(const Model& model, const Path& path, const std::vector<IkResult>& results) {
  Json samples = Json::array();
  for (std::size_t i = 0; i < results.size(); ++i) {
    Json sample;
    if (!path.times.empty()) sample["t"] = path.times[i];
    sample.update(as_json(results[i]));
    samples.push_back(std::move(sample));
  }
  return {{"status", status_of(results.back())},
          {"joints", model.coordinate_names()},
          {"poses", path.poses.size()},
          {"samples", std::move(samples)}};
}

std::string single_text(const Model& model, const IkResult& result, bool position_only) {
  Table table({"joint", right("q"), "", right(""), ""});
  for (int i = 0; i < model.dofs(); ++i) {
    const Coordinate& coordinate = model.coordinate_at(i);
    table.row({coordinate.name, significant(result.q[i]), unit(coordinate, "q"),
               coordinate.angular ? significant(degrees(result.q[i])) : "",
               coordinate.angular ? "deg" : ""});
  }
  const std::string how = fmt::format(
      "{}: position error {} m{}, {} iterations",
      result.solved() ? "solved" : "NOT REACHED, best found", significant(result.position_error),
      position_only
          ? ""
          : fmt::format(", orientation error {} rad", significant(result.orientation_error)),
      result.iterations);
  return table.text() + wrapped(how) + '\n';
}

/// Only poses that were reached: a table of joint values has no place to say that one is not.
std::string path_csv(const Model& model, const Path& path, const std::vector<IkResult>& results) {
  std::string text = path.times.empty() ? "" : "t,";
  for (int i = 0; i < model.dofs(); ++i) {
    const std::string& name = model.coordinate_at(i).name;
    if (i > 0) text += ',';
    text += io::csv_cell("q." + name);
  }
  text += '\n';
  for (std::size_t i = 0; i < results.size() && results[i].solved(); ++i) {
    if (!path.times.empty()) text += fmt::format("{},", path.times[i]);
    text += fmt::format("{}\n", fmt::join(results[i].q.begin(), results[i].q.end(), ","));
  }
  return text;
}

std::string path_summary(const IkArguments& options, const Path& path,
                         const std::vector<IkResult>& results) {
  if (results.back().solved()) {
    double worst = 0.0;
    for (const IkResult& result : results) worst = std::max(worst, result.position_error);
    return fmt::format("solved: {} poses, largest position error {} m\n", results.size(),
                       significant(worst));
  }
  return fmt::format(
      "{}:{}: pose {} of {} is NOT REACHED: position error {} m, orientation error {} rad\n",
      options.path, path.lines[results.size() - 1], results.size(), path.poses.size(),
      significant(results.back().position_error), significant(results.back().orientation_error));
}

void print_path(const IkArguments& options, const Model& model, const Path& path,
                const std::vector<IkResult>& results) {
  const std::string csv = path_csv(model, path, results);
  const std::string summary = path_summary(options, path, results);
  if (!options.output.empty()) write_out(options.output, csv);
  write_out("", options.json             ? json_text(path_json(model, path, results))
                : options.output.empty() ? csv
                                         : summary);
  if (!results.back().solved() && (options.json || options.output.empty())) {
    fmt::print(stderr, "{}", summary);
  }
}

Exit ik(const IkArguments& options) {
  check_usage(options);
  const Model model = load(options.robot).model;
  const FrameId frame = model.frame(options.frame);
  const Path path = options.path.empty() ? single_target(options) : read_path(options);
  IkOptions ik_options;
  ik_options.position_only = path.position_only;
  ik_options.joint_limits = !options.no_limits;
  const Eigen::VectorXd start = start_of(options, model);
  if (!options.path.empty()) {
    const auto results = inverse_kinematics_path(model, frame, path.poses, start, ik_options);
    print_path(options, model, path, results);
    return results.back().solved() ? Exit::done : Exit::not_reached;
  }
  const IkResult result = inverse_kinematics(model, frame, path.poses.front(), start, ik_options);
  write_out("", options.json ? json_text(single_json(model, result))
                             : single_text(model, result, path.position_only));
  return result.solved() ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_ik(Command& command) {
  auto& options = command.does(ik);
  add_robot_options(command, options.robot);
  command.option("--frame", "NAME", options.frame, "link or frame to bring there (always needed)");
  command.option("--xyz", "x,y,z", options.xyz, "where its origin goes, m, in the world");
  command.option("--rpy", "r,p,y", options.rpy,
                 "its roll, pitch and yaw, rad; R = Rz(yaw) Ry(pitch) Rx(roll)");
  command.option("--quaternion", "w,x,y,z", options.quaternion,
                 "its orientation, instead of --rpy");
  command.option("--path", "FILE.csv", options.path,
                 "instead of one pose: columns x,y,z (m), roll,pitch,yaw (rad) or qw,qx,qy,qz, t "
                 "(s, optional)");
  command.option("--start", "FILE", options.start.state, "JSON state file to start from");
  command.option("--q", "q1,q2,...", options.start.q,
                 "start from these joint values, rad or m (default: the middle of their limits)");
  command.flag("--position-only", options.position_only, "leave the orientation of a path free");
  command.flag("--no-limits", options.no_limits, "joints may leave their position limits");
  command.option("--output", "FILE.csv", options.output,
                 "of a path: write the joint values (t,q.j1,q.j2,...) there");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert ik arm.urdf --frame tool0 --xyz 0.4,0.1,0.3
  alembert ik arm.urdf --frame tool0 --xyz 0.4,0.1,0.3 --rpy 3.14159,0,0 --q 0,-1,1
  alembert ik arm.urdf --frame tool0 --path weld.csv --output joints.csv

Without --rpy or --quaternion only the position counts. Along a path each pose starts from the one
before it; the path ends at the first pose that is not reached, and CSV holds what was reached.
If a pose is not reached, the best found is printed all the same and the exit code is 3.

--json gives {"status": "solved" or "not_reached", "joints", "q", "position_error" (m),
"orientation_error" (rad), "iterations"}; of a path {"status", "joints", "poses", "samples": [...]}.)");
}

}  // namespace alembert::cli
