// Random motions of a robot, the same every time.
#pragma once

#include <algorithm>
#include <random>

#include "alembert/batch.hpp"
#include "alembert/model.hpp"

namespace alembert::bench {

/// One row a state: q within the limits and 3 rad or m, v and a up to 2.
class RandomStates {
 public:
  using Vector = Eigen::Map<const Eigen::VectorXd>;

  RandomStates(const Model& model, int count)
      : all_q(count, model.dofs()), all_v(all_q), all_a(all_q) {
    std::mt19937_64 engine(1743);  // the year of d'Alembert's treatise
    const auto uniform = [&](double low, double high) {
      return low + (high - low) * static_cast<double>(engine() >> 11) * 0x1p-53;
    };
    for (int s = 0; s < count; ++s) {
      for (int i = 0; i < model.dofs(); ++i) {
        const Limits& limits = model.coordinate_at(i).limits;
        all_q(s, i) = uniform(std::max(limits.lower, -3.0), std::min(limits.upper, 3.0));
      }
      for (int i = 0; i < model.dofs(); ++i) all_v(s, i) = uniform(-2.0, 2.0);
      for (int i = 0; i < model.dofs(); ++i) all_a(s, i) = uniform(-2.0, 2.0);
    }
  }

  int count() const { return static_cast<int>(all_q.rows()); }
  Vector q(int s) const { return row(all_q, s); }
  Vector v(int s) const { return row(all_v, s); }
  Vector a(int s) const { return row(all_a, s); }

  RowMatrix<double> all_q, all_v, all_a;

 private:
  static Vector row(const RowMatrix<double>& all, int s) {
    return {all.data() + s * all.cols(), all.cols()};
  }
};

}  // namespace alembert::bench
