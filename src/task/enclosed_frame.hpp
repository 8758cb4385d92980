// Where a frame is over a piece of a motion.
#pragma once

#include <vector>

#include "alembert/enclosure.hpp"
#include "alembert/model.hpp"
#include "kernel/tree_state.hpp"

namespace alembert {

class EnclosedFrame {
 public:
  EnclosedFrame(const Model& model, FrameId frame);

  void update(const VecX<Enclosure>& q);
  const Vec3<Enclosure>& position() const { return position_; }
  const Mat3<Enclosure>& rotation() const { return rotation_; }

 private:
  TreeState<Enclosure> state_;
  ModelFrame frame_;
  std::vector<int> path_;  // joints from base to frame
  Vec3<Enclosure> position_;
  Mat3<Enclosure> rotation_;
};

}  // namespace alembert
