// Several frames at their places at one instant.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_document.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/report.hpp"

namespace alembert::test::several_poses_test {

const std::string folder = ALEMBERT_SOURCE_DIR;

Eigen::Vector3d place(const MotionFile& file, const Solution& found, const char* frame, double t) {
  Kinematics<double> kinematics(file.problem.model);
  kinematics.update(found.motion.q(t));
  return kinematics.pose(file.problem.model.frame(frame)).translation();
}

/// Poses that random joint values reach, so that they can be reached together.
TEST(SeveralPoses, OfTwoHandsAreMetTogether) {
  const Robot robot = load_robot(folder + "/models/two_arms.yaml");
  const Model model = compile(robot);
  Eigen::VectorXd q(model.dofs());
  q << 0.3, 0.5, 0.8, 0.2, 0.4, 0.1, -0.2, 0.6, 0.7, -0.3, 0.5, 0.2;
  Kinematics<double> kinematics(model);
  kinematics.update(q);
  const Eigen::Vector3d left = kinematics.pose(model.frame("left_hand")).translation();
  const Eigen::Vector3d right = kinematics.pose(model.frame("right_hand")).translation();
  const auto text = [](const char* frame, const Eigen::Vector3d& x) {
    return std::string("{frame: ") + frame + ", xyz: [" + std::to_string(x.x()) + ", " +
           std::to_string(x.y()) + ", " + std::to_string(x.z()) + "]}";
  };
  const std::string both =
      "pose: [" + text("left_hand", left) + ", " + text("right_hand", right) + "]";
  const MotionFile file = read_motion_problem(
      "alembert: motion/1\nrobot: ../models/two_arms.yaml\nstart: {q: [0, 0.2, 0.4, 0, 0, 0, 0, "
      "0.2, 0.4, 0, 0, 0]}\ngoal: {" +
          both + "}\n",
      folder + "/examples/both.yaml");
  ASSERT_EQ(file.problem.goal.also.size(), 1u);
  const Solution found = solve(file.problem, file.options);
  ASSERT_EQ(found.status, MotionStatus::solved);
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  const double T = found.motion.duration();
  EXPECT_LT((place(file, found, "left_hand", T) - left).norm(), 2e-6);
  EXPECT_LT((place(file, found, "right_hand", T) - right).norm(), 2e-6);
  // Documents keep them.
  const MotionDocument document = motion_document(file, found, {});
  const MotionFile again = problem_of(read_motion(write_motion(document, "."), "."));
  EXPECT_EQ(again.problem.goal.also, file.problem.goal.also);
}

TEST(SeveralPoses, AreRefusedWhereOneNamesNothing) {
  const auto read = [](const std::string& pose) {
    return read_motion_problem(
        "alembert: motion/1\nrobot: ../models/two_arms.yaml\nstart: {q: [0, "
        "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}\ngoal: {pose: " +
            pose + "}\n",
        folder + "/examples/both.yaml");
  };
  EXPECT_THROW(read("[]"), Error);
  EXPECT_THROW(read("[{frame: left_hand, xyz: [0.5, 0, 1]}, {frame: nose, xyz: [0, 0, 1]}]"),
               Error);
}

}  // namespace alembert::test::several_poses_test
