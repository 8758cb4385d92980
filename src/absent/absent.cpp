// What the first program's sources call of later ones: only where an arm bends, a robot is MJCF or
// a rare thing is asked for, and before anything is answered.
#include "absent/hand_over.hpp"
#include "alembert/arm.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/io.hpp"
#include "alembert/report.hpp"
#include "alembert/smoothing.hpp"
#include "io/mjcf/keyframes.hpp"
#include "io/yaml_flexible.hpp"
#include "motion/among_obstacles.hpp"
#include "motion/near_pairs.hpp"
#include "peers/mujoco_verify.hpp"
#include "report/page_parts.hpp"
#include "simulate/bending/verify_led.hpp"

namespace alembert {

namespace {
bool is_bending(const Robot& robot) { return bends(robot); }
Model compile_later(const Robot&, const CompileOptions&) { hand_over(); }
[[maybe_unused]] const bool arms_that_bend = add_arm_kind({&is_bending, &compile_later});
}  // namespace

std::optional<Candidate> among_obstacles(const Task& task, const SolveOptions&) {
  if (has_many_pairs(task)) hand_over();
  return {};
}

MotionProblem smoothed(MotionProblem, const Smoothing&) { hand_over(); }

Verification verify_led(const Task&, const Trajectory&, const VerifyOptions&) { hand_over(); }

Robot read_mjcf(const std::string&, const std::string&) { hand_over(); }
namespace mjcf {
std::vector<NamedPose> keyframes(const std::string&, const std::string&) { hand_over(); }
}  // namespace mjcf

namespace io {
std::shared_ptr<const FlexibleLink> read_flexible(const YamlValue&) { hand_over(); }
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

namespace peers {
bool has_mujoco() { return true; }
Verification verify_with_mujoco(const MotionFile&, const Trajectory&, const MujocoVerifyOptions&) {
  hand_over();
}
}  // namespace peers

}  // namespace alembert
