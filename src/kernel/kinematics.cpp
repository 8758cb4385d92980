#include "kernel/kinematics_impl.hpp"

namespace alembert {

template class Kinematics<double>;

}  // namespace alembert
