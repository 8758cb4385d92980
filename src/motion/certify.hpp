// Looking at the whole curve, not only at the nodes.
#pragma once

#include "alembert/proof.hpp"
#include "motion/transcribe.hpp"

namespace alembert {

/// The worst of one limit on one segment.
struct Excess {
  int point_limit = 0, entry = 0;
  int segment = 0;
  double fraction = 0.0;
  double time = 0.0, value = 0.0;
  double violation = 0.0;  ///< in units of the limit's scale; negative inside
};

struct Certificate {
  double largest = 0.0;       ///< violation of a limit anywhere, 0 if all is inside
  double residual = 0.0;      ///< of an equation, anywhere
  std::vector<Excess> worst;  ///< of every limit and entry, over the whole motion
  std::vector<Excess> peaks;  ///< every local maximum near or beyond its limit
  int samples = 0;

  /// By which limits, or equations beyond a tolerance, are missed.
  double shortfall(double tolerance) const {
    return std::max(largest, residual <= tolerance ? 0.0 : residual);
  }
  bool holds(double tolerance) const { return shortfall(tolerance) <= 0.0; }
};

enum class Certified { all, clearances };
Certificate certify(const MotionProgram& program, const Eigen::VectorXd& x,
                    Certified what = Certified::all);

/// Of a task's motion: only whether it holds, so that it ends at the first violation.
Proof quick_proof(const Task& task, const Trajectory& motion,
                  const std::function<void()>& checkpoint);

/// Adds the violations that a proof found: what samples did not see.
void add_violations(const Proof& proof, const MotionProgram& program, const Eigen::VectorXd& x,
                    Certificate& certificate);

/// Adds nodes where the certificate says that certified limits are passed; false if there is none
/// to add.
bool refine(MotionProgram& program, const Certificate& certificate);
/// Holds limits that are passed further inside at the program's nodes so many segments around
/// there, from its next finish() on.
void tighten_peaks(MotionProgram& program, const Certificate& certificate, int reach);

/// That tightening, of every limit.
using PeakTightenings = std::vector<Eigen::MatrixXd>;
PeakTightenings peak_tightenings(const MotionProgram& program);
/// Gives back all but a share of it; false if there is none.
bool loosen_peaks(MotionProgram& program, const PeakTightenings& given, double share);

}  // namespace alembert
