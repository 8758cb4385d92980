#include "numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>
#include <utility>

#include "alembert/units.hpp"
#include "command.hpp"

namespace alembert::cli {

Eigen::VectorXd parse_numbers(const std::string& text, const std::string& option) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  bool comma = true;  // a number may follow the start, a space or a comma, but not two commas
  while (at != end) {
    if (*at == ' ' || (*at == ',' && !comma)) {
      comma = comma || *at == ',';
      ++at;
      continue;
    }
    double value = 0.0;
    const auto [next, problem] = std::from_chars(*at == '+' ? at + 1 : at, end, value);
    if (problem != std::errc() || !std::isfinite(value) ||
        (next != end && *next != ',' && *next != ' ')) {
      throw UsageError(fmt::format("{}: '{}' is not a list of finite numbers", option, text),
                       fmt::format("write for example {} 0.1,-0.2,1e-3", option));
    }
    numbers.push_back(value);
    comma = false;
    at = next;
  }
  return Eigen::Map<Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

double parse_quantity(const std::string& text, const std::string& option, Measure measure) {
  struct Unit {
    const char* name;
    Measure measure;
    double size;
  };
  static constexpr Unit units[] = {{"deg", Measure::angle, std::numbers::pi / 180.0},
                                   {"rad", Measure::angle, 1.0},
                                   {"mm", Measure::length, 1e-3},
                                   {"cm", Measure::length, 1e-2},
                                   {"m", Measure::length, 1.0}};
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.name)) continue;
    std::string number = text.substr(0, text.size() - std::strlen(unit.name));
    if (unit.measure != measure) {
      throw UsageError(fmt::format("{}: '{}' is in {}", option, text, unit.name),
                       measure == Measure::angle    ? "write an angle: 0.8, 0.8rad or 45deg"
                       : measure == Measure::length ? "write a length: 0.05, 5cm or 50mm"
                                                    : "write the number alone, in SI units");
    }
    return parse_numbers(number, option, 1, "NUMBER")[0] * unit.size;
  }
  return parse_numbers(text, option, 1, "NUMBER")[0];
}

std::vector<std::string> parse_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + ' ') {
    if (c != ' ' && c != ',') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

Eigen::VectorXd parse_numbers(const std::string& text, const std::string& option, int count,
                              const std::string& form, Measure measure) {
  Eigen::VectorXd numbers;
  if (measure == Measure::plain) {
    numbers = parse_numbers(text, option);
  } else {
    const std::vector<std::string> words = parse_words(text);
    numbers.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      numbers[i] = parse_quantity(words[i], option, measure);
    }
  }
  if (numbers.size() != count) {
    throw UsageError(
        fmt::format("{} has {} numbers where {} are needed", option, numbers.size(), count),
        fmt::format("give {} {}", option, form));
  }
  return numbers;
}

Eigen::VectorXd parse_joints(const std::string& text, const std::string& option, int count) {
  const Eigen::VectorXd q = parse_numbers(text, option, count, "one value a joint", Measure::angle);
  for (const double value : q) {
    if (!looks_like_degrees(value)) continue;
    fmt::print(stderr, "warning: {} {}: is {:g} in degrees? write {:g}deg\n", option, text, value,
               value);
  }
  return q;
}

int parse_integer(const std::string& text, const std::string& option, int lowest, int highest) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value < lowest ||
      value > highest) {
    throw UsageError(
        fmt::format("{}: '{}' is not a whole number from {} to {}", option, text, lowest, highest),
        fmt::format("write for example {} {}", option, std::clamp(6, lowest, highest)));
  }
  return value;
}

double parse_positive(const std::string& text, const std::string& option) {
  const double value = parse_numbers(text, option, 1, "NUMBER")[0];
  if (!(value > 0.0)) {
    throw UsageError(fmt::format("{} is {}", option, text), "give a positive number");
  }
  return value;
}

Json si_units() {
  return {{"angle", "rad"}, {"length", "m"},   {"time", "s"}, {"mass", "kg"},
          {"force", "N"},   {"moment", "N m"}, {"power", "W"}};
}

std::string json_text(Json document, const Json& units) {
  if (!units.empty() && !document.contains("units")) document["units"] = units;
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json json_vector(const Eigen::VectorXd& x) { return std::vector<double>(x.begin(), x.end()); }

Json json_vector(const Eigen::VectorXd& x, const std::vector<int>& order) {
  return json_list(order, [&](int i) { return x[i]; });
}

Json json_matrix(const Eigen::MatrixXd& m) {
  return json_list(m.rowwise(), [](const auto& row) { return json_vector(row); });
}

Json json_names(const Model& model, const std::vector<int>& order) {
  return json_list(order, [&](int i) { return model.coordinate_at(i).name; });
}

Json json_names(const std::vector<Coordinate>& coordinates) {
  return json_list(coordinates, [](const Coordinate& of) { return of.name; });
}

std::vector<int> model_order(const Model& model) {
  std::vector<int> order(static_cast<std::size_t>(model.dofs()));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }

bool looks_like_degrees(double radians) { return std::abs(radians) > 2.0 * std::numbers::pi; }

std::string unit(const Coordinate& coordinate, const std::string& symbol) {
  const JointQuantity quantity = symbol == "q"   ? JointQuantity::position
                                 : symbol == "v" ? JointQuantity::velocity
                                 : symbol == "a" ? JointQuantity::acceleration
                                                 : JointQuantity::torque;
  return alembert::unit(coordinate, quantity);
}

}  // namespace alembert::cli
