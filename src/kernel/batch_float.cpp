#include "kernel/batch_impl.hpp"

namespace alembert {

template class Batch<float>;

}  // namespace alembert
