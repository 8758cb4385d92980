// What a user wants of a motion: where from, where to, within which limits, at what cost.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alembert/during.hpp"
#include "alembert/footing.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/point_function.hpp"
#include "alembert/pushed_body.hpp"
#include "alembert/solid.hpp"
#include "alembert/strength_curve.hpp"
#include "alembert/wrench_cone.hpp"

namespace alembert {

/// Where a frame is to be: world position, orientation (frame to world) or both.
struct FrameTarget {
  FrameId frame = {};
  std::optional<Eigen::Vector3d> position = {};     ///< world, m
  std::optional<Eigen::Matrix3d> orientation = {};  ///< frame to world
  bool operator==(const FrameTarget&) const = default;
};

/// What holds at one instant. Velocity: zero at start and goal unless given, free at waypoints.
/// Acceleration: zero at a start or goal at rest for joints whose jerk is limited (not in closed
/// loops, nor beside joints without motors), free otherwise, unless given.
struct Condition {
  std::optional<Eigen::VectorXd> q = {}, v = {}, a = {};
  std::optional<FrameTarget> pose = {};  ///< world
  std::vector<FrameTarget> also = {};    ///< poses of other frames, beside `pose`
  bool any_velocity = false;             ///< start or goal: do not ask for rest
  bool any_acceleration = false;         ///< start or goal: rest does not ask for no acceleration
};

/// A condition on the way, `at` a fraction of the segments (it is moved to the nearest knot; with
/// several phases the instant itself is optimised).
struct Waypoint {
  std::string name = {};
  double at = 0.5;           ///< 0 to 1
  Condition condition = {};  ///< that holds there
};

struct TimedLoad {
  Load load = {};  ///< constant while it acts
  During during = {};
};

/// A body held for part of the motion: picked up at `from`, put down at `to`.
struct Carried {
  std::string name = {};
  FrameId frame = {};
  Inertia inertia = {};  ///< in that frame
  During during = {};
};

/// lower <= directions * (position of the frame's origin) <= upper: a box, a plane.
struct PositionLimit {
  std::string name = {};
  FrameId frame = {};
  Eigen::MatrixX3d directions = Eigen::Matrix3d::Identity();  ///< unit rows, world components
  Eigen::VectorXd lower = {}, upper = {};                     ///< m, one an entry
  During during = {};
};

/// The frame's origin stays within a distance of a straight segment: a tube with round ends.
struct LineLimit {
  std::string name = {};
  FrameId frame = {};
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::Zero();  ///< m, world
  double tolerance = 1e-3;                                                       ///< m
  During during = {};
  bool operator==(const LineLimit&) const = default;
};

/// The frame's axis stays within an angle of a world direction: a cup held upright.
struct AxisLimit {
  std::string name = {};
  FrameId frame = {};
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();       ///< frame components, unit
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();  ///< world components, unit
  double angle = 0.1;                                    ///< rad
  During during = {};
};

/// lower <= sum of factor * q <= upper: what joints have in common, as the muscle, the cable or the
/// parallelogram that passes several of them allows it.
struct SumLimit {
  struct Part {
    int coordinate = 0;
    double factor = 1.0;
    bool operator==(const Part&) const = default;
  };
  std::string name = {};
  std::vector<Part> parts = {};
  double lower = -infinity, upper = infinity;  ///< rad or m, as its coordinates are
  During during = {};
  bool operator==(const SumLimit&) const = default;
};

/// A solid that moves with a frame, for distances.
struct ArmSolid {
  std::string name = {};
  FrameId frame = {};
  Solid solid = {};  ///< frame components
};

struct Obstacle {
  std::string name = {};
  Solid solid = {};  ///< world components
};

/// Distances to keep. Every arm solid keeps clear of every obstacle, and of the arm solids it is
/// paired with.
struct Clearance {
  std::vector<ArmSolid> arm;                    ///< that move with frames
  std::vector<Obstacle> obstacles;              ///< that stand still
  std::vector<std::pair<int, int>> self_pairs;  ///< indices into `arm`
  double margin = 0.0;                          ///< m
  /// Indices into `arm` and `obstacles` of what may touch.
  std::vector<std::pair<int, int>> allowed = {};

  bool may_touch(std::size_t arm_solid, std::size_t obstacle) const;  ///< is the pair in `allowed`?
};

/// Two frames that stay together: a loop cut open (Xiang 38). Its force is unknown, acts on frame b
/// and, reversed, on frame a; world components along `directions`.
struct CutJoint {
  std::string name = {};
  FrameId frame_a = {}, frame_b = {};                         ///< on two sides of the cut
  Eigen::MatrixX3d directions = Eigen::Matrix3d::Identity();  ///< in which origins coincide
  bool hold_orientation = false;                              ///< welded: three moments as well
  /// Welded: orientation of b in a that is kept.
  Eigen::Matrix3d rotation_ab = Eigen::Matrix3d::Identity();
};

/// A patch of a body that touches the world for part of the motion. What the world exerts on it is
/// unknown and can be exerted through the patch: it pushes, and rubs within its friction.
/// Components are those of `place`, about its origin: forces along x, y, z, then moments.
struct GroundContact {
  std::string name =
      {};              ///< several of one name: ways in which one body touches, one after another
  FrameId place = {};  ///< fixed in the world, z out of what is touched
  FrameId frame = {};  ///< of the body: it lies on `place` while they touch
  Patch patch = {};    ///< in components of `place`
  /// Of the six components those in which the body is pushed, and held unless it rolls about y. Of
  /// one that slides those in which it is held.
  std::vector<int> components = {0, 1, 2, 3, 4, 5};
  During during = {};  ///< from where it ends: it touches at that instant, and nothing pushes
  /// It takes what the others leave: the torques of the model's first six coordinates, which place
  /// the body on `place` and are zero there.
  bool carries = false;
  /// About an edge: the coordinate that turns what carries, 0 for others, -1: it does not roll.
  int rolls = -1;
  bool pivots = false;  ///< turns freely, and nothing but forces pushes one that does not carry
  /// m: so far along x of its place, from there on and never back; 0: it stays. Friction is that of
  /// a body that moves: what presses, and its moments about x and y, are unknown, and the rest of
  /// the wrench follows from them.
  double slides = 0.0;
  /// A place that is to be found lies so far from what `place` says, along a unit vector of the
  /// world: a coordinate of the model that stays what it is. It moves nothing but what carries.
  struct Found {
    int coordinate = 0;
    Eigen::Vector3d along = Eigen::Vector3d::UnitX();  ///< world, unit
    double given = 0.0;  ///< m, of the coordinate: there the place is what it was said to be
    bool operator==(const Found&) const = default;
  };
  std::vector<Found> found = {};  ///< none: its place is given
  bool operator==(const GroundContact&) const = default;
};

/// A coordinate that does not move for part of the motion.
struct Hold {
  int coordinate = 0;
  double value = 0.0;  ///< rad or m
  During during = {};
  /// The value is to be found, so near to this one at most; 0: it is this one.
  double within = 0.0;
  bool operator==(const Hold&) const = default;
};

/// The far end of a link that bends stays within so much of where a stiff one has it, along each of
/// the link's axes.
struct DeflectionLimit {
  std::string link = {};
  double largest = 0.0;  ///< m
  bool operator==(const DeflectionLimit&) const = default;
};

/// The end repeats the start: entry i of q, v, a at the end is sign[i] times entry image[i] at the
/// start, for every i with image[i] >= 0. A periodic motion is its own image; a half step swaps
/// left and right.
struct Repetition {
  std::vector<int> image;  ///< indices into q; -1: free
  Eigen::VectorXd sign;    ///< 1 or -1, one an entry
};

/// Absolute bounds, one an entry of q; infinite where there is none. Position, velocity,
/// acceleration and jerk are held at every instant through control points, torque and power by
/// certification.
struct MotionLimits {
  MotionLimits() = default;
  explicit MotionLimits(const Model& model);

  Eigen::VectorXd lower, upper;                  ///< rad or m
  Eigen::VectorXd velocity, acceleration, jerk;  ///< per s, s^2, s^3; either way
  Eigen::VectorXd torque_lower, torque_upper;    ///< N m or N; equal to 0: a passive joint
  Eigen::VectorXd power;                         ///< W
};

/// A sum of integrals over the motion and of its duration.
struct Objective {
  double time = 1.0;        ///< T
  double effort = 0.0;      ///< sum of tau^2
  double exertion = 0.0;    ///< sum of (tau / its limit)^2, of joints whose torque is limited
  double discomfort = 0.0;  ///< sum of ((q - neutral) / range)^2, of joints that have a range
  /// rad or m, one an entry of q; empty: of each range the value nearest to zero.
  Eigen::VectorXd neutral = {};
  double energy = 0.0;       ///< sum of |tau v|
  double jerk = 0.0;         ///< sum of jerk^2
  double torque_rate = 0.0;  ///< sum of (d tau / dt)^2
  double path_length = 0.0;  ///< speed of `path_frame`
  FrameId path_frame = {};   ///< whose path counts
  /// A running cost of your own: a PointFunction, or a callable through `differentiated`.
  struct Term {
    std::string name = {};
    double weight = 1.0;                                ///< of its integral
    std::shared_ptr<PointFunction> function = nullptr;  ///< of size 1
  };
  std::vector<Term> terms = {};  ///< of one's own
};

struct SplineOptions {
  enum class Knots {
    uniform,  ///< equal segments
    phases,   ///< as adapted, and the instants of waypoints and contacts are free
    free,     ///< every segment its own length, found by the solver
    adapted,  ///< shorter where accelerations change fast
  };
  int degree = 3;
  int segments = 20;
  Knots knots = Knots::adapted;  ///< how segments share the duration
  /// Of contacts whose instants are free: what lies between two of them lasts at least this share
  /// of what it would on equal segments.
  double least_phase = 0.5;
};

/// s. Fixed where shortest equals longest.
struct DurationRange {
  double shortest = 0.0, longest = infinity;  ///< shortest <= longest
  std::optional<double> guess = {};           ///< to begin the search with
};

/// Limits on torque and power hold for
enum class FrictionCover {
  hull,      ///< all Coulomb friction between the smoothed and the true one, both ways at rest
  smoothed,  ///< the smoothed friction alone: the true one passes limits where joints turn back
};

/// What is asked of a motion, on whatever arm: frames and entries are those of its model.
struct MotionRequest {
  Condition start, goal;  ///< at rest unless they say otherwise
  std::vector<Waypoint> waypoints;
  DurationRange duration;  ///< free unless said
  Objective minimize;      ///< documents keep only the names and weights of terms of one's own
  MotionLimits limits;     ///< the robot's own to begin with
  std::vector<StrengthCurve> strengths;  ///< what is there of torque limits, by angle and speed
  SplineOptions spline;                  ///< to search among
  std::vector<TimedLoad> loads;          ///< in force while they last
  std::vector<Carried> carried;          ///< for part of the motion
  std::vector<PositionLimit> positions;  ///< of frames: boxes, planes
  std::vector<LineLimit> lines;          ///< of frames: tubes
  std::vector<AxisLimit> axes;           ///< of frames: cones
  std::vector<SumLimit> sums;            ///< of several joints together
  Clearance clearance;                   ///< distances to keep
  std::vector<CutJoint> cut_joints;      ///< that close loops
  /// Of a robot on the ground (alembert/standing.hpp): what touches, as it was said, and as it
  /// became; the first so many coordinates place the robot there: no motor moves them.
  std::vector<Footing> footings;
  std::vector<GroundContact> contacts;
  int ground_coordinates = 0;
  /// What hands push (alembert/pushed_body.hpp); their coordinates have no motors either.
  std::vector<PushedBody> bodies;
  std::vector<Hold> held;  ///< for part of the motion
  /// m: the zero-moment point stays so far inside the hull of all patches that touch.
  std::optional<double> balance;
  std::optional<Repetition> repetition;      ///< none: the goal is its own
  std::vector<DeflectionLimit> deflections;  ///< of links that bend
  /// m: an arm that bends and rests at its goal may swing on there by so much, at any far end.
  double vibration = 0.0;
  /// Coulomb friction falls off below this speed, rad/s or m/s: a torque that jumps has no slope to
  /// follow.
  double slip_speed = 0.05;
  /// What limits cover of the difference (docs/equations/proof.md).
  FrictionCover friction = FrictionCover::hull;
  /// Made smooth (alembert/smoothing.hpp): limits, ends and objective above are then those of it.
  bool smooth = false;

  /// Unknown forces of the cut joints, at every instant; those of contacts come after them.
  int force_count() const;
  /// The ground, or a body that it pushes.
  bool touches() const { return !contacts.empty() || !bodies.empty(); }
};

struct MotionProblem : MotionRequest {
  explicit MotionProblem(Model m) : model(std::move(m)) { limits = MotionLimits(model); }

  Model model;
};

}  // namespace alembert
