#include "alembert/sweep_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "alembert/error.hpp"
#include "io/json_text.hpp"
#include "sweep/frames.hpp"

namespace alembert {

namespace {

using io::OrderedJson;
using Code = Error::Code;

constexpr const char* log_format = "sweep_log/1";

[[noreturn]] void fail_at(const std::string& path, const std::string& action) {
  throw Error(Code::file, {path, 0}, fmt::format("cannot {}: {}", action, std::strerror(errno)),
              "check the folder, its permissions and the space left; what is there stays");
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
      if (size >= ours.size()) {
        throw Error(Code::syntax, {path, 0}, "this is no log of a sweep, or its head is damaged",
                    "move it away: the shard is then run again");
      }
      torn_ = size;
      begin(head);
      return;
    }
    require_same(*there, head, path);
    const auto found = sweep::each_frame(file_, 0, [&](std::uint64_t index, std::uint64_t place) {
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
    throw Error(Code::syntax, {path, 0}, "this is no log of a sweep, or its head is damaged",
                "move it away: the shard is then run again");
  }
  head_ = *head;
}

SweepLogReader::~SweepLogReader() { close(file_); }

void SweepLogReader::each(const SweepLog::Seen& seen) const {
  const auto found = sweep::each_frame(file_, 0, [&](std::uint64_t index, std::uint64_t place) {
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
