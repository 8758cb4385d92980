#include "alembert/error.hpp"
#include "peers/mujoco_verify.hpp"

namespace alembert::peers {

namespace {

[[noreturn]] void refuse_all() {
  throw Error(Error::Code::unsupported, "this build is without MuJoCo",
              "install it and build again with -DALEMBERT_MUJOCO=ON");
}

}  // namespace

Verification verify_with_mujoco(const MotionFile&, const Trajectory&, const MujocoVerifyOptions&) {
  refuse_all();
}

GroundComparison compare_ground_with_mujoco(const MotionFile&, const Trajectory&, int) {
  refuse_all();
}

}  // namespace alembert::peers
