// alembert verify: do the torques of a motion reproduce it?
#include "alembert/verify.hpp"

#include <filesystem>

#include "alembert/arm.hpp"
#include "alembert/report.hpp"
#include "alembert/shared_reaction.hpp"
#include "motion_argument.hpp"
#include "peers/mujoco_verify.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct VerifyArguments {
  std::string motion, tolerance = "1e-6", torque_table = "0", step = "1e-4", seconds;
  MeshOptions meshes;
  bool restart = false, no_mujoco = false, no_write = false, json = false;
};

VerifyOptions verify_options(const VerifyArguments& options) {
  return {.torque_table = parse_integer(options.torque_table, "--torque-table", 0, 10'000'000),
          .restart = options.restart,
          .max_seconds = options.seconds.empty()
                             ? infinity
                             : parse_positive(options.seconds, "--verify-seconds")};
}

std::vector<Verification> verify_all(const GivenMotion& given, const VerifyArguments& options) {
  VerifyOptions alone = verify_options(options);
  const double step = parse_positive(options.step, "--step");
  StatusLine line;
  alone.checkpoint = [&] {
    if (line.due()) line.draw("integrating its torques; Ctrl-C gives up");
  };
  std::vector<Verification> checks = {verify(given.file.problem, given.motion(), alone)};
  const Arm& arm = given.file.problem.model.arm();
  // Joints are led under loads that do not change.
  if (arm.can(ArmUse::leading) && Task(given.file.problem, given.motion()).stages().size() == 1) {
    checks.push_back(verify(
        given.file.problem, given.motion(),
        {.lead_joints = true, .max_seconds = alone.max_seconds, .checkpoint = alone.checkpoint}));
  }
  // MuJoCo cannot lead what stands on the ground, or lies in a hand; see beside_mujoco().
  const bool stands =
      given.file.problem.ground_coordinates > 0 || !given.file.problem.bodies.empty();
  if (options.no_mujoco || stands || !arm.can(ArmUse::mujoco)) return checks;
  try {
    checks.push_back(peers::verify_with_mujoco(given.file, given.motion(),
                                               {.step = step,
                                                .torque_table = alone.torque_table,
                                                .restart = alone.restart,
                                                .max_seconds = alone.max_seconds,
                                                .checkpoint = alone.checkpoint}));
  } catch (const Error& e) {
    note(fmt::format("not integrated by MuJoCo: {}", e.reason()));
  }
  return checks;
}

/// A plan on the ground, and what MuJoCo's own contacts make of it.
std::optional<peers::GroundComparison> beside_mujoco(const GivenMotion& given,
                                                     const VerifyArguments& options) {
  if (options.no_mujoco || given.file.problem.ground_coordinates == 0) return {};
  try {
    return peers::compare_ground_with_mujoco(given.file, given.motion());
  } catch (const Error& e) {
    note(fmt::format("not compared with MuJoCo's own contacts: {}", e.reason()));
    return {};
  }
}

std::string in_words(const peers::GroundComparison& ground) {
  const std::string at_rest =
      ground.at_rest > 0.0 ? fmt::format("{:.2g} of the weight at rest and ", ground.at_rest) : "";
  return fmt::format(
      "with MuJoCo's own contacts at {} instants of the plan each exerts what was planned to "
      "{}{:.2g} {}on the way ('{}' at {:.4g} s); docs/contacts.md says why they differ",
      ground.touching, at_rest, ground.while_moving, at_rest.empty() ? "of the weight " : "",
      ground.worst_contact, ground.worst_time);
}

/// A plan on several feet, and what would change if they shared the reaction by distance.
std::optional<SharedReaction> beside_shares(const GivenMotion& given) {
  if (given.file.problem.ground_coordinates == 0) return {};
  SharedReaction shared = compare_shared(given.file.problem, given.motion());
  if (shared.shared == 0) return {};
  return shared;
}

std::string in_words(const SharedReaction& reaction) {
  const std::string motors =
      reaction.found_strength > 0.0
          ? fmt::format(
                "; motors would give up to {:.3g} % of what they can (planned: {:.3g} %), "
                "exertion {:.4g} s (planned: {:.4g} s)",
                100.0 * reaction.shared_strength, 100.0 * reaction.found_strength,
                reaction.shared_exertion, reaction.found_exertion)
          : "";
  return fmt::format(
      "shared by distance from the zero-moment point instead, at {} instants, forces of contacts "
      "differ by up to {:.2g} of the weight ('{}' at {:.4g} s) and act up to {:.2g} m outside "
      "patches{}",
      reaction.shared, reaction.difference, reaction.worst_contact, reaction.worst_time,
      reaction.outside, motors);
}

/// Wrong torques or an arm that no torque alone can lead: from knot to knot one can tell.
void note_instability(const GivenMotion& given, const VerifyArguments& options, double tolerance) {
  VerifyOptions by_knots = verify_options(options);
  by_knots.restart = true;
  const Verification check = verify(given.file.problem, given.motion(), by_knots);
  if (!check.within(tolerance)) return;
  note(fmt::format(
      "from knot to knot it is within {:.2g}: the torques are right, and the arm without control "
      "runs away from small errors (see --restart and `alembert simulate`)",
      check.position_error));
}

/// Into motion.json. The answer itself has been given already.
void keep_answer(GivenMotion& given, const std::vector<Verification>& checks) {
  given.document.verification = checks;
  try {
    write_out(given.path,
              write_motion(given.document, std::filesystem::path(given.path).parent_path()));
  } catch (const Error& error) {
    fmt::print(stderr, "warning: the answer is not kept in {}: {} (--no-write does not try)\n",
               given.path, error.reason());
  }
}

Exit verify_motion(const VerifyArguments& options) {
  const double tolerance = parse_positive(options.tolerance, "--tolerance");
  GivenMotion given = load_given_motion(options.motion, options.meshes);
  const std::vector<Verification> checks = verify_all(given, options);
  bool held = true;
  for (const Verification& check : checks) held = held && check.within(tolerance);
  const std::optional<peers::GroundComparison> ground = beside_mujoco(given, options);
  const std::optional<SharedReaction> shares = beside_shares(given);
  if (options.json) {
    Json document = {{"name", given.name()},
                     {"duration", given.motion().duration()},
                     {"tolerance", tolerance},
                     {"within", held}};
    document["verification"] =
        Json::parse(verification_text(checks, given.file.problem.model.coordinate_names()));
    if (ground) {
      document["mujoco_contacts"] = {{"instants", ground->touching},
                                     {"at_rest", ground->at_rest},
                                     {"on_the_way", ground->while_moving},
                                     {"worst_contact", ground->worst_contact},
                                     {"worst_time", ground->worst_time}};
    }
    if (shares) {
      document["shared_by_distance"] = {{"instants", shares->instants},
                                        {"shared", shares->shared},
                                        {"difference", shares->difference},
                                        {"worst_contact", shares->worst_contact},
                                        {"worst_time", shares->worst_time},
                                        {"outside", shares->outside},
                                        {"found_strength", shares->found_strength},
                                        {"shared_strength", shares->shared_strength},
                                        {"found_exertion", shares->found_exertion},
                                        {"shared_exertion", shares->shared_exertion}};
    }
    write_out("", json_text(document));
  } else {
    write_out("", verification_table(given.document, checks, tolerance, coloured));
    if (ground) note(in_words(*ground));
    if (shares) note(in_words(*shares));
    if (!held && !options.restart) note_instability(given, options, tolerance);
  }
  if (!given.path.empty() && !options.no_write) keep_answer(given, checks);
  return held ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_verify(Command& command) {
  auto& options = command.does(verify_motion);
  command.positional("MOTION", options.motion, motion_argument_help);
  command.option("--tolerance", "X", options.tolerance,
                 "largest joint error (rad, m) that passes (default 1e-6)");
  command.option("--torque-table", "N", options.torque_table,
                 "interpolate the torque linearly between N equal instants, as a controller fed "
                 "with a table would (default: evaluate the spline)");
  command.option("--step", "S", options.step, "MuJoCo's longest step, s (default 1e-4)");
  command.option("--verify-seconds", "S", options.seconds,
                 "each integration for no longer than so many seconds (default: to the end)");
  command.flag("--restart", options.restart,
               "begin again from the plan at every knot: for arms that run away from the smallest "
               "errors");
  command.flag("--no-mujoco", options.no_mujoco, "integrate with SUNDIALS alone");
  command.flag("--no-write", options.no_write,
               "leave motion.json as it is; otherwise its field `verification` is filled in");
  add_mesh_options(command, options.meshes);
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert verify arm.reach.motion
  alembert verify arm.reach.yaml --tolerance 1e-8
  alembert verify arm.reach.motion --torque-table 1000 --json

The torques (N m, N) of the motion, its loads and what it holds act on the arm from its first state;
the joint values (rad, m) that come of it are compared with the planned ones. SUNDIALS CVODE
integrates our own forward dynamics, and MuJoCo, where this build has it and it takes the robot,
integrates its own (Runge-Kutta of fourth order). Cut loops are left open, held by their planned
forces; how far they open (m) is told. Coulomb friction acts against the planned direction. A robot
that stands is led where it stands; what MuJoCo's own contacts exert in the plan's states is told
beside what was planned, as shares of the weight. Of one on several feet it is told, too, what would
change if these shared the reaction by their distance from the zero-moment point.

Exit 0 if every integrator stays within the tolerance to the end, 3 if not.)");
}

}  // namespace alembert::cli
