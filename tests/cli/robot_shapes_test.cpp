// `clearance: {arm: from-robot}`: what is made of a robot's collision shapes, and that it is told.
#include <gtest/gtest.h>

#include "program.hpp"

namespace alembert::testing::robot_shapes_test {

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

constexpr const char* way = "q.j1,q.j2,q.j3\n0,0.3,0.1\n0.4,0.6,0.2\n";

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

/// Two tetrahedra apart from each other, 20 cm and 10 cm along every axis.
constexpr const char* two_parts =
    "v 0 0 0\nv 0.2 0 0\nv 0 0.2 0\nv 0 0 0.2\nv 0.3 0 0\nv 0.4 0 0\nv 0.3 0.1 0\nv 0.3 0 0.1\n"
    "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n";

TEST(ShapesFromTheRobot, AreAsManyALinkAsItsFileHasAndMeshesTheHullsOfTheirParts) {
  const Workbench bench;
  armoured(bench);
  std::string robot = bench.read("armoured.urdf");
  robot.insert(robot.find("<collision>", robot.find("link name=\"tool\"")),
               "<collision><origin xyz=\"0.3 0 0\"/><geometry><sphere radius=\"0.02\"/>"
               "</geometry></collision>");
  bench.write("armoured.urdf", robot);
  bench.write("forearm.obj", two_parts);
  std::string text = reach;
  text.insert(text.find("  obstacles"), "  meshes: hulls\n");
  bench.write("reach.yaml", text);
  const Outcome run = bench.run({"predict", "reach.yaml", "--json", "--output", "reach"});
  EXPECT_EQ(run.code, 0) << run.err;
  const Json given = run.json().at("given");
  std::vector<std::string> names;
  for (const Json& solid : given.at("clearance").at("arm")) names.push_back(solid.at("name"));
  const std::string words = given.at("robot_shapes").dump();
  if (contains(words, "no hulls: ")) GTEST_SKIP() << words;
  EXPECT_EQ(names, (std::vector<std::string>{"link1 cylinder", "link2 mesh part 1",
                                             "link2 mesh part 2", "tool sphere", "tool sphere 2"}));
  EXPECT_TRUE(contains(words, "2 hulls of parts of 8 points"));
  const Outcome certified = bench.run({"certify", "reach"});
  EXPECT_EQ(certified.code, 0) << certified.out << certified.err;
  EXPECT_TRUE(contains(certified.out, "link2 mesh part 2 to ball"));
}

TEST(ShapesFromTheRobot, MeshesAreCapsulesOrHullsAndNothingElse) {
  const Workbench bench;
  armoured(bench);
  std::string text = reach;
  text.insert(text.find("  obstacles"), "  meshes: hull\n");
  bench.write("reach.yaml", text);
  const Outcome run = bench.run({"predict", "reach.yaml"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(contains(run.err, "reach.yaml:9: error: clearance.meshes is 'hull'"));
  EXPECT_TRUE(contains(run.err, "hulls"));
}

TEST(ShapesFromTheRobot, AreMeasuredByTheDoctorWhoseListOfPairsCanBePasted) {
  const Workbench bench;
  armoured(bench);
  bench.write("forearm.obj", two_parts);
  const Outcome run = bench.run({"check", "armoured.urdf", "--shapes", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const Json shapes = run.json().at("shapes");
  const Json& mesh = shapes.at("meshes").at(0);
  // Scaled by a half: two tetrahedra of 10 cm and 5 cm.
  EXPECT_NEAR(mesh.at("volume").get<double>(), (1e-3 + 1.25e-4) / 6.0, 1e-12);
  EXPECT_GT(mesh.at("capsule").at("volume").get<double>(), 5.0 * mesh.at("volume").get<double>());
  EXPECT_GT(mesh.at("capsule").at("farthest").get<double>(), 0.05);
  if (!mesh.at("hulls").contains("problem")) {
    EXPECT_EQ(mesh.at("hulls").at("solids"), 2);
    EXPECT_NEAR(mesh.at("hulls").at("volume").get<double>(), mesh.at("volume").get<double>(), 1e-9);
    EXPECT_LT(mesh.at("hulls").at("farthest").get<double>(), 1e-6);
  }
  const Json& pairs = shapes.at("self_pairs");
  EXPECT_EQ(pairs.at("states"), 2000);
  const std::size_t all =
      pairs.at("always").size() + pairs.at("never_seen").size() + pairs.at("self").size();
  EXPECT_EQ(all, 3U) << pairs;  // base to link2 and tool, link1 to tool
  // The folded arm reaches its own base.
  ASSERT_FALSE(pairs.at("self").empty()) << pairs;
  std::string text = reach;
  text.insert(text.find("  obstacles"), "  self: " + pairs.at("self").dump() + "\n");
  text.erase(text.find("    - {name: post"));
  bench.write("reach.yaml", text);
  const Outcome predicted = bench.run({"predict", "reach.yaml", "--json", "--output", "reach"});
  EXPECT_EQ(predicted.code, 0) << predicted.err;
  EXPECT_EQ(predicted.json().at("given").at("clearance").at("self_pairs").size(),
            pairs.at("self").size());
  const Outcome told_plainly = bench.run({"check", "armoured.urdf", "--shapes", "--states", "50"});
  EXPECT_TRUE(contains(told_plainly.out, "which is no proof that they never do"));
  EXPECT_TRUE(contains(told_plainly.out, "times its volume"));
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

/// The robot's forearm is a mesh, and this is its name in the robot's file.
void name_forearm(const Workbench& bench, const std::string& mesh) {
  std::string text = bench.read("armoured.urdf");
  text.replace(text.find("forearm.obj"), std::string("forearm.obj").size(), mesh);
  bench.write("armoured.urdf", text);
}

std::string ignoring(const std::string& problem) {
  std::string text = problem;
  text.insert(text.find("  obstacles"), "  missing: ignore\n");
  return text;
}

TEST(ShapesFromTheRobot, ThatAreMissingAreAnErrorWhichNamesLinkAndFile) {
  const Workbench bench;
  armoured(bench);
  std::filesystem::remove(bench.path("forearm.obj"));
  bench.write("reach.yaml", reach);
  const Outcome run = bench.run({"predict", "reach.yaml", "--require-proof"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(contains(run.err, "reach.yaml:8: error: shapes of the robot cannot be looked at"));
  EXPECT_TRUE(contains(run.err, "link 'link2': 'forearm.obj' (the file is not there)"));
  EXPECT_TRUE(contains(run.err, "missing: ignore"));
  EXPECT_FALSE(std::filesystem::exists(bench.path("reach.motion/motion.json")));
}

TEST(ShapesFromTheRobot, OfAColladaFileWithoutAnyAreAnErrorToo) {
  const Workbench bench;
  armoured(bench);
  name_forearm(bench, "forearm.dae");
  bench.write("forearm.dae", "<COLLADA/>");
  bench.write("reach.yaml", reach);
  const Outcome run = bench.run({"predict", "reach.yaml"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(contains(run.err, "link 'link2': 'forearm.dae' (the file holds no triangles)"));
}

constexpr const char* told = "link 'link2' was not looked at";

/// The first lines, as they were before a terminal's width broke them.
std::string one_line(std::string text) {
  text = text.substr(0, text.find("\n\n"));
  for (std::size_t at; (at = text.find("\n  ")) != std::string::npos;) text.replace(at, 3, " ");
  return text;
}

void expect_told_in_files(const Workbench& bench, const std::string& folder) {
  const Json document = Json::parse(bench.read(folder + "/motion.json"));
  EXPECT_TRUE(contains(document.at("message"), told));
  EXPECT_EQ(document.at("given").at("unseen_links"), Json::array({"link2"}));
  const std::string page = bench.read(folder + "/report.md");
  EXPECT_TRUE(contains(page.substr(0, page.find("```")), told));
  const std::string html = bench.read(folder + "/report.html");
  const std::size_t headline = html.find("\"headline\":");
  EXPECT_TRUE(contains(html.substr(headline, html.find("\"message\"", headline) - headline), told));
}

TEST(ShapesFromTheRobot, ThatAreIgnoredAreToldInEveryFirstLine) {
  const Workbench bench;
  armoured(bench);
  std::filesystem::remove(bench.path("forearm.obj"));
  bench.write("reach.yaml", ignoring(reach));
  const Outcome run = bench.run({"predict", "reach.yaml", "--output", "reach"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(contains(one_line(run.out), told));
  expect_told_in_files(bench, "reach");
  const Outcome certified = bench.run({"certify", "reach"});
  EXPECT_EQ(certified.code, 3) << certified.err;
  EXPECT_TRUE(contains(one_line(certified.out), told));
}

TEST(ShapesFromTheRobot, ThatAreIgnoredAreToldByTheBestOfSeveralStarts) {
  const Workbench bench;
  armoured(bench);
  std::filesystem::remove(bench.path("forearm.obj"));
  bench.write("reach.yaml", ignoring(reach));
  const Outcome run = bench.run({"predict", "reach.yaml", "--starts", "3", "--output", "reach"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(contains(one_line(run.out), told));
  expect_told_in_files(bench, "reach");
}

TEST(ShapesFromTheRobot, ThatAreIgnoredAreToldOfAPathInTime) {
  const Workbench bench;
  armoured(bench);
  std::filesystem::remove(bench.path("forearm.obj"));
  bench.write("reach.yaml", ignoring(reach));
  bench.write("way.csv", way);
  const Outcome run = bench.run({"retime", "way.csv", "--limits", "reach.yaml"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(contains(one_line(run.out), told));
  expect_told_in_files(bench, "way.motion");
  const Outcome json = bench.run({"retime", "way.csv", "--limits", "reach.yaml", "--json"});
  EXPECT_TRUE(contains(json.json().at("motion").at("message"), told));
}

TEST(ShapesFromTheRobot, ThatAreIgnoredAreNoProof) {
  const Workbench bench;
  armoured(bench);
  bench.write("reach.yaml", reach);
  const Outcome whole = bench.run({"predict", "reach.yaml", "--require-proof"});
  EXPECT_EQ(whole.code, 0) << whole.out << whole.err;
  std::filesystem::remove(bench.path("forearm.obj"));
  bench.write("part.yaml", ignoring(reach));
  for (const bool json : {false, true}) {
    std::vector<std::string> arguments = {"predict", "part.yaml", "--require-proof"};
    if (json) arguments.push_back("--json");
    const Outcome run = bench.run(arguments);
    EXPECT_EQ(run.code, 3) << run.out;
    EXPECT_TRUE(contains(one_line(run.err), "--require-proof is not met; link 'link2' was not"));
  }
  expect_told_in_files(bench, "part.motion");
}

TEST(ShapesFromTheRobot, ThatAreAllMissingCannotBeIgnored) {
  const Workbench bench;
  armoured(bench);
  std::string text = bench.read("armoured.urdf");
  for (const char* shape : {"<box size=\"0.1 0.1 0.1\"/>", "<sphere radius=\"0.03\"/>",
                            "<cylinder radius=\"0.04\" length=\"0.4\"/>"}) {
    text.replace(text.find(shape), std::string(shape).size(), "<mesh filename=\"none.stl\"/>");
  }
  bench.write("armoured.urdf", text);
  std::filesystem::remove(bench.path("forearm.obj"));
  bench.write("reach.yaml", ignoring(reach));
  const Outcome run = bench.run({"predict", "reach.yaml"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(contains(run.err, "link 'link2': 'forearm.obj' (the file is not there)"));
  EXPECT_TRUE(contains(run.err, "no other shape is left to keep clear"));
}

TEST(ShapesFromTheRobot, OfListedSolidsNoneAreMissing) {
  const Workbench bench;
  armoured(bench);
  std::string text = ignoring(reach);
  text.replace(text.find("from-robot"), 10, "[{frame: tool, sphere: 1 cm}]");
  bench.write("reach.yaml", text);
  const Outcome run = bench.run({"predict", "reach.yaml"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(contains(run.err, "reach.yaml:9: error: solids that are listed are all there"));
}

TEST(ShapesFromTheRobot, LieInPackagesThatAreNamed) {
  const Workbench bench;
  armoured(bench);
  name_forearm(bench, "package://arm_shapes/meshes/forearm.obj");
  std::filesystem::create_directories(bench.path("elsewhere/shapes/meshes"));
  std::filesystem::rename(bench.path("forearm.obj"),
                          bench.path("elsewhere/shapes/meshes/forearm.obj"));
  bench.write("reach.yaml", reach);
  const Outcome lost = bench.run({"predict", "reach.yaml"});
  EXPECT_EQ(lost.code, 1);
  EXPECT_TRUE(contains(lost.err, "--package arm_shapes=DIR"));
  const Outcome found =
      bench.run({"predict", "reach.yaml", "--package", "arm_shapes=elsewhere/shapes"});
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_FALSE(contains(found.err, "not drawn"));
  const Outcome wrong = bench.run({"predict", "reach.yaml", "--package", "arm_shapes"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(contains(wrong.err, "not of the form NAME=DIR"));
}

}  // namespace alembert::testing::robot_shapes_test
