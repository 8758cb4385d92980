// Frames of a sweep's log in a file: made, and found again where the file is damaged.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace alembert::sweep {

/// "ALSW", length, checksum, index.
inline constexpr std::uint64_t frame_head = 20;
/// Of one text: more is damage.
inline constexpr std::uint32_t longest_text = 16u << 20;
/// The index of a log's first frame.
inline constexpr std::uint64_t head_index = ~std::uint64_t{0};

std::string framed(std::uint64_t index, const std::string& text);

struct FramesFound {
  std::uint64_t end = 0;      ///< of the last whole frame
  std::uint64_t damaged = 0;  ///< bytes before `end` that belong to none
};

/// Every whole frame of an open file from `begin` on: its index and where it begins. Memory is that
/// of two blocks.
FramesFound each_frame(int file, std::uint64_t begin,
                       const std::function<void(std::uint64_t index, std::uint64_t place)>& seen);

struct Frame {
  std::uint64_t index = 0;
  std::string text;
};

/// The frame at a place; nothing where there is no whole one.
std::optional<Frame> frame_at(int file, std::uint64_t place);

}  // namespace alembert::sweep
