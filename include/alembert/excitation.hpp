// The motion whose log tells most about a robot's parameters, within its limits.
//
//   MotionProblem limits(model);
//   Excitation found = excite(limits, {.duration = 20.0});
//   found.proof.holds();   // every limit, at every instant
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "alembert/proof.hpp"
#include "alembert/robot_log.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

struct ExciteOptions {
  double duration = 20.0;  ///< s
  /// Of the spline; unless given, about two and a half a second.
  int segments = 0;
  int starts = 3;  ///< motions that the ascent begins from; the best counts
  unsigned seed = 1;
  int iterations = 120;  ///< of each start
  double rate = 200.0;   ///< samples a second of the log that is to come
  /// Deviation of torque noise, one a coordinate, N m or N; unless given, a hundredth of the torque
  /// limit.
  Eigen::VectorXd noise = {};
  /// What is known already (Identification::information); empty: nothing.
  Eigen::MatrixXd known = {};
  double max_seconds = 50.0;  ///< after which no further start is made
  /// Of the motion optimiser, where what was climbed to passes a limit.
  double repair_seconds = 15.0;
  int threads = 0;
  std::function<void(const std::string&)> checkpoint = nullptr;
};

/// How well a base parameter would be known from the motion's log.
struct ExcitedParameter {
  std::string name, unit;
  double deviation = 0.0;  ///< standard
  double size = 0.0;       ///< natural, of the parameter: what the deviation is compared with
};

struct Excitation {
  MotionProblem problem;  ///< limits as given, rest at the ends, on the motion's grid
  Trajectory motion;      ///< from rest to rest in the same pose: it may be repeated
  Proof proof;
  double log_det = 0.0;                      ///< of the information, parameters in their sizes
  std::vector<ExcitedParameter> parameters;  ///< base parameters
  bool repaired = false;                     ///< brought within all limits by the motion optimiser
  double shrunk = 1.0;  ///< towards its pose at rest, where the optimiser found none
  int starts = 0;       ///< that were made
  double seconds = 0.0;

  /// The largest deviation over size.
  const ExcitedParameter& worst() const;
};

/// Limits, loads and obstacles are the problem's; start and goal are not looked at. Throws Error
/// where no motion keeps the limits.
[[nodiscard]] Excitation excite(const MotionProblem& problem, const ExciteOptions& options = {});

/// The same figures of a motion that was logged, its samples counted at the options' rate.
std::vector<ExcitedParameter> told_by(const Model& model, LogSource& log,
                                      const ExciteOptions& options = {});

}  // namespace alembert
