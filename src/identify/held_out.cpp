#include "identify/held_out.hpp"

#include <algorithm>
#include <cmath>

namespace alembert::identifying {

namespace {

MatrixXd poses_of(const std::vector<Block>& blocks) {
  MatrixXd poses(blocks.size(), blocks.front().pose_sum.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    poses.row(b) = blocks[b].pose_sum / static_cast<double>(std::max<Index>(1, blocks[b].instants));
  }
  for (Index j = 0; j < poses.cols(); ++j) {  // radians beside metres
    const double spread = std::sqrt((poses.col(j).array() - poses.col(j).mean()).square().mean());
    poses.col(j) /= spread > 1e-6 ? spread : 1.0;
  }
  return poses;
}

/// Centres that begin as far from each other as can be: the same for the same data.
MatrixXd far_centres(const MatrixXd& poses, Index count) {
  MatrixXd centres(count, poses.cols());
  Index at = 0;
  (poses.rowwise() - poses.colwise().mean()).rowwise().squaredNorm().maxCoeff(&at);
  VectorXd nearest = VectorXd::Constant(poses.rows(), infinity);
  for (Index c = 0; c < count; ++c) {
    centres.row(c) = poses.row(at);
    nearest = nearest.cwiseMin((poses.rowwise() - centres.row(c)).rowwise().squaredNorm());
    nearest.maxCoeff(&at);
  }
  return centres;
}

struct ScoreSums {
  VectorXd squares, torques, counts;
  explicit ScoreSums(int n)
      : squares(VectorXd::Zero(n)), torques(VectorXd::Zero(n)), counts(VectorXd::Zero(n)) {}

  void add(const ParameterSpace& space, const Block& block, const VectorXd& step) {
    for (int j = 0; j < space.dofs(); ++j) {
      const JointSums& of = block.joints[j];
      if (of.count == 0) continue;
      squares[j] += of.squares(seen_by(space, j, step));
      torques[j] += of.tt;
      counts[j] += static_cast<double>(of.count);
    }
  }
  FitScore score() const {
    const VectorXd rms = squares.cwiseQuotient(counts.cwiseMax(1.0)).cwiseSqrt();
    return {std::sqrt(squares.sum() / std::max(torques.sum(), 1e-300)), rms};
  }
};

}  // namespace

std::vector<int> pose_folds(const std::vector<Block>& blocks, int count) {
  const Index groups = std::min<Index>(count, blocks.size());
  const MatrixXd poses = poses_of(blocks);
  MatrixXd centres = far_centres(poses, groups);
  std::vector<int> group(blocks.size(), 0);
  for (int round = 0; round < 50; ++round) {
    bool moved = false;
    for (Index b = 0; b < poses.rows(); ++b) {
      Index nearest = 0;
      (centres.rowwise() - poses.row(b)).rowwise().squaredNorm().minCoeff(&nearest);
      int& mine = group[b];
      moved = moved || mine != nearest;
      mine = static_cast<int>(nearest);
    }
    if (!moved) break;
    for (Index c = 0; c < groups; ++c) {
      Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(poses.cols());
      double members = 0.0;
      for (Index b = 0; b < poses.rows(); ++b) {
        if (group[b] != c) continue;
        sum += poses.row(b);
        members += 1.0;
      }
      if (members > 0.0) centres.row(c) = sum / members;
    }
  }
  return group;
}

HeldOut held_out(const FitSpace& space, const Information& information, const VectorXd& weights,
                 const std::vector<int>& folds, double prior, std::vector<VectorXd>* starts) {
  const int count = 1 + *std::max_element(folds.begin(), folds.end());
  const std::vector<Block>& blocks = information.blocks();
  HeldOut out;
  out.errors.setZero(count);
  const VectorXd plain = information.plain(weights);
  ScoreSums all(space.space.dofs());
  for (int fold = 0; fold < count; ++fold) {
    Sums rest;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      if (folds[b] != fold) information.add_to(rest, blocks[b], weights);
    }
    if (rest.count == 0) continue;
    const auto at = static_cast<std::size_t>(fold);
    const VectorXd* start = starts && at < starts->size() ? &(*starts)[at] : nullptr;
    const VectorXd u = possible_fit(space, rest, information.reference(), prior, start);
    if (starts) starts->resize(std::max(starts->size(), at + 1));
    if (starts) (*starts)[at] = u;
    const VectorXd step = space.base(u) - information.reference();
    ScoreSums held(space.space.dofs());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      if (folds[b] != fold) continue;
      held.add(space.space, blocks[b], step);
      all.add(space.space, blocks[b], step);
    }
    out.errors[fold] = held.squares.dot(plain) / std::max(1.0, held.counts.sum());
  }
  out.score = all.score();
  return out;
}

FitScore score_of(const ParameterSpace& space, const Information& information,
                  const VectorXd& base) {
  ScoreSums all(space.dofs());
  for (const Block& block : information.blocks()) {
    all.add(space, block, base - information.reference());
  }
  return all.score();
}

bool clearly_better(const HeldOut& candidate, const HeldOut& than) {
  const VectorXd gain = than.errors - candidate.errors;
  const double count = static_cast<double>(gain.size());
  const double mean = gain.mean();
  const double deviation =
      std::sqrt((gain.array() - mean).square().sum() / std::max(1.0, count - 1.0));
  return mean > deviation / std::sqrt(count);
}

double choose_weight(const FitSpace& space, const Information& information, const VectorXd& weights,
                     const std::vector<int>& folds, std::vector<PriorTrial>* trials) {
  std::vector<double> tried;
  constexpr int strongest = 4, weakest = -12, enough = 8;  // half decades
  std::vector<HeldOut> found;
  std::vector<VectorXd> starts;
  std::size_t best = 0;
  for (int half = strongest; half >= weakest; --half) {
    const double weight = std::pow(10.0, 0.5 * half);
    tried.push_back(weight);
    found.push_back(held_out(space, information, weights, folds, weight, &starts));
    if (trials) trials->push_back({weight, found.back().score.relative});
    if (found.back().errors.mean() < found[best].errors.mean()) best = found.size() - 1;
    if (found.size() > best + enough) break;
  }
  for (std::size_t k = 0; k < best; ++k) {  // the strongest first
    if (!clearly_better(found[best], found[k])) return tried[k];
  }
  return tried[best];
}

}  // namespace alembert::identifying
