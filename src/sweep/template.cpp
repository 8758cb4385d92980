#include "sweep/template.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.hpp"

namespace alembert::sweep {

namespace {

std::string value_text(const Setting& setting, const Parameter& parameter, double value) {
  if (parameter.times) return io::number_text(setting.base * value) + setting.unit;
  return io::number_text(value) + (parameter.unit.empty() ? "" : " " + parameter.unit);
}

}  // namespace

void Template::add(Setting setting, const std::string& path, const io::YamlValue& asked) {
  const auto it = std::lower_bound(
      settings.begin(), settings.end(), setting,
      [](const Setting& a, const Setting& b) { return a.place.begin < b.place.begin; });
  if (it != settings.end() && it->place.begin == setting.place.begin) {
    asked.fail(Error::Code::name, fmt::format("{} is set by two parameters", io::in_quotes(path)),
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
