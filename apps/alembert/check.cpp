// alembert check: the model doctor.
#include <algorithm>

#include "alembert/doctor.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/model.hpp"
#include "check_shapes.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

using Severity = Finding::Severity;

struct CheckArguments {
  std::vector<std::string> robots, lock;
  bool strict = false;
  bool json = false;
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

std::string counted(int count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
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
      report.contents = counted(static_cast<int>(robot.joints.size()), "joint") + ", " +
                        counted(model.dofs(), "coordinate");
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

const char* name_of(Severity severity) {
  static constexpr const char* names[] = {"note", "warning", "error"};
  return names[static_cast<int>(severity)];
}

std::string finding_text(const Finding& finding) {
  static constexpr Colour colours[] = {Colour::bold, Colour::yellow, Colour::red};
  const std::string label = paint(on_stdout, colours[static_cast<int>(finding.severity)],
                                  std::string(name_of(finding.severity)) + ":");
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
      if (!tally.empty()) tally += ", ";
      tally += counted(count, name_of(severity));
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
    findings.push_back({{"severity", name_of(finding.severity)},
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
  auto options = std::make_shared<CheckArguments>();
  command.positionals("ROBOT", options->robots, "robot files: .yaml, .urdf or MJCF .xml");
  add_lock_option(command, options->lock);
  command.flag("--strict", options->strict, "fail on warnings too");
  command.flag(
      "--shapes", options->shapes.asked,
      "also of its collision shapes: by how much solids overstate meshes (volume, mm), and "
      "which of its own pairs touch");
  command.flag("--hulls", options->shapes.hulls,
               "with --shapes: pairs of hulls of meshes instead of capsules around them");
  command.option("--states", "N", options->shapes.states,
                 "with --shapes: in so many states (default 2000)");
  add_mesh_options(command, options->shapes.meshes);
  command.flag("--json", options->json, "answer with one JSON document");
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
  command.runs([options] { return check(*options); });
}

}  // namespace alembert::cli
