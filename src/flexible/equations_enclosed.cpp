// Forces over a piece of a motion, as Taylor models: what proofs of limits evaluate.
#include "alembert/enclosure.hpp"
#include "flexible/equations_calls.hpp"

namespace alembert {

using Enclosed = FlexibleEquations<Enclosure>;

template Enclosed::FlexibleEquations(const FlexibleModel&);
template Enclosed::FlexibleEquations(const Enclosed&);
template Enclosed::~FlexibleEquations();
template void Enclosed::set_loads(std::span<const FlexibleLoad>);
template void Enclosed::inverse(VecIn<Enclosure>, VecIn<Enclosure>, VecIn<Enclosure>,
                                VecOut<Enclosure>);

}  // namespace alembert
