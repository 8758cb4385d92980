// Every problem in examples/, solved by the program, its claims checked by other means.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <fstream>
#include <numbers>

#include "alembert/kinematics.hpp"
#include "program.hpp"
#include "support/compare.hpp"
#include "support/plain_motion.hpp"

namespace alembert::testing::motion_examples_test {

/// An example's task, the program's answer and a plain look at it.
class Solved {
 public:
  explicit Solved(const std::string& name, const std::vector<std::string>& extra = {})
      : task_(
            load_motion_problem(std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name + ".yaml")),
        kinematics_(task_.problem.model) {
    std::vector<std::string> command = {"predict", task_.file, "--json"};
    command.insert(command.end(), extra.begin(), extra.end());
    const Outcome outcome = Workbench().run(command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    document_ = outcome.json();
    EXPECT_EQ(document_.at("status"), "solved");
    EXPECT_LE(document_.at("largest_violation").get<double>(), 1e-4);
    motion_ = std::make_unique<PlainMotion>(document_, task_);
    EXPECT_NEAR(motion_->duration(), document_.at("duration").get<double>(), 1e-12);
  }

  const Json& document() const { return document_; }
  const PlainMotion& motion() const { return *motion_; }
  const MotionFile& task() const { return task_; }
  double duration() const { return motion_->duration(); }

  Eigen::Isometry3d pose(const std::string& frame, double t) {
    kinematics_.update(motion_->at(t, 0));
    return kinematics_.pose(task_.problem.model.frame(frame));
  }

  /// The largest of value(t) at 2001 instants.
  template <typename Value>
  double largest(Value&& value) const {
    double most = -infinity;
    for (int k = 0; k <= 2000; ++k) test::raise(most, value(duration() * (k / 2000.0)));
    return most;
  }

  void expect_within_limits() const { EXPECT_LE(motion_->largest_excess(2001), 1.001e-4); }

  /// Integrated forward by the program itself.
  void expect_comes_back() const {
    const Json& check = document_.at("verification").at(0);
    EXPECT_EQ(check.at("finished"), true);
    EXPECT_LE(check.at("position_error").get<double>(), 1e-6);
  }

  void expect_rest(double t) const {
    EXPECT_LE(test::largest(motion_->at(t, 1)), 1e-6) << "at t = " << t;
  }

  void expect_pose(const std::string& frame, double t, const Eigen::Vector3d& xyz,
                   const Eigen::Matrix3d& R) {
    const Eigen::Isometry3d X = pose(frame, t);
    EXPECT_LE((X.translation() - xyz).norm(), 1e-6) << frame << " at t = " << t;
    EXPECT_LE(test::largest_difference(X.linear(), R), 1e-6) << frame << " at t = " << t;
  }

 private:
  MotionFile task_;
  Kinematics<double> kinematics_;
  Json document_;
  std::unique_ptr<PlainMotion> motion_;
};

Eigen::Matrix3d turned(double roll, double pitch, double yaw) {
  using Eigen::AngleAxisd;
  using Eigen::Vector3d;
  const double degree = std::numbers::pi / 180.0;
  return (AngleAxisd(yaw * degree, Vector3d::UnitZ()) *
          AngleAxisd(pitch * degree, Vector3d::UnitY()) *
          AngleAxisd(roll * degree, Vector3d::UnitX()))
      .toRotationMatrix();
}

void expect_xiang_1_ends(const Solved& solved) {
  EXPECT_LE((solved.motion().at(0.0, 0) - Eigen::Vector2d(0, -2)).norm(), 1e-9);
  EXPECT_LE((solved.motion().at(solved.duration(), 0) - Eigen::Vector2d(1, -1)).norm(), 1e-9);
  solved.expect_rest(0.0);
  solved.expect_rest(solved.duration());
  const auto torque = [&](double t) { return test::largest(solved.motion().torque(t)); };
  EXPECT_LE(solved.largest(torque), 10.001);
}

TEST(MotionExamples, XiangOneIsNearTheBangBangOptimum) {
  const Solved twenty("xiang_1");
  expect_xiang_1_ends(twenty);
  twenty.expect_comes_back();
  EXPECT_GT(twenty.duration(), 0.3918);
  EXPECT_LE(twenty.duration(), 0.3936);
  const Solved eighty("xiang_1", {"--segments", "80"});
  expect_xiang_1_ends(eighty);
  EXPECT_GT(eighty.duration(), 0.3918);
  EXPECT_LE(eighty.duration(), 0.3922);
}

TEST(MotionExamples, XiangOneWithFreeKnotsFindsTheSwitches) {
  const Solved solved("xiang_1_free");
  expect_xiang_1_ends(solved);
  solved.expect_comes_back();
  EXPECT_EQ(solved.task().problem.spline.segments, 24);
  EXPECT_GT(solved.duration(), 0.39185);
  EXPECT_LE(solved.duration(), 0.39195);
}

TEST(MotionExamples, XiangTwoHasThePapersObjectiveByFineQuadrature) {
  const Solved solved("xiang_2");
  solved.expect_within_limits();
  solved.expect_comes_back();
  EXPECT_NEAR(solved.duration(), 0.5189, 0.0008);
  constexpr int steps = 20000;
  const double T = solved.duration();
  double effort = 0.0;
  for (int k = 0; k < steps; ++k) {
    effort += solved.motion().torque(T * (k + 0.5) / steps).squaredNorm() * T / steps;
  }
  EXPECT_NEAR(0.99 * T + 0.01 * effort, 0.8449, 0.0015);
  EXPECT_NEAR(0.99 * T + 0.01 * effort, solved.document().at("objective").get<double>(), 1e-4);
}

TEST(MotionExamples, SevenAxisReachEndsInThePose) {
  Solved solved("seven_axis_reach");
  solved.expect_within_limits();
  solved.expect_comes_back();
  solved.expect_rest(0.0);
  solved.expect_rest(solved.duration());
  solved.expect_pose("flange", solved.duration(), {0.35, 0.45, 0.35}, turned(180, 0, 30));
  EXPECT_LE(solved.duration(), 0.73);
}

double distance_to_segment(const Eigen::Vector3d& p, const Eigen::Vector3d& a,
                           const Eigen::Vector3d& b) {
  const double s = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - a - s * (b - a)).norm();
}

TEST(MotionExamples, PickAndPlaceCarriesThePartAroundTheBall) {
  Solved solved("pick_and_place");
  solved.expect_within_limits();
  solved.expect_comes_back();
  for (const auto& [at, y] : {std::pair{0.3, 0.35}, std::pair{0.7, -0.35}}) {
    const double t = solved.motion().instant(at);
    solved.expect_pose("flange", t, {0.40, y, 0.20}, turned(180, 0, 0));
    solved.expect_rest(t);
  }
  const Eigen::Vector3d ball(0.45, 0, 0.25);
  const double nearest = -solved.largest([&](double t) {
    const Eigen::Isometry3d forearm = solved.pose("joint5", t), hand = solved.pose("flange", t);
    const double to_forearm =
        distance_to_segment(ball, forearm * Eigen::Vector3d(0, 0, -0.3), forearm.translation());
    const double to_hand = distance_to_segment(ball, hand * Eigen::Vector3d(0, 0, -0.1),
                                               hand * Eigen::Vector3d(0, 0, 0.05));
    double least = to_forearm - 0.07 - 0.12;
    test::lower(least, to_hand - 0.05 - 0.12);
    return -least;
  });
  EXPECT_GE(nearest, 0.01 - 1e-4);
  EXPECT_LE(nearest, 0.02);  // the ball is in the way
}

/// Between unit vectors, accurate for small angles too.
double angle_between(const Eigen::Vector3d& u, const Eigen::Vector3d& w) {
  return std::atan2(u.cross(w).norm(), u.dot(w));
}

TEST(MotionExamples, StraightLineIsStraightToAMillimetre) {
  Solved solved("straight_line");
  solved.expect_within_limits();
  solved.expect_comes_back();
  const Eigen::Vector3d from(0.45, -0.3, 0.4), to(0.45, 0.3, 0.4);
  const auto distance = [&](double t) {
    return distance_to_segment(solved.pose("flange", t).translation(), from, to);
  };
  const auto tilt = [&](double t) {
    return angle_between(solved.pose("flange", t).linear().col(2), -Eigen::Vector3d::UnitZ());
  };
  EXPECT_LE(solved.largest(distance), 1.0001e-3);
  EXPECT_LE(solved.largest(tilt), 2.0003 * std::numbers::pi / 180.0);
  solved.expect_pose("flange", 0.0, from, turned(180, 0, 0));
  solved.expect_pose("flange", solved.duration(), to, turned(180, 0, 0));
}

TEST(MotionExamples, UprightCupStaysUpright) {
  Solved solved("upright_cup");
  solved.expect_within_limits();
  solved.expect_comes_back();
  const auto tilt = [&](double t) {
    return angle_between(-solved.pose("flange", t).linear().col(0), Eigen::Vector3d::UnitZ());
  };
  EXPECT_LE(solved.largest(tilt), 5.0003 * std::numbers::pi / 180.0);
  solved.expect_pose("flange", solved.duration(), {0.25, 0.5, 0.75}, turned(0, 90, 70));
}

TEST(MotionExamples, FourBarTurnsByItsCrankAlone) {
  Solved solved("four_bar");
  solved.expect_within_limits();  // passive joints: torque below 1e-4 N m
  solved.expect_comes_back();
  const auto gap = [&](double t) {
    return (solved.pose("tip", t).translation() - Eigen::Vector3d(0.34, 0, 0)).norm();
  };
  EXPECT_LE(solved.largest(gap), 1e-4);
  const double turn = solved.motion().at(solved.duration(), 0)[0] - solved.motion().at(0.0, 0)[0];
  EXPECT_NEAR(turn, std::numbers::pi, 1e-9);
}

TEST(MotionExamples, TwoArmsKeepHoldOfTheTray) {
  Solved solved("two_arms");
  solved.expect_within_limits();
  const auto gap = [&](double t) {
    const Eigen::Isometry3d left = solved.pose("left_grip", t),
                            right = solved.pose("right_grip", t);
    return test::largest_difference(left.matrix(), right.matrix());
  };
  EXPECT_LE(solved.largest(gap), 1e-4);
  solved.expect_pose("left_grip", solved.duration(), {0.4, 0.1, 0.35}, turned(0, 180, 0));
}

TEST(MotionExamples, PeriodicMotionEndsAsItBegan) {
  Solved solved("periodic");
  solved.expect_within_limits();
  EXPECT_NEAR(solved.duration(), 1.5, 1e-9);
  for (int order = 0; order < 3; ++order) {
    const Eigen::VectorXd begin = solved.motion().at(0.0, order);
    EXPECT_LE((solved.motion().at(solved.duration(), order) - begin).norm(), 1e-6) << order;
  }
  const Eigen::Vector3d high = solved.pose("tip", solved.motion().instant(0.25)).translation();
  const Eigen::Vector3d low = solved.pose("tip", solved.motion().instant(0.75)).translation();
  EXPECT_LE((high - Eigen::Vector3d(0.3, 0.5, 0)).norm(), 1e-6);
  EXPECT_LE((low - Eigen::Vector3d(0.6, -0.2, 0)).norm(), 1e-6);
}

}  // namespace alembert::testing::motion_examples_test
