#include "task/rigid_dynamics.hpp"

#include <algorithm>

#include "dense.hpp"
#include "kernel/tree_state.hpp"
#include "task/three_rows.hpp"

namespace alembert {

PackedHessian::PackedHessian(const Model& model)
    : hessian(model), q(model.dofs()), v(q), a(q), weights(q) {
  for (MatX<P>* m : {&qq, &qv, &vv, &qa}) m->resize(model.dofs(), model.dofs());
}

RigidDynamics::Workspace::Workspace(const Model& smooth)
    : inverse(smooth),
      derivatives(smooth),
      hessian(smooth),
      qq(MatX<double>::Zero(smooth.dofs(), smooth.dofs())),
      qv(qq),
      vv(qq),
      qa(qq),
      packed(smooth),
      driving(smooth.dofs()) {}

/// Torques over a piece of a motion.
struct RigidDynamics::Enclosed {
  Enclosed(const Model& of, std::vector<Load> own, std::vector<Tie> held, double slip_speed)
      : model(of),
        loads(std::move(own)),
        ties(std::move(held)),
        inverse(without_drives(of, {.coulomb = true})),
        friction(coulomb_friction<Enclosure>(of, slip_speed)),
        state(of, TreeState<Enclosure>::Axes::world) {}

  void evaluate(const MotionPiece& piece, EnclosureOut tau) {
    inverse(piece.q, piece.v, piece.a, loads, tau);
    friction.add_coulomb(piece.v, Enclosure(1.0), tau);
    if (!ties.empty()) add_tie_forces(piece, tau);
  }

  void add_tie_forces(const MotionPiece& piece, EnclosureOut tau) {
    state.update(piece.q, piece.v);
    Eigen::Index at = 0;
    for (const Tie& tie : ties) {
      const Eigen::Index gaps = tie.directions.rows(), turns = tie.turns.rows();
      const Vec3<Enclosure> force =
          tie.directions.transpose().cast<Enclosure>() * piece.forces.segment(at, gaps);
      const Vec3<Enclosure> moment =
          tie.turns.transpose().cast<Enclosure>() * piece.forces.segment(at + gaps, turns);
      at += gaps + turns;
      add_wrench(tie.frame_b, force, moment, tau);
      add_wrench(tie.frame_a, -force, -moment, tau);
    }
  }

  /// A wrench does work at the joints below it: tau -= S · wrench, both about the world's origin.
  void add_wrench(FrameId id, const Vec3<Enclosure>& force, const Vec3<Enclosure>& moment,
                  EnclosureOut tau) const {
    const ModelFrame& frame = model.frame(id);
    const Vec3<Enclosure> at =
        state.link(frame.joint).at(frame.pose.translation().cast<Enclosure>());
    const Vec3<Enclosure> about_origin = moment + at.cross(force);
    for (int i = frame.joint; i >= 0; i = model.joint(i).parent) {
      const auto& along = state.link(i).S_;
      const Enclosure work = vec(along.w).dot(about_origin) + vec(along.v).dot(force);
      tau[model.joint(i).coordinate] -= work * model.joint(i).ratio;
    }
  }

  Model model;
  std::vector<Load> loads;
  std::vector<Tie> ties;
  InverseDynamics<Enclosure> inverse;
  Drives<Enclosure> friction;
  TreeState<Enclosure> state;
};

RigidDynamics::RigidDynamics(const Model& model, std::vector<Load> loads,
                             const std::vector<Tie>& ties, double slip_speed, std::vector<int> led)
    : dofs_(model.dofs()),
      smooth_(without_drives(model, {.coulomb = true})),
      loads_(std::move(loads)),
      links_(model),
      friction_(coulomb_friction(model, slip_speed)),
      work_(smooth_),
      model_(model),
      slip_speed_(slip_speed),
      led_(std::move(led)) {
  for (int j = 0; j < dofs_; ++j) {
    if (std::find(led_.begin(), led_.end(), j) == led_.end()) driven_.push_back(j);
  }
  for (const Tie& tie : ties) {
    held_.push_back(
        {tie, FrameMotion(model, tie.frame_a), FrameMotion(model, tie.frame_b), loads_.size()});
    loads_.push_back({.frame = tie.frame_a});
    loads_.push_back({.frame = tie.frame_b});
  }
}

RigidDynamics::RigidDynamics(const RigidDynamics& other)
    : Dynamics(other),
      dofs_(other.dofs_),
      smooth_(other.smooth_),
      loads_(other.loads_),
      held_(other.held_),
      links_(other.links_),
      friction_(other.friction_),
      work_(smooth_),
      model_(other.model_),
      slip_speed_(other.slip_speed_),
      led_(other.led_),
      driven_(other.driven_) {}

RigidDynamics::~RigidDynamics() = default;

std::unique_ptr<Dynamics> RigidDynamics::clone() const {
  return std::unique_ptr<Dynamics>(new RigidDynamics(*this));
}

void RigidDynamics::set_loads(const MotionPoint& point) {
  Eigen::Index at = 0;
  for (const Held& held : held_) {
    Load &on_a = loads_[held.load], &on_b = loads_[held.load + 1];
    const Eigen::Index gaps = held.tie.directions.rows(), turns = held.tie.turns.rows();
    on_b.force = combined(held.tie.directions, point.force().segment(at, gaps));
    on_b.moment = combined(held.tie.turns, point.force().segment(at + gaps, turns));
    at += gaps + turns;
    on_a.force = -on_b.force;
    on_a.moment = -on_b.moment;
  }
}

void RigidDynamics::torque(const MotionPoint& point, VecOut<double> tau) {
  set_loads(point);
  work_.inverse(point.q(), point.v(), point.a(), loads_, tau);
  friction_.add_coulomb(point.v(), 1.0, tau);
}

void RigidDynamics::derivative(const MotionPoint& point, MatOut<double> tau_by_z) {
  set_loads(point);
  auto by_q = tau_by_z.leftCols(dofs_), by_v = tau_by_z.middleCols(dofs_, dofs_),
       by_a = tau_by_z.middleCols(2 * dofs_, dofs_);
  work_.derivatives(point.q(), point.v(), point.a(), loads_, by_q, by_v, by_a);
  friction_.add_derivatives(point.v(), by_q, by_v, by_a);
  Eigen::Index at = 4 * dofs_;
  if (!held_.empty()) links_.update(point.q());
  for (Held& held : held_) {
    held.a.update(links_);
    held.b.update(links_);
    const Eigen::MatrixX3d &directions = held.tie.directions, &turns = held.tie.turns;
    tau_by_z.middleCols(at, directions.rows()) =
        products(directions, held.a.velocity() - held.b.velocity()).transpose();
    at += directions.rows();
    tau_by_z.middleCols(at, turns.rows()) =
        products(turns, held.a.turning() - held.b.turning()).transpose();
    at += turns.rows();
  }
}

void RigidDynamics::add_hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) {
  set_loads(point);
  work_.hessian(point.q(), point.v(), point.a(), weights, loads_, work_.qq, work_.qv, work_.vv,
                work_.qa);
  friction_.add_hessian(point.v(), weights, work_.vv);
  const int n = dofs_;
  H.block(0, 0, n, n) += work_.qq;
  H.block(0, n, n, n) += work_.qv;
  H.block(n, 0, n, n) += work_.qv.transpose();
  H.block(n, n, n, n) += work_.vv;
  H.block(0, 2 * n, n, n) += work_.qa;
  H.block(2 * n, 0, n, n) += work_.qa.transpose();
  Eigen::Index at = 4 * dofs_;
  if (!held_.empty()) links_.update(point.q());
  for (Held& held : held_) {
    held.a.update(links_);
    held.b.update(links_);
    add_tie_hessian(held, weights, at, H);
    at += held.tie.size();
  }
}

/// Unknown forces differ from instant to instant, and with them the loads.
void RigidDynamics::add_hessians(std::span<const HessianAt> instants) {
  constexpr std::size_t width = PackedHessian::P::width;
  while (instants.size() > 1 && held_.empty()) {
    const std::size_t count = std::min(width, instants.size());
    add_in_packs(instants.first(count));
    instants = instants.subspan(count);
  }
  Dynamics::add_hessians(instants);
}

void RigidDynamics::add_in_packs(std::span<const HessianAt> instants) {
  PackedHessian& packed = work_.packed;
  for (int lane = 0; lane < PackedHessian::P::width; ++lane) {
    // Lanes that are left over compute the last instant again.
    const HessianAt& at = instants[std::min<std::size_t>(lane, instants.size() - 1)];
    for (int i = 0; i < dofs_; ++i) {
      packed.q[i].set(lane, at.point.q()[i]);
      packed.v[i].set(lane, at.point.v()[i]);
      packed.a[i].set(lane, at.point.a()[i]);
      packed.weights[i].set(lane, at.weights[i]);
    }
  }
  packed.hessian(packed.q, packed.v, packed.a, packed.weights, loads_, packed.qq, packed.qv,
                 packed.vv, packed.qa);
  const int n = dofs_;
  for (int lane = 0; lane < static_cast<int>(instants.size()); ++lane) {
    const HessianAt& at = instants[lane];
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const double qv = packed.qv(i, j)[lane], qa = packed.qa(i, j)[lane];
        at.H(i, j) += packed.qq(i, j)[lane];
        at.H(n + i, n + j) += packed.vv(i, j)[lane];
        at.H(i, n + j) += qv;
        at.H(n + j, i) += qv;
        at.H(i, 2 * n + j) += qa;
        at.H(2 * n + j, i) += qa;
      }
    }
    auto vv = at.H.block(n, n, n, n);
    friction_.add_hessian(at.point.v(), at.weights, vv);
  }
}

// A force f adds -f · (J_b - J_a) weights to weights · tau, which bends with q: the second
// derivatives of the frames' positions, and the slope of their turning for moments.
void RigidDynamics::add_tie_hessian(Held& held, VecIn<double> weights, Eigen::Index at,
                                    MatOut<double> H) {
  const auto put = [&](const Eigen::VectorXd& slope) {
    H.col(at).head(dofs_) += slope;
    H.row(at).head(dofs_) += slope.transpose();
    ++at;
  };
  for (Eigen::Index k = 0; k < held.tie.directions.rows(); ++k) {
    const Eigen::Vector3d direction = held.tie.directions.row(k);
    work_.qq.setZero();
    held.a.add_position_hessian(direction, work_.qq);
    held.b.add_position_hessian(-direction, work_.qq);
    put(work_.qq * weights);
  }
  for (Eigen::Index k = 0; k < held.tie.turns.rows(); ++k) {
    const Eigen::Vector3d turn = held.tie.turns.row(k);
    Eigen::VectorXd slope = Eigen::VectorXd::Zero(dofs_);
    held.a.add_turning_slope(turn, weights, slope);
    held.b.add_turning_slope(-turn, weights, slope);
    put(slope);
  }
}

bool RigidDynamics::enclose(const MotionPiece& piece, EnclosureOut tau) {
  if (!enclosed_) {
    std::vector<Tie> ties;
    for (const Held& held : held_) ties.push_back(held.tie);
    const std::size_t own = held_.empty() ? loads_.size() : held_.front().load;
    enclosed_ = std::make_unique<Enclosed>(
        model_, std::vector<Load>(loads_.begin(), loads_.begin() + own), ties, slip_speed_);
  }
  enclosed_->evaluate(piece, tau);
  return true;
}

bool RigidDynamics::acceleration(const MotionPoint& point, VecIn<double> tau, VecOut<double> a) {
  set_loads(point);
  work_.driving = tau;
  friction_.add_coulomb(point.v(), -1.0, work_.driving);
  if (!led_.empty()) return acceleration_when_led(point, a);
  if (!forward_) forward_ = std::make_unique<ForwardDynamics>(smooth_);
  return (*forward_)(point.q(), point.v(), work_.driving, loads_, a);
}

/// M a = tau - bias, by the rows and columns of the coordinates that are not led.
bool RigidDynamics::acceleration_when_led(const MotionPoint& point, VecOut<double> a) {
  if (!mass_) mass_ = std::make_unique<MassMatrix>(smooth_);
  Eigen::VectorXd led = Eigen::VectorXd::Zero(dofs_), bias(dofs_);
  led(led_) = point.a()(led_);
  work_.inverse(point.q(), point.v(), led, loads_, bias);
  Eigen::MatrixXd M(dofs_, dofs_);
  (*mass_)(point.q(), M);
  led(driven_) = dense::solved(Eigen::MatrixXd(M(driven_, driven_)),
                               Eigen::VectorXd((work_.driving - bias)(driven_)));
  if (!led.allFinite()) return false;
  a = led;
  return true;
}

}  // namespace alembert
