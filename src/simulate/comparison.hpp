// The largest differences between a planned motion and one that was integrated.
#pragma once

#include <string>

#include "alembert/kinematics.hpp"
#include "alembert/verify.hpp"

namespace alembert {

class Comparison {
 public:
  /// The problem must outlive it.
  Comparison(const MotionProblem& problem, std::string integrator);

  /// The plan's instant against the integrated state.
  void add(const MotionPoint& planned, VecIn<double> q, VecIn<double> v);

  Verification result;

 private:
  void add_gaps(VecIn<double> q);

  const MotionProblem& problem_;
  Kinematics<double> kinematics_;
};

}  // namespace alembert
