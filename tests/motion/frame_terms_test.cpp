// Every term of frames and distances: its gradient and Hessian against dual numbers through an
// independent evaluation.
#include <limits>

#include "motion/costs.hpp"
#include "motion/terms.hpp"
#include "support/walk.hpp"
#include "task/distance.hpp"
#include "task/frame_functions.hpp"
#include "task/line_distance.hpp"

namespace alembert::test::frame_terms_test {

using FrameTerms = ArmAtAnInstant;

TEST_P(FrameTerms, PathSpeedMatchesMovingFrame) {
  PathSpeed speed(arm.model, last_frame());
  expect_same(speed, point, [&](const VecX<D2>& z, int) {
    VecX<D3> moving(n);
    for (int i = 0; i < n; ++i) moving[i] = D3(z[i], z[n + i]);
    const Vec3<D3> p = walk_to<D3>(arm.model, last_frame(), moving).p;
    D2 sum(1e-8);
    for (int k = 0; k < 3; ++k) sum += p[k].slope * p[k].slope;
    return sqrt(sum);
  });
}

TEST_P(FrameTerms, FramePositionMatchesWalk) {
  Eigen::MatrixX3d directions = Eigen::MatrixX3d::Zero(2, 3);
  directions << 1, 0, 0, 0, 0.6, 0.8;
  FramePosition position(arm.model, last_frame(), directions);
  expect_same(position, point, [&](const VecX<D2>& z, int k) {
    const Vec3<D2> along = directions.row(k).transpose().cast<D2>();
    return along.dot(walk_to<D2>(arm.model, last_frame(), z.head(n)).p);
  });
}

TEST_P(FrameTerms, FrameCosinesMatchWalk) {
  Eigen::Matrix3Xd axes = Eigen::Matrix3Xd::Zero(3, 2), directions = axes;
  axes << 0, 1, 0, 0, 1, 0;
  directions << 0, 0.6, 0, 0.8, 1, 0;
  FrameCosines cosines(arm.model, last_frame(), axes, directions);
  expect_same(cosines, point, [&](const VecX<D2>& z, int k) {
    const Vec3<D2> axis = axes.col(k).cast<D2>(), direction = directions.col(k).cast<D2>();
    return direction.dot(walk_to<D2>(arm.model, last_frame(), z.head(n)).R * axis);
  });
}

TEST_P(FrameTerms, ClosureMatchesWalk) {
  CutJoint cut;
  cut.frame_a = middle_frame();
  cut.frame_b = last_frame();
  cut.hold_orientation = true;
  cut.rotation_ab = Random(3).pose().linear();
  Closure closure(arm.model, cut);
  expect_same(closure, point, [&](const VecX<D2>& z, int k) {
    const Place<D2> a = walk_to<D2>(arm.model, cut.frame_a, z.head(n));
    const Place<D2> b = walk_to<D2>(arm.model, cut.frame_b, z.head(n));
    if (k < 3) return D2(b.p[k] - a.p[k]);
    const Mat3<D2> wanted = a.R * cut.rotation_ab.cast<D2>();
    return D2(wanted.col(k - 3).dot(b.R.col((k - 2) % 3)));
  });
}

/// The point of a box or segment nearest to p: clamped coordinates, exact in dual numbers.
Vec3<D2> nearest(const Solid& solid, const Vec3<D2>& p) {
  Vec3<D2> at = solid.corner.cast<D2>();
  for (Eigen::Index i = 0; i < solid.edges.cols(); ++i) {
    const Vec3<D2> edge = solid.edges.col(i).cast<D2>();
    D2 y = edge.dot(p - solid.corner.cast<D2>()) / edge.dot(edge);
    if (y < D2(0.0)) y = D2(0.0);
    if (y > D2(1.0)) y = D2(1.0);
    at += y * edge;
  }
  return at;
}

TEST_P(FrameTerms, LineDistanceMatchesClamping) {
  Random random(GetParam());
  const Eigen::Vector3d at = walk_to<double>(arm.model, last_frame(), point.q()).p;
  const Eigen::Vector3d along = random.direction(), off = 0.03 * random.direction();
  // Beside the line, behind its beginning, before its end.
  for (const auto& [begin, end] : {std::pair{-0.5, 0.7}, {0.2, 0.9}, {-0.9, -0.1}}) {
    const LineLimit line{.name = "line",
                         .frame = last_frame(),
                         .from = at + off + begin * along,
                         .to = at + off + end * along,
                         .tolerance = 0.02};
    LineDistance distance(arm.model, line);
    expect_same(distance, point, [&](const VecX<D2>& z, int) {
      const Vec3<D2> p = walk_to<D2>(arm.model, last_frame(), z.head(n)).p;
      const Vec3<D2> gap = p - nearest(Solid::capsule(line.from, line.to, 0.0), p);
      return sqrt(gap.dot(gap) + D2(line.tolerance * line.tolerance));
    });
  }
}

D2 clearance(const Vec3<D2>& gap, double reach) {
  return (gap.dot(gap) - D2(reach * reach)) / D2(2.0 * reach);
}

TEST_P(FrameTerms, DistanceOfSphereToSolidsMatchesClamping) {
  const ArmSolid ball{"ball", last_frame(), Solid::sphere({0.1, 0.2, -0.1}, 0.05)};
  const Eigen::Matrix3d axes = Random(5).pose().linear();
  std::vector<Solid> obstacles;
  obstacles.push_back(Solid::sphere({0.4, 0.3, 0.2}, 0.1));
  obstacles.push_back(Solid::capsule({-1, 0, 0}, {1, 0.5, 0.3}, 0.1));
  obstacles.push_back(Solid::box({0.5, -0.4, 0.3}, {0.4, 0.6, 0.8}, axes));
  for (const Solid& obstacle : obstacles) {
    Distance distance(arm.model, ball, obstacle, 0.02);
    expect_same(distance, point, [&](const VecX<D2>& z, int) {
      const Vec3<D2> p =
          walk_to<D2>(arm.model, ball.frame, z.head(n))(ball.solid.corner.cast<D2>());
      return clearance(p - nearest(obstacle, p), 0.07 + obstacle.radius);
    });
  }
}

/// Two segments p + s u and r + t w.
struct Segments {
  Vec3<D2> p, u, r, w;

  /// Of the normal matrix of both edges, which the distance is found with where the closest points
  /// are inside them: what rounding may grow by.
  double condition() const {
    const double a = u.dot(u).value.value, b = u.dot(w).value.value, c = w.dot(w).value.value;
    const double mean = 0.5 * (a + c), half = std::hypot(0.5 * (a - c), b);
    return (mean + half) / (mean - half);
  }

  /// Four edges and the inside: the smallest is the distance.
  D2 clearance(double reach) const {
    const auto to_segment = [](const Vec3<D2>& from, const Vec3<D2>& at, const Vec3<D2>& edge) {
      D2 y = edge.dot(from - at) / edge.dot(edge);
      if (y < D2(0.0)) y = D2(0.0);
      if (y > D2(1.0)) y = D2(1.0);
      return Vec3<D2>(from - at - y * edge);
    };
    std::vector<Vec3<D2>> gaps{to_segment(p, r, w), to_segment(p + u, r, w), to_segment(r, p, u),
                               to_segment(r + w, p, u)};
    const D2 a = u.dot(u), b = u.dot(w), c = w.dot(w), d = u.dot(p - r), e = w.dot(p - r);
    const D2 s = (b * e - c * d) / (a * c - b * b), t = (a * e - b * d) / (a * c - b * b);
    if (s > D2(0.0) && s < D2(1.0) && t > D2(0.0) && t < D2(1.0)) {
      gaps.push_back(p + s * u - r - t * w);
    }
    D2 best = frame_terms_test::clearance(gaps[0], reach);
    for (const Vec3<D2>& gap : gaps) {
      const D2 value = frame_terms_test::clearance(gap, reach);
      if (value < best) best = value;
    }
    return best;
  }
};

/// A pose behind five joints is some 60 roundings long, each of half a unit; the distance's own
/// solve multiplies them, and its own, by the condition of its edges. (Measured on 2,000 seeds,
/// with fused operations and without: 17 units times the condition.)
TEST(TwoArmCapsules, DistanceMatchesClosedFormToRoundingTimesTheConditionOfTheEdges) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const Arm arm = random_arm(seed);
    const int n = arm.model.dofs(), frames = static_cast<int>(arm.model.frames().size());
    const MotionPoint point = random_point(arm.model, 0, seed + 100);
    const ArmSolid one{"one", FrameId(frames / 2),
                       Solid::capsule({0, 0, 0}, {0.1, 0.2, 0.4}, 0.05)};
    const ArmSolid other{"other", FrameId(frames - 1),
                         Solid::capsule({0, 0, 0}, {0.3, -0.2, 0.1}, 0.04)};
    const auto segments = [&](const VecX<D2>& z) {
      const Place<D2> a = walk_to<D2>(arm.model, one.frame, z.head(n));
      const Place<D2> b = walk_to<D2>(arm.model, other.frame, z.head(n));
      return Segments{
          a(one.solid.corner.cast<D2>()), a.R * Vec3<D2>(one.solid.edges.col(0).cast<D2>()),
          b(other.solid.corner.cast<D2>()), b.R * Vec3<D2>(other.solid.edges.col(0).cast<D2>())};
    };
    Distance distance(arm.model, one, other, 0.01);
    const double condition = segments(point.z.cast<D2>()).condition();
    expect_same(
        distance, point, [&](const VecX<D2>& z, int) { return segments(z).clearance(0.1); },
        64.0 * std::numeric_limits<double>::epsilon() * condition);
  }
}

INSTANTIATE_TEST_SUITE_P(RandomTrees, FrameTerms, ::testing::Range(1u, 7u));

}  // namespace alembert::test::frame_terms_test
