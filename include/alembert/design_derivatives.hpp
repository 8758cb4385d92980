// How torques change with the robot itself: where its joints sit, what its links and payloads
// weigh. Exact, for optimising a design or knowing what an error of the model costs.
//
//   DesignDerivatives design(model, {.payloads = {{.frame = "tool", .inertia = box}}});
//   design.parameters()[0].name;              // "shoulder.x"
//   MatrixXd D = design(q, v, a);             // or design(q, v, a, D): no allocation
//   tau_of_changed_robot ≈ tau + D * change;
#pragma once

#include <string>
#include <vector>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// What a, alpha, d and theta of a joint are read as. A change moves the link and all it carries.
enum class DhMeaning {
  none,  ///< no DH parameters
  /// Of the canonical frames (docs/conventions.md), for each joint of one degree: p_x, alpha, and
  /// what is added to d and theta. Bodies stay in their canonical frames.
  canonical,
  /// Of the user's link frames, T = Rz(theta) Tz(d) Tx(a) Rx(alpha).
  standard,
  /// Of the user's link frames, T = Rx(alpha) Tx(a) Rz(theta) Tz(d).
  modified,
};

struct DesignOptions {
  /// JOINT.x .y .z (m) and .rx .ry .rz (rad) for each of the user's joints, fixed ones too: the
  /// joint's origin moves along, or the joint turns about (through its origin), the axes of the
  /// parent link's frame. All that hangs on the joint goes along.
  bool placements = true;
  /// JOINT.a, .alpha, .d, .theta.
  DhMeaning dh = DhMeaning::none;
  /// LINK.m, .cx .cy .cz, .Ixx .Ixy .Ixz .Iyy .Iyz .Izz for each link that moves and has an
  /// inertia: mass, mass centre and tensor about the mass centre in the link's frame, as in the
  /// file and without what the link carries.
  bool inertias = true;
  /// payload.FRAME.m, .cx, …, .Izz for a body at a link or frame, at these values. Whether the
  /// model carries it already makes no difference.
  std::vector<Payload> payloads = {};
};

struct DesignParameter {
  std::string name;
  std::string unit;
};

/// O(n · depth). Owns its workspace: one object per thread.
class DesignDerivatives {
 public:
  /// Throws Error if a joint does not move along the z that the DH convention gives it, or a
  /// payload's frame is unknown.
  explicit DesignDerivatives(const Model& model, const DesignOptions& options = {});

  const Model& model() const;
  const std::vector<DesignParameter>& parameters() const;
  /// Index by name; throws Error.
  int parameter(const std::string& name) const;

  /// dtau is dofs() x parameters().size(); no allocation. A load stays at its place on the link.
  void operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, MatOut<double> dtau) {
    (*this)(q, v, a, {}, dtau);
  }
  void operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, Loads loads,
                  MatOut<double> dtau);
  Eigen::MatrixXd operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, Loads loads = {});

  /// From now on the base moves so.
  void set_base_motion(const BaseMotion& motion);

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
