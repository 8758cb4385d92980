// Which of several algorithms for the same thing is the fastest, as far as a robot's shape tells:
// all such choices, and all their numbers, are here. They are made once, when a calculator is.
//
// Costs are nanoseconds a state, fitted on a Neoverse-V1 by benchmarks/choices.cpp, which also says
// where a choice is wrong. On other machines all are longer or shorter alike: only where two of
// them cross matters.
#pragma once

#include <cstddef>

#include "alembert/model.hpp"
#include "kernel/regrouped.hpp"

namespace alembert::faster {

/// What the costs of passes over joints and those before them are made of.
struct TreeShape {
  double joints = 0.0;
  double pairs = 0.0;    // of a joint and one before it
  double triples = 0.0;  // of a joint and two before it: multiplications of a factorisation

  explicit TreeShape(const Model& model);
};

/// What those of passes by groups of joints are made of, and of passes in link frames, which carry
/// something of every joint to the base: so often past a revolute joint with a general twist, with
/// a right angle or none, and past any other.
struct GroupShape {
  double joints = 0.0, runs = 0.0, groups = 0.0;
  double pairs = 0.0;  // of groups
  double twisted = 0.0, straight = 0.0, other = 0.0;

  explicit GroupShape(const RegroupedModel& model, int states = 1);
};

/// Forward dynamics by articulated bodies, not by the factor of M.
bool articulated_bodies(const Model& model);

/// In one frame for all links and by groups of joints, not in link frames; there as many states at
/// once as share a register.
bool grouped_derivatives(const RegroupedModel& model, int states = 1);
bool grouped_mass_matrix(const RegroupedModel& model, int states = 1);

/// Derivatives of forward dynamics by the factor of M, not by articulated bodies: of one state, and
/// of as many at once as share a register. Where joints are coupled there is no other way for one.
bool factorised_derivatives(const Model& model);
bool factorised_packs(const Model& model, int width);

/// One state after the other, not as many at once as share a register, in batches: derivatives of
/// forward dynamics; and all matrices of so many packs of so many bytes.
bool one_by_one_forward_derivatives(const Model& model, int width);
bool one_by_one_matrices(std::size_t entries, std::size_t pack);

}  // namespace alembert::faster
