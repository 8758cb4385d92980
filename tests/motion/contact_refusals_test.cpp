// What contacts cannot do is said: with the line of the file, or with the contact's name.
#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/standing.hpp"

namespace alembert::test::contact_refusals_test {

const std::string models = std::string(ALEMBERT_SOURCE_DIR) + "/models/";

constexpr char sole[] =
    "[[-0.06, -0.05, -0.07], [0.15, -0.05, -0.07], [0.15, 0.05, -0.07], [-0.06, 0.05, -0.07]]";

std::string legs(double knee) {
  const std::string k = std::to_string(knee), half = std::to_string(-0.5 * knee);
  return "{left_hip: " + half + ", left_knee: " + k + ", left_ankle: " + half +
         ", right_hip: " + half + ", right_knee: " + k + ", right_ankle: " + half + "}";
}

/// Both feet of the planar biped; the left one is on line 5.
std::string standing_text(const std::string& left, const std::string& right,
                          const std::string& rest) {
  return "alembert: motion/1\n"
         "robot: " +
         models +
         "planar_biped.yaml\n"
         "contacts:\n"
         "  # the left foot is first\n"
         "  - {name: left, frame: left_foot, " +
         left +
         "}\n"
         "  - {name: right, frame: right_foot, " +
         right +
         "}\n"
         "minimize: {exertion: 1, jerk: 1.0e-8}\n"
         "spline: {segments: 12, knots: uniform}\n" +
         rest;
}

std::string foot(const std::string& friction, const std::string& rpy = "[0, 0, 0]") {
  return std::string("patch: ") + sole + ", friction: " + friction +
         ", place: {xyz: [0, 0, 0.07], rpy: " + rpy + "}";
}

std::string ends(double from = 0.4, double to = 0.8) {
  return "start: {q: " + legs(from) + "}\ngoal: {q: " + legs(to) + "}\n";
}

void expect_error(const std::string& text, int line, const std::string& words) {
  try {
    read_motion_problem(text, "standing.yaml");
    FAIL() << "not refused: " << words;
  } catch (const Error& error) {
    EXPECT_EQ(error.where().line, line) << error.what();
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(ContactRefusals, PatchesOfNoAreaHaveALine) {
  const std::string line = "patch: [[0, 0, 0], [0.1, 0, 0], [0.2, 0, 0]], friction: 0.5";
  expect_error(standing_text(line, foot("0.5"), ends()), 5, "contact 'left': a patch of no area");
  const std::string two = "patch: [[0, 0, 0], [0.1, 0, 0]], friction: 0.5";
  expect_error(standing_text(foot("0.5"), two, ends()), 6, "contact 'right': its patch has 2");
}

TEST(ContactRefusals, PhasesThatOverlapHaveALine) {
  const std::string ways = foot("0.5") + ", ways: [{from: 0, to: 0.5}, {from: 0.4, to: 1}]";
  expect_error(standing_text(ways, foot("0.5"), ends()), 5, "overlap");
  // One foot at two places at once.
  std::string twice = standing_text(foot("0.5"), foot("0.5") + ", from: 0, to: 0.6", ends());
  const std::string again =
      "  - {name: again, frame: right_foot, " + foot("0.5") + ", from: 0.5}\n";
  twice.insert(twice.find("minimize"), again);
  expect_error(twice, 3, "contact 'again': 'right_foot' touches as 'right' at the same time");
}

TEST(ContactRefusals, SlopesWithoutFrictionHoldNobody) {
  const std::string ice = foot("0", "[0, 0.2, 0]");
  expect_error(standing_text(ice, ice, ends()), 3, "'left', 'right' do not let them");
  // tan 0.2 = 0.2027.
  const std::string nearly = foot("0.2", "[0, 0.2, 0]"), enough = foot("0.21", "[0, 0.2, 0]");
  expect_error(standing_text(nearly, nearly, ends()), 3, "nothing that the robot touches");
  EXPECT_NO_THROW(read_motion_problem(standing_text(enough, enough, ends()), "a.yaml"));
  // One that leaves is no matter: on the average nothing is left to hold it.
  EXPECT_NO_THROW(read_motion_problem(standing_text(ice, ice,
                                                    "start: {q: " + legs(0.4) + "}\ngoal: {q: " +
                                                        legs(0.8) + ", any_velocity: true}\n"),
                                      "a.yaml"));
  // On level ice one may stand.
  EXPECT_NO_THROW(read_motion_problem(standing_text(foot("0"), foot("0"), ends()), "a.yaml"));
}

TEST(ContactRefusals, ImpactsAreToldByTheirContact) {
  const std::string lands = foot("0.5") + ", from: touch, to: 1";
  const auto passing = [&](const std::string& v) {
    return "start: {q: " + legs(0.4) + "}\ngoal: {q: " + legs(0.4) + "}\n" +
           "waypoints: [{name: touch, at: 0.5, q: " + legs(0.4) + v + "}]\n";
  };
  expect_error(standing_text(foot("0.5"), lands, passing(", v: [0, 0, 0, 0.5, 0, 0]")), 3,
               "contact 'right' begins at waypoint 'touch'");
  EXPECT_NO_THROW(read_motion_problem(
      standing_text(foot("0.5"), lands, passing(", v: [0, 0, 0, 0, 0, 0]")), "a.yaml"));
  // A foot that stands and is to move.
  expect_error(standing_text(foot("0.5"), foot("0.5"),
                             "start: {q: " + legs(0.4) + ", v: [0, 0, 0, 0.5, 0, 0]}\n" +
                                 "goal: {q: " + legs(0.8) + "}\n"),
               3, "begins at the start");
}

TEST(ContactRefusals, AFootThatWouldHaveToPullIsNamed) {
  // The body falls by 0.24 m from rest to rest in 0.2 s: faster than it would by itself.
  const MotionFile file = read_motion_problem(
      standing_text(foot("0.7"), foot("0.7"), ends(0.2, 1.35) + "duration: 0.2\n"), "pull.yaml");
  MotionProblem problem = file.problem;
  problem.limits.velocity.setConstant(infinity);
  problem.limits.torque_lower.setConstant(-1e4);
  problem.limits.torque_upper.setConstant(1e4);
  const Solution found = solve(problem, file.options);
  EXPECT_EQ(found.status, MotionStatus::infeasible);
  EXPECT_TRUE(std::any_of(found.violations.begin(), found.violations.end(), [](const auto& note) {
    return note.of.kind == LimitKind::contact &&
           (note.of.name == "left" || note.of.name == "right");
  }));
}

TEST(ContactRefusals, AWordForTheBaseIsOneOfTwo) {
  expect_error(standing_text(foot("0.5"), foot("0.5"), ends() + "base: fix\n"), 11, "'fixed'");
  const std::string none = "alembert: motion/1\nrobot: " + models +
                           "two_link.yaml\nbase: fixed\nstart: {q: [0, 0]}\ngoal: {q: [1, 0]}\n";
  expect_error(none, 3, "there are none");
}

}  // namespace alembert::test::contact_refusals_test
