// Forces over a piece of a motion, as Taylor models: what proofs of limits evaluate.
#include "alembert/enclosure.hpp"
#include "flexible/equations_calls.hpp"

namespace alembert {

template FlexibleEquations<Enclosure>::FlexibleEquations(const FlexibleModel&);
template FlexibleEquations<Enclosure>::FlexibleEquations(const FlexibleEquations<Enclosure>&);
template FlexibleEquations<Enclosure>::~FlexibleEquations();
template void FlexibleEquations<Enclosure>::set_loads(std::span<const FlexibleLoad>);
template void FlexibleEquations<Enclosure>::inverse(VecIn<Enclosure>, VecIn<Enclosure>,
                                                    VecIn<Enclosure>, VecOut<Enclosure>);

}  // namespace alembert
