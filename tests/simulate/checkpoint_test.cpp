// Whoever waits for a long call may give it up: his checkpoint is called often, and what it throws
// reaches him, through the C of the integrator too.
#include <gtest/gtest.h>

#include "alembert/flexible_simulation.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/retime.hpp"
#include "alembert/simulate.hpp"
#include "alembert/verify.hpp"

namespace alembert::test::checkpoint_test {

struct GivenUp {};

/// Throws at the call of that number, and says how many there were.
struct Patience {
  int left;
  int calls = 0;

  std::function<void()> checkpoint() {
    return [this] {
      ++calls;
      if (--left == 0) throw GivenUp{};
    };
  }
};

/// `call` takes a checkpoint. It is given up at the twentieth call, and not before.
template <typename Call>
void expect_given_up(const Call& call) {
  Patience patience{20};
  EXPECT_THROW(call(patience.checkpoint()), GivenUp);
  EXPECT_EQ(patience.calls, 20);
}

struct Reach {
  Reach() : file(load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/xiang_1.yaml")) {
    motion = solve(file.problem).motion;
  }
  MotionFile file;
  Trajectory motion;
};

const Reach& reach() {
  static const Reach made;
  return made;
}

TEST(Checkpoint, EndsAVerification) {
  expect_given_up([](const std::function<void()>& checkpoint) {
    (void)verify(reach().file.problem, reach().motion, {.checkpoint = checkpoint});
  });
}

TEST(Checkpoint, EndsASimulation) {
  expect_given_up([](const std::function<void()>& checkpoint) {
    (void)simulate(reach().file.problem, reach().motion, {.checkpoint = checkpoint});
  });
}

TEST(Checkpoint, EndsAProof) {
  expect_given_up([](const std::function<void()>& checkpoint) {
    (void)prove(Task(reach().file.problem), reach().motion, {.checkpoint = checkpoint});
  });
}

TEST(Checkpoint, EndsTheProofOfASolve) {
  expect_given_up([](const std::function<void()>& checkpoint) {
    SolveOptions options;
    options.checkpoint = checkpoint;
    (void)solve(reach().file.problem, options);
  });
}

TEST(Checkpoint, EndsARetiming) {
  const Eigen::MatrixXd points{{0.0, 0.0}, {0.6, 0.4}};
  const MotionProblem& problem = reach().file.problem;
  expect_given_up([&](const std::function<void()>& checkpoint) {
    (void)retime(problem, path_through(points).curve, {.checkpoint = checkpoint});
  });
  Patience at_once{1};
  EXPECT_THROW(
      (void)retime(problem, path_through(points).curve, {.checkpoint = at_once.checkpoint()}),
      GivenUp);
}

TEST(Checkpoint, EndsWhatAnArmThatBendsDoes) {
  const Robot robot = load_robot(ALEMBERT_SOURCE_DIR "/models/flexible_two_link.yaml");
  const FlexibleModel arm = compile_flexible(robot);
  const JointPath path = rest_to_rest(Eigen::Vector2d::Zero(), Eigen::Vector2d(0.5, 0.3), 1.0);
  expect_given_up([&](const std::function<void()>& checkpoint) {
    FlexibleRun run;
    run.path = path;
    run.checkpoint = checkpoint;
    simulate_flexible(robot, arm, run);
  });
  expect_given_up([&](const std::function<void()>& checkpoint) {
    quiet(arm, path, {.checkpoint = checkpoint});
  });
}

/// A motion of an arm that bends, its joints led, with so much time.
Verification led(double max_seconds) {
  const MotionFile file =
      load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/flexible_two_link.yaml");
  static const Trajectory motion = solve(file.problem).motion;
  return verify(file.problem, motion, {.lead_joints = true, .max_seconds = max_seconds});
}

TEST(Checkpoint, OfTimeEndsWhatAnArmThatBendsDoesAndTellsWhatWasSeen) {
  const Verification whole = led(infinity);
  EXPECT_TRUE(whole.finished);
  EXPECT_FALSE(whole.out_of_time);
  const Verification hasty = led(0.0);
  EXPECT_TRUE(hasty.out_of_time);
  EXPECT_FALSE(hasty.finished);
  EXPECT_LT(hasty.end, whole.end);
  EXPECT_FALSE(hasty.within(reproduction_tolerance));
}

TEST(Checkpoint, OneThatNeverThrowsChangesNothing) {
  Patience endless{-1};
  const Verification watched =
      verify(reach().file.problem, reach().motion, {.checkpoint = endless.checkpoint()});
  const Verification plain = verify(reach().file.problem, reach().motion);
  EXPECT_EQ(watched.position_error, plain.position_error);
  EXPECT_EQ(watched.steps, plain.steps);
  EXPECT_GT(endless.calls, watched.steps);
}

}  // namespace alembert::test::checkpoint_test
