// Dynamics of arms that bend: friction and loads included.
//
// z = (q, v, a) with amplitudes among q. Torques of joints are those of motors; entries of
// amplitudes are what would have to act on them, zero where the motion is the arm's own.
//
// First derivatives are dual numbers, and the inertia by a. Of S = w · tau the second ones follow
// from the Lagrangian the equations come of, with M the inertia, M'(u) its slope along u and B(u,
// w) the bilinear form of the velocity products, C(v)^T w = M'(v) w - B(v, w):
//
//   S_qq  dual numbers of dual numbers      S_v = 2 C(v)^T w + constant      S_a = M w
//
// so all but S_qq cost one evaluation a coordinate.
#include <memory>
#include <optional>
#include <vector>

#include "alembert/bending_model.hpp"
#include "alembert/dual.hpp"
#include "alembert/dynamics.hpp"
#include "alembert/flexible_equations.hpp"
#include "alembert/motion_problem.hpp"
#include "flexible/bending_arm.hpp"
#include "kernel/drives.hpp"
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

struct BendingWork {
  BendingWork(const FlexibleModel& arm, const std::vector<FlexibleLoad>& loads)
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
struct EnclosedBending {
  EnclosedBending(const Model& model, const FlexibleModel& arm,
                  const std::vector<FlexibleLoad>& loads, double slip_speed)
      : forces(arm), friction(coulomb_friction<Enclosure>(model, slip_speed)) {
    forces.set_loads(loads);
  }

  FlexibleEquations<Enclosure> forces;
  Drives<Enclosure> friction;
  VecX<Enclosure> z, v, a, out;
};

class FlexibleDynamics : public Dynamics {
 public:
  /// `model` is one of compile_bending(), whose `arm` has no Coulomb friction, which falls off
  /// below `slip_speed`.
  FlexibleDynamics(const Model& model, const FlexibleModel& arm, const std::vector<Load>& loads,
                   double slip_speed)
      : dofs_(model.dofs()),
        joints_(arm.joints),
        places_(places_in(model, arm)),
        loads_(loads),
        friction_(coulomb_friction(model, slip_speed)),
        work_(arm, loads_on(model, arm, loads)),
        model_(model),
        slip_speed_(slip_speed) {}

  std::unique_ptr<Dynamics> clone() const override {
    return std::make_unique<FlexibleDynamics>(*this);
  }
  int size() const override { return dofs_; }
  bool uses_forces() const override { return false; }
  Loads loads() const override { return loads_; }

  void torque(const MotionPoint& point, VecOut<double> tau) override {
    set_state(point);
    work_.value.inverse(work_.z, work_.v, work_.a, work_.out);
    tau(places_) = work_.out;
    friction_.add_coulomb(point.v(), 1.0, tau);
  }

  void derivative(const MotionPoint& point, MatOut<double> tau_by_z) override {
    set_state(point);
    auto by_q = tau_by_z.leftCols(dofs_), by_v = tau_by_z.middleCols(dofs_, dofs_),
         by_a = tau_by_z.middleCols(2 * dofs_, dofs_);
    work_.value.simulation_form(work_.z, work_.v, work_.J, work_.out);
    by_a(places_, places_) = work_.J;
    work_.z1 = work_.z.cast<First>();
    work_.v1 = work_.v.cast<First>();
    work_.a1 = work_.a.cast<First>();
    const auto slopes_by = [&](First& entry, auto&& column) {
      entry.slope = 1.0;
      work_.first.inverse(work_.z1, work_.v1, work_.a1, work_.out1);
      entry.slope = 0.0;
      for (int k = 0; k < dofs_; ++k) column[places_[k]] = work_.out1[k].slope;
    };
    for (int i = 0; i < dofs_; ++i) {
      slopes_by(work_.z1[i], by_q.col(places_[i]));
      slopes_by(work_.v1[i], by_v.col(places_[i]));
    }
    friction_.add_derivatives(point.v(), by_q, by_v, by_a);
  }

  void add_hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override {
    set_state(point);
    work_.w = weights(places_);
    work_.add_by_positions();
    for (int i = 0; i < dofs_; ++i) work_.add_mixed(i);
    work_.add_by_rates();
    std::vector<int> all;
    for (int order = 0; order < 3; ++order) {
      for (const int place : places_) all.push_back(order * dofs_ + place);
    }
    H(all, all) += work_.H;
    auto vv = H.block(dofs_, dofs_, dofs_, dofs_);
    friction_.add_hessian(point.v(), weights, vv);
  }

  bool enclose(const MotionPiece& piece, EnclosureOut tau) override {
    if (!enclosed_) {
      const FlexibleModel arm = without_coulomb(flexible_arm(model_));
      enclosed_.emplace(model_, arm, loads_on(model_, arm, loads_), slip_speed_);
      enclosed_->out.resize(dofs_);
    }
    EnclosedBending& over = *enclosed_;
    over.z = piece.q(places_);
    over.v = piece.v(places_);
    over.a = piece.a(places_);
    over.forces.inverse(over.z, over.v, over.a, over.out);
    for (int k = 0; k < dofs_; ++k) tau[places_[k]] = over.out[k];
    over.friction.add_coulomb(piece.v, Enclosure(1.0), tau);
    return true;
  }

  /// Of joints' torques alone: nothing drives an amplitude.
  bool acceleration(const MotionPoint& point, VecIn<double> tau, VecOut<double> a) override {
    Eigen::VectorXd driving = tau;
    friction_.add_coulomb(point.v(), -1.0, driving);
    set_state(point);
    const std::vector<int> motors(places_.begin(), places_.begin() + joints_);
    work_.value.accelerations(work_.z, work_.v, driving(motors), work_.out);
    if (!work_.out.allFinite()) return false;
    a(places_) = work_.out;
    return true;
  }

 private:
  void set_state(const MotionPoint& point) {
    work_.z = point.q()(places_);
    work_.v = point.v()(places_);
    work_.a = point.a()(places_);
  }

  int dofs_, joints_;
  std::vector<int> places_;  // in the model, of the arm's coordinates
  std::vector<Load> loads_;
  Drives<double> friction_;
  BendingWork work_;
  Model model_;
  double slip_speed_;
  std::optional<EnclosedBending> enclosed_ = {};  // made when first asked for
};

}  // namespace

std::shared_ptr<const Dynamics> BendingArm::dynamics(const MotionProblem& problem,
                                                     const Model& model,
                                                     const std::vector<Load>& loads,
                                                     const std::vector<Tie>&) const {
  return std::make_shared<FlexibleDynamics>(model, without_coulomb(flexible_arm(model)), loads,
                                            problem.slip_speed);
}

}  // namespace alembert
