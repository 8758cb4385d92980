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

namespace alembert::test {
namespace {

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
    const std::string compiler = "c++ -std=c++17 -O0 -x c++ -include '" ALEMBERT_SOURCE_DIR
                                 "/tests/generate/emulated_cuda.hpp'";
    EXPECT_TRUE(compiled.passes(code, compiler, {"arm_test.cu"}));
  }
}

TEST(Generated, RefusesWhatItCannotDo) {
  const Model model = shipped("two_link");
  EXPECT_THROW(generate(model, {.calls = {}}), Error);
  EXPECT_THROW(generate(model, {.fast_sines = true}), Error);
  EXPECT_THROW(generate(model, {.name = "two link"}), Error);
  EXPECT_THROW(generate(model, {.name = "2link"}), Error);
}

}  // namespace
}  // namespace alembert::test
