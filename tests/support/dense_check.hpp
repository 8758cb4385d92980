// A motion against its problem's limits, looked at densely and without the library: splines by de
// Boor's triangle, torques by the textbook's Newton and Euler straight from the Robot, places of
// frames and distances by geometry written here.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"
#include "support/dense_arm.hpp"

namespace alembert::test {

/// All columns of a B-spline and its derivatives.
class DenseSpline {
 public:
  explicit DenseSpline(const BSpline& curve) : degree_(curve.degree()) {
    knots_.assign(curve.knots().begin(), curve.knots().end());
    points_.push_back(curve.control_points());
    for (int order = 1; order <= std::min(3, degree_); ++order) {
      const Eigen::MatrixXd& of = points_.back();
      const int degree = degree_ - order + 1;
      Eigen::MatrixXd slopes(of.rows() - 1, of.cols());
      for (Eigen::Index i = 0; i + 1 < of.rows(); ++i) {
        const double width = knot(i + order + degree) - knot(i + order);
        slopes.row(i) = degree * (of.row(i + 1) - of.row(i)) / width;
      }
      points_.push_back(slopes);
    }
  }

  int segments() const { return static_cast<int>(points_[0].rows()) - degree_; }
  /// The instant at a share of a segment.
  double instant(int segment, double share) const {
    const double from = knot(segment + degree_), to = knot(segment + degree_ + 1);
    return from + share * (to - from);
  }

  Eigen::VectorXd at(int segment, double t, int order) const {
    const int degree = degree_ - order;
    if (degree < 0) return Eigen::VectorXd::Zero(points_[0].cols());
    Eigen::MatrixXd d = points_[static_cast<std::size_t>(order)].middleRows(segment, degree + 1);
    for (int r = 1; r <= degree; ++r) {
      for (int j = degree; j >= r; --j) {
        // The derivative's own knots begin `order` later.
        const double low = knot(segment + j + order),
                     high = knot(segment + j + order + degree + 1 - r);
        const double share = (t - low) / (high - low);
        d.row(j) = (1.0 - share) * d.row(j - 1) + share * d.row(j);
      }
    }
    return d.row(degree).transpose();
  }

 private:
  double knot(Eigen::Index i) const { return knots_[static_cast<std::size_t>(i)]; }

  int degree_;
  std::vector<double> knots_;
  std::vector<Eigen::MatrixXd> points_;
};

/// The worst that was found of one kind of limit.
struct DenseFinding {
  std::string what, of;
  double excess = -infinity;  ///< in the limit's unit; at most 0 where it holds
  double limit = 0.0;
  double time = 0.0;
  /// Beyond what rounding explains.
  bool broken() const { return excess > 1e-9 * std::max(1e-3, std::abs(limit)); }
};

class DenseCheck {
 public:
  /// Of loops (m) and joints without motors, as SolveOptions have it.
  static constexpr double equation_tolerance = 1e-4;
  /// Slip speeds: tanh(v / s) is the plain sign, or nothing.
  static constexpr double true_sign = 1e-300, no_friction = infinity;

  DenseCheck(const Robot& robot, const MotionProblem& problem, const Trajectory& motion)
      : problem_(problem), spline_(motion.q), robot_(robot) {
    for (const BSpline& forces : motion.forces) forces_.emplace_back(forces);
    for (const Joint& joint : robot.joints) rubs_ = rubs_ || joint.friction.coulomb > 0.0;
    for (int e = 1; e < spline_.segments(); ++e) {
      stages_.push_back(stages_.back() + (in_hand(e) == in_hand(e - 1) ? 0 : 1));
    }
  }

  /// One entry a kind of limit, each with its worst joint and instant.
  std::vector<DenseFinding> limits(int samples) {
    const int each = std::max(2, samples / spline_.segments());
    for (int e = 0; e < spline_.segments(); ++e) {
      DenseArm& arm = arm_of(e);
      for (int k = 0; k <= each; ++k) look(arm, e, static_cast<double>(k) / each);
    }
    std::vector<DenseFinding> out;
    for (const DenseFinding& finding : worst_) {
      if (!finding.what.empty()) out.push_back(finding);
    }
    return out;
  }

  Eigen::VectorXd torque_at(int e, double t) { return torque_at(e, t, problem_.slip_speed); }
  /// With Coulomb friction smoothed below another speed: `true_sign` or `no_friction`.
  Eigen::VectorXd torque_at(int e, double t, double slip_speed) {
    DenseArm& arm = arm_of(e);
    const Eigen::VectorXd q = spline_.at(e, t, 0);
    Eigen::VectorXd tau = arm.torque(q, spline_.at(e, t, 1), spline_.at(e, t, 2), slip_speed);
    for (const TimedLoad& load : problem_.loads) {
      if (covers(load.during, e)) tau -= arm.taken_by(load.load, name(load.load.frame), q);
    }
    if (!forces_.empty()) add_cut_forces(arm, e, t, q, tau);
    return tau;
  }

  /// How far start, goal and waypoints are missed, in rad, m and their rates.
  double missed() {
    double most = 0.0;
    const auto miss = [&](const Condition& condition, int knot, bool rest) {
      const bool last = knot == spline_.segments();
      const int e = last ? knot - 1 : knot;
      const double t = spline_.instant(e, last ? 1.0 : 0.0);
      const Eigen::VectorXd q = spline_.at(e, t, 0), v = spline_.at(e, t, 1);
      if (condition.q) most = std::max(most, (q - *condition.q).cwiseAbs().maxCoeff());
      if (condition.v) most = std::max(most, (v - *condition.v).cwiseAbs().maxCoeff());
      if (rest && !condition.v) most = std::max(most, v.cwiseAbs().maxCoeff());
      if (!condition.pose) return;
      const Eigen::Isometry3d X = arm_of(e).pose(name(condition.pose->frame), q);
      if (condition.pose->position) {
        most = std::max(most, (X.translation() - *condition.pose->position).norm());
      }
      if (condition.pose->orientation) {
        most = std::max(most, (X.linear() - *condition.pose->orientation).cwiseAbs().maxCoeff());
      }
    };
    miss(problem_.start, 0, true);
    miss(problem_.goal, spline_.segments(), true);
    for (const Waypoint& waypoint : problem_.waypoints) {
      miss(waypoint.condition, knot(waypoint.at), false);
    }
    return most;
  }

 private:
  std::string name(FrameId frame) const { return problem_.model.frame(frame).name; }
  int knot(double fraction) const {
    return static_cast<int>(std::lround(fraction * spline_.segments()));
  }
  bool covers(const During& during, int e) const {
    return knot(during.from) <= e && e < knot(during.to);
  }

  /// What is carried and what pushes on the segment.
  std::string in_hand(int e) const {
    std::string held;
    for (const Carried& body : problem_.carried) held += covers(body.during, e) ? '1' : '0';
    for (const TimedLoad& load : problem_.loads) held += covers(load.during, e) ? '1' : '0';
    return held;
  }

  /// Every stage has forces of its own, columns one after the other.
  void add_cut_forces(const DenseArm& arm, int e, double t, const Eigen::VectorXd& q,
                      Eigen::VectorXd& tau) const {
    const int stage = stages_[static_cast<std::size_t>(e)];
    const auto first = std::find(stages_.begin(), stages_.end(), stage) - stages_.begin();
    const Eigen::VectorXd all =
        forces_[static_cast<std::size_t>(stage)].at(e - static_cast<int>(first), t, 0);
    Eigen::Index next = 0;
    for (const CutJoint& cut : problem_.cut_joints) {
      Load on_b{.frame = cut.frame_b};
      for (Eigen::Index k = 0; k < cut.directions.rows(); ++k) {
        on_b.force += all[next++] * cut.directions.row(k).transpose();
      }
      const Load on_a{.frame = cut.frame_a, .force = -on_b.force};
      tau -= arm.taken_by(on_b, name(cut.frame_b), q) + arm.taken_by(on_a, name(cut.frame_a), q);
    }
  }

  /// With what is in hand on the segment.
  DenseArm& arm_of(int e) {
    std::string held;
    for (const Carried& body : problem_.carried) held += covers(body.during, e) ? '1' : '0';
    std::unique_ptr<DenseArm>& arm = arms_[held];
    if (arm) return *arm;
    arm = std::make_unique<DenseArm>(robot_, problem_.model);
    for (const Carried& body : problem_.carried) {
      if (covers(body.during, e)) arm->weld(name(body.frame), body.inertia);
    }
    return *arm;
  }

  enum Kind {
    position,
    velocity,
    acceleration,
    jerk,
    torque,
    power,
    tube,
    axis,
    clearance,
    closure,
    no_motor,
    true_torque,
    true_power
  };

  /// The worst by its limit, so that the small joints of a wrist are not overlooked.
  template <typename Name>
  void note(Kind kind, const Name& of, double excess, double limit, double t) {
    static const char* const words[] = {"position",
                                        "velocity",
                                        "acceleration",
                                        "jerk",
                                        "torque",
                                        "power",
                                        "tube",
                                        "axis",
                                        "clearance",
                                        "closure",
                                        "no motor",
                                        "torque with the true sign of friction",
                                        "power with the true sign of friction"};
    DenseFinding& worst = worst_[kind];
    if (std::isnan(excess)) excess = infinity;
    const auto share = [](double e, double of_limit) {
      return e / std::max(1e-9, std::abs(of_limit));
    };
    if (!worst.what.empty() && share(excess, limit) <= share(worst.excess, worst.limit)) return;
    if constexpr (std::is_arithmetic_v<Name>) {
      worst = {words[kind], "joint " + std::to_string(of), excess, limit, t};
    } else {
      worst = {words[kind], of, excess, limit, t};
    }
  }

  void look_at(Kind kind, const Eigen::VectorXd& x, const Eigen::VectorXd& lower,
               const Eigen::VectorXd& upper, double t) {
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      if (std::isfinite(upper[j])) note(kind, j, x[j] - upper[j], upper[j], t);
      if (std::isfinite(lower[j])) note(kind, j, lower[j] - x[j], lower[j], t);
    }
  }

  void look(DenseArm& arm, int e, double share) {
    const MotionLimits& limits = problem_.limits;
    const double t = spline_.instant(e, share);
    const Eigen::VectorXd q = spline_.at(e, t, 0), v = spline_.at(e, t, 1), a = spline_.at(e, t, 2);
    look_at(position, q, limits.lower, limits.upper, t);
    look_at(velocity, v, -limits.velocity, limits.velocity, t);
    look_at(acceleration, a, -limits.acceleration, limits.acceleration, t);
    look_at(jerk, spline_.at(e, t, 3), -limits.jerk, limits.jerk, t);
    const Eigen::VectorXd tau = torque_at(e, t);
    look_at_torques(tau, t);
    look_at(power, tau.cwiseProduct(v), -limits.power, limits.power, t);
    if (rubs_ && problem_.friction == FrictionCover::hull) look_at_true_friction(e, v, t);
    look_at_places(arm, e, q, t);
  }

  /// Friction as it is, and either way of it where hardly anything moves.
  void look_at_true_friction(int e, const Eigen::VectorXd& v, double t) {
    const Eigen::VectorXd rest = torque_at(e, t, no_friction);
    const Eigen::VectorXd friction = torque_at(e, t, true_sign) - rest;
    for (const double direction : {1.0, -1.0}) {
      for (Eigen::Index j = 0; j < v.size(); ++j) {
        const double lower = problem_.limits.torque_lower[j],
                     upper = problem_.limits.torque_upper[j];
        if (lower == upper || (direction < 0.0 && std::abs(v[j]) > 0.3 * problem_.slip_speed))
          continue;
        const double tau = rest[j] + direction * friction[j], most = problem_.limits.power[j];
        if (std::isfinite(upper)) note(true_torque, j, tau - upper, upper, t);
        if (std::isfinite(lower)) note(true_torque, j, lower - tau, lower, t);
        if (std::isfinite(most)) note(true_power, j, std::abs(tau * v[j]) - most, most, t);
      }
    }
  }

  /// Joints without motors are equations, met to a tolerance of what motors do.
  void look_at_torques(const Eigen::VectorXd& tau, double t) {
    const Eigen::VectorXd &lower = problem_.limits.torque_lower,
                          &upper = problem_.limits.torque_upper;
    double strongest = 0.0;
    for (Eigen::Index j = 0; j < tau.size(); ++j) strongest = std::max(strongest, upper[j]);
    const double scale = problem_.cut_joints.empty() && strongest > 0.0 ? strongest : 1.0;
    for (Eigen::Index j = 0; j < tau.size(); ++j) {
      if (lower[j] == upper[j]) {
        const double allowed = equation_tolerance * scale;
        note(no_motor, j, std::abs(tau[j] - upper[j]) - allowed, allowed, t);
        continue;
      }
      if (std::isfinite(upper[j])) note(torque, j, tau[j] - upper[j], upper[j], t);
      if (std::isfinite(lower[j])) note(torque, j, lower[j] - tau[j], lower[j], t);
    }
  }

  void look_at_places(const DenseArm& arm, int e, const Eigen::VectorXd& q, double t) {
    for (const PositionLimit& limit : problem_.positions) {
      if (!covers(limit.during, e)) continue;
      const Eigen::VectorXd at = limit.directions * arm.pose(name(limit.frame), q).translation();
      for (Eigen::Index k = 0; k < at.size(); ++k) {
        const double width = 0.5 * (limit.upper[k] - limit.lower[k]);
        note(tube, limit.name, std::max(at[k] - limit.upper[k], limit.lower[k] - at[k]), width, t);
      }
    }
    for (const CutJoint& cut : problem_.cut_joints) {
      const Eigen::Vector3d gap = arm.pose(name(cut.frame_b), q).translation() -
                                  arm.pose(name(cut.frame_a), q).translation();
      note(closure, cut.name, (cut.directions * gap).cwiseAbs().maxCoeff() - equation_tolerance,
           equation_tolerance, t);
    }
    for (const LineLimit& limit : problem_.lines) {
      if (!covers(limit.during, e)) continue;
      const Eigen::Vector3d p = arm.pose(name(limit.frame), q).translation() - limit.from;
      const Eigen::Vector3d whole = limit.to - limit.from;
      const double share = std::clamp(p.dot(whole) / whole.squaredNorm(), 0.0, 1.0);
      note(tube, limit.name, (p - share * whole).norm() - limit.tolerance, limit.tolerance, t);
    }
    for (const AxisLimit& limit : problem_.axes) {
      if (!covers(limit.during, e)) continue;
      const Eigen::Vector3d line = arm.pose(name(limit.frame), q).linear() * limit.axis;
      const double angle =
          std::atan2(line.cross(limit.direction).norm(), line.dot(limit.direction));
      note(axis, limit.name, angle - limit.angle, limit.angle, t);
    }
    for (const ArmSolid& solid : problem_.clearance.arm) {
      const Eigen::Isometry3d X = arm.pose(name(solid.frame), q);
      for (const Obstacle& obstacle : problem_.clearance.obstacles) {
        const double gap = plain_distance(solid.solid, X, obstacle.solid);
        note(clearance, solid.name, problem_.clearance.margin - gap, 1.0, t);
      }
    }
  }

  const MotionProblem& problem_;
  DenseSpline spline_;
  std::vector<DenseSpline> forces_;  // one a stage
  std::vector<int> stages_ = {0};    // of every segment
  const Robot& robot_;
  bool rubs_ = false;
  std::map<std::string, std::unique_ptr<DenseArm>> arms_;
  std::array<DenseFinding, true_power + 1> worst_;
};

}  // namespace alembert::test
