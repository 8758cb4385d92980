#include "alembert/sweep_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <vector>

#include "alembert/error.hpp"
#include "io/json_text.hpp"

namespace alembert {

/// Frames of a log in a file: made, and found again where the file is damaged.
namespace sweep {
namespace {

/// "ALSW", length, checksum, index.
constexpr std::uint64_t frame_head = 20;
/// Of one text: more is damage.
constexpr std::uint32_t longest_text = 16u << 20;
/// The index of a log's first frame.
constexpr std::uint64_t head_index = ~std::uint64_t{0};

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
  for (std::size_t i = 0; i < sizeof value; ++i) out += static_cast<char>(value >> (8 * i) & 0xffu);
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

std::string framed(std::uint64_t index, const std::string& text) {
  std::string body;
  put(body, index);
  body += text;
  std::string out(mark.begin(), mark.end());
  put(out, static_cast<std::uint32_t>(text.size()));
  put(out, crc32(body.data(), body.size()));
  return out + body;
}

struct FramesFound {
  std::uint64_t end = 0;      ///< of the last whole frame
  std::uint64_t damaged = 0;  ///< bytes before `end` that belong to none
};

/// Every whole frame of an open file from its beginning on: its index and where it begins. Memory
/// is that of two blocks.
FramesFound each_frame(int file, const std::function<void(std::uint64_t, std::uint64_t)>& seen) {
  constexpr std::size_t block = 1u << 20;
  std::vector<char> bytes(block);
  FramesFound found;
  std::uint64_t place = 0;  // of bytes[0]
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

struct Frame {
  std::uint64_t index = 0;
  std::string text;
};

/// The frame at a place; nothing where there is no whole one.
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

}  // namespace
}  // namespace sweep

namespace {

using io::OrderedJson;
using Code = Error::Code;

constexpr const char* log_format = "sweep_log/1";

[[noreturn]] void fail_at(const std::string& path, const std::string& action) {
  throw Error(Code::file, {path, 0}, fmt::format("cannot {}: {}", action, std::strerror(errno)),
              "check the folder, its permissions and the space left; what is there stays");
}

[[noreturn]] void refuse_log(const std::string& path) {
  throw Error(Code::syntax, {path, 0}, "this is no log of a sweep, or its head is damaged",
              "move it away: the shard is then run again");
}

std::string head_text(const SweepLogHead& head) {
  const OrderedJson json = {{"alembert", log_format},
                            {"version", head.version},
                            {"hash", head.hash},
                            {"shard", head.shard.index},
                            {"shards", head.shard.count}};
  return json.dump();
}

/// What the first frame says; nothing where it is not whole.
std::optional<SweepLogHead> head_of(int file, const std::string& path) {
  const std::optional<sweep::Frame> first = sweep::frame_at(file, 0);
  if (!first || first->index != sweep::head_index) return std::nullopt;
  try {
    const OrderedJson json = OrderedJson::parse(first->text);
    const auto format = json.at("alembert").get<std::string>();
    if (format != log_format) {
      throw Error(Code::unsupported, {path, 0}, fmt::format("the log is a '{}'", format),
                  "use the alembert that wrote it, or another folder");
    }
    return SweepLogHead{
        json.at("version").get<std::string>(),
        json.at("hash").get<std::string>(),
        {json.at("shard").get<std::uint64_t>(), json.at("shards").get<std::uint64_t>()}};
  } catch (const OrderedJson::exception&) {
    return std::nullopt;
  }
}

void require_same(const SweepLogHead& there, const SweepLogHead& ours, const std::string& path) {
  if (there.version != ours.version) {
    throw Error(
        Code::unsupported, {path, 0},
        fmt::format("the log is of alembert {}, this is {}", there.version, ours.version),
        "answers of two versions do not mix: go on with that one, or name another --folder");
  }
  if (there.hash != ours.hash) {
    throw Error(Code::file, {path, 0}, "the log is of another sweep",
                "its file, problem, robot or --max-seconds has changed: name another --folder");
  }
}

std::uint64_t size_of(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// Of this process, and gone with it, whatever ends it.
void lock(int file, const std::string& path) {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(file, F_SETLK, &whole) == 0) return;
  if (errno != EACCES && errno != EAGAIN) fail_at(path, "lock");
  throw Error(Code::file, {path, 0}, "another process runs this shard",
              "wait for it, run another --shard, or name another --folder");
}

}  // namespace

SweepLog::SweepLog(const std::string& path, const SweepLogHead& head, const Seen& seen)
    : path_(path) {
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) fail_at(path, "open");
  try {
    lock(file_, path);
    const std::optional<SweepLogHead> there = head_of(file_, path);
    const std::uint64_t size = size_of(file_);
    const std::string ours = sweep::framed(sweep::head_index, head_text(head));
    if (!there) {
      // Cut off while it was begun, at most; anything longer is not ours.
      if (size >= ours.size()) refuse_log(path);
      torn_ = size;
      begin(head);
      return;
    }
    require_same(*there, head, path);
    const auto found = sweep::each_frame(file_, [&](std::uint64_t index, std::uint64_t place) {
      if (index != sweep::head_index) seen(index, place);
    });
    torn_ = size - found.end;
    size_ = found.end;
    if (torn_ > 0 && ftruncate(file_, static_cast<off_t>(size_)) != 0) fail_at(path, "cut");
  } catch (...) {
    close(file_);
    throw;
  }
}

SweepLog::~SweepLog() {
  if (file_ < 0) return;
  fdatasync(file_);
  close(file_);
}

void SweepLog::begin(const SweepLogHead& head) {
  if (ftruncate(file_, 0) != 0) fail_at(path_, "cut");
  append(sweep::head_index, head_text(head));
  sync();
}

void SweepLog::append(std::uint64_t index, const std::string& text) {
  const std::string frame = sweep::framed(index, text);
  std::size_t done = 0;
  while (done < frame.size()) {
    const ssize_t wrote =
        pwrite(file_, frame.data() + done, frame.size() - done, static_cast<off_t>(size_ + done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      const int why = errno;
      // A tail that stays is dropped when the log is opened again.
      if (ftruncate(file_, static_cast<off_t>(size_)) != 0) sync();
      errno = why;
      fail_at(path_, "write");
    }
    done += static_cast<std::size_t>(wrote);
  }
  size_ += frame.size();
}

void SweepLog::sync() {
  if (fdatasync(file_) != 0 && errno != EINVAL && errno != EROFS) fail_at(path_, "write");
}

SweepLogReader::SweepLogReader(const std::string& path) : path_(path) {
  file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) fail_at(path, "open");
  const std::optional<SweepLogHead> head = head_of(file_, path);
  if (!head) {
    close(file_);
    refuse_log(path);
  }
  head_ = *head;
}

SweepLogReader::~SweepLogReader() { close(file_); }

void SweepLogReader::each(const SweepLog::Seen& seen) const {
  const auto found = sweep::each_frame(file_, [&](std::uint64_t index, std::uint64_t place) {
    if (index != sweep::head_index) seen(index, place);
  });
  damaged_ = found.damaged + size_of(file_) - found.end;
}

std::string SweepLogReader::text(std::uint64_t place) const {
  const std::optional<sweep::Frame> frame = sweep::frame_at(file_, place);
  if (frame) return frame->text;
  throw Error(Code::file, {path_, 0}, "a record is not there any more",
              "the log was changed while it was read: try again");
}

}  // namespace alembert
