// A real arm: logs of a KUKA LWR4+ that lie beside the project.
#include <gtest/gtest.h>

#include <filesystem>

#include "alembert/collision_shapes.hpp"
#include "alembert/excitation.hpp"
#include "alembert/identification.hpp"
#include "alembert/io.hpp"
#include "identify/pseudo_inertia.hpp"
#include "kuka_payload.hpp"

namespace alembert::test::kuka_test {

const std::string folder = std::string(ALEMBERT_SOURCE_DIR) + "/../shared/identification/";

class Kuka : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder + "kuka_lwr4.urdf")) {
      GTEST_SKIP() << "no ../shared/identification: the logs are not part of the project";
    }
    robot = load_robot(folder + "kuka_lwr4.urdf");
    const LinkShapes shapes = load_collisions(robot);
    options.shapes = {shapes.begin(), shapes.end()};
  }
  std::shared_ptr<LogSource> log(int k) const {
    return log_file(folder + "kuka_lwr4_log_" + std::to_string(k) + ".csv", compile(robot));
  }
  Robot robot;
  IdentifyOptions options;
};

TEST_F(Kuka, IsPredictedBetterThanByItsFileOnPosesThatWereHeldOut) {
  const Identification found = identify(robot, {log(1), log(2)}, options);
  EXPECT_NEAR(found.held_out.file.relative, 0.095, 0.01);      // its friction counted
  EXPECT_NEAR(found.held_out.friction.relative, 0.086, 0.01);  // as on a motion that is not here
  EXPECT_LT(found.held_out.identified.relative, 0.04);
  EXPECT_LT(found.fitted.identified.relative, 0.03);
  ASSERT_TRUE(found.bootstrap_ratio);
  EXPECT_NEAR(*found.bootstrap_ratio, 1.0, 0.4);
  for (const Link& link : found.robot.links) {
    if (!link.inertia) continue;
    EXPECT_TRUE(identifying::is_possible(identifying::body_parameters(*link.inertia))) << link.name;
  }
  for (const Joint& joint : found.robot.joints) {
    EXPECT_GE(joint.friction.viscous, 0.0);
    EXPECT_GE(joint.friction.coulomb, 0.0);
  }
}

TEST_F(Kuka, FittedToOneRunPredictsTheOther) {
  options.validate = {log(2)};
  options.bootstrap = 0;
  const Identification found = identify(robot, {log(1)}, options);
  ASSERT_EQ(found.validation.size(), 1u);
  EXPECT_LT(found.validation[0].identified.relative, 0.035);
  EXPECT_FALSE(found.worse_than_file());
}

TEST_F(Kuka, IsExcitedThreeTimesBetterThanItWas) {
  const MotionProblem problem(compile(robot));
  ExciteOptions how;
  how.duration = 25.0;
  how.starts = 1;
  const Excitation found = excite(problem, how);
  EXPECT_TRUE(found.proof.holds());
  double widest = 0.0;
  for (const ExcitedParameter& p : told_by(problem.model, *log(1), how)) {
    widest = std::max(widest, p.deviation / p.size);
  }
  EXPECT_GT(widest, 3.0 * found.worst().deviation / found.worst().size);
}

TEST_F(Kuka, TellsWhatIsInItsHandFromALogAsLongAsItsOwn) {
  const KukaPayload at;
  Covered covered;
  double squares = 0.0;
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    const PayloadEstimate found = at.weigh(seed, seed > 2);
    EXPECT_NEAR(found.inertia.mass, 2.5, 0.025);
    squares += (found.inertia.com - at.body().com).squaredNorm();
    at.count(found, covered);
  }
  EXPECT_LT(std::sqrt(squares / 4.0), 0.002);
  EXPECT_GE(covered.inside, 14.0);  // of 16
}

}  // namespace alembert::test::kuka_test
