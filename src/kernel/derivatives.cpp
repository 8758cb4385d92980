// First derivatives of inverse dynamics; the formulas are in derivatives_impl.hpp.
#include "kernel/derivatives_impl.hpp"

namespace alembert {

template class InverseDynamicsDerivatives<double>;

}  // namespace alembert
