#include "alembert/formulation/silver.hpp"

#include <gtest/gtest.h>

#include "support/compare.hpp"
#include "support/operation_count.hpp"

namespace alembert::test::silver_test {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

void expect_equal_counts(const Model& model, Loads loads = {}) {
  const OperationCount lagrange = count_operations("silver", model, loads),
                       newton = count_operations("newton_euler", model, loads);
  EXPECT_EQ(lagrange.executed.mul, newton.executed.mul);
  EXPECT_EQ(lagrange.executed.add, newton.executed.add);
  EXPECT_EQ(lagrange.executed.trig, newton.executed.trig);
  EXPECT_EQ(lagrange.published.mul, newton.published.mul);
  EXPECT_EQ(lagrange.published.add, newton.published.add);
  EXPECT_GT(newton.executed.mul, 0);
}

// Silver's theorem: with the same representation, Lagrange's equations are the same computation.
TEST(Silver, ExecutesTheOperationsOfNewtonEulerOnChains) {
  for (int n = 1; n <= 12; ++n) {
    SCOPED_TRACE(std::to_string(n) + " joints");
    expect_equal_counts(general_chain(n));
    expect_equal_counts(general_chain(n, {JointType::revolute, JointType::prismatic}));
  }
}

TEST(Silver, ExecutesTheOperationsOfNewtonEulerOnTreesWithLoads) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 3 + static_cast<int>(seed)}));
    const std::vector<Load> loads = {{model.frame("tool"), random.vector(), random.vector(),
                                      random.vector(), Load::Axes::world}};
    expect_equal_counts(model, loads);
  }
}

/// Link i of a robot in base components, from the poses of its frames alone.
struct Body {
  Matrix3d R = Matrix3d::Identity();
  Vector3d origin = Vector3d::Zero(), w = Vector3d::Zero(), wd = Vector3d::Zero(),
           acceleration = Vector3d::Zero();
};

/// (3.12) as it stands: every force on every partial velocity (3.15), (3.16), O(n^2).
VectorXd sum_of_projections(const Model& model, const VectorXd& q, const VectorXd& v,
                            const VectorXd& a) {
  const int n = model.joint_count();
  std::vector<Body> bodies(static_cast<std::size_t>(n));
  VectorXd tau = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) {
    const ModelJoint& joint = model.joint(i);
    Body base;
    base.acceleration = -(model.base().linear().transpose() * model.gravity());
    const Body& parent = joint.parent < 0 ? base : bodies[static_cast<std::size_t>(joint.parent)];
    LinkTransform<double> X;
    X.set(joint, q[i]);
    Body body;
    body.R = parent.R * X.rotation();
    const Vector3d r = parent.R * X.origin(), z = body.R.col(2);
    const bool turns = joint.motion == JointMotion::revolute;
    body.origin = parent.origin + r;
    body.w = parent.w + (turns ? v[i] : 0.0) * z;
    body.wd =
        parent.wd + (turns ? Vector3d(a[i] * z + v[i] * parent.w.cross(z)) : Vector3d::Zero());
    body.acceleration =
        parent.acceleration + parent.wd.cross(r) + parent.w.cross(parent.w.cross(r));
    if (!turns) body.acceleration += a[i] * z + 2.0 * v[i] * parent.w.cross(z);
    bodies[static_cast<std::size_t>(i)] = body;

    const Vector3d c = body.R * joint.inertia.com;
    const Matrix3d I = body.R * joint.inertia.about_com * body.R.transpose();
    const Vector3d F =
        joint.inertia.mass * (body.acceleration + body.wd.cross(c) + body.w.cross(body.w.cross(c)));
    const Vector3d N = I * body.wd + body.w.cross(I * body.w);
    for (int j = i; j >= 0; j = model.joint(j).parent) {
      const Body& at = bodies[static_cast<std::size_t>(j)];
      const bool rotational = model.joint(j).motion == JointMotion::revolute;
      const Vector3d z_j = at.R.col(2), p_ji = body.origin + c - at.origin;
      const Vector3d dv = rotational ? Vector3d(z_j.cross(p_ji)) : z_j;   // (3.15)
      const Vector3d dw = rotational ? z_j : Vector3d(Vector3d::Zero());  // (3.16)
      tau[j] += F.dot(dv) + N.dot(dw);                                    // (3.12)
    }
  }
  return tau;
}

TEST(Silver, EqualsTheSumOfForcesProjectedOnPartialVelocities) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 1 + static_cast<int>(seed % 12)}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    VectorXd joint_q(n), joint_v(n), joint_a(n), expected(n), tau;
    for (int i = 0; i < n; ++i) {
      joint_q[i] = joint_value<double>(model.joint(i), q);
      joint_v[i] = joint_rate<double>(model.joint(i), v);
      joint_a[i] = joint_rate<double>(model.joint(i), a);
    }
    const VectorXd joint_tau = sum_of_projections(model, joint_q, joint_v, joint_a);
    for (int i = 0; i < n; ++i) {
      expected[model.joint(i).coordinate] = model.joint(i).ratio * joint_tau[i];
    }
    Formulations::get("silver")(model, q, v, a, tau);
    EXPECT_LT(relative_difference(tau, expected), 1e-12) << "seed " << seed;
  }
}

}  // namespace alembert::test::silver_test
