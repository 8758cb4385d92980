// An arm is what a motion problem asks about a robot beside its tree: what its coordinates are, how
// it answers torques, how its frames move, how it rests, and what cannot be asked of it.
//
// Arms of stiff links are one kind, arms that bend (alembert::flexible) another. A kind is added by
// deriving from Arm and a function that compiles a Model with one behind it; where robots of
// documents ask for the kind, by add_arm_kind() too.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alembert/error.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"

namespace alembert {

class ArmFrame;  // internal: a frame that moves otherwise than the model's tree
class Dynamics;
struct MotionProblem;
struct PointLimit;  // internal
struct Tie;         // internal: what unknown forces hold together

/// What not every kind of arm can be asked for.
enum class ArmUse {
  smoothing,    ///< limits that make its motion smooth (smoothed())
  timing,       ///< the fastest timing of a path (retime())
  control,      ///< a motion under a controller (simulate())
  leading,      ///< verified with its joints led as planned, while the rest moves by itself
  mujoco,       ///< verified by MuJoCo
  trapezoids,   ///< searched for near straight trapezoids of velocity
  still_joints  ///< searched for with joints held that need not move
};

/// Immutable, one a model: Model::arm(). Functions take the model it is behind. Share it between
/// threads.
class Arm {
 public:
  virtual ~Arm() = default;

  /// A robot compiled for this kind of arm. Throws Error.
  virtual Model compile(const Robot& robot, const CompileOptions& options) const = 0;
  /// The arm of a model that was made of this one's and is described otherwise: it carries
  /// something, falls or rubs otherwise.
  virtual std::shared_ptr<const Arm> changed(const Description& description) const = 0;

  /// Coordinates whose values people tell and limit: the first so many. Those after them have no
  /// motor and follow (amplitudes of links that bend).
  virtual int told(const Model& model) const { return model.dofs(); }
  /// What is missing of the equation of a coordinate without a motor is compared with an entry of
  /// `scales`: on entry what motors do. For kinds whose coordinates have a better measure.
  virtual void scale_equations(const Model&, Eigen::VectorXd& /*scales*/) const {}
  /// q with what follows where it rests, as the coordinates that are told bend it.
  virtual Eigen::VectorXd resting(const Model&, const Eigen::VectorXd& q) const { return q; }
  /// Links whose deflection a problem may limit.
  virtual std::vector<std::string> bending_links(const Model&) const { return {}; }

  /// A frame that moves otherwise than the model's tree; nullptr if it moves with that.
  virtual std::unique_ptr<ArmFrame> frame(const Model&, FrameId frame) const;
  /// Of a stage of a problem: `model` has in hand what is carried in it, `ties` are what unknown
  /// forces hold there.
  virtual std::shared_ptr<const Dynamics> dynamics(const MotionProblem& problem, const Model& model,
                                                   const std::vector<Load>& loads,
                                                   const std::vector<Tie>& ties) const = 0;

  /// Throws Error for problems that this kind of arm cannot be given.
  virtual void check(const MotionProblem& problem) const = 0;
  /// Limits on the way that this kind alone has.
  virtual std::vector<PointLimit> limits_during_motion(const MotionProblem& problem) const;
  /// Limits on how what follows may still move at the goal; none: it rests. Nodes are the caller's.
  virtual std::vector<PointLimit> limits_at_goal(const MotionProblem& problem) const;

  /// Why it cannot be asked for a use; nothing where it can.
  virtual std::optional<Error> cannot(ArmUse use) const = 0;
  bool can(ArmUse use) const { return !cannot(use); }  ///< cannot() has no objection
  /// Throws what cannot() says.
  void require(ArmUse use) const;
};

/// Of stiff links, as compile() makes it.
std::shared_ptr<const Arm> stiff_arm();

/// A kind of arm that robots in files may ask for. A component adds its own: programs have the
/// kinds that they are linked with.
struct ArmKind {
  bool (*is_asked)(const Robot& robot);  ///< does the robot's description ask for this kind?
  Model (*compile)(const Robot& robot, const CompileOptions& options);
};
/// True. To be called before main(), by what initialises a variable.
bool add_arm_kind(const ArmKind& kind);

/// compile() for the kind of arm that the robot asks for. Throws Error, also where that kind was
/// not built in.
Model compile_arm(const Robot& robot, const CompileOptions& options = {});

}  // namespace alembert
