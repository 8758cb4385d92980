// What the parts of a problem file share: the robot's names, vectors by joint, spans of time.
#pragma once

#include <functional>
#include <vector>

#include "alembert/motion.hpp"
#include "io/yaml.hpp"
#include "io/yaml_body.hpp"

namespace alembert::io {

/// rad or m: what a position of the coordinate measures.
Quantity position_quantity(const Coordinate& coordinate);

FrameId read_frame(const YamlValue& value, const Model& model);
int read_coordinate(const YamlValue& value, const Model& model);

/// Calls read(entry, j) for coordinate j: of a list in the model's order, or of a map by name.
/// Returns which coordinates were there. Those of the `ground` (alembert/ground_coordinates.hpp)
/// may be left out.
std::vector<bool> for_each_coordinate(const YamlValue& value, const Model& model,
                                      const std::function<void(const YamlValue&, int)>& read,
                                      const std::vector<int>& ground = {});

/// One number a coordinate, none left out but those of the ground, which are zero then.
Eigen::VectorXd read_coordinates(const YamlValue& value, const Model& model, bool positions,
                                 const std::vector<int>& ground = {});

/// x, y, z, -x, … or three numbers; unit length.
Eigen::Vector3d read_direction(const YamlValue& value);

/// Keys `from` and `to`: fractions of the motion, or names of waypoints, start and goal.
/// An instant alone only where it may be.
During read_during(const YamlMap& map, const std::vector<Waypoint>& waypoints,
                   bool may_be_instant = false);

}  // namespace alembert::io
