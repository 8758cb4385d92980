#include "identify/intervals.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/random_source.hpp"

namespace alembert::identifying {

namespace {

/// Before any log: files' inertias are off by a fifth, within a factor of ten at two deviations.
constexpr double usual_spread = 0.2;
const double spread_deviation = 0.5 * std::numbers::ln10;

/// How many deviations a two-sided interval reaches, of Student's distribution.
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
  out.slopes.resize(space.size(), information.blocks().size());
  for (std::size_t b = 0; b < information.blocks().size(); ++b) {
    Sums sums;
    information.add_to(sums, information.blocks()[b], weights);
    out.slopes.col(b) = map.transpose() * (sums.Xr - sums.XX * step);
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
    auto slope = pulls.slopes.col(b);
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
    for (std::size_t b = lag; b < blocks.size(); ++b) {
      const std::size_t before = b - lag;
      if (blocks[b].log != blocks[before].log) continue;
      cross += pulls.slopes.col(b) * pulls.slopes.col(before).transpose();
    }
    sum += share * (cross + cross.transpose());
  }
  return sum;
}

/// What the logs say about inertias beside the file's: of every direction, as the prior measures
/// them, how much is told, what they pull, and the variance of that pull if the file were right.
struct Directions {
  VectorXd told, pull, variance;
};

/// Drives and offsets are taken as the logs have them.
Directions directions_of(const FitSpace& space, const MatrixXd& data, const VectorXd& slope,
                         const MatrixXd& noise, const MatrixXd& prior) {
  std::vector<Index> inertial, others;
  for (Index i = 0; i < space.size(); ++i) (space.inertial(i) ? inertial : others).push_back(i);
  MatrixXd own = data(inertial, inertial), scatter_left = noise(inertial, inertial);
  VectorXd left = slope(inertial);
  if (!others.empty()) {
    MatrixXd rest = data(others, others);
    rest.diagonal().array() += 1e-9 * rest.diagonal().maxCoeff();
    const MatrixXd T = rest.ldlt().solve(MatrixXd(data(others, inertial))).transpose();
    own -= T * data(others, inertial);
    left -= T * slope(others);
    const MatrixXd crossed = T * noise(others, inertial);
    scatter_left += T * noise(others, others) * T.transpose() - crossed - crossed.transpose();
  }
  const Eigen::LLT<MatrixXd> factor(prior(inertial, inertial));
  const auto L = factor.matrixL();
  const auto relative = [&](const MatrixXd& M) -> MatrixXd {
    const MatrixXd half = L.solve(M);
    const MatrixXd both = L.solve(half.transpose());
    return 0.5 * (both + both.transpose());
  };
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(relative(own));
  const MatrixXd& V = eigen.eigenvectors();
  return {eigen.eigenvalues().cwiseMax(0.0), V.transpose() * L.solve(left),
          (V.transpose() * relative(scatter_left) * V).diagonal().cwiseMax(0.0)};
}

/// Of a quantity whose deviation is one of `spreads`, each as likely as its share: the deviation of
/// the normal one that is within the same interval as often.
double as_one_normal(const VectorXd& spreads, const VectorXd& shares, double confidence) {
  double low = 0.0, high = 10.0 * spreads.maxCoeff();
  for (int k = 0; k < 60; ++k) {
    const double half = 0.5 * (low + high);
    double inside = 0.0;
    for (Index i = 0; i < spreads.size(); ++i) {
      inside += shares[i] * std::erf(half / (spreads[i] * std::numbers::sqrt2));
    }
    (inside < confidence ? low : high) = half;
  }
  return high / student_quantile(confidence, infinity);
}

/// How far the file's inertias are off, relatively: by how likely what the logs pull is under every
/// spread, beside what is usual. It is as much wider as it is itself uncertain: few directions tell
/// little of how they scatter.
double spread_of(const Directions& seen, double confidence) {
  constexpr int steps = 200;
  constexpr double far = 4.0;  // deviations of what is usual
  const double floor = seen.told.size() > 0 ? 1e-12 * seen.told.maxCoeff() : 0.0;
  VectorXd spreads(steps + 1), likelihood(steps + 1);
  for (int i = 0; i <= steps; ++i) {
    const double off = far * (2.0 * i / steps - 1.0);
    spreads[i] = usual_spread * std::exp(off * spread_deviation);
    likelihood[i] = -0.5 * off * off;
    for (Index k = 0; k < seen.told.size(); ++k) {
      if (seen.told[k] <= floor) continue;
      const double v = std::pow(seen.told[k] * spreads[i], 2) + seen.variance[k];
      likelihood[i] -= 0.5 * (std::log(v) + seen.pull[k] * seen.pull[k] / v);
    }
  }
  const VectorXd shares = (likelihood.array() - likelihood.maxCoeff()).exp();
  return as_one_normal(spreads, shares / shares.sum(), confidence);
}

}  // namespace

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

  Pulls pulls = pulls_of(space, information, weights, u);
  undo_leverage(curvature, pulls);
  const MatrixXd scattered = scatter(pulls, information.blocks(), lags);

  Intervals out;
  out.spread = usual_spread;
  if (!space.bodies.empty()) {
    const VectorXd slope =
        map.transpose() * (sums.Xr - sums.XX * (space.base(space.file) - information.reference()));
    out.spread = spread_of(directions_of(space, data, slope, scattered, at_file), confidence);
  }
  VectorXd variance = VectorXd::Constant(space.size(), out.spread * out.spread);
  for (Index i = 0; i < space.size(); ++i) {
    if (!space.inertial(i)) variance[i] = FitSpace::weak;  // a deviation of one scale
  }
  const VectorXd deviation = variance.cwiseSqrt();
  // (prior slope's scatter) weight^2 G S G, with S = spread^2 / G: weight^2 spread^2 G.
  const MatrixXd file_scatter =
      (rows * prior) * (rows * prior) * (deviation.asDiagonal() * at_file * deviation.asDiagonal());
  const Eigen::LDLT<MatrixXd> factor(curvature);
  const auto carried = [&](const MatrixXd& slopes) -> MatrixXd {
    const MatrixXd half = factor.solve(slopes);
    return S * factor.solve(half.transpose()) * S;
  };
  out.noise = carried(scattered);
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
        information.add_to(sums, blocks[(first + l) % count], weights);
      }
    }
    found.col(k) = space.map * possible_fit(space, sums, information.reference(), prior, &u);
  }
  const MatrixXd off = found.colwise() - VectorXd(found.rowwise().mean());
  return (off.rowwise().squaredNorm() / std::max(1, repetitions - 1)).cwiseSqrt();
}

}  // namespace alembert::identifying
