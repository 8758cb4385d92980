// Every term of torques: its gradient and Hessian against dual numbers through an independent
// evaluation.
#include "motion/terms.hpp"

#include <memory>

#include "motion/costs.hpp"
#include "support/textbook_dynamics.hpp"
#include "support/walk.hpp"
#include "task/rigid_dynamics.hpp"
#include "task/torque_function.hpp"

namespace alembert::test::terms_test {

using Terms = ArmAtAnInstant;

/// Torque of the textbook, with world forces and moments at frames.
template <typename S>
VecX<S> textbook_torque(const Arm& arm, const VecX<S>& q, const VecX<S>& v, const VecX<S>& a) {
  TextbookDynamics<S> dynamics(arm.robot, arm.model);
  dynamics.move(q, v, a);
  VecX<S> tau(q.size());
  for (int i = 0; i < q.size(); ++i) tau[i] = dynamics.torque(i, q, v, a);
  return tau;
}

template <typename S>
VecX<S> torque_of(const Arm& arm, const VecX<S>& z) {
  const int n = arm.model.dofs();
  return textbook_torque<S>(arm, z.head(n), z.segment(n, n), z.segment(2 * n, n));
}

/// What a world force f at a frame's origin and a world moment m add: minus the work per rate.
template <typename S>
void add_wrench(const Model& model, FrameId frame, const VecX<S>& q, const Vec3<S>& f,
                const Vec3<S>& m, VecX<S>& tau) {
  using Moved = Dual<S>;
  for (int i = 0; i < model.dofs(); ++i) {
    VecX<Moved> moved(q.size());
    for (int k = 0; k < q.size(); ++k) moved[k] = Moved(q[k], S(k == i ? 1.0 : 0.0));
    const Place<Moved> place = walk_to<Moved>(model, frame, moved);
    Mat3<S> spin;
    const Mat3<S> R = place.R.unaryExpr([](const Moved& x) { return x.value; });
    spin = place.R.unaryExpr([](const Moved& x) { return x.slope; }) * R.transpose();
    const Vec3<S> turn(spin(2, 1), spin(0, 2), spin(1, 0));
    for (int k = 0; k < 3; ++k) tau[i] -= f[k] * place.p[k].slope + m[k] * turn[k];
  }
}

double smooth_sign(double x) { return std::tanh(x); }
template <typename T>
Dual<T> smooth_sign(const Dual<T>& x) {
  const T sign = smooth_sign(x.value);
  return Dual<T>(sign, (T(1.0) - sign * sign) * x.slope);
}

Robot rough(Robot robot) {
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    robot.joints[i].friction.coulomb = 0.3 * (1.0 + static_cast<double>(i));
  }
  return robot;
}

template <typename S>
S falling_friction(const Model& rubbing, int coordinate, const S& v, double slip_speed) {
  S tau(0.0);
  for (const ModelJoint& joint : rubbing.joints()) {
    if (joint.coordinate != coordinate) continue;
    const S rate = S(joint.ratio) * v;
    tau += S(joint.ratio * joint.coulomb) * smooth_sign(S(rate * S(1.0 / slip_speed)));
  }
  return tau;
}

/// z moves on with its own derivative.
VecX<D3> moving(const VecX<D2>& z, int n) {
  VecX<D3> out(3 * n);
  for (int i = 0; i < 3 * n; ++i) out[i] = D3(z[i], z[n + i]);
  return out;
}

OfTorque torque_itself(const Model& model, std::vector<Load> loads,
                       const std::vector<CutJoint>& cuts = {}, double slip_speed = 0.0) {
  std::vector<Tie> ties;
  for (const CutJoint& cut : cuts) ties.push_back(tie_of(cut));
  return {std::make_shared<TorqueItself>(model.dofs()),
          std::make_unique<RigidDynamics>(model, std::move(loads), ties, slip_speed)};
}

TEST_P(Terms, TorqueMatchesTextbook) {
  OfTorque torque = torque_itself(arm.model, {});
  expect_same(torque, point, [&](const VecX<D2>& z, int k) { return torque_of<D2>(arm, z)[k]; });
}

TEST_P(Terms, TorqueWithFrictionThatFallsOffMatchesTextbook) {
  const double slip_speed = 0.5;
  const Model rubbing = compile(rough(arm.robot));
  OfTorque torque = torque_itself(rubbing, {}, {}, slip_speed);
  expect_same(torque, point, [&](const VecX<D2>& z, int k) {
    return D2(torque_of<D2>(arm, z)[k] + falling_friction(rubbing, k, z[n + k], slip_speed));
  });
}

TEST_P(Terms, TorqueWithLoadMatchesTextbook) {
  const Load load{.frame = last_frame(), .force = {3, -2, 5}, .moment = {0.3, 0.7, -0.4}};
  OfTorque torque = torque_itself(arm.model, {load});
  expect_same(torque, point, [&](const VecX<D2>& z, int k) {
    VecX<D2> tau = torque_of<D2>(arm, z);
    add_wrench<D2>(arm.model, load.frame, z.head(n), load.force.cast<D2>(), load.moment.cast<D2>(),
                   tau);
    return tau[k];
  });
}

TEST_P(Terms, TorqueWithCutForcesMatchesTextbook) {
  CutJoint cut;
  cut.frame_a = middle_frame();
  cut.frame_b = last_frame();
  cut.hold_orientation = true;
  OfTorque torque = torque_itself(arm.model, {}, {cut});
  const MotionPoint with_forces = random_point(arm.model, 6, GetParam() + 200);
  expect_same(torque, with_forces, [&](const VecX<D2>& z, int k) {
    VecX<D2> tau = torque_of<D2>(arm, z);
    const Vec3<D2> f = z.segment(4 * n, 3), m = z.segment(4 * n + 3, 3);
    add_wrench<D2>(arm.model, cut.frame_b, z.head(n), f, m, tau);
    add_wrench<D2>(arm.model, cut.frame_a, z.head(n), -f, -m, tau);
    return tau[k];
  });
}

/// Several instants share registers: each has its own answer, whatever is beside it.
void expect_hessians_of_each(RigidDynamics dynamics_of_all, const Model& model, int forces,
                             unsigned seed) {
  const int n = model.dofs();
  std::unique_ptr<Dynamics> one = dynamics_of_all.clone();
  std::vector<MotionPoint> points;
  std::vector<Eigen::VectorXd> weights;
  for (unsigned k = 0; k < 5; ++k) {
    points.push_back(random_point(model, forces, seed + k));
    weights.push_back(random_point(model, 0, seed + 50 + k).q());
  }
  const Eigen::Index size = points[0].z.size();
  for (std::size_t count = 1; count <= points.size(); ++count) {
    std::vector<Eigen::MatrixXd> H(count, Eigen::MatrixXd::Ones(size, size));
    std::vector<Dynamics::HessianAt> instants;
    for (std::size_t k = 0; k < count; ++k) instants.push_back({points[k], weights[k], H[k]});
    dynamics_of_all.add_hessians(instants);
    for (std::size_t k = 0; k < count; ++k) {
      Eigen::MatrixXd alone = Eigen::MatrixXd::Ones(size, size);
      one->add_hessian(points[k], weights[k], alone);
      EXPECT_TRUE(H[k].isApprox(alone, 1e-13)) << k << " of " << count << ", " << n << " joints";
    }
  }
}

TEST_P(Terms, HessiansOfSeveralInstantsAreThoseOfEach) {
  const Load world{.frame = last_frame(), .force = {3, -2, 5}, .moment = {0.3, 0.7, -0.4}};
  Load own = world;
  own.axes = Load::Axes::frame;
  CutJoint cut;
  cut.frame_a = middle_frame();
  cut.frame_b = last_frame();
  const Model rubbing = compile(rough(arm.robot));
  expect_hessians_of_each({rubbing, {}, {}, 0.5}, rubbing, 0, GetParam() + 300);
  expect_hessians_of_each({rubbing, {world, own}, {}, 0.5}, rubbing, 0, GetParam() + 400);
  expect_hessians_of_each({arm.model, {world}, {tie_of(cut)}}, arm.model, 3, GetParam() + 500);
}

TEST_P(Terms, HoldingTorqueMatchesTextbook) {
  HoldingTorque holding(std::make_unique<RigidDynamics>(arm.model, std::vector<Load>{}));
  const VecX<D2> none = VecX<D2>::Zero(n);
  expect_same(holding, point, [&](const VecX<D2>& z, int k) {
    return textbook_torque<D2>(arm, z.head(n), none, none)[k];
  });
}

TEST_P(Terms, PowerMatchesTextbook) {
  OfTorque power(std::make_shared<Power>(n),
                 std::make_unique<RigidDynamics>(arm.model, std::vector<Load>{}));
  expect_same(power, point,
              [&](const VecX<D2>& z, int k) { return torque_of<D2>(arm, z)[k] * z[n + k]; });
}

TEST_P(Terms, EffortMatchesTextbook) {
  OfTorque effort(std::make_shared<Effort>(),
                  std::make_unique<RigidDynamics>(arm.model, std::vector<Load>{}));
  expect_same(effort, point, [&](const VecX<D2>& z, int) {
    const VecX<D2> tau = torque_of<D2>(arm, z);
    return tau.dot(tau);
  });
}

TEST_P(Terms, EnergyMatchesTextbook) {
  OfTorque energy(std::make_shared<MechanicalEnergy>(),
                  std::make_unique<RigidDynamics>(arm.model, std::vector<Load>{}));
  expect_same(energy, point, [&](const VecX<D2>& z, int) {
    const VecX<D2> tau = torque_of<D2>(arm, z);
    D2 sum(0.0);
    for (int i = 0; i < n; ++i) {
      const D2 power = tau[i] * z[n + i];
      sum += sqrt(power * power + D2(1e-4));
    }
    return sum;
  });
}

TEST_P(Terms, JerkMatchesItsSquare) {
  JerkSquared jerk;
  expect_same(jerk, point, [&](const VecX<D2>& z, int) {
    const VecX<D2> j = z.segment(3 * n, n);
    return j.dot(j);
  });
}

TEST_P(Terms, DiscomfortMatchesItsSquares) {
  MotionProblem problem(arm.model);
  problem.limits.lower = Eigen::VectorXd::LinSpaced(n, -1.0, 0.5);
  problem.limits.upper = Eigen::VectorXd::LinSpaced(n, 1.0, 3.0);
  problem.limits.upper[1] = infinity;  // no range: it is comfortable anywhere
  Discomfort discomfort(problem);
  const auto neutral = [&](int j) { return std::max(0.0, problem.limits.lower[j]); };
  const auto expected = [&](const VecX<D2>& z, const auto& from) {
    D2 sum(0.0);
    for (int j = 0; j < n; ++j) {
      if (j == 1) continue;
      const D2 share = (z[j] - D2(from(j))) / D2(problem.limits.upper[j] - problem.limits.lower[j]);
      sum += share * share;
    }
    return sum;
  };
  expect_same(discomfort, point, [&](const VecX<D2>& z, int) { return expected(z, neutral); });
  problem.minimize.neutral = Eigen::VectorXd::LinSpaced(n, -0.3, 0.7);
  Discomfort elsewhere(problem);
  expect_same(elsewhere, point, [&](const VecX<D2>& z, int) {
    return expected(z, [&](int j) { return problem.minimize.neutral[j]; });
  });
}

/// Of torques of moving numbers.
D2 rate_squared(const VecX<D3>& tau) {
  D2 sum(0.0);
  for (const D3& torque : tau) sum += torque.slope * torque.slope;
  return sum;
}

TEST_P(Terms, TorqueRateMatchesTextbookInTime) {
  TorqueRate rate(std::make_unique<RigidDynamics>(arm.model, std::vector<Load>{}), 0.0);
  expect_same(rate, point, [&](const VecX<D2>& z, int) {
    return rate_squared(torque_of<D3>(arm, moving(z, n)));
  });
}

TEST_P(Terms, TorqueRateWithFrictionThatFallsOffMatchesTextbookInTime) {
  const double slip_speed = 0.5;
  const Model rubbing = compile(rough(arm.robot));
  TorqueRate rate(
      std::make_unique<RigidDynamics>(rubbing, std::vector<Load>{}, std::vector<Tie>{}, slip_speed),
      slip_speed);
  expect_same(rate, point, [&](const VecX<D2>& z, int) {
    const VecX<D3> now = moving(z, n);
    VecX<D3> tau = torque_of<D3>(arm, now);
    for (int k = 0; k < n; ++k) tau[k] += falling_friction(rubbing, k, now[n + k], slip_speed);
    return rate_squared(tau);
  });
}

TEST_P(Terms, TorqueRateWithCutForcesThatChangeMatchesTextbookInTime) {
  CutJoint cut;
  cut.frame_a = middle_frame();
  cut.frame_b = last_frame();
  cut.hold_orientation = true;
  TorqueRate rate(std::make_unique<RigidDynamics>(arm.model, std::vector<Load>{},
                                                  std::vector<Tie>{tie_of(cut)}),
                  0.0);
  const MotionPoint with_forces = random_point(arm.model, 6, GetParam() + 300);
  expect_same(rate, with_forces, [&](const VecX<D2>& z, int) {
    const VecX<D3> now = moving(z, n);
    VecX<D3> tau = torque_of<D3>(arm, now), wrench(6);
    for (int k = 0; k < 6; ++k) wrench[k] = D3(z[4 * n + k], z[4 * n + 6 + k]);
    const Vec3<D3> f = wrench.head(3), m = wrench.tail(3);
    add_wrench<D3>(arm.model, cut.frame_b, now.head(n), f, m, tau);
    add_wrench<D3>(arm.model, cut.frame_a, now.head(n), -f, -m, tau);
    return rate_squared(tau);
  });
}

INSTANTIATE_TEST_SUITE_P(RandomTrees, Terms, ::testing::Range(1u, 7u));

}  // namespace alembert::test::terms_test
