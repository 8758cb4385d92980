#include "alembert/op_count.hpp"
#include "flexible/equations_calls.hpp"

namespace alembert {

template class FlexibleEquations<OpCount>;

}  // namespace alembert
