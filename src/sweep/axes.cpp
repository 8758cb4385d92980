#include "sweep/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "alembert/sweep_record.hpp"
#include "io/csv.hpp"
#include "io/text.hpp"
#include "sweep/sample_points.hpp"

namespace alembert::sweep {

namespace {

using Code = Error::Code;
using io::in_quotes;
using io::YamlMap;
using io::YamlValue;

constexpr int most_values = 100'000'000;
constexpr std::uint64_t most_problems = 10'000'000'000;
constexpr double rounding = 1e-9;

void read_step(const YamlMap& map, Parameter& p) {
  const YamlValue& step = *map.find("step");
  const double length = step.number();
  if (!(length > 0.0) || p.log) {
    step.fail(Code::value, step.label() + (p.log ? " does not go with log" : " is not positive"),
              "write a positive step, or a count");
  }
  const double steps = (p.to - p.from) / length;
  if (std::abs(steps - std::round(steps)) > rounding * std::abs(steps)) {
    step.fail(Code::value,
              fmt::format("{} does not go up to {} in whole steps", step.label(), p.to),
              "choose a step that does, or write a count");
  }
  p.count = static_cast<std::uint64_t>(std::llround(steps)) + 1;
}

void read_range(const YamlMap& map, Parameter& p, bool of_grid) {
  p.kind = Parameter::Kind::range;
  p.from = map.at("from", "write from, to and a count").number();
  p.to = map.at("to", "write from, to and a count").number();
  p.log = map.truth("log", false);
  if (!(p.to > p.from)) {
    map.find("to")->fail(Code::value,
                         fmt::format("the range from {} to {} has no length", p.from, p.to),
                         "write a `to` above `from`; a single value is `values: [x]`");
  }
  if (p.log && !(p.from > 0.0)) {
    map.find("from")->fail(Code::value, "a logarithmic range begins at or below 0",
                           "begin it above 0, or leave `log` out");
  }
  if (!of_grid) return;
  if (map.has("step")) {
    read_step(map, p);
  } else {
    const YamlValue& count = map.at("count", "say how many values, or a step");
    p.count = static_cast<std::uint64_t>(count.integer(2, most_values));
  }
}

void read_list(const YamlValue& values, Parameter& p) {
  for (const YamlValue& value : values.list()) p.list.push_back(value.number());
  if (p.list.empty()) values.fail(Code::value, values.label() + " is empty", "write some numbers");
  p.count = p.list.size();
}

void read_normal(const YamlValue& value, Parameter& p) {
  const YamlMap map = value.map({"mean", "deviation"});
  p.kind = Parameter::Kind::normal;
  p.from = map.at("mean", "write {mean: 1, deviation: 0.05}").number();
  p.to = map.at("deviation", "write {mean: 1, deviation: 0.05}")
             .positive(io::Quantity::plain, "write a positive standard deviation");
}

/// The name, the paths and how values are written.
Parameter read_common(const YamlMap& map) {
  Parameter p;
  p.name = map.at("name", "name the parameter: it becomes a column").text();
  const YamlValue& set = map.at("set", "name what it sets: `set: goal.pose.xyz[0]`");
  p.set = set.is_list() ? set.list() : std::vector<YamlValue>{set};
  p.times = map.truth("times", false);
  p.unit = map.text("unit", "");
  if (p.times && !p.unit.empty()) {
    map.find("unit")->fail(Code::value, "a factor has no unit", "leave `unit` or `times` out");
  }
  return p;
}

}  // namespace

double Parameter::at(std::uint64_t k) const {
  if (kind != Kind::range) return list[k];
  if (k + 1 == count) return to;
  const double share = static_cast<double>(k) / static_cast<double>(count - 1);
  return log ? from * std::pow(to / from, share) : from + share * (to - from);
}

double Parameter::quantile(double u) const {
  if (kind == Kind::normal) {
    return from + to * normal_quantile(std::clamp(u, 0x1p-40, 1.0 - 0x1p-40));
  }
  return log ? from * std::pow(to / from, u) : from + u * (to - from);
}

void Axes::read_grid(const YamlValue& value) {
  for (const YamlValue& entry : value.list()) {
    const YamlMap map =
        entry.map({"name", "set", "values", "from", "to", "count", "step", "log", "times", "unit"});
    Parameter p = read_common(map);
    if (const YamlValue* values = map.find("values")) {
      if (map.has("from") || map.has("to") || map.has("count") || map.has("step")) {
        values->fail(Code::value, "both values and a range are given", "keep one of them");
      }
      read_list(*values, p);
    } else {
      read_range(map, p, true);
    }
    cells_ = cells_ > most_problems / p.count ? most_problems + 1 : cells_ * p.count;
    parameters_.push_back(std::move(p));
  }
}

void Axes::read_samples(const YamlValue& value) {
  const YamlMap map = value.map({"count", "method", "seed", "of"});
  samples_ =
      static_cast<std::uint64_t>(map.at("count", "say how many samples").integer(1, most_values));
  static const std::vector<std::string> methods = {"latin", "sobol"};
  const std::string method = map.text("method", "latin");
  if (method != "latin" && method != "sobol") {
    map.find("method")->fail(Code::name, "the method is " + in_quotes(method),
                             io::did_you_mean(method, methods));
  }
  sobol_ = method == "sobol";
  seed_ =
      map.has("seed") ? static_cast<std::uint64_t>(map.find("seed")->integer(0, most_values)) : 1;
  const std::size_t before = parameters_.size();
  const YamlValue& of = map.at("of", "list the parameters that are sampled");
  for (const YamlValue& entry : of.list()) {
    const YamlMap one = entry.map({"name", "set", "from", "to", "log", "normal", "times", "unit"});
    Parameter p = read_common(one);
    if (const YamlValue* normal = one.find("normal")) {
      read_normal(*normal, p);
    } else {
      read_range(one, p, false);
    }
    parameters_.push_back(std::move(p));
  }
  if (sobol_ && parameters_.size() - before > most_sobol_dimensions) {
    of.fail(Code::unsupported,
            fmt::format("Sobol's points have {} dimensions here", most_sobol_dimensions),
            "sample fewer parameters, or write `method: latin`");
  }
}

void Axes::read_table(const YamlValue& value, const std::string& folder) {
  const YamlMap map = value.map({"file", "columns"});
  const YamlValue& file = map.at("file", "name the CSV file, seen from this file's folder");
  const std::string path = (std::filesystem::path(folder) / file.text()).lexically_normal();
  if (!std::filesystem::exists(path)) {
    file.fail(Code::file, "there is no table " + in_quotes(path),
              "write its path as seen from the folder of this file");
  }
  io::CsvReader reader(path);
  std::vector<std::size_t> from;
  for (const YamlValue& entry : map.at("columns", "list the columns that are used").list()) {
    const YamlMap one = entry.map({"name", "set", "column", "times", "unit"});
    Parameter p = read_common(one);
    p.kind = Parameter::Kind::column;
    const std::string column = one.text("column", p.name);
    const auto it = std::find(reader.header().begin(), reader.header().end(), column);
    if (it == reader.header().end()) {
      entry.fail(Code::name, fmt::format("{} has no column {}", path, in_quotes(column)),
                 io::did_you_mean(column, reader.header()));
    }
    from.push_back(static_cast<std::size_t>(it - reader.header().begin()));
    parameters_.push_back(std::move(p));
  }
  std::vector<double> row(reader.header().size());
  rows_ = 0;
  while (reader.next(row)) {
    for (std::size_t i = 0; i < from.size(); ++i) parameters_[i].list.push_back(row[from[i]]);
    ++rows_;
  }
  if (rows_ == 0) file.fail(Code::value, path + " has no rows", "give it some");
}

void Axes::check(const YamlMap& root) const {
  if (parameters_.empty()) {
    root.value().fail(Code::robot, "nothing is varied",
                      "write a `grid`, `samples` or a `table` with parameters");
  }
  std::map<std::string, int> seen;
  for (const Parameter& p : parameters_) {
    const auto& taken = sweep_columns();
    const bool column = std::find(taken.begin(), taken.end(), p.name) != taken.end();
    if (++seen[p.name] > 1 || column || p.name.empty()) {
      p.set.front().fail(Code::name,
                         column ? in_quotes(p.name) + " is a column of every table already"
                                : "two parameters are " + in_quotes(p.name),
                         "give the parameter another name");
    }
  }
  const double whole =
      static_cast<double>(rows_) * static_cast<double>(samples_) * static_cast<double>(cells_);
  if (whole > static_cast<double>(most_problems)) {
    root.value().fail(Code::value, fmt::format("these are {:.3g} problems", whole),
                      fmt::format("ask for {:.3g} at most", static_cast<double>(most_problems)));
  }
}

Axes Axes::read(const YamlMap& root, const std::string& folder) {
  Axes axes;
  if (const YamlValue* table = root.find("table")) axes.read_table(*table, folder);
  axes.table_end_ = axes.parameters_.size();
  if (const YamlValue* samples = root.find("samples")) axes.read_samples(*samples);
  axes.samples_end_ = axes.parameters_.size();
  if (const YamlValue* grid = root.find("grid")) axes.read_grid(*grid);
  axes.check(root);
  return axes;
}

std::vector<double> Axes::values(std::uint64_t index) const {
  std::vector<double> out(parameters_.size());
  std::uint64_t cell = index % cells_;
  const std::uint64_t sample = index / cells_ % samples_, row = index / cells_ / samples_;
  for (std::size_t i = 0; i < table_end_; ++i) out[i] = parameters_[i].list[row];
  for (std::size_t i = table_end_; i < samples_end_; ++i) {
    const int dimension = static_cast<int>(i - table_end_);
    out[i] = parameters_[i].quantile(sobol_ ? sobol_point(sample, dimension, seed_)
                                            : latin_point(sample, samples_, dimension, seed_));
  }
  for (std::size_t i = parameters_.size(); i-- > samples_end_;) {
    out[i] = parameters_[i].at(cell % parameters_[i].count);
    cell /= parameters_[i].count;
  }
  return out;
}

std::string Axes::fingerprint() const {
  std::string text = fmt::format("{} {} {} {} {}\n", rows_, samples_, cells_, sobol_, seed_);
  for (const Parameter& p : parameters_) {
    text += fmt::format("{} {} {} {} {} {} {} {} {} {}\n", p.name, p.set.size(),
                        static_cast<int>(p.kind), p.from, p.to, p.count, p.log, p.times, p.unit,
                        fmt::join(p.list, " "));
  }
  return text;
}

}  // namespace alembert::sweep
