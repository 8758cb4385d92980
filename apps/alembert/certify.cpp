// alembert certify: do the limits hold at every instant of a motion, whoever planned it?
#include <filesystem>

#include "alembert/io.hpp"
#include "alembert/proof.hpp"
#include "alembert/report.hpp"
#include "alembert/samples.hpp"
#include "alembert/scene.hpp"
#include "alembert/spline_fit.hpp"
#include "io/robot_shapes.hpp"
#include "io/scene_parts.hpp"
#include "io/text_source.hpp"
#include "motion_argument.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct CertifyArguments {
  std::string motion, robot, limits, world, margin = "0";
  std::string fit_tolerance = "1e-5", pieces = "100000";
  MeshOptions meshes;
  bool json = false;
};

/// A motion, what it is held against and, of samples, how well the curve fits them.
struct Claim {
  std::string name;
  MotionProblem problem;
  Trajectory motion;
  std::optional<SplineFit> fit = {};
  std::vector<std::string> unseen_links = {};  ///< of the problem: shapes that are missing
};

/// The robot's own limits and nothing else.
MotionProblem limits_of_robot(const std::string& path) {
  RobotOptions robot;
  robot.robot = path;
  return MotionProblem(load(robot).model);
}

/// Before anything is read: a name that is mistyped is what there is to say.
void require_files(const CertifyArguments& options) {
  for (const std::string& name : {options.motion, options.robot, options.limits, options.world}) {
    if (name.empty() || name == "-" || std::filesystem::exists(name)) continue;
    throw Error(Error::Code::file, {name, 0}, "cannot open: No such file or directory",
                io::advice_for_missing(name));
  }
}

/// The robot's own shapes among those of a scene.
Claim claim_in_world(const CertifyArguments& options) {
  if (options.robot.empty()) {
    throw UsageError("a world alone does not say which robot moves in it",
                     "give --robot FILE as well; a problem file (--limits) names its own world");
  }
  const MeshFolders folders = mesh_folders(options.meshes);
  Claim claim{"", limits_of_robot(options.robot), {}};
  io::RobotSolids made = io::solids_of(load_robot(options.robot), claim.problem.model, folders);
  if (made.solids.empty()) {
    throw Error(Error::Code::robot, {options.robot, 0},
                "the robot's file has no collision shapes that can be used",
                "add <collision> to its links, or give a problem file with --limits");
  }
  claim.unseen_links = made.unseen_links();
  claim.problem.clearance.arm = std::move(made.solids);
  claim.problem.clearance.margin = parse_quantity(options.margin, "--margin", Measure::length);
  io::add_scene(load_scene(options.world, folders), claim.problem);
  return claim;
}

/// What a motion is held against, which --robot, --world or --limits names.
Claim claim_against(const CertifyArguments& options) {
  if (!options.world.empty() && !options.limits.empty()) {
    throw UsageError("both --world and --limits are given",
                     "a problem file names its own world: give --robot and --world, or --limits");
  }
  if (!options.world.empty()) return claim_in_world(options);
  if (options.limits.empty()) return {"", limits_of_robot(options.robot), {}};
  MotionFile file = load_motion_problem(options.limits, {}, mesh_folders(options.meshes));
  if (!options.robot.empty()) {
    throw UsageError("both --robot and --limits are given",
                     "a problem file names its robot: give one of the two");
  }
  return {"", std::move(file.problem), {}, {}, std::move(file.unseen_links)};
}

void require_same_joints(const MotionProblem& problem, const std::vector<std::string>& joints,
                         const std::string& file) {
  if (problem.model.coordinate_names() == joints) return;
  throw Error(Error::Code::robot, {file, 0}, "the motion's joints are not those of the robot",
              "give the robot that the motion was planned for, or one with the same joints");
}

Claim of_samples(const CertifyArguments& options) {
  if (options.robot.empty() && options.limits.empty() && options.world.empty()) {
    throw UsageError("samples alone do not say which robot moves",
                     "give --robot FILE, or --limits PROBLEM.yaml");
  }
  Claim claim = claim_against(options);
  const Samples samples = load_samples(options.motion, claim.problem.model);
  const double tolerance = parse_positive(options.fit_tolerance, "--fit-tolerance");
  SplineFit fit = fit_spline(samples.t, samples.q, {.degree = 5, .tolerance = tolerance});
  const BSpline q = fit.spline;
  claim.name = options.motion;
  claim.motion = {q};
  claim.fit = std::move(fit);
  return claim;
}

Claim of_motion(const CertifyArguments& options) {
  GivenMotion given = load_given_motion(options.motion, options.meshes);
  if (options.robot.empty() && options.limits.empty() && options.world.empty()) {
    return {given.name(), given.file.problem, given.motion(), {}, given.file.unseen_links};
  }
  Claim claim = claim_against(options);
  claim.name = given.name();
  claim.motion = given.motion();
  require_same_joints(claim.problem, given.document.problem.joints, options.motion);
  return claim;
}

Claim load_claim(const CertifyArguments& options) {
  require_files(options);
  const bool samples = std::filesystem::path(options.motion).extension() == ".csv";
  Claim claim = samples ? of_samples(options) : of_motion(options);
  MotionProblem& problem = claim.problem;
  // Ends as the motion has them: a task asks for some, and a proof looks at none.
  problem.start.q = claim.motion.q(claim.motion.q.begin());
  problem.goal.q = claim.motion.q(claim.motion.q.end());
  if (!options.world.empty()) {
    std::vector<std::string> words;
    io::pair_robot_solids(load_robot(options.robot), problem, words);
  }
  return claim;
}

Exit certify_motion(const CertifyArguments& options) {
  const Claim claim = load_claim(options);
  const int pieces = parse_integer(options.pieces, "--pieces", 1, 1'000'000'000);
  const Proof proof =
      prove(Task(claim.problem, claim.motion), claim.motion, {.most_pieces = pieces});
  const bool holds = proof.holds() && claim.unseen_links.empty();
  const std::string words = friction_words(claim.problem) + unseen_words(claim.unseen_links);
  if (options.json) {
    Json document = {{"name", claim.name}, {"duration", claim.motion.duration()}};
    document["holds"] = holds;
    document["message"] = proof_sentence(proof) + words;
    if (claim.fit) document["fit_error"] = claim.fit->largest_error;
    document["proof"] = Json::parse(proof_document(proof));
    write_out("", json_text(document));
  } else {
    std::string text =
        fmt::format("{}: {}{}\n\n{}", claim.name, coloured(holds, proof_sentence(proof)), words,
                    proof_table(proof));
    if (claim.fit) {
      text += fmt::format(
          "\nproven of the curve of {} segments that was fitted to the samples; it passes them by "
          "at most {:.2g} rad or m\n",
          claim.motion.q.segments(), claim.fit->largest_error);
    }
    text += fmt::format("\n{} pieces, {:.3g} s\n", proof.pieces, proof.seconds);
    write_out("", text);
  }
  return holds ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_certify(Command& command) {
  auto& options = command.does(certify_motion);
  command.positional("MOTION", options.motion,
                     "motion.json or its folder, a problem's .yaml (solved first), or a CSV of "
                     "samples with columns t (s), q.NAME (rad, m)");
  command.option("--robot", "FILE", options.robot,
                 "against the limits of this robot instead of the motion's own");
  command.option("--limits", "PROBLEM.yaml", options.limits,
                 "against the limits, loads, path limits and obstacles of this problem");
  command.option(
      "--world", "SCENE", options.world,
      "with --robot: and clear of this scene (scene/1, MoveIt's YAML, .urdf, MJCF .xml), "
      "of all collision shapes of the robot");
  command.option("--margin", "M", options.margin, "with --world: so far, m (default 0)");
  command.option("--fit-tolerance", "X", options.fit_tolerance,
                 "of samples: how far the curve may pass them, rad or m (default 1e-5)");
  command.option("--pieces", "N", options.pieces,
                 "into which the motion may be cut for each limit (default 100000)");
  add_mesh_options(command, options.meshes);
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert certify arm.reach.motion
  alembert certify arm.reach.motion --robot arm_with_weaker_motors.yaml
  alembert certify planner.csv --robot arm.urdf
  alembert certify planner.csv --robot arm.urdf --world shelf.yaml

Torque (N m, N), power (W), position (rad, m), velocity, acceleration, jerk, path limits and
clearances are enclosed by interval arithmetic, rounding included, on pieces of the motion that are
halved until each limit is shown to hold or to be passed. Friction, loads, carried bodies and closed
loops are those of the problem. Of samples a curve is fitted first, and the proof is of the curve.

Exit 0 if every limit is proven; 3 if one is passed, and then the instant is told, or stays open, or
if links have no shapes, so that nothing is known of their clearances.)");
}

}  // namespace alembert::cli
