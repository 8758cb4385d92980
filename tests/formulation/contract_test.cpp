// What everything that computes torques must do: every formulation, whoever wrote it, the kernel
// and its batches.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "alembert/energy.hpp"
#include "formulation/subjects.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::contract_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Motions {
  Motions(const Model& model, Random& random, double size = 2.0)
      : q(random.values(model.dofs(), size)),
        v(random.values(model.dofs(), size)),
        a(random.values(model.dofs(), size)) {}
  VectorXd q, v, a;
};

/// One load on the tool in its own axes, one on a link further down in the world's.
std::vector<Load> random_loads(const Model& model, Random& random) {
  return {{model.frame("tool"), random.vector(5.0), random.vector(5.0), random.vector(0.5),
           Load::Axes::frame},
          {model.frame("l0"), random.vector(5.0), random.vector(5.0), random.vector(0.5),
           Load::Axes::world}};
}

class Contract : public ::testing::TestWithParam<std::string> {
 protected:
  const Subject& subject() const { return subject_named(GetParam()); }

  VectorXd torques(const Model& model, const VectorXd& q, const VectorXd& v, const VectorXd& a,
                   Loads loads = {}) const {
    VectorXd tau(model.dofs());
    subject().bind(model)(q, v, a, loads, tau);
    return tau;
  }
  /// By another way of computing.
  VectorXd expected_torques(const Model& model, const Motions& m, Loads loads) const {
    VectorXd tau(model.dofs());
    subject_named(subject().checked_against).bind(model)(m.q, m.v, m.a, loads, tau);
    return tau;
  }

  /// Under loads, if the subject takes them.
  void expect_the_others_torques(const Model& model, Random& random) const {
    if (model.dofs() == 0) return;
    const Motions m(model, random);
    const std::vector<Load> loads =
        subject().loads ? random_loads(model, random) : std::vector<Load>{};
    EXPECT_LT(relative_difference(torques(model, m.q, m.v, m.a, loads),
                                  expected_torques(model, m, loads)),
              subject().tolerance);
  }

  /// Robots of a size that every formulation can take.
  Model small_robot(unsigned seed, bool ideal = false) const {
    Random random(seed);
    return compile(random_robot(random, {.joints = 2 + static_cast<int>(seed % 5), .drives = true}),
                   {.ideal = ideal});
  }
};

/// Asked only of those that take loads and any scalar.
class ScalarContract : public Contract {};

TEST_P(Contract, AgreesWithTheOthersOnRandomChains) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    expect_the_others_torques(
        compile(random_robot(
            random, {.joints = 1 + static_cast<int>(seed % 12), .chain = true, .drives = true})),
        random);
  }
}

TEST_P(Contract, AgreesWithTheOthersOnRandomTrees) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(1000 + seed);
    expect_the_others_torques(
        compile(random_robot(random, {.joints = 2 + static_cast<int>(seed % 14), .drives = true})),
        random);
  }
}

TEST_P(Contract, AgreesWithTheOthersOnCoupledJoints) {
  int coupled = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(2000 + seed);
    const Model model = compile(random_robot(
        random, {.joints = 2 + static_cast<int>(seed % 7), .couple = 0.7, .drives = true}));
    coupled += model.coupled();
    expect_the_others_torques(model, random);
  }
  EXPECT_GT(coupled, 20);
}

TEST_P(Contract, AgreesWithTheOthersWithoutLoads) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = small_robot(seed);
    Random random(seed);
    const Motions m(model, random);
    EXPECT_LT(relative_difference(torques(model, m.q, m.v, m.a), expected_torques(model, m, {})),
              subject().tolerance);
  }
}

TEST_P(ScalarContract, ForgetsTheLoadsOfTheCallBefore) {
  const Model model = small_robot(4);
  Random random(4);
  const Motions m(model, random);
  const std::vector<Load> loads = random_loads(model, random);
  VectorXd before(model.dofs()), loaded(model.dofs()), after(model.dofs());
  const Torques<double> dynamics = subject().bind(model);
  dynamics(m.q, m.v, m.a, {}, before);
  dynamics(m.q, m.v, m.a, loads, loaded);
  dynamics(m.q, m.v, m.a, {}, after);
  EXPECT_EQ(before, after);
  EXPECT_GT(relative_difference(before, loaded), 1e-3);
}

TEST_P(Contract, IsLinearInTheAcceleration) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = small_robot(seed);
    Random random(seed);
    const Motions m(model, random);
    const VectorXd b = random.values(model.dofs()), none = VectorXd::Zero(model.dofs());
    const VectorXd bias = torques(model, m.q, m.v, none);
    const VectorXd of_a = torques(model, m.q, m.v, m.a) - bias;
    const VectorXd of_b = torques(model, m.q, m.v, b) - bias;
    const VectorXd of_both = torques(model, m.q, m.v, 3.0 * m.a - 2.0 * b) - bias;
    const double scale = largest(bias) + largest(of_both);
    EXPECT_LT(largest(of_both - 3.0 * of_a + 2.0 * of_b), subject().tolerance * scale);
  }
}

TEST_P(Contract, ImpliesASymmetricPositiveDefiniteMassMatrix) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 2 + static_cast<int>(seed % 5)}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), none = VectorXd::Zero(n);
    const VectorXd gravity = torques(model, q, none, none);
    MatrixXd M(n, n);
    for (int j = 0; j < n; ++j) {
      M.col(j) = torques(model, q, none, VectorXd::Unit(n, j)) - gravity;
    }
    const double scale = largest(M) + largest(gravity);
    EXPECT_LT(largest(M - M.transpose()), subject().tolerance * scale);
    // Differences of torques in single precision do not show how small an eigenvalue is.
    if (subject().tolerance > 1e-10) continue;
    EXPECT_GT(M.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 1e-10 * scale);
  }
}

TEST_P(Contract, PowerOfTheTorquesIsTheRateOfEnergy) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    // Along q(t) = q + v t + a t^2/2 the power v·tau must be dE/dt, here by a five-point rule.
    const Model model = small_robot(seed, true);
    Random random(seed);
    const Motions m(model, random, 1.0);
    const VectorXd tau = torques(model, m.q, m.v, m.a);
    Energy energy(model);
    const double h = 1e-3;
    const auto E = [&](double t) {
      return energy(m.q + m.v * t + 0.5 * m.a * t * t, m.v + m.a * t).total();
    };
    const double rate = (8.0 * (E(h) - E(-h)) - (E(2 * h) - E(-2 * h))) / (12.0 * h);
    EXPECT_NEAR(m.v.dot(tau), rate,
                std::max(1e-7, subject().tolerance) * m.v.cwiseAbs().dot(tau.cwiseAbs()));
  }
}

TEST_P(ScalarContract, DualNumbersGiveTheDerivativeOfFiniteDifferences) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = small_robot(seed, true);
    Random random(seed);
    const Motions at(model, random), along(model, random);
    const std::vector<Load> loads = random_loads(model, random);
    const auto dual = [](const VectorXd& x, const VectorXd& dx) {
      VecX<Dual<double>> both(x.size());
      for (int i = 0; i < x.size(); ++i) both[i] = {x[i], dx[i]};
      return both;
    };
    VecX<Dual<double>> tau(model.dofs());
    subject().bind_dual(model)(dual(at.q, along.q), dual(at.v, along.v), dual(at.a, along.a), loads,
                               tau);
    VectorXd value(model.dofs()), slope(model.dofs());
    for (int i = 0; i < model.dofs(); ++i) {
      value[i] = tau[i].value;
      slope[i] = tau[i].slope;
    }
    EXPECT_LT(relative_difference(value, torques(model, at.q, at.v, at.a, loads)), 1e-14);
    const double h = 1e-3;
    const auto step = [&](double t) {
      return torques(model, at.q + t * along.q, at.v + t * along.v, at.a + t * along.a, loads);
    };
    const VectorXd expected =
        (8.0 * (step(h) - step(-h)) - (step(2.0 * h) - step(-2.0 * h))) / (12.0 * h);
    EXPECT_LT(relative_difference(slope, expected), 1e-8);
  }
}

TEST_P(ScalarContract, CountingDoesNotChangeTheTorques) {
  const Model model = small_robot(3);
  Random random(3);
  const Motions m(model, random);
  VecX<OpCount> tau(model.dofs());
  subject().bind_count(model)(m.q.cast<OpCount>(), m.v.cast<OpCount>(), m.a.cast<OpCount>(), {},
                              tau);
  const VectorXd expected = torques(model, m.q, m.v, m.a);
  for (int i = 0; i < model.dofs(); ++i) EXPECT_NEAR(tau[i].value(), expected[i], 1e-11);
}

TEST_P(Contract, DoesNotAllocateInTheCall) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Model model = small_robot(seed);
    Random random(seed);
    const Motions m(model, random);
    const std::vector<Load> loads = random_loads(model, random);
    VectorXd tau(model.dofs());
    const Torques<double> dynamics = subject().bind(model);
    long count = 0;
    {
      MallocGuard guard;
      dynamics(m.q, m.v, m.a, {}, tau);
      dynamics(m.q, m.v, m.a, loads, tau);
      count = guard.count();
    }
    EXPECT_EQ(count, 0) << "seed " << seed;
  }
}

TEST_P(Contract, TakesARobotWithOneJoint) {
  for (const JointType type : {JointType::revolute, JointType::prismatic}) {
    Random random(1);
    expect_the_others_torques(
        compile(random_robot(random, {.joints = 1, .chain = true, .types = {type}})), random);
  }
}

std::vector<std::string> names(bool only_with_loads) {
  std::vector<std::string> all;
  for (const Subject& subject : all_subjects()) {
    if (subject.loads || !only_with_loads) all.push_back(subject.name);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, Contract, ::testing::ValuesIn(names(false)),
                         [](const auto& test) { return test.param; });
INSTANTIATE_TEST_SUITE_P(All, ScalarContract, ::testing::ValuesIn(names(true)),
                         [](const auto& test) { return test.param; });

}  // namespace alembert::test::contract_test
