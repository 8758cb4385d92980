// The scalars that count and differentiate: no speed is asked of them.
#include "kernel/inverse_dynamics_impl.hpp"

namespace alembert {

template class InverseDynamics<OpCount>;
template class InverseDynamics<Dual<double>>;
template class InverseDynamics<Dual<Dual<double>>>;

}  // namespace alembert
