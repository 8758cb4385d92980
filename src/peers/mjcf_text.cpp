#include "peers/mjcf_text.hpp"

#include <sstream>

#include "alembert/error.hpp"

namespace alembert::peers {

namespace {

std::string text(const Eigen::Vector3d& u) {
  std::ostringstream s;
  s.precision(17);
  s << u.x() << ' ' << u.y() << ' ' << u.z();
  return s.str();
}

std::string placed(const Eigen::Isometry3d& X) {
  const Eigen::Quaterniond quat(X.linear());
  std::ostringstream s;
  s.precision(17);
  s << " pos='" << text(X.translation()) << "' quat='" << quat.w() << ' ' << text(quat.vec())
    << "'";
  return s.str();
}

class Writer {
 public:
  explicit Writer(const Robot& robot) : robot_(robot) {
    out_.precision(17);
    out_ << "<mujoco><compiler angle='radian' balanceinertia='false'/>"
         << "<option gravity='" << text(robot.gravity) << "'/><worldbody><body name='base'"
         << placed(robot.base_pose) << ">";
    contents(robot.base, Eigen::Isometry3d::Identity());
    out_ << "</body></worldbody></mujoco>";
  }
  std::string str() const { return out_.str(); }

 private:
  void hinge(const std::string& name, const Eigen::Vector3d& axis) {
    out_ << "<joint name='" << name << "' type='hinge' axis='" << text(axis) << "'/>";
  }
  void slide(const std::string& name, const Eigen::Vector3d& axis) {
    out_ << "<joint name='" << name << "' type='slide' axis='" << text(axis) << "'/>";
  }
  void inertial(const Inertia& body) {
    const Eigen::Matrix3d& I = body.about_com;
    out_ << "<inertial pos='" << text(body.com) << "' mass='" << body.mass << "' fullinertia='"
         << I(0, 0) << ' ' << I(1, 1) << ' ' << I(2, 2) << ' ' << I(0, 1) << ' ' << I(0, 2) << ' '
         << I(1, 2) << "'/>";
  }

  void motions(const Joint& joint) {
    const Eigen::Vector3d x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
    const std::string& n = joint.name;
    switch (joint.type) {
      case JointType::revolute:
      case JointType::continuous:
        return hinge(n, joint.axis);
      case JointType::prismatic:
        return slide(n, joint.axis);
      case JointType::cylindrical:
        hinge(n + ".rot", joint.axis);
        return slide(n + ".trans", joint.axis);
      case JointType::universal:
        hinge(n + ".rot1", joint.axis);
        return hinge(n + ".rot2", joint.axis2);
      case JointType::planar:
        slide(n + ".x", x);
        slide(n + ".y", y);
        return hinge(n + ".rot", z);
      case JointType::floating:
        slide(n + ".x", x);
        slide(n + ".y", y);
        slide(n + ".z", z);
        [[fallthrough]];
      case JointType::spherical:
        hinge(n + ".rz", z);
        hinge(n + ".ry", y);
        return hinge(n + ".rx", x);
      case JointType::fixed:
        return;
      case JointType::helical:
        throw Error(Error::Code::unsupported, joint.where,
                    "MuJoCo has no helical joint, as '" + n + "' is", "compare without MuJoCo");
    }
  }

  /// MuJoCo's body moves with the joint; the link's frame stands at `tip` in it.
  void contents(const std::string& link, const Eigen::Isometry3d& tip) {
    const auto& own = robot_.find_link(link)->inertia;
    if (own) inertial(transformed(tip, *own));
    for (const Payload& payload : robot_.payloads) {
      const Frame* frame = robot_.find_frame(payload.frame);
      if ((frame ? frame->link : payload.frame) != link) continue;
      out_ << "<body" << placed(frame ? tip * frame->pose : tip) << ">";
      inertial(payload.inertia);
      out_ << "</body>";
    }
    for (const Joint& joint : robot_.joints) {
      if (joint.parent != link) continue;
      out_ << "<body name='" << joint.child << "'" << placed(tip * joint.origin) << ">";
      motions(joint);
      contents(joint.child, joint.tip);
      out_ << "</body>";
    }
  }

  const Robot& robot_;
  std::ostringstream out_;
};

}  // namespace

std::string mjcf_text(const Robot& robot) { return Writer(robot).str(); }

}  // namespace alembert::peers
