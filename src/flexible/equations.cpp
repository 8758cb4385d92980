#include "flexible/equations_calls.hpp"

namespace alembert {

template class FlexibleEquations<double>;

}  // namespace alembert
