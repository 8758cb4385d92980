#include "alembert/flexible_simulation.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/arm_modes.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "require.hpp"
#include "simulate/integrator.hpp"
#include "simulate/time_budget.hpp"

namespace alembert {

namespace {

using Eigen::VectorXd;

/// A controller that takes the links for stiff.
class StiffBelief {
 public:
  StiffBelief(const Robot& robot, const FlexibleModel& arm, const ControlOptions& options)
      : options_(options), model_(compile(rigidified(robot))), dynamics_(model_), mass_(model_) {
    for (int j = 0; j < arm.joints; ++j) {
      place_.push_back(model_.coordinate(arm.coordinates[j].name));
    }
    const auto n = static_cast<Eigen::Index>(place_.size());
    M_.resize(n, n);
    for (VectorXd* x : {&q_, &v_, &a_, &tau_}) x->setZero(n);
  }

  void torque(const VectorXd& q, const VectorXd& v, const VectorXd& planned_q,
              const VectorXd& planned_v, const VectorXd& planned_a, VectorXd& tau) {
    const double kp = options_.frequency * options_.frequency;
    const double kd = 2.0 * options_.damping * options_.frequency;
    const VectorXd feedback = kp * (planned_q - q) + kd * (planned_v - v);
    switch (options_.kind) {
      case Controller::computed_torque:
        return ask(q, v, planned_a + feedback, tau);
      case Controller::pd_gravity:
        ask(q, VectorXd::Zero(v.size()), VectorXd::Zero(v.size()), tau);
        break;
      case Controller::feed_forward:
        return ask(planned_q, planned_v, planned_a, tau);
      case Controller::feed_forward_pd:
        ask(planned_q, planned_v, planned_a, tau);
        break;
    }
    q_(place_) = planned_q;
    mass_(q_, M_);
    const VectorXd inertia = M_.diagonal();
    tau += inertia(place_).cwiseProduct(feedback);
  }

 private:
  void ask(const VectorXd& q, const VectorXd& v, const VectorXd& a, VectorXd& tau) {
    q_(place_) = q;
    v_(place_) = v;
    a_(place_) = a;
    dynamics_(q_, v_, a_, tau_);
    tau = tau_(place_);
  }

  ControlOptions options_;
  Model model_;
  InverseDynamics<double> dynamics_;
  MassMatrix mass_;
  std::vector<int> place_;
  Eigen::MatrixXd M_;
  VectorXd q_, v_, a_, tau_;
};

class BendingRun {
 public:
  BendingRun(const Robot& robot, const FlexibleModel& model, const FlexibleRun& run)
      : run_(run),
        model_(model),
        arm_(model),
        n_(model.joints),
        m_(model.amplitudes()),
        prescribed_(run.path.at && run.perfect),
        z_(VectorXd::Zero(model.size())),
        v_(z_),
        a_(z_),
        tau_(VectorXd::Zero(n_)),
        q_plan_(VectorXd::Zero(n_)),
        v_plan_(q_plan_),
        a_plan_(q_plan_),
        budget_(run.max_seconds, run.checkpoint),
        integrator_(state_size(),
                    [this](double t, const VectorXd& y, VectorXd& dy) { return slope(t, y, dy); },
                    {run.relative_tolerance, run.absolute_tolerance, 10'000'000, run.stiff,
                     [this] { budget_.look(); }}) {
    arm_.set_loads(run.loads);
    if (run.path.at && !run.perfect) belief_.emplace(robot, model, run.control);
    for (const FlexibleBody& body : model.bodies) {
      if (body.modes > 0) out_.tips.push_back({.link = body.name, .length = body.length});
    }
  }

  FlexibleSimulation go() {
    begin();
    const double total = run_.duration > 0.0 ? run_.duration : run_.path.duration;
    require(total > 0.0 && run_.sample > 0.0,
            "a simulation needs a duration and a sample time above zero", "give seconds");
    const int count = std::max(1, static_cast<int>(std::ceil(total / run_.sample - 1e-9)));
    const VectorXd y = packed();
    note(0.0, y);
    integrator_.start(0.0, y);
    try {
      for (int i = 1; i <= count && !out_.diverged; ++i) {
        advance(std::min(total, i * run_.sample));
        if (run_.progress) run_.progress(static_cast<double>(i) / count);
      }
    } catch (const OutOfTime&) {
      out_.out_of_time = true;
    }
    out_.steps = integrator_.steps();
    out_.energy_error = out_.largest_energy > 0.0 ? worst_drift_ / out_.largest_energy : 0.0;
    measure_residuals();
    return std::move(out_);
  }

 private:
  int state_size() const { return (prescribed_ ? 2 * m_ : 2 * (n_ + m_)) + 1; }

  void begin() {
    if (run_.path.at) {
      run_.path.at(0.0, q_plan_, v_plan_, a_plan_);
      v_.head(n_) = v_plan_;
      z_ = resting(model_, q_plan_);
    }
    if (run_.z.size() == z_.size()) z_ = run_.z;
    if (run_.v.size() == v_.size()) v_ = run_.v;
  }

  void advance(double t) {
    out_.diverged = !integrator_.advance(t);
    const VectorXd y = integrator_.state();
    out_.end = integrator_.time();
    if (!y.allFinite()) out_.diverged = true;
    if (out_.diverged) return;
    note(t, y);
    const double gained = out_.samples.back().energy - out_.samples.front().energy;
    worst_drift_ = std::max(worst_drift_, std::abs(gained - y[y.size() - 1]));
  }

  VectorXd packed() const {
    VectorXd y(state_size());
    if (prescribed_) {
      y << z_.tail(m_), v_.tail(m_), 0.0;
    } else {
      y << z_, v_, 0.0;
    }
    return y;
  }

  void unpack(double t, const VectorXd& y) {
    if (run_.path.at) run_.path.at(t, q_plan_, v_plan_, a_plan_);
    if (prescribed_) {
      z_ << q_plan_, y.head(m_);
      v_ << v_plan_, y.segment(m_, m_);
    } else {
      z_ = y.head(n_ + m_);
      v_ = y.segment(n_ + m_, n_ + m_);
    }
  }

  void accelerate() {
    if (prescribed_) {
      arm_.joint_torques(z_, v_, a_plan_, tau_, a_);
      return;
    }
    tau_.setZero();
    if (belief_) belief_->torque(z_.head(n_), v_.head(n_), q_plan_, v_plan_, a_plan_, tau_);
    arm_.accelerations(z_, v_, tau_, a_);
  }

  bool slope(double t, const VectorXd& y, VectorXd& dy) {
    unpack(t, y);
    accelerate();
    if (prescribed_) {
      dy << v_.tail(m_), a_.tail(m_), power();
    } else {
      dy << v_, a_, power();
    }
    return dy.allFinite();
  }

  /// Of the torques, less what damping and friction take.
  double power() const {
    double sum = tau_.dot(v_.head(n_));
    for (int j = 0; j < n_; ++j) {
      const FlexibleDrive& drive = model_.drives[j];
      sum -= drive.viscous * v_[j] * v_[j] + drive.coulomb * std::abs(v_[j]);
    }
    for (const FlexibleBody& body : model_.bodies) {
      if (body.modes == 0) continue;
      const auto rate = v_.segment(body.first_mode, body.modes);
      sum -= rate.dot(body.integrals.damping * rate);
    }
    return sum;
  }

  void note(double t, const VectorXd& y) {
    unpack(t, y);
    accelerate();
    FlexibleSample sample{t, z_, v_, tau_, Eigen::MatrixXd::Zero(3, out_.tips.size()), 0.0};
    const FlexibleEnergies<double> energies = arm_.energies(z_, v_);
    sample.energy = energies.total();
    out_.largest_energy = std::max(out_.largest_energy, energies.kinetic + energies.elastic);
    if (run_.path.at) {
      const double error = (z_.head(n_) - q_plan_).cwiseAbs().maxCoeff();
      out_.largest_error = std::max(out_.largest_error, error);
    }
    std::size_t tip = 0;
    for (const FlexibleBody& body : model_.bodies) {
      if (body.modes == 0) continue;
      for (int k = 0; k < body.modes; ++k) {
        const LinkShape& shape = body.shapes[k];
        if (shape.kind == ModeKind::torsion) continue;
        const int row = shape.kind == ModeKind::bending_y   ? 1
                        : shape.kind == ModeKind::bending_z ? 2
                                                            : 0;
        sample.tips(row, tip) += z_[body.first_mode + k] * shape.at(body.length)[0];
      }
      TipReport& report = out_.tips[tip];
      const double size = sample.tips.col(tip).norm();
      if (size > report.largest) {
        report.largest = size;
        report.at = t;
      }
      if (!(size < body.length)) out_.diverged = true;
      ++tip;
    }
    out_.samples.push_back(std::move(sample));
  }

  /// Half of the range that each tip swings through once the path has ended.
  void measure_residuals() {
    if (!run_.path.at) return;
    for (std::size_t tip = 0; tip < out_.tips.size(); ++tip) {
      Eigen::Vector3d low = Eigen::Vector3d::Constant(infinity), high = -low;
      for (const FlexibleSample& sample : out_.samples) {
        if (sample.t < run_.path.duration - 1e-9) continue;
        const Eigen::Vector3d at = sample.tips.col(tip);
        low = low.cwiseMin(at);
        high = high.cwiseMax(at);
      }
      if (low.x() <= high.x()) out_.tips[tip].residual = 0.5 * (high - low).norm();
    }
  }

  FlexibleRun run_;
  const FlexibleModel& model_;
  FlexibleEquations<double> arm_;
  int n_, m_;
  bool prescribed_;
  VectorXd z_, v_, a_, tau_, q_plan_, v_plan_, a_plan_;
  TimeBudget budget_;
  Integrator integrator_;
  std::optional<StiffBelief> belief_;
  double worst_drift_ = 0.0;
  FlexibleSimulation out_;
};

}  // namespace

bool FlexibleSimulation::valid() const {
  return !diverged && !out_of_time &&
         std::all_of(tips.begin(), tips.end(), [](const TipReport& tip) { return tip.valid(); });
}

double FlexibleSimulation::residual() const {
  double largest = 0.0;
  for (const TipReport& tip : tips) largest = std::max(largest, tip.residual);
  return largest;
}

FlexibleSimulation simulate_flexible(const Robot& robot, const FlexibleModel& model,
                                     const FlexibleRun& run) {
  return BendingRun(robot, model, run).go();
}

}  // namespace alembert
