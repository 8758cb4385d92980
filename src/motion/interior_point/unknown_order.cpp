#include "motion/interior_point/unknown_order.hpp"

#include <algorithm>
#include <limits>

namespace alembert {
UnknownOrder::UnknownOrder(const Nlp& nlp) : positions(nlp.variable_count(), -1) {
  const NlpBounds& bounds = nlp.bounds();
  std::vector<int> places = nlp.places();
  places.resize(nlp.variable_count(), 0);
  for (int i = 0; i < nlp.variable_count(); ++i) {
    if (bounds.x_lower[i] != bounds.x_upper[i]) unknowns.push_back(i);
  }
  const auto place = [&](int i) {
    return places[i] < 0 ? std::numeric_limits<int>::max() : places[i];
  };
  std::stable_sort(unknowns.begin(), unknowns.end(),
                   [&](int a, int b) { return place(a) < place(b); });
  for (int p = 0; p < size(); ++p) {
    positions[unknowns[p]] = p;
    if (places[unknowns[p]] >= 0) ++banded;
  }

  const auto in_band = [&](int unknown) {
    return positions[unknown] >= 0 && positions[unknown] < banded;
  };
  std::vector<int> sees(banded);
  for (int p = 0; p < banded; ++p) sees[p] = p + 1;
  const Triplets& hessian = nlp.hessian_pattern();
  for (int k = 0; k < hessian.size(); ++k) {
    const int i = hessian.rows[k], j = hessian.columns[k];
    if (!in_band(i) || !in_band(j)) continue;
    bandwidth = std::max(bandwidth, std::abs(positions[i] - positions[j]));
    int& seen = sees[std::min(positions[i], positions[j])];
    seen = std::max(seen, std::max(positions[i], positions[j]) + 1);
  }
  const Triplets& jacobian = nlp.jacobian_pattern();
  std::vector<int> first(nlp.constraint_count(), banded), last(nlp.constraint_count(), -1);
  for (int k = 0; k < jacobian.size(); ++k) {
    if (!in_band(jacobian.columns[k])) continue;
    const int row = jacobian.rows[k], position = positions[jacobian.columns[k]];
    first[row] = std::min(first[row], position);
    last[row] = std::max(last[row], position);
    bandwidth = std::max(bandwidth, last[row] - first[row]);
  }
  for (int row = 0; row < nlp.constraint_count(); ++row) {
    if (last[row] >= 0) sees[first[row]] = std::max(sees[first[row]], last[row] + 1);
  }
  constexpr int least_run = 8;
  for (int p = 0, begin = 0, seen = 0; p < banded; ++p) {
    seen = std::max(seen, sees[p]);
    const bool ends = p + 1 == banded || (places[unknowns[p]] != places[unknowns[p + 1]] &&
                                          p + 1 - begin >= least_run);
    if (!ends) continue;
    runs.push_back({p + 1, seen});
    begin = p + 1;
  }
}

}  // namespace alembert
