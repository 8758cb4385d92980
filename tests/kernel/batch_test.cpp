#include "alembert/batch.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "alembert/derivatives.hpp"
#include "alembert/error.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::batch_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

template <typename T>
class BatchOf : public ::testing::Test {};
using Precisions = ::testing::Types<double, float>;
TYPED_TEST_SUITE(BatchOf, Precisions);

struct Samples {
  Model model;
  RowMatrix<double> q, v, a, weights;

  /// The last link's.
  FrameId frame() const { return model.frame(model.links().back().name); }

  Samples(unsigned seed, int count)
      : Samples(seed, count,
                {.joints = 9,
                 .types = all_joint_types(),
                 .couple = seed % 2 ? 0.4 : 0.0,
                 .drives = true}) {}
  Samples(unsigned seed, int count, const RandomRobotOptions& options)
      : model([&] {
          Random random(seed);
          return compile(random_robot(random, options));
        }()) {
    Random random(seed + 100);
    const int n = model.dofs();
    q = v = a = weights = RowMatrix<double>(count, n);
    for (int k = 0; k < count; ++k) {
      q.row(k) = random.values(n);
      v.row(k) = random.values(n);
      a.row(k) = random.values(n);
      weights.row(k) = random.values(n);
    }
  }
};

/// Every kind of batch: its results for samples `first` on, one beside the other.
template <typename T>
RowMatrix<T> everything(const Samples& s, int first, int count, int threads, Loads loads = {}) {
  const int n = s.model.dofs();
  const RowMatrix<T> q = s.q.middleRows(first, count).cast<T>(),
                     v = s.v.middleRows(first, count).cast<T>(),
                     a = s.a.middleRows(first, count).cast<T>(),
                     weights = s.weights.middleRows(first, count).cast<T>();
  RowMatrix<T> tau(count, n), dq(count, n * n), dv(dq), M(dq), mass(dq), faster(count, n),
      x(faster), by_q(dq), by_v(dq), by_tau(dq), qq(dq), qv(dq), vv(dq), qa(dq), poses(count, 12),
      jacobians(count, 6 * n);
  Batch<T> batch(s.model, threads);
  batch.inverse_dynamics(q, v, a, loads, tau);
  batch.derivatives(q, v, a, loads, dq, dv, M);
  batch.mass_matrix(q, mass);
  bool definite = batch.forward_dynamics(q, v, a, loads, faster);
  definite &= batch.forward_dynamics_derivatives(q, v, a, x, by_q, by_v, by_tau);
  // Single precision cannot tell every light coordinate from one that moves nothing.
  EXPECT_TRUE(definite || !(std::is_same_v<T, double>));
  batch.weighted_hessians(q, v, a, weights, loads, qq, qv, vv, qa);
  batch.poses(q, s.frame(), poses);
  batch.jacobians(q, s.frame(), jacobians);
  RowMatrix<T> all(count, 9 * n + 11 * n * n + 12);
  all << tau, dq, dv, M, mass, faster, x, by_q, by_v, by_tau, qq, qv, vv, qa, poses, jacobians;
  return all.array().isNaN().select(T(0), all);  // no NaN equals another
}

/// The same by the calls for one state.
RowMatrix<double> one_by_one(const Samples& s, Loads loads = {}) {
  const int n = s.model.dofs(), count = static_cast<int>(s.q.rows());
  RowMatrix<double> all(count, 9 * n + 11 * n * n + 12);
  InverseDynamics id(s.model);
  InverseDynamicsDerivatives derivatives(s.model);
  MassMatrix mass_matrix(s.model);
  ForwardDynamics forward(s.model);
  ForwardDynamicsDerivatives forward_derivatives(s.model);
  WeightedHessian<> weighted_hessian(s.model);
  Kinematics<double> kinematics(s.model);
  for (int k = 0; k < count; ++k) {
    const VectorXd q = s.q.row(k), v = s.v.row(k), a = s.a.row(k), weights = s.weights.row(k);
    VectorXd tau(n), faster(n), x(n);
    MatrixXd dq(n, n), dv(n, n), M(n, n), mass(n, n), by_q(n, n), by_v(n, n), by_tau(n, n);
    MatrixXd qq(n, n), qv(n, n), vv(n, n), qa(n, n);
    Kinematics<double>::Jacobian J(6, n);
    id(q, v, a, loads, tau);
    derivatives(q, v, a, loads, dq, dv, M);
    mass_matrix(q, mass);
    EXPECT_TRUE(forward(q, v, a, loads, faster));
    EXPECT_TRUE(forward_derivatives(q, v, a, x, by_q, by_v, by_tau));
    weighted_hessian(q, v, a, weights, loads, qq, qv, vv, qa);
    kinematics.update(q);
    kinematics.jacobian(s.frame(), J);
    const Eigen::Matrix<double, 3, 4> pose = kinematics.pose(s.frame()).matrix().topRows<3>();
    const auto row = [](const auto& matrix) {
      return RowMatrix<double>(matrix).reshaped<Eigen::RowMajor>().transpose().eval();
    };
    all.row(k) << tau.transpose(), row(dq), row(dv), row(M), row(mass), faster.transpose(),
        x.transpose(), row(by_q), row(by_v), row(by_tau), row(qq), row(qv), row(vv), row(qa),
        row(pose), row(J);
  }
  return all;
}

/// Calls each(name, first column, columns, tolerance) for the results beside each other.
template <typename Each>
void for_each_kind(int n, Each each) {
  constexpr double by_mass = 0.0;  // accelerations are as good as the mass matrix is round
  int first = 0;
  const auto kind = [&](const char* name, int columns, double tolerance) {
    each(name, first, columns, tolerance);
    first += columns;
  };
  kind("torques", n, 1e-13);
  kind("torques by q", n * n, 1e-13);
  kind("torques by v", n * n, 1e-13);
  kind("torques by a", n * n, 1e-13);
  kind("mass matrix", n * n, 1e-13);
  kind("accelerations", n, by_mass);
  kind("accelerations again", n, by_mass);
  kind("accelerations by q", n * n, by_mass);
  kind("accelerations by v", n * n, by_mass);
  kind("accelerations by tau", n * n, by_mass);
  for (const char* block : {"qq", "qv", "vv", "qa"}) kind(block, n * n, 1e-13);
  kind("poses", 12, 1e-15);
  kind("Jacobians", 6 * n, 1e-15);
}

void expect_one_state_at_a_time(const Samples& s, Loads loads = {}) {
  const int n = s.model.dofs();
  const RowMatrix<double> batch = everything<double>(s, 0, 37, 2, loads),
                          expected = one_by_one(s, loads);
  VectorXd conditions(37);  // of the mass matrices
  for (int k = 0; k < 37; ++k) {
    const MatrixXd M = expected.row(k).segment(n + 2 * n * n, n * n).reshaped(n, n);
    const VectorXd sizes = Eigen::SelfAdjointEigenSolver<MatrixXd>(M).eigenvalues();
    conditions[k] = sizes[n - 1] / sizes[0];
  }
  for_each_kind(n, [&](const char* name, int first, int columns, double tolerance) {
    for (int k = 0; k < 37; ++k) {
      const double allowed = tolerance > 0.0 ? tolerance : 1e-13 * conditions[k];
      const VectorXd one = expected.row(k).segment(first, columns);
      const VectorXd difference = batch.row(k).segment(first, columns).transpose() - one;
      // A derivative that is zero is the rounding of terms as large as the torque's.
      const double scale = std::max(largest(expected.row(k).head(n).transpose()), largest(one));
      EXPECT_LE(largest(difference), allowed * scale) << name << ", sample " << k;
    }
  });
}

TEST(Batch, EqualsOneStateAtATime) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_one_state_at_a_time(Samples(seed, 37));  // not a multiple of any width
  }
}

TEST(Batch, EqualsOneStateAtATimeWhereConstantsAreZero) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const int joints = 1 + static_cast<int>(seed % 9);
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_one_state_at_a_time(
        Samples(seed, 37, {.joints = joints, .drives = true, .square = true}));
  }
}

TEST(Batch, EqualsOneStateAtATimeUnderLoads) {
  const Samples s(3, 37);
  const Load loads[] = {
      {.frame = s.frame(), .force = {3.0, -2.0, 5.0}, .point = {0.1, 0.2, 0.0}},
      {.frame = s.frame(), .moment = {1.0, 0.5, -1.0}, .axes = Load::Axes::frame}};
  expect_one_state_at_a_time(s, loads);
}

TEST(Batch, EqualsOneStateAtATimeOnABaseThatMoves) {
  const BaseMotion motion{.angular_velocity = {0.3, -0.2, 0.5},
                          .angular_acceleration = {1.0, 0.5, -0.3},
                          .acceleration = {2.0, -1.0, 0.5}};
  const Samples s(2, 37);
  const int n = s.model.dofs();
  RowMatrix<double> tau(37, n), a(37, n);
  Batch batch(s.model, 2);
  batch.set_base_motion(motion);
  batch.inverse_dynamics(s.q, s.v, s.a, tau);
  EXPECT_TRUE(batch.forward_dynamics(s.q, s.v, tau, a));
  InverseDynamics id(s.model);
  id.set_base_motion(motion);
  for (int k = 0; k < 37; ++k) {
    VectorXd one(n);
    id(s.q.row(k).transpose(), s.v.row(k).transpose(), s.a.row(k).transpose(), one);
    EXPECT_LT(relative_difference(tau.row(k).transpose(), one), 1e-13);
    EXPECT_LT(relative_difference(a.row(k), s.a.row(k)), 1e-8);
  }
}

TEST(Batch, OfVeryManyJointsEqualsOneStateAtATime) {
  expect_one_state_at_a_time(
      Samples(4, 37, {.joints = 90, .chain = false, .types = {JointType::revolute}}));
}

/// So many that matrices of packs would be too large: what is left is the call for one state.
TEST(Batch, OfHundredsOfJointsIsOneStateAtATime) {
  constexpr int count = 7;  // whose results go past the caches
  const Samples s(4, count, {.joints = 400, .chain = false, .types = {JointType::revolute}});
  const int n = s.model.dofs();
  RowMatrix<double> dq(count, n * n), dv(dq), M(dq), mass(dq), qq(dq), qv(dq), vv(dq), qa(dq);
  Batch batch(s.model, 1);
  batch.derivatives(s.q, s.v, s.a, dq, dv, M);
  batch.mass_matrix(s.q, mass);
  batch.weighted_hessians(s.q, s.v, s.a, s.weights, qq, qv, vv, qa);
  for (int k = 0; k < count; ++k) {
    const VectorXd q = s.q.row(k), v = s.v.row(k), a = s.a.row(k), weights = s.weights.row(k);
    MatrixXd A(n, n), B(n, n), C(n, n), D(n, n);
    const auto expect_row = [&](const RowMatrix<double>& rows, const MatrixXd& one) {
      EXPECT_EQ(rows.row(k).reshaped<Eigen::RowMajor>(n, n), one);
    };
    InverseDynamicsDerivatives<>(s.model)(q, v, a, A, B, C);
    expect_row(dq, A);
    expect_row(dv, B);
    expect_row(M, C);
    MassMatrix(s.model)(q, C);
    expect_row(mass, C);
    WeightedHessian<>(s.model)(q, v, a, weights, A, B, C, D);
    expect_row(qq, A);
    expect_row(qv, B);
    expect_row(vv, C);
    expect_row(qa, D);
  }
}

TEST(Batch, SaysWhereACoordinateMovesNoMass) {
  // Two joints about one axis: turned against each other they move nothing.
  Robot robot;
  robot.name = "wrist";
  robot.base = "base";
  robot.links = {{"base", {}, {}, {}, {}}, {"first", {}, {}, {}, {}}, {"tool", {}, {}, {}, {}}};
  robot.links[2].inertia =
      Inertia{.mass = 1.0, .com = {0.0, 0.0, 0.3}, .about_com = 0.01 * Eigen::Matrix3d::Identity()};
  Joint joint;
  joint.type = JointType::revolute;
  joint.name = "a";
  joint.parent = "base";
  joint.child = "first";
  joint.axis = Eigen::Vector3d::UnitZ();
  robot.joints.push_back(joint);
  joint.name = "b";
  joint.parent = "first";
  joint.child = "tool";
  robot.joints.push_back(joint);
  const Model model = compile(robot);
  const RowMatrix<double> zero = RowMatrix<double>::Zero(5, 2);
  RowMatrix<double> a = zero;
  EXPECT_FALSE(Batch(model, 1).forward_dynamics(zero, zero, zero, a));
  EXPECT_TRUE(a.array().isNaN().all());
}

/// Three axes through a point, of which the first and the last are one where the second is at zero;
/// only the last link has mass.
Model wrist() {
  Robot robot;
  robot.name = "wrist";
  robot.base = "base";
  const Inertia body{1.0, {0.1, 0.2, 0.3}, Eigen::Vector3d(0.2, 0.3, 0.4).asDiagonal()};
  robot.links = {{"base", {}, {}, {}, {}},
                 {"first", {}, {}, {}, {}},
                 {"second", {}, {}, {}, {}},
                 {"tool", body, {}, {}, {}}};
  for (int i = 0; i < 3; ++i) {
    Joint joint;
    joint.name = std::string(1, static_cast<char>('a' + i));
    joint.parent = robot.links[static_cast<std::size_t>(i)].name;
    joint.child = robot.links[static_cast<std::size_t>(i) + 1].name;
    joint.axis = i == 1 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitZ();
    robot.joints.push_back(joint);
  }
  return compile(robot);
}

TYPED_TEST(BatchOf, SamplesWithoutAnAnswerAreNamedAndOthersAnswered) {
  using Rows = RowMatrix<TypeParam>;
  const Model model = wrist();
  Rows q = Rows::Constant(9, 3, TypeParam(0.5)), v = q, tau = q, a = q, dq(9, 9), dv(9, 9), M(9, 9);
  q(1, 1) = q(6, 1) = 0;
  Batch<TypeParam> batch(model, 2);
  const std::vector<Eigen::Index> wanted = {1, 6};
  const auto expect_wanted = [&] {
    EXPECT_EQ(batch.unanswered(), wanted);
    for (Eigen::Index k = 0; k < q.rows(); ++k) {
      EXPECT_EQ(a.row(k).array().isNaN().all(), k == 1 || k == 6) << k;
      EXPECT_EQ(a.row(k).allFinite(), k != 1 && k != 6) << k;
    }
  };
  EXPECT_FALSE(batch.forward_dynamics(q, v, tau, a));
  expect_wanted();
  EXPECT_FALSE(batch.forward_dynamics_derivatives(q, v, tau, a, dq, dv, M));
  expect_wanted();
  q.col(1).setConstant(TypeParam(0.3));
  EXPECT_TRUE(batch.forward_dynamics(q, v, tau, a));
  EXPECT_TRUE(batch.unanswered().empty());
}

TEST(Batch, LongChainsHaveAnAnswerInSinglePrecision) {
  for (const int joints : {48, 96, 200}) {
    const Samples s(3, 11, {.joints = joints, .chain = true});
    const int n = s.model.dofs();
    RowMatrix<double> a(11, n), dq(11, n * n), dv(dq), M(dq);
    RowMatrix<float> a_float(11, n), dq_float(11, n * n), dv_float(dq_float), M_float(dq_float);
    // Torques of the accelerations asked for: of moderate size.
    RowMatrix<double> tau(11, n);
    Batch<double> of_double(s.model, 2);
    of_double.inverse_dynamics(s.q, s.v, s.a, tau);
    const RowMatrix<float> q = s.q.cast<float>(), v = s.v.cast<float>(), torque = tau.cast<float>();
    // What double makes of the same numbers.
    const RowMatrix<double> q_same = q.cast<double>(), v_same = v.cast<double>(),
                            tau_same = torque.cast<double>();
    Batch<float> of_float(s.model, 2);
    ASSERT_TRUE(of_double.forward_dynamics(q_same, v_same, tau_same, a));
    // The accelerations of long chains differ with the condition of the mass matrix; the torques
    // that they need do not.
    const auto missed = [&] {
      RowMatrix<double> needed(11, n);
      of_double.inverse_dynamics(q_same, v_same, a_float.cast<double>(), needed);
      return relative_difference(tau_same, needed);
    };
    EXPECT_TRUE(of_float.forward_dynamics(q, v, torque, a_float)) << joints;
    EXPECT_LT(missed(), 1e-4) << joints;
    ASSERT_TRUE(of_double.forward_dynamics_derivatives(q_same, v_same, tau_same, a, dq, dv, M));
    EXPECT_TRUE(
        of_float.forward_dynamics_derivatives(q, v, torque, a_float, dq_float, dv_float, M_float))
        << joints;
    EXPECT_LT(missed(), 1e-4) << joints;
    EXPECT_LT(relative_difference(M, M_float.cast<double>()), 2e-3) << joints;
    EXPECT_LT(relative_difference(dq, dq_float.cast<double>()), 2e-3) << joints;
    EXPECT_LT(relative_difference(dv, dv_float.cast<double>()), 2e-3) << joints;
  }
}

TEST(Batch, NamesItsRegisters) {
  EXPECT_NE(std::string(batch_instruction_set()), "");
  setenv("ALEMBERT_BATCH_SET", "abacus", 1);
  EXPECT_THROW(batch_instruction_set(), Error);
  unsetenv("ALEMBERT_BATCH_SET");
}

TYPED_TEST(BatchOf, NoCallDependsOnTheNumberOfThreads) {
  for (unsigned seed = 4; seed < 8; ++seed) {
    const Samples s(seed, 101);  // not a multiple of any width
    const auto one = everything<TypeParam>(s, 0, 101, 1);
    for (const int threads : {2, 3, 7, 200}) {
      EXPECT_EQ(one, everything<TypeParam>(s, 0, 101, threads)) << threads << " threads";
    }
  }
}

TYPED_TEST(BatchOf, NoSampleDependsOnTheOthers) {
  const Samples s(5, 37);
  const auto together = everything<TypeParam>(s, 0, 37, 2);
  for (int k = 0; k < 37; ++k) {
    EXPECT_EQ(together.row(k), everything<TypeParam>(s, k, 1, 1)) << "sample " << k;
  }
}

TEST(Batch, InSinglePrecisionStaysWithinItsRounding) {
  for (unsigned seed = 6; seed < 12; ++seed) {
    const Samples s(seed, 64);
    const int n = s.model.dofs();
    const RowMatrix<double> in_double = everything<double>(s, 0, 64, 1),
                            in_float = everything<float>(s, 0, 64, 1).cast<double>();
    const auto expect_close = [&](int first, int columns, const char* what) {
      EXPECT_LT(relative_difference(in_double.middleCols(first, columns),
                                    in_float.middleCols(first, columns)),
                1e-4)
          << what << ", seed " << seed;
    };
    for_each_kind(n, [&](const char* name, int first, int columns, double tolerance) {
      if (tolerance > 0.0) expect_close(first, columns, name);
    });
  }
}

TEST(Batch, TakesNoSamplesAndRefusesWrongSizes) {
  const Samples s(8, 3);
  const int n = s.model.dofs();
  RowMatrix<double> none(0, n), tau(3, n), narrow(3, n - 1);
  Batch batch(s.model);
  EXPECT_NO_THROW(batch.inverse_dynamics(none, none, none, none));
  EXPECT_THROW(batch.inverse_dynamics(narrow, s.v, s.a, tau), Error);
  EXPECT_THROW(batch.inverse_dynamics(s.q, s.v, none, tau), Error);
}

}  // namespace alembert::test::batch_test
