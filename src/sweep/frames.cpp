#include "sweep/frames.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

namespace alembert::sweep {

namespace {

constexpr std::array<char, 4> mark = {'A', 'L', 'S', 'W'};

/// CRC-32 of IEEE 802.3, as zip and Ethernet have it.
std::uint32_t crc32(const char* bytes, std::size_t count) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t c = i;
      for (int k = 0; k < 8; ++k) c = c & 1u ? 0xedb88320u ^ (c >> 1) : c >> 1;
      made[i] = c;
    }
    return made;
  }();
  std::uint32_t crc = 0xffffffffu;
  for (std::size_t i = 0; i < count; ++i) {
    crc = table[(crc ^ static_cast<unsigned char>(bytes[i])) & 0xffu] ^ (crc >> 8);
  }
  return crc ^ 0xffffffffu;
}

template <typename Integer>
void put(std::string& out, Integer value) {
  for (std::size_t i = 0; i < sizeof value; ++i) {
    out += static_cast<char>(value >> (8 * i) & 0xffu);
  }
}

template <typename Integer>
Integer get(const char* bytes) {
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i) {
    value |= static_cast<Integer>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return value;
}

/// Whether a whole frame begins at `bytes`; its size, or 0. `short_by` says that more is needed to
/// tell.
std::uint64_t frame_size(const char* bytes, std::uint64_t count, bool& short_by) {
  short_by = count < frame_head;
  if (short_by || std::memcmp(bytes, mark.data(), mark.size()) != 0) return 0;
  const auto length = get<std::uint32_t>(bytes + 4);
  if (length > longest_text) return 0;
  short_by = count < frame_head + length;
  if (short_by) return 0;
  const bool whole = crc32(bytes + 12, 8 + length) == get<std::uint32_t>(bytes + 8);
  return whole ? frame_head + length : 0;
}

/// As much as there is, up to count.
std::size_t read_at(int file, char* into, std::size_t count, std::uint64_t place) {
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = pread(file, into + done, count - done, static_cast<off_t>(place + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace

std::string framed(std::uint64_t index, const std::string& text) {
  std::string body;
  put(body, index);
  body += text;
  std::string out(mark.begin(), mark.end());
  put(out, static_cast<std::uint32_t>(text.size()));
  put(out, crc32(body.data(), body.size()));
  return out + body;
}

FramesFound each_frame(int file, std::uint64_t begin,
                       const std::function<void(std::uint64_t, std::uint64_t)>& seen) {
  constexpr std::size_t block = 1u << 20;
  std::vector<char> bytes(block);
  FramesFound found{begin, 0};
  std::uint64_t place = begin;  // of bytes[0]
  std::size_t at = 0, held = 0;
  bool ended = false;
  std::uint64_t stray = 0;
  while (true) {
    bool short_by = false;
    const std::uint64_t size =
        at < held ? frame_size(bytes.data() + at, held - at, short_by) : (short_by = true, 0);
    if (size > 0) {
      seen(get<std::uint64_t>(bytes.data() + at + 12), place + at);
      at += size;
      found = {place + at, found.damaged + stray};
      stray = 0;
    } else if (short_by && !ended) {
      // The rest to the front, and more behind it.
      bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
      place += at;
      held -= at;
      at = 0;
      bytes.resize(held + block);
      const std::size_t more = read_at(file, bytes.data() + held, block, place + held);
      held += more;
      ended = more == 0;
    } else if (at >= held) {
      return found;
    } else {
      ++at;  // damaged here: look for the next one
      ++stray;
    }
  }
}

std::optional<Frame> frame_at(int file, std::uint64_t place) {
  std::string bytes(frame_head, '\0');
  if (read_at(file, bytes.data(), frame_head, place) != frame_head) return std::nullopt;
  const auto length = get<std::uint32_t>(bytes.data() + 4);
  if (length > longest_text) return std::nullopt;
  bytes.resize(frame_head + length);
  bool short_by = false;
  if (read_at(file, bytes.data() + frame_head, length, place + frame_head) != length ||
      frame_size(bytes.data(), bytes.size(), short_by) == 0) {
    return std::nullopt;
  }
  return Frame{get<std::uint64_t>(bytes.data() + 12), bytes.substr(frame_head)};
}

}  // namespace alembert::sweep
