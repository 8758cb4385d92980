#include "flexible/flexible_dynamics.hpp"

#include "alembert/bending_model.hpp"
#include "task/rigid_dynamics.hpp"

namespace alembert {

namespace {

using First = Dual<double>;
using Second = Dual<First>;

/// Coulomb friction is added apart, so that it can fall off below a slip speed.
FlexibleModel without_coulomb(FlexibleModel arm) {
  for (FlexibleDrive& drive : arm.drives) drive.coulomb = 0.0;
  return arm;
}

}  // namespace

struct FlexibleDynamics::Work {
  Work(const FlexibleModel& arm, const std::vector<FlexibleLoad>& loads)
      : value(arm), first(arm), second(arm) {
    value.set_loads(loads);
    first.set_loads(loads);
    second.set_loads(loads);
    const int n = arm.size();
    for (Eigen::VectorXd* x : {&z, &v, &a, &w, &zero, &out}) x->setZero(n);
    for (VecX<First>* x : {&z1, &v1, &a1, &zero1, &out1, &other1}) x->setZero(n);
    for (VecX<Second>* x : {&z2, &v2, &a2, &zero2, &out2, &other2}) x->setZero(n);
    J.setZero(n, n);
    H.setZero(3 * n, 3 * n);
  }

  /// S_qq, of both halves.
  void add_by_positions() {
    const Eigen::Index n = z.size();
    v2 = v.cast<Second>();
    a2 = a.cast<Second>();
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) {
        z2 = z.cast<Second>();
        z2[i].slope.value = 1.0;
        z2[j].value.slope = 1.0;
        second.inverse(z2, v2, a2, out2);
        double sum = 0.0;
        for (Eigen::Index k = 0; k < n; ++k) sum += w[k] * out2[k].slope.slope;
        H(i, j) = H(j, i) = sum;
      }
    }
  }

  /// Slopes along coordinate i of 2 C(v)^T w and of M w. What depends on positions alone cancels.
  void add_mixed(Eigen::Index i) {
    const Eigen::Index n = z.size();
    z2 = z.cast<Second>();
    for (Eigen::Index k = 0; k < n; ++k) z2[k].value.slope = v[k];
    z2[i].slope.value = 1.0;
    a2 = w.cast<Second>();
    second.inverse(z2, zero2, a2, out2);
    second.inverse(z2, zero2, zero2, other2);
    out2 -= other2;
    z1 = z.cast<First>();
    z1[i].slope = 1.0;
    v1 = (v + w).cast<First>();
    first.inverse(z1, v1, zero1, out1);
    v1 = (v - w).cast<First>();
    first.inverse(z1, v1, zero1, other1);
    out1 -= other1;  // 4 B(v, w), and damping, which has no slope
    for (Eigen::Index k = 0; k < n; ++k) {
      H(n + k, i) = H(i, n + k) = 2.0 * out2[k].slope.slope - 0.5 * out1[k].slope;
      H(2 * n + k, i) = H(i, 2 * n + k) = out2[k].slope.value;
    }
  }

  /// S_vv: 2 C(e_i)^T w.
  void add_by_rates() {
    const Eigen::Index n = z.size();
    const auto odd = [&](const Eigen::VectorXd& u) {  // 2 B(u, w), and the damping of w
      value.inverse(z, u + w, zero, out);
      Eigen::VectorXd twice = out;
      value.inverse(z, u - w, zero, out);
      return Eigen::VectorXd(0.5 * (twice - out));
    };
    const Eigen::VectorXd damping = odd(zero);
    a1 = w.cast<First>();
    for (Eigen::Index i = 0; i < n; ++i) {
      z1 = z.cast<First>();
      z1[i].slope = 1.0;
      first.inverse(z1, zero1, a1, out1);
      first.inverse(z1, zero1, zero1, other1);
      const Eigen::VectorXd products = odd(Eigen::VectorXd::Unit(n, i)) - damping;
      for (Eigen::Index k = 0; k < n; ++k) {
        H(n + k, n + i) = 2.0 * (out1[k].slope - other1[k].slope) - products[k];
      }
    }
  }

  FlexibleEquations<double> value;
  FlexibleEquations<First> first;
  FlexibleEquations<Second> second;
  Eigen::VectorXd z, v, a, w, zero, out;  // as the arm orders them
  VecX<First> z1, v1, a1, zero1, out1, other1;
  VecX<Second> z2, v2, a2, zero2, out2, other2;
  Eigen::MatrixXd J, H;
};

/// Torques over a piece.
struct FlexibleDynamics::Enclosed {
  Enclosed(const Model& model, const FlexibleModel& arm, const std::vector<FlexibleLoad>& loads,
           double slip_speed)
      : forces(arm),
        friction(without_drives(model, {.viscous = true, .rotors = true, .springs = true}),
                 slip_speed) {
    forces.set_loads(loads);
  }

  FlexibleEquations<Enclosure> forces;
  Drives<Enclosure> friction;
  VecX<Enclosure> z, v, a, out;
};

FlexibleDynamics::FlexibleDynamics(const Model& model, std::vector<Load> loads, double slip_speed)
    : dofs_(model.dofs()),
      loads_(std::move(loads)),
      friction_(coulomb_friction(model, slip_speed)),
      model_(model),
      slip_speed_(slip_speed) {
  const FlexibleModel arm = without_coulomb(flexible_arm(model));
  joints_ = arm.joints;
  places_ = places_in(model, arm);
  work_ = std::make_unique<Work>(arm, loads_on(model, arm, loads_));
}

FlexibleDynamics::FlexibleDynamics(const FlexibleDynamics& other)
    : Dynamics(other),
      dofs_(other.dofs_),
      joints_(other.joints_),
      places_(other.places_),
      loads_(other.loads_),
      friction_(other.friction_),
      work_(std::make_unique<Work>(*other.work_)),
      model_(other.model_),
      slip_speed_(other.slip_speed_) {}

FlexibleDynamics::~FlexibleDynamics() = default;

std::unique_ptr<Dynamics> FlexibleDynamics::clone() const {
  return std::unique_ptr<Dynamics>(new FlexibleDynamics(*this));
}

void FlexibleDynamics::set_state(const MotionPoint& point) {
  work_->z = point.q()(places_);
  work_->v = point.v()(places_);
  work_->a = point.a()(places_);
}

void FlexibleDynamics::torque(const MotionPoint& point, VecOut<double> tau) {
  set_state(point);
  work_->value.inverse(work_->z, work_->v, work_->a, work_->out);
  tau(places_) = work_->out;
  friction_.add_coulomb(point.v(), 1.0, tau);
}

void FlexibleDynamics::derivative(const MotionPoint& point, MatOut<double> tau_by_z) {
  Work& work = *work_;
  set_state(point);
  auto by_q = tau_by_z.leftCols(dofs_), by_v = tau_by_z.middleCols(dofs_, dofs_),
       by_a = tau_by_z.middleCols(2 * dofs_, dofs_);
  work.value.simulation_form(work.z, work.v, work.J, work.out);
  by_a(places_, places_) = work.J;
  work.z1 = work.z.cast<First>();
  work.v1 = work.v.cast<First>();
  work.a1 = work.a.cast<First>();
  const auto slopes_by = [&](First& entry, auto&& column) {
    entry.slope = 1.0;
    work.first.inverse(work.z1, work.v1, work.a1, work.out1);
    entry.slope = 0.0;
    for (int k = 0; k < dofs_; ++k) column[places_[k]] = work.out1[k].slope;
  };
  for (int i = 0; i < dofs_; ++i) {
    slopes_by(work.z1[i], by_q.col(places_[i]));
    slopes_by(work.v1[i], by_v.col(places_[i]));
  }
  friction_.add_derivatives(point.v(), by_q, by_v, by_a);
}

void FlexibleDynamics::add_hessian(const MotionPoint& point, VecIn<double> weights,
                                   MatOut<double> H) {
  Work& work = *work_;
  set_state(point);
  work.w = weights(places_);
  work.add_by_positions();
  for (int i = 0; i < dofs_; ++i) work.add_mixed(i);
  work.add_by_rates();
  std::vector<int> all;
  for (int order = 0; order < 3; ++order) {
    for (const int place : places_) all.push_back(order * dofs_ + place);
  }
  H(all, all) += work.H;
  auto vv = H.block(dofs_, dofs_, dofs_, dofs_);
  friction_.add_hessian(point.v(), weights, vv);
}

bool FlexibleDynamics::enclose(const MotionPiece& piece, EnclosureOut tau) {
  if (!enclosed_) {
    const FlexibleModel arm = without_coulomb(flexible_arm(model_));
    enclosed_ = std::make_unique<Enclosed>(model_, arm, loads_on(model_, arm, loads_), slip_speed_);
    enclosed_->out.resize(dofs_);
  }
  Enclosed& over = *enclosed_;
  over.z = piece.q(places_);
  over.v = piece.v(places_);
  over.a = piece.a(places_);
  over.forces.inverse(over.z, over.v, over.a, over.out);
  for (int k = 0; k < dofs_; ++k) tau[places_[k]] = over.out[k];
  over.friction.add_coulomb(piece.v, Enclosure(1.0), tau);
  return true;
}

bool FlexibleDynamics::acceleration(const MotionPoint& point, VecIn<double> tau, VecOut<double> a) {
  Eigen::VectorXd driving = tau;
  friction_.add_coulomb(point.v(), -1.0, driving);
  set_state(point);
  const std::vector<int> motors(places_.begin(), places_.begin() + joints_);
  work_->value.accelerations(work_->z, work_->v, driving(motors), work_->out);
  if (!work_->out.allFinite()) return false;
  a(places_) = work_->out;
  return true;
}

}  // namespace alembert
