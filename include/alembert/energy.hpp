// Kinetic and potential energy.
#pragma once

#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Joules. Rotors count as kinetic, springs as elastic energy, unless the model is ideal.
struct Energies {
  double kinetic = 0.0;  ///< rotors included
  double gravity = 0.0;  ///< of the moving links; zero at the height of the world's origin
  double elastic = 0.0;  ///< of springs; zero where they rest

  double total() const { return kinetic + gravity + elastic; }
};

/// Kinetic, gravity and spring energy of a state, in J. Owns its workspace: one per thread.
class Energy {
 public:
  explicit Energy(const Model& model);

  Energies operator()(VecIn<double> q, VecIn<double> v);

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
