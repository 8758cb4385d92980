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

/// How late torques are, by their slope in what is left: r = -delay d(tau)/dt, where no parameters
/// explain it as well.
class Delays {
 public:
  Delays(const ParameterSpace& space, const VectorXd& weights)
      : space_(space),
        weights_(weights),
        XX_(MatrixXd::Zero(space.base_count(), space.base_count())),
        XD_(MatrixXd::Zero(space.base_count(), space.dofs())),
        Xr_(VectorXd::Zero(space.base_count())),
        DD_(VectorXd::Zero(space.dofs())),
        Dr_(VectorXd::Zero(space.dofs())) {}

  void add(const PreparedLog& log, const MatrixXd& off, const MatrixXd& predictions,
           const VectorXd& limits) {
    const Index n = space_.dofs(), stride = std::max<Index>(1, log.rows() / 8000);
    ParameterSpace::Rows regressor(space_);
    VectorXd q(n), v(n), a(n);
    for (Index i = 1; i + 1 < log.rows(); i += stride) {
      const double seconds = log.t[i + 1] - log.t[i - 1];
      q = log.q.row(i);
      v = log.v.row(i);
      a = log.a.row(i);
      const MatrixXd& X = regressor(q, v, a);
      for (Index j = 0; j < n; ++j) {
        if (!log.usable(i, j) || std::abs(off(i, j)) > limits[j]) continue;
        if (log.v(i - 1, j) * log.v(i + 1, j) < 0.0) continue;  // friction jumps
        const double slope = (predictions(i + 1, j) - predictions(i - 1, j)) / seconds;
        const double weight = weights_[j];
        XX_.selfadjointView<Eigen::Lower>().rankUpdate(X.row(j).transpose(), weight);
        XD_.col(j) += weight * slope * X.row(j).transpose();
        Xr_ += weight * off(i, j) * X.row(j).transpose();
        DD_[j] += weight * slope * slope;
        Dr_[j] += weight * slope * off(i, j);
        squares_ += weight * off(i, j) * off(i, j);
      }
    }
  }

  void solve(ResidualFacts& facts) const {
    MatrixXd normal = XX_.selfadjointView<Eigen::Lower>();
    const VectorXd size =
        normal.diagonal().cwiseSqrt().unaryExpr([](double x) { return x > 0.0 ? x : 1.0; });
    const auto scaled = size.cwiseInverse().asDiagonal();
    normal = scaled * normal * scaled;
    normal.diagonal().array() += 1e-8;
    const Eigen::LDLT<MatrixXd> factor(normal);
    const MatrixXd D = scaled * XD_;
    const MatrixXd own = MatrixXd(DD_.asDiagonal()) - D.transpose() * factor.solve(D);
    const VectorXd pull = -(Dr_ - D.transpose() * factor.solve(scaled * Xr_));
    // Noise that remembers itself says less.
    const double all = own.sum();
    const double dependent = facts.dependent.mean();
    if (all > 1e-9 * DD_.sum()) {
      facts.common_delay = pull.sum() / all;
      facts.common_error = std::sqrt(dependent / all);
      facts.common_gain =
          facts.common_delay * facts.common_delay * all / std::max(squares_, 1e-300);
    }
    const MatrixXd inverse =
        (own + 1e-9 * DD_.maxCoeff() * MatrixXd::Identity(own.rows(), own.cols()))
            .ldlt()
            .solve(MatrixXd::Identity(own.rows(), own.cols()));
    facts.delay = inverse * pull;
    for (Index j = 0; j < own.rows(); ++j) {
      facts.delay_error[j] = std::sqrt(std::max(0.0, inverse(j, j)) * facts.dependent[j]);
      const double gain = facts.delay[j] * facts.delay[j] / std::max(inverse(j, j), 1e-300);
      facts.delay_gain[j] = gain / std::max(squares_ / static_cast<double>(own.rows()), 1e-300);
    }
  }

 private:
  const ParameterSpace& space_;
  const VectorXd& weights_;
  MatrixXd XX_, XD_;
  VectorXd Xr_, DD_, Dr_;
  double squares_ = 0.0;
};

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
  facts.delay_gain.setZero(n);
  facts.dependent.setOnes(n);
  facts.remembered.setZero(n);
  facts.memory.resize(static_cast<std::size_t>(n));
  std::vector<MatrixXd> white = off;
  workers.run(static_cast<int>(n), [&](int, int item) {
    const Index j = item;
    std::vector<double> values;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      for (Index i = 0; i < logs[k].rows(); ++i) {
        if (logs[k].usable(i, j)) values.push_back(off[k](i, j));
      }
    }
    facts.deviation[j] = 1.4826 * median_size(std::move(values));
    const double limit = 8.0 * facts.deviation[j] + 1e-300;
    facts.correlation[j] = correlation_time(logs, off, j, limit);
    facts.remembered[j] = facts.correlation[j];
    if (logs.empty() || facts.correlation[j] == 0.0) return;
    const double longest_step = 2.5 * median_step(logs[0]);
    const auto [covariances, samples] = autocovariances(logs, off, j, limit, longest_step);
    NoiseMemory& memory = facts.memory[static_cast<std::size_t>(j)];
    memory = noise_memory(covariances, samples);
    memory.longest_step = longest_step;
    whiten(logs, off, j, limit, memory, white);
    facts.remembered[j] = correlation_time(logs, white, j, limit);
    facts.dependent[j] = std::max(1.0, facts.correlation[j] / median_step(logs[0]));
  });
  const VectorXd floor = VectorXd::Constant(n, 1e-12);
  const VectorXd weights = facts.deviation.cwiseMax(floor).cwiseAbs2().cwiseInverse();
  Delays delays(space, weights);
  for (std::size_t k = 0; k < logs.size(); ++k) {
    delays.add(logs[k], off[k], predictions[k], 8.0 * facts.deviation + floor);
  }
  delays.solve(facts);
  return facts;
}

}  // namespace alembert::identifying
