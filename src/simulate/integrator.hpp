// Ordinary differential equations y' = f(t, y), by CVODE with adaptive step and order.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "alembert/owned.hpp"

namespace alembert {

struct IntegratorOptions {
  double relative_tolerance = 1e-10;
  double absolute_tolerance = 1e-12;
  long max_steps = 1000000;  ///< between two calls of advance()
  bool stiff = false;        ///< backward differences with Newton's method, not Adams'
  std::function<void()> checkpoint = nullptr;  ///< called at every evaluation; may throw
};

class Integrator {
 public:
  /// False: f cannot be evaluated there, and the integration ends.
  using RightSide = std::function<bool(double t, const Eigen::VectorXd& y, Eigen::VectorXd& out)>;

  Integrator(int size, RightSide f, const IntegratorOptions& options = {});

  /// Begins, or begins again after f jumped.
  void start(double t, const Eigen::VectorXd& y);
  /// To exactly t, never past it; false if it could not. Throws what the checkpoint throws.
  [[nodiscard]] bool advance(double t);

  double time() const;
  const Eigen::VectorXd& state() const;
  long steps() const;  ///< since construction

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
