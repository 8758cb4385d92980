// Regressors of random states, stacked, then Gram-Schmidt on the columns in a chosen order: what a
// column has outside of those kept before it decides whether it is kept. A dropped column is
// W_d = W_kept K, so that its parameter joins the kept ones with the factors K.
#include "alembert/base_parameters.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>

namespace alembert {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A column this small beside the largest of its unit is rounding of zero.
constexpr double idle_below = 1e-12;
/// A factor whose part in the torque is below this fraction is rounding of zero.
constexpr double no_factor_below = 1e-10;

/// The triangular factor of many stacked regressors: the same column products as all their rows.
MatrixXd stacked(Regressor& regressor, unsigned seed) {
  const Model& model = regressor.model();
  const int n = model.dofs();
  const auto P = static_cast<Index>(regressor.columns().size());
  const Index samples = 4 * P / n + 10;
  std::mt19937 engine(seed);
  const auto uniform = [&](double size) {
    return size * (2.0 * static_cast<double>(engine()) / 4294967295.0 - 1.0);
  };
  MatrixXd W(samples * n, P);
  VectorXd q(n), v(n), a(n);
  for (Index s = 0; s < samples; ++s) {
    for (int i = 0; i < n; ++i) {
      const bool angular = model.coordinates()[i].angular;
      q[i] = uniform(angular ? std::numbers::pi : 1.0);
      v[i] = uniform(3.0);
      a[i] = uniform(10.0);
    }
    regressor(q, v, a, W.middleRows(s * n, n));
  }
  const Eigen::HouseholderQR<Eigen::Ref<MatrixXd>> qr(W);
  return qr.matrixQR().topRows(P).triangularView<Eigen::Upper>();
}

/// From the base to the tips, m, mz and Iyy last; then drives and springs.
std::vector<int> preferred_order(Index columns, Index bodies) {
  constexpr int within[] = {9, 4, 5, 6, 8, 1, 2, 7, 3, 0};
  std::vector<int> order;
  for (Index body = 0; body < bodies; ++body) {
    for (const int k : within) order.push_back(static_cast<int>(10 * body) + k);
  }
  for (Index c = 10 * bodies; c < columns; ++c) order.push_back(static_cast<int>(c));
  return order;
}

std::string sum_text(const std::vector<RegressorColumn>& columns, int leading,
                     const Eigen::RowVectorXd& factors) {
  std::string text = columns[leading].name;
  for (Index c = 0; c < factors.size(); ++c) {
    if (c == leading || factors[c] == 0.0) continue;
    char size[32];
    std::snprintf(size, sizeof size, "%.6g", std::abs(factors[c]));
    text += factors[c] < 0.0 ? " - " : " + ";
    if (std::string(size) != "1") text += std::string(size) + " ";
    text += columns[c].name;
  }
  return text;
}

}  // namespace

struct BaseParameters::Workspace {
  Regressor regressor;
  std::vector<int> kept, dropped, idle;
  MatrixXd map, full;
  std::vector<std::string> names;
  double least_kept = 1.0, most_dropped = 0.0;
  bool clear = false;

  Workspace(const Model& model, const BaseParameterOptions& options)
      : regressor(model, options.regressor) {
    if (regressor.columns().empty()) {
      throw Error(Error::Code::robot, "robot '" + model.name() + "' has no link with an inertia",
                  "give its links masses, or name the bodies to look at");
    }
    const MatrixXd W = stacked(regressor, options.seed);
    const VectorXd norms = W.colwise().norm();
    choose(W, norms, options.tolerance);
    clear = least_kept > 1e3 * options.tolerance && most_dropped < 1e-3 * options.tolerance;
    make_map(W, norms);
    full.resize(model.dofs(), W.cols());
    for (std::size_t b = 0; b < kept.size(); ++b) {
      names.push_back(sum_text(regressor.columns(), kept[b], map.row(static_cast<Index>(b))));
    }
  }

  /// What a column is measured by: mass, first and second moments have different units.
  double largest_of_unit(int column, const VectorXd& norms) const {
    const auto& columns = regressor.columns();
    double largest = 0.0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].unit != columns[column].unit) continue;
      largest = std::max(largest, norms[static_cast<Index>(c)]);
    }
    return largest;
  }

  void choose(const MatrixXd& W, const VectorXd& norms, double tolerance) {
    MatrixXd Q(W.rows(), W.cols());
    for (const int c : preferred_order(W.cols(), regressor.bodies())) {
      const double scale = largest_of_unit(c, norms);
      if (norms[c] <= idle_below * scale) {
        idle.push_back(c);
        continue;
      }
      VectorXd own = W.col(c) / scale;
      const auto basis = Q.leftCols(static_cast<Index>(kept.size()));
      for (int pass = 0; pass < 2; ++pass) own -= basis * (basis.transpose() * own).eval();
      const double share = own.norm();
      if (share > tolerance) {
        Q.col(static_cast<Index>(kept.size())) = own / share;
        kept.push_back(c);
        least_kept = std::min(least_kept, share);
      } else {
        dropped.push_back(c);
        most_dropped = std::max(most_dropped, share);
      }
    }
    for (std::vector<int>* list : {&kept, &dropped, &idle}) std::sort(list->begin(), list->end());
  }

  void make_map(const MatrixXd& W, const VectorXd& norms) {
    const VectorXd scale = norms.unaryExpr([](double x) { return x > 0.0 ? x : 1.0; });
    const MatrixXd unit = W * scale.cwiseInverse().asDiagonal();
    const MatrixXd basis = unit(Eigen::all, kept), rest = unit(Eigen::all, dropped);
    const MatrixXd K = Eigen::HouseholderQR<MatrixXd>(basis).solve(rest);
    map.setZero(static_cast<Index>(kept.size()), W.cols());
    for (Index b = 0; b < map.rows(); ++b) {
      const int leading = kept[b];
      map(b, leading) = 1.0;
      for (Index d = 0; d < K.cols(); ++d) {
        if (std::abs(K(b, d)) < no_factor_below) continue;
        const int c = dropped[d];
        map(b, c) = K(b, d) * scale[c] / scale[leading];
      }
    }
  }
};

BaseParameters::BaseParameters(const Model& model, const BaseParameterOptions& options)
    : work_(make_owned<Workspace>(model, options)) {}

int BaseParameters::count() const { return static_cast<int>(work_->kept.size()); }
const Regressor& BaseParameters::regressor() const { return work_->regressor; }
const std::vector<int>& BaseParameters::columns() const { return work_->kept; }
const std::vector<int>& BaseParameters::idle() const { return work_->idle; }
const MatrixXd& BaseParameters::map() const { return work_->map; }
const std::vector<std::string>& BaseParameters::names() const { return work_->names; }
double BaseParameters::least_kept() const { return work_->least_kept; }
double BaseParameters::most_dropped() const { return work_->most_dropped; }
bool BaseParameters::clear() const { return work_->clear; }

VectorXd BaseParameters::parameters() const { return map() * work_->regressor.parameters(); }

/// A free parameter moves by one, the kept ones make up for it.
MatrixXd BaseParameters::null_space() const {
  std::vector<int> free = work_->dropped;
  free.insert(free.end(), work_->idle.begin(), work_->idle.end());
  std::sort(free.begin(), free.end());
  MatrixXd N = MatrixXd::Zero(map().cols(), static_cast<Index>(free.size()));
  for (Index d = 0; d < N.cols(); ++d) {
    const int c = free[d];
    N(c, d) = 1.0;
    for (int b = 0; b < count(); ++b) N(columns()[b], d) = -map()(b, c);
  }
  return N;
}

void BaseParameters::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a,
                                MatOut<double> Y) {
  Workspace& work = *work_;
  work.regressor(q, v, a, work.full);
  for (Eigen::Index b = 0; b < Y.cols(); ++b) Y.col(b) = work.full.col(work.kept[b]);
}

}  // namespace alembert
