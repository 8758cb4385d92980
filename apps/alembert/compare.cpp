// alembert compare: every formulation on one robot: the same torques, very different work.
#include <algorithm>

#include "alembert/formulation_study.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "bench/random_states.hpp"
#include "clock.hpp"
#include "counting.hpp"
#include "page_output.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

using bench::RandomStates;
using Result = FormulationStudy::Result;
using Growth = FormulationStudy::Growth;

constexpr int state_count = 100;
/// What rounding may do; formulations further apart than this are not the same dynamics.
constexpr double agreement = 1e-9;
const std::vector<int> lengths = {2, 3, 4, 6, 8, 12, 16, 24};

struct CompareArguments {
  RobotOptions robot;
  std::string plot, report;
  bool json = false;
};

/// Repeats a call in batches long enough for the clock. The fastest batch is the least disturbed.
template <typename Call>
FormulationStudy::Time time_call(Call call) {
  constexpr int batches = 9;
  constexpr double batch_ns = 5e5;
  const auto batch = [&](long calls) {
    const auto start = Clock::now();
    for (long i = 0; i < calls; ++i) call();
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() /
           static_cast<double>(calls);
  };
  batch(3);  // warms up
  const long calls = std::max(1L, static_cast<long>(batch_ns / std::max(1.0, batch(3))));
  std::vector<double> times;
  for (int b = 0; b < batches; ++b) times.push_back(batch(calls));
  std::sort(times.begin(), times.end());
  return {times.front(), times[batches / 2]};
}

template <typename Dynamics>
FormulationStudy::Time time_dynamics(Dynamics& dynamics, const RandomStates& random) {
  Eigen::VectorXd tau(random.all_q.cols());
  int s = 0;
  return time_call([&] {
    s = (s + 1) % state_count;
    dynamics(random.q(s), random.v(s), random.a(s), tau);
  });
}

Result examine(const FormulationInfo& info, const Model& model, const RandomStates& random) {
  const auto dynamics = info.make<double>(model);
  InverseDynamics<double> kernel(model);
  Eigen::VectorXd tau(model.dofs()), expected(model.dofs());
  Result result{info.name, info.growth, 0.0, 0, 0, {}};
  for (int s = 0; s < state_count; ++s) {
    (*dynamics)(random.q(s), random.v(s), random.a(s), tau);
    kernel(random.q(s), random.v(s), random.a(s), expected);
    const double scale = std::max(expected.cwiseAbs().maxCoeff(), tau.cwiseAbs().maxCoeff());
    const double difference = (tau - expected).cwiseAbs().maxCoeff();
    // A torque that is not a number must not hide behind a maximum.
    const double error = scale == 0.0 ? 0.0 : difference / scale;
    result.error = error <= result.error ? result.error : error;
  }
  const Tally executed = count_operations(info, model).executed;
  result.mul = executed.mul;
  result.add = executed.add;
  result.time = time_dynamics(*dynamics, random);
  return result;
}

Growth grow(const FormulationInfo& info) {
  Growth growth;
  for (const int n : lengths) {
    const Model chain = general_chain(n);
    const Tally executed = count_operations(info, chain).executed;
    growth.operations.push_back(executed.mul + executed.add);
    growth.ns.push_back(
        time_dynamics(*info.make<double>(chain), RandomStates(chain, state_count)).fastest);
  }
  return growth;
}

FormulationStudy compare_all(const Model& model) {
  FormulationStudy comparison{.robot = model.name(),
                              .joints = model.joint_count(),
                              .states = state_count,
                              .lengths = lengths};
  const RandomStates random(model, state_count);
  ProgressBar progress("comparing");
  double done = 0.0;
  const auto count = static_cast<double>(Formulations::all().size());
  for (const FormulationInfo& info : Formulations::all()) {
    progress.update(done++ / count);
    try {
      comparison.results.push_back(examine(info, model, random));
    } catch (const Error& e) {
      comparison.refusals.push_back(e.reason());
    }
    comparison.growth.emplace_back(info.name, grow(info));
  }
  for (const int n : lengths) {
    const Tally executed = count_configuration_space(n).executed;
    comparison.table_operations.push_back(executed.mul + executed.add);
  }
  InverseDynamics<double> kernel(model);
  comparison.kernel = time_dynamics(kernel, random);
  return comparison;
}

/// On the papers' own subject: a general chain, here as long as the robot.
OperationStudy paper_counts(int joints) {
  OperationStudy counts{.joints = joints};
  const Model chain = general_chain(joints);
  for (const FormulationInfo& info : Formulations::all()) {
    counts.methods.push_back({info.name, info.note, info.printed, count_operations(info, chain)});
  }
  return counts;
}

Json comparison_json(const FormulationStudy& comparison) {
  const auto method_json = [](const Result& r) {
    return Json{{"name", r.name}, {"error", r.error},     {"mul", r.mul},
                {"add", r.add},   {"ns", r.time.fastest}, {"ns_median", r.time.median}};
  };
  const auto growth_json = [](const auto& of) {
    return Json{{"name", of.first}, {"operations", of.second.operations}, {"ns", of.second.ns}};
  };
  return {
      {"robot", comparison.robot},
      {"joints", comparison.joints},
      {"states", state_count},
      {"units", {{"time", "ns"}, {"largest_disagreement", "of the largest torque"}}},
      {"largest_disagreement", comparison.largest_disagreement()},
      {"methods", json_list(comparison.results, method_json)},
      {"refused", comparison.refusals},
      {"kernel", {{"ns", comparison.kernel.fastest}, {"ns_median", comparison.kernel.median}}},
      {"growth", {{"joints", lengths}, {"methods", json_list(comparison.growth, growth_json)}}}};
}

Exit compare(const CompareArguments& options) {
  const Model model = load(options.robot).model;
  const FormulationStudy comparison = compare_all(model);
  if (!options.plot.empty())
    write_out(options.plot, study_plot(comparison, "alembert compare --plot"));
  if (!options.report.empty()) {
    write_out(options.report,
              study_html(comparison, paper_counts(comparison.joints), page_origin()));
  }
  if (options.plot != "-") {
    write_out("", options.json ? json_text(comparison_json(comparison)) : study_text(comparison));
  }
  // Negated, so that not-a-number is not reached either.
  return !(comparison.largest_disagreement() <= agreement) ? Exit::not_reached : Exit::done;
}

}  // namespace

void add_compare(Command& command) {
  auto& options = command.does(compare);
  add_robot_options(command, options.robot);
  command.option("--plot", "FILE.svg", options.plot,
                 "draw operations against the number of joints");
  command.option("--report", "FILE.html", options.report,
                 "a page of it, with the counts of the papers beside ours");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert compare arm.urdf
  alembert compare arm.urdf --plot operations.svg
  alembert compare arm.urdf --json

Runs on 100 random states, the same every time. Disagreement is relative to the largest torque of a
state; more than 1e-9 ends with exit code 3. --json gives {"largest_disagreement", "methods":
[{"name", "error", "mul", "add", "ns", "ns_median"}], "growth": {...}}; ns is the fastest of nine
batches of calls.)");
}

}  // namespace alembert::cli
