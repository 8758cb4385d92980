// Book 1983, Recursive Lagrangian dynamics of flexible manipulator arms via transformation
// matrices: J z'' = R (82) by the paper's own recursions, to be read beside it. For serial arms
// without geometric stiffening; FlexibleEquations is for everything else, and faster.
#pragma once

#include <vector>

#include "alembert/flexible_model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// J z'' = R by Book's recursions, quantity by quantity as the paper has them. Owns its workspace:
/// one per thread.
template <typename S>
class BookEquations {
 public:
  using Mat4 = Eigen::Matrix<S, 4, 4>;  ///< A 4 x 4 matrix.
  using Vec4 = Eigen::Matrix<S, 4, 1>;  ///< A column of four.

  /// Throws Error for trees, fixed joints on bending links and models with stiffening.
  explicit BookEquations(const FlexibleModel& model);

  /// z in the order of the model: joints, then amplitudes. Drives are not in the paper, nor here.
  void simulation_form(VecIn<S> z, VecIn<S> v, MatOut<S> J, VecOut<S> R);

  /// The paper's quantities at the state last evaluated, links counted from 0. Pairs (j, h) are
  /// at j * n + h.
  struct Link {
    Mat4 A, U, U2, E, Edot;       ///< (3), (11), (12), (5), (16)
    std::vector<Mat4> M, D;       ///< (7), (36)
    Mat4 W, What, Wdot, Whatdot;  ///< (3), (13), (9), (14)
    Mat4 Wv, Whatv;               ///< (64), (65): without second derivatives
    Mat4 G, Q;                    ///< (37) with its second-order term, (88)
    Vec4 P;                       ///< (90)
  };
  const std::vector<Link>& links() const { return links_; }
  const Mat4& F_tilde(int j, int h) const { return F_tilde_[index(j, h)]; }  ///< (67)
  const Mat4& F(int j, int h) const { return F_[index(j, h)]; }              ///< (71)
  const Mat4& Phi(int j, int h) const { return Phi_[index(j, h)]; }          ///< (76)
  /// jW_h of (58): E_j A_{j+1} … A_h, the identity for j = h.
  Mat4 W_tilde(int j, int h) const;

 private:
  struct Constants {
    Mat4 C;                     ///< (30)
    std::vector<Mat4> C_k;      ///< (28)
    std::vector<Mat4> C_kl;     ///< (25), k * modes + l
    std::vector<Vec4> epsilon;  ///< (52)
    Vec4 Mr;                    ///< M_i r_ri of (51)
  };

  std::size_t index(int j, int h) const { return static_cast<std::size_t>(j * n_ + h); }
  void kinematics(VecIn<S> z, VecIn<S> v);
  void inertia_recursions();
  void assemble_inertia(MatOut<S> J) const;
  void remainder(VecIn<S> z, VecIn<S> v, VecOut<S> R);
  int modes(int j) const { return model_.bodies[j].modes; }
  bool flexible(int j) const { return modes(j) > 0; }

  FlexibleModel model_;
  int n_ = 0;
  std::vector<Constants> constants_;
  std::vector<Link> links_;
  std::vector<Mat4> F_tilde_, F_, Phi_;
  Mat4 base_;
  Vec4 gravity_;
};

}  // namespace alembert
