#include "identify/residuals.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>

namespace alembert::identifying {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

double median_size(std::vector<double> values) {
  if (values.empty()) return 0.0;
  for (double& x : values) x = std::abs(x);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double median_step(const PreparedLog& rows) {
  std::vector<double> steps;
  for (Index i = 1; i < rows.rows(); ++i) steps.push_back(rows.t[i] - rows.t[i - 1]);
  return std::max(median_size(std::move(steps)), 1e-9);
}

/// Seconds until residuals no longer know what they were.
double correlation_time(const std::vector<PreparedLog>& logs, const std::vector<MatrixXd>& off,
                        Index j, double limit) {
  constexpr double forgotten = 0.1, longest = 3.0;
  if (logs.empty() || logs[0].rows() < 2) return 0.0;
  const double step = median_step(logs[0]);
  const auto most = static_cast<Index>(longest / step);
  const Index stride = std::max<Index>(1, most / 100);
  double square = 0.0, count = 0.0;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    for (Index i = 0; i < logs[k].rows(); ++i) {
      if (!logs[k].usable(i, j) || std::abs(off[k](i, j)) > limit) continue;
      square += off[k](i, j) * off[k](i, j);
      count += 1.0;
    }
  }
  if (count < 10.0 || square == 0.0) return 0.0;
  for (Index lag = 1; lag <= most; lag += lag < 10 ? 1 : stride) {
    double product = 0.0, pairs = 0.0;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      for (Index i = 0; i + lag < logs[k].rows(); ++i) {
        if (!logs[k].usable(i, j) || !logs[k].usable(i + lag, j)) continue;
        if (std::abs(off[k](i, j)) > limit || std::abs(off[k](i + lag, j)) > limit) continue;
        product += off[k](i, j) * off[k](i + lag, j);
        pairs += 1.0;
      }
    }
    if (pairs == 0.0) break;
    if (product / pairs < forgotten * square / count) return static_cast<double>(lag - 1) * step;
  }
  return longest;
}

/// How late torques are, by their slope in what is left: r = -delay d(tau)/dt, where no parameter
/// explains it as well.
void find_delay(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                const std::vector<MatrixXd>& off, const std::vector<MatrixXd>& predictions,
                Index j, ResidualFacts& facts) {
  const std::vector<int>& seen = space.seen(static_cast<int>(j));
  const auto columns = static_cast<Index>(seen.size());
  ParameterSpace::Rows regressor(space);
  VectorXd Xd = VectorXd::Zero(columns), Xr = VectorXd::Zero(columns), x(columns);
  MatrixXd XX = MatrixXd::Zero(columns, columns);
  double dd = 0.0, dr = 0.0;
  VectorXd q(space.dofs()), v(space.dofs()), a(space.dofs());
  const double limit = 8.0 * facts.deviation[j];
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const PreparedLog& log = logs[k];
    const Index stride = std::max<Index>(1, log.rows() / 20000);
    for (Index i = 1; i + 1 < log.rows(); i += stride) {
      if (!log.usable(i, j) || std::abs(off[k](i, j)) > limit) continue;
      if (log.v(i - 1, j) * log.v(i + 1, j) <= 0.0) continue;  // friction jumps
      const double seconds = log.t[i + 1] - log.t[i - 1];
      if (!(seconds > 0.0)) continue;
      const double slope = (predictions[k](i + 1, j) - predictions[k](i - 1, j)) / seconds;
      q = log.q.row(i);
      v = log.v.row(i);
      a = log.a.row(i);
      const MatrixXd& X = regressor(q, v, a);
      for (Index c = 0; c < columns; ++c) x[c] = X(j, seen[static_cast<std::size_t>(c)]);
      Xd += slope * x;
      Xr += off[k](i, j) * x;
      XX.selfadjointView<Eigen::Lower>().rankUpdate(x);
      dd += slope * slope;
      dr += slope * off[k](i, j);
    }
  }
  MatrixXd normal = XX.selfadjointView<Eigen::Lower>();
  const VectorXd size = normal.diagonal().cwiseSqrt().unaryExpr(
      [](double s) { return s > 0.0 ? s : 1.0; });
  normal = size.cwiseInverse().asDiagonal() * normal * size.cwiseInverse().asDiagonal();
  normal.diagonal().array() += 1e-9;
  const VectorXd share = size.cwiseInverse().asDiagonal() *
                         normal.ldlt().solve(Xd.cwiseQuotient(size)).eval();
  const double own = dd - Xd.dot(share);
  if (!(own > 1e-6 * dd)) {
    facts.delay_error[j] = infinity;
    return;
  }
  facts.delay[j] = -(dr - Xr.dot(share)) / own;
  const double step = logs.empty() ? 1.0 : median_step(logs[0]);
  const double dependent = std::max(1.0, facts.correlation[j] / step);
  facts.delay_error[j] = facts.deviation[j] * std::sqrt(dependent / own);
}

}  // namespace

MatrixXd predicted(const ParameterSpace& space, const PreparedLog& rows, const VectorXd& base,
                   Workers& workers) {
  MatrixXd out(rows.rows(), space.dofs());
  constexpr Index part = 256;
  const auto parts = static_cast<int>((rows.rows() + part - 1) / part);
  std::vector<std::optional<ParameterSpace::Rows>> regressors(
      static_cast<std::size_t>(workers.count()));
  workers.run(parts, [&](int worker, int item) {
    auto& regressor = regressors[static_cast<std::size_t>(worker)];
    if (!regressor) regressor.emplace(space);
    VectorXd q(space.dofs()), v(space.dofs()), a(space.dofs());
    const Index last = std::min(rows.rows(), (item + 1) * part);
    for (Index i = item * part; i < last; ++i) {
      q = rows.q.row(i);
      v = rows.v.row(i);
      a = rows.a.row(i);
      out.row(i) = (*regressor)(q, v, a) * base;
    }
  });
  return out;
}

ResidualFacts residual_facts(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                             const VectorXd& base, Workers& workers) {
  const Index n = space.dofs();
  std::vector<MatrixXd> predictions, off;
  for (const PreparedLog& log : logs) {
    predictions.push_back(predicted(space, log, base, workers));
    off.push_back(log.tau - predictions.back());
  }
  ResidualFacts facts;
  facts.deviation.setZero(n);
  facts.correlation.setZero(n);
  facts.delay.setZero(n);
  facts.delay_error.setZero(n);
  workers.run(static_cast<int>(n), [&](int, int item) {
    const Index j = item;
    std::vector<double> values;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      for (Index i = 0; i < logs[k].rows(); ++i) {
        if (logs[k].usable(i, j)) values.push_back(off[k](i, j));
      }
    }
    facts.deviation[j] = 1.4826 * median_size(std::move(values));
    facts.correlation[j] = correlation_time(logs, off, j, 8.0 * facts.deviation[j] + 1e-300);
    find_delay(space, logs, off, predictions, j, facts);
  });
  return facts;
}

}  // namespace alembert::identifying
