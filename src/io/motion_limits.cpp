#include <fmt/format.h>

#include "alembert/arm.hpp"
#include "alembert/smoothing.hpp"
#include "io/motion_parts.hpp"
#include "io/motion_words.hpp"

namespace alembert::io {

namespace {

using Code = Error::Code;

/// Calls read(entry, j) for every coordinate: one entry for all, a list, or a map of some.
void for_some(const YamlValue& value, const Model& model,
              const std::function<void(const YamlValue&, int)>& read) {
  if (value.is_map() || value.is_list()) {
    for_each_coordinate(value, model, read);
    return;
  }
  for (int j = 0; j < model.arm().told(model); ++j) read(value, j);
}

/// `none`, a bound both ways, or [lower, upper].
void read_range(const YamlValue& entry, Quantity quantity, double& lower, double& upper) {
  if (entry.is("none")) {
    lower = -infinity;
    upper = infinity;
  } else if (entry.is_list()) {
    const std::vector<YamlValue> ends = entry.list_of(2);
    lower = ends[0].number_or_infinity(quantity);
    upper = ends[1].number_or_infinity(quantity);
  } else {
    upper = entry.number_or_infinity(quantity);
    lower = -upper;
  }
  if (!(lower <= upper)) {
    entry.fail(Code::value, entry.label() + " ends below its beginning",
               "write [lower, upper], or one number that is not negative");
  }
}

void read_bound(const YamlValue& entry, double& bound) {
  bound = entry.is("none") ? infinity : entry.number_or_infinity();
  if (!(bound > 0.0)) {
    entry.fail(Code::value, entry.label() + " lets nothing move",
               "write a positive number, or `none`");
  }
}

/// One length for every link that bends, or {link: length}.
void read_deflections(const YamlValue& value, MotionProblem& problem) {
  const std::vector<std::string> links = problem.model.arm().bending_links(problem.model);
  if (links.empty()) {
    value.fail(Code::value, value.label() + " is limited of an arm that is stiff",
               "give a link `flexible` properties, or leave this limit out");
  }
  const auto put = [&](const std::string& link, const YamlValue& entry) {
    const double largest = entry.number(Quantity::length);
    if (!(largest > 0.0)) {
      entry.fail(Code::value, entry.label() + " lets it bend nowhere",
                 "write a length above zero, such as 5 mm");
    }
    problem.deflections.push_back({link, largest});
  };
  if (!value.is_map()) {
    for (const std::string& link : links) put(link, value);
    return;
  }
  const YamlMap map = value.map(links);
  for (const std::string& link : links) {
    if (const YamlValue* entry = map.find(link)) put(link, *entry);
  }
}

/// [{name, of: {joint: factor, …}, within, from, to}, …]
void read_sums(const YamlValue& value, MotionProblem& problem) {
  std::size_t number = 0;
  for (const YamlValue& entry : value.list()) {
    const YamlMap map =
        labelled(entry, "sum", ++number).map({"name", "of", "within", "from", "to"});
    SumLimit limit{.name = map.text("name", fmt::format("sum {}", number))};
    const auto angular = [&](int j) { return problem.model.coordinates()[j].angular; };
    const YamlValue& of = map.at("of", "write joints and factors, such as {shoulder: 1, elbow: 1}");
    for_each_coordinate(of, problem.model, [&](const YamlValue& factor, int j) {
      if (factor.number() == 0.0) return;
      if (!limit.parts.empty() && angular(j) != angular(limit.parts.front().coordinate)) {
        factor.fail(Code::value, factor.label() + " adds metres to radians",
                    "sum joints that turn, or joints that slide");
      }
      limit.parts.push_back({j, factor.number()});
    });
    if (limit.parts.empty()) of.fail(Code::value, of.label() + " is empty", "name its joints");
    read_range(map.at("within", "write [lower, upper], such as [-.inf, 60 deg]"),
               angular(limit.parts.front().coordinate) ? Quantity::rotation : Quantity::length,
               limit.lower, limit.upper);
    limit.during = read_during(map, problem.waypoints);
    problem.sums.push_back(std::move(limit));
  }
}

}  // namespace

void read_motion_limits(const YamlValue& value, MotionProblem& problem) {
  const Model& model = problem.model;
  MotionLimits& limits = problem.limits;
  const YamlMap map = value.map({"position", "velocity", "acceleration", "jerk", "torque", "power",
                                 "passive", "deflection", "vibration", "sums"});
  if (const YamlValue* position = map.find("position")) {
    for_some(*position, model, [&](const YamlValue& entry, int j) {
      const Coordinate& coordinate = model.coordinate_at(j);
      read_range(entry, position_quantity(coordinate), limits.lower[j], limits.upper[j]);
    });
  }
  if (const YamlValue* torque = map.find("torque")) {
    for_some(*torque, model, [&](const YamlValue& entry, int j) {
      read_range(entry, Quantity::plain, limits.torque_lower[j], limits.torque_upper[j]);
    });
  }
  const std::pair<const char*, Eigen::VectorXd*> bounds[] = {{"velocity", &limits.velocity},
                                                             {"acceleration", &limits.acceleration},
                                                             {"jerk", &limits.jerk},
                                                             {"power", &limits.power}};
  for (const auto& [key, vector] : bounds) {
    const YamlValue* given = map.find(key);
    if (given == nullptr) continue;
    for_some(*given, model,
             [&, out = vector](const YamlValue& entry, int j) { read_bound(entry, (*out)[j]); });
  }
  if (const YamlValue* passive = map.find("passive")) {
    for (const YamlValue& name : passive->list()) {
      const int j = read_coordinate(name, model);
      limits.torque_lower[j] = limits.torque_upper[j] = 0.0;
    }
  }
  if (const YamlValue* sums = map.find("sums")) read_sums(*sums, problem);
  if (const YamlValue* deflection = map.find("deflection")) read_deflections(*deflection, problem);
  if (const YamlValue* vibration = map.find("vibration")) {
    problem.vibration = vibration->number(Quantity::length);
  }
}

void read_smooth(const YamlMap& map, MotionProblem& problem) {
  const YamlValue* value = map.find("smooth");
  if (value == nullptr || (!value->is_map() && !value->truth())) return;
  Smoothing how;
  if (value->is_map()) {
    const YamlMap given = value->map({"speed_time", "acceleration_time", "torque_rate"});
    for (const auto& [key, time] : {std::pair{"speed_time", &how.speed_time},
                                    std::pair{"acceleration_time", &how.acceleration_time}}) {
      if (const YamlValue* entry = given.find(key)) read_bound(*entry, *time);
    }
    if (const YamlValue* rate = given.find("torque_rate")) {
      how.torque_rate = Eigen::VectorXd::Constant(problem.model.dofs(), infinity);
      for_some(*rate, problem.model,
               [&](const YamlValue& entry, int j) { read_bound(entry, how.torque_rate[j]); });
    }
  }
  value->at_this_line([&] { problem = smoothed(std::move(problem), how); });
}

}  // namespace alembert::io
