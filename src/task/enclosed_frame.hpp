// Where a frame is over a piece of a motion.
#pragma once

#include <vector>

#include "alembert/enclosure.hpp"
#include "alembert/model.hpp"
#include "kernel/tree_state.hpp"

namespace alembert {

class EnclosedFrame {
 public:
  EnclosedFrame(const Model& model, FrameId frame)
      : state_(model, TreeState<Enclosure>::Axes::world), frame_(model.frame(frame)) {
    for (int i = frame_.joint; i >= 0; i = model.joint(i).parent) path_.insert(path_.begin(), i);
  }

  void update(const VecX<Enclosure>& q) {
    state_.place(q, path_);
    const TreeState<Enclosure>::Link& link = state_.link(frame_.joint);
    rotation_.noalias() = link.R * frame_.pose.linear().cast<Enclosure>();
    position_ = link.at(frame_.pose.translation().cast<Enclosure>());
  }
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
