#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "alembert/state.hpp"
#include "io/coordinate_names.hpp"
#include "io/json_text.hpp"
#include "io/text_source.hpp"

namespace alembert {

namespace {

using json = io::OrderedJson;

/// Reads one sample after another against one model and one order of names.
class SampleReader {
 public:
  SampleReader(const Model& model, const json& document, const std::string& file) : model_(model) {
    if (document.contains("joints")) {
      read_order(document.at("joints"), {file, 0});
    } else {
      order_.resize(model.dofs());
      std::iota(order_.begin(), order_.end(), 0);
    }
  }

  const std::vector<int>& order() const { return order_; }

  State read(const json& sample, const std::string& label, const Location& where) {
    label_ = label;
    where_ = where;
    if (!sample.is_object()) {
      fail(Error::Code::robot, "not an object", R"(write {"q": [...], "v": [...], "a": [...]})");
    }
    refuse_other_spellings(sample);
    if (!sample.contains("q")) {
      fail(Error::Code::robot, "no joint values 'q'", R"(write {"q": [...], ...})");
    }
    State state;
    state.q = vector(sample, "q");
    state.v = vector(sample, "v");
    state.a = vector(sample, "a");
    state.tau = vector(sample, "tau");
    if (sample.contains("base") && !sample.at("base").is_string()) {
      state.base = base_motion(sample.at("base"));
    }
    return state;
  }

 private:
  [[noreturn]] void fail(Error::Code code, const std::string& reason, std::string fix) const {
    throw Error(code, where_, label_ + reason, std::move(fix));
  }

  void read_order(const json& names, const Location& where) {
    if (!names.is_array()) {
      throw Error(Error::Code::robot, where, "'joints' is not a list of names",
                  R"(write "joints": ["first", "second", ...])");
    }
    std::vector<bool> seen(static_cast<std::size_t>(model_.dofs()), false);
    for (const json& name : names) {
      if (!name.is_string()) {
        throw Error(Error::Code::robot, where, "'joints' holds something that is not a name",
                    R"(write "joints": ["first", "second", ...])");
      }
      const int index = io::coordinate_named(model_, name.get<std::string>(), "'joints'", where);
      if (seen[index]) {
        throw Error(Error::Code::name, where,
                    fmt::format("'joints' names '{}' twice", name.get<std::string>()),
                    "name every coordinate once");
      }
      seen[index] = true;
      order_.push_back(index);
    }
    if (const auto missing = missing_names(seen); !missing.empty()) {
      throw Error(Error::Code::size, where, "'joints' leaves out " + io::name_list(missing),
                  "name every coordinate once: " + io::name_list(model_.coordinate_names()));
    }
  }

  std::vector<std::string> missing_names(const std::vector<bool>& seen) const {
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (!seen[i]) missing.push_back(model_.coordinates()[i].name);
    }
    return missing;
  }

  /// "qd" would otherwise be one of the keys that are left alone, and v silently zero.
  void refuse_other_spellings(const json& sample) const {
    static constexpr std::pair<const char*, const char*> spellings[] = {
        {"position", "q"}, {"positions", "q"}, {"qd", "v"},           {"dq", "v"},
        {"qdot", "v"},     {"velocity", "v"},  {"velocities", "v"},   {"qdd", "a"},
        {"ddq", "a"},      {"qddot", "a"},     {"acceleration", "a"}, {"accelerations", "a"},
    };
    for (const auto& [other, ours] : spellings) {
      if (sample.contains(other) && !sample.contains(ours)) {
        fail(Error::Code::name, fmt::format("has '{}' but no '{}'", other, ours),
             fmt::format("call it '{}'", ours));
      }
    }
  }

  Eigen::VectorXd vector(const json& sample, const char* key) const {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(model_.dofs());
    if (!sample.contains(key)) return x;
    const json& value = sample.at(key);
    if (value.is_array()) {
      fill_from_list(value, key, x);
    } else if (value.is_object()) {
      fill_from_map(value, key, x);
    } else {
      fail(Error::Code::robot, fmt::format("'{}' is neither a list nor a map by name", key),
           fmt::format(R"(write "{}": [{} numbers])", key, model_.dofs()));
    }
    return x;
  }

  void fill_from_list(const json& value, const char* key, Eigen::VectorXd& x) const {
    if (value.size() != order_.size()) {
      std::vector<std::string> names;
      for (const int i : order_) names.push_back(model_.coordinate_at(i).name);
      fail(Error::Code::size,
           fmt::format("'{}' has {} numbers where the robot has {} coordinates", key, value.size(),
                       order_.size()),
           "give one number each, in this order: " + io::name_list(names));
    }
    for (std::size_t i = 0; i < order_.size(); ++i) {
      x[order_[i]] = io::finite_number(value[i], fmt::format("{}{}[{}]", label_, key, i), where_);
    }
  }

  void fill_from_map(const json& value, const char* key, Eigen::VectorXd& x) const {
    std::vector<bool> seen(static_cast<std::size_t>(model_.dofs()), false);
    for (const auto& [name, number] : value.items()) {
      const int i = io::coordinate_named(model_, name, fmt::format("{}'{}'", label_, key), where_);
      x[i] = io::finite_number(number, fmt::format("{}{}.{}", label_, key, name), where_);
      seen[i] = true;
    }
    if (const auto missing = missing_names(seen); !missing.empty()) {
      fail(Error::Code::size, fmt::format("'{}' leaves out {}", key, io::name_list(missing)),
           "give every coordinate a value");
    }
  }

  BaseMotion base_motion(const json& value) const {
    static const char* const form =
        R"(write "base": {"angular_velocity": [x, y, z], "angular_acceleration": [x, y, z], )"
        R"("acceleration": [x, y, z]})";
    if (!value.is_object()) fail(Error::Code::robot, "'base' is not an object", form);
    BaseMotion motion;
    for (const auto& [key, numbers] : value.items()) {
      Eigen::Vector3d* target = key == "angular_velocity"       ? &motion.angular_velocity
                                : key == "angular_acceleration" ? &motion.angular_acceleration
                                : key == "acceleration"         ? &motion.acceleration
                                                                : nullptr;
      if (!target) fail(Error::Code::name, fmt::format("'base' has an unknown '{}'", key), form);
      *target = io::vector3(numbers, fmt::format("{}base.{}", label_, key), where_);
    }
    return motion;
  }

  const Model& model_;
  std::vector<int> order_;
  std::string label_;
  Location where_;
};

}  // namespace

StateFile read_states(const std::string& text, const std::string& file, const Model& model) {
  const json document = io::parse_json(text, file);
  if (!document.is_object()) {
    throw Error(Error::Code::robot, {file, 0}, "not a state: the document is not an object",
                R"(write {"q": [...], "v": [...], "a": [...]} or {"samples": [{"q": ...}, ...]})");
  }
  SampleReader reader(model, document, file);
  StateFile states;
  states.order = reader.order();
  const auto add = [&](const json& sample, const std::string& label, const Location& where) {
    states.samples.push_back(reader.read(sample, label, where));
    states.has_v = states.has_v && sample.contains("v");
    states.has_a = states.has_a && sample.contains("a");
    states.has_tau = states.has_tau && sample.contains("tau");
  };
  if (!document.contains("samples")) {
    add(document, "", {file, 0});
    return states;
  }
  const json& samples = document.at("samples");
  if (!samples.is_array() || samples.empty()) {
    throw Error(Error::Code::robot, {file, 0}, "'samples' is not a list with something in it",
                R"(write "samples": [{"q": ...}, ...])");
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    try {
      add(samples[i], fmt::format("sample {}: ", i + 1), {file, 0});
    } catch (const Error& e) {
      throw Error(e.code(), {file, io::line_of_item(text, "samples", i)}, e.reason(), e.fix());
    }
  }
  return states;
}

StateFile load_states(const std::string& path, const Model& model) {
  return read_states(io::read_whole(path), io::display_name(path), model);
}

}  // namespace alembert
