// `clearance: {arm: from-robot}`: what is made of a robot's collision shapes, and that it is told.
#include <gtest/gtest.h>

#include "program.hpp"

namespace alembert::testing {

namespace {

/// Of arm.urdf: a box on the base, a cylinder, a sphere and a mesh along the arm.
std::string armoured(const Workbench& bench) {
  std::string text = bench.read("arm.urdf");
  const auto dress = [&](const std::string& link, const std::string& shape) {
    const std::string collision =
        "<collision><origin xyz=\"0.25 0 0\" rpy=\"0 1.5707963267948966 0\"/><geometry>" + shape +
        "</geometry></collision>";
    const std::string opening = "<link name=\"" + link + "\"";
    auto at = text.find(opening);
    if (text.compare(at + opening.size(), 2, "/>") == 0) {
      text.replace(at + opening.size(), 2, ">" + collision + "</link>");
    } else {
      text.insert(text.find('>', at) + 1, collision);
    }
  };
  dress("base", "<box size=\"0.1 0.1 0.1\"/>");
  dress("link1", "<cylinder radius=\"0.04\" length=\"0.4\"/>");
  dress("link2", "<mesh filename=\"forearm.obj\" scale=\"0.5 0.5 0.5\"/>");
  dress("tool", "<sphere radius=\"0.03\"/>");
  bench.write("forearm.obj",
              "v 0.1 0 -0.3\nv -0.1 0 -0.3\nv 0 0.1 0.3\nv 0 -0.1 0.3\nf 1 2 3\nf 2 3 4\n");
  return bench.write("armoured.urdf", text);
}

constexpr const char* reach = R"(alembert: motion/1
robot: armoured.urdf
start: {q: [0, 0.3, 0.1]}
goal: {q: [0.4, 0.6, 0.2]}
minimize: time
clearance:
  margin: 5 mm
  arm: from-robot
  obstacles:
    - {name: ball, sphere: 5 cm, xyz: [1.0, 0, 0.9]}
    - {name: post, cylinder: {from: [0.25, 0, -0.5], to: [0.25, 0, -0.04], radius: 10 cm}}
)";

}  // namespace

TEST(ShapesFromTheRobot, BecomeSolidsAndAreTold) {
  const Workbench bench;
  armoured(bench);
  bench.write("reach.yaml", reach);
  const Outcome run = bench.run({"predict", "reach.yaml", "--json", "--output", "reach"});
  EXPECT_EQ(run.code, 0) << run.err;
  const Json given = run.json().at("given");
  const Json& clearance = given.at("clearance");
  // The base's box stands in the post, and neither can move.
  ASSERT_EQ(clearance.at("arm").size(), 3U) << clearance;
  EXPECT_EQ(clearance.at("arm")[0].at("name"), "link1 cylinder");
  EXPECT_EQ(clearance.at("arm")[0].at("solid").at("edges").size(), 5U);
  EXPECT_EQ(clearance.at("arm")[1].at("name"), "link2 mesh");
  EXPECT_EQ(clearance.at("arm")[1].at("solid").at("edges").size(), 1U);
  EXPECT_EQ(clearance.at("arm")[2].at("name"), "tool sphere");
  // link1 and link2 are neighbours, and so are link2 and the tool's.
  ASSERT_EQ(clearance.at("self_pairs").size(), 1U);
  EXPECT_EQ(clearance.at("self_pairs")[0], Json({0, 2}));
  const std::string words = given.at("robot_shapes").dump();
  EXPECT_TRUE(contains(words, "prism of eight sides"));
  EXPECT_TRUE(contains(words, "a capsule around its 4 points"));
  EXPECT_TRUE(contains(words, "base box stands at post, and neither moves: left out"));
  EXPECT_TRUE(contains(words, "1 pairs of the arm's own solids are kept apart"));
  // The document is enough for what comes after, and tells it again.
  const Outcome certified = bench.run({"certify", "reach"});
  EXPECT_EQ(certified.code, 0) << certified.out << certified.err;
  EXPECT_TRUE(contains(certified.out, "link2 mesh to ball"));
  EXPECT_TRUE(contains(bench.read("reach/report.md"), "shapes from the robot"));
}

TEST(ShapesFromTheRobot, AreAskedForWhereThereAreNone) {
  const Workbench bench;
  std::string text = reach;
  text.replace(text.find("armoured"), 8, "arm");
  bench.write("bare.yaml", text);
  const Outcome run = bench.run({"predict", "bare.yaml"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(contains(run.err, "bare.yaml:8: error: the robot's file has no collision shapes"));
}

TEST(ShapesFromTheRobot, SayWhichMeshIsMissing) {
  const Workbench bench;
  armoured(bench);
  std::filesystem::remove(bench.path("forearm.obj"));
  bench.write("reach.yaml", reach);
  const Outcome run = bench.run({"predict", "reach.yaml"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "'forearm.obj': the file is not there: left out"));
}

}  // namespace alembert::testing
