// Pairs of violation and barrier objective that no later point may fall behind in both (Wächter and
// Biegler 2006).
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace alembert {

class StepFilter {
 public:
  StepFilter() { entries_.reserve(256); }

  void clear() { entries_.clear(); }
  void add(double violation, double objective) {
    std::erase_if(entries_, [&](const auto& entry) {
      return entry.first >= violation && entry.second >= objective;
    });
    entries_.emplace_back(violation, objective);
  }
  bool accepts(double violation, double objective) const {
    return std::none_of(entries_.begin(), entries_.end(), [&](const auto& entry) {
      return violation >= entry.first && objective >= entry.second;
    });
  }

 private:
  std::vector<std::pair<double, double>> entries_;
};

}  // namespace alembert
