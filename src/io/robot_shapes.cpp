#include "io/robot_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "alembert/collision_shapes.hpp"
#include "alembert/self_pairs.hpp"
#include "alembert/solids_around.hpp"
#include "io/mesh_file.hpp"
#include "io/robot_words.hpp"
#include "io/scene_parts.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

using Shape = Visual::Shape;

/// Solids in the link's frame and what they are; none, and why, where a mesh cannot be read.
struct Shaped {
  std::vector<Solid> solids = {};
  std::string what = {};
};

Shaped shaped_mesh(const Visual& shape, const Mesh& mesh, MeshesAs as) {
  const std::string name = "the mesh " + in_quotes(shape.mesh);
  std::string instead;
  if (as == MeshesAs::hulls) {
    MeshHulls made = hulls_of_mesh(mesh, shape.size, shape.pose, true);
    if (made.problem.empty()) {
      return {std::move(made.solids), fmt::format("{}, as {}", name, made.words)};
    }
    instead = fmt::format(" (no hulls: {})", made.problem);
  }
  std::vector<Eigen::Vector3d> points;
  points.reserve(mesh.points.size());
  for (const Eigen::Vector3d& p : mesh.points) {
    points.push_back(shape.pose * p.cwiseProduct(shape.size));
  }
  const Solid capsule = capsule_around(points);
  return {{capsule},
          fmt::format("{}, as a capsule around its {} points: radius {:.3g} m, length {:.3g} m{}",
                      name, points.size(), capsule.radius, capsule.edges.norm(), instead)};
}

Shaped shaped(const Visual& shape, const std::string& robot_file, const MeshFolders& folders,
              MeshesAs as) {
  const Eigen::Isometry3d& at = shape.pose;
  const double radius = shape.size.x(), half = 0.5 * shape.size.y();
  const Eigen::Vector3d low = at * Eigen::Vector3d(0, 0, -half),
                        high = at * Eigen::Vector3d(0, 0, half);
  switch (shape.shape) {
    case Shape::box:
      return {{Solid::box(at.translation(), shape.size, at.linear())},
              fmt::format("a box of {:g} x {:g} x {:g} m", shape.size.x(), shape.size.y(),
                          shape.size.z())};
    case Shape::sphere:
      return {{Solid::sphere(at.translation(), radius)},
              fmt::format("a sphere of radius {:g} m", radius)};
    case Shape::capsule:
      return {{Solid::capsule(low, high, radius)},
              fmt::format("a capsule of radius {:g} m", radius)};
    case Shape::cylinder:
      return {{prism_around_cylinder(low, high, radius)},
              fmt::format("a cylinder of radius {:g} m, as the prism of eight sides around it",
                          radius)};
    case Shape::mesh:
      break;
  }
  const Mesh mesh = load_mesh(shape.mesh, robot_file, folders);
  if (!mesh.problem.empty()) return {{}, mesh.problem};
  return shaped_mesh(shape, mesh, as);
}

std::string named_pair(const MotionProblem& problem, const std::pair<int, int>& pair) {
  const std::vector<ArmSolid>& arm = problem.clearance.arm;
  return fmt::format("{} and {}", arm[pair.first].name, arm[pair.second].name);
}

/// What stands in an obstacle and cannot move would forbid every motion.
void leave_out_standing(MotionProblem& problem, std::vector<std::string>& words) {
  Clearance& clearance = problem.clearance;
  const Eigen::VectorXd anywhere = Eigen::VectorXd::Zero(problem.model.dofs());
  std::erase_if(clearance.arm, [&](const ArmSolid& solid) {
    if (problem.model.frame(solid.frame).joint >= 0) return false;
    for (const Obstacle& obstacle : clearance.obstacles) {
      if (clearance_at(problem.model, anywhere, solid, obstacle.solid) >= clearance.margin)
        continue;
      words.push_back(
          fmt::format("{} stands at {}, and neither moves: left out", solid.name, obstacle.name));
      return true;
    }
    return false;
  });
}

}  // namespace

std::vector<RobotShape> robot_shapes(const Robot& robot) {
  std::vector<RobotShape> shapes;
  std::error_code none;
  if (std::filesystem::is_regular_file(robot.file, none)) {
    const LinkShapes collisions = load_collisions(robot);
    for (const Link& link : robot.links) {  // in the robot's order
      const auto found = collisions.find(link.name);
      if (found == collisions.end()) continue;
      for (const Visual& shape : found->second) shapes.push_back({link.name, shape});
    }
  }
  if (!shapes.empty() ||
      lower_case(std::filesystem::path(robot.file).extension().string()) == ".urdf") {
    return shapes;
  }
  for (const Link& link : robot.links) {
    for (const Visual& visual : link.visuals) shapes.push_back({link.name, visual});
  }
  return shapes;
}

std::vector<std::string> RobotSolids::unseen_links() const {
  std::vector<std::string> links;
  for (const MissingShape& shape : missing) {
    if (std::find(links.begin(), links.end(), shape.link) == links.end())
      links.push_back(shape.link);
  }
  return links;
}

RobotSolids solids_of(const Robot& robot, const Model& model, const MeshFolders& meshes,
                      MeshesAs as) {
  RobotSolids made;
  std::map<std::string, int> taken;
  for (const RobotShape& shape : robot_shapes(robot)) {
    std::string name = fmt::format("{} {}", shape.link, word_of(shape.shape.shape));
    if (const int before = taken[name]++) name += fmt::format(" {}", before + 1);
    const auto [solids, what] = shaped(shape.shape, robot.file, meshes, as);
    if (solids.empty()) {
      made.words.push_back(fmt::format("{}: the mesh {}: {}: NOT LOOKED AT", name,
                                       in_quotes(shape.shape.mesh), what));
      made.missing.push_back({shape.link, shape.shape.mesh, what});
      continue;
    }
    made.words.push_back(name + ": " + what);
    for (std::size_t k = 0; k < solids.size(); ++k) {
      made.solids.push_back({solids.size() == 1 ? name : fmt::format("{} part {}", name, k + 1),
                             model.frame(shape.link), solids[k]});
    }
  }
  return made;
}

void pair_robot_solids(const Robot& robot, MotionProblem& problem,
                       std::vector<std::string>& words) {
  leave_out_standing(problem, words);
  Clearance& clearance = problem.clearance;
  SelfPairs pairs;
  if (robot.self_clearance.pairs.empty()) {
    pairs = find_self_pairs(problem.model, clearance.arm, clearance.margin, problem.start.q);
    clearance.self_pairs = pairs.kept;
    words.push_back(fmt::format(
        "{} pairs of the arm's own solids are kept apart; not {} on links that a joint connects, "
        "nor {} that never move against each other",
        pairs.kept.size(), pairs.neighbours, pairs.rigid));
  } else {
    pairs = keep_out_of_itself(robot, problem.model, problem.start.q, clearance);
    words.push_back(fmt::format(
        "{} pairs of capsules that the robot itself names are kept apart (`clearance: none` in the "
        "problem drops them){}",
        pairs.kept.size(),
        pairs.rigid > 0 ? fmt::format("; not {} that never move against each other", pairs.rigid)
                        : ""));
  }
  for (const auto& pair : pairs.touching) {
    words.push_back(
        fmt::format("{} touch at the start: not kept apart", named_pair(problem, pair)));
  }
}

}  // namespace alembert::io
