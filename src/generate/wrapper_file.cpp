// The library's classes over generated functions, so that a program changes a namespace and no
// call.
#include "generate/files.hpp"

namespace alembert {

namespace {

const char* class_of(GeneratedCall call) {
  switch (call) {
    case GeneratedCall::inverse_dynamics:
      return "InverseDynamics";
    case GeneratedCall::derivatives:
      return "InverseDynamicsDerivatives";
    case GeneratedCall::mass_matrix:
      return "MassMatrix";
    case GeneratedCall::forward_dynamics:
      return "ForwardDynamics";
    case GeneratedCall::forward_derivatives:
      return "ForwardDynamicsDerivatives";
    case GeneratedCall::weighted_hessian:
      return "WeightedHessian";
    case GeneratedCall::pose:
      break;
  }
  return "Poses";
}

std::string class_text(const ExprProgram& program, const std::string& real) {
  const std::string name = class_of(program.call);
  const std::string returned = program.pivots.empty() ? "void" : "[[nodiscard]] bool";
  std::string parameters, arguments, locals, copies;
  for (const ProgramArray& in : program.inputs) {
    parameters += (parameters.empty() ? "" : ", ") + ("alembert::VecIn<" + real + "> ") + in.name;
    arguments += (arguments.empty() ? "" : ", ") + in.name + ".data()";
  }
  for (const ProgramArray& out : program.outputs) {
    const bool matrix = out.columns > 1;
    parameters += (matrix ? ", alembert::MatOut<" : ", alembert::VecOut<") + real + "> " + out.name;
    arguments += ", " + (matrix ? "detail::Target(" + out.name + ", " + out.name + "_).data()"
                                : out.name + ".data()");
    if (!matrix) continue;
    const std::string shape = std::to_string(out.rows) + ", " + std::to_string(out.columns);
    locals += "  Eigen::Matrix<" + real + ", " + shape + "> " + out.name + "_;\n";
    copies += "    if (" + out.name + ".outerStride() != " + std::to_string(out.rows) + ") " +
              out.name + " = " + out.name + "_;\n";
  }
  const std::string call = std::string(to_string(program.call)) + "(" + arguments + ")";
  std::string body = program.pivots.empty()
                         ? "    " + call + ";\n" + copies
                         : "    if (!" + call + ") return false;\n" + copies + "    return true;\n";
  return "class " + name + " {\n public:\n  explicit " + name +
         "(const alembert::Model& model) { detail::require(model); }\n\n  " + returned +
         " operator()(" + parameters + ") {\n" + body + "  }\n" +
         (locals.empty() ? "" : "\n private:\n" + locals) + "};\n\n";
}

}  // namespace

GeneratedFile wrapper_file(const CodePlan& plan) {
  const std::string n = std::to_string(plan.dofs);
  std::string text =
      "// The library's classes over the generated functions of " + plan.robot + ":\n// put " +
      plan.name +
      "::InverseDynamics in place of alembert::InverseDynamics, and so on.\n"
      "#pragma once\n\n#include <alembert/error.hpp>\n#include <alembert/model.hpp>\n"
      "#include <alembert/scalar.hpp>\n\n#include \"" +
      plan.header_name() + "\"\n\nnamespace " + plan.name +
      " {\n\nnamespace detail {\n\n"
      "inline void require(const alembert::Model& model) {\n"
      "  if (model.dofs() == coordinates) return;\n"
      "  throw alembert::Error(alembert::Error::Code::robot,\n"
      "                        \"this code was generated for " +
      plan.robot + ", of " + n +
      " coordinates\",\n"
      "                        \"generate it again for \" + model.name());\n}\n\n"
      "/// The matrix itself where its columns follow each other, else one of our own to copy "
      "from.\n"
      "template <typename Out, typename Own>\nclass Target {\n public:\n"
      "  Target(Out& out, Own& own)\n"
      "      : data_(out.outerStride() == out.rows() ? out.data() : own.data()) {}\n"
      "  auto* data() const { return data_; }\n\n private:\n  typename Own::Scalar* data_;\n};\n\n"
      "}  // namespace detail\n\n";
  for (const ExprProgram& program : plan.programs) text += class_text(program, plan.real());
  return {plan.name + "_alembert.hpp", text + "}  // namespace " + plan.name + "\n"};
}

}  // namespace alembert
