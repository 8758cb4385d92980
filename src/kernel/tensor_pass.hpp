// All second derivatives of all torques at once: the weighted Hessian's formulas with lambda a unit
// vector, in which nothing is left to be summed over (docs/equations/kernel.md).
//
// For torque k the virtual velocity L is S_k behind joint k and zero elsewhere. So for joint j,
// with composites of the subtree behind the deeper of j and k, here called d:
//
//   mu = I_d S_k      beta = (2B_d)^T S_k      Z = int (S_k field) r^T dm over d
//   psil_j = S_k x S_j where k is before j, else zero
//   cA, cv, ev as in weighted_hessian_impl.hpp
//
// and for every joint i on the way from the base to j products of these six-vectors with S_i,
// psid_i and psidd_i; psil_i · F = -S_i · (S_k x* F) for i behind k. The ways lie component by
// component, so that several i are taken at a time.
#pragma once

#include <cstring>
#include <vector>

#include "alembert/pack.hpp"
#include "alembert/second_derivatives.hpp"
#include "kernel/ground_pass.hpp"

namespace alembert {

class TensorPass {
 public:
  /// Of a model without coupled joints.
  explicit TensorPass(const Model& model);
  TensorPass(const TensorPass&) = delete;
  TensorPass& operator=(const TensorPass&) = delete;

  /// Without loads.
  void run(const double* q, const double* v, const double* a, SecondDerivativeTensor& out);

 private:
  using Pass = GroundPass<double>;
  using V = small::V3<double>;
  using Motion6 = small::Motion6<double>;
  using Force6 = small::Force6<double>;
  using P = Pack<double>;

  using Sym3 = small::Sym3<double>;

  /// What joint j takes of the sums behind it, operators as plain matrices.
  struct Column {
    Force6 IS, t2, t3;
    V u;                  // (2B)^T S
    Sym3 E;               // Z + Z^T - 2 tr Z of its own S
    Sym3 I;               // rotational inertia
    small::M3<double> W;  // (2B)^T (w, v) = W w + Q x v
    V Q;
  };
  /// Six-vectors that every joint before j is multiplied with.
  struct Factors {
    Force6 cA, cv, ev;
    Force6 g2, g3, gI;  // for those behind k, where j is
  };
  /// The joints from the base to one of them: components of S, psid and psidd, one array each.
  struct Way {
    std::vector<int> joints;
    std::size_t first = 0;  // of its arrays
  };
  /// Results for all joints of a way.
  struct Rows {
    std::vector<double> qq, vv, qv_column, qv_row, qa_column, qa_row;
  };

  ALEMBERT_FLATTEN void set_columns();
  void set_ways();
  void set_place(int joint, double* place) const;
  static Sym3 curvature_of(const small::Body6<double>& body, const Motion6& S);
  static Force6 times(const Column& column, const small::Body6<double>& body, const Motion6& a);
  ALEMBERT_FLATTEN Factors of_deeper(int j, int k) const;
  ALEMBERT_FLATTEN Factors of_shallower(int j, int k) const;
  ALEMBERT_FLATTEN void multiply(const Way& way, const Factors& by, std::size_t behind);
  void write(const Way& way, int j, int k, SecondDerivativeTensor& out) const;
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  Pass pass_;
  std::vector<Pass::Link>& links_;
  bool chain_ = true;
  std::vector<std::vector<int>> before_, behind_;  // of each joint, and itself behind
  std::vector<Column> columns_;
  std::vector<Way> ways_;
  std::vector<double> components_;
  std::size_t stride_ = 0;
  Rows rows_;
};

}  // namespace alembert
