#include "identify/noise_memory.hpp"

#include <algorithm>
#include <cmath>

namespace alembert::identifying {

NoiseMemory noise_memory(const VectorXd& autocovariances, double samples) {
  NoiseMemory all;
  if (autocovariances.size() < 2 || !(autocovariances[0] > 0.0)) return all;
  double variance = 1.0, best = 0.0;
  std::size_t chosen = 0;
  for (Index order = 1; order < autocovariances.size(); ++order) {
    const VectorXd& lower = all.predictors.back();
    double reflection = autocovariances[order] / autocovariances[0];
    for (Index k = 1; k < order; ++k) {
      reflection -= lower[k - 1] * autocovariances[order - k] / autocovariances[0];
    }
    reflection /= variance;
    constexpr double most = 0.9995;  // what is beyond is no noise that comes back to its mean
    if (!(std::abs(reflection) < most)) break;
    VectorXd predictor(order);
    predictor[order - 1] = reflection;
    for (Index k = 0; k + 1 < order; ++k) {
      predictor[k] = lower[k] - reflection * lower[order - 2 - k];
    }
    variance *= 1.0 - reflection * reflection;
    all.predictors.push_back(std::move(predictor));
    all.left.push_back(std::sqrt(variance));
    const double criterion = samples * std::log(variance) + 2.0 * static_cast<double>(order);
    if (criterion < best) {
      best = criterion;
      chosen = order;
    }
  }
  all.predictors.resize(chosen + 1);
  all.left.resize(chosen + 1);
  return all;
}

Whitener::Whitener(const NoiseMemory& memory, Index columns)
    : memory_(memory), before_(std::max(1, memory.order()), columns) {}

void Whitener::take(const Eigen::Ref<const Eigen::RowVectorXd>& row,
                    Eigen::Ref<Eigen::RowVectorXd> whitened) {
  const VectorXd& predictor = memory_.predictors[run_];
  whitened = row;
  const Index ring = before_.rows();
  for (Index k = 0; k < predictor.size(); ++k) {
    whitened -= predictor[k] * before_.row((at_ + ring - 1 - k) % ring);
  }
  whitened *= memory_.fresh() / memory_.left[run_];
  before_.row(at_) = row;
  at_ = (at_ + 1) % ring;
  run_ = std::min(run_ + 1, memory_.order());
}

}  // namespace alembert::identifying
