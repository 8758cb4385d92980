#include "sample_options.hpp"

#include <cctype>
#include <map>

#include "alembert/io.hpp"
#include "alembert/named_poses.hpp"
#include "io/coordinate_names.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"
#include "limit_watch.hpp"
#include "verb.hpp"

namespace alembert::cli {

const char* const state_file_help =
    R"(STATE FILES hold JSON; q is needed, the rest is zero unless given:
  {"q": [0.1, 0.2], "v": [0, 0], "a": [1, 0], "tau": [0, 0]}     in the order of `alembert info`
  {"joints": ["j2", "j1"], "q": [0.2, 0.1]}                      in an order of your own
  {"q": {"j1": 0.1, "j2": 0.2}}                                  by name
  {"samples": [{"q": [0.1, 0.2]}, {"q": [0.3, 0.4]}]}            several at once
q in rad (m for joints that slide), v in rad/s (m/s), a in rad/s^2 (m/s^2), tau in N m (N).
A sample may say how its base is carried along, in world components, rad/s, rad/s^2 and m/s^2:
  "base": {"angular_velocity": [0, 0, 1], "angular_acceleration": [0, 0, 0],
           "acceleration": [0, 0, 2]}
)";

namespace {

struct Quantity {
  std::string SampleOptions::*option;
  Eigen::VectorXd State::*value;
  bool StateFile::*given;
  const char* help;
};

const std::map<std::string, Quantity> known_quantities = {
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

Eigen::VectorXd zeros_of(const Model& model) { return Eigen::VectorXd::Zero(model.dofs()); }

/// What a value of the option measures at a coordinate: of v and a the unit is per s, per s^2.
Measure measure_of(const std::string& option, const Coordinate& coordinate) {
  if (option == "--tau") return Measure::plain;
  return coordinate.angular ? Measure::angle : Measure::length;
}

Eigen::VectorXd listed_values(const std::vector<std::string>& words, const std::string& option,
                              const Model& model) {
  if (words.size() != static_cast<std::size_t>(model.dofs())) {
    throw UsageError(fmt::format("{} has {} numbers where the robot has {} coordinates", option,
                                 words.size(), model.dofs()),
                     "give one each, in this order: " + io::name_list(model.coordinate_names()));
  }
  Eigen::VectorXd x(model.dofs());
  for (std::size_t j = 0; j < words.size(); ++j) {
    x[j] = parse_quantity(words[j], option, measure_of(option, model.coordinates()[j]));
  }
  return x;
}

/// A posture of the robot's file by its name.
Eigen::VectorXd pose_named(const std::string& name, const std::string& option, const Model& model,
                           const std::string& robot_file) {
  const std::vector<NamedPose> poses =
      robot_file.empty() ? std::vector<NamedPose>() : load_poses(load_robot(robot_file));
  std::vector<std::string> names;
  for (const NamedPose& pose : poses) {
    names.push_back(pose.name);
    if (pose.name != name) continue;
    std::vector<std::string> left_out;
    const Eigen::VectorXd q = coordinates_of(pose, model, &left_out);
    if (!left_out.empty()) {
      note(fmt::format("pose '{}' does not say {}: taken as zero", name, io::name_list(left_out)));
    }
    return q;
  }
  throw UsageError(
      fmt::format("{}: '{}' is neither a number nor a pose that the robot's file names", option,
                  name),
      names.empty() ? "the file names none: write numbers, or NAME=VALUE"
                    : io::did_you_mean(name, names));
}

bool is_word(const std::string& text) {
  return text.find('=') == std::string::npos && !text.empty() &&
         (std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_');
}

/// "0.1,45deg", "home", "j1=0.1,j3=45deg" or "home,j1=0.1".
Eigen::VectorXd numbers_of(const std::string& text, const std::string& option, const Model& model,
                           const std::string& robot_file) {
  std::vector<std::string> words = parse_words(text);
  const bool posed = option == "--q" && !words.empty() && is_word(words.front());
  if (!posed && text.find('=') == std::string::npos) {
    // Two commas with nothing between them are an error there, as before.
    if (text.find_first_of("gmd") == std::string::npos) {
      const Eigen::VectorXd x = parse_numbers(text, option);
      if (x.size() == model.dofs()) return x;
    }
    return listed_values(words, option, model);
  }
  Eigen::VectorXd x = zeros_of(model);
  if (posed) {
    x = pose_named(words.front(), option, model, robot_file);
    words.erase(words.begin());
  }
  std::vector<std::string> left_out = model.coordinate_names();
  for (const std::string& word : words) {
    const std::size_t equals = word.rfind('=');
    if (equals == std::string::npos) {
      throw UsageError(fmt::format("{}: '{}' has no name", option, word),
                       "write NAME=VALUE for every one, or numbers alone for all");
    }
    const std::string name = word.substr(0, equals);
    const int j = io::coordinate_named(model, name, option, {});
    const Coordinate& coordinate = model.coordinate_at(j);
    x[j] = parse_quantity(word.substr(equals + 1), option, measure_of(option, coordinate));
    std::erase(left_out, name);
  }
  if (!posed && option == "--q" && !left_out.empty()) {
    note(fmt::format("{} does not say {}: taken as zero", option, io::name_list(left_out)));
  }
  return x;
}

StateFile from_command_line(const SampleOptions& options, const Model& model,
                            const std::string& robot_file,
                            const std::vector<std::string>& quantities) {
  StateFile states;
  states.order = model_order(model);
  State state;
  state.q = numbers_of(options.q, "--q", model, robot_file);
  state.v = state.a = state.tau = zeros_of(model);
  for (const std::string& name : quantities) {
    const Quantity& quantity = known_quantities.at(name);
    const std::string& text = options.*quantity.option;
    if (!text.empty()) state.*quantity.value = numbers_of(text, "--" + name, model, robot_file);
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
                 "`alembert info`; 45deg, NAME=VALUE and names of poses too");
  for (const std::string& name : quantities) {
    const Quantity& quantity = known_quantities.at(name);
    command.option("--" + name, fmt::format("{0}1,{0}2,...", name), options.*quantity.option,
                   quantity.help);
  }
}

StateFile read_samples(const SampleOptions& options, const Model& model,
                       const std::vector<std::string>& quantities, const std::string& robot_file) {
  if (options.state.empty() == options.q.empty()) {
    throw UsageError(options.q.empty() ? "no state is given" : "both --state and --q are given",
                     "give --state FILE or --q q1,q2,...");
  }
  if (!options.q.empty()) {
    StateFile states = from_command_line(options, model, robot_file, quantities);
    LimitWatch watch(model, "--q");
    watch.look(states.samples.front());
    return states;
  }
  for (const std::string& name : quantities) {
    if (!(options.*known_quantities.at(name).option).empty()) {
      throw UsageError(fmt::format("--{} goes with --q, not with --state", name),
                       fmt::format("put \"{}\" into the state file", name));
    }
  }
  StateFile states = load_states(options.state, model);
  LimitWatch watch(model, io::display_name(options.state));
  for (const State& state : states.samples) watch.look(state);
  for (const std::string& name : quantities) {
    if (!(states.*known_quantities.at(name).given)) {
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
