// Several states at once, for those who have several.
#include "kernel/weighted_hessian_impl.hpp"

namespace alembert {

template class WeightedHessian<Pack<double>>;

}  // namespace alembert
