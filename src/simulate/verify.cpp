#include "alembert/verify.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/ground_coordinates.hpp"
#include "alembert/mass_matrix.hpp"
#include "simulate/applied_torque.hpp"
#include "simulate/bending/verify_led.hpp"
#include "simulate/comparison.hpp"
#include "simulate/integrator.hpp"
#include "simulate/time_budget.hpp"

namespace alembert {
namespace {

using Eigen::VectorXd;

/// Adams' method takes tens of steps between two samples of a smooth motion. Where it takes so many
/// a joint is stiff (much friction, hardly any inertia), and backward differences go on, whose low
/// order has no use for the tightest tolerances.
constexpr long many_steps = 3000;
constexpr double least_relative = 1e-10, least_absolute = 1e-12;
/// s: begun again at knots and at least so often, since an arm without control runs away from the
/// smallest errors within seconds.
constexpr double longest_piece = 0.5;
/// rad or m from the plan: it will not come back, and there is no use in following it.
constexpr double lost_without_control = 10.0;
/// Of the inertia that a joint has alone: less than it with the joints before it free is none.
constexpr double no_pivot = 1e-13;

/// The first joint whose motion no torque determines, by the pivots of the mass matrix; empty where
/// all have inertia.
std::string joint_without_inertia(const Model& model, const VectorXd& q) {
  Eigen::MatrixXd M(model.dofs(), model.dofs());
  MassMatrix mass(model);
  mass(q, M);
  const VectorXd alone = M.diagonal();  // inertia with all other joints held
  for (Eigen::Index j = 0; j < M.rows(); ++j) {
    const double pivot = M(j, j);
    if (!(pivot > no_pivot * alone[j])) return model.coordinates()[j].name;
    for (Eigen::Index i = j + 1; i < M.rows(); ++i) {
      M.row(i).tail(M.rows() - j - 1) -= M(i, j) / pivot * M.row(j).tail(M.rows() - j - 1);
    }
  }
  return "";
}

/// One integration of a motion's torques, from its first state or piece by piece.
class Forward {
 public:
  Forward(const Task& task, const Trajectory& motion, const VerifyOptions& options)
      : options_(options),
        n_(task.dofs()),
        applied_(task, motion, options.torque_table),
        smooth_(task.without_coulomb()),
        arms_(smooth_.workspaces()),
        led_(coordinates_of_ground(smooth_.problem(), n_)),
        comparison_(smooth_.problem(), "SUNDIALS CVODE"),
        arm_(n_, 0),
        a_(n_),
        y_(2 * n_),
        budget_(options.max_seconds, options.checkpoint),
        integrator_(integrator(false)) {}

  Verification run() {
    Verification& out = comparison_.result;
    if (options_.restart) out.mode = VerificationMode::knot_to_knot;
    begin_at(0.0);
    try {
      bool going = true;
      for (segment_ = 0; segment_ < plan().segments() && going; ++segment_) going = through();
      out.finished = going;
    } catch (const OutOfTime&) {
      out.out_of_time = true;
    }
    if (!out.finished && !out.out_of_time && out.position_error < lost_without_control) {
      out.stuck_joint = joint_without_inertia(smooth_.stage(last_).model, y_.head(n_));
    }
    return out;
  }

 private:
  const PlannedMotion& plan() const { return applied_.plan(); }

  Integrator integrator(bool stiff) {
    IntegratorOptions how{.relative_tolerance = options_.relative_tolerance,
                          .absolute_tolerance = options_.absolute_tolerance,
                          .max_steps = many_steps,
                          .stiff = stiff};
    if (stiff) {
      how.relative_tolerance = std::max(how.relative_tolerance, least_relative);
      how.absolute_tolerance = std::max(how.absolute_tolerance, least_absolute);
      how.max_steps = IntegratorOptions().max_steps;
    }
    how.checkpoint = [this] { budget_.look(); };
    return Integrator(
        2 * n_, [this](double t, const VectorXd& y, VectorXd& dy) { return slope(t, y, dy); }, how);
  }

  bool slope(double t, const VectorXd& y, VectorXd& dy) {
    applied_.evaluate(t, segment_);
    arm_.z.head(2 * n_) = y;
    arm_.set_forces(plan().point().forces);
    arm_.z.tail(2 * arm_.forces) = plan().point().z.tail(2 * arm_.forces);
    // What stands on the ground, or lies in a hand, is led as planned.
    for (const int j : led_) arm_.z[2 * n_ + j] = plan().point().a()[j];
    Dynamics& now = *arms_[smooth_.stage_index(segment_)];
    if (!now.acceleration(arm_, applied_.value(), a_)) return false;
    dy << y.tail(n_), a_;
    return true;
  }

  /// From the plan's own state.
  void begin_at(double t) {
    applied_.evaluate(t, segment_);
    y_ << plan().point().q(), plan().point().v();
  }

  /// A segment. The torque bends at knots, and jumps where something is picked up: begin anew
  /// there.
  bool through() {
    last_ = segment_;
    const double begin = plan().knot(segment_), length = plan().knot(segment_ + 1) - begin;
    const int pieces =
        options_.restart ? std::max(1, static_cast<int>(std::ceil(length / longest_piece))) : 1;
    for (int k = 0; k < pieces; ++k) {
      const double from = begin + length * k / pieces;
      const double to =
          k + 1 == pieces ? plan().knot(segment_ + 1) : begin + length * (k + 1) / pieces;
      if (options_.restart) begin_at(from);
      integrator_.start(from, y_);
      if (!until(to)) return false;
    }
    return true;
  }

  /// Compares at every sample on the way, and at the end.
  bool until(double end) {
    Verification& out = comparison_.result;
    while (true) {
      const double sample = plan().duration() * next_ / std::max(1, options_.samples - 1);
      const double target = std::min(sample, end);
      const bool arrived = advance(target);
      out.end = integrator_.time();
      out.steps = steps_before_ + integrator_.steps();
      y_ = integrator_.state();
      if (!arrived) return false;
      applied_.evaluate(target, segment_);
      comparison_.add(plan().point(), y_.head(n_), y_.tail(n_));
      if (!(out.position_error < lost_without_control)) return false;
      if (target >= end) return true;
      ++next_;
    }
  }

  bool advance(double target) {
    if (integrator_.advance(target)) return true;
    if (stiff_) return false;
    // From where Adams' method gave up, for the rest of the motion.
    stiff_ = true;
    const double t = integrator_.time();
    const VectorXd y = integrator_.state();
    steps_before_ += integrator_.steps();
    integrator_ = integrator(true);
    integrator_.start(t, y);
    return integrator_.advance(target);
  }

  const VerifyOptions& options_;
  int n_;
  AppliedTorque applied_;
  Task smooth_;
  std::vector<std::unique_ptr<Dynamics>> arms_;  // one a stage
  std::vector<int> led_;
  Comparison comparison_;
  MotionPoint arm_;
  VectorXd a_, y_;
  TimeBudget budget_;
  Integrator integrator_;
  bool stiff_ = false;
  long steps_before_ = 0;  // of an integrator that gave up
  int segment_ = 0, last_ = 0, next_ = 1;
};

}  // namespace

Verification verify(const MotionProblem& problem, const Trajectory& motion,
                    const VerifyOptions& options) {
  return verify(Task(problem, motion), motion, options);
}

Verification verify(const Task& task, const Trajectory& motion, const VerifyOptions& options) {
  const Task own = task.of(motion);
  if (options.lead_joints) return verify_led(own, motion, options);
  return Forward(own, motion, options).run();
}

}  // namespace alembert
