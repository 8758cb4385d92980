// Xiang's sensitivities against the kernel's derivatives (another formulation), against the closed
// form of the paper's Appendix 1, and on a loop whose torque one can write down.
#include "alembert/formulation/xiang_sensitivities.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <filesystem>

#include "alembert/derivatives.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/formulation.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/operation_count.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::xiang_sensitivities_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Answer {
  explicit Answer(int n) : tau(n), dq(n, n), dv(n, n), da(n, n) {}
  VectorXd tau;
  MatrixXd dq, dv, da;
};

Answer by_xiang(const Model& model, const VectorXd& q, const VectorXd& v, const VectorXd& a,
                Loads loads) {
  Answer answer(model.dofs());
  XiangSensitivities<double> sensitivities(model);
  sensitivities(q, v, a, loads, answer.tau, answer.dq, answer.dv, answer.da);
  return answer;
}

Answer by_kernel(const Model& model, const VectorXd& q, const VectorXd& v, const VectorXd& a,
                 Loads loads) {
  Answer answer(model.dofs());
  InverseDynamics<double> id(model);
  id(q, v, a, loads, answer.tau);
  InverseDynamicsDerivatives<double> derivatives(model);
  derivatives(q, v, a, loads, answer.dq, answer.dv, answer.da);
  return answer;
}

/// Several on one link, some fixed in the world and some in the link.
std::vector<Load> random_loads(const Model& model, Random& random) {
  std::vector<Load> loads;
  for (const ModelFrame& frame : model.frames()) {
    for (const Load::Axes axes : {Load::Axes::world, Load::Axes::frame}) {
      if (random.chance(0.5)) continue;
      loads.push_back({model.frame(frame.name), random.vector(9.0), random.vector(9.0),
                       random.vector(0.5), axes});
    }
  }
  return loads;
}

void expect_the_kernels(const Model& model, Random& random, bool loaded) {
  const int n = model.dofs();
  const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
  const std::vector<Load> loads = loaded ? random_loads(model, random) : std::vector<Load>{};
  const Answer answer = by_xiang(model, q, v, a, loads),
               expected = by_kernel(model, q, v, a, loads);
  EXPECT_LT(relative_difference(answer.tau, expected.tau), 1e-10);
  EXPECT_LT(relative_difference(answer.dq, expected.dq), 1e-10);
  // Entries by v may all be zero by nature; torques of this size round by this much.
  const double scale = std::max(largest(expected.dv), largest(expected.da));
  EXPECT_LT(largest(answer.dv - expected.dv), 1e-10 * scale);
  EXPECT_LT(relative_difference(answer.da, expected.da), 1e-10);
}

void expect_the_kernels_on_random_robots(RandomRobotOptions options, bool loaded) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    options.joints = 1 + static_cast<int>(seed % 12);
    const Model model = compile(random_robot(random, options));
    if (model.dofs() > 0) expect_the_kernels(model, random, loaded);
  }
}

TEST(XiangSensitivities, EqualTheKernelsOnChains) {
  expect_the_kernels_on_random_robots({.chain = true}, false);
}
TEST(XiangSensitivities, EqualTheKernelsOnLoadedChains) {
  expect_the_kernels_on_random_robots({.chain = true}, true);
}
TEST(XiangSensitivities, EqualTheKernelsOnLoadedTrees) {
  expect_the_kernels_on_random_robots({}, true);
}
TEST(XiangSensitivities, EqualTheKernelsOnDrivenCoupledTreesOfEveryJoint) {
  expect_the_kernels_on_random_robots(
      {.types = all_joint_types(), .couple = 0.3, .tip = 0.3, .drives = true}, true);
}

TEST(XiangSensitivities, EqualTheKernelsOnTheModels) {
  int models = 0;
  for (const auto& file : std::filesystem::directory_iterator(ALEMBERT_SOURCE_DIR "/models")) {
    if (file.path().extension() != ".yaml") continue;
    SCOPED_TRACE(file.path().string());
    const Robot robot = load_robot(file.path());
    if (bends(robot)) continue;
    const Model model = compile(robot);
    Random random(7);
    for (int state = 0; state < 20; ++state) expect_the_kernels(model, random, state % 2 == 1);
    ++models;
  }
  EXPECT_GE(models, 7);
}

TEST(XiangSensitivities, TorquesAreThoseOfTheFormulation) {
  Random random(3);
  const Model model = compile(random_robot(random, {.joints = 9, .drives = true}));
  const VectorXd q = random.values(9), v = random.values(9), a = random.values(9);
  const std::vector<Load> loads = random_loads(model, random);
  VectorXd tau(9);
  (*Formulations::get("xiang").make<double>(model))(q, v, a, loads, tau);
  EXPECT_LT(relative_difference(by_xiang(model, q, v, a, loads).tau, tau), 1e-13);
}

TEST(XiangSensitivities, ForgetTheCallBefore) {
  Random random(4);
  const Model model = compile(random_robot(random, {.joints = 7}));
  const VectorXd q = random.values(7), v = random.values(7), a = random.values(7);
  XiangSensitivities<double> sensitivities(model);
  Answer other(7), again(7);
  sensitivities(v, a, q, random_loads(model, random), other.tau, other.dq, other.dv, other.da);
  sensitivities(q, v, a, again.tau, again.dq, again.dv, again.da);
  const Answer first = by_xiang(model, q, v, a, {});
  EXPECT_EQ(again.tau, first.tau);
  EXPECT_EQ(again.dq, first.dq);
  EXPECT_EQ(again.dv, first.dv);
  EXPECT_EQ(again.da, first.da);
}

// Appendix 1, with (75) and (76) by the accelerations as they must be; f pushes down at the tip.
TEST(XiangSensitivities, EqualTheClosedFormOfTheTwoLinkArm) {
  constexpr double L1 = 0.4, L2 = 0.4, l1 = 0.2, l2 = 0.2, m1 = 0.5, m2 = 0.5, I1 = 0.1, I2 = 0.1;
  constexpr double g = 9.81, f = 10.0;
  const Model model = compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml"));
  const Load down{.frame = model.frame("tip"), .force = {0.0, -f, 0.0}};
  Random random(5);
  for (int sample = 0; sample < 50; ++sample) {
    const VectorXd q = random.values(2), v = random.values(2), a = random.values(2);
    const double c1 = std::cos(q[0]), c2 = std::cos(q[1]), c12 = std::cos(q[0] + q[1]);
    const double s1 = std::sin(q[0]), s2 = std::sin(q[1]), s12 = std::sin(q[0] + q[1]);
    const double h = m2 * L1 * l2;
    Answer expected(2);
    expected.da << I1 + I2 + m1 * l1 * l1 + m2 * (L1 * L1 + l2 * l2 + 2 * L1 * l2 * c2),  // (75)
        I2 + m2 * l2 * l2 + h * c2, I2 + m2 * l2 * l2 + h * c2,  // (76) (81)
        I2 + m2 * l2 * l2;                                       // (82)
    const double lifted = m2 * g * l2 + f * L2, shoulder = m1 * g * l1 + m2 * g * L1 + f * L1;
    expected.tau = expected.da * a;
    expected.tau[0] +=
        -2 * h * v[0] * v[1] * s2 - h * v[1] * v[1] * s2 + lifted * c12 + shoulder * c1;  // (69)
    expected.tau[1] += h * v[0] * v[0] * s2 + lifted * c12;                               // (70)
    expected.dq << -lifted * s12 - shoulder * s1,                                         // (71)
        -2 * h * s2 * a[0] - h * s2 * a[1] - 2 * h * v[0] * v[1] * c2 - h * v[1] * v[1] * c2 -
            lifted * s12,                                            // (72)
        -lifted * s12,                                               // (77)
        -h * s2 * a[0] + h * v[0] * v[0] * c2 - lifted * s12;        // (78)
    expected.dv << -2 * h * v[1] * s2, -2 * h * (v[0] + v[1]) * s2,  // (73) (74)
        2 * h * v[0] * s2, 0.0;                                      // (79) (80)
    const Answer answer = by_xiang(model, q, v, a, {&down, 1});
    EXPECT_LT(largest(answer.tau - expected.tau), 1e-13);
    EXPECT_LT(largest(answer.dq - expected.dq), 1e-13);
    EXPECT_LT(largest(answer.dv - expected.dv), 1e-13);
    EXPECT_LT(largest(answer.da - expected.da), 1e-14);
  }
}

TEST(XiangSensitivities, ByALoadAreTheJacobian) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Model model =
        compile(random_robot(random, {.joints = 8, .types = all_joint_types(), .couple = 0.2}));
    const int n = model.dofs();
    const FrameId tool = model.frame("tool");
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    Answer answer(n);
    XiangSensitivities<double> sensitivities(model);
    sensitivities(q, v, a, answer.tau, answer.dq, answer.dv, answer.da);
    MatrixXd by_force(n, 3), by_moment(n, 3);
    sensitivities.by_load(tool, Eigen::Vector3d::Zero(), by_force, by_moment);
    Kinematics kinematics(model);
    kinematics.update(q);
    Kinematics<>::Jacobian J(6, n);
    kinematics.jacobian(tool, J);
    EXPECT_LT(relative_difference(by_force, -J.topRows<3>().transpose()), 1e-12) << seed;
    EXPECT_LT(relative_difference(by_moment, -J.bottomRows<3>().transpose()), 1e-12) << seed;
  }
}

/// Torques are linear in f and h: a unit more of either changes them by a column.
TEST(XiangSensitivities, ByALoadAtAPointAreTheTorquesOfUnitLoads) {
  Random random(6);
  const Model model = compile(random_robot(random, {.joints = 8}));
  const VectorXd q = random.values(8), v = random.values(8), a = random.values(8);
  const Eigen::Vector3d point = random.vector(0.5);
  Answer answer(8);
  XiangSensitivities<double> sensitivities(model);
  sensitivities(q, v, a, answer.tau, answer.dq, answer.dv, answer.da);
  MatrixXd by_force(8, 3), by_moment(8, 3);
  sensitivities.by_load(model.frame("tool"), point, by_force, by_moment);
  for (int c = 0; c < 3; ++c) {
    Load force{.frame = model.frame("tool"), .force = Eigen::Vector3d::Unit(c), .point = point};
    Load moment{.frame = model.frame("tool"), .moment = Eigen::Vector3d::Unit(c), .point = point};
    const double rounding = 1e-13 * largest(answer.tau);
    const VectorXd df = by_kernel(model, q, v, a, {&force, 1}).tau - answer.tau;
    const VectorXd dh = by_kernel(model, q, v, a, {&moment, 1}).tau - answer.tau;
    EXPECT_LT(largest(by_force.col(c) - df), rounding);
    EXPECT_LT(largest(by_moment.col(c) - dh), rounding);
  }
}

/// A parallelogram in an upright plane: two equal cranks of length L on the base, a coupler between
/// their tips. Cut at the second crank's tip it is a tree of three joints.
struct Parallelogram {
  static constexpr double L = 0.5, base = 0.8, m = 1.2, mc = 2.0, I = 0.03, g = 9.81;

  static Model model() {
    Robot robot;
    robot.name = "parallelogram";
    robot.base = "ground";
    robot.gravity = {0.0, -g, 0.0};
    robot.links.push_back({"ground", {}, {}, {}, {}});
    const auto add = [&](const char* name, const char* parent, double x, double length,
                         double mass) {
      Joint joint;
      joint.name = name;
      joint.parent = parent;
      joint.child = std::string(name) + "_link";
      joint.origin.translation().x() = x;
      robot.joints.push_back(joint);
      const Eigen::Matrix3d tensor = Eigen::Vector3d(0.0, I, I).asDiagonal();
      robot.links.push_back(
          {joint.child, Inertia{mass, {0.5 * length, 0.0, 0.0}, tensor}, {}, {}, {}});
      Eigen::Isometry3d tip = Eigen::Isometry3d::Identity();
      tip.translation().x() = length;
      robot.frames.push_back({std::string(name) + "_tip", joint.child, tip, {}});
    };
    add("drive", "ground", 0.0, L, m);
    add("coupler", "drive_link", L, base, mc);
    add("follower", "ground", base, L, m);
    return compile(robot);
  }

  // The coupler does not turn: torque of the drive, with no torque elsewhere.
  static constexpr double inertia = 2.0 * (I + m * L * L / 4.0) + mc * L * L;
  static constexpr double weight = (m + mc) * g * L;
  static double torque(double x, double xdd) { return inertia * xdd + weight * std::cos(x); }
};

// (38): the loop is cut, its force makes the passive torques vanish, and along the closed motion
// the driving torque changes as the closed form does.
TEST(XiangSensitivities, CloseALoopThroughTheForceInItsCut) {
  const Model model = Parallelogram::model();
  const int drive = model.coordinate("drive"), coupler = model.coordinate("coupler"),
            follower = model.coordinate("follower");
  const std::vector<int> passive = {coupler, follower}, plane = {0, 1};
  VectorXd closed(3);  // how the coordinates follow the drive's
  closed[drive] = closed[follower] = 1.0;
  closed[coupler] = -1.0;
  const FrameId a_side = model.frame("follower_tip"), b_side = model.frame("coupler_tip");
  XiangSensitivities<double> sensitivities(model);
  Random random(8);
  for (int sample = 0; sample < 20; ++sample) {
    const double x = random.real(-1.0, 1.0), xd = random.real(-2.0, 2.0),
                 xdd = random.real(-9.0, 9.0);
    const VectorXd q = closed * x, v = closed * xd, a = closed * xdd;
    Answer open(3), held(3);
    MatrixXd on_a(3, 3), on_b(3, 3), moments(3, 3);
    sensitivities(q, v, a, open.tau, open.dq, open.dv, open.da);
    sensitivities.by_load(a_side, Eigen::Vector3d::Zero(), on_a, moments);
    sensitivities.by_load(b_side, Eigen::Vector3d::Zero(), on_b, moments);
    const MatrixXd by_cut = (on_b - on_a)(Eigen::all, plane);
    const auto passive_by_cut = MatrixXd(by_cut(passive, Eigen::all)).fullPivLu();
    const Eigen::Vector2d cut = -passive_by_cut.solve(VectorXd(open.tau(passive)));

    const Eigen::Vector3d force(cut.x(), cut.y(), 0.0);
    const std::vector<Load> loads = {{.frame = b_side, .force = force},
                                     {.frame = a_side, .force = -force}};
    sensitivities(q, v, a, loads, held.tau, held.dq, held.dv, held.da);
    EXPECT_LT(largest(VectorXd(held.tau(passive))), 1e-12);
    EXPECT_NEAR(held.tau[drive], Parallelogram::torque(x, xdd), 1e-11);

    const auto along = [&](const MatrixXd& dtau) {
      const VectorXd tau = dtau * closed;
      const VectorXd dcut = -passive_by_cut.solve(VectorXd(tau(passive)));
      return tau[drive] + by_cut.row(drive).dot(dcut);
    };
    EXPECT_NEAR(along(held.dq), -Parallelogram::weight * std::sin(x), 1e-10);
    EXPECT_NEAR(along(held.dv), 0.0, 1e-10);
    EXPECT_NEAR(along(held.da), Parallelogram::inertia, 1e-11);
  }
}

Tally counted(int n) {
  const Model model = general_chain(n);
  Random random(5);
  const VecX<OpCount> x = random.values(n).cast<OpCount>();
  VecX<OpCount> tau(n);
  MatX<OpCount> dq(n, n), dv(n, n), da(n, n);
  XiangSensitivities<OpCount> sensitivities(model);
  OpCount::reset();
  sensitivities(x, x, x, tau, dq, dv, da);
  return OpCount::executed();
}

// n columns of O(n) each; the paper prints no count. A link behind joint k costs 934
// multiplications (motion 450, own terms of D 208, results 84, sums 192), one in front of it 276
// (results 68, sums 208), and there are n^2/2 of either: 605 n^2.
TEST(XiangSensitivities, CostOfAColumnIsLinearInTheJoints) {
  for (int n = 1; n <= 12; ++n) {
    const Tally count = counted(n);
    EXPECT_EQ(count.mul, 605 * n * n + 771 * n - 881) << n << " joints";
    EXPECT_EQ(count.add, 491 * n * n + 609 * n - 768) << n << " joints";
  }
}

TEST(XiangSensitivities, DoNotAllocateInTheCall) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  Random random(9);
  const Model model = compile(random_robot(random, {.joints = 9}));
  const VectorXd q = random.values(9), v = random.values(9), a = random.values(9);
  const std::vector<Load> loads = random_loads(model, random);
  Answer answer(9);
  MatrixXd by_force(9, 3), by_moment(9, 3);
  XiangSensitivities<double> sensitivities(model);
  long count = 0;
  {
    MallocGuard guard;
    sensitivities(q, v, a, loads, answer.tau, answer.dq, answer.dv, answer.da);
    sensitivities.by_load(FrameId(0), Eigen::Vector3d::Zero(), by_force, by_moment);
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
}

}  // namespace alembert::test::xiang_sensitivities_test
