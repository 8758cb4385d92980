// alembert simulate: does the plan survive mismatch?
#include <algorithm>

#include "alembert/bending_model.hpp"
#include "alembert/report.hpp"
#include "interrupt.hpp"
#include "io/document_words.hpp"
#include "motion_argument.hpp"
#include "page_output.hpp"
#include "simulations.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct SimulateArguments {
  std::string motion, controller = "computed-torque";
  std::string frequency = "30", damping = "1", rate = "1000", delay = "0", hold = "0";
  std::string model_error = "0", payload = "0", payload_frame;
  std::string position_noise = "0", velocity_noise = "0";
  std::string seed = "1", runs = "1", threshold = "0.01";
  BendingArguments bending;
  FreeArguments free;
  RunOutput output;
  bool no_torque_limits = false, anyway = false;
};

double parse_from_zero(const std::string& text, const std::string& option) {
  const double value = parse_numbers(text, option, 1, "NUMBER")[0];
  if (value < 0.0) {
    throw UsageError(fmt::format("{} is {}", option, text), "give a number from 0 up");
  }
  return value;
}

SimulateOptions parsed(const SimulateArguments& options) {
  SimulateOptions all;
  ControlOptions& control = all.control;
  const Spellings kinds = words_of(Controller());
  const auto kind = std::find(kinds.begin(), kinds.end(), options.controller);
  control.kind = static_cast<Controller>(kind - kinds.begin());
  control.frequency = parse_from_zero(options.frequency, "--frequency");
  control.damping = parse_from_zero(options.damping, "--damping");
  control.rate = parse_from_zero(options.rate, "--rate");
  control.delay = parse_from_zero(options.delay, "--delay");
  all.hold = parse_from_zero(options.hold, "--hold");
  PlantMismatch& mismatch = all.mismatch;
  mismatch.model_error = 0.01 * parse_from_zero(options.model_error, "--model-error");
  mismatch.payload = parse_from_zero(options.payload, "--payload");
  mismatch.position_noise = parse_from_zero(options.position_noise, "--position-noise");
  mismatch.velocity_noise = parse_from_zero(options.velocity_noise, "--velocity-noise");
  mismatch.torque_limits = !options.no_torque_limits;
  mismatch.seed = static_cast<unsigned>(parse_integer(options.seed, "--seed", 0, 1'000'000'000));
  if (mismatch.model_error >= 1.0) {
    throw UsageError(fmt::format("--model-error is {} %", options.model_error),
                     "give less than 100");
  }
  if (control.rate == 0.0 &&
      (control.delay > 0.0 || mismatch.position_noise > 0.0 || mismatch.velocity_noise > 0.0)) {
    throw UsageError("--rate 0 is control without instants, and has no noise and no delay",
                     "give a rate in Hz, for example --rate 10000");
  }
  if (mismatch.payload > 0.0 && options.payload_frame.empty()) {
    throw UsageError("--payload without --payload-frame", "say which frame carries it");
  }
  return all;
}

/// The worst of all is run once more, for its samples. Ctrl-C ends it after the run at hand.
std::vector<RunOutcome> run_all(const GivenMotion& given, SimulateOptions options, int count) {
  std::vector<RunOutcome> outcomes;
  const GentleInterrupt interrupt;
  ProgressBar bar("runs");
  for (int i = 0; i < count && !(i > 0 && GentleInterrupt::asked()); ++i) {
    const Simulation run = simulate(given.file.problem, given.motion(), options);
    outcomes.push_back(outcome(run, options.mismatch.seed));
    ++options.mismatch.seed;
    bar.update(static_cast<double>(i + 1) / count);
  }
  return outcomes;
}

/// The plan, and what became of it.
std::string run_page(const GivenMotion& given, const SimulateOptions& how, const Simulation& run,
                     double threshold) {
  PageMotion shown = page_motion(given.file, given.document);
  shown.run = {how, run, threshold};
  std::vector<UndrawnMesh> undrawn;
  std::string page = motion_html({shown}, page_origin(), &undrawn);
  note_undrawn(undrawn);
  return page;
}

/// What is known of stiff arms alone.
void refuse_stiff_options(const SimulateArguments& options) {
  if (options.runs != "1" || options.model_error != "0" || options.payload != "0" ||
      options.position_noise != "0" || options.velocity_noise != "0") {
    throw UsageError("--runs, --model-error, --payload and noise are for stiff arms",
                     "leave them out");
  }
}

Exit simulate_motion(const SimulateArguments& options) {
  SimulateOptions how = parsed(options);
  const RunOutput& output = options.output;
  if (is_bending_robot(options.motion)) {
    return simulate_bending(options.motion, options.bending, how.control, how.hold, output);
  }
  if (is_robot_file(options.motion)) {
    return simulate_free_robot(options.motion, options.free, options.bending, output);
  }
  const int count = parse_integer(options.runs, "--runs", 1, 1'000'000);
  const double threshold = parse_positive(options.threshold, "--threshold");
  const GivenMotion given = load_given_motion(options.motion, output.meshes);
  if (!may_go_on(given, options.anyway, "simulated")) return Exit::not_reached;
  const ProblemDocument& asked = given.document.problem;
  if (!options.bending.on.empty()) {
    refuse_stiff_options(options);
    return simulate_on_bending(asked.joints, given.motion(), options.bending, how.control, how.hold,
                               output);
  }
  if (bends(given.file.problem.model)) {
    refuse_stiff_options(options);
    return simulate_bending_motion(given.file, given.motion(), options.bending, how.control,
                                   how.hold, output);
  }
  if (!options.payload_frame.empty()) {
    how.mismatch.payload_frame = given.file.problem.model.frame(options.payload_frame);
  }
  std::vector<RunOutcome> runs;
  SimulateOptions shown = how;
  if (count > 1) {
    runs = run_all(given, how, count);
    if (runs.size() < static_cast<std::size_t>(count)) {
      note(fmt::format("stopped after {} of {} runs", runs.size(), count));
    }
    shown.mismatch.seed = worst(runs).seed;
  }
  const Simulation run = simulate(given.file.problem, given.motion(), shown);
  if (!output.csv.empty()) write_out(output.csv, simulation_csv(asked, run));
  if (!output.plot.empty()) write_out(output.plot, simulation_plot(asked, shown, run));
  if (!output.report.empty()) write_out(output.report, run_page(given, shown, run, threshold));
  if (output.json) {
    const Controller controller = how.control.kind;
    write_out("", count > 1 ? write_simulation(given.name(), controller, threshold, runs)
                            : write_simulation(given.name(), controller, threshold, run));
  } else {
    write_out("", count > 1 ? runs_text(asked, how, runs, threshold, coloured)
                            : simulation_text(asked, how, run, threshold, coloured));
  }
  // The one shown is the worst.
  const bool all = count == 1 || runs.size() == static_cast<std::size_t>(count);
  return all && run.survives(threshold) ? Exit::done : Exit::not_reached;
}

void add_reality(Command& command, SimulateArguments& options) {
  command.option(
      "--model-error", "PERCENT", options.model_error,
      "masses, inertias and mass centres of the arm are off by random shares up to this");
  command.option("--payload", "KG", options.payload,
                 "a mass (kg) that the controller does not know");
  command.option("--payload-frame", "NAME", options.payload_frame, "the frame that carries it");
  command.option("--position-noise", "X", options.position_noise,
                 "deviation of what is measured, rad or m");
  command.option("--velocity-noise", "X", options.velocity_noise,
                 "deviation of what is measured, rad/s or m/s");
  command.flag("--no-torque-limits", options.no_torque_limits,
               "let motors give more than the problem's limits (N m, N)");
  command.option("--seed", "N", options.seed, "the same seed gives the same run (default 1)");
}

}  // namespace

void add_simulate(Command& command) {
  auto& options = command.does(simulate_motion);
  command.positional("MOTION", options.motion, motion_argument_help);
  const Spellings kinds = words_of(Controller());
  command.choice("--controller", {kinds.begin(), kinds.end()}, options.controller,
                 "(default computed-torque)");
  command.option("--frequency", "W", options.frequency,
                 "natural frequency of the error, rad/s (default 30)");
  command.option("--damping", "Z", options.damping, "its damping ratio (default 1)");
  command.option("--rate", "HZ", options.rate,
                 "how often a torque is computed, Hz; it is held in between (default 1000; 0: at "
                 "every instant)");
  command.option("--delay", "S", options.delay, "age of a measurement when its torque acts, s");
  command.option("--hold", "S", options.hold, "hold the goal so long afterwards, s");
  add_reality(command, options);
  add_free_options(command, options.free);
  add_bending_options(command, options.bending);
  command.option("--runs", "N", options.runs, "as many arms and noises, from --seed on");
  command.option("--threshold", "X", options.threshold,
                 "largest joint error that a plan survives, rad or m (default 0.01)");
  command.option("--csv", "FILE", options.output.csv, "the run, or the worst of several");
  command.option("--plot", "FILE.svg", options.output.plot, "position, error and torque of it");
  command.option("--report", "FILE.html", options.output.report,
                 "a page of it to look at, beside the plan");
  command.flag("--anyway", options.anyway, "simulate a motion that was not solved, too");
  add_mesh_options(command, options.output.meshes);
  command.flag("--json", options.output.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert simulate arm.reach.motion
  alembert simulate arm.reach.motion --model-error 5 --payload 0.5 --payload-frame tool0
  alembert simulate arm.reach.motion --model-error 5 --runs 100 --plot worst.svg --json
  alembert simulate arm.urdf --q 0.1,0.2,0.3 --v 0,1,0 --duration 5 --csv fall.csv --plot fall.svg
  alembert simulate models/flexible_two_link.yaml --to 1,0.5 --move 1.5 --hold 3 --plot swing.svg
  alembert simulate models/flexible_two_link.yaml --to 1,0.5 --move 1.5 --hold 3 --shaper quiet

The controller knows the robot's file, the arm that moves is another. Computed torque asks the model
for the torque (N m, N) of a_planned + 2 Z W (v_planned - v) + W^2 (q_planned - q); PD + gravity holds
the arm where it is and pulls it to the plan; feed-forward gives the planned torque, whatever
happens. The PD controllers scale their gains by the largest inertia each joint feels on the way.
What a motion carries and its loads are known to the controller.

In place of MOTION a robot's file and a state: the arm is left to itself from there, under gravity,
friction, springs and constant torques (--tau, N m or N; default none), for --duration seconds. Its
energy is told with the work done on it; joints that pass their limits are named, not stopped. The CSV
(t, q, v, a) is one that `alembert id`, `energy`, `com` and `pose --trajectory` read.

A motion of a robot whose links bend (docs/flexible.md) is led by its joints (--perfect) or by the
controller, which, at every instant, takes the links for stiff. In place of MOTION such a robot
itself: it moves from --from to --to, or from rest under no torques. Energy and
work are compared; deflections over 10 % of a link's length are said and end with exit 3.

Exit 0 if every run stays within the threshold, 3 if one does not or the arm diverges, or if the
motion was not solved (then --anyway goes on). Ctrl-C ends --runs with those that are done, and 3.)");
}

}  // namespace alembert::cli
