#include "retime/speed_program.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/robot.hpp"

namespace alembert {
namespace {

constexpr int band = 2;

/// A symmetric matrix with two diagonals on each side of the middle one: column k is (k, k) to
/// (k + 2, k).
using Banded = Eigen::Matrix<double, band + 1, Eigen::Dynamic>;

/// L D L^T in place, and the solution in place of the right hand side.
void solve_banded(Banded& a, Eigen::VectorXd& x) {
  const Eigen::Index n = x.size();
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index below = std::min<Eigen::Index>(band, n - 1 - k);
    for (Eigen::Index i = 1; i <= below; ++i) {
      const double factor = a(i, k) / a(0, k);
      for (Eigen::Index j = i; j <= below; ++j) a(j - i, k + i) -= factor * a(j, k);
      x[k + i] -= factor * x[k];
    }
    for (Eigen::Index i = 1; i <= below; ++i) a(i, k) /= a(0, k);
  }
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    x[k] /= a(0, k);
    for (Eigen::Index i = 1; i <= std::min<Eigen::Index>(band, n - 1 - k); ++i) {
      x[k] -= a(i, k) * x[k + i];
    }
  }
}

double product(const SpeedRow& row, const std::array<double, 3>& factors,
               const Eigen::VectorXd& z) {
  const double* from = z.data() + row.first;
  return factors[0] * from[0] + factors[1] * from[1] + factors[2] * from[2];
}

/// What is left of a limit.
double left(const SpeedRow& row, const Eigen::VectorXd& z) {
  const double root = row.root > 0.0 ? row.root / std::sqrt(z[row.first + row.at]) : 0.0;
  return row.bound + root - product(row, row.factors, z);
}

/// What has to be left of a limit to be strictly inside.
double margin(const SpeedRow& row, const Eigen::VectorXd& z) {
  return 1e-4 * (std::abs(row.bound) + row.root / std::sqrt(z[row.first + row.at]));
}

class Barrier {
 public:
  Barrier(const SpeedProgram& program, Eigen::VectorXd& z)
      : program_(program), z_(z), n_(static_cast<int>(z.size())), rows_(program.rows) {
    for (int k = 0; k < n_; ++k) {
      if (!std::isfinite(program.most[k])) continue;
      SpeedRow row{.first = std::min(k, n_ - 3), .bound = program.most[k]};
      row.factors[k - row.first] = 1.0;
      rows_.push_back(row);
    }
    slope_.resize(rows_.size());
    slack_.resize(rows_.size());
    price_.resize(rows_.size());
    change_.resize(rows_.size());
  }

  void run(double accuracy, double first, const std::function<void()>& check) {
    const double count = static_cast<double>(rows_.size());
    take_roots();
    for (std::size_t i = 0; i < rows_.size(); ++i) slack_[i] = slack(rows_[i]);
    double target = first * time() / count;
    for (std::size_t i = 0; i < rows_.size(); ++i) price_[i] = target / slack_[i];
    for (int step = 0; step < 60; ++step) {
      if (check) check();
      const double length = newton(target);
      double gap = 0.0;
      for (std::size_t i = 0; i < rows_.size(); ++i) gap += price_[i] * slack_[i];
      if (gap <= accuracy * time() && length > 0.5) return;
      if (length < 1e-6) return;
      target = (length > 0.9 ? 0.1 : length > 0.5 ? 0.25 : 0.6) * gap / count;
    }
  }

 private:
  double time() const { return (program_.weight.array() / z_.array().sqrt()).sum(); }

  /// The slope of what is left of a limit.
  std::array<double, 3> slope(const SpeedRow& row) const {
    std::array<double, 3> out = {-row.factors[0], -row.factors[1], -row.factors[2]};
    out[row.at] -= 0.5 * row.root * fall_[row.first + row.at];
    return out;
  }

  /// 1 / sqrt(z) and 1 / (z sqrt(z)), once for all rows.
  void take_roots() {
    inverse_ = z_.array().rsqrt();
    fall_ = inverse_.array().cube();
  }

  double slack(const SpeedRow& row) const {
    return row.bound + row.root * inverse_[row.first + row.at] - product(row, row.factors, z_);
  }

  void assemble(double target) {
    matrix_.setZero(band + 1, n_);
    step_.setZero(n_);
    for (int k = 0; k < n_; ++k) {
      const double w = program_.weight[k], z = z_[k], root = std::sqrt(z);
      step_[k] = 0.5 * w / (z * root);
      matrix_(0, k) = 0.75 * w / (z * z * root) + 1e-12;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::array<double, 3> g = slope_[i] = slope(rows_[i]);
      const double one = 1.0 / slack_[i], stiff = price_[i] * one, push = target * one;
      double* of = step_.data() + rows_[i].first;
      double* column = matrix_.data() + (band + 1) * rows_[i].first;
      for (std::size_t l = 0; l < 3; ++l) {
        of[l] += push * g[l];
        const double factor = stiff * g[l];
        for (std::size_t m = l; m < 3; ++m) column[m - l] += factor * g[m];
        column += band + 1;
      }
    }
    for (const int k : program_.fixed) {
      matrix_(0, k) += 1e12 * (1.0 + matrix_(0, k));
      step_[k] = 0.0;
    }
  }

  /// One step towards the middle of what a barrier of this height leaves; its length.
  double newton(double target) {
    assemble(target);
    solve_banded(matrix_, step_);
    double price_step = 1.0, length = 1.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double along = product(rows_[i], slope_[i], step_);
      change_[i] = (target - price_[i] * along) / slack_[i] - price_[i];
      if (change_[i] < 0.0) price_step = std::min(price_step, -0.99 * price_[i] / change_[i]);
      if (along < 0.0) length = std::min(length, -0.99 * slack_[i] / along);
    }
    for (int k = 0; k < n_; ++k) {
      if (step_[k] < 0.0) length = std::min(length, -0.9 * z_[k] / step_[k]);
    }
    z_ += length * step_;
    take_roots();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      slack_[i] = slack(rows_[i]);
      price_[i] += price_step * change_[i];
    }
    return std::min(length, price_step);
  }

  const SpeedProgram& program_;
  Eigen::VectorXd& z_;
  int n_;
  std::vector<SpeedRow> rows_;
  std::vector<double> slack_, price_, change_;
  std::vector<std::array<double, 3>> slope_;  // of what is left of each limit
  Banded matrix_;
  Eigen::VectorXd step_, inverse_, fall_;
};

/// Is z, the same on all segments, strictly inside all limits?
bool holds(const SpeedProgram& program, double z) {
  const Eigen::VectorXd all = Eigen::VectorXd::Constant(program.weight.size(), z);
  if (!(z < program.most.minCoeff())) return false;
  return std::all_of(program.rows.begin(), program.rows.end(),
                     [&](const SpeedRow& row) { return left(row, all) > margin(row, all); });
}

}  // namespace

bool bring_inside(const SpeedProgram& program, const std::function<void()>& check,
                  Eigen::VectorXd& z) {
  for (int round = 0; round < 100; ++round) {
    SpeedProgram wider = program;
    bool inside_all = true;
    for (SpeedRow& row : wider.rows) {
      const double missing = margin(row, z) - left(row, z);
      if (missing < 0.0) continue;
      row.bound += missing + margin(row, z);
      inside_all = false;
    }
    for (Eigen::Index k = 0; k < z.size(); ++k) {
      if (z[k] < wider.most[k]) continue;
      wider.most[k] = 1.01 * z[k];
      inside_all = false;
    }
    if (inside_all) return true;
    least_time(wider, 0.5, 10.0, check, z);
  }
  return false;
}

double inside(const SpeedProgram& program) {
  for (double z = 0.99; z > 1e-4; z *= z > 0.9 ? 0.97 : 0.85) {
    if (holds(program, z)) return z;
  }
  return 0.0;
}

void least_time(const SpeedProgram& program, double accuracy, double first,
                const std::function<void()>& check, Eigen::VectorXd& z) {
  Barrier(program, z).run(accuracy, first, check);
}

}  // namespace alembert
