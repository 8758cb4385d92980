// Robots whose links bend.
#include <algorithm>

#include "alembert/arm_modes.hpp"
#include "alembert/bending_model.hpp"
#include "alembert/io.hpp"
#include "alembert/page.hpp"
#include "alembert/plot.hpp"
#include "alembert/task.hpp"
#include "page_output.hpp"
#include "report/plot_parts.hpp"
#include "simulations.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

Eigen::VectorXd joints_of(const std::string& text, const std::string& option,
                          const FlexibleModel& model) {
  if (text.empty()) return Eigen::VectorXd::Zero(model.joints);
  return parse_joints(text, option, model.joints);
}

/// The first frequency at the goal with all joints held, and its damping.
std::pair<double, double> first_mode(const FlexibleModel& model, const Eigen::VectorXd& q) {
  ModesOptions held;
  for (int j = 0; j < model.joints; ++j) held.locked.push_back(j);
  const ArmModes modes = arm_modes(model, q, held);
  return {modes.frequencies[0], modes.damping[0]};
}

JointPath path_of(const BendingArguments& options, const FlexibleModel& model) {
  if (!options.ramp.empty()) {
    const Eigen::VectorXd ramp = parse_numbers(options.ramp, "--ramp", 2, "SPEED,SECONDS");
    return spin_up(model.joints, ramp[0], ramp[1]);
  }
  if (options.to.empty()) return {};
  const Eigen::VectorXd from = joints_of(options.from, "--from", model);
  const Eigen::VectorXd to = joints_of(options.to, "--to", model);
  const double move = parse_positive(options.move, "--move");
  if (options.shaper == "none") return rest_to_rest(from, to, move);
  if (options.shaper == "quiet") return quiet(model, rest_to_rest(from, to, move));
  // The whole takes as long as without it, so the copies are faster.
  const Shaper shaper = options.shaper == "zv" ? Shaper::zv : Shaper::zvd;
  const auto [frequency, damping] = first_mode(model, to);
  const double delay = shaper_delay(shaper, frequency, damping);
  if (delay >= move) {
    throw UsageError(
        fmt::format("--shaper {} alone takes {:.3g} s at the first frequency, {:.3g} Hz",
                    options.shaper, delay, frequency),
        "give --move more time");
  }
  return shaped(rest_to_rest(from, to, move - delay), shaper, frequency, damping);
}

std::string run_text(const FlexibleModel& model, const FlexibleSimulation& run, bool has_path) {
  Table table({"link", right("length m"), right("largest tip deflection m"), right("% of length"),
               right("at s"), right("swings on by m")});
  for (const TipReport& tip : run.tips) {
    table.row({tip.link, fmt::format("{:g}", tip.length), fmt::format("{:.4g}", tip.largest),
               fmt::format("{:.3g}", 100.0 * tip.largest / tip.length),
               fmt::format("{:.4g}", tip.at),
               has_path ? fmt::format("{:.3g}", tip.residual) : "-"});
  }
  std::string text = fmt::format("{}: {} joints, {} amplitudes, {} s in {} steps\n\n", model.name,
                                 model.joints, model.amplitudes(), significant(run.end), run.steps);
  text += table.text();
  text += fmt::format("\nenergy and work agree to {:.1e} of the largest energy, {:.4g} J\n",
                      run.energy_error, run.largest_energy);
  if (has_path) {
    text += fmt::format("joints leave their path by at most {:.3g} rad or m\n", run.largest_error);
  }
  if (run.diverged) {
    text +=
        fmt::format("DIVERGED at {:.4g} s: a link bends by more than its own length\n", run.end);
  } else if (!run.valid()) {
    text += "NOT VALID: a link bends by more than 10 % of its length, where the model ends\n";
  }
  return text;
}

Json run_json(const Robot& robot, const FlexibleModel& model, const FlexibleSimulation& run) {
  const auto tip_json = [](const TipReport& tip) {
    return Json{{"link", tip.link}, {"length", tip.length},     {"largest_deflection", tip.largest},
                {"at", tip.at},     {"residual", tip.residual}, {"valid", tip.valid()}};
  };
  const FlexibleSample& last = run.samples.back();
  return {
      {"robot", robot.file},
      {"coordinates", json_names(model.coordinates)},
      {"end", run.end},
      {"steps", run.steps},
      {"diverged", run.diverged},
      {"valid", run.valid()},
      {"energy_error", run.energy_error},
      {"largest_energy", run.largest_energy},
      {"largest_joint_error", run.largest_error},
      {"residual", run.residual()},
      {"tips", json_list(run.tips, tip_json)},
      {"final",
       {{"t", last.t}, {"z", json_vector(last.z)}, {"tips", json_matrix(last.tips.transpose())}}}};
}

std::string run_csv(const FlexibleModel& model, const FlexibleSimulation& run) {
  std::string text = "t";
  for (const Coordinate& c : model.coordinates) text += ",z." + c.name;
  for (const Coordinate& c : model.coordinates) text += ",v." + c.name;
  for (int j = 0; j < model.joints; ++j) text += ",tau." + model.coordinates[j].name;
  for (const TipReport& tip : run.tips) {
    text += fmt::format(",{0}.tip.x,{0}.tip.y,{0}.tip.z", tip.link);
  }
  text += ",energy\n";
  for (const FlexibleSample& s : run.samples) {
    text += fmt::format("{}", s.t);
    for (const Eigen::VectorXd* x : {&s.z, &s.v, &s.tau}) {
      for (const double value : *x) text += fmt::format(",{}", value);
    }
    for (const double value : s.tips.reshaped()) text += fmt::format(",{}", value);
    text += fmt::format(",{}\n", s.energy);
  }
  return text;
}

std::string run_plot(const FlexibleModel& model, const FlexibleSimulation& run) {
  const auto line = [&](const std::string& label, auto value) {
    return report::line_over_time(label, run.samples, value);
  };
  Plot joints{"Joints", "t, s", "rad or m"};
  for (int j = 0; j < model.joints; ++j) {
    joints.lines.push_back(
        line(model.coordinates[j].name, [j](const FlexibleSample& s) { return s.z[j]; }));
  }
  Plot tips{"Tip deflection", "t, s", "m"};
  for (std::size_t i = 0; i < run.tips.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      PlotLine made = line(run.tips[i].link + ' ' + "xyz"[axis], [=](const FlexibleSample& s) {
        return s.tips(axis, static_cast<Eigen::Index>(i));
      });
      if (std::any_of(made.y.begin(), made.y.end(), [](double y) { return y != 0.0; })) {
        tips.lines.push_back(std::move(made));
      }
    }
  }
  Plot amplitudes{"Amplitudes", "t, s", "m (torsion: rad)"};
  for (int k = model.joints; k < model.size(); ++k) {
    amplitudes.lines.push_back(
        line(model.coordinates[k].name, [k](const FlexibleSample& s) { return s.z[k]; }));
  }
  return svg({joints, tips, amplitudes}, model.name + " simulated", "alembert simulate");
}

/// What every run has: how it is driven and integrated.
FlexibleRun run_of(const BendingArguments& options, const ControlOptions& control) {
  FlexibleRun run;
  run.perfect = options.perfect || !options.ramp.empty();
  run.control = control;
  run.stiff = options.stiff;
  run.sample = parse_positive(options.sample, "--sample");
  run.relative_tolerance = parse_positive(options.tolerance, "--tolerance");
  return run;
}

Exit run_and_tell(const Robot& robot, const FlexibleModel& model, FlexibleRun run,
                  const RunOutput& output) {
  const bool has_path = static_cast<bool>(run.path.at);
  // Feedback on joints that carry little of the arm's inertia themselves is stiff.
  run.stiff = run.stiff || (has_path && !run.perfect);
  ProgressBar bar("simulated");
  run.progress = [&](double share) { bar.update(share); };
  const FlexibleSimulation result = simulate_flexible(robot, model, run);
  if (!output.csv.empty()) write_out(output.csv, run_csv(model, result));
  if (!output.plot.empty()) write_out(output.plot, run_plot(model, result));
  if (!output.report.empty()) {
    std::vector<UndrawnMesh> undrawn;
    write_out(output.report,
              bending_html({robot, model, result, run.path.duration, mesh_folders(output.meshes)},
                           page_origin(), &undrawn));
    note_undrawn(undrawn);
  }
  write_out("", output.json ? json_text(run_json(robot, model, result))
                            : run_text(model, result, has_path));
  return result.valid() ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_bending_options(Command& command, BendingArguments& options) {
  command.option("--on", "ROBOT", options.on,
                 "lead the joints of this robot, whose links bend, by a motion planned for stiff "
                 "ones");
  command.option("--from", "q1,q2,…", options.from, "bending robots: where the joints begin");
  command.option("--to", "q1,q2,…", options.to,
                 "bending robots: where they go; without it nothing drives them");
  command.option("--move", "S", options.move, "bending robots: how long they take (default 1)");
  command.choice("--shaper", {"none", "zv", "zvd", "quiet"}, options.shaper,
                 "bending robots: against vibration, in the same time (default none)");
  command.option("--ramp", "SPEED,S", options.ramp,
                 "bending robots: spin the first joint up to a speed, rad/s, in so many seconds");
  command.option("--amplitudes", "d1,d2,…", options.amplitudes,
                 "bending robots: amplitudes at the beginning");
  command.option("--gravity", "x,y,z", options.gravity,
                 "bending or free robots: gravity in the world, m/s^2");
  command.option("--duration", "S", options.duration,
                 "bending or free robots: how long in all, s (default 1 for stiff ones)");
  command.option("--sample", "S", options.sample,
                 "bending or free robots: between samples, s (default 0.01)");
  command.option("--tolerance", "X", options.tolerance,
                 "bending or free robots: relative, of the integrator (default 1e-9)");
  command.flag("--perfect", options.perfect,
               "bending robots: joints follow exactly, whatever the torque");
  command.flag("--stiff", options.stiff, "bending robots: implicit integration");
  command.flag("--no-stiffening", options.no_stiffening,
               "bending robots: leave geometric stiffening out");
}

bool is_bending_robot(const std::string& file) {
  const bool native = file.ends_with(".yaml") || file.ends_with(".yml");
  return native && is_robot_file(file) && bends(load_robot(file));
}

Exit simulate_bending(const std::string& file, const BendingArguments& options,
                      const ControlOptions& control, double hold, const RunOutput& output) {
  const Robot robot = load_robot(file);
  const FlexibleModel model = compile_flexible(
      robot, {.stiffening = !options.no_stiffening, .gravity = parse_gravity(options.gravity)});
  FlexibleRun run = run_of(options, control);
  run.path = path_of(options, model);
  run.duration = options.duration.empty() ? run.path.duration + hold
                                          : parse_positive(options.duration, "--duration");
  if (!run.path.at || !options.amplitudes.empty()) {
    run.z = Eigen::VectorXd::Zero(model.size());
    run.z.head(model.joints) = joints_of(options.from, "--from", model);
    if (!options.amplitudes.empty()) {
      run.z.tail(model.amplitudes()) =
          parse_numbers(options.amplitudes, "--amplitudes", model.amplitudes(), "one a mode");
    }
    if (run.duration <= 0.0) {
      throw UsageError("nothing says how long", "give --duration, or --to and --move");
    }
  }
  return run_and_tell(robot, model, std::move(run), output);
}

Exit simulate_on_bending(const std::vector<std::string>& names, const Trajectory& motion,
                         const BendingArguments& options, const ControlOptions& control,
                         double hold, const RunOutput& output) {
  const Robot robot = load_robot(options.on);
  const Model model = compile_bending(robot);
  const Eigen::MatrixXd& points = motion.q.control_points();
  Eigen::MatrixXd of_model = Eigen::MatrixXd::Zero(points.rows(), model.dofs());
  for (int j = 0; j < first_amplitude(model); ++j) {
    const std::string& name = model.coordinate_at(j).name;
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) {
      throw Error(Error::Code::robot, {options.on, 0},
                  fmt::format("the motion does not move joint '{}' of this robot", name),
                  "plan it for the same robot with stiff links (`alembert convert --rigid`)");
    }
    of_model.col(j) = points.col(at - names.begin());
  }
  FlexibleRun run = run_of(options, control);
  const FlexibleModel& arm = flexible_arm(model);
  run.path = joint_path(model, {BSpline(motion.q.degree(), motion.q.knots(), of_model), {}});
  run.duration = run.path.duration + hold;
  return run_and_tell(robot, arm, std::move(run), output);
}

Exit simulate_bending_motion(const MotionFile& file, const Trajectory& motion,
                             const BendingArguments& options, const ControlOptions& control,
                             double hold, const RunOutput& output) {
  if (!options.to.empty() || !options.ramp.empty() || !options.amplitudes.empty() ||
      options.shaper != "none") {
    throw UsageError("--to, --ramp, --amplitudes and --shaper are for a robot without a motion",
                     "leave them out, or name the robot's file instead of the motion");
  }
  const Task task(file.problem, motion);
  if (task.stages().size() > 1) {
    throw Error(
        Error::Code::unsupported, {file.robot_file, 0},
        "loads that begin or end on the way of an arm that bends are planned, not simulated",
        "verify its torques instead (`alembert verify`)");
  }
  const Stage& stage = task.stages().front();
  FlexibleRun run = run_of(options, control);
  const FlexibleModel& model = flexible_arm(stage.model);
  run.path = joint_path(stage.model, motion);
  run.loads = loads_on(stage.model, model, stage.loads);
  const std::vector<int> places = places_in(stage.model, model);
  run.z = motion.q(motion.q.begin())(places);
  run.v = motion.q(motion.q.begin(), 1)(places);
  run.duration = run.path.duration + hold;
  return run_and_tell(file.robot, model, std::move(run), output);
}

}  // namespace alembert::cli
