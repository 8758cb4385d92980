// The ground's reaction and centres of pressure as plots.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/ground_parts.hpp"
#include "report/plot_parts.hpp"
#include "report/svg_scale.hpp"

namespace alembert::report {

namespace {

/// Of the weight: a reaction that never reaches it is not drawn.
constexpr double too_little_to_draw = 1e-3;
/// m: nor is a centre of pressure that moves less.
constexpr double hardly_moves = 1e-6;

double largest(const Plot& plot) {
  double most = 0.0;
  for (const PlotLine& line : plot.lines) {
    for (const double y : line.y) most = std::max(most, std::abs(y));
  }
  return most;
}

double range(const Plot& plot) {
  Extent extent;
  for (const PlotLine& line : plot.lines) extent.include(line.y);
  return extent.high - extent.low;
}

/// Does the world exert something in several places? What hands push is none of them.
bool are_several(const MotionRequest& problem) {
  return contact_names(problem).size() > problem.bodies.size() + 1;
}

/// Every contact's force along a direction and, of several, their sum.
Plot reaction(const MotionDocument& motion, const std::string& title,
              const Eigen::Vector3d& direction) {
  Plot plot = plot_over_time(title, motion, "N");
  for (const std::string& name : contact_names(motion.problem)) {
    plot.lines.push_back(line_over_time(name, motion.samples, [&](const MotionSample& sample) {
      const ContactForce* now = sample.ground.find(name);
      return now ? direction.dot(now->force) : 0.0;
    }));
  }
  if (!are_several(motion.problem)) return plot;
  plot.lines.push_back(line_over_time("all", motion.samples, [&](const MotionSample& sample) {
    return direction.dot(sample.ground.force());
  }));
  return plot;
}

/// Stretches in which something presses; those after the first stand beside it.
void add_stretches(const MotionDocument& motion, const std::string& label, int axis,
                   const auto& point_of, Plot& plot) {
  const int first = static_cast<int>(plot.lines.size());
  bool open = false;
  for (const MotionSample& sample : motion.samples) {
    const std::optional<Eigen::Vector3d> point = point_of(sample.ground);
    if (point && !open) {
      plot.lines.push_back({label, {}, {}});
      if (static_cast<int>(plot.lines.size()) > first + 1) plot.lines.back().beside = first;
    }
    open = point.has_value();
    if (!point) continue;
    plot.lines.back().x.push_back(sample.t);
    plot.lines.back().y.push_back((*point)[axis]);
  }
}

Plot pressure(const MotionDocument& motion, int axis) {
  Plot plot = plot_over_time(fmt::format("Centre of pressure, {}", "xyz"[axis]), motion, "m");
  for (const std::string& name : contact_names(motion.problem)) {
    add_stretches(
        motion, name, axis,
        [&](const GroundReaction& ground) {
          const ContactForce* now = ground.find(name);
          return now ? now->pressure : std::nullopt;
        },
        plot);
  }
  if (!are_several(motion.problem)) return plot;
  add_stretches(
      motion, "zero-moment point", axis,
      [](const GroundReaction& ground) { return ground.zero_moment_point; }, plot);
  return plot;
}

/// Of a person: what the lowest joint of the spine bears, which ergonomists look at first.
Plot moment_of_the_back(const MotionDocument& motion) {
  Plot plot = plot_over_time("Moment of the back (L5/S1)", motion, "N m");
  const std::string spine = "l5s1_";
  for (std::size_t j = 0; j < motion.problem.joints.size(); ++j) {
    const std::string& name = motion.problem.joints[j];
    if (!name.starts_with(spine)) continue;
    plot.lines.push_back(line_over_time(name.substr(spine.size()), motion.samples,
                                        [&](const MotionSample& sample) { return sample.tau[j]; }));
  }
  return plot;
}

}  // namespace

std::vector<Plot> ground_plots(const MotionDocument& motion) {
  std::vector<Plot> plots;
  if (contact_names(motion.problem).empty() || motion.samples.empty()) return plots;
  const Eigen::Vector3d& gravity = motion.problem.gravity;
  const Eigen::Vector3d up =
      gravity.norm() > 0.0 ? Eigen::Vector3d(-gravity.normalized()) : Eigen::Vector3d::UnitZ();
  plots.push_back(reaction(motion, "Ground reaction, upward", up));
  plots.front().levels.push_back({motion.weight});
  for (int axis = 0; axis < 3; ++axis) {
    const Eigen::Vector3d along = Eigen::Vector3d::Unit(axis);
    if (std::abs(along.dot(up)) > 0.9) continue;
    Plot sideways = reaction(motion, fmt::format("Ground reaction along {}", "xyz"[axis]), along);
    if (largest(sideways) > too_little_to_draw * motion.weight) {
      plots.push_back(std::move(sideways));
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    Plot moving = pressure(motion, axis);
    if (range(moving) > hardly_moves) plots.push_back(std::move(moving));
  }
  Plot back = moment_of_the_back(motion);
  if (!back.lines.empty()) plots.push_back(std::move(back));
  return plots;
}

}  // namespace alembert::report
