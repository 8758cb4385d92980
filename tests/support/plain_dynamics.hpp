// An independent answer: dynamics straight from the Robot, in world coordinates, without folding,
// canonical frames or force recursion. Kane's sum over links of Jacobian^T times inertia force,
// O(n^2), written to be checked by eye.
#pragma once

#include <Eigen/Geometry>
#include <map>
#include <string>
#include <vector>

#include "alembert/robot.hpp"

namespace alembert::test {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// One elementary motion met on the way from the base to a link, in the world.
struct PlainMotion {
  std::string coordinate;  // name of the independent coordinate that drives it
  double ratio = 1.0;
  Vector3d turn = Vector3d::Zero();   // angular velocity per unit of the joint's rate
  Vector3d slide = Vector3d::Zero();  // velocity of points of the link at `at`, per unit rate
  Vector3d at = Vector3d::Zero();
};

/// A rigid frame in motion, world components, `a` and `v` of its origin.
struct PlainBody {
  Isometry3d X = Isometry3d::Identity();
  Vector3d w = Vector3d::Zero(), wd = Vector3d::Zero();
  Vector3d v = Vector3d::Zero(), a = Vector3d::Zero();
  std::vector<PlainMotion> path;

  void move_to(const Isometry3d& pose_in_body) {
    const Vector3d r = X.linear() * pose_in_body.translation();
    v += w.cross(r);
    a += wd.cross(r) + w.cross(w.cross(r));
    X = X * pose_in_body;
  }
};

class PlainDynamics {
 public:
  explicit PlainDynamics(const Robot& robot) : robot_(robot) {}

  /// Named joint-space values: what the Model calls coordinates.
  using Values = std::map<std::string, double>;

  /// Moves all links; q, v, a by coordinate name.
  void move(const Values& q, const Values& v, const Values& a) {
    bodies_.clear();
    PlainBody base;
    base.X = robot_.base_pose;
    bodies_[robot_.base] = base;
    for (bool progress = true; progress;) {
      progress = false;
      for (const Joint& joint : robot_.joints) {
        if (!bodies_.count(joint.parent) || bodies_.count(joint.child)) continue;
        bodies_[joint.child] = behind(joint, bodies_[joint.parent], q, v, a);
        progress = true;
      }
    }
  }

  const PlainBody& body(const std::string& link) const { return bodies_.at(link); }

  /// Joint-space force of the rigid bodies and gravity, by coordinate name.
  double tau(const std::string& coordinate) const {
    double sum = 0.0;
    for_each_mass([&](const PlainBody& body, const Inertia& inertia) {
      const Vector3d r = body.X.linear() * inertia.com;
      const Matrix3d I = body.X.linear() * inertia.about_com * body.X.linear().transpose();
      const Vector3d force = inertia.mass * (body.a + body.wd.cross(r) +
                                             body.w.cross(body.w.cross(r)) - robot_.gravity);
      const Vector3d moment = I * body.wd + body.w.cross(I * body.w);
      const auto [linear, angular] = partial(body, coordinate, body.X * inertia.com);
      sum += linear.dot(force) + angular.dot(moment);
    });
    return sum;
  }

  double mass_matrix(const std::string& row, const std::string& column) const {
    double sum = 0.0;
    for_each_mass([&](const PlainBody& body, const Inertia& inertia) {
      const Matrix3d I = body.X.linear() * inertia.about_com * body.X.linear().transpose();
      const Vector3d c = body.X * inertia.com;
      const auto [linear_row, angular_row] = partial(body, row, c);
      const auto [linear_column, angular_column] = partial(body, column, c);
      sum += inertia.mass * linear_row.dot(linear_column) + angular_row.dot(I * angular_column);
    });
    return sum;
  }

  /// Partial velocities (Kane) of a point of a body, in the world.
  static std::pair<Vector3d, Vector3d> partial(const PlainBody& body, const std::string& coordinate,
                                               const Vector3d& point) {
    Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();
    for (const PlainMotion& motion : body.path) {
      if (motion.coordinate != coordinate) continue;
      linear += motion.ratio * (motion.slide + motion.turn.cross(point - motion.at));
      angular += motion.ratio * motion.turn;
    }
    return {linear, angular};
  }

 private:
  struct Degree {
    double turn, slide;
    Vector3d axis;
  };

  static std::vector<Degree> degrees(const Joint& joint) {
    const Vector3d x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
    switch (joint.type) {
      case JointType::revolute:
      case JointType::continuous:
        return {{1, 0, joint.axis}};
      case JointType::prismatic:
        return {{0, 1, joint.axis}};
      case JointType::helical:
        return {{1, joint.pitch, joint.axis}};
      case JointType::cylindrical:
        return {{1, 0, joint.axis}, {0, 1, joint.axis}};
      case JointType::universal:
        return {{1, 0, joint.axis}, {1, 0, joint.axis2}};
      case JointType::spherical:
        return {{1, 0, z}, {1, 0, y}, {1, 0, x}};
      case JointType::planar: {  // tests use axis z, whose plane directions are x and y
        return {{0, 1, x}, {0, 1, y}, {1, 0, z}};
      }
      case JointType::floating:
        return {{0, 1, x}, {0, 1, y}, {0, 1, z}, {1, 0, z}, {1, 0, y}, {1, 0, x}};
      case JointType::fixed:
        break;
    }
    return {};
  }

  PlainBody behind(const Joint& joint, PlainBody body, const Values& q, const Values& v,
                   const Values& a) const {
    body.move_to(joint.origin);
    const auto steps = degrees(joint);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const Joint* leader = &joint;
      double ratio = 1.0, offset = 0.0;
      while (leader->mimic) {
        offset += ratio * leader->mimic->offset;
        ratio *= leader->mimic->ratio;
        leader = robot_.find_joint(leader->mimic->joint);
      }
      const std::string name = leader->name + coordinate_suffixes(leader->type)[k];
      step(body, steps[k], name, ratio, ratio * q.at(name) + offset, ratio * v.at(name),
           ratio * a.at(name));
    }
    body.move_to(joint.tip);
    return body;
  }

  static void step(PlainBody& body, const Degree& degree, const std::string& name, double ratio,
                   double q, double v, double a) {
    const Vector3d axis = body.X.linear() * degree.axis.normalized();
    const Vector3d w_before = body.w, wd_before = body.wd;
    body.path.push_back(
        {name, ratio, degree.turn * axis, degree.slide * axis, body.X.translation()});
    // Slide: the origin moves by d along an axis that the body before carries round.
    const double d = degree.slide * q, dv = degree.slide * v, da = degree.slide * a;
    const Vector3d r = d * axis;
    body.v += w_before.cross(r) + dv * axis;
    body.a += wd_before.cross(r) + w_before.cross(w_before.cross(r)) +
              2.0 * dv * w_before.cross(axis) + da * axis;
    // Turn.
    body.w += degree.turn * v * axis;
    body.wd += degree.turn * (a * axis + v * w_before.cross(axis));
    body.X.translation() += r;
    body.X.linear() =
        body.X.linear() *
        Eigen::AngleAxisd(degree.turn * q, degree.axis.normalized()).toRotationMatrix();
  }

  template <typename Visit>
  void for_each_mass(Visit visit) const {
    for (const Link& link : robot_.links) {
      if (link.inertia) visit(bodies_.at(link.name), *link.inertia);
    }
    for (const Payload& payload : robot_.payloads) {
      const Frame* frame = robot_.find_frame(payload.frame);
      PlainBody body = bodies_.at(frame ? frame->link : payload.frame);
      if (frame) body.move_to(frame->pose);
      visit(body, payload.inertia);
    }
  }

  const Robot& robot_;
  std::map<std::string, PlainBody> bodies_;
};

}  // namespace alembert::test
