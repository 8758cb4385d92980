// alembert excite: the motion whose log tells most about a robot's parameters.
#include "alembert/excitation.hpp"
#include "alembert/identification.hpp"
#include "alembert/report.hpp"
#include "log_options.hpp"
#include "motion_argument.hpp"
#include "motion_output.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct ExciteArguments {
  std::string robot, limits, output, duration = "20", starts = "3", samples = "401", seed = "1";
  std::vector<std::string> after, beside, lock;
  LogOptions format;
  MeshOptions meshes;
  bool json = false;
};

/// What logs tell already, and how noisy torques were in them.
void look_only_at_unknown(const ExciteArguments& arguments, const MotionFile& file,
                          ExciteOptions& options) {
  if (arguments.after.empty()) return;
  IdentifyOptions how;
  how.compile = file.compile;
  how.bootstrap = 0;
  how.checkpoint = options.checkpoint;
  const auto logs = load_logs(arguments.after, file.problem.model, arguments.format);
  const Identification found = identify(file.robot, logs, how);
  options.known = found.information;
  options.noise = found.fitted.identified.rms.cwiseMax(1e-6);
}

std::string parameters_text(const Excitation& found) {
  std::vector<ExcitedParameter> worst = found.parameters;
  std::sort(worst.begin(), worst.end(), [](const ExcitedParameter& a, const ExcitedParameter& b) {
    return a.deviation / a.size > b.deviation / b.size;
  });
  worst.resize(std::min<std::size_t>(worst.size(), 8));
  Table table({"told least of", right("±"), "unit"});
  for (const ExcitedParameter& p : worst) {
    table.row({p.name, fmt::format("{:.2g}", 1.96 * p.deviation), p.unit});
  }
  return table.text();
}

/// How many times narrower the widest interval is than that of a logged motion in the same time.
struct Beside {
  std::string log;
  double narrower = 0.0;
};

std::vector<Beside> beside_logs(const ExciteArguments& arguments, const MotionFile& file,
                                const Excitation& found, const ExciteOptions& options) {
  std::vector<Beside> out;
  ExciteOptions alone = options;
  alone.known.resize(0, 0);
  for (const std::string& path : arguments.beside) {
    const auto log = load_logs({path}, file.problem.model, arguments.format).front();
    double widest = 0.0;
    for (const ExcitedParameter& p : told_by(file.problem.model, *log, alone)) {
      widest = std::max(widest, p.deviation / p.size);
    }
    out.push_back({path, widest / (found.worst().deviation / found.worst().size)});
  }
  return out;
}

Solution excited_solution(const Excitation& found) {
  Solution out;
  out.status = MotionStatus::solved;
  out.motion = found.motion;
  out.objective = found.log_det;
  out.objective_terms = {{"information", found.log_det}};
  out.start = 0;
  out.seconds = found.seconds;
  out.certificate.method = MotionCertificate::Method::proven;
  out.certificate.proof = found.proof;
  for (const LimitProof& limit : found.proof.limits) out.certificate.limits.push_back(limit.worst);
  return out;
}

Json excitation_json(const Excitation& found, const std::vector<Beside>& beside) {
  Json parameters = Json::array(), logs = Json::array();
  for (const ExcitedParameter& p : found.parameters) {
    parameters.push_back(
        {{"name", p.name}, {"unit", p.unit}, {"deviation", p.deviation}, {"size", p.size}});
  }
  for (const Beside& b : beside) logs.push_back({{"log", b.log}, {"narrower", b.narrower}});
  return {{"duration", found.motion.duration()},
          {"holds", found.proof.holds()},
          {"log_det", found.log_det},
          {"worst", found.worst().name},
          {"worst_deviation", found.worst().deviation},
          {"parameters", parameters},
          {"beside", logs},
          {"repaired", found.repaired},
          {"shrunk", found.shrunk},
          {"starts", found.starts},
          {"seconds", found.seconds}};
}

Exit excite_robot(const ExciteArguments& arguments) {
  if (arguments.robot.empty() == arguments.limits.empty()) {
    throw UsageError(arguments.robot.empty() ? "which robot moves is not said"
                                             : "both ROBOT and --limits are given",
                     "give ROBOT, or --limits PROBLEM.yaml, which names its robot");
  }
  ExciteOptions options;
  options.duration = parse_positive(arguments.duration, "--duration");
  options.starts = parse_integer(arguments.starts, "--starts", 1, 1000);
  options.seed = static_cast<unsigned>(parse_integer(arguments.seed, "--seed", 0, 1 << 30));
  const int count = parse_integer(arguments.samples, "--samples", 2, 1'000'000);
  StatusLine status;
  options.checkpoint = [&](const std::string& what) {
    if (status.due()) status.draw(what + " …");
  };
  MotionFile file =
      load_limits(arguments.limits, arguments.robot, arguments.lock, arguments.meshes);
  file.name = file.robot.name + "_excite";
  const std::string folder = motion_folder(arguments.output, arguments.json, file.name);
  look_only_at_unknown(arguments, file, options);
  const Excitation found = excite(file.problem, options);
  const std::vector<Beside> beside = beside_logs(arguments, file, found, options);
  file.problem = found.problem;
  MotionDocument document =
      motion_document(file, excited_solution(found), sample(found.problem, found.motion, count));
  document.message =
      proof_sentence(found.proof) + friction_words(found.problem) + unseen_words(file.unseen_links);
  const std::vector<std::string> written = write_motion_files(folder, file, document);
  if (arguments.json) {
    document.samples.clear();
    Json answer = {{"name", file.name}};
    answer.update(excitation_json(found, beside));
    answer["motion"] = Json::parse(write_motion(document, "."));
    write_out("", json_text(answer));
  } else {
    std::string text = fmt::format(
        "{}: {}\n\n{:.4g} s from rest to rest in the same pose, found in {:.2g} s from {} starts\n",
        file.name, coloured(true, document.message), found.motion.duration(), found.seconds,
        found.starts);
    if (found.repaired) text += "brought within all limits by the motion optimiser\n";
    if (found.shrunk < 1.0) {
      text +=
          fmt::format("drawn to {:.0f} % of its size to keep all limits\n", 100.0 * found.shrunk);
    }
    for (const Beside& b : beside) {
      text += fmt::format("the widest interval is {:.3g} times narrower than that of {}\n",
                          b.narrower, b.log);
    }
    text += "\n" + parameters_text(found) + "\n" + proof_table(found.proof) + "\n" +
            wrapped(fmt::format("written: {}", fmt::join(written, ", ")), 9) + "\n";
    write_out("", text);
  }
  return found.proof.holds() ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_excite(Command& command) {
  auto& options = command.does(excite_robot);
  command.optional_positional("ROBOT", options.robot, "robot file: .yaml, .urdf or MJCF .xml");
  command.option("--limits", "PROBLEM.yaml", options.limits,
                 "within the limits of this problem, with its loads, what it carries, path limits "
                 "and obstacles, instead of ROBOT");
  command.option("--duration", "S", options.duration, "seconds of the motion (default 20)");
  command.repeatable("--after", "LOG.csv", options.after,
                     "look only at what this log does not tell");
  command.repeatable("--beside", "LOG.csv", options.beside,
                     "tell how much more is told than by this log's motion in the same time");
  command.option("--starts", "N", options.starts, "random motions to begin from (default 3)");
  command.option("--seed", "N", options.seed, "of random motions (default 1)");
  command.option("--output", "DIR", options.output,
                 "folder for motion.json, motion.csv, motion.svg, report.md and report.html "
                 "(default: the robot's name + _excite.motion; with --json none)");
  command.option("--samples", "N", options.samples,
                 "instants in the files, both ends included (default 401)");
  add_log_options(command, options.format);
  add_mesh_options(command, options.meshes);
  add_lock_option(command, options.lock);
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert excite arm.urdf --duration 25
  alembert excite arm.urdf --after log.csv --output next
  alembert export arm_excite.motion/motion.json --rate 1000

The motion begins and ends at rest in one pose, without acceleration, so that it may be repeated;
every limit is proven at every instant. Where a file has no velocity (rad/s) or acceleration
(rad/s^2) limit, 2 rad/s and top speed in a quarter of a second are taken.

--json gives {"duration", "holds", "log_det", "worst", "parameters": [{"name", "unit", "deviation",
"size"}], "beside": [{"log", "narrower"}], "motion"}.)");
}

}  // namespace alembert::cli
