// How well parameters are known: the noise that is left, with its own correlation in time, carried
// over to what was fitted, and the file's own uncertainty where the logs do not tell.
#pragma once

#include "identify/possible_fit.hpp"

namespace alembert::identifying {

struct Intervals {
  MatrixXd covariance;     ///< of free parameters
  MatrixXd noise;          ///< the part of it that is the data's
  MatrixXd file;           ///< their covariance before the logs
  double quantile = 1.96;  ///< deviations from the middle to an end
  double spread = 0.0;     ///< how far, relatively, the file's inertias seem to be off
};

/// Sandwich of the curvature of the fit and the scatter of the slopes of blocks, corrected for what
/// a block itself pulled (Bell and McCaffrey 2002), neighbours up to `lags` blocks apart taken as
/// correlated (Newey and West 1987).
Intervals intervals(const FitSpace& space, const Information& information, const VectorXd& weights,
                    const VectorXd& u, double prior, int lags, double confidence);

/// Deviations of base parameters from fits to resampled blocks, drawn in runs of `run`.
VectorXd bootstrap_deviations(const FitSpace& space, const Information& information,
                              const VectorXd& weights, const VectorXd& u, double prior, int run,
                              int repetitions);

}  // namespace alembert::identifying
