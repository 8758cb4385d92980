// Normal equations of logs in blocks of time: all that fits, held-out errors, intervals and
// resampling need, in memory that does not grow with the logs.
#pragma once

#include <vector>

#include "identify/noise_memory.hpp"
#include "identify/parameter_space.hpp"
#include "identify/prepared_log.hpp"
#include "kernel/workers.hpp"

namespace alembert::identifying {

/// Of one coordinate's rows X and residuals r, on the base columns it sees.
struct JointSums {
  MatrixXd XX;  ///< lower half
  VectorXd Xr;
  double rr = 0.0, tt = 0.0;  ///< of residuals and of torques
  Index count = 0, outliers = 0;

  void add(const JointSums& more);
  /// Squares of the residuals, had the parameters of its columns moved by `step`.
  double squares(const VectorXd& step) const;
};

struct Block {
  int log = 0;
  long index = 0;  ///< of the block in its log
  std::vector<JointSums> joints;
  /// The same of rows whose noise remembers nothing; none where no noise does.
  std::vector<JointSums> white = {};
  VectorXd pose_sum;  ///< of q
  double begin = 0.0;
  Index instants = 0;

  void add(const Block& more);
};

/// Sums on all base parameters, each coordinate by its weight: one over the variance of what is new
/// in each sample.
struct Sums {
  MatrixXd XX;
  VectorXd Xr;
  double rr = 0.0;
  Index count = 0;

  void add(const ParameterSpace& space, const std::vector<JointSums>& joints,
           const VectorXd& weights);
};

class Information {
 public:
  /// Residuals are those of `reference`, base parameters. Those beyond `outlying`, one a
  /// coordinate, are left out and counted. `memory` is of the noise, one a coordinate, or none.
  Information(const ParameterSpace& space, VectorXd reference, VectorXd outlying,
              double block_seconds, Workers& workers, std::vector<NoiseMemory> memory = {});

  void add(const PreparedLog& rows, int log);
  const std::vector<Block>& blocks() const { return blocks_; }
  double block_seconds() const { return block_seconds_; }
  const VectorXd& reference() const { return reference_; }

  /// Whether fits are made to whitened rows; they are, where some noise remembers.
  bool whitened() const { return whitened_; }
  void fit_whitened(bool whitened) { whitened_ = whitened && !memory_.empty(); }
  /// What fits are made to.
  const std::vector<JointSums>& fitted(const Block& block) const {
    return whitened_ ? block.white : block.joints;
  }
  void add_to(Sums& sums, const Block& block, const VectorXd& weights) const {
    sums.add(space_, fitted(block), weights);
  }
  Sums sums(const VectorXd& weights) const;
  /// Weights of residuals as they are, by those of what is new in each sample.
  VectorXd plain(const VectorXd& weights) const;
  /// Deviations of what is new in each sample, had the parameters been `base`.
  VectorXd fresh_deviations(const VectorXd& base) const;

 private:
  struct Part {
    Index first, last;
    Block block;
  };
  void fill(const PreparedLog& rows, ParameterSpace::Rows& regressor, Part& part) const;
  Index longest_memory() const;
  void keep_few();

  const ParameterSpace& space_;
  VectorXd reference_, outlying_;
  double block_seconds_;
  std::size_t most_;
  Workers& workers_;
  std::vector<NoiseMemory> memory_;  // none where no noise remembers
  bool whitened_ = false;
  std::vector<Block> blocks_;
};

/// The entries of base parameters that coordinate j sees.
VectorXd seen_by(const ParameterSpace& space, int j, const VectorXd& base);

}  // namespace alembert::identifying
