#include "sample_options.hpp"

#include <fmt/format.h>

#include <map>

#include "command.hpp"
#include "io/coordinate_names.hpp"
#include "io/text_source.hpp"
#include "numbers.hpp"
#include "terminal.hpp"

namespace alembert::cli {

const char* const state_file_help =
    R"(STATE FILES hold JSON; q is needed, the rest is zero unless given:
  {"q": [0.1, 0.2], "v": [0, 0], "a": [1, 0], "tau": [0, 0]}     in the order of `alembert info`
  {"joints": ["j2", "j1"], "q": [0.2, 0.1]}                      in an order of your own
  {"q": {"j1": 0.1, "j2": 0.2}}                                  by name
  {"samples": [{"q": [0.1, 0.2]}, {"q": [0.3, 0.4]}]}            several at once
q in rad (m for joints that slide), v in rad/s (m/s), a in rad/s^2 (m/s^2), tau in N m (N).
A sample may say how its base is carried along, in world components, rad/s, rad/s^2 and m/s^2:
  "base": {"angular_velocity": [0, 0, 1], "angular_acceleration": [0, 0, 0], "acceleration": [0, 0, 2]}
)";

namespace {

struct Quantity {
  std::string SampleOptions::*option;
  Eigen::VectorXd State::*value;
  bool StateFile::*given;
  const char* help;
};

const std::map<std::string, Quantity>& quantity_table() {
  static const std::map<std::string, Quantity> table = {
      {"v",
       {&SampleOptions::v, &State::v, &StateFile::has_v,
        "velocities, rad/s (m/s if it slides); default 0"}},
      {"a",
       {&SampleOptions::a, &State::a, &StateFile::has_a,
        "accelerations, rad/s^2 (m/s^2 if it slides); default 0"}},
      {"tau",
       {&SampleOptions::tau, &State::tau, &StateFile::has_tau,
        "torques, N m (forces, N, if it slides); default 0"}},
  };
  return table;
}

Eigen::VectorXd numbers_of(const std::string& text, const std::string& option, const Model& model) {
  const Eigen::VectorXd x = parse_numbers(text, option);
  if (x.size() != model.dofs()) {
    throw UsageError(fmt::format("{} has {} numbers where the robot has {} coordinates", option,
                                 x.size(), model.dofs()),
                     "give one each, in this order: " + io::name_list(model.coordinate_names()));
  }
  return x;
}

StateFile from_command_line(const SampleOptions& options, const Model& model,
                            const std::vector<std::string>& quantities) {
  StateFile states;
  states.order = model_order(model);
  State state;
  state.q = numbers_of(options.q, "--q", model);
  state.v = state.a = state.tau = Eigen::VectorXd::Zero(model.dofs());
  for (const std::string& name : quantities) {
    const Quantity& quantity = quantity_table().at(name);
    const std::string& text = options.*quantity.option;
    if (!text.empty()) state.*quantity.value = numbers_of(text, "--" + name, model);
  }
  states.samples.push_back(std::move(state));
  return states;
}

}  // namespace

void add_sample_options(Command& command, SampleOptions& options,
                        const std::vector<std::string>& quantities) {
  command.option("--state", "FILE", options.state, "JSON file of states, - for standard input");
  command.option("--q", "q1,q2,...", options.q,
                 "instead of a file: joint values, rad (m if it slides), in the order of "
                 "`alembert info`");
  for (const std::string& name : quantities) {
    const Quantity& quantity = quantity_table().at(name);
    command.option("--" + name, fmt::format("{0}1,{0}2,...", name), options.*quantity.option,
                   quantity.help);
  }
}

StateFile read_samples(const SampleOptions& options, const Model& model,
                       const std::vector<std::string>& quantities) {
  if (options.state.empty() == options.q.empty()) {
    throw UsageError(options.q.empty() ? "no state is given" : "both --state and --q are given",
                     "give --state FILE or --q q1,q2,...");
  }
  if (!options.q.empty()) return from_command_line(options, model, quantities);
  for (const std::string& name : quantities) {
    if (!(options.*quantity_table().at(name).option).empty()) {
      throw UsageError(fmt::format("--{} goes with --q, not with --state", name),
                       fmt::format("put \"{}\" into the state file", name));
    }
  }
  StateFile states = load_states(options.state, model);
  for (const std::string& name : quantities) {
    if (!(states.*quantity_table().at(name).given)) {
      note(fmt::format("{}: '{}' is not given{}: taken as zero", io::display_name(options.state),
                       name, states.samples.size() > 1 ? " in every sample" : ""));
    }
  }
  return states;
}

void refuse_moving_base(const State& state, const std::string& what) {
  const BaseMotion& base = state.base;
  if (base.angular_velocity.isZero(0.0) && base.angular_acceleration.isZero(0.0) &&
      base.acceleration.isZero(0.0)) {
    return;
  }
  throw Error(Error::Code::unsupported,
              what + " are those of a base that rests, and the state's \"base\" moves",
              "take \"base\" out of the state, or use --base floating");
}

std::string sample_label(std::size_t index, std::size_t count) {
  return count > 1 ? fmt::format("sample {}", index + 1) : std::string();
}

std::string sample_heading(std::size_t index, std::size_t count) {
  if (count == 1) return "";
  return fmt::format("{}{}\n", index > 0 ? "\n" : "", sample_label(index, count));
}

}  // namespace alembert::cli
