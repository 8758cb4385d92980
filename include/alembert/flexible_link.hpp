// A link that bends, as the user wrote it: a slender beam along x from its near end, where its
// joint is, with what it is made of and how many shapes describe its deflection.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "alembert/error.hpp"
#include "alembert/robot.hpp"

namespace alembert {

/// A property along a link: one number, or a table that is linear between its places.
struct Along {
  std::vector<double> x;      ///< m from the near end, rising; empty for a constant
  std::vector<double> value;  ///< one of each x; a single one for a constant; empty if not written
  Location where = {};

  bool written() const { return !value.empty(); }     ///< did the file say it?
  bool constant() const { return value.size() < 2; }  ///< one number, not a table
  double at(double place) const;
  double mean(double length) const;  ///< over a link of that length, m
};

enum class ModeKind { bending_y, bending_z, torsion, axial };
const char* to_string(ModeKind kind);

enum class ShapeFamily {
  clamped_free,      ///< modes of a cantilever
  clamped_tip_mass,  ///< of a cantilever that carries what hangs on it, joints at zero
  pinned,            ///< of a beam free to turn at its joint, seen from the joint's frame
  polynomial,        ///< x^2, x^3, … (x, x^2, … in torsion and axially), orthogonal
  finite_element,    ///< of a mesh of beam elements, Craig-Bampton reduced: for tapered links
  file,              ///< sampled elsewhere
};

/// A shape from a file: displacement (or twist) at places along the link.
struct SampledShape {
  ModeKind kind = ModeKind::bending_y;
  std::vector<double> x, value;  ///< m (or rad) per unit of amplitude, at x m from the near end
};

/// The body that clamped-tip-mass shapes carry.
struct ShapeTip {
  double mass = 0.0;     ///< kg
  double inertia = 0.0;  ///< kg m^2, about the axis of bending
};

struct FlexibleLink {
  double length = 0.0;    ///< m
  Along mass_per_length;  ///< kg/m
  Along EIy, EIz;         ///< N m^2: bending_z is resisted by EIy, bending_y by EIz
  Along GJ;               ///< N m^2
  Along EA;               ///< N
  Along polar_inertia;    ///< kg m: of the section about x, per length
  double tip_mass = 0.0;  ///< kg, at the far end
  Eigen::Vector3d tip_inertia = Eigen::Vector3d::Zero();  ///< kg m^2, principal, about the tip
  std::vector<double> damping;  ///< ratios: of all modes, or of each; none is undamped
  int bending_y = 0, bending_z = 0, torsion = 0, axial = 0;  ///< how many shapes
  ShapeFamily shapes = ShapeFamily::clamped_free;            ///< where they come from
  std::optional<ShapeTip> shape_tip;                         ///< in place of what hangs on the link
  int elements = 64;                                         ///< of the mesh
  std::string shapes_file;                                   ///< as written
  std::vector<SampledShape> sampled;  ///< read of that file, where shapes are a file's
  double outer = 0.0;  ///< m: greatest width of the section, if it was described; else 0
  Location where = {};

  int modes() const { return bending_y + bending_z + torsion + axial; }
  double mass() const;  ///< of the beam, without hub and tip
  /// The link as a rigid body about its near end, tip and sections included, hub not.
  Inertia rigid() const;
};

/// Throws Error where the numbers cannot be those of a beam.
void validate_flexible(const Robot& robot, const Link& link);

/// What is likely wrong with its bending links: too stout, too soft, frequencies that cannot be.
[[nodiscard]] std::vector<Finding> examine_flexible(const Robot& robot);

/// The same robot with its flexible links stiff: what rigid kernels and plans can use.
[[nodiscard]] Robot rigidified(const Robot& robot);
bool bends(const Robot& robot);

}  // namespace alembert
