// All first derivatives of inverse dynamics in one frame, the canonical base's, for long chains:
// the formulas of derivatives_impl.hpp, a group of joints or a tile of pairs at a time.
//
//   base to tips   frames; V_p, A_p, psid, psidd; each link's inertia, force, K and p
//   tips to base   their sums over what is behind each joint; IS, u, t2, t3
//   each pair      products of what the deeper joint has with what the shallower has
//
// Link frames (derivative_pass.hpp) carry IS, u, t2 and t3 to every frame on the way to the base: a
// pair costs them more, a joint less.
#pragma once

#include <vector>

#include "kernel/grouped_links.hpp"
#include "kernel/joint_matrix.hpp"

namespace ALEMBERT_OF_REGISTERS {

class GroupedDerivativePass {
 public:
  struct Outputs {
    JointMatrix<double> dq, dv, M;  // whose columns lie together, or the rows of all of them
  };

  /// `up` is minus gravity in the canonical base frame.
  GroupedDerivativePass(const RegroupedModel& model, const Eigen::Vector3d& up);

  /// Joint values, rates and accelerations in; derivatives of joint forces out, zeros between
  /// branches left as they are.
  void run(const double* x, const double* rate, const double* acceleration, const Outputs& out);

 private:
  using Motion = small::Motion6<double>;
  using Vectors = small::V3<Across>;
  using Motions = small::Motion6<Across>;
  using Forces = small::Force6<Across>;

  /// What a link hands to the next.
  struct Link {
    Motion velocity, acceleration;
  };
  /// Of the deeper joint, for entries above the diagonal and below it.
  struct Columns {
    Forces t2, t3;
  };
  struct DescendantTerms {
    Forces IS;
    Vectors u;
  };
  /// Of the shallower joint, what IS and u are multiplied with: psidd and psid for dq, twice psid
  /// and S for dv.
  struct AncestorTerms {
    struct Of {
      Motions by_IS;
      Vectors by_u;
    } dq, dv;
  };

  ALEMBERT_FLATTEN void move_all(const double* rate, const double* acceleration);
  ALEMBERT_FLATTEN void set_columns();
  template <bool by_rows>
  ALEMBERT_FLATTEN void set_all_entries(const Outputs& out) const;
  template <bool by_rows>
  void set_entries(Forces Columns::*deeper, AncestorTerms::Of AncestorTerms::*shallower, int r,
                   int g, JointMatrix<double> matrix) const;

  GroupedLinks links_;
  JointSines<double> sines_;
  Link ground_;
  std::vector<Motions> S_;
  std::vector<MovingBody<Across>> own_;
  std::vector<Columns> columns_;
  std::vector<DescendantTerms> descendant_terms_;
  std::vector<AncestorTerms> ancestor_terms_;
  std::vector<Link> ends_;                  // of runs
  std::vector<MovingBody<double>> behind_;  // runs
};

}  // namespace ALEMBERT_OF_REGISTERS
