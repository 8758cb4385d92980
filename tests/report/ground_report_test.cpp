// What is told of a robot on the ground: motors as joints, the ground as contacts, each once.
#include <gtest/gtest.h>

#include "alembert/ground_coordinates.hpp"
#include "alembert/joint_trajectory.hpp"
#include "alembert/report.hpp"

namespace alembert::testing::ground_report_test {

/// The walker on its heel, all joints swinging a little: what it is worth is no matter here.
MotionDocument rolling() {
  const MotionFile file = read_motion_problem(
      "alembert: motion/1\n"
      "robot: " ALEMBERT_SOURCE_DIR
      "/models/planar_biped.yaml\n"
      "contacts:\n"
      "  - name: left\n"
      "    frame: left_foot\n"
      "    patch: [[-0.06, -0.05, -0.07], [0.15, -0.05, -0.07], [0.15, 0.05, -0.07], "
      "[-0.06, 0.05, -0.07]]\n"
      "    edges: [{name: heel, corners: [1, 4]}, {name: toe, corners: [2, 3]}]\n"
      "    friction: 0.7\n"
      "    ways: [{from: 0, to: 1, rolls: heel}, {from: 1, to: 1, rolls: toe}]\n"
      "start: {q: [0, 0, 0, 0, 0, 0]}\n"
      "goal: {q: [0, 0, 0, 0, 0, 0]}\n"
      "spline: {segments: 12}\n",
      "rolling.yaml");
  const SplineOptions& spline = file.problem.spline;
  Eigen::MatrixXd points =
      Eigen::MatrixXd::Zero(spline.segments + spline.degree, file.problem.model.dofs());
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    for (Eigen::Index j = 6; j < points.cols(); ++j) {
      points(i, j) = 0.1 * std::sin(0.4 * static_cast<double>(i + j));
    }
  }
  Solution found;
  found.motion.q =
      BSpline(spline.degree, BSpline::clamped_knots(spline.degree, spline.segments, 1.0), points);
  return motion_document(file, found, sample(file.problem, found.motion, 21));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(GroundReport, TablesHaveTheTorquesOfMotorsAndTheWrenchesOfContacts) {
  const std::string text = write_motion_csv(rolling());
  const std::string header = text.substr(0, text.find('\n'));
  EXPECT_TRUE(has(header, ",tau.left_ankle,"));
  EXPECT_TRUE(has(header, ",q.left.heel,"));  // how it stands is told
  EXPECT_TRUE(has(header, ",left.fz,"));
  EXPECT_FALSE(has(header, "tau.left."));
  // As many cells in every row as names above them.
  const auto cells = [](const std::string& line) {
    return std::count(line.begin(), line.end(), ',');
  };
  const std::size_t second = text.find('\n', header.size() + 1);
  EXPECT_EQ(cells(header), cells(text.substr(header.size() + 1, second - header.size() - 1)));
}

TEST(GroundReport, ControllersAreToldOfMotorsAlone) {
  const MotionDocument document = rolling();
  for (const std::string& text :
       {joint_trajectory_yaml(document), joint_trajectory_json(document)}) {
    EXPECT_TRUE(has(text, "\"left_ankle\""));
    EXPECT_FALSE(has(text, "\"left.heel\""));
    EXPECT_FALSE(has(text, "\"left.x\""));
  }
}

TEST(GroundReport, PlotsShowWhatRollsAndNoTorqueOfIt) {
  MotionDocument document = rolling();
  EXPECT_FALSE(has(motion_plot(document), ">left.x<"));
  // Of few joints that share a plot: one name a curve.
  const auto named = [&](const std::string& name) {
    const std::string text = motion_plot(document);
    int n = 0;
    for (auto at = text.find(">" + name + "<"); at != std::string::npos;
         at = text.find(">" + name + "<", at + 1)) {
      ++n;
    }
    return n;
  };
  EXPECT_EQ(named("left.heel"), 2);   // position and velocity
  EXPECT_EQ(named("left_ankle"), 3);  // and torque
}

TEST(GroundCoordinates, AreTheFirst) {
  const ProblemDocument problem = rolling().problem;
  EXPECT_EQ(problem.ground_coordinates, 8);
  EXPECT_EQ(own_coordinates(problem, 14), (std::vector<int>{8, 9, 10, 11, 12, 13}));
  EXPECT_TRUE(rests_at(problem, 7, 0.0));   // the toe, while it rolls about its heel
  EXPECT_FALSE(rests_at(problem, 7, 1.5));  // it may come to its other end
  EXPECT_FALSE(rests_at(problem, 8, 0.0));
}

}  // namespace alembert::testing::ground_report_test
