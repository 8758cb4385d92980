// The mass matrix in one frame, turned as the canonical base's and at a tip, for long chains:
//
//   base to tips   frames
//   tips to base   I_j, the inertia of everything behind j about the frame's origin, and I_j S_j
//   each pair      M_ij = S_i · (I_j S_j), a tile of joints at a time
//
// Link frames (mass_matrix_pass.hpp) carry I_j S_j to every frame on the way to the base: a pair
// costs them more, a joint less.
#pragma once

#include <vector>

#include "kernel/grouped_links.hpp"
#include "kernel/joint_matrix.hpp"

namespace ALEMBERT_OF_REGISTERS {

class GroupedMassMatrixPass {
 public:
  explicit GroupedMassMatrixPass(const RegroupedModel& model);

  /// Joint values in; M between joints out, its columns together, zeros between branches left as
  /// they are.
  void run(const double* x, JointSines<double>& sines, JointMatrix<double> M);

 private:
  struct Sums {
    small::V3<double> h;
    small::Sym3<double> I;  // as rotational() has it
  };

  ALEMBERT_FLATTEN void set_forces();
  ALEMBERT_FLATTEN void set_entries(JointMatrix<double> M) const;

  GroupedLinks links_;
  std::vector<small::Motion6<Across>> S_;
  std::vector<small::Force6<Across>> IS_;
  std::vector<Sums> behind_;  // runs
};

}  // namespace ALEMBERT_OF_REGISTERS
