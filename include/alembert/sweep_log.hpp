// The log of one shard of a sweep: records appended one by one, each framed and checksummed, so
// that whatever ends the program (kill -9, a full disk, no power) costs no record that was whole.
//
// A frame is "ALSW", the length of its text and the CRC-32 of all that follows (4 bytes each,
// little endian), the index of the problem (8 bytes) and the text. The first frame, of index 2^64 -
// 1, says which sweep, program and shard the log is of.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace alembert {

/// Which part of a sweep: problem i is part (i / neighbours) mod count.
struct Shard {
  std::uint64_t index = 0, count = 1;  ///< index < count
};

/// What a log is of. Logs of others are not written to.
struct SweepLogHead {
  std::string version;  ///< of the program
  std::string hash;     ///< of the sweep
  Shard shard = {};     ///< whose records these are
};

/// A log that is being written, by this process alone. One per thread.
class SweepLog {
 public:
  using Seen = std::function<void(std::uint64_t index, std::uint64_t place)>;

  /// Opens it, or begins it. What is there is told to `seen`; a torn tail is cut off. Throws Error
  /// for a log of another version or sweep, one that another process writes, or one that is damaged
  /// in its head: nothing is then written.
  SweepLog(const std::string& path, const SweepLogHead& head, const Seen& seen);
  SweepLog(const SweepLog&) = delete;
  SweepLog& operator=(const SweepLog&) = delete;
  ~SweepLog();

  /// Handed to the system before it returns: the end of this process does not lose it. Where the
  /// disk is full nothing of it is left and an Error is thrown.
  void append(std::uint64_t index, const std::string& text);
  /// Waits for the disk: from here on the end of the machine does not lose it either.
  void sync();
  /// Its descriptor, for a child to close.
  int descriptor() const { return file_; }
  std::uint64_t size() const { return size_; }        ///< bytes
  std::uint64_t torn_bytes() const { return torn_; }  ///< that were cut off

 private:
  void begin(const SweepLogHead& head);

  std::string path_;
  int file_ = -1;
  std::uint64_t size_ = 0, torn_ = 0;
};

/// What a log that nobody need stop writing holds so far. Frames that are damaged are left out. One
/// per thread.
class SweepLogReader {
 public:
  /// Throws Error for what is no log.
  explicit SweepLogReader(const std::string& path);
  SweepLogReader(const SweepLogReader&) = delete;
  SweepLogReader& operator=(const SweepLogReader&) = delete;
  ~SweepLogReader();

  const SweepLogHead& head() const { return head_; }  ///< what it is of
  /// Every whole record, in the order of the log.
  void each(const SweepLog::Seen& seen) const;
  /// The text of the record at a place that each() told.
  std::string text(std::uint64_t place) const;
  /// Bytes that belong to no whole record.
  std::uint64_t damaged() const { return damaged_; }

 private:
  std::string path_;
  int file_ = -1;
  std::uint64_t begin_ = 0;
  mutable std::uint64_t damaged_ = 0;
  SweepLogHead head_;
};

}  // namespace alembert
