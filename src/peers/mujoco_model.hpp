// A robot in MuJoCo: its model, and the data that its functions compute in.
#pragma once

#include <mujoco/mujoco.h>

#include <functional>
#include <memory>
#include <string>

#include "alembert/robot.hpp"
#include "io/mjcf/model.hpp"

namespace alembert::peers {

struct MujocoModel {
  /// As MuJoCo's compiler makes them, which refuses massless links, rods and planar arms and finds
  /// principal axes to six digits only; or set afterwards, to all digits.
  enum class Tensors { compiled, exact };

  /// `change` may add to the robot's MJCF text. Throws Error where MuJoCo cannot take the robot.
  explicit MujocoModel(const Robot& robot, Tensors tensors = Tensors::compiled,
                       const std::function<void(std::string&)>& change = nullptr);

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
