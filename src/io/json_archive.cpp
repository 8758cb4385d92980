#include "io/json_archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "code_names.hpp"
#include "io/text.hpp"

namespace alembert::io {

using Code = Error::Code;

namespace {

template <typename Integer>
bool read_integer(const OrderedJson& json, Integer& value) {
  using Limits = std::numeric_limits<Integer>;
  if (json.is_number_unsigned()) {
    const auto whole = json.get<std::uint64_t>();
    value = static_cast<Integer>(whole);
    return whole <= static_cast<std::uint64_t>(Limits::max());
  }
  if (!json.is_number_integer()) return false;
  const auto whole = json.get<std::int64_t>();
  value = static_cast<Integer>(whole);
  return Limits::is_signed && whole >= static_cast<std::int64_t>(Limits::min());
}

std::string quoted(const JsonPath& path) { return "'" + path.text() + "'"; }

}  // namespace

std::string JsonPath::text() const {
  const std::string before = parent ? parent->text() : "";
  if (!parent) return before;
  if (!key.data()) return fmt::format("{}[{}]", before, index);
  return before.empty() ? std::string(key) : fmt::format("{}.{}", before, key);
}

JsonReader::JsonReader(ArchiveContext& context, const OrderedJson& object, const JsonPath& path)
    : context_(context), object_(object), path_(path) {
  if (!object.is_object()) fail(Code::robot, quoted(path) + " is not an object");
}

void JsonReader::fail(Code code, const std::string& reason) const {
  throw Error(code, {context_.file, 0}, reason, context_.advice);
}

const OrderedJson* JsonReader::find(const char* key) {
  known_.push_back(key);
  const auto it = object_.find(key);
  return it == object_.end() ? nullptr : &*it;
}

void JsonReader::finish() const {
  if (context_.version < 2) return;  // the first reader let everything pass
  for (const auto& [key, value] : object_.items()) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    throw Error(Code::name, {context_.file, 0},
                fmt::format("unknown key {}", in_quotes(JsonPath{&path_, key}.text())),
                did_you_mean(key, {known_.begin(), known_.end()}));
  }
}

double JsonReader::finite(const OrderedJson& json, const JsonPath& path) const {
  if (!json.is_number()) {
    fail(Code::value, fmt::format("{} is {}, not a number", quoted(path),
                                  json.is_null() ? "null" : std::string("a ") + json.type_name()));
  }
  const auto number = json.get<double>();
  if (!std::isfinite(number)) fail(Code::value, quoted(path) + " is not finite");
  return number;
}

void JsonReader::require_list(const OrderedJson& json, const JsonPath& path) const {
  if (!json.is_array()) fail(Code::robot, quoted(path) + " is not a list");
}

void JsonReader::refuse_count(const JsonPath& path, int count) const {
  fail(Code::size, fmt::format("{} is not a list of {}", quoted(path), count));
}

Eigen::VectorXd JsonReader::numbers(const OrderedJson& json, const JsonPath& path,
                                    int count) const {
  require_list(json, path);
  if (count != Eigen::Dynamic && json.size() != static_cast<std::size_t>(count)) {
    refuse_count(path, count);
  }
  Eigen::VectorXd x(static_cast<Eigen::Index>(json.size()));
  for (std::size_t i = 0; i < json.size(); ++i) x[i] = finite(json[i], {&path, {}, i});
  return x;
}

std::size_t JsonReader::word(const OrderedJson& json, const JsonPath& path,
                             std::span<const char* const> words) const {
  std::string text;
  read(json, path, text);
  const auto it = std::find(words.begin(), words.end(), text);
  if (it == words.end()) {
    throw Error(Code::value, {context_.file, 0},
                fmt::format("{} is {}", quoted(path), in_quotes(text)),
                did_you_mean(text, {words.begin(), words.end()}));
  }
  return static_cast<std::size_t>(it - words.begin());
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, double& value) const {
  value = json.is_null() ? infinity : finite(json, path);
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, bool& value) const {
  if (!json.is_boolean()) fail(Code::value, quoted(path) + " is neither true nor false");
  value = json.get<bool>();
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, int& value) const {
  if (!read_integer(json, value)) fail(Code::value, quoted(path) + " is no whole number");
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, long& value) const {
  if (!read_integer(json, value)) fail(Code::value, quoted(path) + " is no whole number");
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, unsigned& value) const {
  if (!read_integer(json, value)) fail(Code::value, quoted(path) + " is no count");
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, std::string& value) const {
  if (!json.is_string()) fail(Code::robot, quoted(path) + " is not a text");
  value = json.get<std::string>();
  if (!is_plain_name(value)) fail(Code::name, quoted(path) + " holds a control character");
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, FrameId& value) const {
  value = FrameId();
  if (json.is_null()) return;
  std::string name;
  read(json, path, name);
  const std::vector<std::string>& names = *context_.frames;
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) {
    throw Error(Code::name, {context_.file, 0},
                fmt::format("{} is {}, which is none of the frames", quoted(path), in_quotes(name)),
                did_you_mean(name, names));
  }
  value = FrameId(static_cast<int>(it - names.begin()));
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path,
                      std::pair<int, int>& value) const {
  require_list(json, path);
  if (json.size() != 2) refuse_count(path, 2);
  read(json[0], {&path, {}, 0}, value.first);
  read(json[1], {&path, {}, 1}, value.second);
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path,
                      std::vector<std::pair<std::string, double>>& values) const {
  if (!json.is_object()) fail(Code::robot, quoted(path) + " is not an object");
  values.clear();
  for (const auto& [name, value] : json.items()) {
    read(value, {&path, name}, values.emplace_back(name, 0.0).second);
  }
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, Bounded<double>& bound) const {
  bound.value = json.is_null() ? bound.none : finite(json, path);
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path,
                      Bounded<Eigen::VectorXd>& bounds) const {
  require_list(json, path);
  bounds.value.resize(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    Bounded<double> bound{bounds.value[i], bounds.none};
    read(json[i], {&path, {}, i}, bound);
  }
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, MatrixColumns& columns) const {
  if (!json.is_object()) fail(Code::robot, quoted(path) + " is not an object");
  for (std::size_t j = 0; j < columns.names.size(); ++j) {
    const JsonPath here{&path, columns.names[j]};
    const auto it = json.find(columns.names[j]);
    if (it == json.end()) fail(Code::robot, "no " + quoted(here));
    const Eigen::VectorXd column = numbers(*it, here, Eigen::Dynamic);
    if (j == 0) {
      columns.matrix.resize(column.size(), static_cast<Eigen::Index>(columns.names.size()));
    }
    if (column.size() != columns.matrix.rows()) {
      fail(Code::size, quoted(here) + " has not as many control points as those before it");
    }
    columns.matrix.col(static_cast<Eigen::Index>(j)) = column;
  }
}

void JsonReader::read(const OrderedJson& json, const JsonPath& path, ByJoint& numbers) const {
  if (!json.is_object()) fail(Code::robot, quoted(path) + " is not an object");
  numbers.values.clear();
  for (const std::string& joint : *context_.joints) {
    const auto it = json.find(joint);
    if (it == json.end()) continue;
    read(*it, {&path, joint}, numbers.values.emplace_back(0.0));
  }
}

}  // namespace alembert::io
