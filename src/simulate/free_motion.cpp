#include "alembert/free_motion.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/forward_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "require.hpp"
#include "simulate/integrator.hpp"
#include "task/rigid_dynamics.hpp"

namespace alembert {

namespace {

using Eigen::VectorXd;

void check_run(const Model& model, const FreeRun& run) {
  const auto fits = [&](const VectorXd& x) { return x.size() == model.dofs() && x.allFinite(); };
  require(
      fits(run.q) && (run.v.size() == 0 || fits(run.v)) && (run.tau.size() == 0 || fits(run.tau)),
      "q, v or tau has not one finite number a coordinate",
      "give " + std::to_string(model.dofs()) + " of each, or leave v and tau out",
      Error::Code::size);
  const auto positive = [](double x) { return std::isfinite(x) && x > 0.0; };
  require(positive(run.duration) && positive(run.sample) && positive(run.slip_speed),
          "duration, sample or slip speed is not above zero", "give seconds, seconds and rad/s");
  constexpr double most_samples = 1e7;
  require(run.duration / run.sample <= most_samples, "there would be more than ten million samples",
          "give a longer time between samples");
}

/// y = (q, v, work of torques and loads, loss by friction).
class FreeArm {
 public:
  FreeArm(const Model& model, const FreeRun& run)
      : n_(model.dofs()),
        loads_(run.loads),
        forward_(without_drives(model, {.coulomb = true})),
        kinematics_(model),
        energy_(model),
        coulomb_(without_drives(model, {.viscous = true, .rotors = true, .springs = true}),
                 run.slip_speed),
        viscous_(without_drives(model, {.coulomb = true, .rotors = true, .springs = true})),
        tau_(run.tau.size() == 0 ? VectorXd::Zero(n_) : run.tau),
        none_(VectorXd::Zero(n_)),
        q_(n_),
        v_(n_),
        a_(n_),
        rubbing_(n_),
        jacobian_(6, n_) {}

  bool rubs() const { return !coulomb_.empty(); }

  bool slope(const VectorXd& y, VectorXd& dy) {
    place(y);
    rubbing_.setZero();
    coulomb_.add(none_, v_, none_, rubbing_);
    if (!forward_(q_, v_, tau_ - rubbing_, loads_, a_)) return false;
    viscous_.add(none_, v_, none_, rubbing_);
    dy << v_, a_, tau_.dot(v_) + load_power(), rubbing_.dot(v_);
    return true;
  }

  FreeSample sample(double t, const VectorXd& y) {
    VectorXd unused(y.size());
    if (!slope(y, unused)) a_.setZero();
    return {t, q_, v_, a_, energy_(q_, v_)};
  }

 private:
  void place(const VectorXd& y) {
    q_ = y.head(n_);
    v_ = y.segment(n_, n_);
  }

  double load_power() {
    if (loads_.empty()) return 0.0;
    kinematics_.update(q_);
    double power = 0.0;
    for (const Load& load : loads_) {
      kinematics_.jacobian(load.frame, jacobian_, load.axes);
      const Eigen::Matrix<double, 6, 1> motion = jacobian_ * v_;
      // The Jacobian's components are the load's; the point's are the frame's.
      Eigen::Vector3d arm = load.point;
      if (load.axes == Load::Axes::world) arm = kinematics_.pose(load.frame).linear() * arm;
      const Eigen::Vector3d turn = motion.tail<3>();
      power += load.force.dot(motion.head<3>() + turn.cross(arm)) + load.moment.dot(turn);
    }
    return power;
  }

  int n_;
  std::vector<Load> loads_;
  ForwardDynamics forward_;
  Kinematics<double> kinematics_;
  Energy energy_;
  Drives<double> coulomb_, viscous_;
  VectorXd tau_, none_, q_, v_, a_, rubbing_;
  Kinematics<double>::Jacobian jacobian_;
};

void note_limits(const Model& model, const FreeSample& sample, FreeMotion& out) {
  for (int j = 0; j < model.dofs(); ++j) {
    const Limits& limits = model.coordinates()[j].limits;
    const double q = sample.q[j];
    if (q >= limits.lower && q <= limits.upper) continue;
    const bool known = std::any_of(out.passed.begin(), out.passed.end(),
                                   [j](const PassedLimit& p) { return p.coordinate == j; });
    if (known) continue;
    out.passed.push_back({j, sample.t, q, q < limits.lower ? limits.lower : limits.upper});
  }
}

}  // namespace

FreeMotion simulate_free(const Model& model, const FreeRun& run) {
  check_run(model, run);
  const int n = model.dofs();
  FreeArm arm(model, run);
  // Friction that stands for a jump makes equations stiff.
  Integrator integrator(2 * n + 2,
                        [&](double, const VectorXd& y, VectorXd& dy) { return arm.slope(y, dy); },
                        {.relative_tolerance = run.relative_tolerance,
                         .absolute_tolerance = run.absolute_tolerance,
                         .stiff = arm.rubs(),
                         .checkpoint = run.checkpoint});
  VectorXd y = VectorXd::Zero(2 * n + 2);
  y.head(n) = run.q;
  if (run.v.size() > 0) y.segment(n, n) = run.v;
  FreeMotion out;
  out.samples.push_back(arm.sample(0.0, y));
  note_limits(model, out.samples.back(), out);
  const double begin = out.samples.front().energy.total();
  double gap = 0.0, scale = out.samples.front().energy.kinetic;
  integrator.start(0.0, y);
  const int count = std::max(1, static_cast<int>(std::ceil(run.duration / run.sample - 1e-9)));
  for (int k = 1; k <= count && out.finished; ++k) {
    const double t = k < count ? k * run.sample : run.duration;
    out.finished = integrator.advance(t);
    if (!out.finished) break;
    y = integrator.state();
    out.end = t;
    out.samples.push_back(arm.sample(t, y));
    const Energies& energy = out.samples.back().energy;
    out.work = y[2 * n];
    out.friction = y[2 * n + 1];
    gap = std::max(gap, std::abs(energy.total() - begin - out.work + out.friction));
    scale = std::max({scale, energy.kinetic, std::abs(energy.total() - begin)});
    note_limits(model, out.samples.back(), out);
    if (run.progress) run.progress(t / run.duration);
  }
  out.energy_error = scale > 0.0 ? gap / scale : 0.0;
  out.steps = integrator.steps();
  return out;
}

}  // namespace alembert
