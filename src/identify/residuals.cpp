#include "identify/residuals.hpp"

#include <algorithm>
#include <cmath>

#include "identify/sample_statistics.hpp"

namespace alembert::identifying {

namespace {

double step_of(const PreparedLog& rows) { return std::max(median_step(rows.t), 1e-9); }

/// Seconds until residuals no longer know what they were.
double correlation_time(const std::vector<PreparedLog>& logs, const std::vector<MatrixXd>& off,
                        Index j, double limit) {
  constexpr double forgotten = 0.1, longest = 3.0;
  if (logs.empty() || logs[0].rows() < 2) return 0.0;
  const double step = step_of(logs[0]);
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

/// Autocovariances of coordinate j's residuals over samples that follow each other, and how many
/// samples there are.
std::pair<VectorXd, double> autocovariances(const std::vector<PreparedLog>& logs,
                                            const std::vector<MatrixXd>& off, Index j, double limit,
                                            double longest_step) {
  constexpr Index most = 30;
  VectorXd sums = VectorXd::Zero(most + 1), pairs = sums;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    Index run = 0;  // samples before that follow each other
    for (Index i = 0; i < logs[k].rows(); ++i) {
      if (i > 0 && logs[k].t[i] - logs[k].t[i - 1] > longest_step) run = 0;
      if (!logs[k].usable(i, j) || std::abs(off[k](i, j)) > limit) {
        run = 0;
        continue;
      }
      for (Index lag = 0; lag <= run; ++lag) {
        sums[lag] += off[k](i, j) * off[k](i - lag, j);
        pairs[lag] += 1.0;
      }
      run = std::min(run + 1, most);
    }
  }
  const double samples = pairs[0];
  Index kept = 0;
  while (kept <= most && pairs[kept] > 0.1 * samples && pairs[kept] > 10.0 * most) ++kept;
  return {sums.head(kept).cwiseQuotient(pairs.head(kept)), samples};
}

/// Residuals of coordinate j with the memory of the noise taken off.
void whiten(const std::vector<PreparedLog>& logs, const std::vector<MatrixXd>& off, Index j,
            double limit, const NoiseMemory& memory, std::vector<MatrixXd>& white) {
  for (std::size_t k = 0; k < logs.size(); ++k) {
    Whitener whitener(memory, 1);
    for (Index i = 0; i < logs[k].rows(); ++i) {
      if (i > 0 && logs[k].t[i] - logs[k].t[i - 1] > memory.longest_step) whitener.interrupt();
      if (!logs[k].usable(i, j) || std::abs(off[k](i, j)) > limit) {
        whitener.interrupt();
        continue;
      }
      whitener.take(off[k].block<1, 1>(i, j), white[k].block<1, 1>(i, j));
    }
  }
}

}  // namespace

MatrixXd predicted(const ParameterSpace& space, const PreparedLog& rows, const VectorXd& base,
                   Workers& workers) {
  MatrixXd out(rows.rows(), space.dofs());
  constexpr Index part = 256;
  const auto parts = static_cast<int>((rows.rows() + part - 1) / part);
  with_rows(space, workers, parts, [&](ParameterSpace::Rows& regressor, int item) {
    VectorXd q(space.dofs()), v(space.dofs()), a(space.dofs());
    const Index last = std::min(rows.rows(), (item + 1) * part);
    for (Index i = item * part; i < last; ++i) {
      q = rows.q.row(i);
      v = rows.v.row(i);
      a = rows.a.row(i);
      out.row(i) = regressor(q, v, a) * base;
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
  facts.dependent.setOnes(n);
  facts.remembered.setZero(n);
  facts.memory.resize(n);
  std::vector<MatrixXd> white = off;
  workers.run(static_cast<int>(n), [&](int, int item) {
    const Index j = item;
    std::vector<double> values;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      for (Index i = 0; i < logs[k].rows(); ++i) {
        if (logs[k].usable(i, j)) values.push_back(off[k](i, j));
      }
    }
    facts.deviation[j] = robust_deviation(std::move(values));
    const double limit = 8.0 * facts.deviation[j] + 1e-300;
    facts.correlation[j] = correlation_time(logs, off, j, limit);
    facts.remembered[j] = facts.correlation[j];
    if (logs.empty() || facts.correlation[j] == 0.0) return;
    const double longest_step = 2.5 * step_of(logs[0]);
    const auto [covariances, samples] = autocovariances(logs, off, j, limit, longest_step);
    NoiseMemory& memory = facts.memory[j];
    memory = noise_memory(covariances, samples);
    memory.longest_step = longest_step;
    whiten(logs, off, j, limit, memory, white);
    facts.remembered[j] = correlation_time(logs, white, j, limit);
    facts.dependent[j] = std::max(1.0, facts.correlation[j] / step_of(logs[0]));
  });
  return facts;
}

}  // namespace alembert::identifying
