// Pages: what is put into them comes out again, whatever it is called, and they stay small.
#include "alembert/page.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/report.hpp"

namespace alembert::testing::page_test {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const PageOrigin origin{"alembert test", "alembert view x"};
const std::string opening = "<script type=\"application/json\" id=\"document\">";

/// The text between the element's own tags: what a browser would hand to the page.
std::string inside(const std::string& page) {
  const std::size_t from = page.find(opening) + opening.size();
  return page.substr(from, page.find("</script", from) - from);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

Inertia ball(double mass) {
  return {mass, {0.05, 0.01, 0.02}, Eigen::Vector3d(0.02, 0.03, 0.025).asDiagonal()};
}

void add_limb(Robot& robot, const std::string& name, int count, double turn) {
  std::string parent = "base";
  for (int i = 0; i < count; ++i) {
    const std::string link = name + std::to_string(i);
    Joint joint;
    joint.name = "j_" + link;
    joint.parent = parent;
    joint.child = link;
    joint.origin = Eigen::AngleAxisd(i == 0 ? turn : 0.0, Eigen::Vector3d::UnitZ());
    joint.origin.translation() =
        i == 0 ? Eigen::Vector3d(0.3 * std::cos(turn), 0.3 * std::sin(turn), 0.6)
               : Eigen::Vector3d(0.16, 0.0, 0.02);
    joint.axis = i % 2 == 0 ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitZ();
    joint.limits = {.lower = -2.0, .upper = 2.0, .velocity = 3.0, .torque = 200.0, .where = {}};
    robot.joints.push_back(joint);
    robot.links.push_back(
        {.name = link, .inertia = ball(1.0), .visuals = {}, .where = {}, .inertia_where = {}});
    parent = link;
  }
  robot.frames.push_back({.name = name + " hand", .link = parent, .where = {}});
  robot.frames.back().pose.translation() << 0.12, 0.0, 0.0;
}

/// Four limbs of eight joints.
Robot tree() {
  Robot robot;
  robot.name = "tree";
  robot.base = "base";
  robot.links.push_back(
      {.name = "base", .inertia = ball(10.0), .visuals = {}, .where = {}, .inertia_where = {}});
  const char* names[] = {"north", "west", "south", "east"};
  for (int k = 0; k < 4; ++k) add_limb(robot, names[k], 8, 0.5 * M_PI * k);
  return robot;
}

/// Waves of every joint, or of the first few, for so long.
PageMotion waving(const Robot& robot, double duration, const std::string& name, int moving = 99) {
  const Model model = compile(robot);
  MotionFile file{.file = "",
                  .name = name,
                  .robot_file = "",
                  .robot = robot,
                  .compile = {},
                  .problem = MotionProblem(model),
                  .options = {}};
  const int segments = 90, degree = 3, n = model.dofs();
  Eigen::MatrixXd points(segments + degree, n);
  for (int i = 0; i < points.rows(); ++i) {
    for (int j = 0; j < n; ++j)
      points(i, j) = 0.8 * std::sin(0.25 * (j < moving ? i : 0) + 0.7 * j);
  }
  Solution found;
  found.status = MotionStatus::solved;
  found.motion.q = BSpline(degree, BSpline::clamped_knots(degree, segments, duration), points);
  file.problem.start.q = found.motion.q(0.0);
  file.problem.goal.q = found.motion.q(duration);
  file.problem.spline.segments = segments;
  file.problem.spline.degree = degree;
  return page_motion(file, motion_document(file, found, {}));
}

const std::string nasty =
    "</script><script>alert('1')</script><img src=x onerror=alert(2)> \"&\\ \u2028";

Robot renamed(Robot robot) {
  robot.name = nasty;
  robot.joints[0].name = nasty;
  robot.frames[0].name = "tip" + nasty;
  return robot;
}

TEST(Page, NamesCannotLeaveTheDocument) {
  const std::string page = motion_html({waving(renamed(tree()), 2.0, nasty)}, {nasty, nasty});
  const std::string text = inside(page);
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(text.find("\u2028"), std::string::npos);
  const Json document = Json::parse(text);
  EXPECT_EQ(document["title"], nasty);
  EXPECT_EQ(document["robots"][0]["joints"][0]["name"], nasty);
  EXPECT_EQ(document["command"], nasty);
}

TEST(Page, InMarkdownHasNoMarkupOfNames) {
  PageMotion motion = waving(renamed(tree()), 2.0, nasty + " [x](javascript:y) ``` *");
  motion.document.message += nasty;
  motion.document.problem.robot_shapes = {"a\n```\n<script>"};
  const std::string page = motion_page(motion.document, "motion.svg");
  const std::string fence = "````\n";
  const std::size_t begin = page.find(fence), end = page.rfind(fence);
  ASSERT_NE(begin, end);
  const std::string outside = page.substr(0, begin) + page.substr(end + fence.size());
  EXPECT_EQ(outside.find('<'), std::string::npos) << outside;
  EXPECT_EQ(outside.find("[x]("), std::string::npos);
  EXPECT_EQ(page.substr(begin + 5, end - begin - 5).find(fence), std::string::npos);
}

TEST(Page, HasEverythingInsideAndAsksForNothing) {
  const std::string page = robot_html(tree(), compile(tree()), origin);
  EXPECT_EQ(count_of(page, "src=\"http"), 0u);
  EXPECT_EQ(count_of(page, "href=\"http"), 0u);
  EXPECT_EQ(count_of(page, "@import"), 0u);
  EXPECT_EQ(count_of(page, "default-src 'none'"), 1u);
}

TEST(Page, ThirtyTwoJointsForThirtySecondsAreLessThanFiveMegabytes) {
  const PageMotion motion = waving(tree(), 30.0, "waving");
  EXPECT_EQ(motion.document.samples.size(), 1501u);
  EXPECT_LT(motion_html({motion}, origin).size(), 5u << 20);
}

TEST(Page, OneRobotOfTwoMotionsIsHeldOnce) {
  const PageMotion motion = waving(tree(), 1.0, "waving");
  const Json document = Json::parse(inside(motion_html({motion, motion}, origin)));
  EXPECT_EQ(document["robots"].size(), 1u);
  EXPECT_EQ(document["motions"].size(), 2u);
}

/// A sphere of 2 n^2 triangles in text.
std::string fine_sphere(int n) {
  const auto corner = [&](int i, int j) {
    const double a = M_PI * i / n, b = 2.0 * M_PI * j / n;
    return "  vertex " + std::to_string(std::sin(a) * std::cos(b)) + ' ' +
           std::to_string(std::sin(a) * std::sin(b)) + ' ' + std::to_string(std::cos(a)) + '\n';
  };
  std::string text = "solid ball\n";
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const std::string begin = "facet normal 0 0 0\nouter loop\n", end = "endloop\nendfacet\n";
      text += begin + corner(i, j) + corner(i + 1, j) + corner(i + 1, j + 1) + end;
      text += begin + corner(i, j) + corner(i + 1, j + 1) + corner(i, j + 1) + end;
    }
  }
  return text + "endsolid\n";
}

TEST(Page, MeshesAreThinnedAndHeldOnceEach) {
  const fs::path folder = fs::path(::testing::TempDir()) / "alembert_meshes";
  fs::create_directories(folder / "meshes");
  std::ofstream(folder / "meshes/ball.stl") << fine_sphere(120);
  std::ofstream(folder / "plate.obj") << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2 3/3 4/4\n";
  std::ofstream(folder / "bad.stl") << "no triangles";
  Robot robot = tree();
  robot.file = folder / "tree.urdf";
  const auto show = [](const std::string& mesh) {
    return Visual{.shape = Visual::Shape::mesh, .mesh = mesh, .rgba = {}};
  };
  robot.links[0].visuals = {show("package://tree/meshes/ball.stl"), show("plate.obj")};
  robot.links[1].visuals = {show("package://tree/meshes/ball.stl"), show("bad.stl"),
                            show("none.stl"), show("a.ply")};
  std::ofstream(folder / "a.ply") << "ply";
  std::vector<UndrawnMesh> undrawn;
  const std::string page = robot_html(robot, compile(robot), origin, {}, &undrawn);
  const Json meshes = Json::parse(inside(page))["robots"][0]["meshes"];
  fs::remove_all(folder);
  ASSERT_EQ(meshes.size(), 5u);
  // Four letters hold three bytes, a corner has four, a triangle three corners.
  const auto triangles = [&](std::size_t i) {
    return meshes[i]["corners"]["f32"].get<std::string>().size() * 3 / 4 / 12;
  };
  EXPECT_GT(triangles(0), 1000u);
  EXPECT_LE(triangles(0), 4000u);
  EXPECT_EQ(triangles(1), 2u);
  EXPECT_EQ(meshes[2]["problem"],
            "the file is neither STL as text, which begins with solid, nor binary");
  EXPECT_EQ(meshes[3]["problem"], "the file is not there");
  EXPECT_EQ(meshes[4]["problem"], ".ply files are not read, only .stl, .obj and .dae");
  ASSERT_EQ(undrawn.size(), 3u);
  EXPECT_EQ(undrawn[1].file, "none.stl");
  EXPECT_EQ(undrawn[1].problem, "the file is not there");
}

/// Where every frame is at some instants, to be found again in the picture.
Json places(const PageMotion& motion) {
  Kinematics<double> kinematics(motion.model);
  Json out = Json::array();
  const BSpline& q = motion.document.solution.motion.q;
  for (const double share : {0.0, 0.137, 0.5, 0.731, 1.0}) {
    kinematics.update(q(share * q.duration()));
    Json frames = Json::object();
    for (std::size_t i = 0; i < motion.model.frames().size(); ++i) {
      const Eigen::Vector3d p = kinematics.pose(FrameId(static_cast<int>(i))).translation();
      frames[motion.model.frames()[i].name] = {p[0], p[1], p[2]};
    }
    out.push_back({{"t", share * q.duration()}, {"frames", frames}});
  }
  return out;
}

/// The tree with a shape on one link, a mesh that is not there on another and nothing on the rest;
/// one joint turns on and one has a lower limit alone.
Robot half_dressed() {
  Robot robot = tree();
  robot.links[1].visuals = {Visual{.shape = Visual::Shape::box,
                                   .size = Eigen::Vector3d(0.1, 0.05, 0.05),
                                   .mesh = "",
                                   .rgba = {}}};
  robot.links[2].visuals = {
      Visual{.shape = Visual::Shape::mesh, .mesh = "package://tree/none.stl", .rgba = {}}};
  robot.joints[0].type = JointType::continuous;
  robot.joints[0].limits.lower = -infinity;
  robot.joints[0].limits.upper = infinity;
  robot.joints[1].limits.lower = 2.0;
  robot.joints[1].limits.upper = infinity;
  return robot;
}

/// For viewer/test/run.mjs, which looks at them with a browser; without its folder only that they
/// can be made.
TEST(Page, IsWrittenForTheBrowserToLookAt) {
  const char* folder = std::getenv("ALEMBERT_PAGES");
  const std::pair<const char*, PageMotion> pages[] = {
      {"tree", waving(tree(), 30.0, "waving")},
      {"nasty", waving(renamed(tree()), 2.0, nasty)},
      {"half", waving(half_dressed(), 2.0, "half of it", 5)}};
  for (const auto& [name, motion] : pages) {
    const std::string html = motion_html({motion}, origin);
    const std::string expected = places(motion).dump();
    EXPECT_FALSE(html.empty() || expected.empty());
    if (!folder) continue;
    std::ofstream(fs::path(folder) / (std::string(name) + ".html")) << html;
    std::ofstream(fs::path(folder) / (std::string(name) + ".json")) << expected;
  }
  const std::string robot = robot_html(half_dressed(), compile(half_dressed()), origin);
  EXPECT_FALSE(robot.empty());
  if (folder) std::ofstream(fs::path(folder) / "half_robot.html") << robot;
}

}  // namespace alembert::testing::page_test
