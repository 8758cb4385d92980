// alembert modes: how an arm that bends vibrates where it stands.
#include <algorithm>
#include <cmath>

#include "alembert/arm_modes.hpp"
#include "alembert/io.hpp"
#include "alembert/plot.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct ModesArguments {
  std::string robot, at, gravity, plot;
  std::vector<std::string> lock;
  bool undeformed = false, no_stiffening = false, matrices = false, json = false;
};

std::vector<int> locked_joints(const FlexibleModel& model, const std::vector<std::string>& names) {
  std::vector<int> locked;
  for (const std::string& name : names) {
    if (name == "all") {
      locked.clear();
      for (int j = 0; j < model.joints; ++j) locked.push_back(j);
      return locked;
    }
    const int j = model.coordinate(name);
    if (j >= model.joints) {
      throw UsageError(fmt::format("--lock {} is an amplitude", name), "name a joint, or all");
    }
    locked.push_back(j);
  }
  return locked;
}

/// "elbow 1.00, boom.bending_y.1 -0.42": what moves most.
std::string shape_text(const FlexibleModel& model, const Eigen::VectorXd& shape) {
  std::vector<int> order(static_cast<std::size_t>(shape.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return std::abs(shape[a]) > std::abs(shape[b]); });
  std::string text;
  for (std::size_t i = 0; i < order.size() && i < 3; ++i) {
    if (std::abs(shape[order[i]]) < 0.005) break;
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", model.coordinates[order[i]].name,
                        shape[order[i]]);
  }
  return text;
}

std::string modes_text(const FlexibleModel& model, const ArmModes& modes) {
  Table table({"mode", right("Hz"), right("damping"), "what moves most"});
  for (Eigen::Index i = 0; i < modes.frequencies.size(); ++i) {
    table.row({fmt::format("{}", i + 1), fmt::format("{:.6g}", modes.frequencies[i]),
               fmt::format("{:.3g}", modes.damping[i]), shape_text(model, modes.shapes.col(i))});
  }
  std::string text = table.text();
  if (modes.rigid > 0) {
    text += fmt::format("{} motion{} of free joints that nothing resists: no frequency\n",
                        modes.rigid, modes.rigid == 1 ? "" : "s");
  }
  if (modes.unstable > 0) {
    text += fmt::format("{} motion{} that gravity drives away: hold the joints (--lock all)\n",
                        modes.unstable, modes.unstable == 1 ? "" : "s");
  }
  return text + "amplitudes in m (torsion in rad), joints in rad or m\n";
}

Json modes_json(const std::string& file, const FlexibleModel& model, const ArmModes& modes,
                const std::vector<int>& locked, bool matrices) {
  const auto name_of = [&](int j) { return model.coordinates[j].name; };
  Json document = {{"robot", file},
                   {"coordinates", json_names(model.coordinates)},
                   {"at", json_vector(modes.at.z)},
                   {"locked", json_list(locked, name_of)},
                   {"frequencies_hz", json_vector(modes.frequencies)},
                   {"damping_ratios", json_vector(modes.damping)},
                   {"shapes", json_matrix(modes.shapes.transpose())},
                   {"rigid_motions", modes.rigid},
                   {"unstable_motions", modes.unstable},
                   {"holding_torques", json_vector(modes.at.torques)}};
  if (matrices) {
    const StateSpace space = state_space(modes.at, model.joints);
    document["state_space"] = {{"A", json_matrix(space.A)}, {"B", json_matrix(space.B)}};
  }
  return document;
}

/// Deflection along the bending links, one after the other, of the first modes.
std::string modes_plot(const FlexibleModel& model, const ArmModes& modes) {
  std::vector<Plot> plots;
  for (const ModeKind kind : {ModeKind::bending_y, ModeKind::bending_z}) {
    Plot plot{kind == ModeKind::bending_y ? "along y of each link" : "along z of each link",
              "place along the bending links, m", "deflection, m (largest coordinate 1)"};
    for (Eigen::Index i = 0; i < std::min<Eigen::Index>(4, modes.frequencies.size()); ++i) {
      PlotLine line;
      line.label = fmt::format("{:.4g} Hz", modes.frequencies[i]);
      double from = 0.0, largest = 0.0;
      for (const FlexibleBody& body : model.bodies) {
        for (int s = 0; body.modes > 0 && s <= 50; ++s) {
          const double x = body.length * s / 50;
          double y = 0.0;
          for (int k = 0; k < body.modes; ++k) {
            const LinkShape& shape = body.shapes[k];
            if (shape.kind == kind) y += modes.shapes(body.first_mode + k, i) * shape.at(x)[0];
          }
          largest = std::max(largest, std::abs(y));
          line.x.push_back(from + x);
          line.y.push_back(y);
        }
        from += body.modes > 0 ? body.length : 0.0;
      }
      if (largest > 1e-6) plot.lines.push_back(std::move(line));
    }
    if (!plot.lines.empty()) plots.push_back(std::move(plot));
  }
  return svg(plots, "Modes of " + model.name, "alembert modes");
}

Exit show_modes(const ModesArguments& options) {
  const Robot robot = load_robot(options.robot);
  const FlexibleModel model = compile_flexible(
      robot, {.stiffening = !options.no_stiffening, .gravity = parse_gravity(options.gravity)});
  report_findings(robot);
  Eigen::VectorXd at = Eigen::VectorXd::Zero(model.joints);
  if (!options.at.empty()) at = parse_joints(options.at, "--at", model.joints);
  const std::vector<int> locked = locked_joints(model, options.lock);
  const ArmModes modes = arm_modes(model, at, {.locked = locked, .undeformed = options.undeformed});
  if (!options.plot.empty()) write_out(options.plot, modes_plot(model, modes));
  return answer_with(
      options.json ? json_text(modes_json(options.robot, model, modes, locked, options.matrices))
                   : modes_text(model, modes));
}

}  // namespace

void add_modes(Command& command) {
  auto& options = command.does(show_modes);
  command.positional("ROBOT", options.robot, "robot file (.yaml) with flexible links");
  command.option("--at", "q1,q2,…", options.at, "joint values, rad or m (default: all zero)");
  command.repeatable("--lock", "JOINT", options.lock, "hold this joint; `all` holds every joint");
  command.option("--gravity", "x,y,z", options.gravity,
                 "acceleration of gravity in the world, m/s^2");
  command.flag("--undeformed", options.undeformed,
               "about the straight arm, not about where gravity bends it");
  command.flag("--no-stiffening", options.no_stiffening, "leave geometric stiffening out");
  command.flag("--matrices", options.matrices, "state-space matrices too (with --json)");
  command.option("--plot", "FILE.svg", options.plot, "the first four shapes along the links");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert modes arm.yaml --lock all
  alembert modes models/flexible_two_link.yaml --lock all
  alembert modes models/flexible_two_link.yaml --at 0,1.57 --json
  alembert modes models/space_arm.yaml --lock all --plot modes.svg

Frequencies are in Hz. The arm is linearised where it rests with its joints held at q. Free joints move with the links;
motions that nothing resists are counted, not listed. --json gives {"frequencies_hz": [...],
"damping_ratios": [...], "coordinates": [...], "shapes": [[...], ...], "at": [...], ...}; with
--matrices also "state_space": {"A", "B"} of x' = A x + B u, x = (z, z') about the configuration and
u = joint torques (N m, N).)");
}

}  // namespace alembert::cli
