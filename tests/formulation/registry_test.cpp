// The list of formulations, and what it refuses.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "alembert/error.hpp"
#include "alembert/formulation.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::registry_test {

using Eigen::VectorXd;

Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {Error::Code::file, "nothing was thrown", ""};
}

Model robot(const RandomRobotOptions& options) {
  Random random(1);
  return compile(random_robot(random, options));
}

TEST(Formulations, AreNamedOnceEach) {
  std::set<std::string> names;
  for (const FormulationInfo& info : Formulations::all()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.title.empty()) << info.name;
    EXPECT_FALSE(info.growth.empty()) << info.name;
  }
}

TEST(Formulations, ListThemselvesWhenTheNameIsUnknown) {
  const Error error = error_of([] { Formulations::get("newton"); });
  EXPECT_EQ(error.code(), Error::Code::name);
  EXPECT_EQ(error.reason(), "there is no formulation named 'newton'");
  for (const FormulationInfo& info : Formulations::all()) {
    EXPECT_NE(error.fix().find(info.name), std::string::npos) << info.name;
  }
}

TEST(Formulations, RefuseVectorsOfTheWrongLength) {
  const Model model = robot({.joints = 3, .chain = true});
  const VectorXd right = VectorXd::Zero(3), wrong = VectorXd::Zero(4);
  VectorXd tau;
  for (const FormulationInfo& info : Formulations::all()) {
    for (int which = 0; which < 3; ++which) {
      const Error error = error_of([&] {
        info(model, which == 0 ? wrong : right, which == 1 ? wrong : right,
             which == 2 ? wrong : right, tau);
      });
      EXPECT_EQ(error.code(), Error::Code::size);
      EXPECT_NE(error.reason().find('4'), std::string::npos) << error.reason();
      EXPECT_EQ(error.fix(), "robot 'random' has 3 coordinates");
    }
  }
}

TEST(Formulations, SizeTheTorquesThemselves) {
  const Model model = robot({.joints = 3, .chain = true});
  const VectorXd x = VectorXd::Ones(3);
  for (const FormulationInfo& info : Formulations::all()) {
    VectorXd tau;
    info(model, x, x, x, tau);
    ASSERT_EQ(tau.size(), 3) << info.name;
    EXPECT_TRUE(tau.allFinite()) << info.name;
  }
}

TEST(Formulations, RefuseHelicalJointsByName) {
  const Model model = robot({.joints = 2, .chain = true, .types = {JointType::helical}});
  for (const FormulationInfo& info : Formulations::all()) {
    const Error error = error_of([&] { info.make<double>(model); });
    EXPECT_EQ(error.code(), Error::Code::unsupported);
    EXPECT_NE(error.reason().find("'" + info.name + "'"), std::string::npos) << error.reason();
    EXPECT_NE(error.reason().find("'j0'"), std::string::npos) << error.reason();
    EXPECT_THROW(info.make<OpCount>(model), Error);
    EXPECT_THROW(info.make<Dual<double>>(model), Error);
  }
}

/// Two arms on one body, and two on the base.
Model branched(bool at_base) {
  Random random(2);
  Robot two_arms = random_robot(random, {.joints = 3, .chain = true});
  two_arms.joints[2].parent = two_arms.joints[at_base ? 0 : 1].parent;
  return compile(two_arms);
}

TEST(Formulations, TakeBranches) {
  for (const FormulationInfo& info : Formulations::all()) {
    for (const bool at_base : {false, true}) {
      EXPECT_NO_THROW(info.make<double>(branched(at_base))) << info.name;
    }
  }
}

}  // namespace alembert::test::registry_test
