// First derivatives of inverse dynamics; the formulas are in derivative_entries.hpp.
#include "kernel/derivatives_impl.hpp"

namespace alembert {

template class InverseDynamicsDerivatives<double>;

}  // namespace alembert
