// A Robot is what the user wrote: links, joints, frames and limits, each with the line it came
// from. Readers make it, the doctor examines it, writers print it, compile() turns it into a Model.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alembert/error.hpp"
#include "alembert/inertia.hpp"

namespace alembert {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Joints of several degrees are compiled as chains of one-degree joints with massless links.
/// Coordinates, in order (one-degree joints take the joint's own name, others NAME.suffix):
///   cylindrical  rot trans            rotation about, then translation along, `axis`
///   universal    rot1 rot2            about `axis`, then about `axis2`
///   spherical    rz ry rx             R = Rz Ry Rx (yaw, pitch, roll)
///   planar       x y rot              translations in the plane normal to `axis`, then rotation
///   floating     x y z rz ry rx       position, then R = Rz Ry Rx
enum class JointType {
  revolute,
  continuous,  ///< revolute, without end: a full turn brings the robot back
  prismatic,
  fixed,  ///< no coordinate
  helical,
  cylindrical,  ///< two coordinates
  universal,    ///< two coordinates
  spherical,    ///< three; singular at a pitch of 90 degrees
  planar,       ///< three coordinates
  floating,     ///< six; singular at a pitch of 90 degrees
};

const char* to_string(JointType type);
/// The type of that name, or nothing.
std::optional<JointType> joint_type(const std::string& name);
/// Coordinate suffixes of a joint type, in order: {""} for one-degree joints, {} for fixed.
const std::vector<std::string>& coordinate_suffixes(JointType type);
bool has_one_degree(JointType type);

/// Unlimited unless said otherwise. Units: m or rad and their rates; N or N m.
struct Limits {
  double lower = -infinity;
  double upper = infinity;
  double velocity = infinity;
  double acceleration = infinity;
  double jerk = infinity;
  double torque = infinity;  ///< either way
  /// Less than that one way, as muscles have it.
  double torque_lower = -infinity, torque_upper = infinity;
  Location where;
};

/// Torque of friction: viscous * v + coulomb * sign(v), with sign(0) = 0.
struct Friction {
  double viscous = 0.0;  ///< N m s/rad or N s/m
  double coulomb = 0.0;  ///< N m or N
};

/// A motor rotor behind a gear: adds inertia * gear^2 to the joint's own inertia.
struct Rotor {
  double inertia = 0.0;  ///< kg m^2 about the rotor's axis
  double gear = 1.0;     ///< rotor turns per joint turn (or rad per m)
};

/// Torque of a spring: stiffness * (q - rest).
struct Spring {
  double stiffness = 0.0;
  double rest = 0.0;
};

/// This joint follows another: q = ratio * q(joint) + offset.
struct Mimic {
  std::string joint;  ///< the name of the one that leads
  double ratio = 1.0;
  double offset = 0.0;
  Location where;
};

struct Joint {
  std::string name;
  JointType type = JointType::revolute;  ///< which coordinates it has
  std::string parent;                    ///< name of the parent link
  std::string child;                     ///< name of the child link
  /// Joint frame in the parent link's frame, at q = 0.
  Eigen::Isometry3d origin = Eigen::Isometry3d::Identity();
  /// Direction of motion in the joint frame; unit length once read.
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
  /// Second axis of a universal joint, in the joint frame.
  Eigen::Vector3d axis2 = Eigen::Vector3d::UnitX();
  /// Child link's frame in the moved joint frame. Not identity only for standard DH rows.
  Eigen::Isometry3d tip = Eigen::Isometry3d::Identity();
  double pitch = 0.0;  ///< helical joints: m per rad
  Limits limits;
  Friction friction;           ///< viscous and Coulomb
  Rotor rotor;                 ///< of its motor
  Spring spring;               ///< beside the motor
  std::optional<Mimic> mimic;  ///< none: it has coordinates of its own
  Location where;
};

/// A shape to draw. Only `mesh` needs a file, and the file is named, not read.
struct Visual {
  enum class Shape { box, cylinder, capsule, sphere, mesh };
  Shape shape = Shape::box;  ///< what `size` is of
  /// box: full edge lengths; cylinder, capsule: radius, length; sphere: radius; mesh: scale.
  Eigen::Vector3d size = Eigen::Vector3d::Ones();
  std::string mesh;                                        ///< file, as written
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();  ///< in the link's frame
  std::optional<std::array<double, 4>> rgba;               ///< 0 to 1; none: the page's
};

struct FlexibleLink;

struct Link {
  std::string name;
  std::optional<Inertia> inertia;  ///< in the link's frame; absent means none was written
  std::vector<Visual> visuals;
  Location where;
  Location inertia_where;  ///< of its inertia
  /// How it bends (alembert/flexible_link.hpp); nullptr: it does not. `inertia` is then that of a
  /// rigid hub at its near end.
  std::shared_ptr<const FlexibleLink> flexible = nullptr;
};

/// A named place on a link: a tool, a sensor, a grasp.
struct Frame {
  std::string name;
  std::string link;                                        ///< that it is fixed to
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();  ///< in the link's frame
  Location where;
};

/// Something carried: rigidly added to a link or frame.
struct Payload {
  std::string frame;  ///< name of a link or frame
  Inertia inertia;    ///< in that frame
  Location where;
};

/// Parts of a robot that motions keep out of each other, unless their problem has a clearance of
/// its own.
struct SelfClearance {
  /// Round, between two points.
  struct Capsule {
    std::string name;
    std::string frame;                               ///< link or frame that it moves with
    Eigen::Vector3d from = Eigen::Vector3d::Zero();  ///< one end, in that frame
    Eigen::Vector3d to = Eigen::Vector3d::Zero();    ///< the other end
    double radius = 0.0;                             ///< m
    Location where;
  };
  /// Two capsules, by name.
  struct Pair {
    std::string one, other;
  };
  std::vector<Capsule> capsules;
  std::vector<Pair> pairs;  ///< what is kept apart
};

/// What a reader or the doctor noticed. Errors make `alembert check` fail.
struct Finding {
  enum class Severity { note, warning, error };
  Severity severity = Severity::note;  ///< whether check fails
  Location where;
  std::string reason;  ///< what was noticed
  std::string fix;     ///< what to do

  /// "file:line: severity: reason; fix".
  std::string text() const;
};

const char* to_string(Finding::Severity severity);

struct Robot {
  std::string name;
  std::string file;  ///< as given by the user; empty if built in code
  std::string base;  ///< name of the root link
  /// Base link's frame in the world: a tilted or displaced base.
  Eigen::Isometry3d base_pose = Eigen::Isometry3d::Identity();
  Eigen::Vector3d gravity{0.0, 0.0, -9.81};  ///< acceleration, world components, m/s^2
  std::vector<Link> links;
  std::vector<Joint> joints;  ///< in the order of the file
  std::vector<Frame> frames;
  std::vector<Payload> payloads;  ///< added to links when it is compiled
  std::vector<Finding> findings;  ///< noticed while reading: ignored tags and the like
  SelfClearance self_clearance;   ///< what it keeps out of itself; empty: nothing

  /// nullptr if there is none of that name.
  const Link* find_link(const std::string& name) const;
  const Joint* find_joint(const std::string& name) const;  ///< likewise
  const Frame* find_frame(const std::string& name) const;  ///< likewise
};

}  // namespace alembert
