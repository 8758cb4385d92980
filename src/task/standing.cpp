#include "alembert/standing.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

#include "alembert/arm.hpp"
#include "alembert/rooted_robot.hpp"
#include "task/contact_gap.hpp"
#include "task/footing_patch.hpp"
#include "task/found_places.hpp"
#include "task/ground.hpp"
#include "task/holding.hpp"
#include "task/slides.hpp"

namespace alembert {
namespace {

constexpr const char* ground_name = "ground";
/// rad: a body that rolls about an edge does not turn over.
constexpr double most_roll = 1.5;

double touching(const Footing& footing) {
  double sum = 0.0;
  for (const Footing::Phase& phase : footing.phases) sum += phase.during.to - phase.during.from;
  return sum;
}

std::size_t carrier_of(const std::vector<Footing>& footings) {
  const auto carrier = std::max_element(
      footings.begin(), footings.end(),
      [](const Footing& a, const Footing& b) { return touching(a) < touching(b); });
  return static_cast<std::size_t>(carrier - footings.begin());
}

/// The link that a frame moves with, and where it is in that.
std::pair<std::string, Eigen::Isometry3d> on_link(const Robot& robot, const Footing& footing) {
  if (robot.find_link(footing.frame)) return {footing.frame, Eigen::Isometry3d::Identity()};
  const Frame* frame = robot.find_frame(footing.frame);
  require(frame, footing, "the robot has no link or frame '" + footing.frame + "'",
          "name one of its links or frames");
  return {frame->link, frame->pose};
}

bool is_rolled(const Footing& footing, int edge) {
  return std::any_of(footing.phases.begin(), footing.phases.end(),
                     [&](const Footing::Phase& phase) { return phase.edge == edge; });
}

std::string roll_name(const Footing& footing, int edge) {
  return footing.name + "." + footing.edges[edge].name;
}

std::string turn_name(const Footing& footing) { return footing.name + ".turn"; }

/// Turns about an edge so that the rest of the sole rises.
Joint roll(const Footing& footing, int edge, const Eigen::Isometry3d& sole) {
  const Footing::Edge& between = footing.edges[edge];
  const Eigen::Vector3d from = sole.inverse() * footing.corners[between.from];
  const Eigen::Vector3d to = sole.inverse() * footing.corners[between.to];
  Joint joint;
  joint.name = roll_name(footing, edge);
  joint.type = JointType::revolute;
  joint.axis = (to - from).normalized();
  if (joint.axis.cross(-from).z() < 0.0) joint.axis = -joint.axis;
  joint.origin.translation() = from;
  joint.limits.lower = 0.0;
  joint.limits.upper = most_roll;
  return joint;
}

/// Turns freely: about the axes of its angles, one after another.
void add_turns(const Footing& footing, std::vector<Joint>& chain) {
  if (footing.angles == "zyx") {
    Joint ball;
    ball.name = turn_name(footing);
    ball.type = JointType::spherical;
    chain.push_back(std::move(ball));
    return;
  }
  for (const char axis : footing.angles) {
    Joint joint;
    joint.name = turn_name(footing) + ".r" + axis;
    joint.type = JointType::continuous;
    joint.axis = Eigen::Vector3d::Unit(axis - 'x');
    chain.push_back(std::move(joint));
  }
}

/// Without joints that only say that its base is free: no motor drives them, and nothing before the
/// body has mass.
Robot without_free_base(Robot robot) {
  while (true) {
    const Link* base = robot.find_link(robot.base);
    const auto hangs = [&](const Joint& joint) { return joint.parent == robot.base; };
    const auto first = std::find_if(robot.joints.begin(), robot.joints.end(), hangs);
    if (!base || base->inertia || first == robot.joints.end() ||
        std::count_if(robot.joints.begin(), robot.joints.end(), hangs) != 1 ||
        (first->limits.torque != 0.0 && first->type != JointType::floating)) {
      return robot;
    }
    const std::string left = robot.base;
    robot.base = first->child;
    robot.joints.erase(first);
    std::erase_if(robot.links, [&](const Link& link) { return link.name == left; });
    std::erase_if(robot.frames, [&](const Frame& frame) { return frame.link == left; });
  }
}

Link massless(std::string name) {
  Link link;
  link.name = std::move(name);
  return link;
}

/// The robot hung from the footing that carries, with the coordinates that place it.
Robot hung_from(const Robot& robot, const Footing& carrier) {
  const auto [link, pose] = on_link(robot, carrier);
  Robot out = rooted_at(without_free_base(robot), link);
  const Eigen::Isometry3d sole = contact_pose(carrier, -1);
  std::vector<Joint> chain(1);
  chain.front().name = carrier.name;
  chain.front().type = JointType::floating;
  chain.front().origin = carrier.place * sole;
  for (int edge = 0; edge < static_cast<int>(carrier.edges.size()); ++edge) {
    if (is_rolled(carrier, edge)) chain.push_back(roll(carrier, edge, sole));
  }
  if (carrier.pivots) add_turns(carrier, chain);
  Joint last;
  last.name = carrier.name + ".sole";
  last.type = JointType::fixed;
  last.origin = sole.inverse() * pose.inverse();
  chain.push_back(last);
  std::string parent = ground_name;
  out.links.insert(out.links.begin(), massless(ground_name));
  Eigen::Vector3d reached = Eigen::Vector3d::Zero();  // in components of the sole
  for (std::size_t k = 0; k < chain.size(); ++k) {
    Joint& joint = chain[k];
    if (k > 0) {
      const Eigen::Vector3d to =
          joint.type == JointType::fixed ? reached : joint.origin.translation();
      if (joint.type == JointType::fixed) {
        joint.origin = Eigen::Translation3d(-reached) * joint.origin;
      } else {
        joint.origin.translation() -= reached;
      }
      reached = to;
    }
    joint.parent = parent;
    joint.child = k + 1 < chain.size() ? carrier.name + "." + std::to_string(k + 1) : link;
    if (k + 1 < chain.size()) out.links.insert(out.links.begin() + k + 1, massless(joint.child));
    parent = joint.child;
  }
  out.joints.insert(out.joints.begin(), chain.begin(), chain.end());
  out.base = ground_name;
  out.base_pose = Eigen::Isometry3d::Identity();
  return out;
}

/// Of the frame on what stands still (`what` is ".place"), or on the body (".frame").
std::string name_of(const Footing& footing, const char* what, std::size_t phase) {
  return footing.name + what + (footing.phases.size() > 1 ? std::to_string(phase + 1) : "");
}

/// What does not move, and where it is in the world.
struct Still {
  std::string link;
  Eigen::Isometry3d pose;
};

/// Where a way of touching is told; of one that slides, x is where it goes.
Eigen::Isometry3d touching_pose(const Footing& footing, const Footing::Phase& phase, bool carries) {
  Eigen::Isometry3d pose = contact_pose(footing, carries ? -1 : phase.edge);
  if (phase.slides.isZero(0.0)) return pose;
  pose.linear() = sliding_axes(footing, phase);
  return pose;
}

/// Frames on what stands still and on the body that lie on each other while they touch.
void add_frames(const Robot& robot, const Footing& footing, bool carries, const Still& still,
                Robot& out) {
  const auto [link, pose] = on_link(robot, footing);
  for (std::size_t k = 0; k < footing.phases.size(); ++k) {
    const Footing::Phase& phase = footing.phases[k];
    // What carries is told about where the six coordinates place it.
    const Eigen::Isometry3d contact = touching_pose(footing, phase, carries);
    const Eigen::Isometry3d place =
        still.pose.inverse() * Eigen::Translation3d(phase.moved) * footing.place * contact;
    out.frames.push_back({name_of(footing, ".place", k), still.link, place, {}});
    out.frames.push_back({name_of(footing, ".frame", k), link, pose * contact, {}});
  }
}

/// Of the six those in which joints can move it.
std::vector<int> movable(const MotionProblem& problem, GroundContact contact) {
  constexpr int looks = 3;
  constexpr double nothing = 1e-9;
  ContactGap gap(problem.model, contact);
  MotionPoint point(problem.model.dofs(), 0);
  Eigen::VectorXd most = Eigen::VectorXd::Zero(gap.size());
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const int placing = std::min(placing_coordinates, problem.ground_coordinates);
  for (int look = 0; look < looks; ++look) {
    for (int j = placing; j < point.dofs; ++j) point.z[j] = uniform(random);
    for (const PushedBody& body : problem.bodies) {
      point.z.segment<placing_coordinates>(body.first).setZero();
    }
    Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(gap.size(), point.z.size());
    gap.derivative(point, slopes);
    slopes.leftCols(placing).setZero();
    for (const PushedBody& body : problem.bodies) {
      slopes.middleCols(body.first, placing_coordinates).setZero();
    }
    most = most.cwiseMax(slopes.rowwise().norm());
  }
  std::vector<int> out;
  for (std::size_t k = 0; k < contact.components.size(); ++k) {
    if (most[k] > nothing) out.push_back(contact.components[k]);
  }
  return out;
}

void add_footing(const Footing& footing, bool carries, MotionProblem& problem) {
  for (std::size_t k = 0; k < footing.phases.size(); ++k) {
    const Footing::Phase& phase = footing.phases[k];
    const Model& model = problem.model;
    GroundContact contact{.name = footing.name,
                          .place = model.frame(name_of(footing, ".place", k)),
                          .frame = model.frame(name_of(footing, ".frame", k)),
                          .during = phase.during,
                          .carries = carries};
    contact.patch = patch_of(footing, phase, touching_pose(footing, phase, carries));
    if (carries) let_carrier_be_found(footing, phase, contact, problem);
    if (carries && phase.edge >= 0)
      contact.rolls = model.coordinate(roll_name(footing, phase.edge));
    contact.pivots = footing.pivots;
    if (!carries) {
      if (footing.pivots) contact.components = {0, 1, 2};
      contact.components = movable(problem, contact);
      if (phase.edge >= 0) contact.rolls = 0;
      let_be_found(footing, k, contact, problem);
      if (!phase.slides.isZero(0.0)) let_slide(phase.slides.norm(), contact, problem);
    }
    problem.contacts.push_back(std::move(contact));
  }
}

/// Coordinates of the ground that do not move.
void hold(const Footing& carrier, MotionProblem& problem) {
  const Eigen::Matrix3d turned = (carrier.place * contact_pose(carrier, -1)).linear().transpose();
  const std::vector<int> components = carried_components(problem.model);
  const auto moves = [&](int j) {
    return std::find(components.begin(), components.end(), j) != components.end();
  };
  for (const Footing::Phase& phase : carrier.phases) {
    if (phase.during.from == phase.during.to) continue;
    const Eigen::Vector3d at = turned * phase.moved;
    for (int j = 0; j < placing_coordinates; ++j) {
      const double travel = moves(j) ? travel_of_carrier(carrier, phase, j) : 0.0;
      problem.held.push_back({j, j < 3 ? at[j] : 0.0, phase.during, travel});
    }
  }
  // Nothing says how a mechanism that moves in a plane would leave it: it stays there, in flight as
  // well.
  for (int k = 0; k < placing_coordinates; ++k) {
    if (!moves(k)) problem.held.push_back({carrying_torque(k), 0.0, {}});
  }
  if (carrier.pivots) problem.ground_coordinates += 3;
  for (int edge = 0; edge < static_cast<int>(carrier.edges.size()); ++edge) {
    if (!is_rolled(carrier, edge)) continue;
    const int j = problem.model.coordinate(roll_name(carrier, edge));
    double from = 0.0;
    for (const Footing::Phase& phase : carrier.phases) {
      if (phase.edge != edge) continue;
      if (phase.during.from > from) problem.held.push_back({j, 0.0, {from, phase.during.from}});
      from = phase.during.to;
    }
    if (from < 1.0) problem.held.push_back({j, 0.0, {from, 1.0}});
    ++problem.ground_coordinates;
  }
}

}  // namespace

Robot on_the_ground(const Robot& robot, const std::vector<Footing>& footings) {
  check_footings(footings);
  const Footing& carrier = footings[carrier_of(footings)];
  check_slides(footings, &carrier);
  Robot out = hung_from(robot, carrier);
  const Still ground{ground_name, Eigen::Isometry3d::Identity()};
  for (const Footing& footing : footings) {
    add_frames(robot, footing, &footing == &carrier, ground, out);
    if (&footing != &carrier) add_found_coordinates(footing, ground_name, out);
  }
  return out;
}

Robot beside_places(const Robot& robot, const std::vector<Footing>& footings) {
  check_footings(footings);
  check_slides(footings, nullptr);
  Robot out = robot;
  for (const Footing& footing : footings) {
    require(on_link(robot, footing).first != robot.base, footing,
            "'" + footing.frame + "' is the robot's base, which does not move",
            "name what moves, or let the base go (`base: free`)");
    add_frames(robot, footing, false, {robot.base, robot.base_pose}, out);
    add_found_coordinates(footing, robot.base, out);
  }
  return out;
}

void lean(MotionProblem& problem, const std::vector<Footing>& footings) {
  problem.footings = footings;
  for (const Footing& footing : footings) add_footing(footing, false, problem);
}

MotionProblem leaning(const Robot& robot, const std::vector<Footing>& footings,
                      const CompileOptions& options) {
  MotionProblem problem(compile_arm(beside_places(robot, footings), options));
  lean(problem, footings);
  return problem;
}

void stand(MotionProblem& problem, const std::vector<Footing>& footings) {
  const Footing& carrier = footings[carrier_of(footings)];
  problem.footings = footings;
  problem.ground_coordinates = placing_coordinates;
  hold(carrier, problem);
  for (const Footing& footing : footings) add_footing(footing, &footing == &carrier, problem);
}

MotionProblem standing(const Robot& robot, const std::vector<Footing>& footings,
                       const CompileOptions& options) {
  MotionProblem problem(compile_arm(on_the_ground(robot, footings), options));
  stand(problem, footings);
  return problem;
}

double little_jerk(const MotionProblem& problem) {
  // Of the quickest smooth way to turn by 1 rad in T, jerk squared is 720 / T^5 in all.
  constexpr double share = 3e-7;
  const DurationRange& duration = problem.duration;
  const double T = std::isfinite(duration.longest) ? duration.longest
                   : duration.shortest > 0.0       ? duration.shortest
                                                   : duration.guess.value_or(1.0);
  double squares = 0.0;
  int limited = 0;
  for (const double most : motor_strengths(problem)) {
    if (!std::isfinite(most)) continue;
    squares += most * most;
    ++limited;
  }
  constexpr double arm = 0.1;  // m: of the weight, where no torque is limited
  const double strength =
      limited > 0 ? squares / limited : std::pow(arm * weight_of(problem.model), 2);
  return share * std::pow(T, 5) * (problem.minimize.exertion + problem.minimize.effort * strength);
}

}  // namespace alembert
