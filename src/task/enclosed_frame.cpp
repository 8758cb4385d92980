#include "task/enclosed_frame.hpp"

namespace alembert {

EnclosedFrame::EnclosedFrame(const Model& model, FrameId frame)
    : state_(model, TreeState<Enclosure>::Axes::world), frame_(model.frame(frame)) {
  for (int i = frame_.joint; i >= 0; i = model.joint(i).parent) path_.insert(path_.begin(), i);
}

void EnclosedFrame::update(const VecX<Enclosure>& q) {
  state_.place(q, path_);
  const TreeState<Enclosure>::Link& link = state_.link(frame_.joint);
  rotation_.noalias() = link.R * frame_.pose.linear().cast<Enclosure>();
  position_ = link.at(frame_.pose.translation().cast<Enclosure>());
}

}  // namespace alembert
