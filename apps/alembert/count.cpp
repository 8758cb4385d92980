// alembert count: the operations of every formulation, beside what the papers print.
#include <functional>

#include "alembert/io.hpp"
#include "counting.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct CountArguments {
  RobotOptions robot;
  std::string joints;
  bool kernel = false, json = false;
};

/// A way to compute torques, and how to count it on a model.
struct Counted {
  OperationStudy::Method method;
  std::function<Operations(const Model&)> count;
};

std::vector<Counted> counted_methods(bool kernel) {
  std::vector<Counted> methods;
  for (const FormulationInfo& info : Formulations::all()) {
    methods.push_back({{info.name, info.note, info.printed},
                       [&info](const Model& model) { return count_operations(info, model); }});
  }
  // Horn and Raibert's.
  methods.push_back(
      {{"configuration_space", "", {{0, 0, 1, 2}, {0, 2, 1, 1}}},
       [](const Model& model) { return count_configuration_space(model.joint_count()); }});
  if (kernel) {
    methods.push_back({{"inverse_dynamics",
                        "no paper's: Newton-Euler in canonical frames on regrouped inertial "
                        "parameters, so both readings are what it executes",
                        {}},
                       count_kernel});
  }
  return methods;
}

/// Book's own formula for two bending links of three modes each.
OperationStudy::Method book_method(const FlexibleModel& model) {
  OperationStudy::Method method{
      "book",
      "J and R of Book's equations, not torques, by a recursion of our own (FlexibleEquations; the "
      "paper's are in BookEquations and not counted), for the general chain with links 1 and 2 "
      "bending in 3 modes each; both readings are what is executed",
      {{2967, 895, 84}, {2831, 897, 85}}};
  method.counted = count_book(model);
  return method;
}

/// The only one there is for robots that bend.
OperationStudy bending_study(const FlexibleModel& model) {
  OperationStudy study{.robot = model.name, .joints = model.joints, .bends = true};
  study.methods.push_back(book_method(model));
  study.methods.back().printed = {};
  study.methods.back().note =
      "J and R of Book's equations, not torques, by a recursion of our own, without stiffening: "
      "both readings are what is executed";
  return study;
}

OperationStudy::Method count_on(const Model& model, const Counted& counted) {
  OperationStudy::Method method = counted.method;
  try {
    method.counted = counted.count(model);
  } catch (const Error& e) {
    method.refusal = e.reason();
  }
  return method;
}

Json paper_json(const PrintedCount& printed, int n) {
  const auto mul = printed_at(printed.mul, n), add = printed_at(printed.add, n);
  if (!mul || !add) return nullptr;
  return {{"mul", *mul}, {"add", *add}};
}

Json count_json(const OperationStudy& study) {
  Json document = {{"joints", study.joints},
                   {"units", {{"mul", "operations"}, {"add", "operations"}}},
                   {"methods", Json::array()}};
  for (const OperationStudy::Method& of : study.methods) {
    Json method = {{"name", of.name}, {"paper", paper_json(of.printed, study.joints)}};
    if (of.counted) {
      const auto& [published, executed] = *of.counted;
      method["published"] = {{"mul", published.mul}, {"add", published.add}};
      method["executed"] = {{"mul", executed.mul}, {"add", executed.add}, {"trig", executed.trig}};
    } else {
      method["published"] = method["executed"] = nullptr;
      method["refused"] = of.refusal;
    }
    if (!of.note.empty()) method["note"] = of.note;
    document["methods"].push_back(method);
  }
  return document;
}

Exit count(const CountArguments& options) {
  if (!options.robot.robot.empty() && !options.joints.empty()) {
    throw UsageError("both a robot and --joints are given", "leave one of them out");
  }
  const bool general = options.robot.robot.empty();
  RobotOptions ideal = options.robot;
  ideal.ideal = true;
  const int asked = options.joints.empty() ? 6 : parse_integer(options.joints, "--joints", 1, 64);
  if (!general) {
    if (const auto arm = compile_if_flexible(load_robot(options.robot.robot),
                                             {.stiffening = false, .ideal = true})) {
      const OperationStudy study = bending_study(*arm);
      return answer_with(options.json ? json_text(count_json(study)) : operation_text(study));
    }
  }
  const Model model = general ? general_chain(asked) : load(ideal).model;
  OperationStudy study{.joints = model.joint_count()};
  if (!general) study.robot = model.name();
  for (const Counted& counted : counted_methods(options.kernel)) {
    OperationStudy::Method& method = study.methods.emplace_back(count_on(model, counted));
    if (!general || options.json) continue;
    for (int n = OperationStudy::shortest; n <= OperationStudy::longest; ++n) {
      method.growth.push_back(counted.count(general_chain(n)));
    }
  }
  if (general && asked >= 3) study.methods.push_back(book_method(bending_chain(asked)));
  return answer_with(options.json ? json_text(count_json(study)) : operation_text(study));
}

}  // namespace

void add_count(Command& command) {
  auto& options = command.does(count);
  command.optional_positional("ROBOT", options.robot.robot,
                              "count on this robot (default: a general chain of turning joints)");
  command.option("--joints", "N", options.joints, "length of the general chain (default 6)");
  command.flag("--kernel", options.kernel, "also the production kernel");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert count
  alembert count --joints 7 --kernel
  alembert count arm.urdf --json

Without a robot also the polynomials in the number of joints. Friction, rotors and springs are left
out. --json gives {"joints": n, "methods": [{"name", "paper": {"mul", "add"}, "published": {"mul",
"add"}, "executed": {"mul", "add", "trig"}}]}; paper is null where none is printed.)");
}

}  // namespace alembert::cli
