// Which frame of a Model: a type of its own, so that no count or joint can be taken for one.
#pragma once

namespace alembert {

/// Model::frame("tool0") gives one. One that was never set names no frame, and is refused wherever
/// a frame is needed.
class FrameId {
 public:
  constexpr FrameId() = default;
  /// Of Model::frames().
  constexpr explicit FrameId(int index) : index_(index) {}

  constexpr bool is_set() const { return index_ >= 0; }  ///< false of one that names no frame
  constexpr int index() const { return index_; }         ///< into Model::frames(); -1: not set
  friend constexpr bool operator==(FrameId, FrameId) = default;

 private:
  int index_ = -1;
};

}  // namespace alembert
