#include "sweep/template.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>

#include "io/text.hpp"

namespace alembert::sweep {

namespace {

using Code = Error::Code;
using io::in_quotes;

/// One step of a path: a key, or what stands in brackets.
struct Step {
  std::string word;
  bool bracketed = false;
};

[[noreturn]] void refuse_path(const io::YamlValue& asked, const std::string& path) {
  asked.fail(Code::syntax, fmt::format("the path {} cannot be read", in_quotes(path)),
             "write keys with dots between them and places in brackets: goal.pose.xyz[0], "
             "joints[elbow].link.mass");
}

std::vector<Step> steps_of(const std::string& path, const io::YamlValue& asked) {
  std::vector<Step> steps;
  std::size_t at = 0;
  while (at < path.size()) {
    if (path[at] == '[') {
      const std::size_t end = path.find(']', at);
      if (end == std::string::npos || end == at + 1) refuse_path(asked, path);
      steps.push_back({path.substr(at + 1, end - at - 1), true});
      at = end + 1;
      if (at < path.size() && path[at] == '.' && at + 1 < path.size()) {
        ++at;
      } else if (at < path.size() && path[at] != '[') {
        refuse_path(asked, path);
      }
    } else {
      const std::size_t end = std::min(path.find_first_of(".[", at), path.size());
      if (end == at) refuse_path(asked, path);
      steps.push_back({path.substr(at, end - at)});
      at = end + (end < path.size() && path[end] == '.' ? 1 : 0);
      if (at == path.size() && end != at) refuse_path(asked, path);
    }
  }
  if (steps.empty()) refuse_path(asked, path);
  return steps;
}

std::vector<std::string> keys_of(const YAML::Node& node) {
  std::vector<std::string> keys;
  if (node.IsMap()) {
    for (const auto& entry : node) {
      if (entry.first.IsScalar()) keys.push_back(entry.first.Scalar());
    }
  } else if (node.IsSequence()) {
    for (const auto& entry : node) {
      if (entry.IsMap() && entry["name"] && entry["name"].IsScalar()) {
        keys.push_back(entry["name"].Scalar());
      }
    }
  }
  return keys;
}

/// What a step leads to; an undefined node where there is nothing.
YAML::Node after(const YAML::Node& node, const Step& step) {
  const YAML::Node none(YAML::NodeType::Undefined);
  if (node.IsMap()) {
    for (const auto& entry : node) {
      if (entry.first.IsScalar() && entry.first.Scalar() == step.word) return entry.second;
    }
    return none;
  }
  if (!node.IsSequence() || !step.bracketed) return none;
  std::size_t number = 0;
  const char* const end = step.word.data() + step.word.size();
  if (std::from_chars(step.word.data(), end, number).ptr == end) {
    return number < node.size() ? node[number] : none;
  }
  for (const auto& entry : node) {
    if (entry.IsMap() && entry["name"] && entry["name"].IsScalar() &&
        entry["name"].Scalar() == step.word) {
      return entry;
    }
  }
  return none;
}

std::string advice_at(const YAML::Node& node, const Step& step) {
  const std::vector<std::string> keys = keys_of(node);
  if (!keys.empty()) return io::did_you_mean(step.word, keys);
  if (node.IsSequence()) return fmt::format("it is a list: give [0] to [{}]", node.size() - 1);
  return "it is a single value, which has no parts";
}

/// A plain value as it is written, quotes and all.
Place place_of(const YAML::Node& node, const std::string& text, const std::string& path,
               const io::YamlValue& asked) {
  const auto begin = static_cast<std::size_t>(node.Mark().pos);
  const std::string& value = node.Scalar();
  Place place{begin, value.size(), node.Mark().line + 1, value};
  if (begin < text.size() && (text[begin] == '"' || text[begin] == '\'')) place.length += 2;
  const std::size_t inside = place.length == value.size() ? begin : begin + 1;
  if (text.compare(inside, value.size(), value) != 0) {
    asked.fail(Code::unsupported,
               fmt::format("{} is not written as a plain value", in_quotes(path)),
               "write it in its file as a number on one line, without anchors or tags");
  }
  return place;
}

std::string value_text(const Setting& setting, const Parameter& parameter, double value) {
  if (parameter.times) return io::number_text(setting.base * value) + setting.unit;
  return io::number_text(value) + (parameter.unit.empty() ? "" : " " + parameter.unit);
}

}  // namespace

Place find_place(const std::string& text, const std::string& file, const std::string& path,
                 const io::YamlValue& asked) {
  YAML::Node node;
  try {
    node.reset(YAML::Load(text));
  } catch (const YAML::Exception& bad) {
    throw Error(Code::syntax, {file, bad.mark.line + 1}, "this is not YAML: " + bad.msg,
                "look at the indentation, colons and brackets on this line");
  }
  std::string so_far;
  for (const Step& step : steps_of(path, asked)) {
    const YAML::Node next = after(node, step);
    if (!next.IsDefined()) {
      asked.fail(
          Code::name,
          fmt::format("the path {} names nothing: {} has no {}", in_quotes(path),
                      so_far.empty() ? in_quotes(file) : in_quotes(so_far), in_quotes(step.word)),
          advice_at(node, step));
    }
    so_far += step.bracketed ? "[" + step.word + "]" : (so_far.empty() ? "" : ".") + step.word;
    node.reset(next);
  }
  if (!node.IsScalar()) {
    asked.fail(Code::name, fmt::format("the path {} names no single value", in_quotes(path)),
               advice_at(node, {"", true}));
  }
  return place_of(node, text, path, asked);
}

Measured measured_at(const Place& place, const std::string& path, const io::YamlValue& asked) {
  const std::string_view text = io::trimmed(place.value);
  const std::size_t end = std::min(text.find_first_of(" dcmpr"), text.size());
  const auto number = io::parse_number(text.substr(0, end));
  if (number) return {*number, std::string(text.substr(end))};
  asked.fail(Code::value,
             fmt::format("{} is {}, which is no number", in_quotes(path), in_quotes(place.value)),
             "name a path to a number");
}

void Template::add(Setting setting, const std::string& path, const io::YamlValue& asked) {
  const auto it = std::lower_bound(
      settings.begin(), settings.end(), setting,
      [](const Setting& a, const Setting& b) { return a.place.begin < b.place.begin; });
  if (it != settings.end() && it->place.begin == setting.place.begin) {
    asked.fail(Code::name, fmt::format("{} is set by two parameters", in_quotes(path)),
               "let one of them set it");
  }
  settings.insert(it, std::move(setting));
}

std::string Template::filled(const std::vector<Parameter>& parameters,
                             const std::vector<double>& values) const {
  std::string out;
  std::size_t at = 0;
  for (const Setting& setting : settings) {
    out.append(text, at, setting.place.begin - at);
    out += value_text(setting, parameters[setting.parameter], values[setting.parameter]);
    at = setting.place.begin + setting.place.length;
  }
  return out.append(text, at);
}

std::size_t Template::place_filled(std::size_t place, const std::vector<Parameter>& parameters,
                                   const std::vector<double>& values) const {
  std::size_t moved = place;
  for (const Setting& setting : settings) {
    if (setting.place.begin >= place) break;
    moved += value_text(setting, parameters[setting.parameter], values[setting.parameter]).size();
    moved -= setting.place.length;
  }
  return moved;
}

}  // namespace alembert::sweep
