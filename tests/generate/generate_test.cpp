// Generated code against the library it records: values, counts, and compilers that take it.
#include "alembert/generate.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "generate/compiled_code.hpp"
#include "generate/recorded_difference.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::generate_test {

Model shipped(const std::string& name, const CompileOptions& options = {}) {
  return compile(load_robot(ALEMBERT_SOURCE_DIR "/models/" + name + ".yaml"), options);
}

TEST(Generated, EqualsTheKernelOnEveryShippedRobot) {
  Random random(16);
  for (const char* name : {"two_link", "puma560", "seven_axis", "stanford", "scara", "torso",
                           "two_arms", "angeles_6r"}) {
    const Model model = shipped(name);
    for (const GeneratedCall call : generated_calls()) {
      const double tolerance = solves(call) ? 1e-11 : 1e-13;
      EXPECT_LT(recorded_difference(model, call, random), tolerance)
          << name << ", " << to_string(call);
    }
  }
}

TEST(Generated, EqualsTheKernelOnFloatingBasesAndRandomTrees) {
  const Model floating = shipped("puma560", {.floating_base = true});
  Random random(17);
  for (const GeneratedCall call : generated_calls()) {
    EXPECT_LT(recorded_difference(floating, call, random), solves(call) ? 1e-10 : 1e-13)
        << to_string(call);
  }
  for (int k = 0; k < 12; ++k) {
    const Model model = compile(random_robot(random, {.joints = 3 + k}));
    if (model.dofs() == 0) continue;
    for (const GeneratedCall call : generated_calls()) {
      if (solves(call)) continue;  // random trees may have masses of no use
      EXPECT_LT(recorded_difference(model, call, random), 1e-13) << k << ", " << to_string(call);
    }
  }
}

/// What the kernel does on this robot, its constants known.
Tally kernel_count(const Model& model) {
  const int n = model.dofs();
  Random random(5);
  const VecX<OpCount> q = random.values(n).cast<OpCount>(), v = random.values(n).cast<OpCount>(),
                      a = random.values(n).cast<OpCount>();
  VecX<OpCount> tau(n);
  InverseDynamics<OpCount> id(model);
  OpCount::reset();
  id(q, v, a, tau);
  return OpCount::executed();
}

TEST(Generated, TakesNoMoreOperationsThanTheKernel) {
  for (const char* name : {"puma560", "seven_axis", "stanford", "torso", "angeles_6r"}) {
    const Model model = shipped(name, {.ideal = true});
    const ExprCount count = record(model, GeneratedCall::inverse_dynamics, {}).count();
    const Tally kernel = kernel_count(model);
    EXPECT_LE(count.multiplications, kernel.mul) << name;
    EXPECT_LE(count.additions, kernel.add) << name;
  }
  const ExprCount puma =
      record(shipped("puma560", {.ideal = true}), GeneratedCall::inverse_dynamics, {}).count();
  EXPECT_LE(puma.multiplications, 253);
  EXPECT_LE(puma.additions, 236);
}

long occurrences(const std::string& text, const std::string& of) {
  long count = 0;
  for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) ++count;
  return count;
}

TEST(Generated, SaysHowManyOperationsAreInTheFile) {
  for (const GeneratedCall call : generated_calls()) {
    const GeneratedCode code = generate(shipped("seven_axis", {.ideal = true}), {.calls = {call}});
    const std::string& text = code.files[0].text;
    const std::size_t head = text.find(std::string(to_string(call)) + "(const double*");
    ASSERT_NE(head, std::string::npos);
    const std::string body =
        std::regex_replace(text.substr(text.find("{\n", head)), std::regex("\\s+"), " ");
    const GeneratedFunction& count = code.functions[0];
    EXPECT_EQ(occurrences(body, " * "), count.multiplications) << to_string(call);
    EXPECT_EQ(occurrences(body, " + ") + occurrences(body, " - "), count.additions)
        << to_string(call);
    EXPECT_EQ(occurrences(body, " / "), count.divisions) << to_string(call);
    const std::string said = std::to_string(count.multiplications) + " multiplications, " +
                             std::to_string(count.additions) + " additions";
    EXPECT_NE(text.find(said), std::string::npos) << said;
  }
}

TEST(Generated, CompilesAndPassesItsOwnTest) {
  const Model model = shipped("stanford");
  CompiledCode compiled;
  for (const bool single : {false, true}) {
    const std::vector<GeneratedCall> calls = generated_calls();
    const GeneratedCode cpp = generate(model, {.calls = calls, .single = single, .name = "arm"});
    // Fused and not: the machine it runs on may not be the one it was made on.
    for (const char* contract : {"-O0 -ffp-contract=off", "-O1 -ffp-contract=fast"}) {
      EXPECT_TRUE(compiled.passes(cpp, std::string("c++ -std=c++17 ") + contract,
                                  {"arm.cpp", "arm_test.cpp"}));
    }
    const GeneratedCode c = generate(
        model, {.calls = calls, .language = GeneratedLanguage::c, .single = single, .name = "arm"});
    EXPECT_TRUE(compiled.passes(c, "cc -std=c99 -O0", {"arm.c", "arm_test.c"}));
  }
}

/// CUDA as host code: emulated_cuda.hpp has a launch run its threads one by one.
const std::string emulated_compiler =
    "c++ -std=c++17 -O0 -x c++ -include '" ALEMBERT_SOURCE_DIR "/tests/generate/emulated_cuda.hpp'";

TEST(Generated, CudaPassesItsOwnTestAsHostCode) {
  const Model model = shipped("stanford");
  CompiledCode compiled;
  for (const bool single : {false, true}) {
    GenerateOptions options{.calls = generated_calls(),
                            .language = GeneratedLanguage::cuda,
                            .single = single,
                            .fast_sines = single,
                            .name = "arm"};
    options.base_parameters = options.friction = !single;
    if (!single) options.payload = model.links().back().frame;
    GeneratedCode code = generate(model, options);
    // A launch is no C++: make it a call.
    for (GeneratedFile& file : code.files) {
      file.text =
          std::regex_replace(file.text, std::regex("(\\w+)<<<1, 32>>>\\(2, "), "EMULATED($1, 2, ");
    }
    EXPECT_TRUE(compiled.passes(code, emulated_compiler, {"arm_test.cu"}));
  }
}

TEST(Generated, LongProgramsAreDividedForADevice) {
  Random random(14);
  const Model model = compile(random_robot(random, {.joints = 10}), {.floating_base = true});
  for (const GeneratedCall call : {GeneratedCall::derivatives, GeneratedCall::forward_derivatives,
                                   GeneratedCall::weighted_hessian}) {
    const ExprProgram whole = record(model, call, {});
    const std::vector<ExprProgram> parts = pieces(whole, operations(whole) / 4);
    ASSERT_GT(parts.size(), 1u) << to_string(call);
    for (std::size_t k = 0; k < whole.outputs.size(); ++k) {
      for (int e = 0; e < whole.outputs[k].size(); ++e) {
        EXPECT_EQ(std::count_if(parts.begin(), parts.end(),
                                [&](const ExprProgram& p) { return p.outputs[k].writes(e); }),
                  1)
            << to_string(call) << ", " << whole.outputs[k].name << " " << e;
      }
    }
    long all = 0;
    for (const ExprProgram& part : parts) {
      all += operations(part);
      EXPECT_LT(operations(part), operations(whole));
    }
    EXPECT_GE(all, operations(whole));
  }
}

TEST(Generated, RefusesWhatItCannotDo) {
  const Model model = shipped("two_link");
  EXPECT_THROW(generate(model, {.calls = {}}), Error);
  EXPECT_THROW(generate(model, {.fast_sines = true}), Error);
  // What a compiler takes for something else is no name.
  for (const char* name : {"two link", "2link", "class", "std", "main", "real", "alembert"}) {
    EXPECT_THROW(generate(model, {.name = name}), Error) << name;
  }
}

TEST(Generated, HasACallOnceThatIsAskedForTwice) {
  using enum GeneratedCall;
  const GeneratedCode code = generate(shipped("two_link"), {.calls = {pose, mass_matrix, pose}});
  ASSERT_EQ(code.functions.size(), 2u);
  EXPECT_EQ(code.functions[1].call, mass_matrix);
}

/// One joint: what no result depends on, and matrices of one entry. Names: whatever a file may
/// have.
TEST(Generated, CompilesForOneJointWithNamesThatWouldEndCommentsAndStrings) {
  const std::string odd = "\"*/ /* \\ ?\?/\n1";
  CompiledCode compiled;
  for (const JointType type : {JointType::revolute, JointType::prismatic}) {
    Random random(7);
    Robot robot = random_robot(random, {.joints = 1, .types = {type}});
    robot.name = "class";
    EXPECT_EQ(generate(compile(robot)).name, "robot_class");
    robot.name = "arm " + odd;
    robot.joints[0].name = odd;
    const Model model = compile(robot);
    GenerateOptions options{.calls = generated_calls()};
    options.base_parameters = options.friction = true;
    options.payload = model.links().back().frame;
    const GeneratedCode cpp = generate(model, options);
    EXPECT_EQ(cpp.name, "arm_1");
    EXPECT_TRUE(compiled.passes(cpp, "c++ -std=c++20 -O0 -Wextra -pedantic",
                                {"arm_1.cpp", "arm_1_test.cpp"}));
    options.language = GeneratedLanguage::c;
    EXPECT_TRUE(compiled.passes(generate(model, options), "cc -std=c99 -O0 -Wextra -pedantic",
                                {"arm_1.c", "arm_1_test.c"}));
    options.language = GeneratedLanguage::cuda;
    compiled.write(generate(model, options));
    EXPECT_TRUE(compiled.runs(emulated_compiler + " -Wall -Wextra -Werror -fsyntax-only arm_1.cu"));
  }
}

/// A light arm on a floating base: the condition of the mass matrix takes rounding far.
TEST(Generated, PassesItsOwnTestWhereTheMassMatrixIsBadlyConditioned) {
  CompiledCode compiled;
  for (const bool single : {false, true}) {
    using enum GeneratedCall;
    GeneratedCode code = generate(shipped("seven_axis", {.floating_base = true}),
                                  {.calls = {single ? forward_dynamics : forward_derivatives},
                                   .language = GeneratedLanguage::c,
                                   .single = single,
                                   .name = "arm"});
    EXPECT_TRUE(compiled.passes(code, "cc -std=c99 -O0", {"arm.c", "arm_test.c"})) << single;
    // Yet not whatever it says.
    std::string& text = code.files[0].text;
    text.replace(text.find(" * ", text.find("arm_forward_")), 3, " + ");
    EXPECT_FALSE(compiled.passes(code, "cc -std=c99 -O0", {"arm.c", "arm_test.c"})) << single;
  }
}

TEST(Generated, FloatsLookForPivotsLostInTheirOwnRounding) {
  const OpenParameters open(shipped("two_link"));
  const auto floor_of = [&](double rounding) {
    const ExprProgram program = record(open, GeneratedCall::forward_dynamics, {}, rounding);
    return program.graph.evaluate(
        {0.1, 0.2, 0.3, 0.4, 0.5,
         0.6})[static_cast<std::size_t>(program.pivots.back().floor.node())];
  };
  EXPECT_NEAR(floor_of(1e-7) / floor_of(1e-16), 1e9, 1.0);
}

}  // namespace alembert::test::generate_test
