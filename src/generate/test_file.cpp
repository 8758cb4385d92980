// The program that comes with generated code: the library's values, and how far ours are off.
#include <algorithm>
#include <charconv>

#include "code_names.hpp"
#include "generate/files.hpp"
#include "generate/statements.hpp"

namespace alembert {

namespace {

std::string list_of(const std::vector<double>& x) {
  std::string text = "{", line;
  for (const double number : x) {
    std::string entry = (number < 0.0 ? "-" : "") + number_text(std::abs(number), false) + ", ";
    if (line.size() + entry.size() > 90) {
      text += line + "\n     ";
      line.clear();
    }
    line += entry;
  }
  text += line;
  if (!x.empty()) text.erase(text.find_last_of(','));
  return text + "}";
}

/// All states of one argument, one after the other.
std::string array_text(const std::string& name,
                       const std::vector<std::vector<std::vector<double>>>& states,
                       std::size_t argument) {
  std::string text = "static const double " + name + "[" + std::to_string(states.size()) + "][" +
                     std::to_string(states[0][argument].size()) + "] = {\n";
  for (const auto& state : states) text += "    " + list_of(state[argument]) + ",\n";
  return text + "};\n";
}

/// What both the plain test and the device's begin with.
std::string comparison_text(const CodePlan& plan) {
  return "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n"
         "typedef " +
         plan.real() +
         " real;\nstatic int failures = 0;\n\n"
         "/* Against the largest entry: the library rounds in another order. */\n"
         "static void compare(const char* what, int state, const real* x, const double* y, int "
         "n,\n                    double tolerance)\n{\n"
         "  double largest = 1.0, error = 0.0;\n"
         "  for (int k = 0; k < n; ++k) {\n"
         "    const double e = fabs((double)x[k] - y[k]);\n"
         "    if (fabs(y[k]) > largest) largest = fabs(y[k]);\n"
         "    if (!(e <= error)) error = e;\n"
         "  }\n"
         "  if (error <= tolerance * largest) return;\n"
         "  printf(\"%s, state %d: off by %g of %g\\n\", what, state, error, largest);\n"
         "  ++failures;\n}\n\n";
}

/// What comparisons end with.
std::string tolerance_text(const CodePlan& plan, const RegressionValues::Call& of) {
  // Compilers may round elsewhere than the recording: ten times what that was off by. A float is
  // off by what the condition of a mass matrix makes of rounding.
  const double tolerance = !plan.options.single ? std::max(1e-12, 10.0 * of.difference)
                                                : std::max(plan.options.fast_sines ? 1e-3 : 1e-4,
                                                           0x1p-22 * of.condition);
  char digits[16];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, tolerance, std::chars_format::scientific, 1);
  return ", " + std::string(digits, end.ptr) + ");\n";
}

std::string host_call(const CodePlan& plan, const ExprProgram& program,
                      const RegressionValues::Call& of) {
  const std::string call = to_string(program.call), states = std::to_string(of.inputs.size());
  std::string text =
      "static void test_" + call + "(void)\n{\n  for (int s = 0; s < " + states + "; ++s) {\n";
  std::string arguments, checks;
  for (const ProgramArray& in : program.inputs) {
    const std::string size = std::to_string(in.size());
    text += "    real " + in.name + "[" + size + "];\n    take(" + call + "_" + in.name + "[s], " +
            in.name + ", " + size + ");\n";
    arguments += (arguments.empty() ? "" : ", ") + in.name;
  }
  for (const ProgramArray& out : program.outputs) {
    const std::string size = std::to_string(out.size());
    text += "    real " + out.name + "[" + size + "];\n";
    arguments += ", " + out.name;
    checks += "    compare(\"" + call + " " + out.name + "\", s, " + out.name + ", " + call + "_" +
              out.name + "[s], " + size + tolerance_text(plan, of);
  }
  if (program.pivots.empty()) {
    text += "    " + plan.qualified(program.call) + "(" + arguments + ");\n";
  } else {
    text += "    if (!" + plan.qualified(program.call) + "(" + arguments + ")) ++failures;\n";
  }
  return text + checks + "  }\n}\n\n";
}

/// Copies states to the device entry by entry, runs, and copies back.
std::string device_call(const CodePlan& plan, std::size_t index, const RegressionValues::Call& of) {
  const ExprProgram& program = plan.programs[index];
  const std::string call = to_string(program.call), count = std::to_string(of.inputs.size());
  std::string text = "static void test_" + call + "(void)\n{\n", arguments, checks;
  for (const ProgramArray& in : program.inputs) {
    const std::string size = std::to_string(in.size());
    text += "  real* " + in.name + " = to_device(&" + call + "_" + in.name + "[0][0], " + size +
            ", " + (in.shared ? "1" : count) + ");\n";
    arguments += ", " + in.name;
  }
  for (const ProgramArray& out : program.outputs) {
    const std::string size = std::to_string(out.size());
    text += "  real* " + out.name + " = to_device(0, " + size + ", " + count + ");\n";
    arguments += ", " + out.name;
    checks += "  compare_device(\"" + call + " " + out.name + "\", " + out.name + ", &" + call +
              "_" + out.name + "[0][0], " + size + ", " + count + tolerance_text(plan, of);
  }
  for (std::size_t k = 0; k < plan.kernels[index].size(); ++k) {
    text += "  " + plan.kernel_name(index, k) + "<<<1, 32>>>(" + count + arguments + ");\n";
  }
  return text + "  must(cudaDeviceSynchronize());\n" + checks + "}\n\n";
}

constexpr const char* host_helpers = R"(static void take(const double* x, real* y, int n)
{
  for (int k = 0; k < n; ++k) y[k] = (real)x[k];
}

)";
constexpr const char* device_helpers = R"(static void must(cudaError_t status)
{
  if (status == cudaSuccess) return;
  printf("%s\n", cudaGetErrorString(status));
  exit(1);
}

static real* to_device(const double* x, int n, int states)
{
  real* host = (real*)malloc(sizeof(real) * n * states);
  real* device = 0;
  for (int s = 0; s < states; ++s) {
    for (int k = 0; k < n; ++k) host[k * states + s] = x ? (real)x[s * n + k] : (real)0;
  }
  must(cudaMalloc((void**)&device, sizeof(real) * n * states));
  must(cudaMemcpy(device, host, sizeof(real) * n * states, cudaMemcpyHostToDevice));
  free(host);
  return device;
}

static void compare_device(const char* what, const real* device, const double* y, int n, int states,
                           double tolerance)
{
  real* host = (real*)malloc(sizeof(real) * n * states);
  real* one = (real*)malloc(sizeof(real) * n);
  must(cudaMemcpy(host, device, sizeof(real) * n * states, cudaMemcpyDeviceToHost));
  for (int s = 0; s < states; ++s) {
    for (int k = 0; k < n; ++k) one[k] = host[k * states + s];
    compare(what, s, one, y + s * n, n, tolerance);
  }
  free(host);
  free(one);
}

)";

}  // namespace

GeneratedFile test_file(const CodePlan& plan, const RegressionValues& values) {
  std::string text = "/* Compares the generated code of " + within_comment(plan.robot) +
                     " with values of the library it was made by. */\n";
  text += "#include \"" + (plan.device() ? plan.name + ".cu" : plan.header_name()) + "\"\n\n" +
          comparison_text(plan);
  text += plan.device() ? device_helpers : host_helpers;
  std::string calls;
  for (std::size_t i = 0; i < plan.programs.size(); ++i) {
    const ExprProgram& program = plan.programs[i];
    const RegressionValues::Call& of = values.calls[i];
    const std::string call = to_string(program.call);
    for (std::size_t k = 0; k < program.inputs.size(); ++k) {
      text += array_text(call + "_" + program.inputs[k].name, of.inputs, k);
    }
    for (std::size_t k = 0; k < program.outputs.size(); ++k) {
      text += array_text(call + "_" + program.outputs[k].name, of.outputs, k);
    }
    text += "\n" + (plan.device() ? device_call(plan, i, of) : host_call(plan, program, of));
    calls += "  test_" + call + "();\n";
  }
  text += "int main(void)\n{\n" + calls +
          "  if (failures == 0) printf(\"all values as in the library\\n\");\n"
          "  return failures == 0 ? 0 : 1;\n}\n";
  const char* ending = plan.cpp() ? "_test.cpp" : plan.device() ? "_test.cu" : "_test.c";
  return {plan.name + ending, text};
}

}  // namespace alembert
