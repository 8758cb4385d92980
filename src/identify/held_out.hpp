// Errors on data that were not used: blocks of time are held out together with all others that go
// through the same poses, or a motion that repeats itself would answer for itself.
#pragma once

#include <vector>

#include "identify/possible_fit.hpp"

namespace alembert::identifying {

/// Which part each block is held out with: at most `count` parts, each the blocks around one pose.
std::vector<int> pose_folds(const std::vector<Block>& blocks, int count);

struct HeldOut {
  FitScore score;
  VectorXd errors;  ///< mean weighted squares, one a fold
};

/// Every fold predicted by a fit to the others; `starts` are fits of a prior nearby, then these.
HeldOut held_out(const FitSpace& space, const Information& information, const VectorXd& weights,
                 const std::vector<int>& folds, double prior,
                 std::vector<VectorXd>* starts = nullptr);

/// Of parameters `base` on all blocks.
FitScore score_of(const ParameterSpace& space, const Information& information,
                  const VectorXd& base);

/// The strongest prior that is not clearly worse than the best.
double choose_weight(const FitSpace& space, const Information& information, const VectorXd& weights,
                     const std::vector<int>& folds, std::vector<PriorTrial>* trials);

/// Clearly better on held-out data: by more than a standard error of the difference.
bool clearly_better(const HeldOut& candidate, const HeldOut& than);

}  // namespace alembert::identifying
