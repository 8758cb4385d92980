// One run: measure, compute a torque, let the arm move until the next.
#include "alembert/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "alembert/arm.hpp"
#include "model/random_source.hpp"
#include "require.hpp"
#include "simulate/integrator.hpp"
#include "simulate/plant.hpp"
#include "simulate/tracking_control.hpp"

namespace alembert {

namespace {

using Eigen::VectorXd;

constexpr double lost = 10.0;  ///< rad or m from the plan: the arm will not come back

void check(const MotionProblem& problem, const SimulateOptions& options) {
  const ControlOptions& control = options.control;
  const PlantMismatch& mismatch = options.mismatch;
  const auto fine = [](double x) { return std::isfinite(x) && x >= 0.0; };
  problem.model.arm().require(ArmUse::control);
  require(!problem.touches(),
          "the motion touches things, and simulate() knows no contacts that come and go",
          "use verify(), which leads what is held as planned", Error::Code::unsupported);
  require(problem.cut_joints.empty(), "the motion has cut loops, which simulate() cannot close",
          "verify() integrates them under their planned forces", Error::Code::unsupported);
  require(fine(control.frequency) && fine(control.damping) && fine(control.rate) &&
              fine(control.delay) && fine(options.hold),
          "frequency, damping, rate, delay or hold is negative or not finite",
          "give numbers from 0 up");
  require(fine(mismatch.model_error) && mismatch.model_error < 1.0,
          "the model error is not a share between 0 and 1", "write 0.05 for five percent");
  require(fine(mismatch.payload) && fine(mismatch.position_noise) &&
              fine(mismatch.velocity_noise) && fine(mismatch.slip_speed),
          "payload, noise or slip speed is negative or not finite", "give numbers from 0 up");
  require(mismatch.payload == 0.0 || problem.model.has(mismatch.payload_frame),
          "the unknown payload is on no frame of the robot", "give the index of a frame");
  require(control.rate > 0.0 || (control.delay == 0.0 && mismatch.position_noise == 0.0 &&
                                 mismatch.velocity_noise == 0.0),
          "noise and delay need a controller with a rate", "give a rate, for example 1000 Hz");
}

class Run {
 public:
  Run(const MotionProblem& problem, const Trajectory& motion, const SimulateOptions& options)
      : options_(options),
        n_(problem.model.dofs()),
        reference_(Task(problem, motion), motion, options.mismatch.slip_speed, options.hold > 0.0),
        plant_(problem, motion, options.mismatch),
        control_(options.control, reference_),
        noise_(options.mismatch.seed + (1ULL << 32)),  // not the numbers that made the arm
        total_(motion.duration() + options.hold),
        q_(n_),
        v_(n_),
        a_(n_),
        asked_(n_),
        tau_(n_),
        integrator_(2 * n_,
                    [this](double t, const VectorXd& y, VectorXd& dy) { return slope(t, y, dy); },
                    {.relative_tolerance = options.relative_tolerance,
                     .absolute_tolerance = options.absolute_tolerance,
                     .checkpoint = options.checkpoint}) {
    for (const Coordinate& coordinate : problem.model.coordinates()) {
      out_.joints.push_back({.name = coordinate.name});
    }
    reference_.evaluate(0.0, 0);
    y_.resize(2 * n_);
    y_ << reference_.q(), reference_.v();
    plant_.set_stage(0);
  }

  Simulation go() {
    const double rate = options_.control.rate > 0.0 ? options_.control.rate : 1000.0;
    const double period = 1.0 / rate;
    const int periods = std::max(1, static_cast<int>(std::ceil(total_ * rate - 1e-9)));
    // A measurement is `whole` periods and a bit old.
    const double age = options_.control.delay * rate;
    const auto whole = static_cast<std::size_t>(std::floor(age + 1e-9));
    const double bit = std::max(0.0, age - static_cast<double>(whole)) * period;
    measured_.assign(whole + 1, measure());
    for (int k = 0; k < periods && !out_.diverged; ++k) {
      const double now = k * period, next = std::min((k + 1) * period, total_);
      ask(now);
      note(now);
      if (bit > 0.0) {
        move_to(std::min(next, (k + 1) * period - bit));
        remember(measure());
        move_to(next);
      } else {
        move_to(next);
        remember(measure());
      }
    }
    ask(out_.end);
    note(out_.end);
    finish();
    return std::move(out_);
  }

 private:
  bool continuous() const { return options_.control.rate == 0.0; }

  VectorXd measure() {
    VectorXd seen = y_;
    const PlantMismatch& mismatch = options_.mismatch;
    if (mismatch.position_noise > 0.0) {
      for (int j = 0; j < n_; ++j) seen[j] += mismatch.position_noise * noise_.normal();
    }
    if (mismatch.velocity_noise > 0.0) {
      for (int j = 0; j < n_; ++j) seen[n_ + j] += mismatch.velocity_noise * noise_.normal();
    }
    return seen;
  }
  void remember(VectorXd seen) {
    measured_.push_back(std::move(seen));
    measured_.pop_front();
  }

  void ask(double t) {
    const VectorXd& seen = measured_.front();
    const int segment = reference_.segment_at(t);
    control_.torque(t, segment, seen.head(n_), seen.tail(n_), asked_);
    tau_ = asked_;
    plant_.saturate(tau_);
  }

  bool slope(double t, const VectorXd& y, VectorXd& dy) {
    q_ = y.head(n_);
    v_ = y.tail(n_);
    if (continuous()) {
      control_.torque(t, segment_, q_, v_, tau_);
      plant_.saturate(tau_);
    }
    if (!plant_.accelerate(q_, v_, tau_, a_)) return false;
    dy << v_, a_;
    return true;
  }

  /// Begins again at every knot, where torques bend and things are picked up.
  void move_to(double t) {
    while (!out_.diverged && out_.end < t) {
      segment_ = reference_.segment_at(out_.end);
      const bool last = segment_ + 1 >= reference_.segments();
      const double until = last ? t : std::min(t, reference_.begin(segment_ + 1));
      plant_.set_stage(reference_.task().stage_index(segment_));
      integrator_.start(out_.end, y_);
      const bool arrived = integrator_.advance(until);
      y_ = integrator_.state();
      out_.end = arrived ? until : integrator_.time();
      reference_.evaluate(out_.end, segment_);
      const double away = (y_.head(n_) - reference_.q()).cwiseAbs().maxCoeff();
      out_.diverged = !arrived || !(away < lost);
    }
  }

  void note(double t) {
    reference_.evaluate(t, reference_.segment_at(t));
    out_.samples.push_back(
        {t, y_.head(n_), y_.tail(n_), tau_, reference_.q(), reference_.v(), reference_.torque()});
    for (int j = 0; j < n_; ++j) {
      JointTracking& joint = out_.joints[j];
      const double error = std::abs(y_[j] - reference_.q()[j]);
      joint.rms_error += error * error;
      joint.largest_error = std::max(joint.largest_error, error);
      joint.final_error = error;
      joint.peak_torque = std::max(joint.peak_torque, std::abs(tau_[j]));
      joint.saturated += plant_.saturated(asked_, j) ? 1.0 : 0.0;
      if (error > out_.largest_error) {
        out_.largest_error = error;
        out_.worst_time = t;
        out_.worst_joint = joint.name;
      }
    }
  }

  void finish() {
    const auto count = static_cast<double>(out_.samples.size());
    for (JointTracking& joint : out_.joints) {
      joint.rms_error = std::sqrt(joint.rms_error / count);
      joint.saturated /= count;
    }
  }

  SimulateOptions options_;
  int n_;
  Reference reference_;
  Plant plant_;
  TrackingControl control_;
  RandomSource noise_;
  double total_;
  int segment_ = 0;
  std::deque<VectorXd> measured_;  // the next to be used first
  VectorXd y_, q_, v_, a_, asked_, tau_;
  Integrator integrator_;
  Simulation out_;
};

}  // namespace

Simulation simulate(const MotionProblem& problem, const Trajectory& motion,
                    const SimulateOptions& options) {
  check(problem, options);
  return Run(problem, motion, options).go();
}

}  // namespace alembert
