// How the equations of an arm that bends change with its state, its torques and its design.
//
//   FlexibleDerivatives slopes(model);
//   slopes.accelerations(z, v, torques, by_z, by_v, by_torques);
//   DesignSlopes by_length = design_slopes(robot, {"boom", FlexibleParameter::Kind::length}, z, v,
//   a);
#pragma once

#include <string>

#include "alembert/dual.hpp"
#include "alembert/flexible_equations.hpp"

namespace alembert {

/// By dual numbers, exact. Owns its workspace: one per thread.
class FlexibleDerivatives {
 public:
  explicit FlexibleDerivatives(const FlexibleModel& model);

  const FlexibleModel& model() const { return value_.model(); }
  void set_loads(std::span<const FlexibleLoad> loads);  ///< act from now on, in all calls

  /// Of the generalized forces of a motion; by a: the inertia J.
  void inverse(VecIn<double> z, VecIn<double> v, VecIn<double> a, MatOut<double> by_z,
               MatOut<double> by_v, MatOut<double> by_a);
  /// Of the accelerations under joints' torques, which are `by_torques`' columns.
  void accelerations(VecIn<double> z, VecIn<double> v, VecIn<double> torques, MatOut<double> by_z,
                     MatOut<double> by_v, MatOut<double> by_torques);

 private:
  FlexibleEquations<double> value_;
  FlexibleEquations<Dual<double>> slope_;
  Eigen::VectorXd R_, a_;
  VecX<Dual<double>> z1_, v1_, a1_, out_;
};

/// What a designer chooses of a link that bends.
struct FlexibleParameter {
  enum class Kind {
    length,           ///< m; what hangs on the link, and tables along it, move in proportion
    mass_per_length,  ///< kg/m, as the others of one number: tables have none to differentiate by
    EIy,              ///< N m^2: resists bending in z
    EIz,              ///< N m^2: resists bending in y
    GJ,               ///< N m^2: resists torsion
    EA,               ///< N: resists stretching
    tip_mass,         ///< kg
  };
  std::string link;
  Kind kind = Kind::length;
};

struct DesignSlopes {
  Eigen::VectorXd forces;         ///< of the motion z, v, a
  Eigen::VectorXd accelerations;  ///< of z, v under the joints' torques of that motion
};

/// The constants of the links by differences of compiled arms (to about 1e-8 of themselves), the
/// equations by dual numbers. Shapes follow the parameter. Throws Error for a link that does not
/// bend and a property that was not written as one number.
DesignSlopes design_slopes(const Robot& robot, const FlexibleParameter& parameter, VecIn<double> z,
                           VecIn<double> v, VecIn<double> a, const FlexibleOptions& options = {});

}  // namespace alembert
