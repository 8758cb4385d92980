#include "task/round_core.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace alembert {

RoundCore::RoundCore(const Solid& solid)
    : middle_(solid.corner + 0.5 * solid.edges.col(0)),
      axis_(solid.edges.col(0).normalized()),
      half_(0.5 * solid.edges.col(0).norm()),
      disc_(solid.disc) {}

// Beyond the end and beyond the side by so much: the larger counts where either is negative, else
// the rim is nearest.
RoundCore::Place RoundCore::at(const Eigen::Vector3d& point) const {
  const Eigen::Vector3d from = point - middle_;
  const double height = axis_.dot(from);
  const Eigen::Vector3d across = from - height * axis_;
  const double far = across.norm();
  const Eigen::Vector3d up = height < 0.0 ? Eigen::Vector3d(-axis_) : axis_;
  const Eigen::Vector3d out = far > 0.0 ? Eigen::Vector3d(across / far) : axis_.unitOrthogonal();
  const double beyond_end = std::abs(height) - half_, beyond_side = far - disc_;
  Eigen::Matrix3d bend_of_side = Eigen::Matrix3d::Zero();
  if (far > 0.0) {
    const Eigen::Vector3d round = axis_.cross(out);
    bend_of_side = round * round.transpose() / far;
  }
  if (beyond_end > 0.0 && beyond_side > 0.0) {
    const double s = std::hypot(beyond_end, beyond_side);
    const Eigen::Vector3d direction = (beyond_end * up + beyond_side * out) / s;
    const Eigen::Matrix3d bend = (up * up.transpose() + out * out.transpose() +
                                  beyond_side * bend_of_side - direction * direction.transpose()) /
                                 s;
    return {s, direction, bend};
  }
  if (beyond_end > beyond_side) return {beyond_end, up, Eigen::Matrix3d::Zero()};
  return {beyond_side, out, bend_of_side};
}

double RoundCore::support(const Eigen::Vector3d& along) const {
  const double straight = axis_.dot(along);
  return middle_.dot(along) + half_ * std::abs(straight) +
         disc_ * (along - straight * axis_).norm();
}

}  // namespace alembert
