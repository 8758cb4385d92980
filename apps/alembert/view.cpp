// alembert view: a robot or motions as a page to look at.
#include <filesystem>

#include "alembert/io.hpp"
#include "alembert/scene.hpp"
#include "io/text_source.hpp"
#include "motion_argument.hpp"
#include "page_output.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

struct ViewArguments {
  std::vector<std::string> files, lock;
  std::string output, robot;
  MeshOptions meshes;
  PictureOptions pictures;
};

/// A motion, its folder or a problem, rather than a robot.
bool is_motion(const std::string& argument) {
  const fs::path path = argument;
  if (argument == "-" || path.extension() == ".json" || fs::is_directory(path)) return true;
  if (path.extension() != ".yaml" && path.extension() != ".yml") return false;
  return io::read_whole(argument).find("alembert: motion/") != std::string::npos;
}

/// What tells a motion from others that may have the same name.
std::string label_of(const GivenMotion& given, const std::string& argument, std::size_t count) {
  if (count == 1 || argument == "-") return given.name();
  const fs::path path = fs::path(argument).lexically_normal();
  if (path.filename() == "motion.json") return path.parent_path().filename().string();
  return path.stem().string();
}

std::string motions_page(const ViewArguments& options, std::vector<UndrawnMesh>& undrawn) {
  std::vector<PageMotion> shown;
  for (const std::string& argument : options.files) {
    const GivenMotion given = load_given_motion(argument, options.meshes);
    shown.push_back(page_motion(given.file, given.document));
    shown.back().label = label_of(given, argument, options.files.size());
  }
  return motion_html(shown, page_origin(), &undrawn);
}

std::string robot_page(const ViewArguments& options, std::vector<UndrawnMesh>& undrawn) {
  if (options.files.size() > 1) {
    throw UsageError("several robots, or robots and motions together",
                     "give one robot, or one or more motions");
  }
  const std::vector<LockedJoint> locked = parse_locks(options.lock);
  const Robot robot = load_robot(options.files.front());
  return robot_html(robot, compile(robot, {.locked = locked}), page_origin(),
                    mesh_folders(options.meshes), &undrawn);
}

/// A scene around a robot.
std::string world_page(const ViewArguments& options, std::vector<UndrawnMesh>& undrawn) {
  if (options.files.size() > 1) {
    throw UsageError("several worlds around one robot", "give one scene's file");
  }
  const std::vector<LockedJoint> locked = parse_locks(options.lock);
  const MeshFolders folders = mesh_folders(options.meshes);
  const Scene scene = load_scene(options.files.front(), folders);
  const Robot robot = load_robot(options.robot);
  for (const std::string& words : scene.words) fmt::print(stderr, "{}\n", words);
  return robot_html(robot, compile(robot, {.locked = locked}), page_origin(), folders, &undrawn,
                    scene.objects);
}

/// "seven_axis.html", "reach.html"; of several motions "comparison.html".
std::string output_for(const ViewArguments& options) {
  if (!options.output.empty()) return options.output;
  if (options.files.size() > 1) return "comparison.html";
  fs::path name = fs::path(options.files.front()).lexically_normal();
  if (name.filename() == "motion.json") name = name.parent_path();
  if (name.filename().empty()) name = name.parent_path();
  const std::string stem = name.stem().string();
  return (stem.empty() || stem == "-" || stem == "." ? "motion" : stem) + ".html";
}

Exit view(const ViewArguments& options) {
  check_pictures(options.pictures);
  const std::string& first = options.files.front();
  std::vector<UndrawnMesh> undrawn;
  const std::string page = !options.robot.empty() ? world_page(options, undrawn)
                           : is_motion(first)     ? motions_page(options, undrawn)
                                                  : robot_page(options, undrawn);
  note_undrawn(undrawn);
  const std::string output = output_for(options);
  write_out(output, page);
  draw_pictures(options.pictures, page);
  if (output == "-") return Exit::done;
  std::string written = output;
  for (const std::string& picture :
       {options.pictures.png, options.pictures.gif, options.pictures.webm}) {
    if (!picture.empty()) written += ", " + picture;
  }
  return answer_with("written: " + written + '\n');
}

}  // namespace

void add_view(Command& command) {
  auto& options = command.does(view);
  command.positionals("FILE", options.files,
                      "one robot (.yaml, .urdf, MJCF .xml), or one or more motions: motion.json, "
                      "its folder, or a problem's .yaml, which is solved first; with --robot a "
                      "scene (scene/1, MoveIt's YAML, .urdf, MJCF .xml)");
  command.option("--robot", "ROBOT", options.robot, "draw FILE, a scene, around this robot");
  command.option("--output", "FILE.html", options.output,
                 "(default: the file's name + .html, of several comparison.html)");
  add_lock_option(command, options.lock);
  add_mesh_options(command, options.meshes);
  add_picture_options(command, options.pictures);
  command.footer(R"(EXAMPLES
  alembert view arm.urdf
  alembert view arm.reach.motion --png reach.png --at 0.5
  alembert view slow.motion fast.motion --output both.html
  alembert view shelf.yaml --robot arm.urdf

The page is one file with everything in it: no server, no network. A robot has sliders for its joints
(rad, m), its frames, mass centres and inertia ellipsoids, and what the doctor found, on the body. A
motion plays in 3-D beside its curves (rad, rad/s, N m, W) with their limits; several are drawn over
each other.

Pictures need Chromium (Debian: chromium), films also ffmpeg; the page itself needs neither.)");
}

}  // namespace alembert::cli
