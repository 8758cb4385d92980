// What the doctor says of a robot's shapes, where that is asked for.
#pragma once

#include <string>

#include "alembert/model.hpp"
#include "mesh_options.hpp"
#include "numbers.hpp"

namespace alembert::cli {

struct ShapeOptions {
  bool asked = false, hulls = false;
  std::string states = "2000";
  MeshOptions meshes;
};

struct ShapeAnswer {
  std::string text;
  Json json;
};

/// By how much solids overstate meshes, and which of the arm's own pairs touch. Throws Error.
ShapeAnswer examine_shapes(const Robot& robot, const Model& model, const ShapeOptions& options);

}  // namespace alembert::cli
