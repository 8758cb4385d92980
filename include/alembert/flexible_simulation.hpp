// Arms that bend, moving in time: under torques, under a controller that believes its links stiff,
// or with joints that follow a motion exactly; and motions that leave no vibration behind.
//
//   FlexibleModel arm = compile_flexible(robot);
//   JointPath plan = rest_to_rest(q0, q1, 2.0);
//   FlexibleRun run;
//   run.path = quiet(arm, plan);
//   FlexibleSimulation result = simulate_flexible(robot, arm, run);
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "alembert/flexible_equations.hpp"
#include "alembert/flexible_model.hpp"
#include "alembert/simulate.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// Joints over time; at rest before 0 and after `duration`.
struct JointPath {
  double duration = 0.0;
  std::function<void(double t, Eigen::VectorXd& q, Eigen::VectorXd& v, Eigen::VectorXd& a)> at;
};

/// The joints of a motion of an arm that bends; `model` is its compile_bending().
JointPath joint_path(const Model& model, const Trajectory& motion);
/// Along a straight line, by the polynomial 10 s^3 - 15 s^4 + 6 s^5.
JointPath rest_to_rest(const Eigen::VectorXd& from, const Eigen::VectorXd& to, double duration);
/// The first joint is brought to `speed` in `duration` s by (speed / duration) (t - sin(w t) / w),
/// w = 2 pi / duration, and goes on at it.
JointPath spin_up(int joints, double speed, double duration);

enum class Shaper { none, zv, zvd };
/// The path as a sum of copies that cancel a vibration of that frequency (Hz) and damping ratio:
/// two for ZV, three for ZVD, which forgives errors of the frequency. It takes half a period
/// longer, or a whole one.
JointPath shaped(const JointPath& path, Shaper shaper, double frequency, double damping);
/// How much longer.
double shaper_delay(Shaper shaper, double frequency, double damping);

struct QuietOptions {
  int shapes = 6;           ///< of correction, a joint that moves
  double tolerance = 1e-6;  ///< m: amplitudes that are left
  /// Called often, on the thread that asked; may throw to give up.
  std::function<void()> checkpoint = nullptr;
};
/// The smallest change of a path, ends and duration kept, that leaves at most a hundredth of its
/// vibration.
/// Throws Error where it finds none.
JointPath quiet(const FlexibleModel& model, const JointPath& path,
                const QuietOptions& options = {});

struct FlexibleRun {
  JointPath path;                        ///< what the joints are to do; none: no torques
  bool perfect = true;                   ///< joints follow it exactly; else a controller tries
  ControlOptions control = {};           ///< continuous: rate and delay are not used
  std::vector<FlexibleLoad> loads = {};  ///< all the time
  Eigen::VectorXd z, v;   ///< where it begins without a path; default: at rest, joints at 0
  double duration = 0.0;  ///< s; default: the path's
  double sample = 0.01;   ///< s
  bool stiff = false;     ///< implicit steps: for damping far above the frequencies of interest
  double relative_tolerance = 1e-9, absolute_tolerance = 1e-12;
  std::function<void(double share)> progress = {};
  double max_seconds = infinity;  ///< of real time; then it ends, and says so (`out_of_time`)
  /// Called often, on the thread that asked; may throw to give up.
  std::function<void()> checkpoint = nullptr;
};

struct FlexibleSample {
  double t = 0.0;
  Eigen::VectorXd z, v, tau;  ///< tau of the joints
  Eigen::MatrixXd tips;       ///< 3 rows: deflection of each bending link's far end in its frame, m
  double energy = 0.0;        ///< J
};

struct TipReport {
  std::string link;
  double length = 0.0;             ///< m, of the link
  double largest = 0.0, at = 0.0;  ///< m, s
  double residual = 0.0;           ///< m: half of what it swings through after the path's end
  bool valid() const { return largest <= 0.1 * length; }
};

struct FlexibleSimulation {
  std::vector<FlexibleSample> samples;
  std::vector<TipReport> tips;  ///< one a bending link
  double energy_error = 0.0;    ///< largest |energy - work done| in parts of the largest energy
  double largest_energy = 0.0;  ///< J: kinetic and elastic
  double largest_error = 0.0;   ///< rad or m: joints from their path
  bool diverged = false;        ///< broke off at `end`: a link bent by more than its length
  bool out_of_time = false;     ///< broke off at `end`: it took too long
  double end = 0.0;             ///< s: of the last sample
  long steps = 0;

  bool valid() const;       ///< all tips within what the model holds for
  double residual() const;  ///< the largest
};

/// `robot` is the one `model` was compiled from: controllers know it with stiff links.
FlexibleSimulation simulate_flexible(const Robot& robot, const FlexibleModel& model,
                                     const FlexibleRun& run);

}  // namespace alembert
