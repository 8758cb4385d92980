#include "kernel/derivatives_impl.hpp"

namespace alembert {

template class InverseDynamicsDerivatives<OpCount>;

}  // namespace alembert
