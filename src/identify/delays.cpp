#include "identify/delays.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "identify/residuals.hpp"

namespace alembert::identifying {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Normal equations of delays, of torques or of positions, beside all parameters: what parameters
/// explain as well is no delay.
class DelayEquations {
 public:
  DelayEquations(const ParameterSpace& space, const VectorXd& base, const ResidualFacts& facts,
                 bool positions)
      : space_(space),
        base_(base),
        positions_(positions),
        limits_((8.0 * facts.deviation.array() + 1e-12).matrix()),
        weights_((facts.deviation.array().max(1e-12)).square().inverse().matrix()) {
    const Index delays = space.dofs();
    XX_.setZero(space.base_count(), space.base_count());
    XD_.setZero(space.base_count(), delays);
    DD_.setZero(delays, delays);
    Xr_.setZero(space.base_count());
    Dr_.setZero(delays);
  }

  void add(const PreparedLog& log, const MatrixXd& off, const MatrixXd& predictions) {
    const Index n = space_.dofs(), most = positions_ ? 1200 : 8000;
    const Index stride = std::max<Index>(1, log.rows() / most);
    ParameterSpace::Rows regressor(space_);
    VectorXd q(n), v(n), a(n);
    MatrixXd D = MatrixXd::Zero(n, DD_.rows());
    for (Index i = 1; i + 1 < log.rows(); i += stride) {
      q = log.q.row(i);
      v = log.v.row(i);
      a = log.a.row(i);
      const double seconds = log.t[i + 1] - log.t[i - 1];
      for (Index j = 0; !positions_ && j < n; ++j) {
        D(j, j) = -(predictions(i + 1, j) - predictions(i - 1, j)) / seconds;
      }
      for (Index k = 0; positions_ && k < n; ++k) {
        D.col(k) = (moved(log, i, k, 1, regressor) - moved(log, i, k, -1, regressor)) / seconds;
      }
      const MatrixXd& X = regressor(q, v, a);
      for (Index j = 0; j < n; ++j) {
        if (!log.usable(i, j) || std::abs(off(i, j)) > limits_[j]) continue;
        if (log.v(i - 1, j) * log.v(i + 1, j) < 0.0) continue;  // friction jumps
        add_row(X.row(j), D.row(j), off(i, j), weights_[j]);
      }
    }
  }

  DelaysFound of_torques(const ResidualFacts& facts) const {
    const Index n = space_.dofs();
    MatrixXd own;
    VectorXd pull;
    beside_parameters(own, pull);
    DelaysFound out;
    out.delays = ChannelDelays(static_cast<int>(n));
    const double all = own.sum();
    if (all > 1e-9 * DD_.trace()) {
      out.common = pull.sum() / all;
      out.common_error = std::sqrt(facts.dependent.mean() / all);
      out.common_gain = out.common * out.common * all / std::max(squares_, 1e-300);
    }
    own.diagonal().array() += 1e-9 * DD_.diagonal().maxCoeff();
    const MatrixXd C = own.ldlt().solve(MatrixXd::Identity(n, n));
    out.delays.torque = C * pull;
    out.torque_gain.resize(n);
    for (Index j = 0; j < n; ++j) {
      const double found = out.delays.torque[j];
      out.delays.torque_error[j] = std::sqrt(std::max(0.0, C(j, j)) * facts.dependent[j]);
      const double gain = found * found / std::max(C(j, j), 1e-300);
      out.torque_gain[j] = gain / std::max(squares_ / static_cast<double>(n), 1e-300);
    }
    return out;
  }

  DelaysFound of_positions(const ResidualFacts& facts) const {
    MatrixXd own;
    VectorXd pull;
    beside_parameters(own, pull);
    DelaysFound out;
    out.delays = ChannelDelays(space_.dofs());
    const VectorXd alone = own.diagonal().cwiseMax(1e-9 * DD_.diagonal().maxCoeff() + 1e-300);
    out.delays.position = pull.cwiseQuotient(alone);
    out.delays.position_error = (facts.dependent.mean() * alone.cwiseInverse()).cwiseSqrt();
    out.position_gain = pull.cwiseProduct(out.delays.position) / std::max(squares_, 1e-300);
    return out;
  }

 private:
  /// Torques at row i, position k as it is `side` rows further.
  VectorXd moved(const PreparedLog& log, Index i, Index k, Index side,
                 ParameterSpace::Rows& regressor) const {
    VectorXd q = log.q.row(i), v = log.v.row(i), a = log.a.row(i);
    q[k] = log.q(i + side, k);
    v[k] = log.v(i + side, k);
    a[k] = log.a(i + side, k);
    return regressor(q, v, a) * base_;
  }

  template <typename RowX, typename RowD>
  void add_row(const RowX& X, const RowD& D, double residual, double weight) {
    XX_.selfadjointView<Eigen::Lower>().rankUpdate(X.transpose(), weight);
    for (Index k = 0; k < D.size(); ++k) {
      if (D[k] == 0.0) continue;
      XD_.col(k) += weight * D[k] * X.transpose();
      DD_.col(k) += weight * D[k] * D.transpose();
      Dr_[k] += weight * D[k] * residual;
    }
    Xr_ += weight * residual * X.transpose();
    squares_ += weight * residual * residual;
  }

  void beside_parameters(MatrixXd& own, VectorXd& pull) const {
    MatrixXd normal = XX_.selfadjointView<Eigen::Lower>();
    const VectorXd size =
        normal.diagonal().cwiseSqrt().unaryExpr([](double x) { return x > 0.0 ? x : 1.0; });
    const auto scaled = size.cwiseInverse().asDiagonal();
    normal = scaled * normal * scaled;
    normal.diagonal().array() += 1e-8;
    const Eigen::LDLT<MatrixXd> factor(normal);
    const MatrixXd D = scaled * XD_;
    own = DD_ - D.transpose() * factor.solve(D);
    pull = Dr_ - D.transpose() * factor.solve(scaled * Xr_);
  }

  const ParameterSpace& space_;
  const VectorXd& base_;
  bool positions_;
  VectorXd limits_, weights_;
  MatrixXd XX_, XD_, DD_;
  VectorXd Xr_, Dr_;
  double squares_ = 0.0;
};

DelaysFound delays_found(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                         const VectorXd& base, const ResidualFacts& facts, bool positions,
                         Workers& workers) {
  DelayEquations equations(space, base, facts, positions);
  for (const PreparedLog& log : logs) {
    const MatrixXd predictions = predicted(space, log, base, workers);
    equations.add(log, log.tau - predictions, predictions);
  }
  return positions ? equations.of_positions(facts) : equations.of_torques(facts);
}

}  // namespace

void ChannelDelays::apply(LogSettings& settings) const {
  for (Index j = 0; j < torque.size(); ++j) {
    Channel& channel = settings.channels[static_cast<std::size_t>(j)];
    channel.delay = torque[j];
    channel.position_delay = position[j];
  }
}

DelaysFound torque_delays(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                          const VectorXd& base, const ResidualFacts& facts, Workers& workers) {
  return delays_found(space, logs, base, facts, false, workers);
}

DelaysFound position_delays(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                            const VectorXd& base, const ResidualFacts& facts, Workers& workers) {
  return delays_found(space, logs, base, facts, true, workers);
}

}  // namespace alembert::identifying
