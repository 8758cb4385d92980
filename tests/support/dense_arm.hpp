// A robot as its file says, without the library: where its links are, what torques they need and
// how far its solids are from others.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "support/textbook_dynamics.hpp"

namespace alembert::test {

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

/// Distance of a point from a triangle: from its plane where it is above it, else from its sides.
inline double plain_distance(const Eigen::Vector3d& point, const Eigen::Matrix3d& triangle) {
  const Eigen::Vector3d normal =
      (triangle.col(1) - triangle.col(0)).cross(triangle.col(2) - triangle.col(0)).normalized();
  bool above = true;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3d from = triangle.col(k), side = triangle.col((k + 1) % 3) - from;
    above = above && normal.cross(side).dot(point - from) >= 0.0;
    const double along = std::clamp(side.dot(point - from) / side.squaredNorm(), 0.0, 1.0);
    least = std::min(least, (point - from - along * side).norm());
  }
  return above ? std::abs(normal.dot(point - triangle.col(0))) : least;
}

/// From a hull, by all of its triangles.
inline double plain_distance_of_hull(const Eigen::Vector3d& point, const Solid& hull) {
  bool inside = true;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < hull.facets.size(); f += 3) {
    Eigen::Matrix3d triangle;
    for (std::size_t k = 0; k < 3; ++k) {
      triangle.col(static_cast<Eigen::Index>(k)) = hull.points.col(hull.facets[f + k]);
    }
    const Eigen::Vector3d out =
        (triangle.col(1) - triangle.col(0)).cross(triangle.col(2) - triangle.col(0));
    inside = inside && out.dot(point - triangle.col(0)) <= 0.0;
    least = std::min(least, plain_distance(point, triangle));
  }
  return inside ? 0.0 : least;
}

/// Distance of a point from a segment, box, hull or cylinder, without radii; 0 inside.
inline double plain_distance(const Eigen::Vector3d& point, const Solid& solid) {
  if (solid.is_hull() && solid.facets.empty()) {  // a cloud
    return (solid.points.colwise() - point).colwise().norm().minCoeff();
  }
  if (solid.is_hull()) return plain_distance_of_hull(point, solid);
  if (solid.disc > 0.0) {
    const Eigen::Vector3d axis = solid.edges.col(0).normalized(), from = point - solid.corner;
    const double along = axis.dot(from), length = solid.edges.col(0).norm();
    const double beyond = std::max({0.0, -along, along - length});
    return std::hypot(beyond, std::max(0.0, (from - along * axis).norm() - solid.disc));
  }
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

}  // namespace alembert::test
