// Generated code against the library it records: values, counts, and compilers that take it.
#include "alembert/generate.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "generate/program.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {
namespace {

Model shipped(const std::string& name, const CompileOptions& options = {}) {
  return compile(load_robot(ALEMBERT_SOURCE_DIR "/models/" + name + ".yaml"), options);
}

/// The largest difference between a recorded program and the library, over the largest entry.
double difference(const Model& model, GeneratedCall call, Random& random) {
  const std::vector<FrameId> frames = {model.links().back().frame};
  const ExprProgram program = record(model, call, frames);
  std::vector<std::vector<double>> inputs;
  std::vector<double> flat;
  for (const ProgramArray& array : program.inputs) {
    const Eigen::VectorXd x = random.values(array.size());
    inputs.emplace_back(x.data(), x.data() + x.size());
    flat.insert(flat.end(), x.data(), x.data() + x.size());
  }
  const std::vector<double> nodes = program.graph.evaluate(flat);
  const auto expected = library_values(model, call, frames, inputs);
  double worst = 0.0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    double largest = 1.0, error = 0.0;
    for (std::size_t e = 0; e < expected[k].size(); ++e) {
      const Expr& x = program.outputs[k].entries[e];
      double value = x.value();
      if (!x.constant()) value = nodes[static_cast<std::size_t>(x.node())];
      if (!x.constant() && x.negative()) value = -value;
      largest = std::max(largest, std::abs(expected[k][e]));
      error = std::max(error, std::abs(value - expected[k][e]));
    }
    worst = std::max(worst, error / largest);
  }
  return worst;
}

/// Forward dynamics and its derivatives divide by what may be small: there the condition of the
/// mass matrix is in the error of either side.
bool solves(GeneratedCall call) {
  return call == GeneratedCall::forward_dynamics || call == GeneratedCall::forward_derivatives;
}

TEST(Generated, EqualsTheKernelOnEveryShippedRobot) {
  Random random(16);
  for (const char* name : {"two_link", "puma560", "seven_axis", "stanford", "scara", "torso",
                           "two_arms", "angeles_6r"}) {
    const Model model = shipped(name);
    for (const GeneratedCall call : generated_calls()) {
      const double tolerance = solves(call) ? 1e-11 : 1e-13;
      EXPECT_LT(difference(model, call, random), tolerance) << name << ", " << to_string(call);
    }
  }
}

TEST(Generated, EqualsTheKernelOnFloatingBasesAndRandomTrees) {
  const Model floating = shipped("puma560", {.floating_base = true});
  Random random(17);
  for (const GeneratedCall call : generated_calls()) {
    EXPECT_LT(difference(floating, call, random), solves(call) ? 1e-10 : 1e-13) << to_string(call);
  }
  for (int k = 0; k < 12; ++k) {
    const Model model = compile(random_robot(random, {.joints = 3 + k}));
    if (model.dofs() == 0) continue;
    for (const GeneratedCall call : generated_calls()) {
      if (solves(call)) continue;  // random trees may have masses of no use
      EXPECT_LT(difference(model, call, random), 1e-13) << k << ", " << to_string(call);
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

/// Writes the files, compiles source and test with this command and runs the test.
class CompiledCode {
 public:
  CompiledCode() {
    std::string pattern = (std::filesystem::temp_directory_path() / "generated-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~CompiledCode() { std::filesystem::remove_all(folder_); }
  CompiledCode(const CompiledCode&) = delete;
  CompiledCode& operator=(const CompiledCode&) = delete;

  bool passes(const GeneratedCode& code, const std::string& compiler,
              const std::vector<std::string>& sources) {
    for (const GeneratedFile& file : code.files) std::ofstream(folder_ / file.name) << file.text;
    std::string command = "cd '" + folder_.string() + "' && " + compiler + " -Wall -Werror -o test";
    for (const std::string& source : sources) command += " " + source;
    return std::system((command + " -lm && ./test > log").c_str()) == 0;
  }

 private:
  std::filesystem::path folder_;
};

TEST(Generated, CompilesAndPassesItsOwnTest) {
  const Model model = shipped("stanford");
  CompiledCode compiled;
  for (const bool single : {false, true}) {
    const std::vector<GeneratedCall> calls = generated_calls();
    const GeneratedCode cpp = generate(model, {.calls = calls, .single = single, .name = "arm"});
    EXPECT_TRUE(compiled.passes(cpp, "c++ -std=c++17 -O0", {"arm.cpp", "arm_test.cpp"}));
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
    GeneratedCode code = generate(model, {.calls = generated_calls(),
                                          .language = GeneratedLanguage::cuda,
                                          .single = single,
                                          .fast_sines = single,
                                          .name = "arm"});
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
