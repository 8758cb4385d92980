// Limits on sums of joints: held and used, proven, refused, kept by documents.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_document.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/report.hpp"
#include "support/compare.hpp"

namespace alembert::test::joint_sum_test {

const std::string folder = ALEMBERT_SOURCE_DIR;

/// From stretched one way to stretched the other; free to, it folds its elbow by 2.7 on the way.
MotionFile swing(const std::string& more, const std::string& start = "[0, 0]") {
  return read_motion_problem("alembert: motion/1\nrobot: ../models/two_link.yaml\nstart: {q: " +
                                 start + "}\ngoal: {q: [2, 0.2]}\n" + more,
                             folder + "/examples/swing.yaml");
}

double largest_sum(const Solution& found, double first, double second) {
  double largest = -infinity;
  for (int k = 0; k <= 4000; ++k) {
    const Eigen::VectorXd q = found.motion.q(found.motion.duration() * k / 4000.0);
    largest = std::max(largest, first * q[0] + second * q[1]);
  }
  return largest;
}

TEST(JointSum, HoldsAtEveryInstantAndIsUsed) {
  const Solution free = solve(swing("").problem);
  ASSERT_EQ(free.status, MotionStatus::solved);
  const double passed = largest_sum(free, 0.2, 1.0);
  for (const int starts : {1, 2}) {
    MotionFile file = swing(
        "limits: {sums: [{name: cable, of: {joint1: 0.2, joint2: 1}, within: [-1.5, 2.2]}]}\n");
    file.options.starts = starts;
    const Solution held = solve(file.problem, file.options);
    ASSERT_EQ(held.status, MotionStatus::solved);
    EXPECT_EQ(held.certificate.method, MotionCertificate::Method::proven);
    EXPECT_GT(passed, 2.6) << "without the limit";
    EXPECT_LT(largest_sum(held, 0.2, 1.0), 2.2 + 1e-9);
    EXPECT_GT(largest_sum(held, 0.2, 1.0), 2.2 - 2e-3);
    EXPECT_GT(held.motion.duration(), free.motion.duration() * (1.0 + 1e-4));
  }
}

/// A sum of one joint is that joint's range, but for how it is held.
TEST(JointSum, OfOneJointIsItsRange) {
  const Solution range = solve(swing("limits: {position: {joint2: [-1, 2.2]}}\n").problem);
  const Solution sum =
      solve(swing("limits: {sums: [{of: {joint2: -2}, within: [-4.4, 2]}]}\n").problem);
  ASSERT_EQ(range.status, MotionStatus::solved);
  ASSERT_EQ(sum.status, MotionStatus::solved);
  // Control points are held by the one, the curve itself by the other.
  EXPECT_LE(sum.motion.duration(), range.motion.duration() * (1.0 + 1e-6));
  EXPECT_GT(sum.motion.duration(), range.motion.duration() * 0.99);
}

TEST(JointSum, LastsAsLongAsItSays) {
  const MotionFile file = swing(
      "waypoints: [{name: middle, at: 0.5, q: [1, 1.2]}]\n"
      "limits: {sums: [{of: {joint1: 1, joint2: 1}, within: [-4, 2.3], from: middle}]}\n");
  const Solution found = solve(file.problem, file.options);
  ASSERT_EQ(found.status, MotionStatus::solved);
  const auto at_middle = [](const Eigen::VectorXd& q) { return q[0] > 1.0; };
  double middle = 0.0;
  while (!at_middle(found.motion.q(middle))) middle += 1e-3;
  for (int k = 0; k <= 1000; ++k) {
    const double t = middle + (found.motion.duration() - middle) * k / 1000.0;
    EXPECT_LT(found.motion.q(t).sum(), 2.3 + 1e-6);
  }
}

TEST(JointSum, PassedWhereItStartsIsSaidByName) {
  const MotionFile file =
      swing("limits: {sums: [{name: cable, of: {joint1: 1, joint2: 1}, within: [-4, 1]}]}\n");
  const Solution found = solve(file.problem, file.options);
  EXPECT_EQ(found.status, MotionStatus::infeasible);
  ASSERT_TRUE(found.cause);
  EXPECT_EQ(found.cause->kind, InfeasibilityCause::Kind::outside_path);
  EXPECT_EQ(found.cause->name, "cable");
}

TEST(JointSum, IsKeptByDocuments) {
  const MotionFile file = swing(
      "limits: {sums: [{name: cable, of: {joint1: 0.2, joint2: 1}, within: [-.inf, 0.7], to: "
      "0.5}]}\n");
  ASSERT_EQ(file.problem.sums.size(), 1u);
  const std::vector<SumLimit::Part> parts = {{0, 0.2}, {1, 1.0}};
  EXPECT_EQ(file.problem.sums[0].parts, parts);
  EXPECT_EQ(file.problem.sums[0].lower, -infinity);
  const ProblemDocument read =
      read_problem(write_problem(problem_document(file), folder), "sums.json");
  EXPECT_EQ(read.sums, file.problem.sums);
}

TEST(JointSum, ThatMakesNoSenseIsRefused) {
  const auto reason = [](const std::string& sum) {
    try {
      swing("limits: {sums: [{" + sum + "}]}\n");
    } catch (const Error& error) {
      return error.reason();
    }
    return std::string("accepted");
  };
  EXPECT_EQ(reason("of: {}, within: [0, 1]"), "of of sum 1 is empty");
  EXPECT_EQ(reason("of: {joint1: 1}, within: [1, 0]"), "within of sum 1 ends below its beginning");
  EXPECT_NE(reason("of: {joint1: 1}").find("within"), std::string::npos);
  EXPECT_NE(reason("of: {elbow: 1}, within: [0, 1]").find("elbow"), std::string::npos);
}

}  // namespace alembert::test::joint_sum_test
