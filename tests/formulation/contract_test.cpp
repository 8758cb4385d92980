// What every formulation must do, whoever wrote it.
#include <gtest/gtest.h>

#include "alembert/formulation.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {
namespace {

using Eigen::VectorXd;

class Contract : public ::testing::TestWithParam<std::string> {
 protected:
  const FormulationInfo& formulation() const { return Formulations::get(GetParam()); }
};

TEST_P(Contract, AgreesWithTheKernelOnRandomChainsWithLoads) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 12), .chain = true, .drives = true}));
    const int n = model.dofs();
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    const std::vector<Load> loads = {
        {model.frame("tool"), random.vector(5.0), random.vector(5.0), random.vector(0.5), {}},
        {model.frame("l0"), random.vector(5.0), random.vector(5.0), random.vector(0.5),
         Load::Axes::world}};
    VectorXd tau(n), expected(n);
    InverseDynamics{model}(q, v, a, loads, expected);
    (*formulation().make<double>(model))(q, v, a, loads, tau);
    EXPECT_LT(relative_difference(tau, expected), 1e-12) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Contract, ::testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const auto& f : Formulations::all()) names.push_back(f.name);
                           return names;
                         }()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace alembert::test
