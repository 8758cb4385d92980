// Documents come back as they went out, and what is wrong with one is said with its place.
#include "alembert/motion_document.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "io_testing.hpp"
#include "random_document.hpp"

namespace alembert::testing::motion_document_test {

using Json = nlohmann::ordered_json;

/// Calls back with every key of a document and its place; of lists with the first entry.
template <typename Visit>
void each_key(Json& json, const std::string& path, const Visit& visit) {
  if (json.is_object()) {
    for (const auto& [key, value] : json.items()) {
      const std::string here = path.empty() ? key : path + "." + key;
      visit(json, key, here);
      each_key(value, here, visit);
    }
  } else if (json.is_array() && !json.empty()) {
    each_key(json[0], path + "[0]", visit);
  }
}

std::string data(const std::string& name) {
  std::ifstream file(ALEMBERT_TEST_DATA "/motion/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(MotionDocument, RandomOnesComeBackLetterForLetter) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const std::string text = write_motion(random_document(seed), "out");
    const MotionDocument back = read_motion(text, "out/motion.json");
    EXPECT_EQ(back.version, 3);
    ASSERT_EQ(write_motion(back, "out"), text) << "seed " << seed;
  }
}

TEST(MotionDocument, ProblemsComeBackLetterForLetter) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const std::string text = write_problem(random_document(seed).problem, "out");
    ASSERT_EQ(write_problem(read_problem(text, "out/problem.json"), "out"), text)
        << "seed " << seed;
  }
}

TEST(MotionDocument, EveryNumberKeepsItsBits) {
  MotionDocument d = random_document(1);
  d.solution.objective = 0.1 + 0.2;
  d.problem.slip_speed = std::nextafter(1.0, 2.0);
  d.problem.friction = FrictionCover::smoothed;
  d.problem.limits.lower[0] = -infinity;
  d.problem.limits.torque_lower[1] = -infinity;
  const MotionDocument back = read_motion(write_motion(d, ""), "motion.json");
  EXPECT_EQ(back.solution.objective, d.solution.objective);
  EXPECT_EQ(back.problem.slip_speed, d.problem.slip_speed);
  EXPECT_EQ(back.problem.friction, FrictionCover::smoothed);
  EXPECT_EQ(back.problem.limits.lower, d.problem.limits.lower);
  EXPECT_EQ(back.problem.limits.torque_lower, d.problem.limits.torque_lower);
  EXPECT_EQ(back.solution.motion.q.control_points(), d.solution.motion.q.control_points());
  ASSERT_EQ(back.solution.motion.forces.size(), d.solution.motion.forces.size());
  for (std::size_t k = 0; k < d.solution.motion.forces.size(); ++k) {
    const BSpline &read = back.solution.motion.forces[k], &written = d.solution.motion.forces[k];
    EXPECT_EQ(read.knots(), written.knots());
    EXPECT_EQ(read.control_points(), written.control_points());
  }
  ASSERT_EQ(back.samples.size(), d.samples.size());
  for (std::size_t i = 0; i < d.samples.size(); ++i) {
    EXPECT_EQ(back.samples[i].tau, d.samples[i].tau);
  }
}

TEST(MotionDocument, AnUnknownKeyAnywhereIsRefusedWithItsPlace) {
  const Json good = Json::parse(write_motion(random_document(3), ""));
  Json shape = good;
  std::set<std::string> places;
  each_key(shape, "", [&](Json&, const std::string&, const std::string& path) {
    Json broken = good;
    const auto dot = path.rfind('.');
    const std::string parent = dot == std::string::npos ? "" : path.substr(0, dot);
    if (!places.insert(parent).second) return;
    // Named by the user, not by the format.
    for (const char* map : {"objective_terms", "control_points", "forces", "joint_errors"}) {
      if (path.find(std::string(map) + ".") != std::string::npos) return;
    }
    Json* at = &broken;
    for (std::size_t i = 0; i < parent.size();) {
      auto end = parent.find('.', i);
      if (end == std::string::npos) end = parent.size();
      std::string key = parent.substr(i, end - i);
      const bool list = key.ends_with("[0]");
      if (list) key.resize(key.size() - 3);
      at = &at->at(key);
      if (list) at = &at->at(0);
      i = end + 1;
    }
    (*at)["colour"] = "red";
    expect_error([&] { read_motion(broken.dump(), "m.json"); }, 0,
                 {"unknown key '" + (parent.empty() ? "" : parent + ".") + "colour'"});
  });
  EXPECT_GT(places.size(), 40u);
}

TEST(MotionDocument, WhatIsMissingOrOfAnotherKindIsNamedWithItsPlace) {
  const Json good = Json::parse(write_motion(random_document(3), ""));
  const auto refused = [](const Json& json, const std::vector<std::string>& parts) {
    expect_error([&] { read_motion(json.dump(), "m.json"); }, 0, parts);
  };
  const auto with = [&](const std::string& pointer, const Json& value) {
    Json json = good;
    json[Json::json_pointer(pointer)] = value;
    return json;
  };
  for (const char* key :
       {"name",    "status",      "message",      "problem",   "robot",           "units",
        "joints",  "joint_kinds", "duration",     "objective", "objective_terms", "violations",
        "active",  "certificate", "solver",       "limits",    "spline",          "waypoints",
        "history", "given",       "takes_no_time"}) {
    Json json = good;
    json.erase(key);
    refused(json, {std::string("no '") + key + "'"});
  }
  refused(with("/spline/knots/3", nullptr), {"'spline.knots[3]' is null, not a number"});
  refused(with("/samples/1/tau/0", "big"), {"'samples[1].tau[0]' is a string, not a number"});
  refused(with("/samples/1/tau", Json::array()), {"a sample's 'tau' has not one number a joint"});
  refused(with("/given/start", 3), {"'given.start' is not an object"});
  refused(with("/given/minimize/path_frame", "nose"), {"'nose', which is none of the frames"});
  refused(with("/given/spline/knots", "fre"), {"'given.spline.knots' is 'fre'", "'free'"});
  refused(with("/given/seed", 1), {"unknown key 'given.seed'"});
  refused(with("/given/solver/seed", -1), {"'given.solver.seed' is no count"});
  refused(with("/given/solver/starts", 0.5), {"'given.solver.starts' is no whole number"});
  refused(with("/given/solver/starts", 1e300), {"'given.solver.starts' is no whole number"});
  refused(with("/given/ideal", 1), {"'given.ideal' is neither true nor false"});
  refused(with("/given/gravity", {0, 1}), {"'given.gravity' is not a list of 3"});
  refused(with("/given/loads", "none"), {"'given.loads' is not a list"});
  refused(with("/given/clearance/self_pairs/0", {1}), {"self_pairs[0]' is not a list of 2"});
  refused(with("/given/carried/0/inertia/about_com", {{1, 2, 3}}),
          {"about_com' is not a list of 3"});
  refused(with("/status", "splendid"), {"'status' is 'splendid'", "allowed"});
  refused(with("/name", 3), {"'name' is not a text"});
  refused(with("/objective_terms", Json::array()), {"'objective_terms' is not an object"});
  refused(with("/spline/control_points", 1), {"'spline.control_points' is not an object"});
  refused(with("/spline/control_points", Json::object()), {"no 'spline.control_points."});
  const std::string second = good.at("joints").at(1);
  refused(with("/spline/control_points/" + second, {1, 2}),
          {"'spline.control_points." + second + "' has not as many control points"});
  refused(with("/verification", Json::array({1})), {"'verification[0]' is not an object"});
  MotionDocument checked = random_document(3);
  Verification& check = checked.verification.emplace(1).front();
  check.joint_errors.assign(checked.problem.joints.size(), 0.0);
  Json without = Json::parse(write_motion(checked, ""));
  EXPECT_NO_THROW(read_motion(without.dump(), "m.json"));
  without["verification"][0]["joint_errors"].erase(second);
  refused(without, {"'joint_errors' has not one number a joint"});
  refused(with("/duration", 99), {"the duration is 99 s, and the knots last"});
  refused(with("/spline/duration", 99), {"the duration is 99 s, and the knots last"});
  refused(with("/spline/degree", 7), {"'spline': "});
  refused(with("/units/angle", "deg"), {"'units' are not rad, m"});
  refused(with("/joint_kinds", Json::array()), {"'joint_kinds' has not one word a joint"});
  refused(with("/limits/jerk", Json::array()), {"'limits' has a list"});
}

TEST(MotionDocument, OtherDocumentsAreRefused) {
  const auto refused = [](const std::string& text, const std::string& part) {
    expect_error([&] { read_motion(text, "m.json"); }, 0, {part});
  };
  refused("[]", "not a predicted motion");
  refused("{}", "not a predicted motion");
  refused(R"({"alembert": 2})", "not a predicted motion");
  refused(R"({"alembert": "robot/1"})", "not a predicted motion");
  refused(R"({"alembert": "motion_result/9"})", "'motion_result/9'");
  refused(R"({"alembert": "motion_result/1"})", "no 'name'");
  refused(R"({"alembert": "motion_result/2"})", "no 'name'");
  refused(R"({"alembert": "motion_result/2", "name": 1e999})", "too large for a double");
  expect_error([] { read_motion("{\n\n", "m.json"); }, 3, {"not JSON"});
  expect_error([] { read_problem(R"({"alembert": "motion_problem/2"})", "p.json"); }, 0,
               {"'motion_problem/2'"});
  expect_error([] { read_problem("{}", "p.json"); }, 0, {"not a motion problem"});
}

TEST(MotionDocument, VersionOneIsStillRead) {
  const MotionDocument d = read_motion(data("version_1.json"), "here/version_1.json");
  EXPECT_EQ(d.version, 1);
  EXPECT_EQ(d.problem.name, "xiang_1");
  EXPECT_EQ(d.problem.robot.name, "two_link");
  EXPECT_EQ(d.problem.joints, (std::vector<std::string>{"joint1", "joint2"}));
  EXPECT_EQ(d.solution.status, MotionStatus::solved);
  EXPECT_EQ(d.message, "every limit holds on the whole curve");
  EXPECT_EQ(d.problem.limits.torque_upper, Eigen::Vector2d(10.0, 10.0));
  EXPECT_EQ(d.problem.limits.lower[0], -infinity);
  ASSERT_EQ(d.solution.active.size(), 2u);
  for (const LimitNote& note : d.solution.active) {
    EXPECT_EQ(note.of.kind, LimitKind::torque);
    EXPECT_TRUE(note.of.name == "joint1" || note.of.name == "joint2");
    EXPECT_STREQ(unit(note.of), "N m");
  }
  EXPECT_EQ(d.solution.motion.q.dofs(), 2);
  ASSERT_TRUE(d.verification);
  EXPECT_EQ(d.verification->front().joint_errors.size(), 2u);
  EXPECT_EQ(d.samples.size(), 5u);
}

struct Written {
  MotionFile file = load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/four_bar.yaml");
  Solution found = solve(file.problem, file.options);
  std::vector<MotionSample> samples = sample(file.problem, found.motion, 5);
  MotionDocument document() const {
    MotionDocument d;
    d.problem = problem_document(file);
    d.solution = found;
    d.force_names = force_names(file.problem);
    d.samples = samples;
    return d;
  }
};

TEST(MotionDocument, TheProblemComesBackOnTheMotionsGridWithoutItsFile) {
  const Written written;
  MotionDocument record = read_motion(write_motion(written.document(), "."), "motion.json");
  EXPECT_EQ(record.problem.robot.hash.substr(0, 8), "fnv1a64:");
  EXPECT_TRUE(robot_unchanged(record));
  record.problem.file = "gone.yaml";
  const MotionFile again = problem_of(record);
  EXPECT_EQ(again.problem.spline.segments, 40);
  EXPECT_EQ(again.problem.spline.degree, 5);
  const std::vector<MotionSample> resampled = sample(again.problem, record.solution.motion, 5);
  ASSERT_EQ(resampled.size(), written.samples.size());
  for (std::size_t i = 0; i < resampled.size(); ++i) {
    EXPECT_EQ(resampled[i].tau, written.samples[i].tau);
  }
  // The whole problem, not only what torques need.
  EXPECT_EQ(write_problem(problem_document(problem_of(record.problem)), "."),
            write_problem(record.problem, "."));
  MotionDocument other = record;
  other.problem.joints[0] = "other";
  expect_error([&] { problem_of(other); }, 0, {"joints are not those of", "predict"});
  other = record;
  for (std::string& name : other.problem.frames) name += "x";
  expect_error([&] { problem_of(other); }, 0, {"the robot has no frame", "predict"});
  other = record;
  other.problem.robot.hash = content_hash("another robot");
  EXPECT_FALSE(robot_unchanged(other));
}

TEST(MotionDocument, TheHashIsFnv1a) {
  EXPECT_EQ(content_hash(""), "fnv1a64:cbf29ce484222325");
  EXPECT_EQ(content_hash("a"), "fnv1a64:af63dc4c8601ec8c");  // of the authors' test vectors
  EXPECT_EQ(content_hash("foobar"), "fnv1a64:85944171f73967e8");
}

TEST(MotionDocument, WaypointsHaveTheInstantsOfTheirKnots) {
  MotionFile file = load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/four_bar.yaml");
  file.problem.waypoints = {{.name = "third", .at = 1.0 / 3.0}, {.name = "late", .at = 0.9}};
  const Eigen::VectorXd knots = BSpline::clamped_knots(3, 10, 2.0);
  const Trajectory motion{BSpline(3, knots, Eigen::MatrixXd::Zero(13, 1)), {}};
  const std::vector<WaypointInstant> found = waypoint_instants(file.problem, motion);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "third");
  EXPECT_NEAR(found[0].time, 0.6, 1e-15);
  EXPECT_NEAR(found[1].time, 1.8, 1e-15);
}

}  // namespace alembert::testing::motion_document_test
