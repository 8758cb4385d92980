// Kinetic and potential energy.
#pragma once

#include <memory>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Joules. Rotors count as kinetic, springs as elastic energy, unless the model is ideal.
template <typename S>
struct Energies {
  S kinetic{};
  S gravity{};  ///< of the moving links; zero at the height of the world's origin
  S elastic{};

  S total() const { return kinetic + gravity + elastic; }
};

template <typename S = double>
class Energy {
 public:
  explicit Energy(const Model& model);
  Energy(Energy&&) noexcept;
  Energy& operator=(Energy&&) noexcept;
  ~Energy();

  Energies<S> operator()(VecIn<S> q, VecIn<S> v);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

extern template class Energy<double>;

}  // namespace alembert
