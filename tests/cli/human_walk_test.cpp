// A step of a person, as the program finds it: beside what was measured, and through nothing.
#include <gtest/gtest.h>

#include <numbers>

#include "alembert/kinematics.hpp"
#include "alembert/motion_file.hpp"
#include "program.hpp"
#include "support/compare.hpp"

namespace alembert::testing::human_walk_test {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Between two segments, by halving intervals: the distance is convex in both places.
double between(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  const auto to_second = [&](const Vector3d& p) {
    const double share = (p - c).dot(d - c) / (d - c).squaredNorm();
    return (p - c - std::clamp(share, 0.0, 1.0) * (d - c)).norm();
  };
  double low = 0.0, high = 1.0;
  for (int k = 0; k < 80; ++k) {
    const double one = low + (high - low) / 3.0, other = high - (high - low) / 3.0;
    const bool left = to_second(a + one * (b - a)) < to_second(a + other * (b - a));
    (left ? high : low) = left ? other : one;
  }
  return to_second(a + 0.5 * (low + high) * (b - a));
}

/// The example's answer. One test looks at all of it: a process of its own each would solve it
/// anew.
struct Walk {
  MotionFile task =
      load_motion_problem(std::string(ALEMBERT_SOURCE_DIR) + "/examples/human_walk.yaml");
  Json document;
};

VectorXd q(const Json& sample) {
  const std::vector<double> values = sample.at("q");
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// By the capsules of the person's file and another way to measure.
void expect_through_nothing(const Walk& walk) {
  const Model& model = walk.task.problem.model;
  const SelfClearance& own = walk.task.robot.self_clearance;
  ASSERT_EQ(own.pairs.size(), 21u);
  Kinematics<double> kinematics(model);
  const auto capsule = [&](const std::string& name) -> const SelfClearance::Capsule& {
    return *std::find_if(own.capsules.begin(), own.capsules.end(),
                         [&](const auto& one) { return one.name == name; });
  };
  double nearest = infinity;
  for (const Json& sample : walk.document.at("samples")) {
    kinematics.update(q(sample));
    for (const SelfClearance::Pair& pair : own.pairs) {
      const SelfClearance::Capsule &a = capsule(pair.one), &b = capsule(pair.other);
      const Eigen::Isometry3d A = kinematics.pose(model.frame(a.frame)),
                              B = kinematics.pose(model.frame(b.frame));
      const double gap = between(A * a.from, A * a.to, B * b.from, B * b.to) - a.radius - b.radius;
      EXPECT_GT(gap, -1e-6) << pair.one << " and " << pair.other << " at " << sample.at("t");
      nearest = std::min(nearest, gap);
    }
    for (const char* frame : {"left_heel", "left_ball", "right_heel", "right_ball"}) {
      EXPECT_GT(kinematics.pose(model.frame(frame)).translation().z(), -1e-4) << frame;
    }
  }
  EXPECT_LT(nearest, 0.01) << "m: free to, limbs would be in each other";
}

/// As docs/human.md asks for.
void expect_humps_of_people(const Walk& walk) {
  const double weight = walk.document.at("weight");
  const std::vector<std::string> names = walk.document.at("joints");
  const auto knee = std::find(names.begin(), names.end(), "right_knee") - names.begin();
  std::vector<double> up, ahead, swing;
  for (const Json& sample : walk.document.at("samples")) {
    const std::vector<double> force = sample.at("contacts").at(0).at("force");
    up.push_back(force[2] / weight);
    ahead.push_back(force[0] / weight);
    swing.push_back(q(sample)[knee] * 180.0 / std::numbers::pi);
  }
  const auto share = [&](int tenths) {
    return up.begin() + static_cast<std::ptrdiff_t>(up.size()) * tenths / 10;
  };
  const auto expect_within = [](double value, double low, double high, const char* what) {
    EXPECT_GT(value, low) << what;
    EXPECT_LT(value, high) << what;
  };
  expect_within(*std::max_element(share(0), share(5)), 1.0, 1.35, "first hump");
  expect_within(*std::max_element(share(5), share(10)), 1.0, 1.35, "second hump");
  expect_within(*std::min_element(share(3), share(7)), 0.55, 0.9, "valley");
  expect_within(*std::max_element(ahead.begin(), ahead.end()), 0.1, 0.3, "push ahead");
  expect_within(*std::min_element(ahead.begin(), ahead.end()), -0.3, -0.1, "braking");
  expect_within(*std::max_element(swing.begin(), swing.end()), 45.0, 90.0, "swing knee, deg");
}

TEST(HumanWalk, IsFoundColdAndProvenPassesThroughNothingAndPressesAsPeopleDo) {
  Walk walk;
  const Workbench bench;
  const Outcome outcome = bench.run({"predict", walk.task.file, "--no-verify", "--output", "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  walk.document = Json::parse(bench.read("out/motion.json"));
  EXPECT_EQ(walk.document.at("verdict"), "good");
  EXPECT_TRUE(contains(outcome.out, "proven: every limit holds at every instant"));
  expect_through_nothing(walk);
  expect_humps_of_people(walk);
}

}  // namespace alembert::testing::human_walk_test
