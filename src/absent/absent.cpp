// What the first program's sources call of later ones: only where an arm bends, a robot is MJCF or
// a rare thing is asked for, and before anything is answered.
#include "absent/hand_over.hpp"
#include "alembert/arm_modes.hpp"
#include "alembert/bending_model.hpp"
#include "alembert/io.hpp"
#include "alembert/report.hpp"
#include "alembert/smoothing.hpp"
#include "io/mjcf/keyframes.hpp"
#include "io/yaml_flexible.hpp"
#include "peers/mujoco_verify.hpp"
#include "report/page_parts.hpp"
#include "simulate/verify_led.hpp"
#include "task/bending_limits.hpp"
#include "task/bent_frame.hpp"

namespace alembert {

Model compile_bending(const Robot&, const CompileOptions&) { hand_over(); }
FlexibleModel compile_flexible(const Robot&, const FlexibleOptions&) { hand_over(); }
FlexibleModel flexible_arm(const Model&) { hand_over(); }
std::vector<int> places_in(const Model&, const FlexibleModel&) { hand_over(); }
Eigen::VectorXd resting(const FlexibleModel&, const Eigen::VectorXd&) { hand_over(); }

std::shared_ptr<Dynamics> bending_dynamics(const Model&, const std::vector<Load>&, double) {
  hand_over();
}
void check_bending(const MotionProblem&) { hand_over(); }
Eigen::VectorXd amplitude_scales(const Model&) { hand_over(); }
std::vector<PointLimit> deflection_limits(const MotionProblem&) { hand_over(); }
PointLimit vibration_limit(const MotionProblem&) { hand_over(); }

struct BentFrame::Work {};
BentFrame::BentFrame(const Model&, FrameId) { hand_over(); }
BentFrame::BentFrame(const BentFrame&) { hand_over(); }
BentFrame::~BentFrame() = default;
void BentFrame::update(VecIn<double>) { hand_over(); }
const BentFrame::Pose& BentFrame::pose() const { hand_over(); }
const BentFrame::Pose& BentFrame::slope(int) const { hand_over(); }
void BentFrame::add_hessian(const Eigen::Vector3d&, const Eigen::Vector4d&,
                            Eigen::Ref<Eigen::MatrixXd>) {
  hand_over();
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
PageJson flexible_json(const FlexibleModel&) { hand_over(); }
}  // namespace report

namespace peers {
bool has_mujoco() { return true; }
Verification verify_with_mujoco(const MotionFile&, const Trajectory&, const MujocoVerifyOptions&) {
  hand_over();
}
}  // namespace peers

}  // namespace alembert
