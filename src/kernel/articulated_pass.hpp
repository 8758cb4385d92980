// M(q) a = r in O(n), without M: articulated bodies (Featherstone 1983) on regrouped parameters, in
// link frames. Regrouping changes no mass matrix, hence none of the pivots D.
//
//   tips to base   I^A = I + sum over children of  X^T (I^A - U U^T / D) X
//                  U = I^A S,  D = S · U + rotor,  u = r - S · p
//                  p = sum over children of  X^T (p + U u / D)
//   base to tips   a' = X a_p,   x = (u - U · a') / D,   a = a' + S x
//
// Velocities and gravity are in r: what the torques are more than those of no acceleration.
#pragma once

#include <vector>

#include "alembert/model.hpp"
#include "kernel/articulated_body.hpp"
#include "kernel/joint_sines.hpp"
#include "kernel/link_body.hpp"

namespace alembert {

class ArticulatedPass {
 public:
  /// Of a model without coupled joints.
  explicit ArticulatedPass(const Model& model);

  /// Is it the faster way, as far as the robot's shape tells?
  static bool pays(const Model& model);

  /// r becomes a. False, with r of no use, where the mass matrix is not positive definite to
  /// rounding. Of first joints no sine is needed.
  [[nodiscard]] bool solve(const double* x, const JointSines<double>& sines, double* r);

 private:
  using V = small::V3<double>;
  using Force6 = small::Force6<double>;
  using Articulated = ArticulatedBody<double>;
  struct Joint : JointFrame<double> {
    double m;
    LinkBody<double> body;
    double rotor = 0.0;
    double floor = 0.0;  // smallest pivot to be believed

    explicit Joint(const RegroupedJoint& j)
        : JointFrame<double>(j), m(j.m), body(LinkBody<double>::of(j)) {}
  };
  struct Link {
    Force6 U;
    double reciprocal;  // of D
    V p;                // origin in the parent's frame
  };
  struct Motion6 {
    V w, v;
  };

  ALEMBERT_FLATTEN bool inward(const double* x, const JointSines<double>& sines, double* r);
  ALEMBERT_FLATTEN void outward(const JointSines<double>& sines, double* r);
  template <JointKind K>
  static Force6 times_joint(const Joint& j, const Articulated& I);

  std::vector<Joint> joints_;
  std::vector<Articulated> inertias_;
  std::vector<Force6> forces_;
  std::vector<Link> links_;
  std::vector<Motion6> motions_;
};

}  // namespace alembert
