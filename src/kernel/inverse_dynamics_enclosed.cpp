// Torques over a piece of a motion, as Taylor models: what proofs of limits evaluate.
#include "alembert/enclosure.hpp"
#include "kernel/inverse_dynamics_impl.hpp"

namespace alembert {

template class InverseDynamics<Enclosure>;

}  // namespace alembert
