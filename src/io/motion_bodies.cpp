// bodies: what hands push.
#include "io/motion_parts.hpp"
#include "io/yaml_body.hpp"

namespace alembert::io {

namespace {

/// Of a box of even density about its origin.
Eigen::Matrix3d tensor_of_box(double mass, const Eigen::Vector3d& size) {
  const Eigen::Vector3d squares = size.cwiseAbs2() * mass / 12.0;
  return Eigen::Vector3d(squares.sum() - squares.x(), squares.sum() - squares.y(),
                         squares.sum() - squares.z())
      .asDiagonal();
}

PushedBody read_body_in_hand(const YamlValue& entry, std::size_t number) {
  const YamlMap map = labelled(entry, "body", number)
                          .map({"name", "frame", "patch", "friction", "normal", "place", "mass",
                                "com", "inertia", "size"});
  PushedBody body;
  body.name = map.at("name", "give it a name, such as box").text();
  body.frame = map.at("frame", "name the link or frame that pushes it").text();
  body.corners = read_points(
      map.at("patch", "write the corners of what pushes it, in the frame: [[x, y, z], …]"));
  body.friction = map.at("friction", "write the coefficient of friction").number();
  body.normal = map.vector("normal", body.normal);
  if (const YamlValue* place = map.find("place")) {
    body.pose = read_pose(place->map({"xyz", "rpy", "quaternion"}));
  }
  map.at("mass", "write its mass in kg");
  body.inertia = read_inertia(map, true);
  body.size = map.vector("size", body.size, Quantity::length);
  if (!map.has("inertia")) body.inertia.about_com = tensor_of_box(body.inertia.mass, body.size);
  return body;
}

}  // namespace

std::vector<PushedBody> read_bodies(const YamlMap& file) {
  std::vector<PushedBody> bodies;
  for (const YamlValue& entry : file.one_or_several("bodies")) {
    bodies.push_back(read_body_in_hand(entry, bodies.size() + 1));
  }
  return bodies;
}

Robot robot_with_bodies(const YamlMap& file, const Robot& robot,
                        const std::vector<PushedBody>& bodies) {
  return file.find("bodies")->at_this_line([&] { return with_bodies(robot, bodies); });
}

}  // namespace alembert::io
