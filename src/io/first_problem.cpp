#include "alembert/first_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/flexible_link.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "alembert/named_poses.hpp"
#include "alembert/units.hpp"
#include "io/text.hpp"

namespace alembert {
namespace {

/// Robots of more joints move one limb; this many joints of it at most.
constexpr int small_robot = 12, limb = 7;
/// The move of a joint, rad and m, and as a share of its range.
constexpr double turn = 0.6, slide = 0.1, share_of_range = 0.25;
/// Share of a motor's torque that holding a posture may take, at best and at most.
constexpr double spares[] = {0.4, 0.6, 0.8};
/// Postures that are tried.
constexpr int tries = 200;

/// Of the third strongest motor of its kind (files have a wheel or a head of thousands of N m), or
/// of an arm's: a weaker one drives a finger.
constexpr double tiny_motor = 0.06, of_an_arm = 50.0;
/// kg m^2 or kg: what moves less moves nothing.
constexpr double no_inertia = 1e-9;
/// m: what slides by less is a finger.
constexpr double finger = 0.1;

double strong_motor(const Model& model, bool angular) {
  std::vector<double> torques;
  for (const Coordinate& joint : model.coordinates()) {
    if (joint.angular == angular && std::isfinite(joint.limits.torque)) {
      torques.push_back(joint.limits.torque);
    }
  }
  if (torques.empty()) return 0.0;
  std::sort(torques.rbegin(), torques.rend());
  return std::min(of_an_arm, torques[std::min<std::size_t>(2, torques.size() - 1)]);
}

bool has_tiny_motor(const Model& model, const Coordinate& joint) {
  const double torque = joint.limits.torque;
  return torque > 0.0 && torque < tiny_motor * strong_motor(model, joint.angular);
}

/// Zero where that is well inside, else the middle.
double resting_place(const Limits& limits) {
  const double lower = std::isfinite(limits.lower) ? limits.lower : -1.0;
  const double upper = std::isfinite(limits.upper) ? limits.upper : 1.0;
  const double edge = 0.05 * (upper - lower);
  return lower + edge < 0.0 && 0.0 < upper - edge ? 0.0 : 0.5 * (lower + upper);
}

bool is_finger(const Coordinate& joint) {
  return !joint.angular && joint.limits.upper - joint.limits.lower < finger;
}

/// Whether a joint can be locked: it has one coordinate, which is called as it is.
bool can_be_locked(const Robot& robot, const std::string& coordinate) {
  const Joint* joint = robot.find_joint(coordinate);
  return joint && coordinate_suffixes(joint->type).size() == 1;
}

/// Grippers, joints whose motors are tiny beside the others, and joints that move no mass, each
/// where it rests. None where that would be all of them: a gripper alone moves its fingers.
std::vector<LockedJoint> first_locks(const Robot& robot) {
  const Model model = compile(robot);
  const int n = model.dofs();
  Eigen::VectorXd q(n);
  for (int j = 0; j < n; ++j) q[j] = resting_place(model.coordinate_at(j).limits);
  Eigen::MatrixXd M(n, n);
  MassMatrix mass(model);
  mass(q, M);
  std::vector<LockedJoint> locks;
  for (int j = 0; j < n; ++j) {
    const Coordinate& joint = model.coordinate_at(j);
    const bool idle = is_finger(joint) || has_tiny_motor(model, joint) || M(j, j) < no_inertia;
    if (idle && can_be_locked(robot, joint.name)) locks.push_back({joint.name, q[j]});
  }
  if (static_cast<int>(locks.size()) == n) locks.clear();
  return locks;
}

/// Joints from the base to the one that most others carry, ends first.
std::vector<int> deepest_limb(const Model& model) {
  std::vector<int> depth(static_cast<std::size_t>(model.joint_count()), 1);
  int tip = 0;
  for (int i = 0; i < model.joint_count(); ++i) {
    const int parent = model.joint(i).parent;
    if (parent >= 0) depth[i] += depth[parent];
    if (depth[i] > depth[tip]) tip = i;
  }
  std::vector<int> coordinates;
  for (int i = tip; i >= 0 && static_cast<int>(coordinates.size()) < limb;
       i = model.joint(i).parent) {
    coordinates.push_back(model.joint(i).coordinate);
  }
  return coordinates;
}

/// Which coordinates the first motion moves.
std::vector<bool> movers(const Model& model) {
  const bool large = model.dofs() > small_robot;
  std::vector<bool> moves(static_cast<std::size_t>(model.dofs()), !large);
  if (large) {
    for (const int j : deepest_limb(model)) moves[j] = true;
  }
  for (std::size_t j = 0; j < moves.size(); ++j) {
    moves[j] = moves[j] && !is_finger(model.coordinates()[j]);
  }
  // A gripper alone is all fingers.
  if (std::find(moves.begin(), moves.end(), true) == moves.end()) moves.assign(moves.size(), true);
  return moves;
}

/// Where the joint rests; `try_number` > 0 puts it elsewhere.
double starting_place(const Limits& limits, int try_number, int j) {
  if (try_number == 0) return resting_place(limits);
  const double lower = std::isfinite(limits.lower) ? limits.lower : -1.0;
  const double upper = std::isfinite(limits.upper) ? limits.upper : 1.0;
  return lower +
         (upper - lower) * (0.1 + 0.8 * std::fmod(try_number * std::sqrt(2.0 + 3.0 * j), 1.0));
}

/// Rounded to what people write, which is still between the limits.
double rounded(double value, double step) { return std::round(value / step) * step; }

class FirstMotion {
 public:
  FirstMotion(const Robot& robot, const std::vector<LockedJoint>& locked)
      : model_(compile(robot, {.locked = locked})),
        moves_(movers(model_)),
        dynamics_(model_),
        start_(model_.dofs()),
        goal_(model_.dofs()) {
    for (const double spare : spares) {
      spare_ = spare;
      if (from_a_named_pose(robot)) return;
      for (int number = 0; number <= tries; ++number) {
        place(number);
        if (holds(start_) && holds(goal_)) return;
      }
    }
    place(0);  // predict says what cannot be held
    for (int j = 0; j < model_.dofs(); ++j) {
      if (!held_once_[j]) never_held_.push_back({model_.coordinate_at(j).name, start_[j]});
    }
  }

  const Model& model() const { return model_; }
  const Eigen::VectorXd& start() const { return start_; }
  const Eigen::VectorXd& goal() const { return goal_; }
  /// Joints whose motors hold no posture that was tried, where they rest.
  const std::vector<LockedJoint>& never_held() const { return never_held_; }

 private:
  /// From `home` or `ready` if the file names one that says every joint and can be held.
  bool from_a_named_pose(const Robot& robot) {
    for (const NamedPose& pose : load_poses(robot)) {
      if (pose.name != "home" && pose.name != "ready") continue;
      std::vector<std::string> left_out;
      const Eigen::VectorXd q = coordinates_of(pose, model_, &left_out);
      if (!left_out.empty()) continue;
      place(0);
      const Eigen::VectorXd travel = goal_ - start_;
      for (int j = 0; j < model_.dofs(); ++j) {
        const Limits& limits = model_.coordinate_at(j).limits;
        const bool inside = limits.lower <= q[j] + travel[j] && q[j] + travel[j] <= limits.upper;
        start_[j] = q[j];
        goal_[j] =
            std::clamp(inside ? q[j] + travel[j] : q[j] - travel[j], limits.lower, limits.upper);
      }
      if (holds(start_) && holds(goal_)) return true;
    }
    return false;
  }

  void place(int number) {
    for (int j = 0; j < model_.dofs(); ++j) {
      const Coordinate& joint = model_.coordinate_at(j);
      const Limits& limits = joint.limits;
      const double step = joint.angular ? 0.05 : 0.005;
      const auto inside = [&](double q) {
        const double near = rounded(q, step);
        return limits.lower <= near && near <= limits.upper
                   ? near
                   : std::clamp(q, limits.lower, limits.upper);
      };
      start_[j] = inside(starting_place(limits, number, j));
      const double travel =
          std::min(joint.angular ? turn : slide, share_of_range * (limits.upper - limits.lower));
      const double travel_up = limits.upper - start_[j], travel_down = start_[j] - limits.lower;
      const bool up = travel_up == travel_down ? j % 2 == 0 : travel_up > travel_down;
      goal_[j] = moves_[j] ? inside(start_[j] + (up ? travel : -travel)) : start_[j];
    }
  }

  /// With something to spare. A motor of no torque is none, and left to the problem's limits.
  bool holds(const Eigen::VectorXd& q) {
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(model_.dofs());
    Eigen::VectorXd tau(model_.dofs());
    dynamics_(q, none, none, tau);
    bool all = true;
    for (int j = 0; j < model_.dofs(); ++j) {
      const double most = model_.coordinate_at(j).limits.torque;
      const bool held = !(most > 0.0) || std::abs(tau[j]) <= spare_ * most;
      if (held) held_once_[j] = true;
      all = all && held;
    }
    return all;
  }

  Model model_;
  std::vector<bool> moves_;
  InverseDynamics<double> dynamics_;
  Eigen::VectorXd start_, goal_;
  double spare_ = 0.0;
  std::vector<bool> held_once_ = std::vector<bool>(static_cast<std::size_t>(model_.dofs()));
  std::vector<LockedJoint> never_held_;
};

/// A key of a map, safe whatever the robot's file calls its joints.
std::string key_text(const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-';
  });
  if (plain && !name.empty() && std::isalpha(static_cast<unsigned char>(name[0]))) return name;
  return io::with_doubled('\'', name);
}

std::string place_text(const char* key, const Model& model, const Eigen::VectorXd& q) {
  std::string text = fmt::format("{}:\n  q:\n", key);
  std::size_t widest = 0;
  std::vector<std::string> lines;
  for (int j = 0; j < model.dofs(); ++j) {
    const Coordinate& joint = model.coordinate_at(j);
    lines.push_back(fmt::format("    {}: {:.6g}", key_text(joint.name), q[j] + 0.0));
    widest = std::max(widest, lines.back().size());
  }
  for (int j = 0; j < model.dofs(); ++j) {
    const Coordinate& joint = model.coordinate_at(j);
    const bool limited = std::isfinite(joint.limits.lower) || std::isfinite(joint.limits.upper);
    const std::string range =
        limited ? fmt::format("{:.6g} to {:.6g} {}", joint.limits.lower, joint.limits.upper,
                              unit(joint, JointQuantity::position))
                : fmt::format("{}, any", unit(joint, JointQuantity::position));
    text += fmt::format("{:<{}}  # {}\n", lines[j], widest, range);
  }
  return text;
}

std::string locked_text(const std::vector<LockedJoint>& locked) {
  if (locked.empty()) return "";
  std::string list;
  for (const LockedJoint& joint : locked) {
    list += fmt::format("{}{}: {:.6g}", list.empty() ? "" : ", ", key_text(joint.name),
                        joint.value + 0.0);
  }
  return fmt::format(
      "# Fingers, joints of tiny motors, that move no mass or that nothing holds; drop what is to "
      "move:\nlocked: {{{}}}\n",
      list);
}

/// The frame furthest from the base, where it is at the goal.
std::string pose_hint(const Model& model, const Eigen::VectorXd& goal) {
  int joint = -1, frame = -1;
  for (const int j : deepest_limb(model)) {
    if (joint >= 0 || is_finger(model.coordinate_at(j))) continue;
    for (int i = 0; i < model.joint_count(); ++i) {
      if (model.joint(i).coordinate == j) joint = i;
    }
  }
  for (std::size_t i = 0; i < model.frames().size(); ++i) {
    if (model.frames()[i].joint == joint) frame = static_cast<int>(i);
  }
  if (frame < 0) return "";
  Kinematics<double> kinematics(model);
  kinematics.update(goal);
  const Eigen::Vector3d at = kinematics.pose(FrameId(frame)).translation();
  return fmt::format(
      "# or by a pose, and the posture is found:\n"
      "# goal: {{pose: {{frame: {}, xyz: [{:.3f}, {:.3f}, {:.3f}]}}}}   # m, in the world; rpy or "
      "quaternion too\n",
      key_text(model.frames()[static_cast<std::size_t>(frame)].name), at.x(), at.y(), at.z());
}

/// Numbers of the file that nothing could move with, or that no arm moves at.
std::string corrected_limits(const Model& model) {
  constexpr double fast[] = {1.5, 7.0};  // m/s, rad/s
  std::string torque, velocity;
  for (const Coordinate& joint : model.coordinates()) {
    const auto add = [&](std::string& list, const char* value) {
      list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", key_text(joint.name), value);
    };
    if (joint.limits.torque <= 0.0) add(torque, "none");
    if (joint.limits.velocity <= 0.0) add(velocity, "1");
    if (joint.limits.velocity > fast[joint.angular ? 1 : 0]) {
      add(velocity, joint.angular ? "3" : "0.5");
    }
  }
  std::string text;
  if (!torque.empty()) {
    text += fmt::format("  torque: {{{}}}   # the robot's file says 0, which would be no motor\n",
                        torque);
  }
  if (!velocity.empty()) {
    text += fmt::format("  velocity: {{{}}}   # the robot's file says 0, or faster than arms are\n",
                        velocity);
  }
  return text.empty() ? text : "limits:\n" + text;
}

constexpr const char* smooth_lines =
    R"(# A motion that real controllers take: no acceleration at either end; where the robot has no limits
# of acceleration and jerk, full speed in 0.5 s and full acceleration in 0.1 s. In other numbers:
# smooth: {speed_time: 0.3, acceleration_time: 0.05, torque_rate: 500}   # s, s, N m/s
smooth: true
)";

constexpr const char* more_lines =
    R"(
# limits: {velocity: 1.5, acceleration: 5, jerk: 100}   # instead of the robot's; by joint as well
# waypoints: [{name: above, q: [...]}]                   # on the way; `knots: phases` finds when
# carry: {name: part, frame: ..., mass: 1, from: start, to: goal}
# Everything there is: docs/motion-format.md
)";

}  // namespace

std::string first_problem(const Robot& robot, const std::string& robot_path) {
  const bool bending = bends(robot);
  const Robot stiff = bending ? rigidified(robot) : robot;
  std::vector<LockedJoint> locked = bending ? std::vector<LockedJoint>() : first_locks(stiff);
  FirstMotion motion(stiff, locked);
  std::vector<LockedJoint> heavy;
  for (const LockedJoint& joint : motion.never_held()) {
    if (!bending && can_be_locked(stiff, joint.name)) heavy.push_back(joint);
  }
  if (!heavy.empty() && static_cast<int>(heavy.size()) < motion.model().dofs()) {
    locked.insert(locked.end(), heavy.begin(), heavy.end());
    motion = FirstMotion(stiff, locked);
  }
  const Model& model = motion.model();
  std::string text = fmt::format(
      "# A first motion of {}. Run it:  alembert predict THIS_FILE\n"
      "alembert: motion/1\n"
      "robot: {}\n\n"
      "# Where from and where to, at rest: rad (m where a joint slides), or `45 deg`, `10 cm`.\n",
      robot.name, key_text(robot_path));
  text += locked_text(locked);
  text += place_text("start", model, motion.start()) + place_text("goal", model, motion.goal());
  text += pose_hint(model, motion.goal());
  text +=
      "\nminimize: time        # effort, energy, jerk, … with weights: {time: 1, effort: 1e-4}\n";
  if (!bending) text += smooth_lines;
  text += corrected_limits(model);
  return text + more_lines;
}

}  // namespace alembert
