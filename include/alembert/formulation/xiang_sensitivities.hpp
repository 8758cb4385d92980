// How the recursive Lagrangian's torques change with the motion and the loads (Xiang, Arora,
// Abdel-Malek 2008, equations 21 to 38). Every column costs O(n); the kernel's
// InverseDynamicsDerivatives gives the same numbers for a fraction of the work.
// Equations and differences from the print: docs/equations/xiang-sensitivities.md
#pragma once

#include <memory>
#include <vector>

#include "alembert/formulation.hpp"
#include "alembert/formulation/link_matrices.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/op_count.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Torques and their derivatives; row i is torque i. Owns its workspace: one object per thread.
/// Calls neither allocate nor throw. Every kind of joint, branches, coupled joints and drives.
template <typename S = double>
class XiangSensitivities {
 public:
  explicit XiangSensitivities(const Model& model);

  /// dofs() torques and three dofs() x dofs() matrices; the last is the mass matrix.
  void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecOut<S> tau, MatOut<S> dtau_dq,
                  MatOut<S> dtau_dv, MatOut<S> dtau_da) {
    (*this)(q, v, a, {}, tau, dtau_dq, dtau_dv, dtau_da);
  }
  void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, VecOut<S> tau, MatOut<S> dtau_dq,
                  MatOut<S> dtau_dv, MatOut<S> dtau_da);

  /// Derivatives by a force and by a moment on a frame at a point of it (frame components), world
  /// components, in the position of the call before: dofs() x 3 each. A loop that is cut between
  /// frames a and b has those of b less those of a (38b).
  void by_load(FrameId frame, const Eigen::Vector3d& point, MatOut<S> dtau_df,
               MatOut<S> dtau_dh) const;

 private:
  /// What does not depend on the column.
  struct Link {
    Mat4<S> I;                // second moments of the mass, homogeneous
    Vec4<S> m_r;              // mass times mass centre; the mass itself
    Mat4<S> T, dT, d2T, d3T;  // the link's frame in its parent's, and by the joint's value
    Mat4<S> A, B, C;          // in the base's: pose, velocity, acceleration
    Mat4<S> dA;               // of A by the joint's own value
    Mat4<S> D;                // over the links behind: inertia
    Vec4<S> E;                // over the links behind: first moments
    S rate, acceleration;     // of the joint
  };

  /// Derivatives by joint k's value, rate or acceleration, of a link that joint k moves.
  struct Moved {
    bool moved = false;
    Mat4<S> A_q, B_q, C_q;  // of A, B and C by q
    Mat4<S> D_q, D_v, D_a;  // of D, over the links behind
    Mat4<S> dA_q;           // of dA by q
  };

  /// A load as the paper has it.
  struct Push {
    int link;
    bool turns;              // with the link, instead of staying as it is in the base
    Vec4<S> f, h, r_f;       // force and moment in base components, place in the link's frame
    Vec4<S> f_link, h_link;  // components of one that turns
  };

  /// Where results go: entries by joints are added to those by coordinates.
  struct Result {
    VecOut<S>& tau;
    MatOut<S>&dq, &dv, &da;
  };

  void move(int i, VecIn<S> q, VecIn<S> v, VecIn<S> a);
  void torques(Loads loads, Result& result);
  void column(int k, Loads loads, Result& result);
  void differentiate_motion(int i, int k);
  void differentiate_behind(int k, Result& result);
  void differentiate_before(int k, Result& result);
  void differentiate_load(int k, const Push& push, Result& result) const;
  void add_drives(VecIn<S> q, VecIn<S> v, VecIn<S> a, Result& result) const;

  Push push(const Load& load) const;
  void add(VecOut<S>& tau, int i, const S& force) const;
  void add(MatOut<S>& matrix, int i, int k, const S& entry) const;

  Model model_;
  std::shared_ptr<const Drives<S>> drives_;
  Vec4<S> g_;
  std::vector<Link> links_;
  std::vector<Moved> moved_;
};

extern template class XiangSensitivities<double>;
extern template class XiangSensitivities<OpCount>;

}  // namespace alembert
