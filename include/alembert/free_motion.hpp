// An arm left to itself: where gravity, friction, springs and constant torques take it from a
// state.
//
//   FreeMotion fall = simulate_free(model, {.q = q0, .v = v0, .duration = 2.0});
#pragma once

#include <functional>
#include <vector>

#include "alembert/energy.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"

namespace alembert {

struct FreeRun {
  Eigen::VectorXd q;                 ///< where it begins, rad or m
  Eigen::VectorXd v = {}, tau = {};  ///< empty: zero; tau is held all the time
  std::vector<Load> loads = {};      ///< all the time
  double duration = 1.0;             ///< s
  double sample = 0.01;              ///< s
  /// Coulomb friction falls off below this speed, rad/s or m/s: what it holds creeps.
  double slip_speed = 1e-3;
  double relative_tolerance = 1e-10, absolute_tolerance = 1e-12;
  std::function<void(double share)> progress = {};
  /// Called often, on the thread that asked; may throw to give up.
  std::function<void()> checkpoint = nullptr;
};

struct FreeSample {
  double t = 0.0;
  Eigen::VectorXd q, v, a;
  Energies energy;  ///< J
};

/// A coordinate on its way out of its range: nothing stops it there.
struct PassedLimit {
  int coordinate = 0;
  double time = 0.0;                ///< s, of the first sample beyond
  double value = 0.0, limit = 0.0;  ///< both rad or m
};

struct FreeMotion {
  std::vector<FreeSample> samples;
  /// Largest difference of the energy gained and the work of torques, friction and loads, in parts
  /// of the largest kinetic energy or change: what the integration is worth.
  double energy_error = 0.0;
  double work = 0.0;                ///< J, of the torques and loads
  double friction = 0.0;            ///< J, lost to friction
  std::vector<PassedLimit> passed;  ///< position limits, each joint's once
  bool finished = true;             ///< false: ended at `end`, where some coordinate moves no mass
  double end = 0.0;                 ///< s
  long steps = 0;
};

/// Throws Error for sizes and numbers that make no sense.
[[nodiscard]] FreeMotion simulate_free(const Model& model, const FreeRun& run);

}  // namespace alembert
