#include "kernel/weighted_hessian_impl.hpp"

namespace alembert {

template class WeightedHessian<double>;

}  // namespace alembert
