// MuJoCo's compiler at arm's length: text in, mjModel out, every complaint turned into an Error.
#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <string>
#include <vector>

#include "alembert/robot.hpp"
#include "io/mjcf/source.hpp"

namespace alembert::mjcf {

struct ModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};

struct Compiled {
  std::unique_ptr<mjModel, ModelDeleter> model;
  std::vector<std::string> warnings;
};

Compiled compile_mjcf(const std::string& text, const Source& source);

/// What the model says that a Robot cannot: one finding for each kind of thing left out, an error
/// where torques would differ, a note where they would not (left_out.cpp).
std::vector<Finding> left_out(const mjModel& model, const Source& source);

}  // namespace alembert::mjcf
