#include "sweep/sweep_sums.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "alembert/error.hpp"
#include "io/text.hpp"

namespace alembert::sweep {

void ClassSums::add(const SweepRecord& record) {
  ++count;
  if (std::isfinite(record.violation)) violation += record.violation;
  if (!record.good) return;
  shortest = good == 0 ? record.duration : std::min(shortest, record.duration);
  longest = good == 0 ? record.duration : std::max(longest, record.duration);
  ++good;
  duration += record.duration;
  objective += record.objective;
  for (const std::string& limit : record.limits) ++limits[limit];
}

double ClassSums::of(const std::string& what) const {
  const auto all = static_cast<double>(count), fine = static_cast<double>(good);
  if (what == "success") return 100.0 * fine / all;
  if (what == "violation") return 100.0 * violation / all;
  if (good == 0) return std::nan("");
  return (what == "objective" ? objective : duration) / fine;
}

std::string ClassSums::most_binding() const {
  std::string name;
  std::uint64_t most = 0;
  for (const auto& [limit, number] : limits) {
    if (number > most) name = limit, most = number;
  }
  return name;
}

Classes::Classes(const SweepRecords& records, std::size_t parameter, std::size_t most) {
  std::set<double> values;
  double high = 0.0;
  bool first = true, many = false;
  records.each([&](const SweepRecord& record) {
    const double v = record.values[parameter];
    low_ = first ? v : std::min(low_, v);
    high = first ? v : std::max(high, v);
    first = false;
    if (!many) values.insert(v);
    many = many || values.size() > most;
  });
  if (!many) {
    middles_.assign(values.begin(), values.end());
    return;
  }
  const auto count = std::min<std::size_t>(most, 40);
  step_ = (high - low_) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    middles_.push_back(low_ + (static_cast<double>(i) + 0.5) * step_);
  }
}

std::size_t Classes::of(double value) const {
  if (step_ == 0.0) {
    const auto it = std::lower_bound(middles_.begin(), middles_.end(), value);
    return static_cast<std::size_t>(it - middles_.begin());
  }
  const double place = std::floor((value - low_) / step_);
  return std::min(static_cast<std::size_t>(std::max(place, 0.0)), middles_.size() - 1);
}

std::size_t parameter_index(const SweepFolder& folder, const std::string& name) {
  const std::vector<std::string>& names = folder.parameters();
  const auto it = std::find(names.begin(), names.end(), name);
  if (it != names.end()) return static_cast<std::size_t>(it - names.begin());
  throw Error(Error::Code::name, {folder.path(), 0},
              "the sweep has no parameter " + io::in_quotes(name), io::did_you_mean(name, names));
}

std::vector<std::string> frequent_limits(const std::vector<ClassSums>& classes, std::size_t most) {
  std::map<std::string, std::uint64_t> all;
  for (const ClassSums& one : classes) {
    for (const auto& [limit, number] : one.limits) all[limit] += number;
  }
  std::vector<std::pair<std::string, std::uint64_t>> sorted(all.begin(), all.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i) names.push_back(sorted[i].first);
  return names;
}

}  // namespace alembert::sweep
