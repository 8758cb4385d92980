// The dimensions of a table: which there are, how far they reach, how much memory they take.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "alembert/error.hpp"
#include "require.hpp"
#include "tables/configuration_space.hpp"
#include "tables/entries.hpp"

namespace alembert {

namespace {

std::vector<const ModelJoint*> joints_of(const Model& model, int coordinate) {
  std::vector<const ModelJoint*> moved;
  for (const ModelJoint& joint : model.joints()) {
    if (joint.coordinate == coordinate) moved.push_back(&joint);
  }
  return moved;
}

/// A full turn of the coordinate brings every joint it moves back.
bool is_periodic(const Model& model, int coordinate) {
  const auto moved = joints_of(model, coordinate);
  return std::all_of(moved.begin(), moved.end(), [](const ModelJoint* joint) {
    return joint->motion == JointMotion::revolute && joint->ratio == std::round(joint->ratio);
  });
}

bool only_slides_carry(const Model& model, const ModelJoint& joint) {
  for (int p = joint.parent; p >= 0; p = model.joint(p).parent) {
    if (model.joint(p).motion != JointMotion::prismatic) return false;
  }
  return true;
}

/// True if the coordinate's position changes no torque: a turn of the base about the direction of
/// gravity, or a slide that only slides carry.
bool position_is_irrelevant(const Model& model, int coordinate) {
  const auto moved = joints_of(model, coordinate);
  if (moved.size() != 1) return false;
  const ModelJoint& joint = *moved.front();
  if (joint.motion == JointMotion::prismatic) return only_slides_carry(model, joint);
  if (joint.parent >= 0) return false;
  const Eigen::Vector3d axis(joint.sin_beta * joint.sin_alpha, -joint.cos_beta * joint.sin_alpha,
                             joint.cos_alpha);
  const Eigen::Vector3d gravity = model.base().linear().transpose() * model.gravity();
  return axis.cross(gravity).norm() <= 1e-12 * gravity.norm();
}

TableAxis position_axis(const Model& model, int c, const TableOptions& options) {
  const Coordinate& coordinate = model.coordinates()[c];
  TableAxis axis{coordinate.limits.lower, coordinate.limits.upper, options.nodes, false};
  const bool limited = std::isfinite(axis.lower) && std::isfinite(axis.upper);
  if (position_is_irrelevant(model, c)) {
    if (!limited) axis.lower = -std::numbers::pi, axis.upper = std::numbers::pi;
    axis.nodes = 1;
    return axis;
  }
  if (limited && axis.lower < axis.upper) return axis;
  if (!limited && is_periodic(model, c)) {
    return {-std::numbers::pi, std::numbers::pi, std::max(options.nodes, 3), true};
  }
  if (!limited && options.unlimited && options.unlimited->lower < options.unlimited->upper) {
    return {options.unlimited->lower, options.unlimited->upper, options.nodes, false};
  }
  throw Error(Error::Code::value,
              "coordinate '" + coordinate.name + "' of robot '" + model.name() +
                  "' has no range that a table could cover",
              "give it a lower and an upper limit, or say how far it reaches");
}

TableAxis rate_axis(double limit, double otherwise, int nodes) {
  const double reach = std::isfinite(limit) && limit > 0.0 ? limit : otherwise;
  return {-reach, reach, nodes, false};
}

void require_sane(const TableOptions& options) {
  const int velocity_nodes = options.velocity_nodes == 0 ? options.nodes : options.velocity_nodes;
  require(options.nodes >= 2 && velocity_nodes >= 2 && options.acceleration_nodes >= 2,
          "a table with " + std::to_string(options.nodes) + ", " + std::to_string(velocity_nodes) +
              " and " + std::to_string(options.acceleration_nodes) +
              " nodes along position, velocity and acceleration",
          "give at least 2 of each");
  const auto reaches = [](double x) { return std::isfinite(x) && x > 0.0; };
  require(reaches(options.velocity) && reaches(options.acceleration),
          "velocity and acceleration of a table must be positive",
          "say how far they reach to both sides");
}

double memory_allowed(const TableOptions& options) {
  if (options.memory_limit > 0.0) return options.memory_limit;
  return 0.5 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// "1.5 GB".
std::string memory_text(double bytes) {
  static constexpr std::array units = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  while (bytes >= 1000.0 && unit + 1 < units.size()) bytes /= 1000.0, ++unit;
  char text[40];
  std::snprintf(text, sizeof text, "%.3g %s", bytes, units[unit]);
  return text;
}

}  // namespace

std::vector<TableAxis> choose_axes(const Model& model, TableMethod method,
                                   const TableOptions& options) {
  require_sane(options);
  const int velocity_nodes = options.velocity_nodes == 0 ? options.nodes : options.velocity_nodes;
  std::vector<TableAxis> axes;
  for (int c = 0; c < model.dofs(); ++c) axes.push_back(position_axis(model, c, options));
  for (const Coordinate& coordinate : model.coordinates()) {
    axes.push_back(rate_axis(coordinate.limits.velocity, options.velocity,
                             method == TableMethod::configuration_space ? 0 : velocity_nodes));
  }
  for (const Coordinate& coordinate : model.coordinates()) {
    axes.push_back(rate_axis(coordinate.limits.acceleration, options.acceleration,
                             method == TableMethod::albus ? options.acceleration_nodes : 0));
  }
  return axes;
}

Grids grids_of(TableMethod method, const std::vector<TableAxis>& axes) {
  const auto n = static_cast<int>(axes.size() / 3);
  const auto over = [&](int groups, int values) {
    return Grid(std::vector<TableAxis>(axes.begin(), axes.begin() + groups * n), values);
  };
  switch (method) {
    case TableMethod::configuration_space:
      return {over(1, stored_count(n)), {}};
    case TableMethod::raibert:
      return {over(2, n), over(1, n * (n + 1) / 2)};
    case TableMethod::albus:
      break;
  }
  return {over(3, n), {}};
}

void require_fit(const Model& model, TableMethod method, const TableOptions& options,
                 const std::vector<TableAxis>& axes) {
  const double needed = grids_of(method, axes).bytes(), allowed = memory_allowed(options);
  if (needed <= allowed) return;
  TableOptions fewer = options;
  fewer.velocity_nodes = 0;
  do --fewer.nodes;
  while (fewer.nodes >= 2 && grids_of(method, choose_axes(model, method, fewer)).bytes() > allowed);
  const std::string smaller =
      fewer.nodes >= 2 ? "take at most " + std::to_string(fewer.nodes) + " nodes a dimension"
                       : "no number of nodes fits this robot and method";
  throw Error(Error::Code::unsupported,
              "a table by " + std::string(to_string(method)) + " for robot '" + model.name() +
                  "' needs " + memory_text(needed) + " of memory where " + memory_text(allowed) +
                  " may be used",
              smaller + (method == TableMethod::configuration_space
                             ? ""
                             : "; configuration_space has the fewest dimensions"));
}

}  // namespace alembert
