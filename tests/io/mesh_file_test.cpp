// Meshes: where they may lie, what is read of them, and that nothing else is.
#include "io/mesh_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "alembert/error.hpp"
#include "alembert/solids_around.hpp"

namespace alembert::io::mesh_file_test {

namespace fs = std::filesystem;

const std::string plate = "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";

/// A folder of its own, gone at the end.
class MeshFile : public ::testing::Test {
 protected:
  MeshFile() {
    std::string name = ::testing::TempDir() + "alembert-mesh-XXXXXX";
    folder_ = fs::canonical(mkdtemp(name.data()));
    fs::create_directories(folder_ / "arm/urdf");
    for (const char* variable : {"ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"}) unsetenv(variable);
  }
  ~MeshFile() override {
    for (const char* variable : {"ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"}) unsetenv(variable);
    fs::remove_all(folder_);
  }
  fs::path put(const std::string& name, const std::string& text = plate) const {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string problem(const std::string& mesh, const MeshFolders& folders = {},
                      const std::string& robot = "arm/urdf/arm.urdf") const {
    return load_mesh(mesh, folder_ / robot, folders).problem;
  }

  fs::path folder_;
};

constexpr const char* absent = "the file is not there";

::testing::AssertionResult is_outside(const std::string& problem) {
  const bool told = problem.find("outside the robot's folder") != std::string::npos &&
                    problem.find("--allow-outside") != std::string::npos;
  return (told ? ::testing::AssertionSuccess() : ::testing::AssertionFailure()) << problem;
}

TEST_F(MeshFile, LiesBesideTheRobot) {
  put("arm/urdf/a.obj");
  put("arm/urdf/meshes/b.obj");
  EXPECT_EQ(problem("a.obj"), "");
  EXPECT_EQ(problem("meshes/b.obj"), "");
  EXPECT_EQ(problem("file://" + (folder_ / "arm/urdf/a.obj").string()), "");
  EXPECT_EQ(problem("package://anything/meshes/b.obj"), "");
  EXPECT_EQ(problem("none.obj"), absent);
}

TEST_F(MeshFile, LiesInThePackageAroundTheRobot) {
  put("arm/meshes/a.obj");
  EXPECT_EQ(problem("package://arm/meshes/a.obj"), "");  // by the folder's name
  EXPECT_TRUE(is_outside(problem("../meshes/a.obj")));
  EXPECT_TRUE(is_outside(problem("package://other_name/meshes/a.obj")));
  put("arm/package.xml", "<package/>");
  EXPECT_EQ(problem("../meshes/a.obj"), "");
  EXPECT_EQ(problem("package://other_name/meshes/a.obj"), "");
}

TEST_F(MeshFile, LiesInAPackageBesideTheRobots) {
  put("hand/meshes/a.obj");
  EXPECT_TRUE(is_outside(problem("package://hand/meshes/a.obj")));
  put("hand/package.xml", "<package/>");
  EXPECT_EQ(problem("package://hand/meshes/a.obj"), "");
  for (const char* name : {"package:///hand/meshes/a.obj", "package://hand//meshes/a.obj"}) {
    EXPECT_EQ(problem(name), "") << name;  // as some robots write it
  }
}

TEST_F(MeshFile, LiesInPackagesThatAreNamedOrInstalled) {
  put("far/hand/meshes/a.obj");
  const std::string name = "package://hand/meshes/a.obj";
  EXPECT_NE(problem(name).find("--package hand=DIR"), std::string::npos);
  EXPECT_EQ(problem(name, {.packages = {{"hand", folder_ / "far/hand"}}}), "");
  setenv("ROS_PACKAGE_PATH", ("/nowhere:" + (folder_ / "far").string()).c_str(), 1);
  EXPECT_EQ(problem(name), "");
  setenv("ROS_PACKAGE_PATH", folder_.c_str(), 1);  // collections of packages one below
  EXPECT_EQ(problem(name), "");
  unsetenv("ROS_PACKAGE_PATH");
  put("prefix/share/hand/meshes/a.obj");
  setenv("AMENT_PREFIX_PATH", (folder_ / "prefix").c_str(), 1);
  EXPECT_EQ(problem(name), "");
  EXPECT_EQ(problem("package://hand/meshes/b.obj"), absent);
}

TEST_F(MeshFile, InstalledByLinksIsRead) {
  put("source/a.obj");
  fs::create_directories(folder_ / "prefix/share/hand/meshes");
  fs::create_symlink(folder_ / "source/a.obj", folder_ / "prefix/share/hand/meshes/a.obj");
  setenv("AMENT_PREFIX_PATH", (folder_ / "prefix").c_str(), 1);
  EXPECT_EQ(problem("package://hand/meshes/a.obj"), "");
}

TEST_F(MeshFile, OutsideIsRefusedUnlessItIsAllowed) {
  const std::string secret = put("secret.obj");
  put("arm/urdf/arm.urdf");
  fs::create_symlink(secret, folder_ / "arm/urdf/link.obj");
  fs::create_directory_symlink(folder_, folder_ / "arm/urdf/out");
  for (const std::string& name :
       {secret, "file://" + secret, std::string("../../secret.obj"), std::string("link.obj"),
        std::string("out/secret.obj"), std::string("package://arm/../secret.obj"),
        std::string("package://../secret.obj"), std::string("package://arm/urdf/link.obj"),
        std::string("package://urdf/../../secret.obj")}) {
    EXPECT_TRUE(is_outside(problem(name))) << name;
  }
  EXPECT_TRUE(is_outside(problem("/no/such/file.obj")));  // nor is it told what there is
  EXPECT_EQ(problem(secret, {.packages = {}, .allow_outside = true}), "");
  EXPECT_EQ(problem("link.obj", {.packages = {}, .allow_outside = true}), "");
  EXPECT_EQ(problem("package://arm/../secret.obj", {.packages = {}, .allow_outside = true}), "");
}

TEST_F(MeshFile, InAPackageThatIsALinkElsewhereIsOutside) {
  put("private/a.obj");
  fs::create_directory_symlink(folder_ / "private", folder_ / "arm/urdf/hand");
  EXPECT_TRUE(is_outside(problem("package://hand/a.obj")));
  put("private/package.xml", "<package/>");
  EXPECT_TRUE(is_outside(problem("package://hand/a.obj")));
  EXPECT_EQ(problem("package://hand/a.obj", {.packages = {}, .allow_outside = true}), "");
  fs::create_directories(folder_ / "arm/urdf/own");  // one that stays inside is a package
  put("arm/urdf/own/a.obj");
  fs::create_directory_symlink("own", folder_ / "arm/urdf/other");
  EXPECT_EQ(problem("package://other/a.obj"), "");
}

TEST_F(MeshFile, BehindALinkAndAStepBackIsWhereTheDiskSays) {
  put("private/a.obj");
  fs::create_directories(folder_ / "private/below");
  put("named/hand/a.obj");
  fs::create_directory_symlink(folder_ / "private/below", folder_ / "named/hand/link");
  const MeshFolders folders{.packages = {{"hand", folder_ / "named/hand"}}};
  EXPECT_EQ(problem((folder_ / "named/hand/a.obj").string(), folders), "");
  EXPECT_TRUE(is_outside(problem((folder_ / "named/hand/link/../a.obj").string(), folders)));
}

TEST_F(MeshFile, IsAFileOnThisMachine) {
  fs::create_directories(folder_ / "arm/urdf/folder.obj");
  ASSERT_EQ(mkfifo((folder_ / "arm/urdf/pipe.obj").c_str(), 0600), 0);
  for (const char* name : {"folder.obj", "pipe.obj"}) {
    EXPECT_EQ(problem(name), "it is a folder, a pipe or a device, no file") << name;
  }
  fs::create_symlink("loop.obj", folder_ / "arm/urdf/loop.obj");
  EXPECT_EQ(problem("loop.obj"), absent);
  EXPECT_EQ(problem("http://example.org/a.obj"), "only paths, package:// and file:// are read");
}

/// Head, count and so many facets.
std::string binary_stl(std::uint32_t said, std::size_t facets, float size = 1.0f) {
  std::string bytes(84 + 50 * facets, '\0');
  std::memcpy(bytes.data() + 80, &said, 4);
  for (std::size_t i = 0; i < facets; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto angle = static_cast<float>(3 * i + k);
      const float p[] = {size * std::cos(angle), size * std::sin(angle),
                         0.5f * size * std::sin(1.7f * angle)};
      std::memcpy(bytes.data() + 84 + 50 * i + 12 + 12 * k, p, sizeof p);
    }
  }
  return bytes;
}

TEST_F(MeshFile, IsAsLongAsItsHeadSays) {
  EXPECT_EQ(read_stl(binary_stl(7, 7), "a.stl").points.size(), 21u);
  EXPECT_THROW(read_stl(binary_stl(4'000'000'000u, 7), "a.stl"), Error);
  EXPECT_THROW(read_stl(binary_stl(8, 7), "a.stl"), Error);
  EXPECT_THROW(read_stl(binary_stl(6, 7), "a.stl"), Error);
  put("arm/urdf/a.stl", binary_stl(4'000'000'000u, 7));
  EXPECT_EQ(problem("a.stl"),
            "the file says 4000000000 triangles and is 434 bytes long, not 200000000084");
  std::string solid = binary_stl(8, 7);
  solid.replace(0, 5, "solid");  // as text begins, too
  put("arm/urdf/solid.stl", solid);
  EXPECT_EQ(problem("solid.stl"), "the file says 8 triangles and is 434 bytes long, not 484");
  put("arm/urdf/nan.stl", binary_stl(1, 1, NAN));
  EXPECT_EQ(problem("nan.stl"), "triangle 1 is not finite");
}

constexpr const char* text_stl =
    "solid a b c\n facet normal 0 0 nan\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n"
    "   vertex 1 1 0\n  endloop\n endfacet\nendsolid a b c\n";

std::string with(std::string text, const std::string& part, const std::string& other) {
  return text.replace(text.find(part), part.size(), other);
}

TEST_F(MeshFile, StlAsTextIsReadStrictly) {
  EXPECT_EQ(read_stl(text_stl, "a.stl").points.size(), 3u);
  EXPECT_EQ(read_stl(std::string(text_stl) + text_stl, "a.stl").points.size(), 6u);
  const auto fault = [&](const std::string& part, const std::string& other) {
    put("arm/urdf/a.stl", with(text_stl, part, other));
    return problem("a.stl");
  };
  EXPECT_EQ(fault("vertex 1 0 0", "vertx 1 0 0"), "line 5: 'vertx' where vertex should be");
  EXPECT_EQ(fault("1 1 0", "1 1 x"), "line 6: 'x' where a number should be");
  EXPECT_EQ(fault("1 1 0", "1 1 inf"), "line 6: a vertex is not finite");
  EXPECT_EQ(fault("   vertex 1 1 0\n", ""), "line 6: 'endloop' where vertex should be");
  EXPECT_EQ(fault("endsolid a b c\n", ""),
            "line 9: the end of the file where facet or endsolid should be");
  EXPECT_EQ(fault("solid a b c", "garbage"),
            "the file is neither STL as text, which begins with solid, nor binary");
  put("arm/urdf/a.stl", "solid\nendsolid\n");
  EXPECT_EQ(problem("a.stl"), "the file holds no triangles");
}

TEST_F(MeshFile, ObjIsReadStrictly) {
  const Mesh quad = read_obj(
      "# a plate\no plate\nv 0 0 0\nv 1 0 0 1\nv 1 1 0\nv 0 1 0 0.5 0.5 0.5\nvn 0 0 1\nvt 0 0\n"
      "usemtl x\ns off\nf 1/1/1 2/1/1 3//1 -1\n",
      "a.obj");
  EXPECT_EQ(quad.corners, (std::vector<int>{0, 1, 2, 0, 2, 3}));
  const auto fault = [&](const std::string& part, const std::string& other) {
    put("arm/urdf/a.obj", with(plate, part, other));
    return problem("a.obj");
  };
  EXPECT_EQ(fault("1 0 0", "1 0 O"), "line 2: a vertex has 'O', which is no number");
  EXPECT_EQ(fault("v 1 1 0", "v 1 1"), "line 3: a vertex has nothing, which is no number");
  EXPECT_EQ(fault("f 1 2 3", "f 1 2 4"),
            "line 4: a face has the corner 4, and 3 vertices stand before it");
  EXPECT_EQ(fault("f 1 2 3", "f 1 2 0"),
            "line 4: a face has the corner 0, and 3 vertices stand before it");
  EXPECT_EQ(fault("f 1 2 3", "f 1 2 3x"), "line 4: a face has the corner '3x', which is no number");
  EXPECT_EQ(fault("f 1 2 3", "f 1 2"), "line 4: a face has fewer than three corners");
  EXPECT_EQ(fault("v 0 0 0", "<html>"),
            "line 1: '<html>' is none of what OBJ files of triangles have");
}

/// In centimetres: a triangle with normals between its corners, in a node that is turned and in one
/// that is named twice, and a square.
const std::string collada = R"(<?xml version="1.0"?>
<COLLADA version="1.4.1">
<asset><unit meter="0.01" name="centimeter"/><up_axis>Y_UP</up_axis></asset>
<library_geometries>
<geometry id="corner"><mesh>
<source id="xyz"><float_array id="array" count="9">0 0 0 100 0 0 0 200 0</float_array>
<technique_common><accessor source="#array" count="3" stride="3"/></technique_common></source>
<source id="up"><float_array count="3">0 0 1</float_array></source>
<vertices id="vertices"><input semantic="POSITION" source="#xyz"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#vertices" offset="1"/>
<input semantic="NORMAL" source="#up" offset="0"/><p>0 0 0 1 0 2</p></triangles>
</mesh></geometry>
<geometry id="square"><mesh>
<source id="xyz2"><float_array count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array></source>
<vertices id="vertices2"><input semantic="POSITION" source="#xyz2"/></vertices>
<polylist count="1"><input semantic="VERTEX" source="#vertices2" offset="0"/>
<vcount>4</vcount><p>0 1 2 3</p></polylist>
</mesh></geometry>
</library_geometries>
<library_nodes><node id="turned"><rotate>0 0 1 90</rotate>
<instance_geometry url="#corner"/></node></library_nodes>
<library_visual_scenes><visual_scene id="scene">
<node><translate>10 20 30</translate><instance_node url="#turned"/>
<node><matrix>2 0 0 0  0 2 0 0  0 0 2 0  0 0 0 1</matrix><instance_geometry url="#square"/></node></node>
<node><instance_node url="#turned"/></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
)";

TEST_F(MeshFile, ColladaStandsWhereItsNodesPutIt) {
  const Mesh mesh = read_collada(collada, "a.dae");
  EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2, 3, 4, 5, 3, 5, 6, 7, 8, 9}));
  const std::vector<Eigen::Vector3d> there = {
      {0.1, 0.2, 0.3},   {0.1, 1.2, 0.3},  {-1.9, 0.2, 0.3}, {0.1, 0.2, 0.3}, {0.12, 0.2, 0.3},
      {0.12, 0.22, 0.3}, {0.1, 0.22, 0.3}, {0, 0, 0},        {0, 1, 0},       {-2, 0, 0}};
  ASSERT_EQ(mesh.points.size(), there.size());
  for (std::size_t i = 0; i < there.size(); ++i) {
    EXPECT_LT((mesh.points[i] - there[i]).norm(), 1e-15) << i;
  }
  // Without a scene every geometry once, where it was drawn.
  const Mesh alone =
      read_collada(with(collada, "<scene><instance_visual_scene url=\"#scene\"/></scene>", ""), "");
  EXPECT_EQ(alone.corners.size(), 9u);
  EXPECT_EQ(alone.points[2], Eigen::Vector3d(0, 2, 0));
  put("arm/urdf/a.DAE", collada);
  EXPECT_EQ(problem("a.DAE"), "");
}

TEST_F(MeshFile, ColladaIsReadStrictly) {
  const auto fault = [&](const std::string& part, const std::string& other) {
    put("arm/urdf/a.dae", with(collada, part, other));
    return problem("a.dae");
  };
  EXPECT_EQ(fault("100 0 0", "100 O 0"), "line 6: <float_array> has 'O', which is no number");
  EXPECT_EQ(fault("0 0 0 1 0 2<", "0 0 0 1 0 3<"), "line 11: a face has the corner 3 of 3");
  EXPECT_EQ(fault("0 1 2 3<", "0 1 2<"), "line 17: there are fewer corners than are counted");
  EXPECT_EQ(fault("0 1 2 3<", "0 1 2 -3<"), "line 17: <p> has '-3', which is no index");
  EXPECT_EQ(fault("#turned", "#tuned"), "line 23: '#tuned' names nothing here");
  EXPECT_EQ(fault("<instance_geometry url=\"#corner\"/>", "<instance_node url=\"#turned\"/>"),
            "line 20: nodes stand in nodes without end");
  EXPECT_EQ(fault("10 20 30", "10 20"), "line 23: <translate> has 2 numbers, not 3");
  EXPECT_EQ(fault("meter=\"0.01\"", "meter=\"0\""), "line 3: a unit has no length");
  EXPECT_EQ(fault("<rotate>0 0 1 90</rotate>", "<skew/>"), "line 20: <skew> is not read");
  put("arm/urdf/a.dae", "<robot/>");
  EXPECT_EQ(problem("a.dae"), "line 1: the file begins with <robot>, not with <COLLADA>");
}

TEST_F(MeshFile, OfAnEndlessFaceOrDistanceIsRefused) {
  std::string text = plate + "f";
  for (int k = 0; k < 3'000'000; ++k) text += " 1";
  put("arm/urdf/a.obj", text);
  EXPECT_EQ(problem("a.obj"), "line 5: the mesh has more than 2700000 triangles");
  put("arm/urdf/a.obj", with(plate, "1 0 0", "1e308 0 0"));
  EXPECT_EQ(problem("a.obj"), "a vertex lies further than 1e+09 away");
  put("arm/urdf/a.stl", binary_stl(1, 1, 3e38f));
  EXPECT_EQ(problem("a.stl"), "a vertex lies further than 1e+09 away");
}

#ifdef __SANITIZE_ADDRESS__
constexpr bool under_sanitizers = true;  // several times slower, and not what users run
#else
constexpr bool under_sanitizers = false;
#endif

TEST_F(MeshFile, OfFourHundredThousandTrianglesIsASolidWithinASecond) {
  put("arm/urdf/a.stl", binary_stl(400'000, 400'000));
  const auto began = std::chrono::steady_clock::now();
  const Mesh mesh = load_mesh("a.stl", folder_ / "arm/urdf/arm.urdf", {});
  const Solid capsule = capsule_around(mesh.points);
  const double took =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  EXPECT_EQ(mesh.corners.size(), 1'200'000u);
  // The points lie on a cylinder of radius 1 and height 1.
  EXPECT_GT(capsule.radius, 0.99);
  EXPECT_LT(capsule.radius, 1.2);
  for (const Eigen::Vector3d& p : mesh.points) {
    const Eigen::Vector3d along = capsule.edges.col(0), from = capsule.corner;
    const double share = std::clamp((p - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    ASSERT_LE((p - from - share * along).norm(), capsule.radius);
  }
  EXPECT_LT(took, under_sanitizers ? 60.0 : 1.0);
}

}  // namespace alembert::io::mesh_file_test
