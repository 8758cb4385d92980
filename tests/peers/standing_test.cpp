// What contacts exert, all together, against MuJoCo's inverse dynamics of the same robot hung from
// its trunk by a free joint: to MuJoCo they are forces from outside.
#include "alembert/standing.hpp"

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "io/mjcf/model.hpp"
#include "peers/mjcf_text.hpp"
#include "peers/mujoco_verify.hpp"
#include "support/rerooted_state.hpp"

namespace alembert::test::standing_test {

using Eigen::Vector3d;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Link box(const std::string& name, double mass, const Vector3d& com, const Vector3d& edges) {
  const Vector3d squares = edges.cwiseProduct(edges) * (mass / 12.0);
  Link link;
  link.name = name;
  link.inertia = Inertia{
      mass, com,
      Vector3d(squares.y() + squares.z(), squares.x() + squares.z(), squares.x() + squares.y())
          .asDiagonal()};
  return link;
}

Joint turn(const std::string& name, const std::string& parent, const std::string& child,
           const Vector3d& at, const Vector3d& axis) {
  Joint joint;
  joint.name = name;
  joint.type = JointType::revolute;
  joint.parent = parent;
  joint.child = child;
  joint.origin.translation() = at;
  joint.axis = axis;
  joint.limits.lower = -2.0;
  joint.limits.upper = 2.0;
  joint.limits.torque = 200.0;
  return joint;
}

/// Two legs of six joints: hips turn about all axes, knees about one, ankles about two.
Robot walker() {
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  Robot robot;
  robot.name = "walker";
  robot.base = "trunk";
  robot.links = {box("trunk", 30.0, {0.01, 0.0, 0.25}, {0.2, 0.3, 0.5})};
  for (const double side : {1.0, -1.0}) {
    const std::string n = side > 0.0 ? "l_" : "r_";
    for (const char* link : {"yaw", "roll"}) {
      robot.links.push_back(box(n + link, 0.8, {0.0, 0.01 * side, 0.0}, {0.08, 0.06, 0.1}));
    }
    robot.links.push_back(box(n + "thigh", 5.0, {0.01, 0.0, -0.18}, {0.1, 0.1, 0.36}));
    robot.links.push_back(box(n + "shank", 3.0, {0.0, 0.0, -0.17}, {0.08, 0.08, 0.36}));
    robot.links.push_back(box(n + "cross", 0.3, {0.0, 0.0, 0.0}, {0.05, 0.05, 0.05}));
    robot.links.push_back(box(n + "foot", 1.0, {0.04, 0.0, -0.04}, {0.22, 0.1, 0.04}));
    robot.joints.push_back(turn(n + "hip_yaw", "trunk", n + "yaw", {0.0, 0.1 * side, 0.0}, z));
    robot.joints.push_back(turn(n + "hip_roll", n + "yaw", n + "roll", {0.0, 0.0, 0.0}, x));
    robot.joints.push_back(turn(n + "hip", n + "roll", n + "thigh", {0.0, 0.0, 0.0}, y));
    robot.joints.push_back(turn(n + "knee", n + "thigh", n + "shank", {0.0, 0.0, -0.4}, y));
    robot.joints.push_back(turn(n + "ankle", n + "shank", n + "cross", {0.0, 0.0, -0.4}, y));
    robot.joints.push_back(turn(n + "ankle_roll", n + "cross", n + "foot", {0.0, 0.0, 0.0}, x));
  }
  return robot;
}

/// Flat, 7 cm below the ankle, which stands at a place.
Footing sole(const std::string& name, const Vector3d& ankle) {
  Footing footing;
  footing.name = name;
  footing.frame = name + "_foot";
  footing.corners = {
      {-0.07, -0.05, -0.07}, {0.15, -0.05, -0.07}, {0.15, 0.05, -0.07}, {-0.07, 0.05, -0.07}};
  footing.friction = 0.7;
  footing.place.translation() = ankle;
  return footing;
}

void minimize_exertion(MotionProblem& problem, double duration, int segments) {
  problem.duration.shortest = problem.duration.longest = duration;
  problem.minimize = {};
  problem.minimize.time = 0.0;
  problem.minimize.exertion = 1.0;
  problem.minimize.jerk = 1e-7;
  problem.spline.segments = segments;
  problem.spline.knots = SplineOptions::Knots::uniform;
}

/// Knees bent, both feet flat; then the trunk sideways, forward and turned.
MotionProblem sway() {
  MotionProblem problem = standing(
      walker(), {sole("l", {0.0, 0.1, 0.07}), sole("r", {0.0, -0.1, 0.07})}, {.ideal = true});
  minimize_exertion(problem, 0.8, 16);
  const Model& model = problem.model;
  problem.start.q = VectorXd::Zero(model.dofs());
  for (const std::string n : {"l_", "r_"}) {
    (*problem.start.q)[model.coordinate(n + "hip")] = -0.4;
    (*problem.start.q)[model.coordinate(n + "knee")] = 0.8;
    (*problem.start.q)[model.coordinate(n + "ankle")] = -0.4;
  }
  const double height = 0.07 + 0.8 * std::cos(0.4);
  problem.goal.pose = FrameTarget{
      model.frame("trunk"), Vector3d(0.03, 0.05, height - 0.03),
      (Eigen::AngleAxisd(0.15, Vector3d::UnitZ()) * Eigen::AngleAxisd(0.1, Vector3d::UnitX()))
          .toRotationMatrix()};
  return problem;
}

/// On two feet across, which are balls: what carries has moments of its own.
MotionProblem dog_on_two_feet() {
  std::vector<Footing> feet;
  for (const std::string n : {"lf", "rh"}) {
    Footing footing;
    footing.name = n;
    footing.frame = n + "_sole";
    footing.corners = {{-0.02, -0.02, 0}, {0.02, -0.02, 0}, {0.02, 0.02, 0}, {-0.02, 0.02, 0}};
    footing.friction = 0.6;
    footing.pivots = true;
    footing.place.translation() =
        n == "lf" ? Vector3d(0.25, 0.18, 0.0) : Vector3d(-0.25, -0.18, 0.0);
    feet.push_back(footing);
  }
  MotionProblem problem =
      standing(load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/quadruped.yaml"), feet,
               {.ideal = true});
  minimize_exertion(problem, 0.6, 12);
  const Model& model = problem.model;
  problem.start.q = VectorXd::Zero(model.dofs());
  const auto set = [&](const std::string& name, double value) {
    (*problem.start.q)[model.coordinate(name)] = value;
  };
  for (const std::string n : {"lf", "rf", "lh", "rh"}) {
    set(n + "_pitch", n[1] == 'f' ? 0.6 : -0.6);
    set(n + "_knee", n[1] == 'f' ? -1.2 : 1.2);
  }
  set("lf.turn.ry", -0.6);
  problem.goal.pose =
      FrameTarget{model.frame("trunk"), Vector3d(0.0, 0.0, 0.38), Eigen::Matrix3d::Identity()};
  return problem;
}

/// Put right behind the beginning of a body.
void insert_into(const std::string& body, const std::string& what, std::string& text) {
  text.insert(text.find('>', text.find("<body name='" + body + "'")) + 1, what);
}

/// The robot with its trunk on a free joint, as MuJoCo's own text.
std::string freed_text(const Robot& robot) {
  std::string text = peers::mjcf_text(robot);
  insert_into("base", "<freejoint/>", text);
  return text;
}

mjcf::Compiled in_mujoco(const Robot& robot, const std::string& text) {
  return mjcf::compile_mjcf(text, {{}, robot.name + ".xml", {}, {}, {}, {}});
}

using Data = std::unique_ptr<mjData, decltype(&mj_deleteData)>;

/// The state and accelerations of a sample.
void set_state(const Robot& robot, const Model& model, const MotionSample& now,
               const FrameInstant& trunk, const mjModel* m, mjData* d) {
  const Eigen::Matrix3d R = trunk.pose.linear();
  const Eigen::Quaterniond turned(R);
  Eigen::Map<Eigen::Matrix<double, 7, 1>>(d->qpos) << trunk.pose.translation(), turned.w(),
      turned.vec();
  // Turning is told in the body's own axes.
  Eigen::Map<Eigen::Matrix<double, 6, 1>>(d->qvel) << trunk.velocity.head<3>(),
      R.transpose() * trunk.velocity.tail<3>();
  Eigen::Map<Eigen::Matrix<double, 6, 1>>(d->qacc) << trunk.acceleration.head<3>(),
      R.transpose() * trunk.acceleration.tail<3>();
  for (const Joint& joint : robot.joints) {
    const int id = mj_name2id(m, mjOBJ_JOINT, joint.name.c_str()), j = model.coordinate(joint.name);
    d->qpos[m->jnt_qposadr[id]] = now.q[j];
    d->qvel[m->jnt_dofadr[id]] = now.v[j];
    d->qacc[m->jnt_dofadr[id]] = now.a[j];
  }
}

/// Largest differences, N and N m: of the wrench on the trunk, and of the joints' torques.
struct Difference {
  double force = 0.0, moment = 0.0, torque = 0.0;
};

Difference against_mujoco(const Robot& robot, const MotionProblem& problem, const Solution& found) {
  const mjcf::Compiled peer = in_mujoco(robot, freed_text(robot));
  mjModel* const m = peer.model.get();
  const Data data(mj_makeData(m), &mj_deleteData);
  mjData* const d = data.get();
  const Model& model = problem.model;
  Difference worst;
  for (const MotionSample& now : sample(problem, found.motion, 101)) {
    EXPECT_EQ(now.ground.contacts.size(), 2u);
    const FrameInstant trunk = frame_instant(model, robot.base, {now.q, now.v, now.a});
    set_state(robot, model, now, trunk, m, d);
    const Eigen::Matrix3d R = trunk.pose.linear();
    const Vector3d at = trunk.pose.translation();
    mj_inverse(m, d);
    VectorXd left = Eigen::Map<VectorXd>(d->qfrc_inverse, m->nv);
    worst.force = std::max(worst.force, (left.head<3>() - now.ground.force()).norm());
    worst.moment =
        std::max(worst.moment, (R * left.segment<3>(3) - now.ground.moment_about(at)).norm());
    for (const ContactForce& contact : now.ground.contacts) {
      const Footing& footing =
          *std::find_if(problem.footings.begin(), problem.footings.end(),
                        [&](const Footing& one) { return one.name == contact.name; });
      const Frame* frame = robot.find_frame(footing.frame);
      const std::string& link = frame ? frame->link : footing.frame;
      RowMatrix by_force(3, m->nv), by_moment(3, m->nv);
      mj_jac(m, d, by_force.data(), by_moment.data(), contact.origin.data(),
             mj_name2id(m, mjOBJ_BODY, link.c_str()));
      left -= by_force.transpose() * contact.force + by_moment.transpose() * contact.moment;
    }
    for (const Joint& joint : robot.joints) {
      const int id = mj_name2id(m, mjOBJ_JOINT, joint.name.c_str());
      worst.torque = std::max(
          worst.torque, std::abs(left[m->jnt_dofadr[id]] - now.tau[model.coordinate(joint.name)]));
    }
  }
  return worst;
}

void expect_agreement(const Robot& robot, const MotionProblem& problem) {
  const Solution found = solve(problem);
  ASSERT_EQ(found.status, MotionStatus::solved) << found.largest_violation;
  const Difference worst = against_mujoco(robot, problem, found);
  EXPECT_LT(worst.force, 1e-8);
  EXPECT_LT(worst.moment, 1e-8);
  EXPECT_LT(worst.torque, 1e-8);
  // They moved, and each took its share.
  double least = infinity, most = 0.0;
  for (const MotionSample& now : sample(problem, found.motion, 11)) {
    least = std::min(least, now.ground.contacts.back().force.z());
    most = std::max(most, now.ground.contacts.back().force.z());
  }
  EXPECT_GT(least, 1.0);
  EXPECT_GT(most - least, 1.0);
}

/// The planned torques, but contacts of MuJoCo's own making. They leave out that bodies which turn
/// about them accelerate without their joints doing so (dJ/dt v), and give way a little: they agree
/// at rest, and on the way to what joints that turn fast make of that.
TEST(Standing, MujocosOwnContactsCarryItAlmostAsPlanned) {
  const MotionProblem problem = sway();
  const Solution found = solve(problem);
  ASSERT_EQ(found.status, MotionStatus::solved);
  CompileOptions ideal;
  ideal.ideal = true;
  const MotionFile file{"",    "sway",  "", on_the_ground(walker(), problem.footings),
                        ideal, problem, {}};
  const peers::GroundComparison ground = peers::compare_ground_with_mujoco(file, found.motion, 41);
  EXPECT_EQ(ground.touching, 41);
  EXPECT_GT(ground.at_rest, 0.0);
  EXPECT_LT(ground.at_rest, 5e-4);
  EXPECT_GT(ground.while_moving, ground.at_rest);
  EXPECT_LT(ground.while_moving, 3e-2);
}

TEST(Standing, OnTwoSolesTheGroundExertsWhatMujocoNeedsFromOutside) {
  expect_agreement(walker(), sway());
}

TEST(Standing, OnTwoBallsTheGroundExertsWhatMujocoNeedsFromOutside) {
  expect_agreement(load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/quadruped.yaml"),
                   dog_on_two_feet());
}

}  // namespace alembert::test::standing_test
