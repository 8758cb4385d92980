// Scenes: everything that they can say, where it ends up, and what is refused with its line.
#include "alembert/scene.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "alembert/error.hpp"
#include "alembert/motion_file.hpp"

namespace alembert::test::scene_test {

namespace fs = std::filesystem;

/// A folder of its own, gone with the test.
class Scenes : public ::testing::Test {
 protected:
  Scenes() : folder_(fs::temp_directory_path() / ("alembert_scene_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "in");
  }
  ~Scenes() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / "in" / name, std::ios::binary) << text;
    return (folder_ / "in" / name).string();
  }
  Scene scene(const std::string& objects) const {
    return load_scene(write("scene.yaml", "alembert: scene/1\nobjects:\n" + objects));
  }
  /// The message, with its line.
  std::string refused(const std::string& objects) const {
    try {
      scene(objects);
    } catch (const Error& error) {
      return std::to_string(error.where().line) + ": " + error.what();
    }
    return "not refused";
  }

  fs::path folder_;
};

/// The eight corners of a cube of 0.2 m, and its triangles, as OBJ.
std::string cube_obj(double shift, int first) {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    text += "v " + std::to_string(shift + (i & 1 ? 0.2 : 0.0)) + " " + (i & 2 ? "0.2" : "0") + " " +
            (i & 4 ? "0.2" : "0") + "\n";
  }
  const int faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                            {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  for (const auto& f : faces) {
    text += "f";
    for (const int k : f) text += " " + std::to_string(first + k);
    text += "\n";
  }
  return text;
}

TEST_F(Scenes, SayEveryShape) {
  write("cloud.xyz", "x y z\n0 0 0\n0.001 0 0\n1, 1, 1\n");
  const Scene made = scene(
      "- {name: table, box: [1, 2, 0.1], xyz: [0.5, 0, -0.05]}\n"
      "- {sphere: 10 cm, xyz: [0, 0, 1]}\n"
      "- {name: bar, capsule: {from: [0, 0, 0], to: [1, 0, 0], radius: 2 cm}}\n"
      "- {name: can, cylinder: {radius: 5 cm, length: 0.2}, xyz: [1, 0, 0.1], rpy: [90 deg, 0, "
      "0]}\n"
      "- {name: floor, halfspace: {normal: z, point: [0, 0, -0.3]}}\n"
      "- {name: stone, hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]}\n"
      "- {name: cloud, points: cloud.xyz, radius: 1 cm, cell: 5 cm}\n");
  ASSERT_EQ(made.objects.size(), 7U);
  EXPECT_EQ(made.name, "scene");
  EXPECT_EQ(made.objects[1].name, "object 2");
  const Solid& can = made.objects[3].solid;
  EXPECT_EQ(can.disc, 0.05);
  EXPECT_LT((can.edges.col(0) - Eigen::Vector3d(0, -0.2, 0)).norm(), 1e-12);
  const Solid& floor = made.objects[4].solid;
  EXPECT_NEAR(floor.corner.z() + floor.edges.col(2).z(), -0.3, 1e-12);
  const Solid& stone = made.objects[5].solid;
  EXPECT_EQ(stone.points.cols(), 4);  // one of the five is inside
  EXPECT_EQ(stone.facets.size(), 12U);
  const Solid& cloud = made.objects[6].solid;
  EXPECT_EQ(cloud.points.cols(), 2);  // two of the three are in one cell
  EXPECT_TRUE(cloud.facets.empty());
  EXPECT_NEAR(cloud.radius, 0.0105, 1e-12);
  EXPECT_EQ(made.objects[6].name, "cloud");
}

TEST_F(Scenes, MeshesAreHullsOfTheirParts) {
  write("two.obj", cube_obj(0.0, 1) + cube_obj(1.0, 9));
  const Scene made = scene("- {name: cubes, mesh: two.obj, xyz: [0, 0, 1]}\n");
  ASSERT_EQ(made.objects.size(), 2U);
  for (const Obstacle& cube : made.objects) {
    EXPECT_EQ(cube.solid.points.cols(), 8);
    EXPECT_NEAR(cube.solid.points.row(2).minCoeff(), 1.0, 1e-12);
  }
  EXPECT_EQ(scene("- {mesh: two.obj, parts: whole}\n").objects.size(), 1U);
  const Scene smaller = scene("- {mesh: two.obj, parts: whole, scale: 0.5}\n");
  EXPECT_NEAR(smaller.objects[0].solid.points.maxCoeff(), 0.6, 1e-9);
}

TEST_F(Scenes, MeshesOfManyPointsAreEnclosed) {
  std::string ball;
  int count = 0;
  for (int i = 1; i < 30; ++i) {
    for (int j = 0; j < 40; ++j) {
      const double a = M_PI * i / 30, b = 2 * M_PI * j / 40;
      ball += "v " + std::to_string(std::sin(a) * std::cos(b)) + " " +
              std::to_string(std::sin(a) * std::sin(b)) + " " + std::to_string(std::cos(a)) + "\n";
      ++count;
    }
  }
  for (int k = 1; k + 41 < count; ++k) {
    ball += "f " + std::to_string(k) + " " + std::to_string(k + 1) + " " + std::to_string(k + 40) +
            "\n";
  }
  write("ball.obj", ball);
  const Scene made = scene("- {name: ball, mesh: ball.obj}\n");
  ASSERT_EQ(made.objects.size(), 1U);
  const Solid& hull = made.objects[0].solid;
  EXPECT_LE(hull.points.cols(), 2 * 44);
  // Every facet's plane has all points of the mesh on its inner side.
  for (std::size_t f = 0; f < hull.facets.size(); f += 3) {
    const Eigen::Vector3d p = hull.points.col(hull.facets[f]);
    const Eigen::Vector3d n = (hull.points.col(hull.facets[f + 1]) - p)
                                  .cross(hull.points.col(hull.facets[f + 2]) - p)
                                  .normalized();
    EXPECT_GE(n.dot(p), 0.99);
  }
  EXPECT_NE(made.words.at(0).find("mm around"), std::string::npos);
}

TEST_F(Scenes, OfMoveItAreRead) {
  const Scene made = load_scene(write("scene0001.yaml", R"(name: shelf
robot_state: {joint_state: {name: [a], position: [0]}}
world:
  collision_objects:
    - id: box1
      primitives: [{type: box, dimensions: [1, 2, 3]}]
      primitive_poses: [{position: [0, 0, 1], orientation: [0, 0, 0, 1]}]
    - id: can
      header: {frame_id: world}
      pose: {position: {x: 1, y: 0, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 1}}
      primitives:
        - {type: cylinder, dimensions: [0.2, 0.05]}
        - {type: sphere, dimensions: [0.1]}
      primitive_poses:
        - {position: [0, 0, 0.1], orientation: [0, 0, 0, 1]}
        - {position: [0, 0, 0.3], orientation: [0, 0, 0, 1]}
)"));
  ASSERT_EQ(made.objects.size(), 3U);
  EXPECT_EQ(made.objects[0].name, "box1");
  EXPECT_LT((made.objects[0].solid.corner - Eigen::Vector3d(-0.5, -1, -0.5)).norm(), 1e-12);
  EXPECT_EQ(made.objects[1].name, "can 1");
  EXPECT_LT((made.objects[1].solid.corner - Eigen::Vector3d(1, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(made.objects[1].solid.disc, 0.05);
  EXPECT_LT((made.objects[2].solid.corner - Eigen::Vector3d(1, 0, 0.3)).norm(), 1e-12);
}

TEST_F(Scenes, OfUrdfStandWhereJointsHaveThem) {
  const Scene made = load_scene(write("shelf.urdf", R"(<robot name="shelf">
  <link name="world"/>
  <link name="board"><collision><origin xyz="0 0 0.1"/><geometry><box size="1 1 0.02"/></geometry></collision></link>
  <joint name="j" type="fixed"><parent link="world"/><child link="board"/><origin xyz="1 0 0"/></joint>
</robot>)"));
  ASSERT_EQ(made.objects.size(), 1U);
  EXPECT_EQ(made.objects[0].name, "board");
  EXPECT_LT((made.objects[0].solid.corner - Eigen::Vector3d(0.5, -0.5, 0.09)).norm(), 1e-12);
}

TEST_F(Scenes, AreRefusedWithTheirLine) {
  EXPECT_NE(
      refused("- {name: s, hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}\n").find("3: "),
      std::string::npos);
  EXPECT_NE(refused("- {name: s, hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}\n")
                .find("one plane"),
            std::string::npos);
  EXPECT_NE(refused("- {box: [1, 1, 1]}\n- {points: [[0, 0, 0]]}\n").find("how thick"),
            std::string::npos);
  EXPECT_NE(refused("- {mesh: ../out.stl}\n").find("outside"), std::string::npos);
  EXPECT_NE(refused("- {mesh: /etc/passwd.stl}\n").find("outside"), std::string::npos);
  EXPECT_NE(refused("- {points: ../cloud.xyz, radius: 1 cm}\n").find("outside"), std::string::npos);
  EXPECT_NE(refused("- {mesh: gone.stl}\n").find("not there"), std::string::npos);
  // A header that says that a terabyte follows.
  std::string huge(80, ' ');
  huge += std::string("\xff\xff\xff\xf0", 4) + std::string(50, '\0');
  write("huge.stl", huge);
  const std::string said = refused("- {name: big, mesh: huge.stl}\n");
  EXPECT_NE(said.find("3: "), std::string::npos) << said;
  EXPECT_NE(said.find("huge.stl"), std::string::npos) << said;
  EXPECT_NE(refused("- {cylinder: {from: [0, 0, 0], to: [0, 0, 0], radius: 1}}\n").find("begins"),
            std::string::npos);
  EXPECT_NE(refused("- {ball: 1}\n").find("ball"), std::string::npos);
}

std::string problem(const std::string& more) {
  return "alembert: motion/1\nrobot: " + std::string(ALEMBERT_SOURCE_DIR) +
         "/models/seven_axis.yaml\nstart: {q: [0, 0, 0, -1.5, 0, 1.5, 0]}\ngoal: {q: [1, 0, 0, "
         "-1.5, 0, 1.5, 0]}\n" +
         more;
}

TEST_F(Scenes, AreTheWorldOfAProblem) {
  write("scene.yaml",
        "alembert: scene/1\nobjects:\n- {name: table, box: [1, 1, 0.1], xyz: [0, 0, -2]}\n"
        "- {name: can, cylinder: {radius: 5 cm, length: 0.2}, xyz: [2, 0, 0]}\n"
        "allowed: [[hand, table]]\n");
  const std::string arm =
      "clearance: {margin: 1 cm, arm: [{name: hand, frame: flange, sphere: 0.05}, {name: wrist, "
      "frame: flange, sphere: 0.04}]}\n";
  const MotionFile file = load_motion_problem(
      write("problem.yaml", problem(arm + "world: {file: scene.yaml, xyz: [0, 0, 1]}\n")));
  const Clearance& clearance = file.problem.clearance;
  ASSERT_EQ(clearance.obstacles.size(), 2U);
  EXPECT_NEAR(clearance.obstacles[0].solid.corner.z(), -1.05, 1e-12);
  EXPECT_TRUE(clearance.may_touch(0, 0));
  EXPECT_FALSE(clearance.may_touch(1, 0));
  EXPECT_FALSE(clearance.may_touch(0, 1));
  const MotionFile here = load_motion_problem(
      write("here.yaml", problem(arm + "world: {objects: [{name: a, sphere: 1, xyz: [9, 9, 9]}]}\n"
                                       "carry: {frame: flange, mass: 1, solids: {box: [0.1, 0.1, "
                                       "0.1], xyz: [0, 0, 0.1]}}\n")));
  EXPECT_EQ(here.problem.clearance.arm.size(), 3U);
  EXPECT_EQ(here.problem.clearance.arm[2].name, "carried body 1");
  EXPECT_THROW(load_motion_problem(write("gone.yaml", problem(arm + "world: gone_scene.yaml\n"))),
               Error);
  EXPECT_THROW(load_motion_problem(write(
                   "who.yaml", problem(arm + "world: {objects: [{sphere: 1}], allowed: [[arm, "
                                             "'object 1']]}\n"))),
               Error);
}

}  // namespace alembert::test::scene_test
