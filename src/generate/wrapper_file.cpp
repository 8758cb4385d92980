// The library's classes over generated functions, so that a program changes a namespace and no
// call.
#include "code_names.hpp"
#include "generate/files.hpp"

namespace alembert {

namespace {

const char* class_of(GeneratedCall call) {
  static constexpr const char* names[] = {"InverseDynamics",
                                          "InverseDynamicsDerivatives",
                                          "MassMatrix",
                                          "ForwardDynamics",
                                          "ForwardDynamicsDerivatives",
                                          "WeightedHessian",
                                          "Poses"};
  static_assert(std::size(names) == static_cast<std::size_t>(GeneratedCall::pose) + 1);
  return names[static_cast<int>(call)];
}

/// Does the library have this class for this scalar, and without parameters that it would not know
/// of? Then ours is one of it.
bool is_library_class(const ExprProgram& program, const std::string& real) {
  if (program.call == GeneratedCall::pose) return false;
  for (const ProgramArray& in : program.inputs) {
    if (in.shared) return false;
  }
  return real == "double" || program.call == GeneratedCall::inverse_dynamics;
}

std::string library_class(GeneratedCall call, const std::string& real) {
  const bool any_scalar = call == GeneratedCall::inverse_dynamics ||
                          call == GeneratedCall::derivatives ||
                          call == GeneratedCall::weighted_hessian;
  return "alembert::" + std::string(class_of(call)) + (any_scalar ? "<" + real + ">" : "");
}

/// The arguments of a class's call, as parameters, as names and as what the function takes.
struct Arguments {
  std::string parameters, names, passed;
  std::string matrices;  // our own, for results whose columns do not follow each other
  std::string copies;    // from those
  std::string open;      // members for what is left open

  Arguments(const ExprProgram& program, const std::string& real) {
    for (const ProgramArray& in : program.inputs) {
      const std::string comma = passed.empty() ? "" : ", ";
      passed += comma + in.name + ".data()";
      if (in.shared) {
        open += "  std::array<" + real + ", " + std::to_string(in.size()) + "> " + in.name +
                " = std::to_array(" + in.name + "_values);  ///< as in the model; to be changed\n";
        continue;
      }
      parameters += comma + "alembert::VecIn<" + real + "> " + in.name;
      names += comma + in.name;
    }
    for (const ProgramArray& out : program.outputs) add_result(out, real);
  }
  void add_result(const ProgramArray& out, const std::string& real) {
    parameters +=
        (out.matrix ? ", alembert::MatOut<" : ", alembert::VecOut<") + real + "> " + out.name;
    names += ", " + out.name;
    passed += ", " + (out.matrix ? "detail::Target(" + out.name + ", " + out.name + "_).data()"
                                 : out.name + ".data()");
    if (!out.matrix) return;
    const std::string shape = std::to_string(out.rows) + ", " + std::to_string(out.columns);
    matrices += "  Eigen::Matrix<" + real + ", " + shape + "> " + out.name + "_;\n";
    copies += "    if (" + out.name + ".outerStride() != " + std::to_string(out.rows) + ") " +
              out.name + " = " + out.name + "_;\n";
  }
};

std::string class_text(const ExprProgram& program, const std::string& real) {
  const std::string name = class_of(program.call);
  const std::string returned = program.pivots.empty() ? "void" : "[[nodiscard]] bool";
  const Arguments arguments(program, real);
  const bool inherits = is_library_class(program, real);
  const bool carried = inherits && (program.call == GeneratedCall::inverse_dynamics ||
                                    program.call == GeneratedCall::forward_dynamics);
  const std::string call = std::string(to_string(program.call)) + "(" + arguments.passed + ")";
  std::string body;
  if (carried)
    body += "    if (base_moves_) return Library::operator()(" + arguments.names + ");\n";
  body += program.pivots.empty()
              ? "    " + call + ";\n" + arguments.copies
              : "    if (!" + call + ") return false;\n" + arguments.copies + "    return true;\n";
  std::string text = "class " + name;
  if (inherits) text += " : public " + library_class(program.call, real);
  text += " {\n";
  if (inherits) text += "  using Library = " + library_class(program.call, real) + ";\n\n";
  text += " public:\n";
  if (inherits) text += "  using Library::operator();\n";
  text += "  explicit " + name + "(const alembert::Model& model)" +
          (inherits ? " : Library(model)" : "") + " { detail::require(model); }\n\n" +
          (arguments.open.empty() ? "" : arguments.open + "\n") + "  " + returned + " operator()(" +
          arguments.parameters + ") {\n" + body + "  }\n";
  if (carried) {
    text +=
        "  /// The code is of a base that rests: the library's own kernel does the rest.\n"
        "  void set_base_motion(const alembert::BaseMotion& motion) {\n"
        "    base_moves_ = !motion.angular_velocity.isZero(0.0) ||\n"
        "                  !motion.angular_acceleration.isZero(0.0) ||\n"
        "                  !motion.acceleration.isZero(0.0);\n"
        "    Library::set_base_motion(motion);\n  }\n";
  }
  const std::string members = arguments.matrices + (carried ? "  bool base_moves_ = false;\n" : "");
  return text + (members.empty() ? "" : "\n private:\n" + members) + "};\n\n";
}

}  // namespace

GeneratedFile wrapper_file(const CodePlan& plan) {
  const std::string n = std::to_string(plan.coordinates.size());
  std::string text =
      "// The library's classes over the generated functions of " + within_comment(plan.robot) +
      ":\n// put " + plan.name +
      "::InverseDynamics in place of alembert::InverseDynamics, and so on.\n"
      "// What the code does not do, loads and bases that move, is done by the library's own "
      "kernels.\n"
      "#pragma once\n\n#include <alembert/derivatives.hpp>\n#include <alembert/error.hpp>\n"
      "#include <alembert/forward_dynamics.hpp>\n#include <alembert/inverse_dynamics.hpp>\n"
      "#include <alembert/mass_matrix.hpp>\n#include <alembert/model.hpp>\n"
      "#include <alembert/scalar.hpp>\n#include <algorithm>\n#include <array>\n\n#include \"" +
      plan.header_name() + "\"\n\nnamespace " + plan.name +
      " {\n\nnamespace detail {\n\n"
      "inline void require(const alembert::Model& model) {\n"
      "  const std::vector<std::string> names = model.coordinate_names();\n"
      "  if (std::equal(names.begin(), names.end(), coordinate_names, coordinate_names + "
      "coordinates)) return;\n"
      "  throw alembert::Error(alembert::Error::Code::robot,\n"
      "                        \"this code was generated for " +
      within_string(plan.robot) + ", of " + n +
      " coordinates of other names\",\n"
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
