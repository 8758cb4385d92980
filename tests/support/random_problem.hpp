// Random motion problems over rigid arms, always the same for the same seed, that a person would
// call feasible: motors hold the arm, with what it carries and what pushes it, wherever it may be.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "alembert/io.hpp"
#include "alembert/motion_problem.hpp"
#include "support/dense_check.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {

struct RandomProblem {
  unsigned seed;
  std::string arm, friction, task;
  Robot robot;
  MotionProblem problem;
};

struct RandomProblemOptions {
  std::string models;          ///< the folder of the project's robots
  bool only_profiles = false;  ///< rest to rest between joint values, as trapezoids are
};

class ProblemMaker {
 public:
  ProblemMaker(unsigned seed, const RandomProblemOptions& options)
      : seed_(seed), options_(options), random_(seed) {
    choose_arm();
    choose_ranges();
    choose_task();
    choose_burden();
    choose_friction();
  }

  RandomProblem make() {
    MotionProblem problem(compile(robot_));
    set_limits(problem);
    problem.start.q = start_;
    problem.goal.q = goal_;
    problem.carried = carried_;
    problem.loads = loads_;
    for (Carried& body : problem.carried) body.frame = problem.model.frame(tool_);
    for (TimedLoad& load : problem.loads) load.load.frame = problem.model.frame(tool_);
    // What stands beside them is of the smoothed friction, too.
    if (options_.only_profiles) problem.friction = FrictionCover::smoothed;
    set_task(problem);
    return {seed_, arm_, friction_, task_, robot_, std::move(problem)};
  }

 private:
  void choose_arm() {
    static const char* const files[] = {"two_link", "puma560", "seven_axis",
                                        "stanford", "scara",   "angeles_6r"};
    const int which = random_.integer(0, 9);
    if (which < 6) {
      arm_ = files[which];
      robot_ = load_robot(options_.models + "/" + arm_ + ".yaml");
    } else {
      arm_ = which < 8 ? "random planar" : which == 8 ? "random turning" : "random chain";
      RandomRobotOptions chain{.joints = random_.integer(which < 8 ? 2 : 3, which < 8 ? 4 : 7),
                               .chain = true};
      if (which < 9) chain.types = {JointType::revolute};
      if (which < 8) chain.nearly_parallel = 0.0;
      if (which == 9) chain.couple = 0.15;
      robot_ = random_robot(random_, chain);
      for (Joint& joint : robot_.joints) {
        if (random_.chance(0.5)) joint.rotor = {random_.real(0.0, 1e-3), random_.real(1.0, 30.0)};
      }
    }
    planar_ = arm_ == "two_link" || arm_ == "random planar";
    tool_ = robot_.frames.empty() ? robot_.links.back().name : robot_.frames.back().name;
    for (Joint& joint : robot_.joints) joint.friction = {};
    model_ = std::make_unique<Model>(compile(robot_));
  }

  void choose_ranges() {
    const int n = model_->dofs();
    lower_.resize(n);
    upper_.resize(n);
    for (int j = 0; j < n; ++j) {
      const Coordinate& coordinate = model_->coordinates()[static_cast<std::size_t>(j)];
      slides_.push_back(!coordinate.angular);
      lower_[j] = std::max(coordinate.limits.lower, coordinate.angular ? -2.5 : -0.3);
      upper_[j] = std::min(coordinate.limits.upper, coordinate.angular ? 2.5 : 0.5);
    }
    start_ = anywhere();
    goal_ = anywhere();
    if (random_.chance(0.1)) goal_ = start_ + random_.real(0.01, 0.2) * (goal_ - start_);
  }

  Eigen::VectorXd anywhere() {
    Eigen::VectorXd q(lower_.size());
    for (Eigen::Index j = 0; j < q.size(); ++j) {
      const double edge = 0.02 * (upper_[j] - lower_[j]);
      q[j] = random_.real(lower_[j] + edge, upper_[j] - edge);
    }
    return q;
  }

  void choose_task() {
    static const std::pair<const char*, double> kinds[] = {{"joint", 0.34},    {"pose", 0.16},
                                                           {"waypoint", 0.14}, {"obstacle", 0.14},
                                                           {"line", 0.12},     {"axis", 0.10}};
    task_ = "joint";
    if (options_.only_profiles) return;
    double left = random_.real(0.0, 1.0);
    for (const auto& [name, share] : kinds) {
      task_ = name;
      if (left < share) break;
      left -= share;
    }
  }

  /// Things in hand and pushes, for a part of the motion.
  void choose_burden() {
    measure();
    if (options_.only_profiles) return;
    if (random_.chance(0.25)) {
      Inertia body;
      body.mass = random_.real(0.02, 0.1) * weight_;
      body.com = random_.vector(0.1 * reach_);
      body.about_com = 0.4 * body.mass * std::pow(0.05 * reach_, 2) * Eigen::Matrix3d::Identity();
      carried_.push_back({.name = "thing", .inertia = body, .during = part()});
      task_ += "+carried";
    }
    if (random_.chance(0.2)) {
      TimedLoad push;
      push.load.force = random_.real(0.1, 1.0) * weight_ * random_.direction();
      push.load.point = random_.vector(0.05);
      push.load.axes = random_.chance(0.5) ? Load::Axes::frame : Load::Axes::world;
      push.during = part();
      loads_.push_back(push);
      task_ += "+load";
    }
    measure();
  }

  During part() {
    if (random_.chance(0.5)) return {};
    const int from = random_.integer(0, 10), to = random_.integer(from + 4, 20);
    return {from / 20.0, to / 20.0};
  }

  /// What holding still and accelerating take, anywhere in the ranges; reach and weight.
  void measure() {
    const Eigen::Index n = lower_.size();
    holding_.setZero(n);
    inertia_.setZero(n);
    DenseArm bare(robot_, *model_), full(robot_, *model_);
    for (const Carried& body : carried_) full.weld(tool_, body.inertia);
    const Eigen::VectorXd rest = Eigen::VectorXd::Zero(n);
    Random places(seed_ + 77u);
    Eigen::Vector3d low = Eigen::Vector3d::Constant(infinity), high = -low;
    for (int k = 0; k < 150; ++k) {
      Eigen::VectorXd q = lower_;
      for (Eigen::Index j = 0; j < n; ++j) q[j] = places.real(lower_[j], upper_[j]);
      if (k < 2) q = k == 0 ? start_ : goal_;
      const Eigen::VectorXd empty = bare.torque(q, rest, rest, 1.0);
      const Eigen::VectorXd held = full.torque(q, rest, rest, 1.0);
      holding_ = holding_.cwiseMax(empty.cwiseAbs()).cwiseMax(held.cwiseAbs());
      for (const TimedLoad& push : loads_) {
        const Eigen::VectorXd off = full.taken_by(push.load, tool_, q);
        holding_ = holding_.cwiseMax((empty - off).cwiseAbs()).cwiseMax((held - off).cwiseAbs());
      }
      for (Eigen::Index j = 0; j < n; ++j) {
        const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, j);
        inertia_[j] = std::max(inertia_[j], full.torque(q, rest, unit, 1.0)[j] - held[j]);
      }
      const Eigen::Vector3d at = bare.pose(tool_, q).translation();
      low = low.cwiseMin(at);
      high = high.cwiseMax(at);
    }
    reach_ = 0.5 * (high - low).norm();
    weight_ = 0.0;
    for (const Link& link : robot_.links) {
      if (link.inertia && link.name != robot_.base) weight_ += link.inertia->mass;
    }
  }

  void choose_friction() {
    const double kind = random_.real(0.0, 1.0);
    friction_ = kind < 0.35 ? "none" : kind < 0.5 ? "viscous" : "coulomb";
    coulomb_.setZero(lower_.size());
    if (friction_ == "none") return;
    for (Joint& joint : robot_.joints) {
      if (joint.type == JointType::fixed || joint.mimic) continue;
      const int j = model_->coordinate(joint.name);
      const double size = holding_[j] + 3.0 * inertia_[j];
      joint.friction.viscous = random_.real(0.0, 0.1) * size;
      if (friction_ != "coulomb") continue;
      joint.friction.coulomb = random_.real(0.02, 0.3) * size;
      coulomb_[j] = joint.friction.coulomb;
    }
  }

  void set_limits(MotionProblem& problem) {
    const Eigen::Index n = lower_.size();
    MotionLimits& limits = problem.limits;
    limits.lower = lower_;
    limits.upper = upper_;
    for (Eigen::VectorXd* none : {&limits.velocity, &limits.acceleration, &limits.jerk,
                                  &limits.power, &limits.torque_lower, &limits.torque_upper}) {
      none->setConstant(n, infinity);
    }
    const bool all = options_.only_profiles;
    const bool velocity = random_.chance(0.75) || all, acceleration = random_.chance(0.5) || all;
    const bool jerk = random_.chance(0.15) && !all, power = random_.chance(0.15) && !all;
    for (Eigen::Index j = 0; j < n; ++j) {
      const double size = slides_[static_cast<std::size_t>(j)] ? 0.3 : 1.0;
      const double torque = random_.real(1.15, 1.8) * (holding_[j] + coulomb_[j]) +
                            random_.real(1.0, 10.0) * size * inertia_[j];
      limits.torque_upper[j] = torque;
      limits.torque_lower[j] = -random_.real(0.9, 1.0) * torque;
      if (velocity) limits.velocity[j] = size * random_.real(0.5, 3.0);
      if (acceleration) limits.acceleration[j] = size * random_.real(2.0, 15.0);
      if (jerk) limits.jerk[j] = size * random_.real(50.0, 500.0);
      if (power) limits.power[j] = random_.real(0.3, 1.0) * torque * size;
    }
  }

  void set_task(MotionProblem& problem) {
    const std::string kind = task_.substr(0, task_.find('+'));
    DenseArm arm(robot_, *model_);
    if (kind == "pose") aim(problem.goal, arm.pose(tool_, goal_), problem.model);
    if (kind == "waypoint") set_waypoints(problem, arm);
    if (kind == "obstacle") set_obstacle(problem, arm);
    if (kind == "line") set_line(problem, arm);
    if (kind == "axis") set_axis(problem, arm);
  }

  void aim(Condition& condition, const Eigen::Isometry3d& at, const Model& model) {
    condition.q.reset();
    condition.pose = FrameTarget{.frame = model.frame(tool_), .position = at.translation()};
    if (model.dofs() >= 6 && random_.chance(0.5)) condition.pose->orientation = at.linear();
  }

  void set_waypoints(MotionProblem& problem, const DenseArm& arm) {
    const int count = random_.integer(1, 2);
    for (int k = 1; k <= count; ++k) {
      Waypoint waypoint{.name = "via " + std::to_string(k), .at = k / (count + 1.0)};
      const Eigen::VectorXd q = anywhere();
      waypoint.condition.q = q;
      if (random_.chance(0.5)) aim(waypoint.condition, arm.pose(tool_, q), problem.model);
      problem.waypoints.push_back(waypoint);
    }
    if (random_.chance(0.5)) problem.spline.knots = SplineOptions::Knots::phases;
  }

  Eigen::VectorXd between(double share) const { return start_ + share * (goal_ - start_); }

  /// A sphere or box near the way of the tool, clear of both ends.
  void set_obstacle(MotionProblem& problem, const DenseArm& arm) {
    const FrameId tool = problem.model.frame(tool_);
    problem.clearance.margin = 0.01 * reach_;
    problem.clearance.arm.push_back(
        {"tool", tool, Solid::sphere(Eigen::Vector3d::Zero(), 0.03 * reach_)});
    problem.clearance.arm.push_back(
        {"grip", tool,
         Solid::capsule(Eigen::Vector3d::Zero(), -0.15 * reach_ * Eigen::Vector3d::UnitZ(),
                        0.02 * reach_)});
    for (int attempt = 0; attempt < 50; ++attempt) {
      const double size = random_.real(0.05, 0.15) * reach_;
      const Eigen::Vector3d at = arm.pose(tool_, between(random_.real(0.2, 0.8))).translation() +
                                 random_.vector(1.5 * size);
      const Solid solid =
          random_.chance(0.5)
              ? Solid::sphere(at, size)
              : Solid::box(at, 2.0 * size * Eigen::Vector3d(1.0, random_.real(0.5, 1.0), 0.7),
                           random_.pose().linear());
      const auto gap = [&](double share) {
        double least = infinity;
        for (const ArmSolid& part : problem.clearance.arm) {
          least =
              std::min(least, plain_distance(part.solid, arm.pose(tool_, between(share)), solid));
        }
        return least;
      };
      if (std::min(gap(0.0), gap(1.0)) < 0.03 * reach_) continue;
      problem.clearance.obstacles.push_back({"thing", solid});
      double least = infinity;
      for (int k = 0; k <= 100; ++k) least = std::min(least, gap(k / 100.0));
      task_.replace(0, 8,
                    least > problem.clearance.margin ? "obstacle aside" : "obstacle in the way");
      return;
    }
    task_.replace(0, 8, "obstacle nowhere");
    problem.clearance = {};
  }

  /// Along a straight line that the arm can follow.
  void set_line(MotionProblem& problem, const DenseArm& arm) {
    const Eigen::Matrix3d base = robot_.base_pose.linear();
    for (int attempt = 0; attempt < 60; ++attempt) {
      start_ = anywhere();
      const Eigen::Vector3d from = arm.pose(tool_, start_).translation();
      const Eigen::Vector3d normal = planar_ ? plane_normal(arm) : base * random_.direction();
      const Eigen::Vector3d along = normal.cross(random_.direction()).normalized();
      const double length = random_.real(0.1, 0.5) * reach_;
      const Eigen::VectorXd end = followed(arm, from, along, length);
      if (end.size() == 0) continue;
      goal_ = end;
      problem.start.q = start_;
      problem.goal.q = goal_;
      if (random_.chance(0.5)) aim_at(problem.goal, from + length * along, problem.model);
      problem.lines.push_back({.name = "line",
                               .frame = problem.model.frame(tool_),
                               .from = from,
                               .to = from + length * along,
                               .tolerance = random_.real(0.001, 0.01) * reach_});
      return;
    }
    task_.replace(0, 4, "line nowhere");
  }

  void aim_at(Condition& condition, const Eigen::Vector3d& place, const Model& model) const {
    condition.q.reset();
    condition.pose = FrameTarget{.frame = model.frame(tool_), .position = place};
  }

  /// Of the plane a planar arm's tool moves in.
  Eigen::Vector3d plane_normal(const DenseArm& arm) const {
    const auto at = [&](int joint, double by) {
      Eigen::VectorXd q = start_;
      q[joint] += by;
      return Eigen::Vector3d(arm.pose(tool_, q).translation());
    };
    return (at(0, 1.0) - at(0, 0.0)).cross(at(0, -1.0) - at(0, 0.0)).normalized();
  }

  /// The posture at the end of the line, by small damped steps; empty where a joint's range ends.
  Eigen::VectorXd followed(const DenseArm& arm, const Eigen::Vector3d& from,
                           const Eigen::Vector3d& along, double length) const {
    const Eigen::Index n = lower_.size();
    Eigen::VectorXd q = start_;
    const auto place = [&](const Eigen::VectorXd& x) {
      return Eigen::Vector3d(arm.pose(tool_, x).translation());
    };
    for (int k = 1; k <= 40; ++k) {
      const Eigen::Vector3d target = from + along * length * k / 40.0;
      const Eigen::VectorXd before = q;
      for (int step = 0; step < 15; ++step) {
        const Eigen::Vector3d error = target - place(q);
        Eigen::MatrixXd J(3, n);
        for (Eigen::Index j = 0; j < n; ++j) {
          const Eigen::VectorXd nudge = 1e-6 * Eigen::VectorXd::Unit(n, j);
          J.col(j) = (place(q + nudge) - place(q - nudge)) / 2e-6;
        }
        const Eigen::Matrix3d A =
            J * J.transpose() + 1e-8 * reach_ * reach_ * Eigen::Matrix3d::Identity();
        q += J.transpose() * A.inverse() * error;
      }
      const bool there = (target - place(q)).norm() < 1e-7 * reach_;
      const bool inside = (q - lower_).minCoeff() > 0.02 && (upper_ - q).minCoeff() > 0.02;
      if (!there || !inside || (q - before).cwiseAbs().maxCoeff() > 0.3) return {};
    }
    return q;
  }

  /// The tool keeps within the cone that the straight way in the joints needs, and a little more.
  void set_axis(MotionProblem& problem, const DenseArm& arm) {
    AxisLimit limit{.name = "upright", .frame = problem.model.frame(tool_)};
    limit.axis = random_.direction();
    limit.direction = (arm.pose(tool_, between(0.5)).linear() * limit.axis).normalized();
    double most = 0.05;
    for (int k = 0; k <= 100; ++k) {
      const Eigen::Vector3d now = arm.pose(tool_, between(k / 100.0)).linear() * limit.axis;
      most = std::max(most, std::acos(std::clamp(now.dot(limit.direction), -1.0, 1.0)));
    }
    limit.angle = std::min(3.1, random_.real(1.02, 1.3) * most);
    problem.axes.push_back(limit);
  }

  unsigned seed_;
  RandomProblemOptions options_;
  Random random_;
  std::string arm_, friction_, task_, tool_;
  bool planar_ = false;
  Robot robot_;
  std::unique_ptr<Model> model_;
  Eigen::VectorXd lower_, upper_, start_, goal_, holding_, inertia_, coulomb_;
  std::vector<bool> slides_;
  std::vector<Carried> carried_;
  std::vector<TimedLoad> loads_;
  double reach_ = 0.0, weight_ = 0.0;
};

inline RandomProblem random_problem(unsigned seed, const RandomProblemOptions& options) {
  return ProblemMaker(seed, options).make();
}

}  // namespace alembert::test
