#include "alembert/generate.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "alembert/error.hpp"
#include "code_names.hpp"
#include "generate/files.hpp"

namespace alembert {

namespace {

/// More operations in a row than compilers get through in minutes: CUDA's sooner than others.
constexpr long longest_program = 200000, longest_kernel = 45000;
/// Kernels of so many are compiled sooner than longer ones, though more is computed twice.
constexpr long handy_kernel = 12000;
/// Of all kernels of a call: two minutes.
constexpr long longest_call = 150000;

void require_possible(const GenerateOptions& options) {
  if (options.calls.empty()) {
    throw Error(Error::Code::value, "no call to generate",
                "name at least one, such as inverse_dynamics");
  }
  if (!options.fast_sines) return;
  if (options.language == GeneratedLanguage::cuda && options.single) return;
  throw Error(Error::Code::unsupported, "fast sines are CUDA's, and of floats",
              "ask for them with the language cuda and float, or leave them out");
}

std::vector<GeneratedCall> once_each(const std::vector<GeneratedCall>& calls) {
  std::vector<GeneratedCall> once;
  for (const GeneratedCall call : calls) {
    if (std::find(once.begin(), once.end(), call) == once.end()) once.push_back(call);
  }
  return once;
}

/// What the device runs of a program; of others the program itself. Throws Error where that is too
/// long to compile.
std::vector<ExprProgram> compilable(const ExprProgram& program, bool device) {
  std::vector<ExprProgram> parts =
      device ? pieces(program, handy_kernel) : std::vector<ExprProgram>{program};
  long all = 0, longest = 0;
  for (const ExprProgram& part : parts) {
    all += operations(part);
    longest = std::max(longest, operations(part));
  }
  if (device ? longest <= longest_kernel && all <= longest_call : all <= longest_program) {
    return parts;
  }
  throw Error(Error::Code::unsupported,
              std::string(to_string(program.call)) + " of this robot takes " +
                  std::to_string(operations(program)) +
                  " operations in a row, which compilers do not get through",
              "use the library's own call, or lock joints that do not matter (--lock)");
}

/// Two states, within a turn either way; the same ones for every robot of that size.
RegressionValues::Call regression(const Model& model, const OpenParameters& open,
                                  const ExprProgram& program, const std::vector<FrameId>& frames) {
  RegressionValues::Call values{program.call, {}, {}};
  const Model sample = open.sample_model(model);
  std::mt19937 random(16);
  const auto number = [&] { return 4.0 * (static_cast<double>(random()) / 4294967296.0) - 2.0; };
  for (int state = 0; state < 2; ++state) {
    std::vector<std::vector<double>> inputs;
    for (const ProgramArray& array : program.inputs) {
      if (array.shared) continue;
      std::vector<double>& x = inputs.emplace_back();
      // As floats they are the same numbers.
      for (int k = 0; k < array.size(); ++k) x.push_back(static_cast<float>(number()));
    }
    values.outputs.push_back(library_values(sample, program.call, frames, inputs));
    for (const ProgramArray& array : program.inputs) {
      if (array.shared) inputs.push_back(open.sample_values(array.name));
    }
    if (!program.pivots.empty()) {
      values.condition = std::max(values.condition, mass_matrix_condition(sample, inputs[0]));
      // More than what 1e-13 in the matrix's entries comes to would not be rounding.
      const double difference = largest_difference(program, inputs, values.outputs.back());
      values.difference =
          std::max(values.difference, std::min(difference, 1e-13 * values.condition));
    }
    values.inputs.push_back(std::move(inputs));
  }
  return values;
}

/// The last one recorded.
GeneratedFunction function_of(const CodePlan& plan) {
  const ExprProgram& program = plan.programs.back();
  GeneratedFunction function;
  function.call = program.call;
  function.name = plan.qualified(program.call);
  for (const ExprProgram& part : plan.kernels.back()) {
    const ExprCount count = part.count();
    function.multiplications += count.multiplications;
    function.additions += count.additions;
    function.divisions += count.divisions;
    function.sines += count.sines;
  }
  for (const ProgramArray& in : program.inputs) {
    function.inputs.push_back(in.size());
    function.shared += in.shared;
  }
  for (const ProgramArray& out : program.outputs) function.outputs.push_back(out.size());
  for (std::size_t k = 0; plan.device() && k < plan.kernels.back().size(); ++k) {
    function.kernels.push_back(plan.kernel_name(plan.programs.size() - 1, k));
  }
  return function;
}

}  // namespace

const std::vector<GeneratedCall>& generated_calls() {
  using enum GeneratedCall;
  static const std::vector<GeneratedCall> all = {
      inverse_dynamics,    derivatives,      mass_matrix, forward_dynamics,
      forward_derivatives, weighted_hessian, pose};
  return all;
}

const char* to_string(GeneratedCall call) {
  static constexpr const char* names[] = {
      "inverse_dynamics",    "derivatives",      "mass_matrix", "forward_dynamics",
      "forward_derivatives", "weighted_hessian", "pose"};
  static_assert(std::size(names) == static_cast<std::size_t>(GeneratedCall::pose) + 1);
  return names[static_cast<int>(call)];
}

GeneratedCode generate(const Model& model, const GenerateOptions& options) {
  require_possible(options);
  const OpenParameters open(model, options);
  CodePlan plan{code_name(options.name, model.name()),
                model.name(),
                model.coordinate_names(),
                options,
                {},
                {},
                open.arrays()};
  std::vector<FrameId> frames = options.frames;
  if (frames.empty()) frames.push_back(model.links().back().frame);
  RegressionValues values;
  GeneratedCode code{plan.name, {}, {}, open.arrays()};
  const double rounding = options.single ? std::numeric_limits<float>::epsilon()
                                         : std::numeric_limits<double>::epsilon();
  for (const GeneratedCall call : once_each(options.calls)) {
    ExprProgram& program = plan.programs.emplace_back(record(open, call, frames, rounding));
    plan.kernels.push_back(compilable(program, plan.device()));
    values.calls.push_back(regression(model, open, program, frames));
    code.functions.push_back(function_of(plan));
  }
  code.files.push_back(source_file(plan));
  if (!plan.device()) code.files.push_back(header_file(plan));
  code.files.push_back(test_file(plan, values));
  if (plan.cpp()) code.files.push_back(wrapper_file(plan));
  return code;
}

}  // namespace alembert
