#include "alembert/inertia.hpp"

namespace alembert {

namespace {

/// Inertia of a unit point mass at r about the origin: (r·r) E - r r^T.
Eigen::Matrix3d point_mass(const Eigen::Vector3d& r) {
  return r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose();
}

}  // namespace

Eigen::Matrix3d Inertia::about_origin() const { return about_com + mass * point_mass(com); }

Inertia transformed(const Eigen::Isometry3d& X_ab, const Inertia& body_in_b) {
  const Eigen::Matrix3d R_ab = X_ab.linear();
  Inertia body{body_in_b.mass, X_ab * body_in_b.com, R_ab * body_in_b.about_com * R_ab.transpose()};
  body.about_com = (0.5 * (body.about_com + body.about_com.transpose())).eval();
  return body;
}

Inertia combined(const Inertia& a, const Inertia& b) {
  Inertia sum;
  sum.mass = a.mass + b.mass;
  // A body without mass still has a place; without this its tensor would be lost to 0/0.
  sum.com = sum.mass != 0.0 ? Eigen::Vector3d((a.mass * a.com + b.mass * b.com) / sum.mass) : a.com;
  sum.about_com = a.about_com + a.mass * point_mass(a.com - sum.com) + b.about_com +
                  b.mass * point_mass(b.com - sum.com);
  return sum;
}

}  // namespace alembert
