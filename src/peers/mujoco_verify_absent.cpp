#include "alembert/error.hpp"
#include "peers/mujoco_verify.hpp"

namespace alembert::peers {

bool has_mujoco() { return false; }

Verification verify_with_mujoco(const MotionFile&, const Trajectory&, const MujocoVerifyOptions&) {
  throw Error(Error::Code::unsupported, "this build is without MuJoCo",
              "install it and build again with -DALEMBERT_MUJOCO=ON");
}

}  // namespace alembert::peers
