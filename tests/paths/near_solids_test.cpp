// The broad phase says nothing that is not so: no pair is nearer than it says, no ball moves
// farther than it may, and states looked at in packs are clear if they are.
#include "task/near_solids.hpp"

#include <gtest/gtest.h>

#include "alembert/self_pairs.hpp"
#include "paths/clear_states.hpp"
#include "paths/point_tree.hpp"
#include "support/made_hull.hpp"
#include "support/random_robot.hpp"
#include "task/in_reach.hpp"

namespace alembert::test::near_solids_test {

Eigen::Matrix3d random_axes(Random& random) { return random.pose().linear(); }

Solid random_solid(Random& random, int kind) {
  const Eigen::Vector3d at = random.vector(1.2);
  if (kind == 0) return Solid::sphere(at, random.real(0.02, 0.2));
  if (kind == 1) return Solid::capsule(at, at + random.vector(0.3), random.real(0.02, 0.1));
  if (kind == 2) {
    const Eigen::Vector3d size = random.vector(0.3).cwiseAbs().array() + 0.02;
    return Solid::box(at, size, random_axes(random));
  }
  if (kind == 4) return random_cloud(random, at, 0.3, 60);
  Solid skew = Solid::sphere(at, 0.01);  // edges in any directions
  skew.edges.resize(3, 4);
  for (int k = 0; k < 4; ++k) skew.edges.col(k) = random.vector(0.15);
  return skew;
}

/// An arm with solids of all kinds on its links, among obstacles of all kinds.
struct World {
  Model model;
  Clearance clearance;
};

World random_world(unsigned seed, bool balls_only) {
  Random random(seed);
  World out{
      compile(random_robot(
          random,
          {.joints = 7, .types = {JointType::revolute, JointType::prismatic, JointType::helical}})),
      {}};
  const Model& model = out.model;
  for (std::size_t k = 0; k < model.frames().size(); ++k) {
    const FrameId frame = model.frame(model.frames()[k].name);
    Solid solid = random_solid(random, balls_only ? 0 : random.integer(0, 3));
    solid.corner *= 0.1;
    out.clearance.arm.push_back({"arm " + std::to_string(k), frame, solid});
  }
  for (int k = 0; k < 8; ++k) {
    out.clearance.obstacles.push_back(
        {"obstacle " + std::to_string(k), random_solid(random, balls_only ? k % 3 : k % 5)});
  }
  out.clearance.margin = 0.01;
  return out;
}

Eigen::VectorXd random_posture(Random& random, const Model& model) {
  Eigen::VectorXd q(model.dofs());
  for (double& x : q) x = random.real(-1.5, 1.5);
  return q;
}

TEST(NearSolids, AreAtLeastAsFarApartAsTheySay) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    for (const bool balls_only : {true, false}) {
      const World world = random_world(seed, balls_only);
      NearSolids near(world.model, world.clearance);
      PlacedLinks links(world.model);
      Random random(seed + 100);
      for (int k = 0; k < 20; ++k) {
        const Eigen::VectorXd q = random_posture(random, world.model);
        links.update(q);
        near.place(links);
        int pair = 0;
        for (const ArmSolid& arm : world.clearance.arm) {
          for (const Obstacle& obstacle : world.clearance.obstacles) {
            const double apart = clearance_at(world.model, q, arm, obstacle.solid) - 0.01;
            const double gap = near.gap(pair++);
            EXPECT_LE(gap, std::max(apart, 0.0) + 1e-9);
            // A ball beside a ball, a capsule or a box: exactly.
            if (balls_only && apart > 0.0) {
              EXPECT_NEAR(gap, apart, 1e-9);
            }
          }
        }
      }
    }
  }
}

TEST(NearSolids, MoveNoFartherThanTheyMay) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const World world = random_world(seed, true);
    NearSolids near(world.model, world.clearance);
    PlacedLinks links(world.model);
    Random random(seed + 200);
    double most = 0.0;
    for (int k = 0; k < 20; ++k) {
      const Eigen::VectorXd q = random_posture(random, world.model);
      Eigen::VectorXd change(q.size());
      for (double& x : change) x = random.real(0.0, 0.2);
      links.update(q);
      near.place(links);
      Eigen::VectorXd before(near.pairs()), may(near.pairs()), after(near.pairs());
      near.gaps(before);
      for (int i = 0; i < near.pairs(); ++i) may[i] = near.motion(i, links, change);
      for (int other = 0; other < 20; ++other) {
        Eigen::VectorXd moved = q;
        for (Eigen::Index j = 0; j < q.size(); ++j) moved[j] += change[j] * random.real(-1.0, 1.0);
        links.update(moved);
        near.place(links);
        near.gaps(after);
        for (int i = 0; i < near.pairs(); ++i) {
          EXPECT_LE(std::abs(after[i] - before[i]), may[i] + 1e-12);
          if (may[i] > 0.0) most = std::max(most, std::abs(after[i] - before[i]) / may[i]);
        }
      }
    }
    EXPECT_GT(most, 0.2);  // not by saying that anything may happen
  }
}

TEST(ClearStates, AgreeWithDistances) {
  int clear = 0, touching = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const World world = random_world(seed, true);
    ClearStates states(world.model, world.clearance);
    Random random(seed + 300);
    for (int k = 0; k < 200; ++k) {
      const Eigen::VectorXd q = random_posture(random, world.model);
      double least = infinity;
      for (const ArmSolid& arm : world.clearance.arm) {
        for (const Obstacle& obstacle : world.clearance.obstacles) {
          least = std::min(least, clearance_at(world.model, q, arm, obstacle.solid) - 0.01);
        }
      }
      const double slack = 0.02;
      if (std::abs(least - slack) < 1e-5) continue;  // single precision
      EXPECT_EQ(states.clear(q, slack), least > slack) << least;
      (least > slack ? clear : touching)++;
    }
  }
  EXPECT_GT(clear, 50);
  EXPECT_GT(touching, 50);
}

TEST(ClearStates, WithOtherSolidsAreClearOnlyIfTheyAre) {
  int clear = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const World world = random_world(seed, false);
    ClearStates states(world.model, world.clearance);
    Random random(seed + 400);
    for (int k = 0; k < 100; ++k) {
      const Eigen::VectorXd q = random_posture(random, world.model);
      if (!states.clear(q, 0.001)) continue;
      ++clear;
      for (const ArmSolid& arm : world.clearance.arm) {
        for (const Obstacle& obstacle : world.clearance.obstacles) {
          EXPECT_GT(clearance_at(world.model, q, arm, obstacle.solid), 0.01);
        }
      }
    }
  }
  EXPECT_GT(clear, 10);
}

TEST(PointTree, FindsTheNearest) {
  Random random(5);
  PointTree tree(6);
  std::vector<Eigen::VectorXd> points;
  for (int k = 0; k < 2000; ++k) {
    Eigen::VectorXd p(6);
    for (double& x : p) x = random.real(-1.0, 1.0);
    if (k > 0) {
      std::size_t best = 0;
      for (std::size_t i = 1; i < points.size(); ++i) {
        if ((points[i] - p).norm() < (points[best] - p).norm()) best = i;
      }
      EXPECT_EQ(tree.nearest(p), static_cast<int>(best));
    }
    EXPECT_EQ(tree.add(p, k - 1), k);
    points.push_back(p);
  }
}

TEST(InReach, WhatIsLeftOutIsNeverTouched) {
  int left_out = 0, kept = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    World world = random_world(seed, seed % 2 == 0);
    Random random(seed + 300);
    for (int k = 0; k < 30; ++k) {
      Obstacle far{"far " + std::to_string(k), random_solid(random, k % 5)};
      const Eigen::Vector3d away = random.direction() * random.real(0.0, 12.0);
      far.solid.corner += away;
      far.solid.points.colwise() += away;
      world.clearance.obstacles.push_back(far);
    }
    const int last = static_cast<int>(world.clearance.obstacles.size()) - 1;
    world.clearance.allowed = {{0, 0}, {0, last}};
    MotionProblem problem(world.model);
    problem.limits.lower.setConstant(-1.5);
    problem.limits.upper.setConstant(1.5);
    problem.clearance = world.clearance;
    const Clearance reached = in_reach(problem).clearance;
    std::size_t next = 0;
    for (int k = 0; k <= last; ++k) {
      const Obstacle& obstacle = world.clearance.obstacles[static_cast<std::size_t>(k)];
      if (next < reached.obstacles.size() && reached.obstacles[next].name == obstacle.name) {
        EXPECT_EQ(reached.may_touch(0, next), world.clearance.may_touch(0, k));
        ++next;
        ++kept;
        continue;
      }
      ++left_out;
      for (int i = 0; i < 30; ++i) {
        const Eigen::VectorXd q = random_posture(random, world.model);
        for (const ArmSolid& arm : world.clearance.arm) {
          EXPECT_GT(clearance_at(world.model, q, arm, obstacle.solid), world.clearance.margin);
        }
      }
    }
    EXPECT_EQ(next, reached.obstacles.size());
  }
  EXPECT_GT(left_out, 40);
  EXPECT_GT(kept, 100);
}

}  // namespace alembert::test::near_solids_test
