// What a patch can exert: facets against Caron's closed form for rectangles, and against forces at
// corners found by non-negative least squares, which know nothing of facets.
#include "alembert/wrench_cone.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "alembert/error.hpp"
#include "support/random_robot.hpp"
#include "task/cone_facets.hpp"

namespace alembert::test::wrench_cone_test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, 6>;
using Wrench = Eigen::Matrix<double, 6, 1>;

Patch rectangle(double half_length, double half_width, double friction) {
  return {.corners = {{half_length, half_width, 0.0},
                      {half_length, -half_width, 0.0},
                      {-half_length, half_width, 0.0},
                      {-half_length, -half_width, 0.0}},
          .friction = friction};
}

Wrench at_point(const Vector3d& point, const Vector3d& force) {
  Wrench w;
  w << force, point.cross(force);
  return w;
}

/// Caron, Pham and Nakamura (2015), equations of a rectangle of half sides X and Y, pyramids
/// |fx|, |fy| <= mu fz, moments about its middle; |u| as both signs of u.
Rows caron(double X, double Y, double mu) {
  Rows rows(16, 6);
  Index row = 0;
  for (const double s : {-1.0, 1.0}) {
    rows.row(row++) << s, 0, -mu, 0, 0, 0;
    rows.row(row++) << 0, s, -mu, 0, 0, 0;
    rows.row(row++) << 0, 0, -Y, s, 0, 0;
    rows.row(row++) << 0, 0, -X, 0, s, 0;
    for (const double t : {-1.0, 1.0}) {
      // tau_z <= mu (X + Y) fz - |Y fx + mu tau_x| - |X fy + mu tau_y|
      rows.row(row++) << s * Y, t * X, -mu * (X + Y), s * mu, t * mu, 1;
      // tau_z >= -mu (X + Y) fz + |Y fx - mu tau_x| + |X fy - mu tau_y|
      rows.row(row++) << s * Y, t * X, -mu * (X + Y), -s * mu, -t * mu, -1;
    }
  }
  return rows;
}

TEST(WrenchCone, OfARectangleIsCarons) {
  const double X = 0.11, Y = 0.05, mu = 0.7;
  Patch patch = rectangle(X, Y, mu * std::sqrt(2.0));
  patch.heading = {1.0, 1.0, 0.0};  // edges over the diagonals: sides are |fx|, |fy| <= mu fz
  const Rows ours = wrench_cone(patch);
  Rows theirs = caron(X, Y, mu);
  ASSERT_EQ(ours.rows(), 16);
  // Unit rows for moments divided by the distance of a corner.
  Wrench scale;
  scale << Vector3d::Ones(), Vector3d::Constant(std::hypot(X, Y));
  for (Index i = 0; i < 16; ++i) {
    theirs.row(i) /= theirs.row(i).cwiseProduct(scale.transpose()).norm();
    const double nearest = (ours.rowwise() - theirs.row(i)).rowwise().norm().minCoeff();
    EXPECT_LT(nearest, 1e-12) << "row " << i;
  }
}

/// How far `w` is from all sums of columns with weights that are not negative: Lawson and Hanson.
double distance_from_cone(const MatrixXd& columns, const VectorXd& w) {
  const Index n = columns.cols();
  std::vector<Index> used;
  VectorXd y = VectorXd::Zero(n);
  for (int step = 0; step < 1000; ++step) {
    const VectorXd pull = columns.transpose() * (w - columns * y);
    Index best = -1;
    for (Index i = 0; i < n; ++i) {
      if (std::find(used.begin(), used.end(), i) != used.end()) continue;
      if (pull[i] > 1e-13 * w.norm() && (best < 0 || pull[i] > pull[best])) best = i;
    }
    if (best < 0) break;
    used.push_back(best);
    for (;;) {
      const VectorXd z = MatrixXd(columns(Eigen::all, used)).colPivHouseholderQr().solve(w);
      double share = 1.0;
      for (Index k = 0; k < z.size(); ++k) {
        const double now = y[used[k]];
        if (z[k] <= 0.0) share = std::min(share, now / (now - z[k]));
      }
      for (Index k = 0; k < z.size(); ++k) y[used[k]] += share * (z[k] - y[used[k]]);
      if (share == 1.0) break;
      std::erase_if(used, [&](Index i) {
        if (y[i] > 1e-14) return false;
        y[i] = 0.0;
        return true;
      });
    }
  }
  return (w - columns * y).norm();
}

/// A patch anywhere in space, its corners on an ellipse.
Patch random_patch(Random& random, int corners, int sides) {
  const Eigen::Isometry3d pose = random.pose(0.3);
  const double a = random.real(0.05, 0.2), b = random.real(0.02, 0.1);
  Patch patch{.corners = {},
              .friction = random.real(0.2, 1.2),
              .sides = sides,
              .normal = pose.linear().col(2),
              .heading = pose.linear() * Vector3d(1.0, random.real(-1.0, 1.0), 0.0)};
  for (int k = 0; k < corners; ++k) {
    const double angle = 2.0 * std::numbers::pi * (k + random.real(-0.3, 0.3)) / corners;
    patch.corners.push_back(pose * Vector3d(a * std::cos(angle), b * std::sin(angle), 0.0));
  }
  return patch;
}

/// Of forces at the corners, moments about the frame's origin; written out once more.
MatrixXd corner_forces(const Patch& patch) {
  MatrixXd columns(6, 0);
  const Vector3d n = patch.normal.normalized();
  const Vector3d ahead = (patch.heading - n * n.dot(patch.heading)).normalized();
  for (const Vector3d& corner : patch.corners) {
    for (int k = 0; k < patch.sides; ++k) {
      const Eigen::AngleAxisd turn(2.0 * std::numbers::pi * k / patch.sides, n);
      columns.conservativeResize(6, columns.cols() + 1);
      columns.rightCols(1) = at_point(corner, n + patch.friction * (turn * ahead));
    }
  }
  return columns;
}

TEST(WrenchCone, HasTheWrenchesThatForcesAtCornersMake) {
  int inside = 0, outside = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Patch patch = random_patch(random, random.integer(3, 8), random.integer(3, 6));
    const Rows A = wrench_cone(patch);
    const MatrixXd forces = corner_forces(patch);
    for (int k = 0; k < 40; ++k) {
      Wrench w = Wrench::Zero();  // few forces: near facets
      for (int i = 0; i < 8; ++i) {
        const auto pick = random.integer(0, static_cast<int>(forces.cols()) - 1);
        w += random.real(0.0, 1.0) * forces.col(pick);
      }
      EXPECT_LT((A * w).maxCoeff(), 1e-13 * w.norm()) << "seed " << seed;
      const double off = k % 2 == 0 ? 0.03 : 0.3;
      for (double& entry : w) entry += off * random.real(-1.0, 1.0) * (&entry < &w[3] ? 1.0 : 0.1);
      const double distance = distance_from_cone(forces, w), beyond = (A * w).maxCoeff();
      if (distance < 1e-10) {
        ++inside;
        EXPECT_LT(beyond, 1e-9) << "seed " << seed;
      } else if (distance > 1e-6) {
        ++outside;
        EXPECT_GT(beyond, 1e-7) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(inside, 300);
  EXPECT_GT(outside, 300);
}

TEST(WrenchCone, NeedsEveryRow) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Patch patch = random_patch(random, random.integer(3, 6), 4);
    const Rows A = wrench_cone(patch);
    const MatrixXd forces = corner_forces(patch);
    for (Index i = 0; i < A.rows(); ++i) {
      // Just beyond the middle of facet i: only its own row tells.
      Wrench w = Wrench::Zero();
      for (const auto& force : forces.colwise()) {
        if (std::abs(A.row(i) * force) < 1e-12) w += force;
      }
      w += 1e-6 * w.norm() * A.row(i).transpose().normalized();
      EXPECT_EQ(((A * w).array() > 0.0).count(), 1) << "seed " << seed << ", row " << i;
      EXPECT_GT(A.row(i) * w, 0.0);
    }
  }
}

TEST(WrenchCone, DoesNotDependOnOrderDuplicatesOrInnerCorners) {
  Patch patch = rectangle(0.1, 0.04, 0.6);
  const Rows plain = wrench_cone(patch);
  patch.corners = {{0, 0, 0},           {-0.1, -0.04, 0}, {0.1, 0.04, 0}, {0.1, 0, 0},
                   {0.1, -0.04, 1e-18}, {-0.1, 0.04, 0},  {0.1, 0.04, 0}, {0.02, 0.04, 0}};
  const Rows same = wrench_cone(patch);
  ASSERT_EQ(same.rows(), plain.rows());
  for (Index i = 0; i < plain.rows(); ++i) {
    EXPECT_LT((same.rowwise() - plain.row(i)).rowwise().norm().minCoeff(), 1e-12);
  }
}

TEST(WrenchCone, RowsMoveWithTheFrame) {
  // The same patch in a frame elsewhere: A w is the same number.
  Random random(3);
  const Patch patch = random_patch(random, 5, 4);
  const Eigen::Isometry3d X = random.pose(1.0);
  Patch moved = patch;
  for (Vector3d& corner : moved.corners) corner = X * corner;
  moved.normal = X.linear() * patch.normal;
  moved.heading = X.linear() * patch.heading;
  const Rows A = wrench_cone(patch), B = wrench_cone(moved);
  ASSERT_EQ(A.rows(), B.rows());
  for (int k = 0; k < 20; ++k) {
    const Vector3d force = random.vector(), moment = random.vector();
    Wrench w, there;
    w << force, moment;
    there << X.linear() * force, X.linear() * moment + X.translation().cross(X.linear() * force);
    EXPECT_NEAR((A * w).maxCoeff(), (B * there).maxCoeff(), 1e-12);
  }
}

/// The largest angle of a slope on which a block of that height of its centre stays, x downhill.
double steepest(const Rows& A, double height) {
  double holds = 0.0, fails = 1.5;
  for (int k = 0; k < 60; ++k) {
    const double angle = 0.5 * (holds + fails);
    const Vector3d force(-std::sin(angle), 0.0, std::cos(angle));
    const bool held = (A * at_point({0.0, 0.0, height}, force)).maxCoeff() <= 0.0;
    (held ? holds : fails) = angle;
  }
  return holds;
}

TEST(WrenchCone, HoldsABlockOnASlopeUntilFrictionOrItsEdgeEnds) {
  const double mu = 0.6, half_length = 0.1;
  const Rows A = wrench_cone(rectangle(half_length, 0.07, mu));
  EXPECT_NEAR(std::tan(steepest(A, 0.05)), mu, 1e-13);                // low: it slides
  EXPECT_NEAR(std::tan(steepest(A, 0.4)), half_length / 0.4, 1e-13);  // high: it tips
  EXPECT_NEAR(std::tan(steepest(A, half_length / mu)), mu, 1e-13);    // both at once
  // Across the pyramid's edges an inscribed one holds less, by cos(pi / sides).
  Patch turned = rectangle(half_length, 0.07, mu);
  turned.heading = {1.0, 1.0, 0.0};
  EXPECT_NEAR(std::tan(steepest(wrench_cone(turned), 0.05)), mu / std::sqrt(2.0), 1e-13);
}

TEST(WrenchCone, NeverPulls) {
  const Rows A = wrench_cone(rectangle(0.1, 0.05, 0.8));
  EXPECT_LT((A * at_point({0, 0, 0}, {0, 0, 1})).maxCoeff(), -0.1);
  EXPECT_GT((A * at_point({0, 0, 0}, {0, 0, -1})).maxCoeff(), 0.1);
  EXPECT_EQ((A * Wrench::Zero()).maxCoeff(), 0.0);
}

TEST(WrenchCone, WithoutFrictionHoldsWhatLiesAlongTheNormal) {
  const Rows A = wrench_cone(rectangle(0.1, 0.05, 0.0));
  EXPECT_EQ(A.rows(), 4 + 2 * 3);
  EXPECT_LT((A * at_point({0.09, -0.04, 0}, {0, 0, 1})).maxCoeff(), 1e-15);
  EXPECT_GT((A * at_point({0.11, 0, 0}, {0, 0, 1})).maxCoeff(), 1e-3);
  EXPECT_GT((A * at_point({0, 0, 0}, {1e-3, 0, 1})).maxCoeff(), 5e-4);
}

TEST(WrenchCone, CutByAPlaneNeedsFourRows) {
  // x, z and pitch alone: friction both ways, heel and toe.
  const Rows A = wrench_cone(rectangle(0.1, 0.05, 0.5));
  const MatrixXd plane = essential_rows(A(Eigen::all, std::vector<Index>{0, 2, 4}));
  ASSERT_EQ(plane.rows(), 4);
  for (const Vector3d& row :
       {Vector3d(1, -0.5, 0), Vector3d(-1, -0.5, 0), Vector3d(0, -0.1, 1), Vector3d(0, -0.1, -1)}) {
    const MatrixXd off = plane.rowwise() - row.normalized().transpose();
    EXPECT_LT(off.rowwise().norm().minCoeff(), 1e-12);
  }
}

TEST(WrenchCone, OfEightCornersAndEightSidesIsMadeInAMoment) {
  Random random(1);
  const Patch patch = random_patch(random, 8, 8);
  const auto start = std::chrono::steady_clock::now();
  const Rows A = wrench_cone(patch);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RecordProperty("rows", static_cast<int>(A.rows()));
  RecordProperty("seconds", std::to_string(seconds));
  EXPECT_LT((A * corner_forces(patch)).maxCoeff(), 1e-12);
  EXPECT_LT(seconds, 5.0);
}

std::string refusal(const Patch& patch) {
  try {
    wrench_cone(patch);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(WrenchCone, SaysWhatIsNoPatch) {
  Patch patch = rectangle(0.1, 0.05, 0.5);
  patch.corners.resize(2);
  EXPECT_NE(refusal(patch).find("a patch of no area carries nothing: it has 2 corners"),
            std::string::npos);
  patch.corners = {{0, 0, 0}, {0.1, 0.1, 0}, {0.2, 0.2, 0}, {0.05, 0.05, 1e-12}};
  EXPECT_NE(refusal(patch).find("its corners lie on one line"), std::string::npos);
  patch.corners = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  EXPECT_NE(refusal(patch).find("no area"), std::string::npos);
  patch = rectangle(0.1, 0.05, 0.5);
  patch.corners[0].z() = 0.02;
  EXPECT_NE(refusal(patch).find("right angles to its normal: a corner is 15 mm"),
            std::string::npos);
  patch = rectangle(0.1, 0.05, 0.5);
  patch.normal = {1.0, 0.0, 1.0};
  EXPECT_NE(refusal(patch).find("right angles to its normal"), std::string::npos);
  patch = rectangle(0.1, 0.05, -0.5);
  EXPECT_NE(refusal(patch).find("friction"), std::string::npos);
  patch = rectangle(0.1, 0.05, 0.5);
  patch.sides = 2;
  EXPECT_NE(refusal(patch).find("2 sides"), std::string::npos);
  patch = rectangle(0.1, 0.05, 0.5);
  patch.heading = {0.0, 0.0, 2.0};
  EXPECT_NE(refusal(patch).find("heading"), std::string::npos);
  patch = rectangle(0.1, std::nan(""), 0.5);
  EXPECT_NE(refusal(patch).find("no number"), std::string::npos);
}

TEST(EdgeStrip, LiesAlongTheEdgeInsideThePatch) {
  const Patch foot = rectangle(0.1, 0.04, 0.7);
  const Vector3d from(0.1, 0.04, 0.0), to(0.1, -0.04, 0.0);
  for (const bool turned : {false, true}) {
    const Patch toe = turned ? edge_strip(foot, to, from, 0.01) : edge_strip(foot, from, to, 0.01);
    ASSERT_EQ(toe.corners.size(), 4u);
    EXPECT_EQ(toe.friction, 0.7);
    for (const Vector3d& corner : toe.corners) {
      EXPECT_NEAR(std::abs(corner.x() - 0.095), 0.005, 1e-15);
      EXPECT_NEAR(std::abs(corner.y()), 0.04, 1e-15);
      EXPECT_NEAR(corner.z(), 0.0, 1e-15);
    }
    // Pressed at the toe it carries, in its middle it does not.
    const Rows A = wrench_cone(toe);
    EXPECT_LE((A * at_point({0.095, 0, 0}, {0.2, 0.1, 1})).maxCoeff(), 0.0);
    EXPECT_GT((A * at_point({0.085, 0, 0}, {0.2, 0.1, 1})).maxCoeff(), 1e-3);
  }
  // A part of an edge; wider than the patch: all of it.
  const Patch part = edge_strip(foot, {0.1, 0.01, 0}, {0.1, -0.03, 0}, 1.0);
  for (const Vector3d& corner : part.corners) {
    EXPECT_NEAR(std::abs(corner.x()), 0.1, 1e-15);
    EXPECT_NEAR(std::abs(corner.y() + 0.01), 0.02, 1e-15);
  }
}

TEST(EdgeStrip, OfATriangleStaysInIt) {
  const Patch triangle{.corners = {{0, 0, 0.2}, {0.1, 0, 0.2}, {0.05, 0.1, 0.2}}};
  const Patch strip = edge_strip(triangle, triangle.corners[1], triangle.corners[2], 0.01);
  const Rows A = wrench_cone(triangle);
  EXPECT_EQ(strip.corners.size(), 4u);
  for (const Vector3d& corner : strip.corners) {
    EXPECT_LT((A * at_point(corner, {0, 0, 1})).maxCoeff(), 1e-12);
    const Vector3d along = (triangle.corners[2] - triangle.corners[1]).normalized();
    EXPECT_LT((corner - triangle.corners[1]).cross(along).norm(), 0.01 + 1e-12);
  }
}

TEST(EdgeStrip, SaysWhatIsNoEdge) {
  const Patch foot = rectangle(0.1, 0.04, 0.7);
  EXPECT_THROW(edge_strip(foot, {0.1, 0.04, 0}, {-0.1, -0.04, 0}, 0.01), Error);  // across
  EXPECT_THROW(edge_strip(foot, {0.1, 0.04, 0}, {0.1, -0.05, 0}, 0.01), Error);   // beyond
  EXPECT_THROW(edge_strip(foot, {0.12, 0.04, 0}, {0.12, -0.04, 0}, 0.01), Error);
  EXPECT_THROW(edge_strip(foot, {0.1, 0.04, 0}, {0.1, 0.04, 0}, 0.01), Error);
  EXPECT_THROW(edge_strip(foot, {0.1, 0.04, 0.1}, {0.1, -0.04, 0.1}, 0.01), Error);
  EXPECT_THROW(edge_strip(foot, {0.1, 0.04, 0}, {0.1, -0.04, 0}, 0.0), Error);
}

}  // namespace alembert::test::wrench_cone_test
