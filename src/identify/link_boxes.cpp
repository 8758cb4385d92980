#include "identify/link_boxes.hpp"

#include <algorithm>

namespace alembert::identifying {

namespace {

/// Half the edges of the box around a shape, along its own axes; cylinders lie along z.
Eigen::Vector3d half_size(const Visual& shape) {
  switch (shape.shape) {
    case Visual::Shape::box:
      return 0.5 * shape.size;
    case Visual::Shape::sphere:
      return Eigen::Vector3d::Constant(shape.size[0]);
    case Visual::Shape::cylinder:
      return {shape.size[0], shape.size[0], 0.5 * shape.size[1]};
    case Visual::Shape::capsule:
      return {shape.size[0], shape.size[0], 0.5 * shape.size[1] + shape.size[0]};
    case Visual::Shape::mesh:
      break;
  }
  return Eigen::Vector3d::Zero();
}

}  // namespace

std::vector<LinkBox> link_boxes(
    const std::vector<std::pair<std::string, std::vector<Visual>>>& shapes) {
  std::vector<LinkBox> boxes;
  for (const auto& [link, parts] : shapes) {
    const bool meshes = std::any_of(parts.begin(), parts.end(), [](const Visual& shape) {
      return shape.shape == Visual::Shape::mesh;
    });
    if (meshes || parts.empty()) continue;
    LinkBox box{link, Eigen::Vector3d::Constant(infinity), Eigen::Vector3d::Constant(-infinity)};
    for (const Visual& shape : parts) {
      const Eigen::Vector3d half = shape.pose.linear().cwiseAbs() * half_size(shape);
      box.lower = box.lower.cwiseMin(shape.pose.translation() - half);
      box.upper = box.upper.cwiseMax(shape.pose.translation() + half);
    }
    boxes.push_back(box);
  }
  return boxes;
}

}  // namespace alembert::identifying
