// Normal equations of logs in blocks of time: all that fits, held-out errors, intervals and
// resampling need, in memory that does not grow with the logs.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "identify/parameter_space.hpp"
#include "identify/prepared_log.hpp"
#include "kernel/workers.hpp"

namespace alembert::identifying {

/// Of one coordinate's rows X and residuals r, on the base columns it sees.
struct JointSums {
  Eigen::MatrixXd XX;  ///< lower half
  Eigen::VectorXd Xr;
  double rr = 0.0, tt = 0.0;  ///< of residuals and of torques
  Eigen::Index count = 0, outliers = 0;

  void add(const JointSums& more);
};

struct Block {
  int log = 0;
  long index = 0;  ///< of the block in its log
  std::vector<JointSums> joints;
  Eigen::VectorXd pose_sum;  ///< of q
  double begin = 0.0;
  Eigen::Index instants = 0;

  void add(const Block& more);
};

/// Sums on all base parameters, each coordinate by its weight: one over the variance.
struct Sums {
  Eigen::MatrixXd XX;
  Eigen::VectorXd Xr;
  double rr = 0.0;
  Eigen::Index count = 0;

  void add(const ParameterSpace& space, const Block& block, const Eigen::VectorXd& weights,
           double sign = 1.0);
};

class Information {
 public:
  /// Residuals are those of `reference`, base parameters. Those beyond `outlying`, one a
  /// coordinate, are left out and counted.
  Information(const ParameterSpace& space, Eigen::VectorXd reference, Eigen::VectorXd outlying,
              double block_seconds, Workers& workers);

  void add(const PreparedLog& rows, int log);
  const std::vector<Block>& blocks() const { return blocks_; }
  double block_seconds() const { return block_seconds_; }
  const Eigen::VectorXd& reference() const { return reference_; }

  Sums sums(const Eigen::VectorXd& weights) const;

 private:
  struct Part {
    Eigen::Index first, last;
    Block block;
  };
  void fill(const PreparedLog& rows, ParameterSpace::Rows& regressor, Part& part) const;
  void keep_few();

  const ParameterSpace& space_;
  Eigen::VectorXd reference_, outlying_;
  double block_seconds_;
  std::size_t most_;
  Workers& workers_;
  std::vector<Block> blocks_;
};

/// Squares of coordinate j's residuals in a block, had the base parameters moved by `step`.
double residual_squares(const ParameterSpace& space, const Block& block, int j,
                        const Eigen::VectorXd& step);

}  // namespace alembert::identifying
