// The constants of a bending link, by quadrature along it, and the motion of places on it.
#pragma once

#include "alembert/flexible_model.hpp"

namespace alembert::flexible {

/// A rigid body on a bending link: its tip body, or something carried.
struct Rider {
  double x = 0.0;
  Eigen::Matrix4d mass = Eigen::Matrix4d::Zero();  ///< int [1 r][1 r]^T about the section at x
};

/// int [1 r][1 r]^T dm of a rigid body.
Eigen::Matrix4d moments_of(const Inertia& body);

/// Of a place at x; `stiffening` fills N.
Attachment attach(const FlexibleLink& link, const std::vector<LinkShape>& shapes, double x,
                  bool stiffening, const std::vector<double>& corners);

/// Fills C, C_k, C_kl, Z_kl, stiffness, mass, damping and frequencies of a body whose shapes are
/// there. `hub` is rigid at its near end.
void integrate(const FlexibleLink& link, const Inertia& hub, const std::vector<Rider>& riders,
               bool stiffening, const std::vector<double>& corners, FlexibleBody& body);

}  // namespace alembert::flexible
