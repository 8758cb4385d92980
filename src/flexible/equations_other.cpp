#include "alembert/dual.hpp"
#include "alembert/op_count.hpp"
#include "flexible/equations_calls.hpp"

namespace alembert {

template class FlexibleEquations<OpCount>;
template class FlexibleEquations<Dual<double>>;
template class FlexibleEquations<Dual<Dual<double>>>;

}  // namespace alembert
