// Code whose inertias, friction or payload are arguments: with the model's values it is the fixed
// code, with others the library on a changed model.
#include <gtest/gtest.h>

#include "alembert/base_parameters.hpp"
#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "generate/compiled_code.hpp"
#include "generate/recorded_difference.hpp"
#include "kernel/inertial_columns.hpp"

namespace alembert::test::open_parameters_test {

Robot shipped_robot(const std::string& name) {
  return load_robot(ALEMBERT_SOURCE_DIR "/models/" + name + ".yaml");
}

std::vector<Eigen::VectorXd> values_of(const OpenParameters& open, GeneratedCall call) {
  std::vector<Eigen::VectorXd> values;
  for (const GeneratedParameters& array : open.arrays()) {
    if (!OpenParameters::matters(array.name, call)) continue;
    Eigen::VectorXd& x = values.emplace_back(array.entries.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      x[i] = array.entries[static_cast<std::size_t>(i)].value;
    }
  }
  return values;
}

ExprProgram recorded(const OpenParameters& open, GeneratedCall call) {
  return record(open, call, {open.model().links().back().frame});
}

/// Base parameters come from a fit: they are known to the fit's own rounding.
double tolerance(GeneratedCall call) { return solves(call) ? 1e-10 : 1e-12; }

TEST(OpenParameters, AtTheModelsValuesAreTheFixedCode) {
  Random random(21);
  for (const char* name : {"puma560", "stanford", "torso", "scara"}) {
    const Model model = compile(shipped_robot(name));
    const OpenParameters open(
        model, {.base_parameters = true, .friction = true, .payload = model.links().back().frame});
    ASSERT_EQ(open.arrays().size(), 3u);
    for (const GeneratedCall call : generated_calls()) {
      EXPECT_LT(program_difference(recorded(open, call), model, random, values_of(open, call)),
                tolerance(call))
          << name << ", " << to_string(call);
    }
  }
}

TEST(OpenParameters, BaseParametersOfAnotherRobotGiveItsTorques) {
  Random random(22);
  for (const bool floating : {false, true}) {
    const Model model = compile(shipped_robot("puma560"), {.floating_base = floating});
    const Model other = perturbed(model, 0.2, 5);
    const OpenParameters open(model, {.base_parameters = true});
    BaseParameters base(model);
    const Eigen::VectorXd changed = base.map() * Regressor(other).parameters();
    for (const GeneratedCall call : generated_calls()) {
      const ExprProgram program = recorded(open, call);
      EXPECT_LT(program_difference(program, other, random, {changed}), tolerance(call))
          << to_string(call);
      if (call == GeneratedCall::pose) continue;
      // Another robot indeed: the first one's values are far off.
      EXPECT_GT(program_difference(program, other, random, {base.parameters()}), 1e-3);
    }
  }
}

TEST(OpenParameters, FrictionIsThatOfAChangedRobot) {
  Random random(23);
  Robot robot = shipped_robot("torso");  // a tree
  const Model model = compile(robot);
  const OpenParameters open(model, {.friction = true});
  std::vector<double> changed;
  for (const RegressorColumn& entry : open.arrays()[0].entries) {
    changed.push_back(entry.value + random.real(0.1, 2.0));
  }
  for (Joint& joint : robot.joints) {
    for (std::size_t i = 0; i < changed.size(); i += 2) {
      if (open.arrays()[0].entries[i].name != joint.name + ".fv") continue;
      joint.friction.viscous = changed[i];
      joint.friction.coulomb = changed[i + 1];
    }
  }
  const Eigen::VectorXd values =
      Eigen::Map<const Eigen::VectorXd>(changed.data(), static_cast<Eigen::Index>(changed.size()));
  const Model other = compile(robot);
  for (const GeneratedCall call : generated_calls()) {
    EXPECT_LT(program_difference(recorded(open, call), other, random, {values}),
              solves(call) ? 1e-11 : 1e-13)
        << to_string(call);
  }
}

TEST(OpenParameters, PayloadIsThatOfAModelThatCarriesIt) {
  Random random(24);
  const Inertia body = random.body();
  const Eigen::VectorXd ten = inertial_parameters(body);
  for (const char* name : {"seven_axis", "stanford", "two_arms"}) {
    const Model model = compile(shipped_robot(name));
    const FrameId frame = model.links().back().frame;
    const OpenParameters open(model, {.payload = frame});
    for (const GeneratedCall call : generated_calls()) {
      EXPECT_LT(
          program_difference(recorded(open, call), carrying(model, frame, body), random, {ten}),
          solves(call) ? 1e-11 : 1e-13)
          << name << ", " << to_string(call);
    }
  }
}

/// Khalil and Kleinfinger's own counts are higher; see ../shared/kernel-notes.md.
TEST(OpenParameters, BaseParametersOfThePumaTakeFewOperations) {
  const Model puma = compile(shipped_robot("puma560"), {.ideal = true});
  const OpenParameters open(puma, {.base_parameters = true});
  const ExprCount count = recorded(open, GeneratedCall::inverse_dynamics).count();
  EXPECT_LE(count.multiplications, 301);  // SymPyBotics, from base parameters
  EXPECT_EQ(open.arrays()[0].entries.size(), 36u);
}

TEST(OpenParameters, CompileInEveryLanguageAndPassTheirOwnTest) {
  const Model model = compile(shipped_robot("stanford"));
  CompiledCode compiled;
  GenerateOptions options{.calls = generated_calls(), .name = "arm"};
  options.base_parameters = options.friction = true;
  options.payload = model.links().back().frame;
  const GeneratedCode cpp = generate(model, options);
  EXPECT_EQ(cpp.parameters.size(), 3u);
  EXPECT_NE(cpp.files[1].text.find("inline constexpr double base_values["), std::string::npos);
  EXPECT_TRUE(compiled.passes(cpp, "c++ -std=c++17 -O0", {"arm.cpp", "arm_test.cpp"}));
  options.language = GeneratedLanguage::c;
  options.single = true;
  EXPECT_TRUE(
      compiled.passes(generate(model, options), "cc -std=c99 -O0", {"arm.c", "arm_test.c"}));
}

TEST(OpenParameters, RefuseAPayloadOnTheBase) {
  const Model model = compile(shipped_robot("two_link"));
  EXPECT_THROW(generate(model, {.payload = model.links().front().frame}), Error);
}

}  // namespace alembert::test::open_parameters_test
