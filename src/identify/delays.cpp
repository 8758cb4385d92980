#include "identify/delays.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "identify/residuals.hpp"
#include "identify/sample_statistics.hpp"

namespace alembert::identifying {

namespace {

class DelaySums {
 public:
  DelaySums(const ParameterSpace& space, const VectorXd& base, const ResidualFacts& facts)
      : space_(space),
        base_(base),
        regressor_(space),
        limits_((8.0 * facts.deviation.array() + 1e-12).matrix()),
        weights_((facts.deviation.array().max(1e-12)).square().inverse().matrix()) {
    const Index delays = 2 * space.dofs();
    XX_.setZero(space.base_count(), space.base_count());
    XD_.setZero(space.base_count(), delays);
    DD_.setZero(delays, delays);
    Xr_.setZero(space.base_count());
    Dr_.setZero(delays);
    for (int k = 0; k < space.dofs(); ++k) positions_.push_back(k);
  }

  void add(const PreparedLog& log, const MatrixXd& predictions) {
    constexpr Index most = 2400;  // rows that are looked at
    const Index n = space_.dofs(), stride = std::max<Index>(1, log.rows() / most);
    const MatrixXd off = log.tau - predictions;
    VectorXd q(n), v(n), a(n);
    MatrixXd D = MatrixXd::Zero(n, 2 * n), slopes;
    for (Index i = 1; i + 1 < log.rows(); i += stride) {
      const double seconds = log.t[i + 1] - log.t[i - 1];
      for (Index j = 0; j < n; ++j) {
        D(j, j) = -(predictions(i + 1, j) - predictions(i - 1, j)) / seconds;
      }
      position_slopes(log, i, positions_, base_, regressor_, slopes);
      D.rightCols(n) = slopes;
      q = log.q.row(i);
      v = log.v.row(i);
      a = log.a.row(i);
      const MatrixXd& X = regressor_(q, v, a);
      for (Index j = 0; j < n; ++j) {
        if (!log.usable(i, j) || std::abs(off(i, j)) > limits_[j]) continue;
        if (log.v(i - 1, j) * log.v(i + 1, j) < 0.0) continue;  // friction jumps
        add_row(X.row(j), D.row(j), off(i, j), weights_[j]);
      }
    }
  }

  DelayEquations equations(const VectorXd& now) const {
    MatrixXd normal = XX_.selfadjointView<Eigen::Lower>();
    const VectorXd size =
        normal.diagonal().cwiseSqrt().unaryExpr([](double x) { return x > 0.0 ? x : 1.0; });
    const auto scaled = size.cwiseInverse().asDiagonal();
    normal = scaled * normal * scaled;
    normal.diagonal().array() += 1e-8;
    const Eigen::LDLT<MatrixXd> factor(normal);
    const MatrixXd D = scaled * XD_, DD = DD_.selfadjointView<Eigen::Lower>();
    const VectorXd r = scaled * Xr_;
    DelayEquations out;
    out.size = DD.diagonal();
    out.own = DD - D.transpose() * factor.solve(D);
    const VectorXd missing = Dr_ - D.transpose() * factor.solve(r);
    out.pull = missing + out.own * now;
    out.squares = squares_ - r.dot(factor.solve(r)) + now.dot(missing + out.pull);
    return out;
  }

 private:
  template <typename RowX, typename RowD>
  void add_row(const RowX& X, const RowD& D, double residual, double weight) {
    XX_.selfadjointView<Eigen::Lower>().rankUpdate(X.transpose(), weight);
    XD_.noalias() += weight * X.transpose() * D;
    DD_.selfadjointView<Eigen::Lower>().rankUpdate(D.transpose(), weight);
    Dr_ += weight * residual * D.transpose();
    Xr_ += weight * residual * X.transpose();
    squares_ += weight * residual * residual;
  }

  const ParameterSpace& space_;
  const VectorXd& base_;
  ParameterSpace::Rows regressor_;
  std::vector<int> positions_;  // all
  VectorXd limits_, weights_;
  MatrixXd XX_, XD_, DD_;
  VectorXd Xr_, Dr_;
  double squares_ = 0.0;
};

}  // namespace

void ChannelDelays::apply(LogSettings& settings) const {
  // What most torques are late by, positions are looked at earlier by: they are smooth curves,
  // while torques between samples would have another noise.
  const double common = median_of({torque.begin(), torque.end()});
  for (Index j = 0; j < torque.size(); ++j) {
    Channel& channel = settings.channels[j];
    channel.delay = torque[j] - common;
    channel.position_delay = position[j] - common;
  }
}

std::vector<int> ChannelDelays::late_positions() const {
  std::vector<int> late;
  for (int k = 0; k < position.size(); ++k) {
    if (position[k] != 0.0) late.push_back(k);
  }
  return late;
}

VectorXd ChannelDelays::both() const {
  VectorXd out(torque.size() + position.size());
  out << torque, position;
  return out;
}

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

DelayEquations delay_equations(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                               const VectorXd& base, const ResidualFacts& facts,
                               const ChannelDelays& now, Workers& workers) {
  DelaySums sums(space, base, facts);
  for (const PreparedLog& log : logs) sums.add(log, predicted(space, log, base, workers));
  return sums.equations(now.both());
}

}  // namespace alembert::identifying
