// A robot whose placements and masses are numbers of any kind, and its torques: Kane's sum over
// links in the world, straight from the Robot. With dual numbers it tells what a change of the
// design does, and knows nothing of how the library finds it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/load.hpp"
#include "alembert/robot.hpp"
#include "alembert/scalar.hpp"

namespace alembert::test {

template <typename S>
class DesignRobot {
 public:
  struct Body {
    S mass;
    Vec3<S> com;
    Mat3<S> about_com;
  };

  explicit DesignRobot(const Robot& robot) : robot_(robot) {
    for (const Joint& joint : robot.joints) {
      origin[joint.name] = joint.origin.cast<S>();
      tip[joint.name] = joint.tip.cast<S>();
    }
    for (const Link& link : robot.links) {
      if (link.inertia) body[link.name] = cast(*link.inertia);
    }
    for (const Payload& payload : robot.payloads) carried[payload.frame] = cast(payload.inertia);
  }

  std::map<std::string, Pose<S>> origin, tip;  // by joint
  std::map<std::string, Body> body, carried;   // by link; by link or frame

  /// In the order of `coordinates`; loads name frames by their index in `frames`.
  VecX<S> tau(const std::vector<std::string>& coordinates, const std::vector<std::string>& frames,
              const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
              Loads loads) {
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      index_[coordinates[i]] = static_cast<Eigen::Index>(i);
    }
    move(q, v, a);
    VecX<S> sum = VecX<S>::Zero(q.size());
    for (const auto& [name, mass] : body) add(moved_.at(name), mass, sum);
    for (const auto& [name, mass] : carried) add(at(name), mass, sum);
    for (const Load& load : loads) {
      const Moving on = at(frames[static_cast<std::size_t>(load.frame.index())]);
      const Mat3<S> R = load.axes == Load::Axes::world ? Mat3<S>(Mat3<S>::Identity()) : on.R;
      const Vec3<S> force = -(R * load.force.cast<S>()), moment = -(R * load.moment.cast<S>());
      add_wrench(on, on.o + on.R * load.point.cast<S>(), force, moment, sum);
    }
    return sum;
  }

 private:
  struct Step {
    Eigen::Index coordinate;
    S ratio;
    Vec3<S> turn, slide, at;
  };
  struct Moving {
    Mat3<S> R = Mat3<S>::Identity();
    Vec3<S> o = Vec3<S>::Zero(), w = o, wd = o, a = o;
    std::vector<Step> path;

    void carry(const Pose<S>& X) {
      const Vec3<S> r = R * X.translation();
      a += wd.cross(r) + w.cross(w.cross(r));
      o += r;
      R = (R * X.linear()).eval();
    }
  };
  struct Degree {
    double turn, slide;
    Eigen::Vector3d axis;
  };

  static Body cast(const Inertia& i) { return {S(i.mass), i.com.cast<S>(), i.about_com.cast<S>()}; }

  static std::vector<Degree> degrees(const Joint& joint) {
    const Eigen::Vector3d x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
    switch (joint.type) {
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
      case JointType::planar:  // about z, as the random robots have it
        return {{0, 1, x}, {0, 1, y}, {1, 0, z}};
      case JointType::floating:
        return {{0, 1, x}, {0, 1, y}, {0, 1, z}, {1, 0, z}, {1, 0, y}, {1, 0, x}};
      case JointType::fixed:
        return {};
      default:
        return {{1, 0, joint.axis}};
    }
  }

  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a) {
    moved_.clear();
    Moving base;
    base.R = robot_.base_pose.linear().cast<S>();
    base.o = robot_.base_pose.translation().cast<S>();
    base.a = -robot_.gravity.cast<S>();
    moved_[robot_.base] = base;
    for (bool progress = true; progress;) {
      progress = false;
      for (const Joint& joint : robot_.joints) {
        if (!moved_.count(joint.parent) || moved_.count(joint.child)) continue;
        Moving link = moved_.at(joint.parent);
        link.carry(origin.at(joint.name));
        advance(joint, link, q, v, a);
        link.carry(tip.at(joint.name));
        moved_[joint.child] = link;
        progress = true;
      }
    }
  }

  void advance(const Joint& joint, Moving& link, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
               const Eigen::VectorXd& a) const {
    const Joint* leader = &joint;
    double ratio = 1.0, offset = 0.0;
    while (leader->mimic) {
      offset += ratio * leader->mimic->offset;
      ratio *= leader->mimic->ratio;
      leader = robot_.find_joint(leader->mimic->joint);
    }
    const auto steps = degrees(joint);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const Degree& degree = steps[k];
      const Eigen::Index c = index_.at(leader->name + coordinate_suffixes(leader->type)[k]);
      const double x = ratio * q[c] + offset, rate = ratio * v[c], acceleration = ratio * a[c];
      const Vec3<S> axis = link.R * degree.axis.template cast<S>();
      const Vec3<S> w = link.w, wd = link.wd, r = S(degree.slide * x) * axis;
      link.path.push_back({c, S(ratio), S(degree.turn) * axis, S(degree.slide) * axis, link.o});
      link.a += wd.cross(r) + w.cross(w.cross(r)) + S(2 * degree.slide * rate) * w.cross(axis) +
                S(degree.slide * acceleration) * axis;
      link.w += S(degree.turn * rate) * axis;
      link.wd += S(degree.turn * acceleration) * axis + S(degree.turn * rate) * w.cross(axis);
      link.o += r;
      const Eigen::AngleAxisd turned(degree.turn * x, degree.axis);
      link.R = (link.R * turned.toRotationMatrix().template cast<S>()).eval();
    }
  }

  Moving at(const std::string& name) const {
    const Frame* frame = robot_.find_frame(name);
    Moving on = moved_.at(frame ? frame->link : name);
    if (frame) on.carry(frame->pose.cast<S>());
    return on;
  }

  static void add(const Moving& on, const Body& mass, VecX<S>& tau) {
    const Vec3<S> r = on.R * mass.com;
    const Mat3<S> I = on.R * mass.about_com * on.R.transpose();
    const Vec3<S> force = mass.mass * (on.a + on.wd.cross(r) + on.w.cross(on.w.cross(r)));
    const Vec3<S> moment = I * on.wd + on.w.cross(Vec3<S>(I * on.w));
    add_wrench(on, on.o + r, force, moment, tau);
  }

  static void add_wrench(const Moving& on, const Vec3<S>& point, const Vec3<S>& force,
                         const Vec3<S>& moment, VecX<S>& tau) {
    for (const Step& step : on.path) {
      const Vec3<S> velocity = step.slide + step.turn.cross(Vec3<S>(point - step.at));
      tau[step.coordinate] += step.ratio * (velocity.dot(force) + step.turn.dot(moment));
    }
  }

  Robot robot_;
  std::map<std::string, Eigen::Index> index_;
  std::map<std::string, Moving> moved_;
};

}  // namespace alembert::test
