#include "alembert/problem_document.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "alembert/arm.hpp"
#include "alembert/io.hpp"
#include "alembert/standing.hpp"
#include "io/document_text.hpp"
#include "io/json_text.hpp"
#include "io/problem_fields.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"

namespace alembert {

namespace {

void whole_problem(auto& a, ProblemDocument& p) {
  a("name", p.name);
  a("file", p.file);
  a("robot", p.robot);
  io::joint_fields(a, p);
  a("limits", p.limits);
  io::Given given{p};
  fields(a, given);
}

io::ArchiveContext problem_context(const std::string& file) {
  return {.file = file, .advice = "give a problem as `write_problem` writes it", .version = 2};
}

/// Goes over a problem's fields and gives every frame the index it has in another model.
class FrameMap {
 public:
  static constexpr bool reading = false;
  FrameMap(const std::vector<std::string>& names, const Model& model, std::string file)
      : names_(names), model_(model), file_(std::move(file)) {}

  io::ArchiveContext& context() { return context_; }
  int version() const { return 2; }
  template <typename T>
  void operator()(const char*, T&& value) {
    visit(value);
  }
  template <typename T>
  void unless_empty(const char*, T&& value) {
    visit(value);
  }
  template <typename T>
  void unless_equal(const char*, T& value, const T&) {
    visit(value);
  }

 private:
  void visit(FrameId& frame) {
    if (!frame.is_set()) return;
    const std::string& name = names_[frame.index()];
    for (std::size_t i = 0; i < model_.frames().size(); ++i) {
      if (model_.frames()[i].name != name) continue;
      frame = FrameId(static_cast<int>(i));
      return;
    }
    throw Error(Error::Code::name, {file_, 0},
                fmt::format("the robot has no frame {}", io::in_quotes(name)),
                "the robot has changed since: predict the motion again");
  }
  template <typename T>
  void visit(std::optional<T>& value) {
    if (value) visit(*value);
  }
  template <typename T>
  void visit(std::vector<T>& values) {
    for (T& value : values) visit(value);
  }
  template <typename T>
  void visit(T& value) {
    if constexpr (requires { fields(*this, value); }) fields(*this, value);
  }

  const std::vector<std::string>& names_;
  const Model& model_;
  std::string file_;
  io::ArchiveContext context_ = {};
};

CoordinateKind kind_of(const Coordinate& coordinate) {
  if (!coordinate.angular) return CoordinateKind::linear;
  return coordinate.wraps ? CoordinateKind::continuous : CoordinateKind::angular;
}

CompileOptions compile_options(const ProblemDocument& d) {
  return {
      .ideal = d.ideal, .floating_base = d.floating_base, .gravity = d.gravity, .locked = d.locked};
}

std::string hash_of_file(const std::string& path) {
  try {
    return content_hash(io::read_whole(path));
  } catch (const Error&) {
    return {};  // the robot came from elsewhere: nothing to compare with later
  }
}

}  // namespace

std::string content_hash(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("fnv1a64:{:016x}", hash);
}

ProblemDocument problem_document(const MotionFile& asked) {
  const Model& model = asked.problem.model;
  ProblemDocument d;
  static_cast<MotionRequest&>(d) = asked.problem;
  d.name = asked.name;
  d.file = asked.file;
  d.robot = {asked.robot.name, asked.robot_file, hash_of_file(asked.robot_file)};
  d.joints = model.coordinate_names();
  d.gravity = model.gravity();
  d.floating_base = asked.compile.floating_base;
  d.ideal = asked.compile.ideal;
  d.locked = model.locked();
  d.solver = asked.options;
  d.robot_shapes = asked.robot_shapes;
  d.unseen_links = asked.unseen_links;
  d.own_frames = asked.own_frames;
  for (const Coordinate& coordinate : model.coordinates()) d.kinds.push_back(kind_of(coordinate));
  d.frames = phrase::names_of(model.frames());
  return d;
}

MotionFile problem_of(const ProblemDocument& document) {
  Robot robot = load_robot(document.robot.file);
  if (!document.bodies.empty()) robot = with_bodies(robot, document.bodies);
  for (const Frame& frame : document.own_frames) robot.frames.push_back(frame);
  if (!document.footings.empty()) {
    robot = document.ground_coordinates > 0 ? on_the_ground(robot, document.footings)
                                            : beside_places(robot, document.footings);
  }
  const CompileOptions how = compile_options(document);
  const Model model = compile_arm(robot, how);
  return problem_of(document, std::move(robot), model);
}

MotionFile problem_of(const ProblemDocument& document, Robot robot, const Model& model) {
  ProblemDocument d = document;
  FrameMap map(document.frames, model, d.robot.file);
  io::Given given{d};
  fields(map, given);
  MotionFile file{
      d.file,  d.name, d.robot.file, std::move(robot), compile_options(d), MotionProblem(model),
      d.solver};
  file.robot_shapes = d.robot_shapes;
  file.unseen_links = d.unseen_links;
  file.own_frames = d.own_frames;
  MotionProblem& problem = file.problem;
  static_cast<MotionRequest&>(problem) = std::move(d);
  problem.minimize.terms.clear();  // functions are not written
  return file;
}

std::string write_problem(const ProblemDocument& document, const std::string& folder) {
  ProblemDocument d = document;
  d.file = io::seen_from(d.file, folder);
  d.robot.file = io::seen_from(d.robot.file, folder);
  io::ArchiveContext context = problem_context("");
  io::JsonWriter writer(context);
  writer.derived("alembert", "motion_problem/1");
  whole_problem(writer, d);
  return io::document_text(writer.take());
}

ProblemDocument read_problem(const std::string& text, const std::string& file) {
  io::ArchiveContext context = problem_context(file);
  const io::OrderedJson json = io::parse_json(text, file);
  io::document_version(json, "motion_problem", 1, "a motion problem", context);
  ProblemDocument d;
  io::JsonReader reader(context, json, {});
  reader.derived("alembert", "");
  whole_problem(reader, d);
  reader.finish();
  d.file = io::seen_from_here(d.file, file);
  d.robot.file = io::seen_from_here(d.robot.file, file);
  return d;
}

}  // namespace alembert
