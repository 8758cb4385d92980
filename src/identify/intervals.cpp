#include "identify/intervals.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/random_source.hpp"

namespace alembert::identifying {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Pulls of single blocks at the fit, one a column, in parameters of their own scale.
struct Pulls {
  MatrixXd slopes;
  std::vector<MatrixXd> curvatures;
};

Pulls pulls_of(const FitSpace& space, const Information& information, const VectorXd& weights,
               const VectorXd& u) {
  const MatrixXd map = space.map * space.scale.asDiagonal();
  const VectorXd step = space.base(u) - information.reference();
  Pulls out;
  out.slopes.resize(space.size(), static_cast<Index>(information.blocks().size()));
  for (std::size_t b = 0; b < information.blocks().size(); ++b) {
    Sums sums;
    sums.add(space.space, information.blocks()[b], weights);
    out.slopes.col(static_cast<Index>(b)) = map.transpose() * (sums.Xr - sums.XX * step);
    out.curvatures.push_back(map.transpose() * sums.XX * map);
  }
  return out;
}

/// A block's residuals are smaller than its noise, since the fit followed them: undone by the root
/// of what is left of the block in the fit.
void undo_leverage(const MatrixXd& curvature, Pulls& pulls) {
  constexpr double most = 0.98;
  const Eigen::LLT<MatrixXd> factor(curvature);
  const auto L = factor.matrixL();
  for (std::size_t b = 0; b < pulls.curvatures.size(); ++b) {
    const MatrixXd half = L.solve(pulls.curvatures[b]);
    MatrixXd own = L.solve(half.transpose());
    own = 0.5 * (own + own.transpose()).eval();
    auto slope = pulls.slopes.col(static_cast<Index>(b));
    constexpr Index many = 110;
    if (own.rows() > many) {  // no root of large matrices: the whole of it, a little too wide
      own = (1.0 + 1e-2) * MatrixXd::Identity(own.rows(), own.cols()) - own;
      slope = L * own.ldlt().solve(L.solve(VectorXd(slope))).eval();
      continue;
    }
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(own);
    const VectorXd grow = (1.0 - eigen.eigenvalues().array().max(0.0).min(most)).rsqrt().matrix();
    VectorXd turned = eigen.eigenvectors().transpose() * L.solve(VectorXd(slope));
    turned = eigen.eigenvectors() * grow.cwiseProduct(turned);
    slope = L * turned;
  }
}

MatrixXd scatter(const Pulls& pulls, const std::vector<Block>& blocks, int lags) {
  MatrixXd sum = pulls.slopes * pulls.slopes.transpose();
  for (int lag = 1; lag <= lags; ++lag) {
    const double share = 1.0 - static_cast<double>(lag) / (lags + 1);
    MatrixXd cross = MatrixXd::Zero(sum.rows(), sum.cols());
    for (std::size_t b = static_cast<std::size_t>(lag); b < blocks.size(); ++b) {
      const std::size_t before = b - static_cast<std::size_t>(lag);
      if (blocks[b].log != blocks[before].log) continue;
      cross += pulls.slopes.col(static_cast<Index>(b)) *
               pulls.slopes.col(static_cast<Index>(before)).transpose();
    }
    sum += share * (cross + cross.transpose());
  }
  return sum;
}

/// From directions that the logs do tell: the mean square of the relative change of the file's
/// inertias there.
double spread_of(const FitSpace& space, const MatrixXd& data, const MatrixXd& prior,
                 const VectorXd& moved, double weight) {
  constexpr double usual = 0.3, least = 0.02, most = 2.0, told = 0.9;
  std::vector<Index> inertial;
  for (Index i = 0; i < space.size(); ++i) {
    if (space.inertial(i)) inertial.push_back(i);
  }
  if (inertial.empty()) return usual;
  const MatrixXd G = prior(inertial, inertial);
  const Eigen::LLT<MatrixXd> factor(G);
  const auto L = factor.matrixL();
  const MatrixXd half = L.solve(MatrixXd(data(inertial, inertial)));
  MatrixXd relative = L.solve(half.transpose());
  relative = 0.5 * (relative + relative.transpose()).eval();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(relative);
  const VectorXd change =
      eigen.eigenvectors().transpose() * (L.transpose() * VectorXd(moved(inertial)));
  double squares = 0.0, count = 0.0;
  for (Index k = 0; k < change.size(); ++k) {
    const double value = std::max(0.0, eigen.eigenvalues()[k]);
    if (value / (value + weight) < told) continue;
    squares += change[k] * change[k];
    count += 1.0;
  }
  if (count < 3.0) return usual;
  return std::clamp(std::sqrt(squares / count), least, most);
}

}  // namespace

double student_quantile(double confidence, double freedom) {
  // The normal quantile by Newton on erfc, then Cornish and Fisher.
  const double tail = 1.0 - confidence;
  double z = 1.96;
  for (int k = 0; k < 50; ++k) {
    const double off = std::erfc(z / std::numbers::sqrt2) - tail;
    z += off / (2.0 * std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi));
  }
  const double n = std::max(3.0, freedom), z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4.0 * n) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n);
}

Intervals intervals(const FitSpace& space, const Information& information, const VectorXd& weights,
                    const VectorXd& u, double prior, int lags, double confidence) {
  const Sums sums = information.sums(weights);
  const auto S = space.scale.asDiagonal();
  const double rows = static_cast<double>(std::max<Index>(1, sums.count));
  const MatrixXd map = space.map * S;
  const MatrixXd data = map.transpose() * sums.XX * map;
  const MatrixXd at_fit = S * space.prior_curvature(u) * S;
  const MatrixXd at_file = S * space.prior_curvature(space.file) * S;
  MatrixXd curvature = data + rows * prior * at_fit;
  curvature.diagonal().array() += 1e-15 * (1.0 + curvature.diagonal().maxCoeff());

  Intervals out;
  out.spread =
      spread_of(space, data / rows, at_file, (u - space.file).cwiseQuotient(space.scale), prior);
  VectorXd variance = VectorXd::Constant(space.size(), out.spread * out.spread);
  for (Index i = 0; i < space.size(); ++i) {
    if (!space.inertial(i)) variance[i] = FitSpace::weak;  // a deviation of one scale
  }
  const VectorXd deviation = variance.cwiseSqrt();
  // (prior slope's scatter) weight^2 G S G, with S = spread^2 / G: weight^2 spread^2 G.
  const MatrixXd file_scatter =
      (rows * prior) * (rows * prior) * (deviation.asDiagonal() * at_file * deviation.asDiagonal());
  Pulls pulls = pulls_of(space, information, weights, u);
  undo_leverage(curvature, pulls);
  const Eigen::LDLT<MatrixXd> factor(curvature);
  const auto carried = [&](const MatrixXd& slopes) -> MatrixXd {
    const MatrixXd half = factor.solve(slopes);
    return S * factor.solve(half.transpose()) * S;
  };
  out.noise = carried(scatter(pulls, information.blocks(), lags));
  out.covariance = out.noise + carried(file_scatter);
  out.file = S *
             (deviation.asDiagonal() *
              at_file.ldlt().solve(MatrixXd::Identity(space.size(), space.size())) *
              deviation.asDiagonal()) *
             S;
  // A scatter that was taken over lags is itself uncertain, and too small (Kiefer and Vogelsang).
  const double share = (1.0 + lags) / static_cast<double>(information.blocks().size());
  out.quantile = student_quantile(confidence, 1.0 / share) * (1.0 + 1.5 * share);
  return out;
}

VectorXd bootstrap_deviations(const FitSpace& space, const Information& information,
                              const VectorXd& weights, const VectorXd& u, double prior, int run,
                              int repetitions) {
  const std::vector<Block>& blocks = information.blocks();
  const auto count = static_cast<int>(blocks.size());
  RandomSource random(7);
  MatrixXd found(space.map.rows(), repetitions);
  for (int k = 0; k < repetitions; ++k) {
    Sums sums;
    for (int taken = 0; taken < count;) {
      const int first =
          std::min(count - 1, static_cast<int>(0.5 * (random.uniform() + 1.0) * count));
      for (int l = 0; l < run && taken < count; ++l, ++taken) {
        sums.add(space.space, blocks[static_cast<std::size_t>((first + l) % count)], weights);
      }
    }
    found.col(k) = space.map * possible_fit(space, sums, information.reference(), prior, &u);
  }
  const MatrixXd off = found.colwise() - VectorXd(found.rowwise().mean());
  return (off.rowwise().squaredNorm() / std::max(1, repetitions - 1)).cwiseSqrt();
}

}  // namespace alembert::identifying
