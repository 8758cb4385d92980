// Solids that are in each other: how deep, and how that changes, against separating axes in dual
// numbers over all corners; bounds for proofs against dense samples.
#include <gtest/gtest.h>

#include <cmath>

#include "alembert/io.hpp"
#include "support/compare.hpp"
#include "support/differentiate.hpp"
#include "support/planar_arms.hpp"
#include "support/random_robot.hpp"
#include "support/walk.hpp"
#include "task/distance.hpp"

namespace alembert::test::depth_test {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Corners and edges of a solid's core, in the world.
struct Core {
  std::vector<Vec3<D2>> corners, edges;

  Core(const Solid& solid, const Place<D2>& at) {
    corners.push_back(at(solid.corner.cast<D2>()));
    for (Eigen::Index k = 0; k < solid.edges.cols(); ++k) {
      const Vec3<D2> edge = at.R * Vec3<D2>(solid.edges.col(k).cast<D2>());
      const std::size_t count = corners.size();
      for (std::size_t i = 0; i < count; ++i) corners.push_back(corners[i] + edge);
      edges.push_back(edge);
    }
  }
};

Place<D2> in_the_world() {
  Place<D2> place;
  place.R = Mat3<D2>::Identity();
  place.p = Vec3<D2>::Zero();
  return place;
}

double plain(const D2& x) { return x.value.value; }

/// The largest separation along an axis, all of them tried: minus the depth where negative.
D2 separation(const Core& a, const Core& b, const std::optional<Vector3d>& upright = {}) {
  std::vector<Vec3<D2>> edges = a.edges, axes;
  edges.insert(edges.end(), b.edges.begin(), b.edges.end());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (upright) {
      axes.push_back(edges[i].cross(upright->cast<D2>()));
      continue;
    }
    for (std::size_t j = i + 1; j < edges.size(); ++j) axes.push_back(edges[i].cross(edges[j]));
  }
  D2 most(-infinity);
  for (const Vec3<D2>& axis : axes) {
    const D2 size = sqrt(axis.dot(axis));
    if (plain(size) < 1e-9) continue;
    for (const double side : {1.0, -1.0}) {
      D2 low(infinity), high(-infinity);
      for (const Vec3<D2>& p : a.corners) {
        const D2 at = D2(side) * axis.dot(p) / size;
        if (at < low) low = at;
      }
      for (const Vec3<D2>& p : b.corners) {
        const D2 at = D2(side) * axis.dot(p) / size;
        if (at > high) high = at;
      }
      const D2 apart = low - high;
      if (apart > most) most = apart;
    }
  }
  return most;
}

/// Distance's entry, of the signed distance of cores that may overlap.
D2 entry(const D2& s, double R) {
  const double U = std::max(R, 1e-2);
  const D2 u = s + D2(U - R);
  if (plain(u) < 0.5 * U) return D2(0.5) * u - D2(0.625 * U);
  return (u * u - D2(U * U)) / D2(2.0 * U);
}

struct Derived {
  double value;
  VectorXd gradient;
  Eigen::MatrixXd hessian;
};

Derived derived(PointFunction& function, const MotionPoint& point) {
  const Eigen::Index n = point.z.size();
  VectorXd value = VectorXd::Zero(1);
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(1, n), H = Eigen::MatrixXd::Zero(n, n);
  function.value(point, value);
  function.derivative(point, D);
  function.hessian(point, VectorXd::Ones(1), H);
  return {value[0], D.row(0).transpose(), H};
}

template <typename F>
void expect_same(PointFunction& function, const MotionPoint& point, const F& f) {
  const Derived found = derived(function, point);
  VectorXd gradient;
  Eigen::MatrixXd hessian;
  differentiate(f, point.z, gradient, hessian);
  EXPECT_NEAR(found.value, plain(f(point.z.cast<D2>())), 1e-9);
  EXPECT_LT(largest_difference(found.gradient, gradient), 1e-9 * (1.0 + largest(gradient)));
  EXPECT_LT(largest_difference(found.hessian, hessian), 1e-8 * (1.0 + largest(hessian)));
}

Solid random_solid(Random& random, int edges) {
  const double radius = random.chance(0.5) ? random.real(0.01, 0.1) : 0.0;
  const Eigen::Isometry3d pose = random.pose(0.2);
  const Vector3d size(random.real(0.1, 0.5), random.real(0.1, 0.5), random.real(0.1, 0.5));
  Solid solid = Solid::box(pose.translation(), size, pose.linear());
  if (edges == 1) solid = Solid::capsule(pose.translation(), pose * Vector3d(0, 0, 0.4), 0.0);
  if (edges == 0) solid = Solid::sphere(pose.translation(), 0.0);
  solid.radius = radius;
  return solid;
}

Vector3d centre(const Solid& solid) { return solid.corner + 0.5 * solid.edges.rowwise().sum(); }

/// A solid at a random arm's hand and one in the world, about `apart` from centre to centre.
struct Meeting {
  Model model;
  MotionPoint point;
  ArmSolid hand;
  Solid obstacle;
  double margin;

  Meeting(unsigned seed, double apart) : Meeting(Random(seed), seed, apart) {}
  Meeting(Random random, unsigned seed, double apart)
      : model(compile(random_robot(random, {.joints = 5}))), point(model.dofs(), 0) {
    point.z = random.values(static_cast<int>(point.z.size()));
    const int frames = static_cast<int>(model.frames().size());
    hand = {"hand", FrameId(frames - 1), random_solid(random, seed % 3 == 0 ? 3 : seed % 3 - 1)};
    obstacle = random_solid(random, 3);
    margin = random.chance(0.5) ? 0.0 : random.real(0.0, 0.05);
    obstacle.corner += core(point.z.cast<D2>()).corners[0].unaryExpr(&plain) - centre(obstacle) +
                       apart * random.direction();
  }
  double radii() const { return hand.solid.radius + obstacle.radius; }
  Core core(const VecX<D2>& z) const {
    return {hand.solid, walk_to<D2>(model, hand.frame, z.head(model.dofs()))};
  }
  D2 separated(const VecX<D2>& z) const {
    return separation(core(z), Core(obstacle, in_the_world()));
  }
};

TEST(Depth, MatchesSeparatingAxesWithItsDerivatives) {
  int inside = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    const Meeting met(seed, 0.05);
    const double s = plain(met.separated(met.point.z.cast<D2>()));
    if (s > -1e-6) continue;
    ++inside;
    Distance distance(met.model, met.hand, met.obstacle, met.margin);
    expect_same(distance, met.point, [&](const VecX<D2>& z) {
      return entry(met.separated(z), met.radii() + met.margin);
    });
    VectorXd value(1);
    distance.value(met.point, value);
    EXPECT_NEAR(distance.clearance(value[0]), s - met.radii(), 1e-12);
  }
  EXPECT_GT(inside, 100);
}

/// No direction separates with less than the depth.
TEST(Depth, IsTheLeastOverAllDirections) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const Meeting met(seed, 0.05);
    Distance distance(met.model, met.hand, met.obstacle, met.margin);
    VectorXd value(1);
    distance.value(met.point, value);
    const double depth = -(distance.clearance(value[0]) + met.radii());
    const Core a = met.core(met.point.z.cast<D2>()), b(met.obstacle, in_the_world());
    Random random(seed);
    double least = infinity;
    for (int k = 0; k < 4000; ++k) {
      const Vector3d n = random.direction();
      double high = -infinity, low = infinity;
      for (const Vec3<D2>& p : a.corners) high = std::max(high, n.dot(p.unaryExpr(&plain)));
      for (const Vec3<D2>& p : b.corners) low = std::min(low, n.dot(p.unaryExpr(&plain)));
      least = std::min(least, high - low);
    }
    EXPECT_GE(least, depth - 1e-12) << seed;
    EXPECT_LE(least, std::max(0.0, depth) + (depth > 0.0 ? 0.05 : infinity)) << seed;
  }
}

/// A slope that is a difference of values, and a bend that is one of slopes, from far to deep.
TEST(Depth, HasDerivativesThatAreDifferencesInsideAndOutside) {
  int seen = 0, kinks = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Meeting met(seed, 0.05 + 0.002 * seed);
    Distance distance(met.model, met.hand, met.obstacle, met.margin);
    const Derived here = derived(distance, met.point);
    const VectorXd along = Random(seed).values(static_cast<int>(met.point.z.size()), 1.0);
    const VectorXd z = met.point.z;
    const double step = 1e-6;
    met.point.z = z + step * along;
    const Derived after = derived(distance, met.point);
    met.point.z = z - step * along;
    const Derived before = derived(distance, met.point);
    const double forward = (after.value - here.value) / step,
                 backward = (here.value - before.value) / step;
    ++seen;
    if (std::abs(forward - backward) > 1e-3 * (1.0 + std::abs(forward)) ||
        (after.hessian - before.hessian).norm() > 1e-2 * here.hessian.norm()) {
      ++kinks;
      continue;
    }
    EXPECT_NEAR(here.gradient.dot(along), 0.5 * (forward + backward), 1e-7 * (1.0 + 1e2));
    const VectorXd bend = (after.gradient - before.gradient) / (2.0 * step);
    EXPECT_LT(largest_difference(here.hessian * along, bend), 1e-4 * (1.0 + largest(bend)));
  }
  EXPECT_LE(kinks, seen / 20);
}

/// From far outside to the middle and out again, in steps: no jump.
TEST(Depth, DoesNotJumpWhereSolidsTouch) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Meeting met(seed, 0.0);
    const Vector3d direction = Random(seed + 500).direction();
    const Vector3d from = met.obstacle.corner - direction;
    double last = 0.0;
    const int steps = 4000;
    for (int i = 0; i <= steps; ++i) {
      met.obstacle.corner = from + direction * (2.0 * i / steps);
      Distance distance(met.model, met.hand, met.obstacle, met.margin);
      VectorXd value(1);
      distance.value(met.point, value);
      const double apart = distance.clearance(value[0]);
      const double most = i > 0 ? 2.0 / steps + 1e-9 : infinity;
      EXPECT_LE(std::abs(apart - last), most) << seed << " at " << i;
      last = apart;
    }
  }
}

TEST(Depth, TheAskedMarginIsTheMargin) {
  const Model model = polar_arm(1.0, 1.0);
  const ArmSolid hand{"hand", model.frame("link2"), Solid::box({0, 0, 0}, {0.1, 0.2, 0.2})};
  MotionPoint point(2, 0);
  VectorXd value(1);
  for (const double margin : {0.0, 0.004, 0.02}) {
    Distance distance(model, hand, Solid::box({1.0, 0.03, 0.0}, {0.3, 0.1, 0.4}), margin);
    EXPECT_EQ(distance.clearance(0.0), margin);
    for (const double apart : {-0.069, -1e-6, 0.0, 1e-6, 0.1, 0.5}) {
      point.z[1] = 0.8 - margin - apart;  // faces at 0.85
      distance.value(point, value);
      EXPECT_NEAR(distance.clearance(value[0]), margin + apart, 1e-12);
      if (apart != 0.0) {
        EXPECT_EQ(value[0] > 0.0, apart > 0.0);
      }
      const Derived found = derived(distance, point);
      EXPECT_LT(found.gradient[1], -0.4);
    }
  }
}

/// Thin things in the plane of a planar arm have no way out across it.
TEST(Depth, OfPlanarArmsHasASlopeInTheirPlane) {
  const Model model = elbow_arm(1.0, 1.0);
  const Solid link = Solid::capsule({0, 0, 0}, {1.0, 0, 0}, 0.02);
  const ArmSolid rod{"rod", model.frame("link2"), link};
  const ArmSolid brick{"brick", model.frame("link2"), Solid::box({0.5, 0, 0}, {1.0, 0.1, 0.02})};
  const Eigen::Matrix3d turned = Eigen::AngleAxisd(0.3, Vector3d::UnitZ()).toRotationMatrix();
  const Solid bar = Solid::capsule({1.5, -0.3, 0.01}, {1.4, 0.4, 0.01}, 0.03);
  const Solid plate = Solid::box({1.5, 0.0, 0.0}, {0.3, 0.5, 0.01}, turned);
  MotionPoint point(2, 0);
  point.z.head(2) << 0.1, 0.1;
  for (const ArmSolid& arm : {rod, brick}) {
    for (const Solid& obstacle : {bar, plate}) {
      const double radii = arm.solid.radius + obstacle.radius;
      const double height = obstacle.edges.cols() == 1 ? (arm.name == "rod" ? 0.01 : 0.0) : 0.0;
      Distance distance(model, arm, obstacle, 0.0);
      const double R = height > 0.0 ? std::sqrt(radii * radii - height * height) : radii;
      const auto in_plane = [&](const VecX<D2>& z) {
        Solid a = arm.solid, b = obstacle;
        if (a.edges.cols() == 3) a.edges.conservativeResize(3, 2);
        if (b.edges.cols() == 3) b.edges.conservativeResize(3, 2);
        return separation(Core(a, walk_to<D2>(model, arm.frame, z.head(2))),
                          Core(b, in_the_world()), Vector3d::UnitZ());
      };
      SCOPED_TRACE(arm.name + std::to_string(obstacle.edges.cols()));
      expect_same(distance, point, [&](const VecX<D2>& z) { return entry(in_plane(z), R); });
      EXPECT_GT(derived(distance, point).gradient.norm(), 0.1);
      VectorXd value(1);
      distance.value(point, value);
      const double s = plain(in_plane(point.z.cast<D2>()));
      ASSERT_LT(s, 0.0);
      // Out of the plane it is not far.
      EXPECT_GT(distance.clearance(value[0]), -radii - 0.021);
    }
  }
}

VecX<Enclosure> piece_about(const VectorXd& middle, const VectorXd& by, double half) {
  VecX<Enclosure> q(middle.size());
  for (Eigen::Index j = 0; j < q.size(); ++j) q[j] = Enclosure::line(middle[j], half * by[j]);
  return q;
}

/// value(s) >= polynomial(s) - r at every s.
void expect_below(Distance& distance, const VectorXd& middle, const VectorXd& by, double half) {
  const int n = static_cast<int>(middle.size());
  MotionPiece piece(n, 0);
  piece.q = piece_about(middle, by, half);
  VecX<Enclosure> bound(1);
  ASSERT_TRUE(distance.enclose(piece, bound));
  MotionPoint point(n, 0);
  VectorXd value(1);
  double nearest = infinity;
  for (int i = -50; i <= 50; ++i) {
    const double s = i / 50.0;
    point.z.head(n) = middle + half * s * by;
    distance.value(point, value);
    double polynomial = 0.0;
    for (int k = 4; k >= 0; --k) polynomial = polynomial * s + bound[0].c[k];
    EXPECT_GE(value[0], polynomial - bound[0].r - 1e-14);
    if (i == 0) nearest = value[0] - (polynomial - bound[0].r);
  }
  // Small pieces are bounded closely where the square rules.
  if (half <= 1e-5 && value[0] > 0.0) {
    EXPECT_LE(nearest, 1e-4 * (1.0 + std::abs(value[0])));
  }
}

TEST(Depth, IsBoundedFromBelowOverPieces) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const Meeting met(seed, 0.003 * seed);
    Distance distance(met.model, met.hand, met.obstacle, met.margin);
    const VectorXd by = Random(seed).values(met.model.dofs(), 1.0);
    for (const double half : {1e-1, 1e-2, 1e-5}) {
      expect_below(distance, met.point.q(), by, half);
    }
  }
}

TEST(Depth, OfPlanarArmsIsBoundedFromBelowOverPieces) {
  const Model model = elbow_arm(1.0, 1.0);
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const ArmSolid rod{"rod", model.frame("link2"),
                       Solid::capsule({0, 0, 0}, {1.0, 0, 0}, random.real(0.0, 0.05))};
    const double angle = random.real(-3.0, 3.0);
    const Eigen::Matrix3d turned = Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
    const Solid plate = Solid::box({random.real(0.5, 2.0), random.real(-1.0, 1.0), 0.02},
                                   {0.4, 0.2, random.real(0.01, 0.1)}, turned);
    Distance distance(model, rod, plate, 0.01);
    const VectorXd middle = random.values(2, 1.0), by = random.values(2, 1.0);
    for (const double half : {1e-1, 1e-2, 1e-5}) expect_below(distance, middle, by, half);
  }
}

}  // namespace alembert::test::depth_test
