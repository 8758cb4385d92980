// Equations between coupled joints, x = ratio q + offset, become equations between coordinates:
//
//   M_cd = sum of ratio_i ratio_j M_ij over the joints i of c and j of d; torques and derivatives
//   likewise
//
// Which entries go where is known beforehand: lists of terms, in the order in which they lie.
#pragma once

#include <vector>

#include "alembert/model.hpp"
#include "kernel/joint_values.hpp"
#include "kernel/tree_columns.hpp"
#include "kernel/tree_rows.hpp"

namespace alembert {

class CoupledEquations {
 public:
  /// Joints stand in slots; M and columns are laid out as these are.
  CoupledEquations(const Model& model, const std::vector<TreeSlot>& joints,
                   const std::vector<double>& floors, const TreeRows& joint_rows,
                   const TreeColumns& joint_columns);

  /// Values and rates of joints, in the model's order, for those of coordinates.
  void spread(const double* q, const double* v);
  const double* values() const { return x_.data(); }
  const double* rates() const { return rate_.data(); }

  /// M a = torque - sum of ratios times rest, for M and rest of joints in slots; accelerations of
  /// coordinates, and those of joints in slots. False if M is not positive definite to rounding.
  [[nodiscard]] bool solve(TreeRows& joint_rows, const double* rest, const double* torque,
                           double* a, double* joint_a);
  /// -M^-1 B, -M^-1 C and M^-1 of coordinates, for B and C of joints.
  void write(TreeColumns& joint_columns, const TreeColumns::Outputs& out);

 private:
  /// An entry of coordinates gets an entry of joints.
  struct Term {
    int to, from;
    double weight;
  };

  void add_terms(int i, int s, const TreeRows& joint_rows, const TreeColumns& joint_columns);

  Coupling<double> coupling_;
  std::vector<TreeSlot> slots_;  // of coordinates
  std::vector<int> slot_of_;     // of a joint's coordinate; slot by slot of joints, as the next
  std::vector<double> ratios_;
  std::vector<double> floors_, rest_;  // slot by slot of coordinates
  std::vector<double> x_, rate_;       // joint by joint
  TreeRows rows_;
  TreeColumns columns_;
  std::vector<Term> mass_terms_, column_terms_;
};

}  // namespace alembert
