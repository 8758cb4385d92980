// What the first program's sources call of later ones: only where an arm bends, a robot is MJCF or
// a rare thing is asked for, and before anything is answered.
#include "absent/exec_full_program.hpp"
#include "alembert/arm.hpp"
#include "alembert/body_weight.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/io.hpp"
#include "alembert/report.hpp"
#include "alembert/scene.hpp"
#include "alembert/shared_reaction.hpp"
#include "alembert/smoothing.hpp"
#include "alembert/standing.hpp"
#include "io/mjcf/keyframes.hpp"
#include "io/motion_parts.hpp"
#include "io/person_reader.hpp"
#include "io/scene_parts.hpp"
#include "io/yaml_flexible.hpp"
#include "motion/among_obstacles.hpp"
#include "motion/near_pairs.hpp"
#include "motion/stance.hpp"
#include "motion/transcribe.hpp"
#include "peers/mujoco_ground.hpp"
#include "peers/mujoco_verify.hpp"
#include "report/ground_parts.hpp"
#include "report/page_parts.hpp"
#include "simulate/bending/verify_led.hpp"
#include "task/contact_forces.hpp"
#include "task/contact_limits.hpp"
#include "task/distance.hpp"
#include "task/hull_gap.hpp"
#include "task/momentary_strength.hpp"
#include "task/point_cloud.hpp"
#include "task/tie.hpp"

namespace alembert {

namespace {
bool is_bending(const Robot& robot) { return bends(robot); }
Model compile_later(const Robot&, const CompileOptions&) { exec_full_program(); }
[[maybe_unused]] const bool arms_that_bend = add_arm_kind({&is_bending, &compile_later});
}  // namespace

Robot on_the_ground(const Robot&, const std::vector<Footing>&) { exec_full_program(); }
Robot beside_places(const Robot&, const std::vector<Footing>&) { exec_full_program(); }
Robot with_bodies(const Robot&, const std::vector<PushedBody>&) { exec_full_program(); }
void push(MotionProblem&, const std::vector<PushedBody>&) { exec_full_program(); }
Tie tie_of(const Model&, const GroundContact&) { exec_full_program(); }
void add_contact_limits(const MotionProblem& problem, const std::vector<Stage>&,
                        std::vector<PointLimit>&) {
  if (!problem.contacts.empty() || !problem.bodies.empty()) exec_full_program();
}
PointLimit weakened_part(const std::vector<StrengthCurve>&, PointLimit&) { exec_full_program(); }
void add_contacts(MotionProgram& program) {
  if (!program.task().problem().contacts.empty()) exec_full_program();
}

double body_weight(const MotionProblem& problem) {
  if (!problem.contacts.empty()) exec_full_program();
  return 0.0;
}
ContactForces::ContactForces(const MotionProblem& problem)
    : problem_(problem), kinematics_(problem.model), least_(body_weight(problem)) {}
GroundReaction ContactForces::at(int, VecIn<double>, VecIn<double>, VecIn<double>) { return {}; }
namespace report {
std::vector<Plot> ground_plots(const MotionDocument& motion) {
  if (!motion.problem.contacts.empty()) exec_full_program();
  return {};
}
std::vector<std::pair<std::string, std::string>> ground_facts(const MotionDocument& motion) {
  if (!motion.problem.contacts.empty()) exec_full_program();
  return {};
}
std::vector<std::string> ground_remarks(const MotionProblem& problem, const Solution&) {
  if (!problem.contacts.empty()) exec_full_program();
  return {};
}
PageJson ground_json(const PageMotion& motion) {
  if (!motion.document.problem.contacts.empty()) exec_full_program();
  return nullptr;
}
}  // namespace report

struct Stance::Parts {};
Stance::Stance(const Task&) { exec_full_program(); }
Stance::~Stance() = default;
void Stance::settle(double, const std::vector<FrameTarget>&, const std::optional<Eigen::Vector3d>&,
                    Eigen::VectorXd&) {}
std::optional<Eigen::Vector3d> Stance::middle_of_support(double) const { return {}; }
Eigen::VectorXd shared_weight(const Task&, std::size_t) { exec_full_program(); }

Polytope::Polytope(const Solid&) { exec_full_program(); }
void HullGap::place(const Eigen::Matrix3d&, const Eigen::Vector3d&, const Eigen::Matrix3d&,
                    const Eigen::Vector3d&) {}
void HullGap::find(Contact&) {}
void HullGap::spans(const Contact&, Eigen::Matrix3Xd&, Eigen::Matrix3Xd&) const {}
PointCloud::PointCloud(const Eigen::Matrix3Xd&) { exec_full_program(); }
int PointCloud::nearest(const Eigen::Vector3d&) const { return 0; }
void PointCloud::within(const Eigen::Vector3d&, double, std::vector<int>&) const {}

void Distance::add_bent(const PlacedLinks&, Contact&, double, FrameSum&) {}
void Distance::bent_slopes(const PlacedLinks&, Contact&, Eigen::Ref<Eigen::MatrixXd>) {}

std::optional<Candidate> among_obstacles(const Task& task, const SolveOptions&) {
  if (has_many_pairs(task)) exec_full_program();
  return {};
}

MotionProblem smoothed(MotionProblem, const Smoothing&) { exec_full_program(); }

Verification verify_led(const Task&, const Trajectory&, const VerifyOptions&) {
  exec_full_program();
}

Scene load_scene(const std::string&, const MeshFolders&) { exec_full_program(); }
Robot read_mjcf(const std::string&, const std::string&) { exec_full_program(); }
namespace mjcf {
std::vector<NamedPose> keyframes(const std::string&, const std::string&) { exec_full_program(); }
}  // namespace mjcf

namespace io {
Robot read_person(const YamlValue&) { exec_full_program(); }
void read_strengths(const YamlValue&, MotionProblem&) { exec_full_program(); }
void flexible_fields(YamlArchive&, std::shared_ptr<const FlexibleLink>&) { exec_full_program(); }
std::vector<PushedBody> read_bodies(const YamlMap&) { exec_full_program(); }
Robot robot_with_bodies(const YamlMap&, const Robot&, const std::vector<PushedBody>&) {
  exec_full_program();
}
std::vector<Footing> read_footings(const YamlMap&) { exec_full_program(); }
Robot robot_on_the_ground(const YamlMap&, const Robot&, const std::vector<Footing>&) {
  exec_full_program();
}
void read_balance(const YamlMap&, MotionProblem&) { exec_full_program(); }
void finish_contacts(const YamlMap&, MotionProblem&) { exec_full_program(); }
void read_world(const YamlValue&, MotionFile&) { exec_full_program(); }
MeshHulls hulls_of_mesh(const Mesh&, const Eigen::Vector3d&, const Eigen::Isometry3d&, bool) {
  exec_full_program();
}
void read_contacts(const YamlMap&, const std::vector<Footing>&, MotionProblem&) {
  exec_full_program();
}
}  // namespace io

const char* controller_name(Controller) { exec_full_program(); }
std::string simulation_text(const ProblemDocument&, const SimulateOptions&, const Simulation&,
                            double, const Emphasis&) {
  exec_full_program();
}

namespace report {
PageJson flexible_json(const Robot& robot) {
  if (bends(robot)) exec_full_program();
  return {};
}
}  // namespace report

SharedReaction compare_shared(const MotionProblem&, const Trajectory&, int) { exec_full_program(); }

namespace peers {
bool has_mujoco() { return true; }
Verification verify_with_mujoco(const MotionFile&, const Trajectory&, const MujocoVerifyOptions&) {
  exec_full_program();
}
GroundComparison compare_ground_with_mujoco(const MotionFile&, const Trajectory&, int) {
  exec_full_program();
}
}  // namespace peers

}  // namespace alembert
