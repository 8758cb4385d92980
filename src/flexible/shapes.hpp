// Shapes a link may bend in: functions of the place x that give displacement (or twist), slope and
// curvature. All are clamped at the near end, and at most 1 in size.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "alembert/flexible_link.hpp"
#include "model/panels.hpp"

namespace alembert::flexible {

using Shape = std::function<Eigen::Vector3d(double)>;

/// What the shapes of a link carry at its far end: in bending mass and moment of inertia, axially
/// a mass, in torsion a moment of inertia.
using TipBody = ShapeTip;

/// The shapes of one kind that the link asks for; `corners` receives where they are not smooth.
std::vector<Shape> make_shapes(const FlexibleLink& link, ModeKind kind, const TipBody& tip,
                               std::vector<double>& corners);

/// Of a mesh of cubic elements, Craig-Bampton reduced to the tip and inner modes
/// (finite_element.cpp).
std::vector<Shape> element_modes(const FlexibleLink& link, ModeKind kind, const TipBody& tip,
                                 int count, std::vector<double>& corners);

/// Largest displacement 1, positive at the far end.
Shape normalised(const Shape& shape, double length);

/// What resists a shape's kind, and what moves with it, per length.
double stiffness_at(const FlexibleLink& link, ModeKind kind, double x);
double density_at(const FlexibleLink& link, ModeKind kind, double x);

}  // namespace alembert::flexible
