// Robots in files may bend in every program that is linked with this component: it is asked for the
// name below by the linker (src/CMakeLists.txt).
#include "alembert/bending_model.hpp"

namespace alembert {

namespace {

bool has_flexible_links(const Robot& robot) { return bends(robot); }

}  // namespace

}  // namespace alembert

extern "C" const bool alembert_arms_that_bend;
const bool alembert_arms_that_bend =
    alembert::add_arm_kind({&alembert::has_flexible_links, &alembert::compile_bending});
