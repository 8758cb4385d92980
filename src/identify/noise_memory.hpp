// How torque noise remembers itself: what the samples before say about the next. Rows and residuals
// from which that is taken off have noise that remembers nothing, so that least squares on them use
// all that the logs tell, and their intervals are those of independent samples.
#pragma once

#include <vector>

#include "identify/matrices.hpp"

namespace alembert::identifying {

struct NoiseMemory {
  /// Of every order up to the noise's own: what is taken of the samples before, the last one first.
  /// Runs that have just begun have lower orders.
  std::vector<VectorXd> predictors = {VectorXd()};
  /// Deviation of what each order leaves, as a share of the noise's.
  std::vector<double> left = {1.0};
  double longest_step = 0.0;  ///< s between samples that still follow each other

  int order() const { return static_cast<int>(predictors.size()) - 1; }
  /// Of the highest order.
  double fresh() const { return left.back(); }
};

/// Of a noise with these autocovariances (entry k: k samples apart) of `samples` samples, by
/// Levinson and Durbin's recursion; the order is Akaike's choice. White noise has none.
NoiseMemory noise_memory(const VectorXd& autocovariances, double samples);

/// Rows of one coordinate as they come, with the memory of the noise taken off.
class Whitener {
 public:
  Whitener(const NoiseMemory& memory, Index columns);

  /// The next sample follows none.
  void interrupt() { run_ = 0; }
  /// Takes a row and writes it whitened; the deviation of what is left is `fresh` for all.
  void take(const Eigen::Ref<const Eigen::RowVectorXd>& row,
            Eigen::Ref<Eigen::RowVectorXd> whitened);

 private:
  const NoiseMemory& memory_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> before_;  // a ring
  Index at_ = 0;
  int run_ = 0;  // samples before that follow each other, as far as they count
};

}  // namespace alembert::identifying
