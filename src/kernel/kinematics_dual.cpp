#include "kernel/kinematics_impl.hpp"

namespace alembert {

template class Kinematics<Dual<Dual<double>>>;

}  // namespace alembert
