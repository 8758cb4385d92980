// Cylinders and meshes as solids that contain them: what is inside, how far others are, how that
// changes, and bounds that hold.
#include <gtest/gtest.h>

#include <numbers>

#include "alembert/error.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/self_pairs.hpp"
#include "alembert/solids_around.hpp"
#include "support/compare.hpp"
#include "support/made_hull.hpp"
#include "support/random_robot.hpp"
#include "task/distance.hpp"

namespace alembert::test::cylinder_test {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// The farthest along a direction.
double support_of(const Solid& solid, const Vector3d& direction) {
  double most = direction.dot(solid.corner) + solid.radius * direction.norm();
  for (Eigen::Index k = 0; k < solid.edges.cols(); ++k) {
    most += std::max(0.0, direction.dot(solid.edges.col(k)));
  }
  return most;
}

TEST(PrismAroundCylinder, ContainsItAndIsNoLargerThanItSays) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const Vector3d from = random.vector(), to = random.vector(), axis = (to - from).normalized();
    const double radius = random.real(0.01, 0.3);
    const Solid prism = prism_around_cylinder(from, to, radius);
    for (int k = 0; k < 200; ++k) {
      const Vector3d u = random.direction();
      // Of the cylinder: the farther end, and the disc's rim.
      const double exact =
          std::max(u.dot(from), u.dot(to)) + radius * (u - u.dot(axis) * axis).norm();
      const double reach = support_of(prism, u);
      EXPECT_GE(reach, exact);
      EXPECT_LE(reach, exact + 0.0824 * radius);
    }
    EXPECT_NEAR(support_of(prism, axis), to.dot(axis), 1e-11);  // no longer than it
  }
}

TEST(CapsuleAround, ContainsEveryPoint) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    std::vector<Vector3d> points;
    const Eigen::Isometry3d pose = random.pose();
    const Vector3d stretch(random.real(0.0, 1.0), random.real(0.0, 0.2), random.real(0.0, 0.05));
    const int count = i < 5 ? i + 1 : 300;
    for (int k = 0; k < count; ++k) {
      points.push_back(pose * random.vector().cwiseProduct(stretch));
    }
    const Solid capsule = capsule_around(points);
    ASSERT_EQ(capsule.edges.cols(), 1);
    const Vector3d along = capsule.edges.col(0);
    for (const Vector3d& p : points) {
      const double square = along.squaredNorm();
      const double share =
          square > 0.0 ? std::clamp((p - capsule.corner).dot(along) / square, 0.0, 1.0) : 0.0;
      EXPECT_LE((p - capsule.corner - share * along).norm(), capsule.radius) << i;
    }
  }
  EXPECT_THROW(capsule_around({}), Error);
}

TEST(CapsuleAround, IsSlenderAroundWhatIsSlender) {
  std::vector<Vector3d> rod;
  const Vector3d axis = Vector3d(1, 2, 3).normalized(), x = axis.unitOrthogonal();
  const Vector3d y = axis.cross(x);
  for (int k = 0; k < 400; ++k) {
    const double turn = 0.7 * k;
    rod.push_back(0.002 * k * axis + 0.05 * (std::cos(turn) * x + std::sin(turn) * y));
  }
  const Solid capsule = capsule_around(rod);
  EXPECT_LT(capsule.radius, 0.0505);
  EXPECT_LT(capsule.edges.norm(), 0.8);
}

/// An arm with a prism (or a hull, or a ball) at its end, and things in its way.
struct Scene {
  explicit Scene(unsigned seed, bool others = false) : random(seed) {
    model.emplace(compile(random_robot(random, {.joints = 4, .chain = true})));
    const FrameId last(static_cast<int>(model->frames().size()) - 1);
    arm = {"tool", last,
           prism_around_cylinder(random.vector(0.2), random.vector(0.2), random.real(0.05, 0.2))};
    const Vector3d at = random.vector(), other = random.vector();
    const double size = random.real(0.05, 0.3);
    things = {Solid::sphere(at, size),
              Solid::capsule(at, other, size),
              Solid::box(at, {0.3, 0.2, 0.4}, random.pose().linear()),
              prism_around_cylinder(at, other, size),
              random_hull(random, at, size, 10),
              Solid::cylinder(at, other, size),
              random_cloud(random, at, size, 40)};
    if (!others) return;
    arm.solid = seed % 4 == 1 ? random_hull(random, random.vector(0.2), 0.15, 8)
                              : Solid::sphere(random.vector(0.2), 0.05);
  }
  Random random;
  std::optional<Model> model;
  ArmSolid arm;
  std::vector<Solid> things;
};

TEST(DistanceOfCylinders, HasTheDerivativesOfItsValue) {
  int looked = 0;
  for (unsigned seed = 0; seed < 80; ++seed) {
    Scene scene(seed, seed % 2 == 1);
    const int n = scene.model->dofs();
    for (const Solid& thing : scene.things) {
      Distance distance(*scene.model, scene.arm, thing, 0.01);
      MotionPoint point(n, 0);
      point.z.setZero();
      const VectorXd q = scene.random.values(n);
      const auto slope_at = [&](const VectorXd& at) {
        point.z.head(n) = at;
        MatrixXd D = MatrixXd::Zero(1, point.z.size());
        distance.derivative(point, D);
        return VectorXd(D.row(0).head(n));
      };
      const auto value_at = [&](const VectorXd& at) {
        point.z.head(n) = at;
        VectorXd g(1);
        distance.value(point, g);
        return g[0];
      };
      const double h = 1e-6;
      const VectorXd slope = slope_at(q);
      VectorXd differences(n);
      MatrixXd second(n, n);
      for (int j = 0; j < n; ++j) {
        const VectorXd step = h * VectorXd::Unit(n, j);
        differences[j] = (value_at(q + step) - value_at(q - step)) / (2 * h);
        second.col(j) = (slope_at(q + step) - slope_at(q - step)) / (2 * h);
      }
      EXPECT_LT(largest_difference(slope, differences), 1e-5 * (1 + slope.norm())) << seed;
      // Where closest points change from an edge to a face within the step, slopes have a kink.
      if (second.norm() > 1e3 * (1 + slope.norm())) continue;
      point.z.head(n) = q;
      MatrixXd H = MatrixXd::Zero(point.z.size(), point.z.size());
      distance.hessian(point, VectorXd::Ones(1), H);
      EXPECT_LT(largest_difference(H.topLeftCorner(n, n), second), 1e-3 * (1 + second.norm()))
          << seed;
      ++looked;
    }
  }
  EXPECT_GT(looked, 100);
}

TEST(DistanceOfCylinders, IsNoMoreThanToPointsInside) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Scene scene(seed);
    const VectorXd q = scene.random.values(scene.model->dofs());
    const double clear = clearance_at(*scene.model, q, scene.arm, Solid::sphere({3, 0, 0}, 0.1));
    Kinematics<double> kinematics(*scene.model);
    kinematics.update(q);
    double nearest = infinity;
    for (int k = 0; k < 500; ++k) {
      Vector3d inside = scene.arm.solid.corner;
      for (Eigen::Index e = 0; e < scene.arm.solid.edges.cols(); ++e) {
        inside += scene.random.real(0.0, 1.0) * scene.arm.solid.edges.col(e);
      }
      const Vector3d at = kinematics.pose(scene.arm.frame) * inside;
      nearest = std::min(nearest, (at - Vector3d(3, 0, 0)).norm() - 0.1);
    }
    EXPECT_LE(clear, nearest) << seed;
    EXPECT_GT(clear, nearest - 0.3) << seed;
  }
}

TEST(DistanceOfCylinders, IsEnclosedFromBelow) {
  for (unsigned seed = 0; seed < 80; ++seed) {
    Scene scene(seed, seed % 2 == 1);
    const int n = scene.model->dofs();
    const VectorXd q = scene.random.values(n), v = scene.random.values(n);
    for (const Solid& thing : scene.things) {
      Distance distance(*scene.model, scene.arm, thing, 0.01);
      // q + v t / 10 for t from -1 to 1.
      MotionPiece piece(n, 0);
      for (int j = 0; j < n; ++j) {
        piece.q[j] = Enclosure(q[j]);
        piece.q[j].c[1] = 0.1 * v[j];
      }
      VecX<Enclosure> out(1);
      ASSERT_TRUE(distance.enclose(piece, out));
      for (double t = -1.0; t <= 1.0; t += 0.05) {
        MotionPoint point(n, 0);
        point.z.setZero();
        point.z.head(n) = q + 0.1 * t * v;
        VectorXd g(1);
        distance.value(point, g);
        double bound = 0.0;
        for (int k = static_cast<int>(out[0].c.size()) - 1; k >= 0; --k) {
          bound = bound * t + out[0].c[static_cast<std::size_t>(k)];
        }
        EXPECT_LE(bound - out[0].r, g[0] + 1e-12) << seed << " at " << t;
      }
    }
  }
}

TEST(SelfPairs, LeaveOutNeighboursAndWhatTouchesAtTheStart) {
  Random random(3);
  Robot robot = random_robot(random, {.joints = 4, .chain = true, .types = {JointType::revolute}});
  const Model model = compile(robot);
  std::vector<ArmSolid> arm;
  for (const Link& link : robot.links) {
    arm.push_back({link.name, model.frame(link.name), Solid::sphere(Vector3d::Zero(), 0.01)});
  }
  arm.push_back(arm.back());  // a second one on the last link
  const auto zero = std::optional<VectorXd>(VectorXd::Zero(4));
  const SelfPairs apart = find_self_pairs(model, arm, 0.0, zero);
  EXPECT_EQ(apart.rigid, 1);
  EXPECT_EQ(apart.neighbours, 5);  // four joints, the last link has two
  EXPECT_EQ(apart.kept.size() + apart.touching.size(), 15U - 6U);
  for (ArmSolid& solid : arm) solid.solid.radius = 5.0;
  const SelfPairs inside = find_self_pairs(model, arm, 0.0, zero);
  EXPECT_TRUE(inside.kept.empty());
  EXPECT_EQ(inside.touching.size(), 9U);
  EXPECT_EQ(find_self_pairs(model, arm, 0.0, {}).kept.size(), 9U);
}

}  // namespace alembert::test::cylinder_test
