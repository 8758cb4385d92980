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
#include "support/textbook_dynamics.hpp"

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

/// The robot as its joints say: where links are and what torques they need. Coupled joints are cut
/// free, and what each needs is added up by its ratio.
class DenseArm {
 public:
  DenseArm(Robot robot, const Model& model) : robot_(std::move(robot)) {
    for (const Payload& payload : robot_.payloads) weld(payload.frame, payload.inertia);
    robot_.payloads.clear();
    for (Joint& joint : robot_.joints) {
      if (joint.type == JointType::fixed) continue;
      Follower follower;
      const Joint* leader = &joint;
      while (leader->mimic) {
        follower.offset += follower.ratio * leader->mimic->offset;
        follower.ratio *= leader->mimic->ratio;
        leader = robot_.find_joint(leader->mimic->joint);
      }
      follower.coordinate = model.coordinate(leader->name);
      follower.coulomb = joint.friction.coulomb;
      followers_[joint.name] = follower;
    }
    dofs_ = model.dofs();
  }
  DenseArm(const DenseArm&) = delete;

  /// Rigidly adds a body to a link or frame.
  void weld(const std::string& frame, const Inertia& body) {
    const Frame* at = robot_.find_frame(frame);
    Joint joint;
    joint.name = "weld" + std::to_string(robot_.joints.size());
    joint.type = JointType::fixed;
    joint.parent = at ? at->link : frame;
    joint.child = joint.name + " body";
    if (at) joint.origin = at->pose;
    robot_.joints.push_back(joint);
    robot_.links.push_back({joint.child, body, {}, {}, {}});
  }

  Eigen::Isometry3d pose(const std::string& frame, const Eigen::VectorXd& q) const {
    const Frame* at = robot_.find_frame(frame);
    const Eigen::Isometry3d link = link_pose(at ? at->link : frame, q);
    return at ? link * at->pose : link;
  }

  /// Coulomb friction as motions have it: coulomb tanh(v / slip).
  Eigen::VectorXd torque(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                         const Eigen::VectorXd& a, double slip_speed) {
    prepare();
    const int count = free_->dofs();
    Eigen::VectorXd fq(count), fv(count), fa(count);
    for (int j = 0; j < count; ++j) {
      const Follower& f = *free_followers_[static_cast<std::size_t>(j)];
      fq[j] = f.ratio * q[f.coordinate] + f.offset;
      fv[j] = f.ratio * v[f.coordinate];
      fa[j] = f.ratio * a[f.coordinate];
    }
    dynamics_->move(fq, fv, fa);
    Eigen::VectorXd tau = Eigen::VectorXd::Zero(dofs_);
    for (int j = 0; j < count; ++j) {
      const Follower& f = *free_followers_[static_cast<std::size_t>(j)];
      tau[f.coordinate] +=
          f.ratio * (dynamics_->torque(j, fq, fv, fa) + f.coulomb * std::tanh(fv[j] / slip_speed));
    }
    return tau;
  }

  /// What a load on a frame takes off the torques.
  Eigen::VectorXd taken_by(const Load& load, const std::string& frame,
                           const Eigen::VectorXd& q) const {
    const Eigen::Isometry3d X = pose(frame, q);
    const bool turned = load.axes == Load::Axes::frame;
    const Eigen::Vector3d force = turned ? X.linear() * load.force : load.force;
    const Eigen::Vector3d moment = turned ? X.linear() * load.moment : load.moment;
    const Eigen::Vector3d point = X * load.point;
    const Frame* at = robot_.find_frame(frame);
    Eigen::VectorXd out = Eigen::VectorXd::Zero(dofs_);
    for (const Joint* joint = carrier(at ? at->link : frame); joint;
         joint = carrier(joint->parent)) {
      if (joint->type == JointType::fixed) continue;
      const Follower& f = followers_.at(joint->name);
      const Eigen::Isometry3d base = link_pose(joint->parent, q) * joint->origin;
      const Eigen::Vector3d axis = base.linear() * joint->axis;
      const bool slides = joint->type == JointType::prismatic;
      out[f.coordinate] +=
          f.ratio *
          (slides ? axis.dot(force) : axis.dot((point - base.translation()).cross(force) + moment));
    }
    return out;
  }

 private:
  struct Follower {
    int coordinate = 0;
    double ratio = 1.0, offset = 0.0, coulomb = 0.0;
  };

  const Joint* carrier(const std::string& link) const {
    for (const Joint& joint : robot_.joints) {
      if (joint.child == link) return &joint;
    }
    return nullptr;
  }

  Eigen::Isometry3d link_pose(const std::string& link, const Eigen::VectorXd& q) const {
    const Joint* joint = carrier(link);
    if (!joint) return robot_.base_pose;
    Eigen::Isometry3d X = link_pose(joint->parent, q) * joint->origin;
    if (joint->type != JointType::fixed) {
      const Follower& f = followers_.at(joint->name);
      const double x = f.ratio * q[f.coordinate] + f.offset;
      if (joint->type == JointType::prismatic) {
        X.translate(x * joint->axis);
      } else {
        X.rotate(Eigen::AngleAxisd(x, joint->axis));
      }
    }
    return X * joint->tip;
  }

  /// At the first torque: everything is welded by then.
  void prepare() {
    if (dynamics_) return;
    free_robot_ = robot_;
    for (Joint& joint : free_robot_.joints) {
      joint.mimic.reset();
      joint.friction.coulomb = 0.0;
    }
    free_ = std::make_unique<Model>(compile(free_robot_));
    for (const std::string& name : free_->coordinate_names()) {
      free_followers_.push_back(&followers_.at(name));
    }
    dynamics_ = std::make_unique<TextbookDynamics<double>>(free_robot_, *free_);
  }

  Robot robot_, free_robot_;
  int dofs_ = 0;
  std::map<std::string, Follower> followers_;
  std::unique_ptr<Model> free_;  // says only the order of joints
  std::vector<const Follower*> free_followers_;
  std::unique_ptr<TextbookDynamics<double>> dynamics_;
};

/// Distance of a point from a segment or box, without radii; 0 inside.
inline double plain_distance(const Eigen::Vector3d& point, const Solid& solid) {
  Eigen::Vector3d rest = point - solid.corner;
  for (Eigen::Index k = 0; k < solid.edges.cols(); ++k) {  // edges at right angles
    const Eigen::Vector3d edge = solid.edges.col(k);
    const double along = rest.dot(edge) / edge.squaredNorm();
    rest -= std::clamp(along, 0.0, 1.0) * edge;
  }
  return rest.norm();
}

/// Of a sphere or capsule from anything: the distance of a point of its axis is convex along it.
inline double plain_distance(const Solid& round, const Eigen::Isometry3d& X, const Solid& other) {
  const double radii = round.radius + other.radius;
  const auto at = [&](double s) {
    const bool axis = round.edges.cols() > 0;
    return plain_distance(
        X * (axis ? Eigen::Vector3d(round.corner + s * round.edges.col(0)) : round.corner), other);
  };
  if (round.edges.cols() == 0) return at(0.0) - radii;
  double low = 0.0, high = 1.0;
  for (int k = 0; k < 60; ++k) {
    const double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
    (at(left) < at(right) ? high : low) = at(left) < at(right) ? right : left;
  }
  return std::min({at(low), at(high), at(0.0), at(1.0)}) - radii;
}

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
  DenseCheck(const Robot& robot, const MotionProblem& problem, const Trajectory& motion)
      : problem_(problem), spline_(motion.q), robot_(robot) {}

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

  Eigen::VectorXd torque_at(int e, double t) {
    DenseArm& arm = arm_of(e);
    const Eigen::VectorXd q = spline_.at(e, t, 0);
    Eigen::VectorXd tau =
        arm.torque(q, spline_.at(e, t, 1), spline_.at(e, t, 2), problem_.slip_speed);
    for (const TimedLoad& load : problem_.loads) {
      if (covers(load.during, e)) tau -= arm.taken_by(load.load, name(load.load.frame), q);
    }
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

  enum Kind { position, velocity, acceleration, jerk, torque, power, tube, axis, clearance };

  /// The worst by its limit, so that the small joints of a wrist are not overlooked.
  template <typename Name>
  void note(Kind kind, const Name& of, double excess, double limit, double t) {
    static const char* const words[] = {"position", "velocity", "acceleration",
                                        "jerk",     "torque",   "power",
                                        "tube",     "axis",     "clearance"};
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
    look_at(torque, tau, limits.torque_lower, limits.torque_upper, t);
    look_at(power, tau.cwiseProduct(v), -limits.power, limits.power, t);
    look_at_places(arm, e, q, t);
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
  const Robot& robot_;
  std::map<std::string, std::unique_ptr<DenseArm>> arms_;
  std::array<DenseFinding, clearance + 1> worst_;
};

}  // namespace alembert::test
