// What the first program's sources call of later ones: only where an arm bends, a robot is MJCF or
// a rare thing is asked for, and before anything is answered.
#include "absent/hand_over.hpp"
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
#include "task/hull_gap.hpp"
#include "task/momentary_strength.hpp"
#include "task/point_cloud.hpp"
#include "task/tie.hpp"

namespace alembert {

namespace {
bool is_bending(const Robot& robot) { return bends(robot); }
Model compile_later(const Robot&, const CompileOptions&) { hand_over(); }
[[maybe_unused]] const bool arms_that_bend = add_arm_kind({&is_bending, &compile_later});
}  // namespace

Robot on_the_ground(const Robot&, const std::vector<Footing>&) { hand_over(); }
Robot beside_places(const Robot&, const std::vector<Footing>&) { hand_over(); }
Robot with_bodies(const Robot&, const std::vector<PushedBody>&) { hand_over(); }
void push(MotionProblem&, const std::vector<PushedBody>&) { hand_over(); }
Tie tie_of(const Model&, const GroundContact&) { hand_over(); }
void add_contact_limits(const MotionProblem& problem, const std::vector<Stage>&,
                        std::vector<PointLimit>&) {
  if (!problem.contacts.empty() || !problem.bodies.empty()) hand_over();
}
PointLimit weakened_part(const std::vector<StrengthCurve>&, PointLimit&) { hand_over(); }
void add_contacts(MotionProgram& program) {
  if (!program.task().problem().contacts.empty()) hand_over();
}

double body_weight(const MotionProblem& problem) {
  if (!problem.contacts.empty()) hand_over();
  return 0.0;
}
ContactForces::ContactForces(const MotionProblem& problem)
    : problem_(problem), kinematics_(problem.model), least_(body_weight(problem)) {}
GroundReaction ContactForces::at(int, const Eigen::Ref<const Eigen::VectorXd>&,
                                 const Eigen::Ref<const Eigen::VectorXd>&,
                                 const Eigen::Ref<const Eigen::VectorXd>&) {
  return {};
}
namespace report {
std::vector<Plot> ground_plots(const MotionDocument& motion) {
  if (!motion.problem.contacts.empty()) hand_over();
  return {};
}
std::vector<std::pair<std::string, std::string>> ground_facts(const MotionDocument& motion) {
  if (!motion.problem.contacts.empty()) hand_over();
  return {};
}
std::vector<std::string> ground_remarks(const MotionProblem& problem, const Solution&) {
  if (!problem.contacts.empty()) hand_over();
  return {};
}
PageJson ground_json(const PageMotion& motion) {
  if (!motion.document.problem.contacts.empty()) hand_over();
  return nullptr;
}
}  // namespace report

struct Stance::Parts {};
Stance::Stance(const Task&) { hand_over(); }
Stance::~Stance() = default;
void Stance::settle(double, const std::vector<FrameTarget>&, const std::optional<Eigen::Vector3d>&,
                    Eigen::VectorXd&) {}
std::optional<Eigen::Vector3d> Stance::middle_of_support(double) const { return {}; }
Eigen::VectorXd shared_weight(const Task&, std::size_t) { hand_over(); }

Polytope::Polytope(const Solid&) { hand_over(); }
void HullGap::place(const Eigen::Matrix3d&, const Eigen::Vector3d&, const Eigen::Matrix3d&,
                    const Eigen::Vector3d&) {}
void HullGap::find(Contact&) {}
void HullGap::spans(const Contact&, Eigen::Matrix3Xd&, Eigen::Matrix3Xd&) const {}
PointCloud::PointCloud(const Eigen::Matrix3Xd&) { hand_over(); }
int PointCloud::nearest(const Eigen::Vector3d&) const { return 0; }
void PointCloud::within(const Eigen::Vector3d&, double, std::vector<int>&) const {}

std::optional<Candidate> among_obstacles(const Task& task, const SolveOptions&) {
  if (has_many_pairs(task)) hand_over();
  return {};
}

MotionProblem smoothed(MotionProblem, const Smoothing&) { hand_over(); }

Verification verify_led(const Task&, const Trajectory&, const VerifyOptions&) { hand_over(); }

Scene load_scene(const std::string&, const MeshFolders&) { hand_over(); }
Robot read_mjcf(const std::string&, const std::string&) { hand_over(); }
namespace mjcf {
std::vector<NamedPose> keyframes(const std::string&, const std::string&) { hand_over(); }
}  // namespace mjcf

namespace io {
Robot read_person(const YamlValue&) { hand_over(); }
void read_strengths(const YamlValue&, MotionProblem&) { hand_over(); }
std::shared_ptr<const FlexibleLink> read_flexible(const YamlValue&) { hand_over(); }
std::vector<PushedBody> read_bodies(const YamlMap&) { hand_over(); }
Robot robot_with_bodies(const YamlMap&, const Robot&, const std::vector<PushedBody>&) {
  hand_over();
}
std::vector<Footing> read_footings(const YamlMap&) { hand_over(); }
Robot robot_on_the_ground(const YamlMap&, const Robot&, const std::vector<Footing>&) {
  hand_over();
}
void read_balance(const YamlMap&, MotionProblem&) { hand_over(); }
void finish_contacts(const YamlMap&, MotionProblem&) { hand_over(); }
void read_world(const YamlValue&, MotionFile&) { hand_over(); }
MeshHulls hulls_of_mesh(const Mesh&, const Eigen::Vector3d&, const Eigen::Isometry3d&, bool) {
  hand_over();
}
void read_contacts(const YamlMap&, const std::vector<Footing>&, MotionProblem&) { hand_over(); }
}  // namespace io

const char* controller_name(Controller) { hand_over(); }
std::string simulation_text(const ProblemDocument&, const SimulateOptions&, const Simulation&,
                            double, const Emphasis&) {
  hand_over();
}

namespace report {
PageJson flexible_json(const Robot& robot) {
  if (bends(robot)) hand_over();
  return {};
}
}  // namespace report

SharedReaction compare_shared(const MotionProblem&, const Trajectory&, int) { hand_over(); }

namespace peers {
bool has_mujoco() { return true; }
Verification verify_with_mujoco(const MotionFile&, const Trajectory&, const MujocoVerifyOptions&) {
  hand_over();
}
GroundComparison compare_ground_with_mujoco(const MotionFile&, const Trajectory&, int) {
  hand_over();
}
}  // namespace peers

}  // namespace alembert
