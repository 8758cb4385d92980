// The regressor against inverse dynamics, and against robots with one parameter changed.
#include "alembert/regressor.hpp"

#include <gtest/gtest.h>

#include "alembert/inverse_dynamics.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::regressor_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

void expect_torque(const Model& model, Random& random, const char* what, unsigned seed) {
  const int n = model.dofs();
  const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
  VectorXd tau(n);
  InverseDynamics{model}(q, v, a, tau);
  Regressor regressor(model, {.drives = true, .springs = true});
  const VectorXd product = regressor(q, v, a) * regressor.parameters();
  EXPECT_LT(relative_difference(product, tau), 1e-12) << what << ", seed " << seed;
}

TEST(Regressor, TimesParametersIsTorque) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    RandomRobotOptions options = {.joints = random.integer(1, 25), .drives = true};
    options.chain = true;
    expect_torque(compile(random_robot(random, options)), random, "chain", seed);
    options = {.joints = random.integer(3, 25),
               .types = all_joint_types(),
               .couple = 0.3,
               .tip = 0.3,
               .drives = true};
    const Robot tree = random_robot(random, options);
    const Model model = compile(tree);
    if (model.dofs() > 0) expect_torque(model, random, "tree", seed);
    expect_torque(compile(tree, {.floating_base = true}), random, "floating base", seed);
  }
}

/// Column by column: the torque of a robot whose link has that parameter alone one higher.
TEST(Regressor, ColumnsBelongToTheUsersLinkFrames) {
  Random random(12);
  Robot robot = random_robot(random, {.joints = 6, .types = all_joint_types(), .tip = 0.5});
  const Model model = compile(robot);
  const int n = model.dofs();
  const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
  VectorXd tau(n), changed(n);
  InverseDynamics{model}(q, v, a, tau);
  Regressor regressor(model);
  const MatrixXd Y = regressor(q, v, a);
  int checked = 0;
  for (std::size_t l = 0; l < robot.links.size(); ++l) {
    for (std::size_t c = 0; c < regressor.columns().size(); ++c) {
      if (regressor.columns()[c].name != robot.links[l].name + ".m") continue;
      // m, m com and the tensor about the origin, put back together about the new mass centre.
      const Inertia body = *robot.links[l].inertia;
      const Eigen::Matrix3d I = body.about_origin();
      for (int k = 0; k < 10; ++k) {
        double mass = body.mass;
        Eigen::Vector3d h = body.mass * body.com;
        Eigen::Matrix3d about_origin = I;
        const int rows[] = {0, 0, 0, 1, 1, 2}, columns[] = {0, 1, 2, 1, 2, 2};
        if (k == 0) mass += 1.0;
        if (k > 0 && k < 4) h[k - 1] += 1.0;
        if (k >= 4) about_origin(rows[k - 4], columns[k - 4]) += 1.0;
        if (k == 5 || k == 6 || k == 8) about_origin(columns[k - 4], rows[k - 4]) += 1.0;
        Inertia other{mass, h / mass, Eigen::Matrix3d::Zero()};
        other.about_com = about_origin - other.about_origin();
        robot.links[l].inertia = other;
        // Not every such body could exist, so the doctor must not be asked: only compile().
        InverseDynamics{compile(robot)}(q, v, a, changed);
        const VectorXd column = Y.col(static_cast<Eigen::Index>(c) + k);
        EXPECT_LT(largest(changed - tau - column), 1e-10 * (1.0 + tau.norm()))
            << regressor.columns()[c + static_cast<std::size_t>(k)].name;
        robot.links[l].inertia = body;
        ++checked;
      }
    }
  }
  EXPECT_EQ(checked, 10 * regressor.bodies());
  EXPECT_GE(regressor.bodies(), 5);
}

TEST(Regressor, KnowsABaseThatMoves) {
  Random random(3);
  const Model model = compile(random_robot(random, {.joints = 7}));
  const VectorXd q = random.values(7), v = random.values(7), a = random.values(7);
  const BaseMotion motion{random.vector(), random.vector(), random.vector()};
  InverseDynamics id(model);
  Regressor regressor(model);
  id.set_base_motion(motion);
  regressor.set_base_motion(motion);
  VectorXd tau(7);
  id(q, v, a, tau);
  EXPECT_LT(relative_difference(VectorXd(regressor(q, v, a) * regressor.parameters()), tau), 1e-12);
}

TEST(Regressor, GivesColumnsToTheBodiesThatAreNamed) {
  Random random(8);
  Robot robot = random_robot(random, {.joints = 5});
  robot.payloads.clear();
  const Model empty = compile(robot);
  const Inertia payload = random.body();
  robot.payloads.push_back({"tool", payload, {}});
  const Model loaded = compile(robot);
  const VectorXd q = random.values(5), v = random.values(5), a = random.values(5);
  VectorXd with(5), without(5), parameters(10);
  InverseDynamics{loaded}(q, v, a, with);
  InverseDynamics{empty}(q, v, a, without);
  Regressor all(carrying(empty, empty.frame("tool"), payload));
  EXPECT_LT(relative_difference(VectorXd(all(q, v, a) * all.parameters()), with), 1e-12);
  Regressor regressor(empty, {.bodies = {"tool"}});
  ASSERT_EQ(regressor.columns().size(), 10);
  EXPECT_EQ(regressor.columns()[1].name, "tool.mx");
  EXPECT_EQ(regressor.columns()[1].unit, "kg m");
  EXPECT_TRUE(regressor.parameters().isZero(0.0));
  const Eigen::Matrix3d I = payload.about_origin();
  parameters << payload.mass, payload.mass * payload.com, I(0, 0), I(0, 1), I(0, 2), I(1, 1),
      I(1, 2), I(2, 2);
  EXPECT_LT(
      relative_difference(VectorXd(regressor(q, v, a) * parameters), VectorXd(with - without)),
      1e-12);
  EXPECT_THROW(Regressor(empty, {.bodies = {"hand"}}), Error);
}

TEST(Regressor, LeavesOutDrivesOfAFreedBase) {
  Random random(8);
  const Model model = compile(random_robot(random, {.joints = 2}), {.floating_base = true});
  const Regressor regressor(model, {.drives = true});
  ASSERT_EQ(regressor.bodies(), 3);
  EXPECT_EQ(regressor.columns().size(), 36);
  EXPECT_EQ(regressor.columns()[30].name, "j0.Ia");
}

TEST(Regressor, DoesNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  Random random(31);
  const Model model = compile(random_robot(
      random, {.joints = 40, .types = all_joint_types(), .couple = 0.2, .drives = true}));
  const int n = model.dofs();
  const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
  Regressor regressor(model, {.drives = true, .springs = true});
  MatrixXd Y = regressor(q, v, a);
  long count = 0;
  {
    MallocGuard guard;
    regressor(q, v, a, Y);
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
}

}  // namespace alembert::test::regressor_test
