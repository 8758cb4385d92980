// Distances asked by themselves: first derivatives are those of differences of the distances,
// second ones those of the first; batches of states say what single ones do.
#include "alembert/world.hpp"

#include <gtest/gtest.h>

#include "alembert/self_pairs.hpp"
#include "support/made_hull.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::world_test {

struct Made {
  Model model;
  Clearance clearance;
};

Made balls_among_boxes(unsigned seed) {
  Random random(seed);
  Made made{compile(random_robot(random, {.joints = 6, .types = {JointType::revolute}})), {}};
  const Model& model = made.model;
  int count = 0;
  for (const ModelFrame& frame : model.frames()) {
    const Solid solid = count % 3 == 2 ? Solid::capsule({0, 0, 0}, {0.1, 0.05, 0.0}, 0.03)
                                       : Solid::sphere(random.vector(0.1), 0.04);
    made.clearance.arm.push_back(
        {"arm " + std::to_string(count++), model.frame(frame.name), solid});
  }
  for (int k = 0; k < 6; ++k) {
    const Eigen::Vector3d at = random.vector(1.5);
    const Eigen::Vector3d size = random.vector(0.3).cwiseAbs().array() + 0.05;
    const Solid solid = k % 3 == 0   ? Solid::sphere(at, 0.1)
                        : k % 3 == 1 ? Solid::box(at, size, random.pose().linear())
                                     : Solid::capsule(at, at + random.vector(0.3), 0.05);
    made.clearance.obstacles.push_back({"obstacle " + std::to_string(k), solid});
  }
  made.clearance.self_pairs = {{0, count - 1}, {1, count - 2}};
  return made;
}

Eigen::VectorXd posture(Random& random, int dofs) {
  Eigen::VectorXd q(dofs);
  for (double& x : q) x = random.real(-1.5, 1.5);
  return q;
}

TEST(World, DistancesAreThoseOfPairs) {
  const Made made = balls_among_boxes(3);
  World world(made.model, made.clearance);
  Random random(4);
  Eigen::VectorXd d(world.pairs());
  for (int k = 0; k < 20; ++k) {
    const Eigen::VectorXd q = posture(random, made.model.dofs());
    world.update(q);
    world.distances(d);
    int pair = 0;
    for (const ArmSolid& arm : made.clearance.arm) {
      for (const Obstacle& obstacle : made.clearance.obstacles) {
        EXPECT_NEAR(d[pair], clearance_at(made.model, q, arm, obstacle.solid), 1e-12);
        EXPECT_EQ(world.names(pair).second, obstacle.name);
        ++pair;
      }
    }
  }
}

/// Hulls and balls on the arm, hulls, boxes, capsules and cylinders around it.
Made hulls_among_cylinders(unsigned seed) {
  Made made = balls_among_boxes(seed);
  Random random(seed + 1000);
  for (std::size_t i = 0; i < made.clearance.arm.size(); ++i) {
    if (i % 3 == 1) made.clearance.arm[i].solid = random_hull(random, random.vector(0.1), 0.08, 9);
  }
  for (int k = 0; k < 8; ++k) {
    const Eigen::Vector3d at = random.vector(k < 4 ? 1.2 : 0.4);  // the last are in its way
    made.clearance.obstacles.push_back(
        {"more " + std::to_string(k), k % 2 == 0
                                          ? random_hull(random, at, 0.3, 14)
                                          : Solid::cylinder(at, at + random.vector(0.5), 0.15)});
  }
  return made;
}

/// Of distances between two bounds, away from where closest points change from a facet to an edge:
/// there second derivatives jump. Returns how many were looked at.
int check_derivatives(const Made& made, unsigned seed, double from, double to) {
  int seen = 0;
  World world(made.model, made.clearance);
  const int n = made.model.dofs(), m = world.pairs();
  Random random(seed);
  for (int k = 0; k < 5; ++k) {
    const Eigen::VectorXd q = posture(random, n);
    Eigen::VectorXd d(m), above(m), below(m);
    Eigen::MatrixXd J(m, n), J_above(m, n), J_below(m, n);
    world.update(q);
    world.distances(d);
    world.gradients(J);
    for (int j = 0; j < n; ++j) {
      const double h = 1e-5;
      world.update(q + h * Eigen::VectorXd::Unit(n, j));
      world.distances(above);
      world.gradients(J_above);
      world.update(q - h * Eigen::VectorXd::Unit(n, j));
      world.distances(below);
      world.gradients(J_below);
      for (int i = 0; i < m; ++i) {
        const double slope = (above[i] - below[i]) / (2.0 * h);
        const bool jumps = (J_above.row(i) - 2.0 * J.row(i) + J_below.row(i)).norm() > 1e-7;
        if (d[i] < from || d[i] > to || jumps) continue;
        ++seen;
        EXPECT_NEAR(J(i, j), slope, 1e-7) << d[i] << " of " << world.names(i).second;
        world.update(q);
        Eigen::MatrixXd H(n, n);
        world.hessian(Eigen::VectorXd::Unit(m, i), H);
        const Eigen::RowVectorXd column = (J_above.row(i) - J_below.row(i)) / (2.0 * h);
        EXPECT_LT((H.row(j) - column).norm(), 1e-5 * std::max(1.0, column.norm()))
            << d[i] << " of " << world.names(i).first << ", " << world.names(i).second;
      }
    }
  }
  return seen;
}

TEST(World, DerivativesAreThoseOfDifferences) {
  int seen = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    seen += check_derivatives(balls_among_boxes(seed), seed + 50, 0.01, infinity);
  }
  EXPECT_GT(seen, 3000);
}

TEST(World, HullsAndCylindersHaveTheirDerivatives) {
  int apart = 0, inside = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const Made made = hulls_among_cylinders(seed);
    apart += check_derivatives(made, seed + 50, 0.01, infinity);
    inside += check_derivatives(made, seed + 50, -0.2, -0.002);
  }
  EXPECT_GT(apart, 4000);
  EXPECT_GT(inside, 50);
}

/// A hull of a box's corners is that box.
TEST(World, HullOfABoxIsTheBox) {
  Made made = balls_among_boxes(7);
  Random random(8);
  made.clearance.obstacles.clear();
  made.clearance.self_pairs.clear();
  for (int k = 0; k < 8; ++k) {
    const Eigen::Vector3d size = random.vector(0.6).cwiseAbs().array() + 0.2;
    const Solid box = Solid::box(random.vector(0.8), size, random.pose().linear());
    made.clearance.obstacles.push_back({"box", box});
    Solid hull;
    hull.points.resize(3, 8);
    for (int i = 0; i < 8; ++i) {
      hull.points.col(i) = box.corner;
      for (int e = 0; e < 3; ++e) {
        if (i >> e & 1) hull.points.col(i) += box.edges.col(e);
      }
    }
    hull.facets = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                   2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    made.clearance.obstacles.push_back({"hull", hull});
  }
  World world(made.model, made.clearance);
  Eigen::VectorXd d(world.pairs());
  int inside = 0;
  for (int k = 0; k < 60; ++k) {
    world.update(posture(random, made.model.dofs()));
    world.distances(d);
    for (int i = 0; i < world.pairs(); i += 2) {
      EXPECT_NEAR(d[i], d[i + 1], 1e-12);
      inside += d[i] < -0.05 ? 1 : 0;
    }
  }
  EXPECT_GT(inside, 20);
}

/// Balls, capsules and hulls on the arm, in clouds of points.
Made arm_among_clouds(unsigned seed) {
  Made made = hulls_among_cylinders(seed);
  Random random(seed + 2000);
  made.clearance.self_pairs.clear();
  made.clearance.obstacles.clear();
  for (int k = 0; k < 6; ++k) {
    made.clearance.obstacles.push_back(
        {"cloud " + std::to_string(k), random_cloud(random, random.vector(1.0), 0.4, 150)});
  }
  return made;
}

TEST(World, CloudIsAsFarAsItsNearestBall) {
  const Made made = arm_among_clouds(3);
  World world(made.model, made.clearance);
  Random random(4);
  Eigen::VectorXd d(world.pairs());
  for (int k = 0; k < 6; ++k) {
    const Eigen::VectorXd q = posture(random, made.model.dofs());
    world.update(q);
    world.distances(d);
    int pair = 0;
    for (const ArmSolid& arm : made.clearance.arm) {
      for (const Obstacle& cloud : made.clearance.obstacles) {
        double least = infinity;
        for (const auto& point : cloud.solid.points.colwise()) {
          const Solid ball = Solid::sphere(point, cloud.solid.radius);
          least = std::min(least, clearance_at(made.model, q, arm, ball));
        }
        EXPECT_NEAR(d[pair++], least, 1e-12) << arm.name;
      }
    }
  }
}

TEST(World, CloudsHaveTheirDerivatives) {
  int seen = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    seen += check_derivatives(arm_among_clouds(seed), seed + 50, 0.01, infinity);
  }
  EXPECT_GT(seen, 2000);
}

TEST(World, ManyStatesAreClearAsSingleOnesAre) {
  int free = 0, touching = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    Made made = balls_among_boxes(seed);
    Random points(seed + 9);
    made.clearance.obstacles[3].solid = random_cloud(points, {0.5, 0.5, 0.5}, 0.3, 200);
    made.clearance.self_pairs.clear();
    for (ArmSolid& arm : made.clearance.arm) arm.solid = Solid::sphere({0.02, 0.0, 0.0}, 0.08);
    World world(made.model, made.clearance);
    Random random(seed + 6);
    Eigen::MatrixXd states(1001, made.model.dofs());
    for (Eigen::Index i = 0; i < states.rows(); ++i) {
      states.row(i) = posture(random, made.model.dofs()).transpose();
    }
    const std::vector<char> clear = world.clear(states);
    Eigen::VectorXd d(world.pairs());
    for (Eigen::Index i = 0; i < states.rows(); ++i) {
      world.update(states.row(i).transpose());
      world.distances(d);
      if (std::abs(d.minCoeff()) < 1e-5) continue;
      EXPECT_EQ(clear[static_cast<std::size_t>(i)] != 0, d.minCoeff() > 0.0);
      (d.minCoeff() > 0.0 ? free : touching)++;
    }
  }
  EXPECT_GT(free, 300);
  EXPECT_GT(touching, 30);
}

TEST(World, PairThatThereIsNotIsAnError) {
  Made made = balls_among_boxes(5);
  made.clearance.self_pairs = {{0, 99}};
  EXPECT_ANY_THROW(World(made.model, made.clearance));
}

}  // namespace alembert::test::world_test
