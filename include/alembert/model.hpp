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

enum class JointMotion { revolute, prismatic, helical };

/// One joint of one degree, and the moving link behind it, in canonical frames.
struct ModelJoint {
  std::string name;  ///< of the user's joint, with the suffix of its coordinate if it has several
  int parent = -1;   ///< index of the parent joint (= link); -1 is the base
  JointMotion motion = JointMotion::revolute;
  bool first_child = true;  ///< then beta = 0
  double sin_beta = 0.0, cos_beta = 1.0;
  double sin_alpha = 0.0, cos_alpha = 1.0;
  Eigen::Vector3d p = Eigen::Vector3d::Zero();
  double theta0 = 0.0;
  double pitch = 0.0;

  int coordinate = 0;  ///< index into q
  double ratio = 1.0, offset = 0.0;

  Inertia inertia;  ///< of the link, in its canonical frame

  bool driven = true;  ///< false for the six joints of a freed base
  // What the joint adds to the torque; all zero in an ideal model.
  double viscous = 0.0, coulomb = 0.0;
  double rotor_inertia = 0.0;  ///< as felt at the joint: inertia * gear^2
  double stiffness = 0.0, spring_rest = 0.0;
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

  bool massive() const { return inertia || payload; }
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

struct CompileOptions {
  /// Leave out friction, rotor inertia and springs.
  bool ideal = false;
  /// Free the base: six coordinates base.x base.y base.z base.rz base.ry base.rx come first.
  bool floating_base = false;
  /// Replace the robot's gravity, world components, m/s^2.
  std::optional<Eigen::Vector3d> gravity = std::nullopt;
};

class Model {
 public:
  struct Data {
    std::string name;
    std::vector<ModelJoint> joints;  ///< parents before children
    std::vector<Coordinate> coordinates;
    std::vector<ModelFrame> frames;
    std::vector<ModelLink> links;  ///< parents before children
    Inertia base_inertia;          ///< of what is welded to the base, in the canonical base frame
    Eigen::Isometry3d base = Eigen::Isometry3d::Identity();  ///< canonical base frame in the world
    Eigen::Isometry3d mount =
        Eigen::Isometry3d::Identity();                  ///< the user's base frame in the world
    Eigen::Vector3d gravity = Eigen::Vector3d::Zero();  ///< world components
    bool coupled = false;                               ///< some coordinate moves several joints
  };

  explicit Model(Data data);

  const Data& data() const { return *data_; }
  const std::string& name() const { return data_->name; }
  /// Length of q, v, a and tau.
  int dofs() const { return static_cast<int>(data_->coordinates.size()); }
  /// Number of one-degree joints, coupled ones included; at least dofs().
  int joint_count() const { return static_cast<int>(data_->joints.size()); }
  const std::vector<ModelJoint>& joints() const { return data_->joints; }
  const ModelJoint& joint(int i) const { return data_->joints[static_cast<std::size_t>(i)]; }
  const std::vector<Coordinate>& coordinates() const { return data_->coordinates; }
  const std::vector<ModelFrame>& frames() const { return data_->frames; }
  const ModelFrame& frame(FrameId id) const {
    return data_->frames[static_cast<std::size_t>(id.index())];
  }
  /// Is this one of frames()?
  bool has(FrameId id) const {
    return id.is_set() && id.index() < static_cast<int>(data_->frames.size());
  }
  const std::vector<ModelLink>& links() const { return data_->links; }
  const Eigen::Isometry3d& base() const { return data_->base; }
  const Eigen::Isometry3d& mount() const { return data_->mount; }
  const Eigen::Vector3d& gravity() const { return data_->gravity; }
  const Inertia& base_inertia() const { return data_->base_inertia; }
  bool coupled() const { return data_->coupled; }

  std::vector<std::string> coordinate_names() const;
  /// Index by name; throws Error listing what there is.
  int coordinate(const std::string& name) const;
  FrameId frame(const std::string& name) const;

 private:
  std::shared_ptr<const Data> data_;  // copies are cheap and share; nothing can change it
};

/// The same model with a body rigidly added to one of its frames (index of Model::frames()).
Model carrying(const Model& model, FrameId frame, const Inertia& body_in_frame);

/// Validates, frees the base if asked, folds fixed joints, expands joints of several degrees and
/// places canonical frames. Throws Error.
Model compile(const Robot& robot, const CompileOptions& options = {});

}  // namespace alembert
