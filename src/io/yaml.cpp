#include "io/yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <sstream>

#include "code_names.hpp"
#include "io/text.hpp"
#include "io/yaml_builder.hpp"

namespace alembert::io {

namespace {

constexpr std::size_t most_values = 2'000'000;

/// times / over, not one factor: 425 mm is then the double nearest to 0.425.
struct Unit {
  std::string_view name;
  double times, over;
};

const std::vector<Unit>& units_of(Quantity quantity) {
  static const std::vector<Unit> none;
  static const std::vector<Unit> angles = {
      {"rad", 1.0, 1.0}, {"deg", std::numbers::pi, 180.0}, {"pi", std::numbers::pi, 1.0}};
  static const std::vector<Unit> lengths = {
      {"mm", 1.0, 1000.0}, {"cm", 1.0, 100.0}, {"m", 1.0, 1.0}};
  if (quantity == Quantity::plain) return none;
  return quantity == Quantity::length ? lengths : angles;
}

const char* name_of(Quantity quantity) {
  static constexpr const char* names[] = {"a number", "an angle", "a length", "an angle"};
  return names[static_cast<int>(quantity)];
}

const char* advice_for(Quantity quantity) {
  static constexpr const char* advice[] = {
      "write a plain number in SI units, such as 0.5 or 2e-4",
      "write a number of radians, or a number and a unit: 90 deg, 1.5 rad, 0.5 pi",
      "write a number of metres, or a number and a unit: 0.4 m, 40 cm, 400 mm",
      "write a number of radians, or a number and a unit: 90 deg, 1.5 rad, 0.5 pi",
  };
  return advice[static_cast<int>(quantity)];
}

/// YAML's own spellings of what is not finite, then plain numbers.
std::optional<double> yaml_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string unsigned_text =
      lower_case(negative || text.starts_with('+') ? text.substr(1) : text);
  if (unsigned_text == ".inf") {
    const double huge = std::numeric_limits<double>::infinity();
    return negative ? -huge : huge;
  }
  if (unsigned_text == ".nan") return std::numeric_limits<double>::quiet_NaN();
  return parse_number(text);
}

std::optional<double> measured(std::string_view text, Quantity quantity) {
  text = trimmed(text);
  if (const auto number = yaml_number(text)) return number;
  for (const Unit& unit : units_of(quantity)) {
    if (!text.ends_with(unit.name)) continue;
    const auto number = yaml_number(trimmed(text.substr(0, text.size() - unit.name.size())));
    if (number) return *number * unit.times / unit.over;
  }
  return std::nullopt;
}

int line_of(const YAML::Mark& mark, int otherwise) {
  return mark.is_null() ? otherwise : mark.line + 1;
}

int line_of(const YamlNode& node, int otherwise) { return node.line > 0 ? node.line : otherwise; }

/// The first line with a tab before its first word, counted from 1; 0 if there is none.
int tabbed_line(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::size_t word = line.find_first_not_of(" \t\r");
    if (word != std::string::npos && line.find('\t') < word) return number;
  }
  return 0;
}

/// Not YAML::LoadAll, which never ends on a document that starts with a comma.
std::deque<YamlNode> only_document(const std::string& text, const std::string& file,
                                   const std::string& kind) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  YamlBuilder documents(file, kind == "robot");
  if (!parser.HandleNextDocument(documents) || documents.count() == 0) {
    throw Error(Error::Code::syntax, {file, 0}, "the file holds no YAML value",
                fmt::format("start it with `alembert: {}/1`", kind));
  }
  if (parser.HandleNextDocument(documents) && documents.count() > 1) {
    throw Error(
        Error::Code::syntax, {file, line_of(documents.last(), 0)},
        "a second YAML document starts here",
        fmt::format("keep one {} a file: remove `---` or whatever stands between them", kind));
  }
  return documents.take_nodes();
}

}  // namespace

YamlValue::YamlValue(std::shared_ptr<Document> document, const YamlNode& node, int line,
                     std::string owner, std::string path)
    : document_(std::move(document)),
      node_(&node),
      line_(line),
      owner_(std::move(owner)),
      path_(std::move(path)) {}

YamlValue YamlValue::parse(const std::string& text, const std::string& file,
                           const std::string& kind) {
  require_text(text, file);
  std::deque<YamlNode> nodes;
  try {
    nodes = only_document(text, file, kind);
  } catch (const YAML::DeepRecursion& deep) {
    throw Error(
        Error::Code::syntax, {file, line_of(deep.mark, 0)},
        fmt::format("values are nested too deeply to be a {}", kind),
        fmt::format("a {} needs no more than six levels; look for stray brackets or dashes", kind));
  } catch (const YAML::Exception& bad) {
    if (const int tab = tabbed_line(text)) {
      throw Error(Error::Code::syntax, {file, tab},
                  "this line is indented by a tab, which YAML does not allow",
                  "indent by spaces; editors can turn tabs into them");
    }
    throw Error(Error::Code::syntax, {file, line_of(bad.mark, 0)}, "this is not YAML: " + bad.msg,
                "look at the indentation, colons and brackets on this line and the one before");
  }
  auto document = std::make_shared<Document>(Document{file, kind, std::move(nodes)});
  const YamlNode& outermost = document->nodes.front();
  return YamlValue(std::move(document), outermost, line_of(outermost, 1), "the file", "");
}

Location YamlValue::where() const { return {document_->file, line_}; }

std::string YamlValue::label() const {
  if (path_.empty()) return owner_;
  return owner_ == "the file" ? path_ : path_ + " of " + owner_;
}

YamlValue YamlValue::owned_by(std::string owner) const {
  return YamlValue(document_, *node_, line_, std::move(owner), "");
}

std::string YamlValue::peek(const std::string& key) const {
  for (const auto& [name, value] : node_->map) {
    if (name->is_text() && name->text == key && value->is_text()) return value->text;
  }
  return "";
}

void YamlValue::fail(Error::Code code, const std::string& reason, const std::string& fix) const {
  throw Error(code, where(), reason, fix);
}

void YamlValue::count_visit(std::size_t values) const {
  document_->visited += values;
  if (document_->visited > most_values) {
    fail(
        Error::Code::robot,
        fmt::format("the file holds too many values to be a {}, aliases followed", document_->kind),
        "write the values out instead of repeating aliases (*name)");
  }
}

std::string YamlValue::text() const {
  count_visit();
  if (!node_->is_text() || trimmed(node_->text).empty()) {
    fail(Error::Code::robot, label() + (node_->is_null() ? " is empty" : " is not a text"),
         "write one word or a quoted text here");
  }
  if (!is_plain_name(node_->text)) {
    fail(Error::Code::name,
         fmt::format("{} is {}, which holds a control character", label(), in_quotes(node_->text)),
         "write it on one line, without tabs");
  }
  return node_->text;
}

std::size_t YamlValue::word(const std::vector<std::string>& words,
                            const std::string& otherwise) const {
  const std::string given = text();
  const auto it = std::find(words.begin(), words.end(), given);
  if (it == words.end()) {
    fail(Error::Code::name, fmt::format("{} is {}{}", label(), in_quotes(given), otherwise),
         did_you_mean(given, words));
  }
  return static_cast<std::size_t>(it - words.begin());
}

double YamlValue::number_or_infinity(Quantity quantity) const {
  count_visit();
  if (!node_->is_text()) {
    fail(Error::Code::value,
         fmt::format("{} {} {}", label(), node_->is_null() ? "is empty, not" : "is not",
                     name_of(quantity)),
         advice_for(quantity));
  }
  const auto value = measured(node_->text, quantity);
  if (!value) {
    fail(Error::Code::value,
         fmt::format("{} is {}, which is not {}", label(), in_quotes(node_->text),
                     name_of(quantity)),
         advice_for(quantity));
  }
  if (std::isnan(*value)) {
    fail(Error::Code::value, label() + " is not a number (NaN)", advice_for(quantity));
  }
  return *value;
}

double YamlValue::number(Quantity quantity) const {
  const double value = number_or_infinity(quantity);
  if (!std::isfinite(value)) {
    fail(Error::Code::value, label() + " is infinite", advice_for(quantity));
  }
  if (quantity == Quantity::rotation && std::abs(value) > 2.0 * std::numbers::pi + 1e-3 &&
      yaml_number(trimmed(node_->text))) {
    fail(Error::Code::value,
         fmt::format("{} is {} rad, more than a turn: it looks like degrees", label(),
                     number_text(value)),
         fmt::format("write `{} deg`, or the angle in radians", number_text(value)));
  }
  return value;
}

double YamlValue::positive(Quantity quantity, const char* fix) const {
  const double value = number(quantity);
  require_positive(*this, value, fix);
  return value;
}

int YamlValue::integer(int lowest, int highest) const {
  const double value = number();
  if (value != std::floor(value) || value < lowest || value > highest) {
    fail(Error::Code::value,
         fmt::format("{} is {}, not a whole number from {} to {}", label(), number_text(value),
                     lowest, highest),
         "write such a number");
  }
  return static_cast<int>(value);
}

bool YamlValue::truth() const {
  count_visit();
  if (!is("true") && !is("false")) {
    fail(Error::Code::value, label() + " is neither true nor false", "write true or false");
  }
  return is("true");
}

std::vector<YamlValue> YamlValue::list() const {
  if (!node_->is_list()) {
    fail(Error::Code::robot, label() + " is not a list",
         "write [a, b, c], or one entry a line, each after `- `");
  }
  count_visit(1 + node_->list.size());
  std::vector<YamlValue> values;
  values.reserve(node_->list.size());
  for (const YamlNode* entry : node_->list) {
    std::string path = fmt::format("{} #{}", path_, values.size() + 1);
    values.push_back(YamlValue(document_, *entry, line_of(*entry, line_), owner_, std::move(path)));
  }
  return values;
}

std::vector<YamlValue> YamlValue::list_of(std::size_t size) const {
  std::vector<YamlValue> values = list();
  if (values.size() != size) {
    fail(Error::Code::size, fmt::format("{} has {} entries", label(), values.size()),
         fmt::format("write {} entries", size));
  }
  return values;
}

Eigen::Vector3d YamlValue::vector(Quantity quantity) const {
  const std::vector<YamlValue> values = list_of(3);
  return {values[0].number(quantity), values[1].number(quantity), values[2].number(quantity)};
}

YamlMap YamlValue::map(const std::vector<std::string>& keys) const { return YamlMap(*this, keys); }

YamlMap::YamlMap(const YamlValue& value, const std::vector<std::string>& keys) : value_(value) {
  value.count_visit();
  if (!value.is_map()) {
    value.fail(Error::Code::robot, value.label() + " is not a map of keys and values",
               "write `key: value` lines, or {key: value}, with keys from: " + listed(keys));
  }
  entries_.reserve(value.node_->map.size());
  for (const auto& [key, node] : value.node_->map) add(*key, *node, keys);
}

void YamlMap::add(const YamlNode& key, const YamlNode& node, const std::vector<std::string>& keys) {
  value_.count_visit();
  const int line = line_of(key, value_.line_);
  const auto refuse = [&](const std::string& reason, const std::string& fix) {
    throw Error(Error::Code::robot, {value_.document_->file, line}, reason, fix);
  };
  if (!key.is_text()) refuse("a key of " + value_.label() + " is not a text", "write a plain key");
  const std::string& name = key.text;
  if (std::find(keys.begin(), keys.end(), name) == keys.end()) {
    refuse(fmt::format("unknown key {} in {}", in_quotes(name), value_.label()),
           did_you_mean(name, keys));
  }
  if (find(name) != nullptr) {
    refuse(fmt::format("key {} is written twice in {}", in_quotes(name), value_.label()),
           fmt::format("remove one; the first is on line {}", find(name)->line_));
  }
  std::string path = value_.path_.empty() ? name : value_.path_ + "." + name;
  entries_.emplace_back(name,
                        YamlValue(value_.document_, node, line, value_.owner_, std::move(path)));
}

const YamlValue* YamlMap::find(const std::string& key) const {
  const auto it = std::find_if(entries_.begin(), entries_.end(),
                               [&](const auto& entry) { return entry.first == key; });
  return it == entries_.end() ? nullptr : &it->second;
}

const YamlValue& YamlMap::at(const std::string& key, const std::string& fix) const {
  const YamlValue* found = find(key);
  if (found == nullptr) {
    value_.fail(Error::Code::robot, fmt::format("{} has no '{}'", value_.label(), key), fix);
  }
  return *found;
}

std::vector<YamlValue> YamlMap::one_or_several(const std::string& key) const {
  const YamlValue* found = find(key);
  return found != nullptr ? io::one_or_several(*found) : std::vector<YamlValue>();
}

std::vector<YamlValue> one_or_several(const YamlValue& value) {
  return value.is_list() ? value.list() : std::vector{value};
}

std::vector<Eigen::Vector3d> read_points(const YamlValue& value) {
  std::vector<Eigen::Vector3d> points;
  for (const YamlValue& point : value.list()) points.push_back(point.vector(Quantity::length));
  return points;
}

void require_positive(const YamlValue& value, double number, const char* fix) {
  if (!(number > 0.0)) value.fail(Error::Code::value, value.label() + " is not positive", fix);
}

void require_kind(const YamlValue& root, const std::string& kind, const std::string& file,
                  const std::string& noun, const std::string& advice) {
  const std::string said = root.peek("alembert");
  if (said == kind + "/1") return;
  const std::string fix = fmt::format("start a {} file with the line `alembert: {}/1`", file, kind);
  if (said.empty()) {
    root.fail(Error::Code::robot, "the file does not say that it is a " + kind, fix);
  }
  if (said.starts_with(kind + "/")) {
    root.fail(Error::Code::unsupported,
              fmt::format("the {} format {} is not known here", kind, in_quotes(said)),
              fmt::format("write `alembert: {}/1`, or use a newer alembert", kind));
  }
  root.fail(Error::Code::robot, fmt::format("the file is a {}, not a {}", in_quotes(said), noun),
            advice.empty() ? fix : advice);
}

YamlValue labelled(const YamlValue& entry, const std::string& kind, std::size_t number) {
  const std::string name = entry.peek("name");
  return entry.owned_by(name.empty() ? fmt::format("{} {}", kind, number)
                                     : fmt::format("{} {}", kind, in_quotes(name)));
}

}  // namespace alembert::io
