// Robots in files may bend in every program that is linked with this component: it is asked for the
// name below by the linker (src/CMakeLists.txt).
#include "alembert/bending_model.hpp"

extern "C" const bool alembert_arms_that_bend;
const bool alembert_arms_that_bend =
    alembert::add_arm_kind({[](const alembert::Robot& robot) { return alembert::bends(robot); },
                            &alembert::compile_bending});
