// Distances beside those of FCL, which shares nothing with them: shapes where its own are exact,
// meshes of hulls elsewhere.
#include <gtest/gtest.h>

#include <numbers>

#include "alembert/kinematics.hpp"
#include "alembert/world.hpp"
#include "support/made_hull.hpp"
#include "support/random_robot.hpp"

#ifdef ALEMBERT_FCL
#include <fcl/fcl.h>

namespace alembert::test::fcl_test {
using Shape = std::shared_ptr<fcl::CollisionGeometryd>;

/// A shape and where it is in the solid's components.
struct Placed {
  Shape shape;
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
};

Eigen::Isometry3d along_z(const Eigen::Vector3d& middle, const Eigen::Vector3d& axis) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translation() = middle;
  pose.linear() =
      Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), axis).toRotationMatrix();
  return pose;
}

Shape mesh_of(const Eigen::Matrix3Xd& points, const std::vector<int>& facets) {
  auto mesh = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  mesh->beginModel();
  for (std::size_t f = 0; f + 2 < facets.size(); f += 3) {
    mesh->addTriangle(points.col(facets[f]), points.col(facets[f + 1]), points.col(facets[f + 2]));
  }
  mesh->endModel();
  return mesh;
}

Placed fcl_shape(const Solid& solid) {
  if (solid.is_hull()) return {mesh_of(solid.points, solid.facets)};
  const Eigen::Index edges = solid.edges.cols();
  if (edges == 0) {
    Placed out{std::make_shared<fcl::Sphered>(solid.radius)};
    out.pose.translation() = solid.corner;
    return out;
  }
  const Eigen::Vector3d middle = solid.corner + 0.5 * solid.edges.rowwise().sum();
  if (edges == 1) {
    const double length = solid.edges.norm();
    const Eigen::Isometry3d pose = along_z(middle, solid.edges.col(0));
    if (solid.disc > 0.0) return {std::make_shared<fcl::Cylinderd>(solid.disc, length), pose};
    return {std::make_shared<fcl::Capsuled>(solid.radius, length), pose};
  }
  Placed out{std::make_shared<fcl::Boxd>(solid.edges.col(0).norm(), solid.edges.col(1).norm(),
                                         solid.edges.col(2).norm())};
  out.pose.translation() = middle;
  for (int k = 0; k < 3; ++k) out.pose.linear().col(k) = solid.edges.col(k).normalized();
  return out;
}

double fcl_distance(const Placed& one, const Eigen::Isometry3d& at, const Placed& other) {
  fcl::DistanceRequestd request;
  request.distance_tolerance = 1e-12;
  fcl::DistanceResultd result;
  return fcl::distance(one.shape.get(), at * one.pose, other.shape.get(), other.pose, request,
                       result);
}

struct Beside {
  double largest = 0.0;
  int apart = 0;
};

/// Of solids in the hand of an arm in many postures, and others in the world; where they are apart.
Beside beside_fcl(const std::function<Solid(Random&)>& in_hand,
                  const std::function<Solid(Random&)>& in_world) {
  Random random(11);
  const Model model = compile(random_robot(random, {.joints = 6, .types = {JointType::revolute}}));
  const std::string hand = model.frames().back().name;
  Kinematics kinematics(model);
  Beside out;
  for (int k = 0; k < 400; ++k) {
    Clearance clearance;
    clearance.arm.push_back({"hand", model.frame(hand), in_hand(random)});
    clearance.obstacles.push_back({"thing", in_world(random)});
    World world(model, clearance);
    Eigen::VectorXd q(model.dofs()), d(1);
    for (double& x : q) x = random.real(-3.0, 3.0);
    world.update(q);
    world.distances(d);
    if (d[0] <= 1e-3) continue;
    kinematics.update(q);
    const double theirs =
        fcl_distance(fcl_shape(clearance.arm[0].solid), kinematics.pose(model.frame(hand)),
                     fcl_shape(clearance.obstacles[0].solid));
    ++out.apart;
    out.largest = std::max(out.largest, std::abs(theirs - d[0]));
  }
  return out;
}

Solid ball(Random& random) { return Solid::sphere(random.vector(0.2), random.real(0.02, 0.2)); }
Solid capsule(Random& random) {
  const Eigen::Vector3d at = random.vector(0.8);
  return Solid::capsule(at, at + random.vector(0.4), random.real(0.02, 0.1));
}
Solid box(Random& random) {
  const Eigen::Vector3d size = random.vector(0.3).cwiseAbs().array() + 0.05;
  return Solid::box(random.vector(0.8), size, random.pose().linear());
}
Solid cylinder(Random& random) {
  const Eigen::Vector3d at = random.vector(0.8);
  return Solid::cylinder(at, at + random.vector(0.5), random.real(0.05, 0.3));
}
Solid hull(Random& random) { return random_hull(random, random.vector(0.8), 0.3, 16); }
/// FCL has meshes beside meshes exactly, so that a box is one here.
Solid box_as_hull(Random& random) {
  const Solid of = box(random);
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < 8; ++i) {
    Eigen::Vector3d p = of.corner;
    for (int k = 0; k < 3; ++k) {
      if (i >> k & 1) p += of.edges.col(k);
    }
    points.push_back(p + random.vector(1e-3));  // in general position
  }
  return hull_of(points);
}

TEST(Fcl, BallsBesideRoundShapesAgree) {
  const std::pair<const char*, std::function<Solid(Random&)>> worlds[] = {
      {"ball", ball}, {"capsule", capsule}, {"box", box}, {"cylinder", cylinder}};
  for (const auto& [name, in_world] : worlds) {
    const Beside found = beside_fcl(ball, in_world);
    EXPECT_GT(found.apart, 200) << name;
    EXPECT_LT(found.largest, 1e-9) << name;
    std::printf("ball beside %s: %d apart, at most %.2g m from FCL\n", name, found.apart,
                found.largest);
  }
}

TEST(Fcl, HullsAgreeWithMeshes) {
  const Beside found = beside_fcl(hull, hull);
  EXPECT_GT(found.apart, 100);
  EXPECT_LT(found.largest, 1e-9);
  const Beside boxes = beside_fcl(hull, box_as_hull);
  EXPECT_LT(boxes.largest, 1e-9);
  std::printf("hulls: %d apart, at most %.2g m from FCL; boxes %.2g m\n", found.apart,
              found.largest, boxes.largest);
}

}  // namespace alembert::test::fcl_test
#else
TEST(Fcl, IsBeside) { GTEST_SKIP() << "built without FCL (Debian: libfcl-dev)"; }
#endif
