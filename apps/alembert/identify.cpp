// alembert identify: a robot's parameters from its own logs.
#include <algorithm>
#include <filesystem>

#include "alembert/collision_shapes.hpp"
#include "alembert/identification.hpp"
#include "alembert/io.hpp"
#include "alembert/report.hpp"
#include "log_options.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct IdentifyArguments {
  std::string robot, output, report;
  std::vector<std::string> logs, validate, lock;
  LogOptions format;
  std::string links, bandwidth, prior, folds = "5", bootstrap = "60";
  bool rotors = false, springs = false, no_friction = false, no_offsets = false;
  bool no_inertias = false, no_delays = false, no_direction = false;
  bool all = false, force = false, json = false;
};

IdentifyOptions options_of(const IdentifyArguments& arguments) {
  IdentifyOptions out;
  out.compile.locked = parse_locks(arguments.lock);
  out.links = parse_words(arguments.links);
  out.inertias = !arguments.no_inertias;
  out.friction = !arguments.no_friction;
  out.offsets = !arguments.no_offsets;
  if (arguments.rotors) out.rotors = true;
  if (arguments.springs) out.springs = true;
  if (arguments.no_direction) out.direction = Fitted::no;
  parse_if_given(arguments.prior, "--prior", out.prior_weight);
  parse_if_given(arguments.bandwidth, "--bandwidth", out.bandwidth);
  out.folds = parse_integer(arguments.folds, "--folds", 2, 50);
  out.bootstrap = parse_integer(arguments.bootstrap, "--bootstrap", 0, 100'000);
  out.delays = !arguments.no_delays;
  return out;
}

/// With the shapes that its file has.
void write_robot(const Robot& before, const Robot& robot, const std::string& path) {
  const LinkShapes collisions = load_collisions(before);
  const std::string ending = std::filesystem::path(path).extension();
  std::vector<std::string> lost;
  if (ending == ".urdf") {
    write_out(path, urdf_with_collisions(robot, collisions, &lost));
  } else if (ending == ".yaml" || ending == ".yml") {
    write_out(path, yaml_with_collisions(robot, collisions));
  } else {
    throw UsageError(fmt::format("'{}' does not tell the format", path),
                     "end --output in .yaml or .urdf");
  }
  for (const std::string& phrase : lost) {
    fmt::print(stderr, "{}: warning: URDF cannot hold: {}\n", path, phrase);
  }
}

Exit identify_robot(const IdentifyArguments& arguments) {
  refuse_to_replace(arguments.output, arguments.force);
  refuse_to_replace(arguments.report, arguments.force);
  IdentifyOptions options = options_of(arguments);
  const Robot robot = load_robot(arguments.robot);
  report_findings(robot);
  const LinkShapes collisions = load_collisions(robot);
  options.shapes.assign(collisions.begin(), collisions.end());
  const Model model = compile(robot, options.compile);
  const auto logs = load_logs(arguments.logs, model, arguments.format);
  options.validate = load_logs(arguments.validate, model, arguments.format);
  StatusLine status;
  options.checkpoint = [&](const std::string& what) { status.draw(what + " …"); };
  const Identification found = identify(robot, logs, options);
  if (!arguments.output.empty()) write_robot(robot, found.robot, arguments.output);
  if (!arguments.report.empty()) {
    write_out(arguments.report,
              identification_html(found, fmt::format("alembert identify {} {}", arguments.robot,
                                                     fmt::join(arguments.logs, " "))));
  }
  const bool bad = found.worse_than_file() ||
                   std::any_of(found.findings.begin(), found.findings.end(), [](const Finding& f) {
                     return f.severity == Finding::Severity::error;
                   });
  if (arguments.json) {
    write_out("", json_text(Json::parse(identification_json(found))));
  } else {
    write_out("", identification_text(found, arguments.all, coloured));
    for (const std::string& file : {arguments.output, arguments.report}) {
      if (!file.empty()) fmt::print("written: {}\n", file);
    }
  }
  return bad ? Exit::not_reached : Exit::done;
}

}  // namespace

void add_identify(Command& command) {
  auto& options = command.does(identify_robot);
  command.positional("ROBOT", options.robot, "robot file: .yaml, .urdf or MJCF .xml");
  command.positionals("LOG.csv", options.logs,
                      "logs: columns t (s), q.NAME (rad, m), tau.NAME (N m, N) of every joint; "
                      "v.NAME and a.NAME where they were measured; other columns are left alone");
  command.option("--output", "FILE", options.output,
                 "the robot with what was found: .yaml or .urdf");
  command.option("--report", "FILE.html", options.report, "a page with plots");
  command.repeatable("--validate", "LOG.csv", options.validate,
                     "a log to judge by, which is not fitted to");
  command.option("--links", "a,b", options.links, "fit the inertias of these links only");
  add_log_options(command, options.format);
  command.flag("--rotors", options.rotors,
               "fit rotor inertias (else where the file has them), kg m^2");
  command.flag("--springs", options.springs, "fit springs (else where the file has them), N m/rad");
  command.flag("--no-inertias", options.no_inertias, "leave inertias as in the file");
  command.flag("--no-friction", options.no_friction, "leave friction as in the file");
  command.flag("--no-offsets", options.no_offsets, "torque sensors have no offset");
  command.flag("--no-delays", options.no_delays, "torques and positions have one clock");
  command.flag("--no-direction", options.no_direction, "friction is the same both ways");
  command.option("--prior", "WEIGHT", options.prior,
                 "how much the file's inertias count (default: chosen by held-out blocks)");
  command.option("--bandwidth", "HZ", options.bandwidth,
                 "of positions, Hz (default: chosen from the data)");
  command.option("--folds", "N", options.folds, "parts that are held out in turn (default 5)");
  command.option("--bootstrap", "N", options.bootstrap,
                 "resamplings that check the intervals (default 60; 0: none)");
  add_lock_option(command, options.lock);
  command.flag("--all", options.all, "every parameter, not only base parameters");
  command.flag("--force", options.force, "replace files that exist");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert identify arm.urdf log.csv --output identified.yaml --report page.html
  alembert identify arm.urdf log1.csv log2.csv --validate log3.csv
  alembert identify arm.yaml currents.csv --torque-constant 12.5,12.5,9.1 --degrees

Inertias are always possible ones. The file's values are the prior: how much they count is chosen by
blocks of the logs that are held out, those through the same poses together. Offsets are those of
the sensors: they are told, but not written. Ends with 3 where what was found is worse than the file
on data that were not used, or where the logs have an error. Read docs/identify.md.

--json gives {"robot", "scores": [...], "joints": [...], "base": [...], "parameters": [...],
"prior": {...}, "findings": [...]}; intervals are those of 95 %.)");
}

}  // namespace alembert::cli
