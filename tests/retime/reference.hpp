// The fastest timing of a straight line by dynamic programming over s and x = s'^2, with torques of
// another formulation and friction written down here.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "alembert/formulation.hpp"
#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert::test {

/// Torques along a line at any speed: A u + g + c x + friction. `carried` bodies are in the model.
class LineTorques {
 public:
  LineTorques(const Model& model, double slip_speed, const Eigen::VectorXd& from,
              const Eigen::VectorXd& to)
      : model_(model),
        smooth_(Formulations::get("kane").make<double>(
            without_drives(model, {.viscous = true, .coulomb = true}))),
        slip_(slip_speed),
        from_(from),
        slope_(to - from) {}

  struct Terms {
    Eigen::VectorXd inertia, weight, turning;
  };
  Terms terms(double s) {
    const Eigen::VectorXd q = from_ + s * slope_, none = Eigen::VectorXd::Zero(q.size());
    Terms out{none, none, none};
    (*smooth_)(q, none, none, {}, out.weight);
    (*smooth_)(q, none, slope_, {}, out.inertia);
    (*smooth_)(q, slope_, none, {}, out.turning);
    out.inertia -= out.weight;
    out.turning -= out.weight;
    return out;
  }

  /// Of joints that are their own coordinates.
  Eigen::VectorXd friction(double speed) const {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(slope_.size());
    for (const ModelJoint& joint : model_.joints()) {
      const double v = slope_[joint.coordinate] * speed;
      out[joint.coordinate] += joint.viscous * v + joint.coulomb * std::tanh(v / slip_);
    }
    return out;
  }
  const Eigen::VectorXd& slope() const { return slope_; }

 private:
  Model model_;
  std::unique_ptr<Formulation<double>> smooth_;
  double slip_;
  Eigen::VectorXd from_, slope_;
};

/// Levels of x, steps of s; a move keeps u over 1 to 4 steps, so that slopes between whole levels
/// are there too, and keeps the limits in the middle of each. Always an upper bound, up to the
/// steps' own error.
class LineReference {
 public:
  LineReference(LineTorques torques, const MotionLimits& limits, int steps, int levels)
      : torques_(std::move(torques)), limits_(limits), steps_(steps), levels_(levels) {
    // Levels reach to the velocity limit, or a little above what full torque would reach from
    // either end.
    double cap = infinity;
    for (int i = 0; i < torques_.slope().size(); ++i) {
      cap = std::min(cap, std::pow(limits.velocity[i] / std::abs(torques_.slope()[i]), 2));
    }
    constexpr int fine = 400;
    std::vector<double> forward(fine + 1, 0.0), backward(fine + 1, 0.0);
    for (int i = 0; i < fine; ++i) {
      const auto at = static_cast<std::size_t>(i), end = static_cast<std::size_t>(fine - i);
      const Range here = range(torques_.terms((i + 0.5) / fine), forward[at]);
      forward[at + 1] = std::clamp(forward[at] + 2.0 * here.high / fine, 0.0, cap);
      const Range there = range(torques_.terms(1.0 - (i + 0.5) / fine), backward[end]);
      backward[end - 1] = std::clamp(backward[end] - 2.0 * there.low / fine, 0.0, cap);
    }
    for (std::size_t i = 0; i <= fine; ++i) {
      top_ = std::max(top_, std::min(cap, 1.1 * std::min(forward[i], backward[i])));
    }
  }

  double duration() {
    fill();
    const double h = 1.0 / steps_, rise = top_ / levels_;
    std::vector<std::vector<double>> best(
        static_cast<std::size_t>(steps_) + 1,
        std::vector<double>(static_cast<std::size_t>(levels_) + 1, infinity));
    best[static_cast<std::size_t>(steps_)][0] = 0.0;
    for (int i = steps_ - 1; i >= 0; --i) {
      for (int j = 0; j <= levels_; ++j) {
        double& mine = best[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        for (int m = 1; m <= std::min(4, steps_ - i); ++m) {
          const auto& there = best[static_cast<std::size_t>(i + m)];
          // Levels that the first step's limits, or nearly, allow.
          const Range& first = between(i, j, j);
          const double per_level = rise / (2.0 * m * h);
          const int down = static_cast<int>(std::floor(1.3 * first.low / per_level)) - 2;
          const int up = static_cast<int>(std::ceil(1.3 * first.high / per_level)) + 2;
          for (int k = std::min(levels_, j + up); k >= std::max(0, j + down); --k) {
            const double speeds = std::sqrt(j * rise) + std::sqrt(k * rise);
            const double time = there[static_cast<std::size_t>(k)] + 2.0 * m * h / speeds;
            if (time < mine && allowed(i, j, k, m, per_level)) mine = time;
          }
        }
      }
    }
    return best[0][0];
  }

 private:
  struct Range {
    double low = -infinity, high = infinity;
  };

  /// Of u in the middle of step i, at x halfway between two levels.
  const Range& between(int i, int j, int k) const {
    return ranges_[static_cast<std::size_t>(i * (2 * levels_ + 1) + j + k)];
  }

  bool allowed(int i, int j, int k, int m, double per_level) const {
    const double u = (k - j) * per_level;
    for (int l = 0; l < m; ++l) {
      const int level = (2 * j * m + (2 * l + 1) * (k - j) + m / 2) / m;  // in halves
      const Range& r = ranges_[static_cast<std::size_t>((i + l) * (2 * levels_ + 1) + level)];
      if (u < r.low || u > r.high) return false;
    }
    return true;
  }

  void fill() {
    const double rise = 0.5 * top_ / levels_;
    for (int i = 0; i < steps_; ++i) {
      const LineTorques::Terms terms = torques_.terms((i + 0.5) / steps_);
      for (int l = 0; l <= 2 * levels_; ++l) ranges_.push_back(range(terms, l * rise));
    }
  }

  Range range(const LineTorques::Terms& terms, double x) const {
    const Eigen::VectorXd friction = torques_.friction(std::sqrt(x));
    Range r;
    for (int n = 0; n < terms.inertia.size(); ++n) {
      const double rest = terms.weight[n] + terms.turning[n] * x + friction[n];
      double low = (limits_.torque_lower[n] - rest) / terms.inertia[n];
      double high = (limits_.torque_upper[n] - rest) / terms.inertia[n];
      if (low > high) std::swap(low, high);
      r.low = std::max(r.low, low);
      r.high = std::min(r.high, high);
    }
    return r;
  }

  LineTorques torques_;
  MotionLimits limits_;
  int steps_, levels_;
  double top_ = 0.0;
  std::vector<Range> ranges_;
};

}  // namespace alembert::test
