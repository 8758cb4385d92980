#include "io/pose.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/text.hpp"

namespace alembert::io {

namespace {

struct Turn {
  double sine, cosine;
};

/// sin(pi) is 1.2e-16 only because pi is not a double; the user meant 0.
Turn turn(double angle) {
  constexpr double rounding = 3e-16;
  Turn t{std::sin(angle), std::cos(angle)};
  if (std::abs(t.sine) < rounding) t = {0.0, std::copysign(1.0, t.cosine)};
  if (std::abs(t.cosine) < rounding) t = {std::copysign(1.0, t.sine), 0.0};
  return t;
}

/// 1.5707999999999998 becomes 1.5708; what does not get much shorter stays as it is.
double without_rounding_tail(double value) {
  const std::string round = fmt::format("{:.15g}", value);
  const bool shorter = round.size() + 3 <= number_text(value).size();
  return shorter ? parse_number(round).value_or(value) : value;
}

}  // namespace

Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d& rpy) {
  const auto [sr, cr] = turn(rpy.x());
  const auto [sp, cp] = turn(rpy.y());
  const auto [sy, cy] = turn(rpy.z());
  Eigen::Matrix3d rotation;
  rotation << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
      sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,          //
      -sp, cp * sr, cp * cr;
  return rotation;
}

Eigen::Vector3d rpy_from_rotation(const Eigen::Matrix3d& rotation) {
  const Eigen::Matrix3d& R = rotation;
  // Whatever yaw is picked, roll and pitch are then those of Rz(-yaw) R: near pitch = ±90 degrees,
  // where yaw is all rounding, roll takes up its error.
  const double yaw = std::atan2(R(1, 0), R(0, 0));
  const auto [s, c] = turn(yaw);
  const double roll = std::atan2(s * R(0, 2) - c * R(1, 2), c * R(1, 1) - s * R(0, 1));
  const double pitch = std::atan2(-R(2, 0), c * R(0, 0) + s * R(1, 0));
  const Eigen::Vector3d exact(roll, pitch, yaw);
  const Eigen::Vector3d round = exact.unaryExpr(&without_rounding_tail);
  const auto error = [&](const Eigen::Vector3d& rpy) {
    return (rotation_from_rpy(rpy) - R).cwiseAbs().maxCoeff();
  };
  return error(round) <= std::max(error(exact), 2.3e-16) ? round : exact;
}

Eigen::Isometry3d make_pose(const Eigen::Vector3d& xyz, const Eigen::Vector3d& rpy) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = rotation_from_rpy(rpy);
  pose.translation() = xyz;
  return pose;
}

Eigen::Isometry3d rotation_about_x(double angle) {
  return make_pose(Eigen::Vector3d::Zero(), {angle, 0.0, 0.0});
}

Eigen::Isometry3d rotation_about_z(double angle) {
  return make_pose(Eigen::Vector3d::Zero(), {0.0, 0.0, angle});
}

bool is_identity(const Eigen::Isometry3d& pose) {
  return pose.matrix() == Eigen::Matrix4d::Identity();
}

}  // namespace alembert::io
