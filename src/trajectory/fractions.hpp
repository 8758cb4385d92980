// Places between which something is looked at or laid out, ascending.
#pragma once

#include <algorithm>
#include <vector>

namespace alembert {

/// From 0 to 1, both included, none closer than `least` to the one before or to the end.
inline std::vector<double> kept_apart(std::vector<double> fractions, double least) {
  std::sort(fractions.begin(), fractions.end());
  std::vector<double> out = {0.0};
  for (const double fraction : fractions) {
    if (fraction > out.back() + least && fraction < 1.0 - least) out.push_back(fraction);
  }
  out.push_back(1.0);
  return out;
}

/// With the middle between every two of them.
inline std::vector<double> with_middles(const std::vector<double>& places) {
  std::vector<double> out = {places.front()};
  for (std::size_t i = 1; i < places.size(); ++i) {
    out.push_back(0.5 * (places[i - 1] + places[i]));
    out.push_back(places[i]);
  }
  return out;
}

}  // namespace alembert
