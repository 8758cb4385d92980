// A Model is what algorithms run on: immutable, compiled from a Robot, in canonical frames.
//
// Canonical frames (docs/conventions.md): z of frame i lies on joint i's axis; x of frame i is
// along z_i x z_child for its first child, so that the pose of frame i in its parent's frame p is
//
//   X_pi(x) = Rz(beta) · Trans(p) · Rx(alpha) · Trans(0, 0, d(x)) · Rz(theta(x))
//
//   revolute   theta = theta0 + x     d = 0
//   prismatic  theta = theta0         d = x
//   helical    theta = theta0 + x     d = pitch x
//
// beta is zero for first children; x = ratio q[coordinate] + offset is the joint's own value.
// Joint-space results do not depend on the choice of frames; poses, Jacobians and loads are
// answered in the user's frames through Model::frame().
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alembert/frame_id.hpp"
#include "alembert/inertia.hpp"
#include "alembert/robot.hpp"

namespace alembert {

class Arm;  // alembert/arm.hpp

enum class JointMotion { revolute, prismatic, helical };

/// One joint of one degree, and the moving link behind it, in canonical frames.
struct ModelJoint {
  std::string name;  ///< of the user's joint, with the suffix of its coordinate if it has several
  int parent = -1;   ///< index of the parent joint (= link); -1 is the base
  JointMotion motion = JointMotion::revolute;   ///< about or along z
  bool first_child = true;                      ///< then beta = 0
  double sin_beta = 0.0, cos_beta = 1.0;        ///< beta: about the parent's z
  double sin_alpha = 0.0, cos_alpha = 1.0;      ///< alpha: from the parent's z to this one's
  Eigen::Vector3d p = Eigen::Vector3d::Zero();  ///< m, in the parent's frame turned by beta
  double theta0 = 0.0;                          ///< rad: theta where the joint's value is 0
  double pitch = 0.0;                           ///< m per rad, of helical joints

  int coordinate = 0;  ///< index into q
  double ratio = 1.0, offset = 0.0;

  Inertia inertia;  ///< of the link, in its canonical frame

  bool driven = true;  ///< false for the six joints of a freed base
  // What the joint adds to the torque; all zero in an ideal model.
  double viscous = 0.0, coulomb = 0.0;
  double rotor_inertia = 0.0;                 ///< as felt at the joint: inertia * gear^2
  double stiffness = 0.0, spring_rest = 0.0;  ///< N m/rad or N/m; rest: rad or m
};

/// A place on a link that the user can name: every link of the robot and every frame.
struct ModelFrame {
  std::string name;
  int joint = -1;                                          ///< link it moves with; -1 is the base
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();  ///< in that link's canonical frame
  int link = 0;                                            ///< index into Model::links()
};

/// A link as the user wrote it, welded ones too: what identification and design speak of.
struct ModelLink {
  std::string name;
  std::string joint;  ///< the user's joint that carries it; empty for the robot's base
  int parent = -1;    ///< index of the link it hangs from; -1 for the robot's base
  FrameId frame = {};
  /// The carrying joint's frame in the parent link's frame, at zero.
  Eigen::Isometry3d origin = Eigen::Isometry3d::Identity();
  /// In the link's own frame; absent if none was written.
  std::optional<Inertia> inertia;
  /// All payloads on it together, in its frame.
  std::optional<Inertia> payload;

  bool massive() const { return inertia || payload; }  ///< has it mass, its own or carried?
  /// The link and what it carries.
  Inertia total() const;
};

/// One independent coordinate: an entry of q, v, a and tau.
struct Coordinate {
  std::string name;
  bool angular = true;  ///< rad and N m, or m and N
  bool wraps = false;   ///< a full turn brings the robot back: continuous joints
  Limits limits;
};

/// A joint held at a value, rad or m: the model has no coordinate for it.
struct LockedJoint {
  std::string name;
  double value = 0.0;  ///< rad or m, within its limits
};

struct CompileOptions {
  /// Leave out friction, rotor inertia and springs.
  bool ideal = false;
  /// Free the base: six coordinates base.x base.y base.z base.rz base.ry base.rx come first.
  bool floating_base = false;
  /// Replace the robot's gravity, world components, m/s^2.
  std::optional<Eigen::Vector3d> gravity = std::nullopt;
  /// Hold these joints, and those that follow them, where they are said to be.
  std::vector<LockedJoint> locked = {};
};

/// Which of the things that a drive adds to a torque.
struct DriveParts {
  bool viscous = false, coulomb = false, rotors = false, springs = false;

  static constexpr DriveParts all() { return {true, true, true, true}; }  ///< every one
};

/// What algorithms compute with.
struct CanonicalTree {
  std::vector<ModelJoint> joints;  ///< parents before children
  Inertia base_inertia;            ///< of what is welded to the base, in the canonical base frame
  Eigen::Isometry3d base = Eigen::Isometry3d::Identity();  ///< canonical base frame in the world
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();       ///< world components
  bool coupled = false;                                    ///< some coordinate moves several joints
};

/// What the user speaks of. The functions below keep it and the tree true to each other.
struct Description {
  std::shared_ptr<const Robot> robot;  ///< as written, with what it was given since to carry
  CompileOptions options;              ///< that it was compiled with
  DriveParts left_out;                 ///< of every joint
  std::vector<ModelFrame> frames;
  std::vector<ModelLink> links;                             ///< parents before children
  Eigen::Isometry3d mount = Eigen::Isometry3d::Identity();  ///< the user's base frame in the world
};

/// What algorithms run on. Immutable, cheap to copy: share it between threads.
class Model {
 public:
  const std::string& name() const { return parts_->name; }
  /// What motion problems ask about the robot beside its tree.
  const Arm& arm() const { return *parts_->arm; }
  /// Length of q, v, a and tau.
  int dofs() const { return static_cast<int>(parts_->coordinates.size()); }
  /// Number of one-degree joints, coupled ones included; at least dofs().
  int joint_count() const { return static_cast<int>(joints().size()); }
  const std::vector<ModelJoint>& joints() const { return parts_->tree.joints; }  ///< parents first
  const ModelJoint& joint(int i) const { return joints()[i]; }
  const std::vector<Coordinate>& coordinates() const { return parts_->coordinates; }
  const Coordinate& coordinate_at(int i) const { return coordinates()[i]; }
  const std::vector<ModelFrame>& frames() const { return parts_->description.frames; }
  /// Throws Error for one that was never set, or is another model's.
  const ModelFrame& frame(FrameId id) const {
    if (!has(id)) refuse(id);
    return frames()[id.index()];
  }
  /// Is this one of frames()?
  bool has(FrameId id) const {
    return id.is_set() && id.index() < static_cast<int>(frames().size());
  }
  const std::vector<ModelLink>& links() const { return parts_->description.links; }
  const Eigen::Isometry3d& base() const { return parts_->tree.base; }
  const Eigen::Isometry3d& mount() const { return parts_->description.mount; }
  const Eigen::Vector3d& gravity() const { return parts_->tree.gravity; }  ///< m/s^2, world
  const Inertia& base_inertia() const { return parts_->tree.base_inertia; }
  bool coupled() const { return parts_->tree.coupled; }  ///< some coordinate moves several joints
  /// The first six coordinates place the base (CompileOptions::floating_base).
  bool has_floating_base() const { return parts_->description.options.floating_base; }
  /// Joints that were locked, by name; those that follow them are not listed.
  const std::vector<LockedJoint>& locked() const { return parts_->description.options.locked; }

  std::vector<std::string> coordinate_names() const;  ///< in the order of q
  /// Index by name; throws Error listing what there is.
  int coordinate(const std::string& name) const;
  FrameId frame(const std::string& name) const;

 private:
  friend class ModelMaker;  // src/model: compile() and the functions below, nobody else

  struct Parts {
    std::string name;
    CanonicalTree tree;
    Description description;
    std::vector<Coordinate> coordinates;
    std::shared_ptr<const Arm> arm;
  };

  explicit Model(Parts parts);
  [[noreturn]] void refuse(FrameId id) const;

  std::shared_ptr<const Parts> parts_;  // copies are cheap and share; nothing can change it
};

/// The same model with a body rigidly added to one of its frames.
[[nodiscard]] Model carrying(const Model& model, FrameId frame, const Inertia& body_in_frame);

/// Another robot built from the same drawings: the mass and the tensor of what moves with each
/// joint are off by up to the share `error`, the mass centre by that share of the radius of
/// gyration. The same for the same seed, on every machine.
[[nodiscard]] Model perturbed(const Model& model, double error, unsigned seed);

/// Without what drives add to the torque: all of it, or these parts.
[[nodiscard]] Model without_drives(const Model& model, const DriveParts& parts = DriveParts::all());

[[nodiscard]] Model with_gravity(const Model& model, const Eigen::Vector3d& gravity);

/// The same robot with these joints held, too, and those that follow them: their coordinates are
/// gone, and with them their friction, rotors and springs. Throws Error for joints that there are
/// not, values outside limits, and if nothing is left that moves.
[[nodiscard]] Model with_locked_joints(const Model& model, const std::vector<LockedJoint>& joints);

/// Validates, locks joints and frees the base if asked, folds fixed joints, expands joints of
/// several degrees and places canonical frames. Throws Error.
Model compile(const Robot& robot, const CompileOptions& options = {});

}  // namespace alembert
