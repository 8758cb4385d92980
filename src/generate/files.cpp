#include "generate/files.hpp"

#include <algorithm>
#include <cmath>

#include "code_names.hpp"
#include "generate/statements.hpp"

namespace alembert {

namespace {

std::string count_text(const ExprProgram& program) {
  const ExprCount count = program.count();
  return counted(count.multiplications, "multiplication") + ", " +
         counted(count.additions, "addition") + ", " + counted(count.divisions, "division") + ", " +
         std::to_string(count.sines) + " sines and cosines";
}

std::string parameters(const CodePlan& plan, const ExprProgram& program, const std::string& hint) {
  std::string text;
  const auto add = [&](const std::string& type, const ProgramArray& array) {
    text += (text.empty() ? "" : ", ") + type + "* " + hint + array.name;
  };
  for (const ProgramArray& array : program.inputs) add("const " + plan.real(), array);
  for (const ProgramArray& array : program.outputs) add(plan.real(), array);
  return plan.device() ? "unsigned long long states, " + text : text;
}

/// The line before the body. Where it is defined, `hint` says that nothing overlaps.
std::string signature(const CodePlan& plan, const ExprProgram& program, const std::string& hint) {
  const std::string returned = program.pivots.empty() ? "void " : "int ";
  const std::string name = plan.cpp() ? to_string(program.call) : plan.qualified(program.call);
  return returned + name + "(" + parameters(plan, program, hint) + ")" +
         (plan.cpp() ? " noexcept" : "");
}

/// The model's values of what is left open, one a line; in CUDA, which has no header, a comment.
std::string parameter_text(const CodePlan& plan) {
  std::string text;
  for (const GeneratedParameters& array : plan.parameters) {
    const std::string size = std::to_string(array.entries.size());
    const std::string name = array.name + "_values[" + size + "]";
    text += plan.device() ? "/* " + array.name + "[" + size + "], as in the model:\n"
            : plan.cpp()  ? "inline constexpr " + plan.real() + " " + name + " = {\n"
                          : "static const " + plan.real() + " " + plan.name + "_" + name + " = {\n";
    for (const RegressorColumn& entry : array.entries) {
      const std::string value =
          (entry.value < 0.0 ? "-" : "") + number_text(std::abs(entry.value), plan.options.single);
      const std::string what = within_comment(entry.name + ", " + entry.unit);
      text += plan.device() ? "   " + value + "  " + what + "\n"
                            : "    " + value + ", /* " + what + " */\n";
    }
    text += plan.device() ? "*/\n\n" : "};\n\n";
  }
  return text;
}

std::string quoted(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "\"" : ", \"") + within_string(name) + '"';
  }
  return text;
}

std::string commented(const std::string& text) { return "/* " + within_comment(text) + " */\n"; }

/// Does a result depend on it?
bool is_used(const ProgramArray& array, const std::vector<bool>& needed) {
  return std::any_of(array.entries.begin(), array.entries.end(),
                     [&](const Expr& x) { return needed[x.node()]; });
}

/// Each argument with its size and meaning, and the inputs that no result depends on.
std::string argument_notes(const ExprProgram& program, bool device) {
  std::string text;
  const std::vector<bool> needed = program.needed();
  for (const bool in : {true, false}) {
    for (const ProgramArray& array : in ? program.inputs : program.outputs) {
      text += "   " + array.name + "[" + std::to_string(array.size()) + "]  " +
              within_comment(array.note);
      if (array.shared && device) text += ", the same for all states";
      if (array.columns > 1) text += ", column by column";
      text += in && !is_used(array, needed) ? " (not used)\n" : "\n";
    }
  }
  return text;
}

std::string function_notes(const ExprProgram& program) {
  std::string text = "/* " + std::string(to_string(program.call)) + ": " + count_text(program) +
                     ".\n" + argument_notes(program, false);
  if (!program.pivots.empty()) {
    text +=
        "   Returns 0, with the results untouched, where the mass matrix is not positive\n"
        "   definite; else 1.\n";
  }
  return text + "   Results must not overlap inputs. */\n";
}

/// "5 to 11", counted from 0.
std::string columns_text(const ExprProgram& program) {
  const ProgramArray& last = program.outputs.back();  // the matrices of a call have as many columns
  int first = last.columns, end = 0;
  for (int e = 0; e < last.size(); ++e) {
    if (!last.writes(e)) continue;
    first = std::min(first, e / last.rows);
    end = e / last.rows;
  }
  return std::to_string(first) + " to " + std::to_string(end);
}

std::string kernel_notes(const ExprProgram& program, std::size_t kernels) {
  std::string text = "/* " + std::string(to_string(program.call));
  if (kernels > 1)
    text += ", columns of results " + columns_text(program) + " (launch all " +
            std::to_string(kernels) + " kernels)";
  text += ": " + count_text(program) +
          ".\n   One thread a state; entry k of state s is at k * states + s.\n" +
          argument_notes(program, true);
  if (!program.pivots.empty()) text += "   NaN where the mass matrix is not positive definite.\n";
  return text + "*/\n";
}

bool has(const CodePlan& plan, ExprOp op) {
  return std::any_of(plan.programs.begin(), plan.programs.end(), [&](const ExprProgram& program) {
    const std::vector<bool> needed = program.needed();
    for (std::size_t i = 0; i < needed.size(); ++i) {
      if (needed[i] && program.graph.nodes()[i].op == op) return true;
    }
    return false;
  });
}

Spelling spelling_of(const CodePlan& plan) {
  return {plan.real(), plan.options.single, plan.device(), plan.name + "_"};
}

std::string title(const CodePlan& plan, const std::string& what) {
  return commented(what + " of " + plan.robot + " (" +
                   counted(static_cast<long>(plan.coordinates.size()), "coordinate") +
                   "), generated by alembert. Lengths in m, angles in rad, torques in N m.");
}

std::string body(const CodePlan& plan, const ExprProgram& program) {
  std::string text = "{\n";
  const Spelling spelling = spelling_of(plan);
  const std::vector<bool> needed = program.needed();
  if (plan.device()) {
    text +=
        "  const unsigned long long state = blockIdx.x * (unsigned long long)blockDim.x + "
        "threadIdx.x;\n  if (state >= states) return;\n  ";
    for (const auto* arrays : {&program.inputs, &program.outputs}) {
      for (const ProgramArray& array : *arrays) {
        if (!array.shared) text += array.name + " += state, ";
      }
    }
    text.replace(text.size() - 2, 2, ";\n");
  }
  for (const ProgramArray& array : program.inputs) {
    // On a device the state's have been moved to it, which is a use.
    if (is_used(array, needed) || (plan.device() && !array.shared)) continue;
    text += "  (void)" + array.name + ";\n";
  }
  return text + body_text(program, spelling) + "}\n";
}

std::string function_text(const CodePlan& plan, const ExprProgram& program) {
  return commented(count_text(program)) + signature(plan, program, "__restrict ") + "\n" +
         body(plan, program) + "\n";
}

std::string kernels_text(const CodePlan& plan, std::size_t program) {
  std::string text;
  const std::vector<ExprProgram>& kernels = plan.kernels[program];
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    text += kernel_notes(kernels[k], kernels.size()) + "extern \"C\" __global__ void " +
            plan.kernel_name(program, k) + "(" + parameters(plan, kernels[k], "__restrict ") +
            ")\n" + body(plan, kernels[k]) + "\n";
  }
  return text;
}

}  // namespace

std::string CodePlan::kernel_name(std::size_t program, std::size_t k) const {
  const std::string whole = qualified(programs[program].call);
  return kernels[program].size() > 1 ? whole + "_" + std::to_string(k + 1) : whole;
}

std::string CodePlan::qualified(GeneratedCall call) const {
  return name + (cpp() ? "::" : "_") + to_string(call);
}

std::string CodePlan::header_name() const { return name + (cpp() ? ".hpp" : ".h"); }

GeneratedFile source_file(const CodePlan& plan) {
  const Spelling spelling = spelling_of(plan);
  std::string text = title(plan, "Equations of motion");
  if (!plan.device()) {
    text += "#include \"" + plan.header_name() + "\"\n\n" +
            "#include <math.h>\n#include <string.h>\n\n";
  } else {
    text += "\n" + parameter_text(plan);
  }
  if (has(plan, ExprOp::sine) || has(plan, ExprOp::cosine)) {
    text += sines_text(spelling, plan.options.fast_sines);
  }
  if (has(plan, ExprOp::sign)) text += sign_text(spelling);
  if (plan.device() && std::any_of(plan.programs.begin(), plan.programs.end(),
                                   [](const ExprProgram& p) { return !p.pivots.empty(); })) {
    text += nothing_text(spelling);
  }
  if (plan.cpp()) text += "namespace " + plan.name + " {\n\n";
  for (std::size_t i = 0; i < plan.programs.size(); ++i) {
    text += plan.device() ? kernels_text(plan, i) : function_text(plan, plan.programs[i]);
  }
  if (plan.cpp()) text += "}  // namespace " + plan.name + "\n";
  const char* ending = plan.cpp() ? ".cpp" : plan.device() ? ".cu" : ".c";
  return {plan.name + ending, text};
}

GeneratedFile header_file(const CodePlan& plan) {
  std::string text = title(plan, "Equations of motion") + "#pragma once\n\n";
  if (plan.cpp()) {
    text += "namespace " + plan.name +
            " {\n\ninline constexpr int coordinates = " + std::to_string(plan.coordinates.size()) +
            ";\n/* In the order of all arguments. */\n"
            "inline constexpr const char* coordinate_names[] = {" +
            quoted(plan.coordinates) + "};\n\n";
  } else {
    text += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\nenum { " + plan.name +
            "_coordinates = " + std::to_string(plan.coordinates.size()) + " };\n\n";
  }
  text += parameter_text(plan);
  for (const ExprProgram& program : plan.programs) {
    text += function_notes(program) + signature(plan, program, "") + ";\n\n";
  }
  text += plan.cpp() ? "}  // namespace " + plan.name + "\n" : "#ifdef __cplusplus\n}\n#endif\n";
  return {plan.header_name(), text};
}

}  // namespace alembert
