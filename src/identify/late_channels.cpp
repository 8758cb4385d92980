#include "identify/late_channels.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace alembert::identifying {

namespace {

using Chosen = std::vector<Index>;

/// What parameters and other delays leave of a delay that cannot be told from them.
constexpr double alike = 1e-6;

/// Candidates: one delay of all torques, then those of single torques, then of single positions.
class LateChannels {
 public:
  LateChannels(const DelayEquations& equations, const DelayEvidence& evidence)
      : evidence_(evidence), n_(equations.pull.size() / 2), squares_(equations.squares) {
    part_.setZero(2 * n_, 2 * n_ + 1);
    part_.col(0).head(n_).setOnes();
    part_.rightCols(2 * n_).setIdentity();
    own_ = part_.transpose() * equations.own * part_;
    pull_ = part_.transpose() * equations.pull;
    size_.resize(2 * n_ + 1);
    size_ << equations.size.head(n_).sum(), equations.size;
    size_ = size_.cwiseMax(1e-9 * size_.maxCoeff() + 1e-300);
  }

  ChannelDelays found() {
    const Index most = 2 * n_;
    while (static_cast<Index>(chosen_.size()) < most && add_clearest()) {
      exchange();
      if (drop_unsure()) break;
    }
    return delays();
  }

 private:
  struct Joint {
    VectorXd delays;
    MatrixXd covariance;
    double gain = -1.0;  ///< of the squares; less than nothing where they cannot be told apart
  };

  Joint fitted_jointly(const Chosen& of) const {
    Joint out;
    if (of.empty()) {
      out.gain = 0.0;
      return out;
    }
    const VectorXd scale = size_(of).cwiseSqrt().cwiseInverse();
    const MatrixXd scaled = scale.asDiagonal() * own_(of, of) * scale.asDiagonal();
    const Eigen::LDLT<MatrixXd> factor(scaled);
    if (factor.vectorD().minCoeff() < alike) return out;
    const auto count = static_cast<Index>(of.size());
    out.covariance =
        scale.asDiagonal() * factor.solve(MatrixXd::Identity(count, count)) * scale.asDiagonal();
    out.delays = out.covariance * pull_(of);
    constexpr double longest = 0.05;  // s
    if (out.delays.cwiseAbs().maxCoeff() > longest) return out;
    out.gain = pull_(of).dot(out.delays);
    return out;
  }

  double dependent(Index candidate) const {
    return single_torque(candidate) ? evidence_.dependent[candidate - 1]
                                    : evidence_.dependent.mean();
  }
  bool single_torque(Index candidate) const { return candidate > 0 && candidate <= n_; }

  /// Clearly there. What is correlated for long is no noise but the model's, and a delay may only
  /// look like it.
  bool sure(const Joint& found, Index at, Index candidate) const {
    const double delay = found.delays[at], variance = found.covariance(at, at);
    const double error = std::sqrt(std::max(0.0, variance) * dependent(candidate));
    if (std::abs(delay) < evidence_.deviations * error) return false;
    if (std::abs(delay) < 0.02 * evidence_.step) return false;
    const double correlation = single_torque(candidate) ? evidence_.correlation[candidate - 1]
                                                        : evidence_.correlation.mean();
    if (correlation <= 4.0 * evidence_.step) return true;
    const double own = squares_ / static_cast<double>(single_torque(candidate) ? n_ : 1);
    const double clear = candidate > n_ ? 0.02 : 0.05;
    return delay * delay / variance > clear * own;
  }

  bool add_clearest() {
    const double before = fitted_jointly(chosen_).gain;
    double best = before;
    Chosen with;
    for (Index c = 0; c < pull_.size(); ++c) {
      if (std::find(chosen_.begin(), chosen_.end(), c) != chosen_.end()) continue;
      Chosen more = chosen_;
      more.push_back(c);
      const Joint found = fitted_jointly(more);
      if (found.gain <= best || !sure(found, found.delays.size() - 1, c)) continue;
      best = found.gain;
      with = std::move(more);
    }
    if (with.empty()) return false;
    chosen_ = std::move(with);
    return true;
  }

  /// What was chosen first may have stood for another.
  void exchange() {
    double best = fitted_jointly(chosen_).gain;
    for (bool better = true; better;) {
      better = false;
      for (std::size_t k = 0; k < chosen_.size(); ++k) {
        for (Index c = 0; c < pull_.size(); ++c) {
          if (std::find(chosen_.begin(), chosen_.end(), c) != chosen_.end()) continue;
          Chosen other = chosen_;
          other[k] = c;
          const double gain = fitted_jointly(other).gain;
          if (gain <= best * (1.0 + 1e-9)) continue;
          best = gain;
          chosen_ = std::move(other);
          better = true;
        }
      }
    }
  }

  bool drop_unsure() {
    bool dropped = false;
    for (std::size_t k = 0; k < chosen_.size();) {
      const Joint found = fitted_jointly(chosen_);
      if (sure(found, k, chosen_[k])) {
        ++k;
        continue;
      }
      chosen_.erase(chosen_.begin() + k);
      dropped = true;
      k = 0;
    }
    return dropped;
  }

  ChannelDelays delays() const {
    ChannelDelays out(static_cast<int>(n_));
    VectorXd all = VectorXd::Zero(2 * n_), errors = all;
    const Joint found = fitted_jointly(chosen_);
    const MatrixXd P = part_(Eigen::all, chosen_);
    if (!chosen_.empty()) all = P * found.delays;
    for (Index d = 0; d < 2 * n_; ++d) {
      Chosen with = chosen_;
      if (chosen_.empty() || P.row(d).isZero(0.0)) with.push_back(d + 1);
      const Joint beside = fitted_jointly(with);
      const Eigen::RowVectorXd row = part_(d, with);
      const double variance = beside.covariance.size() > 0
                                  ? row.dot(beside.covariance * row.transpose())
                                  : 1.0 / (alike * size_[d + 1]);
      errors[d] = std::sqrt(variance * dependent(d + 1));
    }
    out.torque = all.head(n_);
    out.position = all.tail(n_);
    out.torque_error = errors.head(n_);
    out.position_error = errors.tail(n_);
    return out;
  }

  const DelayEvidence& evidence_;
  Index n_;
  double squares_;
  MatrixXd part_, own_;
  VectorXd pull_, size_;
  Chosen chosen_;
};

}  // namespace

ChannelDelays late_channels(const DelayEquations& equations, const DelayEvidence& evidence) {
  return LateChannels(equations, evidence).found();
}

}  // namespace alembert::identifying
