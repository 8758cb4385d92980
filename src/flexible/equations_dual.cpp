// Motion problems differentiate the equations at every node of every step: compiled as hot as the
// equations themselves.
#include "alembert/dual.hpp"
#include "flexible/equations_calls.hpp"

namespace alembert {

template class FlexibleEquations<Dual<double>>;
template class FlexibleEquations<Dual<Dual<double>>>;

}  // namespace alembert
