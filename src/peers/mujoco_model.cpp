#include "peers/mujoco_model.hpp"

#include "peers/mjcf_text.hpp"

namespace alembert::peers {

MujocoModel::MujocoModel(const Robot& robot)
    : m(mjcf::compile_mjcf(mjcf_text(robot), {{}, robot.name + ".xml", {}, {}, {}, {}}).model),
      d(mj_makeData(m.get())) {}

}  // namespace alembert::peers
