// How far a point is from a cylinder with flat ends that stands still.
#pragma once

#include "alembert/solid.hpp"

namespace alembert {

class RoundCore {
 public:
  /// Of a solid with a `disc`; its radius is left out.
  explicit RoundCore(const Solid& solid);

  struct Place {
    double s;                   ///< m: signed distance
    Eigen::Vector3d direction;  ///< that it grows along: its gradient
    Eigen::Matrix3d bend;       ///< its second derivatives
  };
  Place at(const Eigen::Vector3d& point) const;
  /// m: how far it reaches along a direction, of length 1 to rounding.
  double support(const Eigen::Vector3d& along) const;
  /// m: no point of it is farther from the origin.
  double size() const { return middle_.norm() + half_ + disc_; }

 private:
  Eigen::Vector3d middle_, axis_;
  double half_, disc_;
};

}  // namespace alembert
