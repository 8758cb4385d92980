// The only door to the inside of a Model. A change must keep the canonical tree and the user's
// description true to each other: tests/model/changes_test.cpp holds the regressor of what comes
// out (made from the description) against its torques (made from the tree).
#pragma once

#include <utility>

#include "alembert/arm.hpp"

namespace alembert {

class ModelMaker {
 public:
  using Parts = Model::Parts;

  static Parts parts_of(const Model& model) { return *model.parts_; }
  static const Description& description(const Model& model) { return model.parts_->description; }
  static Model make(Parts parts) { return Model(std::move(parts)); }
  /// Of parts of another model: its arm changes with them.
  static Model changed(Parts parts) {
    parts.arm = parts.arm->changed(parts.description);
    return Model(std::move(parts));
  }
};

/// Writes what the robot's links weigh and carry into the list of links.
void describe_masses(const Robot& robot, std::vector<ModelLink>& links);

}  // namespace alembert
