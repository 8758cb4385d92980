#include "alembert/pushed_body.hpp"

#include <cmath>

#include "alembert/error.hpp"
#include "alembert/motion_problem.hpp"
#include "alembert/robot.hpp"
#include "require.hpp"
#include "task/footing_patch.hpp"
#include "task/ground.hpp"

namespace alembert {
namespace {

void require_body(bool holds, const PushedBody& body, const std::string& reason,
                  const std::string& fix) {
  require(holds, "body '" + body.name + "': " + reason, fix);
}

void check_body(const PushedBody& body, const Robot& robot) {
  require_body(!body.name.empty() && !robot.find_link(body.name) && !robot.find_frame(body.name),
               body, "the robot has a link or frame of this name, or it is none",
               "give it a name of its own");
  require_body(body.inertia.mass > 0.0 && std::isfinite(body.inertia.mass), body,
               "its mass is not positive", "write its mass in kg");
  require_body(body.corners.size() >= 3 && body.normal.norm() > 0.0, body,
               "the patch that pushes it has no area, or no normal",
               "give three corners or more, and the way that it pushes");
  try {
    wrench_cone(patch_of(body));
  } catch (const Error& error) {
    require_body(false, body, error.reason(), error.fix());
  }
}

Link link_of(const PushedBody& body) {
  Link link;
  link.name = body.name;
  link.inertia = body.inertia;
  if (body.size.isZero()) return link;
  Visual box;
  box.size = body.size;
  link.visuals.push_back(box);
  return link;
}

}  // namespace

Eigen::Isometry3d patch_pose(const PushedBody& body) {
  const Eigen::Vector3d side = std::abs(body.normal.normalized().y()) < 0.9
                                   ? Eigen::Vector3d::UnitY()
                                   : Eigen::Vector3d::UnitX();
  return patch_frame(body.corners, body.normal, side);
}

Patch patch_of(const PushedBody& body) {
  return seen_from(patch_pose(body), {.corners = body.corners, .friction = body.friction});
}

Robot with_bodies(const Robot& robot, const std::vector<PushedBody>& bodies) {
  Robot out = robot;
  for (const PushedBody& body : bodies) {
    check_body(body, out);
    const Frame* frame = robot.find_frame(body.frame);
    require_body(frame || robot.find_link(body.frame), body,
                 "the robot has no link or frame '" + body.frame + "'",
                 "name the one that pushes it");
    const Eigen::Isometry3d hand = frame ? frame->pose : Eigen::Isometry3d::Identity();
    Joint joint;
    joint.name = body.name;
    joint.type = JointType::floating;
    joint.parent = frame ? frame->link : body.frame;
    joint.child = body.name;
    joint.origin = hand * patch_pose(body);
    joint.tip = patch_pose(body).inverse() * body.pose;
    out.joints.push_back(std::move(joint));
    out.links.push_back(link_of(body));
  }
  return out;
}

void push(MotionProblem& problem, const std::vector<PushedBody>& bodies) {
  problem.bodies = bodies;
  for (PushedBody& body : problem.bodies) {
    body.first = problem.model.coordinate(body.name + ".x");
    for (int j = 0; j < placing_coordinates; ++j) {
      problem.held.push_back({body.first + j, 0.0, During()});
    }
  }
}

}  // namespace alembert
