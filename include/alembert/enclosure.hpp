// What holds for all instants of a piece of a motion at once.
#pragma once

#include "alembert/scalar.hpp"
#include "alembert/taylor_model.hpp"

namespace alembert {

/// A quantity over a piece, whose instants are t = middle + half s, -1 <= s <= 1. The degree was
/// chosen by the time that proofs take: docs/performance.md.
using Enclosure = TaylorModel<4>;
using EnclosureOut = Eigen::Ref<VecX<Enclosure>>;

/// Part of a segment of a motion.
struct MotionPiece {
  MotionPiece(int dofs, int force_count)
      : q(dofs), v(dofs), a(dofs), jerk(dofs), forces(force_count) {}

  int segment = 0;                ///< of the motion, from 0
  double begin = 0.0, end = 0.0;  ///< s from the start
  VecX<Enclosure> q, v, a, jerk;  ///< over the piece, rad or m and per s
  VecX<Enclosure> forces;         ///< of cut joints
};

}  // namespace alembert
