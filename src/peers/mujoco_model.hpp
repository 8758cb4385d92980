// A robot in MuJoCo: its model, and the data that its functions compute in.
#pragma once

#include <mujoco/mujoco.h>

#include <memory>

#include "alembert/robot.hpp"
#include "io/mjcf/model.hpp"

namespace alembert::peers {

struct MujocoModel {
  /// Throws Error where MuJoCo cannot take the robot.
  explicit MujocoModel(const Robot& robot);

  struct DataDeleter {
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  std::unique_ptr<mjModel, mjcf::ModelDeleter> m;
  std::unique_ptr<mjData, DataDeleter> d;
};

}  // namespace alembert::peers
