// By how much solids overstate meshes, beside shapes of which that is known.
#include "io/shape_doctor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "alembert/solids_around.hpp"
#include "io/convex_hull.hpp"

namespace alembert::test::shape_doctor_test {

/// A prism of height 1 over a polygon that is given anticlockwise and seen whole from its first
/// corner.
io::Mesh prism(const std::vector<std::array<double, 2>>& base) {
  io::Mesh mesh;
  const int n = static_cast<int>(base.size());
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : base) mesh.points.emplace_back(x, y, z);
  }
  const auto add = [&](int a, int b, int c) { mesh.corners.insert(mesh.corners.end(), {a, b, c}); };
  for (int k = 1; k + 1 < n; ++k) {
    add(0, k + 1, k);
    add(n, n + k, n + k + 1);
  }
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    add(k, next, n + next);
    add(k, n + next, n + k);
  }
  return mesh;
}

io::Mesh cube() { return prism({{0, 0}, {1, 0}, {1, 1}, {0, 1}}); }
/// Three unit squares of a square of two; all of it is seen from the corner in the notch.
io::Mesh angle() { return prism({{1, 1}, {1, 2}, {0, 2}, {0, 0}, {2, 0}, {2, 1}}); }

TEST(ShapeDoctor, KnowsVolumesOfClosedMeshesAlone) {
  EXPECT_NEAR(io::mesh_volume(cube()).value(), 1.0, 1e-14);
  EXPECT_NEAR(io::mesh_volume(angle()).value(), 3.0, 1e-14);
  io::Mesh inside_out = cube();
  for (std::size_t k = 0; k < inside_out.corners.size(); k += 3) {
    std::swap(inside_out.corners[k], inside_out.corners[k + 1]);
  }
  EXPECT_NEAR(io::mesh_volume(inside_out).value(), 1.0, 1e-14);
  io::Mesh open = cube();
  open.corners.resize(open.corners.size() - 3);
  EXPECT_FALSE(io::mesh_volume(open));
  // STL has every corner anew.
  io::Mesh apart;
  const io::Mesh whole = cube();
  for (const int corner : whole.corners) {
    apart.corners.push_back(static_cast<int>(apart.points.size()));
    apart.points.push_back(whole.points[static_cast<std::size_t>(corner)]);
  }
  EXPECT_NEAR(io::mesh_volume(apart).value(), 1.0, 1e-14);
}

TEST(ShapeDoctor, VolumesOfSolidsAreClosedForms) {
  const double pi = std::numbers::pi;
  EXPECT_NEAR(io::solid_volume(Solid::sphere({1, 2, 3}, 0.5)), pi / 6.0, 1e-14);
  EXPECT_NEAR(io::solid_volume(Solid::capsule({0, 0, 0}, {0, 2, 0}, 1.0)), 2 * pi + 4 * pi / 3,
              1e-13);
}

TEST(ShapeDoctor, BallAroundACubeStandsOutMostOverItsFaces) {
  const Solid ball = Solid::sphere({0.5, 0.5, 0.5}, std::sqrt(0.75));
  const double farthest = std::sqrt(0.75) - 0.5;
  const double seen = io::farthest_from(cube(), ball, 2000);
  EXPECT_LE(seen, farthest + 1e-12);
  EXPECT_GE(seen, farthest - 2e-3);
}

TEST(ShapeDoctor, CapsuleStandsOutOfARod) {
  // A rod of 0.2 x 0.2 along y from 0 to 1 and the capsule through its corners' circle: over the
  // middle of an end the most, by the radius.
  io::Mesh rod = cube();
  for (Eigen::Vector3d& p : rod.points) {
    p = {0.2 * (p.x() - 0.5), p.y(), 0.2 * (p.z() - 0.5)};
  }
  const double radius = std::sqrt(0.02);
  const double seen = io::farthest_from(rod, Solid::capsule({0, 0, 0}, {0, 1, 0}, radius), 2000);
  EXPECT_LE(seen, radius + 1e-12);
  EXPECT_GE(seen, 0.97 * radius);
}

TEST(ShapeDoctor, HullOfAnAngleFillsItsNotch) {
  const io::MadeHull hull = io::convex_hull(angle().points);
  if (!hull.problem.empty()) GTEST_SKIP() << hull.problem;
  EXPECT_NEAR(io::solid_volume(hull.solid), 3.5, 1e-9);
  // The middle of the slanted side is half a metre from both walls of the notch.
  const double seen = io::farthest_from(angle(), hull.solid, 2000);
  EXPECT_LE(seen, 0.5 + 1e-12);
  EXPECT_GE(seen, 0.48);
  const io::MadeHull tight = io::convex_hull(cube().points);
  EXPECT_NEAR(io::solid_volume(tight.solid), 1.0, 1e-12);
  EXPECT_LT(io::farthest_from(cube(), tight.solid, 500), 1e-12);
}

}  // namespace alembert::test::shape_doctor_test
