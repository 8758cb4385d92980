// alembert check: the model doctor.
#include <algorithm>

#include "alembert/doctor.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/model.hpp"
#include "alembert/self_pairs.hpp"
#include "code_names.hpp"
#include "io/robot_shapes.hpp"
#include "io/shape_doctor.hpp"
#include "mesh_options.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

using Severity = Finding::Severity;

struct ShapeOptions {
  bool asked = false, hulls = false;
  std::string states = "2000";
  MeshOptions meshes;
};

struct ShapeAnswer {
  std::string text;
  Json json;
};

struct CheckArguments {
  std::vector<std::string> robots, lock;
  bool strict = false, json = false;
  ShapeOptions shapes;
};

struct Report {
  std::string file;
  std::vector<Finding> findings;  // worst first
  std::string contents;           // "6 joints, 6 coordinates", if it could be compiled
  ShapeAnswer shapes;             // where they are asked for

  int count(Severity severity) const {
    return static_cast<int>(std::count_if(findings.begin(), findings.end(), [&](const Finding& f) {
      return f.severity == severity;
    }));
  }
  bool ok(bool strict) const {
    return count(Severity::error) == 0 && (!strict || count(Severity::warning) == 0);
  }
};

std::string beside_mesh(const io::Overstated& of, const std::optional<double>& volume,
                        const std::string& noun) {
  if (!of.problem.empty()) return fmt::format("no {}s ({})", noun, of.problem);
  const std::string what =
      of.solids == 1 ? "as a " + noun : fmt::format("as {} {}s", of.solids, noun);
  const std::string far = fmt::format("up to {:.1f} mm from it", 1e3 * of.farthest);
  if (!volume) return what + " " + far;
  return fmt::format("{} {:.2f} times its volume, {}", what, of.volume / *volume, far);
}

std::string mesh_text(const io::MeasuredMesh& mesh) {
  std::string text = fmt::format("{}: mesh '{}'", mesh.link, mesh.file);
  if (!mesh.problem.empty()) return text + ": " + mesh.problem;
  text += fmt::format(", {} triangles, ", mesh.triangles);
  text += mesh.volume ? fmt::format("{:.3g} litres", 1e3 * *mesh.volume)
                      : std::string("not closed: its volume is not known");
  return fmt::format("{}: {}; {}", text, beside_mesh(mesh.capsule, mesh.volume, "capsule"),
                     beside_mesh(mesh.hulls, mesh.volume, "hull"));
}

Json overstated_json(const io::Overstated& of) {
  if (!of.problem.empty()) return {{"problem", of.problem}};
  return {{"solids", of.solids}, {"volume", of.volume}, {"farthest", of.farthest}};
}

Json mesh_json(const io::MeasuredMesh& mesh) {
  Json out = {{"link", mesh.link}, {"mesh", mesh.file}};
  if (!mesh.problem.empty()) {
    out["problem"] = mesh.problem;
    return out;
  }
  out["triangles"] = mesh.triangles;
  out["volume"] = mesh.volume ? Json(*mesh.volume) : Json(nullptr);
  out["capsule"] = overstated_json(mesh.capsule);
  out["hulls"] = overstated_json(mesh.hulls);
  return out;
}

/// Pairs of solids by how often they touch.
struct PairLists {
  SelfPairs left_out;
  Json always = Json::array(), never = Json::array(), sometimes = Json::array();
  int states = 0;
};

PairLists list_pairs(const Model& model, const std::vector<ArmSolid>& arm, int states) {
  PairLists lists{find_self_pairs(model, arm, 0.0, std::nullopt)};
  const SampledPairs sampled = sample_self_pairs(model, arm, lists.left_out.kept, states);
  lists.states = states;
  for (std::size_t k = 0; k < sampled.pairs.size(); ++k) {
    const auto& [i, j] = sampled.pairs[k];
    const int touching = sampled.touching[k];
    Json& list = touching == 0 ? lists.never : touching == states ? lists.always : lists.sometimes;
    list.push_back(Json::array({arm[i].name, arm[j].name}));
  }
  return lists;
}

/// One pair a line, as YAML.
std::string pair_lines(const Json& pairs) {
  std::string text;
  for (const Json& pair : pairs)
    text += fmt::format("    - [{}, {}]\n", pair[0].dump(), pair[1].dump());
  return text;
}

std::string pairs_text(const PairLists& lists) {
  const std::size_t looked_at = lists.always.size() + lists.never.size() + lists.sometimes.size();
  std::string text = wrapped(
      fmt::format(
          "pairs of its solids: {} do not move against each other and {} are on links that a "
          "joint connects; the other {} were looked at in {} states drawn evenly within the "
          "joints' limits",
          lists.left_out.rigid, lists.left_out.neighbours, looked_at, lists.states),
      2);
  text += fmt::format("\n  touch in all of them ({}){}\n{}", lists.always.size(),
                      lists.always.empty() ? "" : ":", pair_lines(lists.always));
  text += fmt::format("  touch in none of them, which is no proof that they never do ({}){}\n{}",
                      lists.never.size(), lists.never.empty() ? "" : ":", pair_lines(lists.never));
  text += fmt::format(
      "  touch in some ({}): to keep these apart and no others, put under `clearance:`\n",
      lists.sometimes.size());
  text += lists.sometimes.empty() ? "  self: []\n" : "  self:\n" + pair_lines(lists.sometimes);
  return text;
}

/// By how much solids overstate meshes, and which of the arm's own pairs touch. Throws Error.
ShapeAnswer examine_shapes(const Robot& robot, const Model& model, const ShapeOptions& options) {
  const int states = parse_integer(options.states, "--states", 1, 10'000'000);
  const MeshFolders folders = mesh_folders(options.meshes);
  const io::RobotSolids made = io::solids_of(
      robot, model, folders, options.hulls ? io::MeshesAs::hulls : io::MeshesAs::capsules);
  ShapeAnswer answer{fmt::format("\n{}: {} solids of its shapes\n", robot.file, made.solids.size()),
                     {}};
  Json shapes = Json::array();
  const std::vector<io::MeasuredMesh> meshes = io::measure_meshes(robot, folders);
  for (const io::MeasuredMesh& mesh : meshes) {
    answer.text += "  " + wrapped(mesh_text(mesh), 4) + "\n";
    shapes.push_back(mesh_json(mesh));
  }
  if (!meshes.empty()) {
    answer.text += wrapped(
        fmt::format(
            "  (volumes: of tetrahedra under triangles, of several hulls added up; distances: "
            "from {} points or more of each solid's surface to the nearest triangle)\n",
            io::points_of_surface),
        3);
  }
  const std::vector<std::string> unseen = made.unseen_links();
  for (const std::string& link : unseen) {
    answer.text +=
        fmt::format("  {} has a shape that cannot be read: NO PAIR OF IT IS BELOW\n", link);
  }
  const PairLists pairs = list_pairs(model, made.solids, states);
  answer.text += pairs_text(pairs);
  answer.json = {{"solids", made.words},
                 {"meshes", shapes},
                 {"unseen_links", unseen},
                 {"self_pairs",
                  {{"rigid", pairs.left_out.rigid},
                   {"neighbours", pairs.left_out.neighbours},
                   {"states", pairs.states},
                   {"always", pairs.always},
                   {"never_seen", pairs.never},
                   {"self", pairs.sometimes}}}};
  return answer;
}

Report examine_file(const std::string& file, const std::vector<LockedJoint>& locked,
                    const ShapeOptions& shapes) {
  Report report{file, {}, {}, {}};
  try {
    const Robot robot = load_held(file, locked);
    report.findings = examine(robot);
    const bool sound = report.count(Severity::error) == 0;
    try {
      const Model model = compile(rigidified(robot));
      report.contents = alembert::counted(robot.joints.size(), "joint") + ", " +
                        alembert::counted(model.dofs(), "coordinate");
      if (shapes.asked) report.shapes = examine_shapes(robot, model, shapes);
    } catch (const Error&) {
      // What the doctor called an error need not be said twice.
      if (sound) throw;
    }
  } catch (const Error& e) {
    const Location where = e.where().file.empty() ? Location{file, 0} : e.where();
    report.findings.push_back({Severity::error, where, e.reason(), e.fix()});
  }
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return report;
}

std::string finding_text(const Finding& finding) {
  static constexpr Colour colours[] = {Colour::bold, Colour::yellow, Colour::red};
  const std::string label = paint(on_stdout, colours[static_cast<int>(finding.severity)],
                                  std::string(to_string(finding.severity)) + ":");
  const std::string prefix = finding.where.prefix();
  std::string text = wrapped(
      fmt::format("{}{}{} {}", prefix, prefix.empty() ? "" : " ", label, finding.reason), 2);
  if (!finding.fix.empty()) text += wrapped("\n  fix: " + finding.fix, 7);
  return text + '\n';
}

std::string summary(const Report& report) {
  std::string tally;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const int count = report.count(severity);
    if (count > 0) {
      tally += (tally.empty() ? "" : ", ") + alembert::counted(count, to_string(severity));
    }
  }
  if (report.ok(true)) {
    const std::string healthy = paint(on_stdout, Colour::green, "healthy");
    return fmt::format("{}: {}: {}{}{}\n", report.file, healthy, report.contents,
                       tally.empty() ? "" : "; ", tally);
  }
  return fmt::format("{}: {}\n", report.file, tally);
}

Json as_json(const Report& report, bool strict) {
  Json findings = Json::array();
  for (const Finding& finding : report.findings) {
    findings.push_back({{"severity", to_string(finding.severity)},
                        {"file", finding.where.file},
                        {"line", finding.where.line},
                        {"reason", finding.reason},
                        {"fix", finding.fix}});
  }
  Json out = {{"robot", report.file}, {"ok", report.ok(strict)}, {"findings", findings}};
  if (!report.shapes.json.is_null()) out["shapes"] = report.shapes.json;
  return out;
}

Exit check(const CheckArguments& options) {
  std::vector<Report> reports;
  const std::vector<LockedJoint> locked = parse_locks(options.lock);
  for (const std::string& file : options.robots) {
    reports.push_back(examine_file(file, locked, options.shapes));
  }
  const bool ok = std::all_of(reports.begin(), reports.end(),
                              [&](const Report& report) { return report.ok(options.strict); });
  if (options.json) {
    Json robots = Json::array();
    for (const Report& report : reports) robots.push_back(as_json(report, options.strict));
    const Json document = robots.size() == 1 ? robots[0] : Json{{"ok", ok}, {"robots", robots}};
    fmt::print("{}", json_text(document));
  } else {
    for (const Report& report : reports) {
      for (const Finding& finding : report.findings) fmt::print("{}", finding_text(finding));
      fmt::print("{}{}", summary(report), report.shapes.text);
    }
  }
  return ok ? Exit::done : Exit::wrong_input;
}

}  // namespace

void add_check(Command& command) {
  auto& options = command.does(check);
  command.positionals("ROBOT", options.robots, "robot files: .yaml, .urdf or MJCF .xml");
  add_lock_option(command, options.lock);
  command.flag("--strict", options.strict, "fail on warnings too");
  command.flag(
      "--shapes", options.shapes.asked,
      "also of its collision shapes: by how much solids overstate meshes (volume, mm), and "
      "which of its own pairs touch");
  command.flag("--hulls", options.shapes.hulls,
               "with --shapes: pairs of hulls of meshes instead of capsules around them");
  command.option("--states", "N", options.shapes.states,
                 "with --shapes: in so many states (default 2000)");
  add_mesh_options(command, options.shapes.meshes);
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert check arm.urdf
  alembert check --strict robots/*.urdf
  alembert check arm.urdf --shapes

Looks for missing or impossible inertias (kg, kg m^2), lengths that look like millimetres instead of
m, angles that look like degrees instead of rad, ignored tags, limits of zero, and whatever else
keeps a robot from being computed. Ends with exit code 1 if there is an error.

--shapes says by how much the capsule around each mesh, and the hulls of its parts, overstate it,
and which pairs touch in all, none or some of the states drawn: those that do in some are a list
for `clearance: {self: ...}`.

--json gives {"robot", "ok", "findings": [{"severity", "file", "line", "reason", "fix"}]}, with
--shapes {"shapes": {"solids", "meshes", "unseen_links", "self_pairs"}} in it; of several files
{"ok", "robots": [...]}.)");
}

}  // namespace alembert::cli
