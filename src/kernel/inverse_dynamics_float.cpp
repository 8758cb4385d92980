#include "kernel/inverse_dynamics_impl.hpp"

namespace alembert {

template class InverseDynamics<float>;

}  // namespace alembert
