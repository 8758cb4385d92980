#include "motion/interior_point/barrier.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

/// Sums logarithms, several numbers in one.
class LogarithmSum {
 public:
  void add(double distance) {
    product_ *= distance;
    if (++count_ < 4) return;
    sum_ += std::log(product_);
    product_ = 1.0;
    count_ = 0;
  }
  double sum() const { return sum_ + std::log(product_); }

 private:
  double sum_ = 0.0, product_ = 1.0;
  int count_ = 0;
};

}  // namespace

void Barrier::set_bounds(const Vector& lower, const Vector& upper) {
  lower_ = lower;
  upper_ = upper;
  below_.clear();
  above_.clear();
  for (int i = 0; i < static_cast<int>(lower.size()); ++i) {
    if (std::isfinite(lower[i])) below_.push_back(i);
    if (std::isfinite(upper[i])) above_.push_back(i);
  }
}

void Barrier::push_inside(double push, Vector& v) const {
  const auto inset = [&](int i, double bound) {
    return std::min(push * std::max(1.0, std::abs(bound)), push * (upper_[i] - lower_[i]));
  };
  for (const int i : below_) v[i] = std::max(v[i], lower_[i] + inset(i, lower_[i]));
  for (const int i : above_) v[i] = std::min(v[i], upper_[i] - inset(i, upper_[i]));
}

double Barrier::value(const Vector& v, double mu) const {
  LogarithmSum logarithms;
  for (const int i : below_) logarithms.add(v[i] - lower_[i]);
  for (const int i : above_) logarithms.add(upper_[i] - v[i]);
  return -mu * logarithms.sum();
}

bool Barrier::allows(int i, const Vector& v, double place, double share) const {
  const double kept = 1.0 - share;
  return place - lower_[i] >= kept * (v[i] - lower_[i]) &&
         upper_[i] - place >= kept * (upper_[i] - v[i]);
}

void Barrier::add_gradient(const Vector& v, double mu, Vector& out) const {
  for (const int i : below_) out[i] -= mu / (v[i] - lower_[i]);
  for (const int i : above_) out[i] += mu / (upper_[i] - v[i]);
}

void Barrier::curvature(const Vector& v, const Vector& lower_z, const Vector& upper_z,
                        Vector& out) const {
  out.setZero();
  for (const int i : below_) out[i] += lower_z[i] / (v[i] - lower_[i]);
  for (const int i : above_) out[i] += upper_z[i] / (upper_[i] - v[i]);
}

double Barrier::complementarity(const Vector& v, const Vector& lower_z, const Vector& upper_z,
                                double mu) const {
  double most = 0.0;
  for (const int i : below_) most = std::max(most, std::abs((v[i] - lower_[i]) * lower_z[i] - mu));
  for (const int i : above_) most = std::max(most, std::abs((upper_[i] - v[i]) * upper_z[i] - mu));
  return most;
}

void Barrier::multiplier_steps(const Vector& v, const Vector& dv, const Vector& lower_z,
                               const Vector& upper_z, double mu, Vector& lower_dz,
                               Vector& upper_dz) const {
  for (const int i : below_) {
    lower_dz[i] = (mu - lower_z[i] * dv[i]) / (v[i] - lower_[i]) - lower_z[i];
  }
  for (const int i : above_) {
    upper_dz[i] = (mu + upper_z[i] * dv[i]) / (upper_[i] - v[i]) - upper_z[i];
  }
}

double Barrier::longest_step(const Vector& v, const Vector& dv, double share) const {
  double step = 1.0;
  for (const int i : below_) {
    if (step * dv[i] < -share * (v[i] - lower_[i])) step = -share * (v[i] - lower_[i]) / dv[i];
  }
  for (const int i : above_) {
    if (step * dv[i] > share * (upper_[i] - v[i])) step = share * (upper_[i] - v[i]) / dv[i];
  }
  return step;
}

double Barrier::longest_multiplier_step(const Vector& lower_z, const Vector& lower_dz,
                                        const Vector& upper_z, const Vector& upper_dz,
                                        double share) const {
  double step = 1.0;
  for (const int i : below_) {
    if (step * lower_dz[i] < -share * lower_z[i]) step = -share * lower_z[i] / lower_dz[i];
  }
  for (const int i : above_) {
    if (step * upper_dz[i] < -share * upper_z[i]) step = -share * upper_z[i] / upper_dz[i];
  }
  return step;
}

void Barrier::centre(const Vector& v, double mu, Vector& lower_z, Vector& upper_z) const {
  for (const int i : below_) lower_z[i] = mu / (v[i] - lower_[i]);
  for (const int i : above_) upper_z[i] = mu / (upper_[i] - v[i]);
}

void Barrier::keep_near(const Vector& v, double mu, double factor, Vector& lower_z,
                        Vector& upper_z) const {
  for (const int i : below_) {
    const double middle = mu / (v[i] - lower_[i]);
    lower_z[i] = std::clamp(lower_z[i], middle / factor, middle * factor);
  }
  for (const int i : above_) {
    const double middle = mu / (upper_[i] - v[i]);
    upper_z[i] = std::clamp(upper_z[i], middle / factor, middle * factor);
  }
}

}  // namespace alembert
