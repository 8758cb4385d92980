// alembert payload: what is in a robot's hand, from logs.
#include "alembert/payload.hpp"

#include "alembert/io.hpp"
#include "alembert/report.hpp"
#include "log_options.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct PayloadArguments {
  std::string robot, frame;
  std::vector<std::string> logs, empty, lock;
  LogOptions format;
  bool json = false;
};

std::string payload_text(const PayloadEstimate& found) {
  Table table({"", right("found"), right("±"), "unit", ""});
  const auto row = [&](const char* name, const Interval& x, const char* unit) {
    table.row({name, fmt::format("{:.5g}", x.value), fmt::format("{:.2g}", x.upper - x.value), unit,
               to_string(x.knowledge)});
  };
  row("mass", found.mass, "kg");
  constexpr const char* axes[] = {"centre x", "centre y", "centre z"};
  for (std::size_t k = 0; k < found.centre.size(); ++k) row(axes[k], found.centre[k], "m");
  constexpr const char* moments[] = {"xx", "xy", "xz", "yy", "yz", "zz"};
  for (std::size_t k = 0; k < found.moments.size(); ++k) {
    row(moments[k], found.moments[k], "kg m^2");
  }
  std::string text = fmt::format(
      "in hand at '{}': {:.4g} kg; torques are explained to {:.3g} %, empty-handed to {:.3g} %\n\n",
      found.frame, found.inertia.mass, 100.0 * found.scores.identified.relative,
      100.0 * found.scores.friction.relative);
  text += table.text() + "\nto paste into a problem file:\n\n" + carry_text(found) + "\n\n";
  for (const Finding& finding : found.findings) text += finding.text() + "\n";
  return text;
}

Exit weigh(const PayloadArguments& arguments) {
  if (arguments.frame.empty()) {
    throw UsageError("--frame is missing", "name the link or frame that holds it");
  }
  const Robot robot = load_robot(arguments.robot);
  report_findings(robot);
  PayloadOptions options;
  options.frame = arguments.frame;
  options.identify.compile.locked = parse_locks(arguments.lock);
  options.identify.bootstrap = 0;
  const Model model = compile(robot, options.identify.compile);
  const auto logs = load_logs(arguments.logs, model, arguments.format);
  options.empty = load_logs(arguments.empty, model, arguments.format);
  StatusLine status;
  options.identify.checkpoint = [&](const std::string& what) { status.draw(what + " …"); };
  const PayloadEstimate found = identify_payload(robot, logs, options);
  write_out("", arguments.json ? json_text(Json::parse(payload_json(found))) : payload_text(found));
  return found.mass.knowledge == Knowledge::unknown ? Exit::not_reached : Exit::done;
}

}  // namespace

void add_payload(Command& command) {
  auto& options = command.does(weigh);
  command.positional("ROBOT", options.robot, "robot file: .yaml, .urdf or MJCF .xml");
  command.positionals("LOG.csv", options.logs,
                      "logs with it in hand: columns t (s), q.NAME (rad, m), tau.NAME (N m, N); in "
                      "motion, or at rest in a few poses");
  command.option("--frame", "NAME", options.frame,
                 "link or frame that holds it: the answer is in its components");
  command.repeatable("--empty", "LOG.csv", options.empty,
                     "a log with nothing in hand: the arm's own parameters are taken from it");
  add_log_options(command, options.format);
  add_lock_option(command, options.lock);
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert payload arm.urdf loaded.csv --frame flange --empty empty.csv

At rest mass and centre are told by a few poses, moments of inertia by motion alone. Intervals are
those of 95 %. Ends with 3 where the logs do not tell the mass.

--json gives {"frame", "mass", "centre": [x, y, z], "moments": [xx, xy, xz, yy, yz, zz], "carry",
"findings"}; each is {"value", "lower", "upper", "knowledge"}.)");
}

}  // namespace alembert::cli
