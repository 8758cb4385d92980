// Newton and Euler from the textbook, straight from the Robot: every body's inertia force, summed
// from the tips to the base, all in the world's axes about the base's origin. No canonical frames,
// no regrouping; any scalar.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "alembert/dual.hpp"
#include "alembert/model.hpp"
#include "alembert/robot.hpp"
#include "alembert/scalar.hpp"

namespace alembert::test {

/// Only a scalar that watches its own terms (largest_term.hpp) has something to do here.
template <typename S>
void share_largest(Vec3<S>&) {}
template <typename S>
void forget_terms(S&) {}

template <typename S>
class TextbookDynamics {
 public:
  using V = Vec3<S>;
  using M = Mat3<S>;

  /// Turning, sliding, floating and fixed joints, none coupled, no payloads; the model only says
  /// the order of the coordinates.
  TextbookDynamics(const Robot& robot, const Model& model) : robot_(in_single_degrees(robot)) {
    Link base;
    base.R = robot.base_pose.linear().cast<S>();
    base.name = robot.base;
    links_.push_back(base);
    for (std::size_t k = 0; k < links_.size(); ++k) {
      for (const Joint& joint : robot_.joints) {
        if (joint.parent == links_[k].name) add(joint, static_cast<int>(k), model);
      }
    }
    for (std::size_t k = 1; k < links_.size(); ++k) {
      const alembert::Link* named = robot.find_link(links_[k].name);
      if (named == nullptr || !named->inertia) continue;
      const std::optional<Inertia>& body = named->inertia;
      bodies_.push_back({k, S(body->mass), body->com.cast<S>(), body->about_com.cast<S>()});
    }
  }

  void move(const VecX<S>& q, const VecX<S>& v, const VecX<S>& a) {
    for (std::size_t k = 1; k < links_.size(); ++k) move(links_[k], q, v, a);
    for (const Body& body : bodies_) add_inertia_force(body);
    for (std::size_t k = links_.size() - 1; k > 0; --k) {
      Link& parent = links_[static_cast<std::size_t>(links_[k].parent)];
      add_wrench(links_[k].force, links_[k].moment, parent);
    }
  }

  /// Rotor, friction and spring included.
  S torque(int coordinate, const VecX<S>& q, const VecX<S>& v, const VecX<S>& a) const {
    const Link& link = moved_by(coordinate);
    const Joint& joint = *link.joint;
    const double sign =
        static_cast<double>(v[coordinate] > S(0.0)) - static_cast<double>(v[coordinate] < S(0.0));
    S sum = S(joint.rotor.inertia) * S(joint.rotor.gear) * S(joint.rotor.gear) * a[coordinate] +
            S(joint.friction.viscous) * v[coordinate] + S(joint.friction.coulomb * sign) +
            S(joint.spring.stiffness) * (q[coordinate] - S(joint.spring.rest));
    sum += link.axis.dot(turns(joint) ? V(link.moment - link.at.cross(link.force)) : link.force);
    return sum;
  }

 private:
  struct Body {
    std::size_t link;
    S mass;
    V com;      // in the link
    M inertia;  // about the mass centre, in the link's axes
  };
  struct Link {
    std::string name;
    const Joint* joint = nullptr;
    int parent = -1, coordinate = -1;
    M R = M::Identity();
    V o = V::Zero(), w = V::Zero(), wd = V::Zero(), a = V::Zero();
    V axis = V::Zero(), at = V::Zero();       // of the joint
    V force = V::Zero(), moment = V::Zero();  // of all bodies from here to the tips
  };

  /// A floating joint as what its coordinates say: three slides, then turns about z, y and x.
  static Robot in_single_degrees(const Robot& robot) {
    Robot single = robot;
    single.joints.clear();
    for (const Joint& joint : robot.joints) {
      if (joint.type != JointType::floating) {
        single.joints.push_back(joint);
        continue;
      }
      std::string parent = joint.parent;
      for (const std::string suffix : {"x", "y", "z", "rz", "ry", "rx"}) {
        Joint part;
        part.name = joint.name + "." + suffix;
        part.type = suffix.size() == 1 ? JointType::prismatic : JointType::revolute;
        part.axis = Eigen::Vector3d::Unit(suffix.back() - 'x');
        part.parent = parent;
        part.child = suffix == "rx" ? joint.child : part.name;
        if (suffix == "x") part.origin = joint.origin;
        if (suffix == "rx") part.tip = joint.tip;
        parent = part.child;
        single.joints.push_back(part);
      }
    }
    return single;
  }

  static bool turns(const Joint& joint) {
    return joint.type == JointType::revolute || joint.type == JointType::continuous;
  }

  void add(const Joint& joint, int parent, const Model& model) {
    Link link;
    link.name = joint.child;
    link.joint = &joint;
    link.parent = parent;
    if (joint.type != JointType::fixed) link.coordinate = model.coordinate(joint.name);
    links_.push_back(link);
  }

  /// The acceleration of the link's point at r from where `a` is known.
  static V at_distance(const Link& link, const V& a, const V& r) {
    return a + link.wd.cross(r) + link.w.cross(link.w.cross(r));
  }
  /// Moves the link's origin by r.
  static void shift(Link& link, const V& r) {
    link.a = at_distance(link, link.a, r);
    link.o += r;
  }

  void move(Link& link, const VecX<S>& q, const VecX<S>& v, const VecX<S>& a) {
    const Joint& joint = *link.joint;
    const Link& parent = links_[static_cast<std::size_t>(link.parent)];
    link.w = parent.w;
    link.wd = parent.wd;
    link.a = parent.a;
    link.o = parent.o;
    link.force = link.moment = V::Zero();
    shift(link, parent.R * joint.origin.translation().cast<S>());
    link.R = parent.R * joint.origin.linear().cast<S>();
    if (link.coordinate >= 0) {
      const S &x = q[link.coordinate], &rate = v[link.coordinate], &push = a[link.coordinate];
      const V local = joint.axis.cast<S>();
      link.axis = link.R * local;
      link.at = link.o;
      if (turns(joint)) {
        link.wd += link.axis * push + link.w.cross(link.axis) * rate;
        link.w += link.axis * rate;
        link.R = link.R * rotation(local, x);
      } else {
        shift(link, link.axis * x);
        link.a += link.w.cross(link.axis) * (rate + rate) + link.axis * push;
      }
    }
    shift(link, link.R * joint.tip.translation().cast<S>());
    link.R = link.R * joint.tip.linear().cast<S>();
    for (V* u : {&link.o, &link.w, &link.wd, &link.a, &link.axis, &link.at}) share_largest(*u);
  }

  /// Rodrigues' formula.
  static M rotation(const V& axis, const S& angle) {
    using std::cos;
    using std::sin;
    const S s = sin(angle), c = cos(angle), t = S(1.0) - c;
    const S &x = axis[0], &y = axis[1], &z = axis[2];
    M R;
    R << t * x * x + c, t * x * y - s * z, t * x * z + s * y,  //
        t * x * y + s * z, t * y * y + c, t * y * z - s * x,   //
        t * x * z - s * y, t * y * z + s * x, t * z * z + c;
    for (S& entry : R.reshaped()) forget_terms(entry);
    return R;
  }

  void add_inertia_force(const Body& body) {
    Link& link = links_[body.link];
    const V w = link.R.transpose() * link.w, wd = link.R.transpose() * link.wd;
    V moment = link.R * (body.inertia * wd + w.cross(body.inertia * w));
    const V r = link.R * body.com;
    V at = link.o + r;
    V force = (at_distance(link, link.a, r) - robot_.gravity.cast<S>()) * body.mass;
    for (V* u : {&at, &force, &moment}) share_largest(*u);
    add_wrench(force, moment + at.cross(force), link);
  }

  static void add_wrench(const V& force, const V& moment, Link& link) {
    link.force += force;
    link.moment += moment;
    share_largest(link.force);
    share_largest(link.moment);
  }

  const Link& moved_by(int coordinate) const {
    return *std::find_if(links_.begin(), links_.end(),
                         [&](const Link& link) { return link.coordinate == coordinate; });
  }

  const Robot robot_;
  std::vector<Link> links_;
  std::vector<Body> bodies_;
};

}  // namespace alembert::test
