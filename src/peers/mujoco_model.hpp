// A robot in MuJoCo: its model, and the data that its functions compute in.
#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <string>

#include "alembert/robot.hpp"
#include "io/mjcf/model.hpp"

namespace alembert::peers {

struct MujocoModel {
  /// Throws Error where MuJoCo cannot take the robot.
  explicit MujocoModel(const Robot& robot);

  /// Where a link or frame of the robot is.
  struct Place {
    int body = 0;
    Eigen::Isometry3d in_body = Eigen::Isometry3d::Identity();
  };
  Place place(const Robot& robot, const std::string& link_or_frame) const;

  struct DataDeleter {
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  std::unique_ptr<mjModel, mjcf::ModelDeleter> m;
  std::unique_ptr<mjData, DataDeleter> d;
};

}  // namespace alembert::peers
