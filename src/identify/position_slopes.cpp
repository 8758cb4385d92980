#include "identify/position_slopes.hpp"

#include <algorithm>

namespace alembert::identifying {

void position_slopes(const PreparedLog& log, Index i, const std::vector<int>& moving,
                     const VectorXd& base, ParameterSpace::Rows& regressor, MatrixXd& slopes) {
  slopes.setZero(log.q.cols(), moving.size());
  const Index before = std::max<Index>(i - 1, 0), after = std::min<Index>(i + 1, log.rows() - 1);
  if (moving.empty() || before == after) return;
  const double seconds = log.t[after] - log.t[before];
  VectorXd q = log.q.row(i), v = log.v.row(i), a = log.a.row(i);
  for (std::size_t column = 0; column < moving.size(); ++column) {
    const int k = moving[column];
    auto slope = slopes.col(column);
    for (const Index at : {after, before}) {
      q[k] = log.q(at, k);
      v[k] = log.v(at, k);
      a[k] = log.a(at, k);
      const double sign = at == after ? 1.0 : -1.0;
      slope += sign / seconds * (regressor(q, v, a) * base);
    }
    q[k] = log.q(i, k);
    v[k] = log.v(i, k);
    a[k] = log.a(i, k);
    // Where it turns back its own friction jumps.
    if (log.v(before, k) * log.v(after, k) < 0.0) slope[k] = 0.0;
  }
}

}  // namespace alembert::identifying
