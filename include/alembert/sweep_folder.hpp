// The folder of a sweep: what it is of (sweep.json) and the logs of its shards.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "alembert/sweep.hpp"
#include "alembert/sweep_log.hpp"

namespace alembert {

/// The folder of one sweep: what it is of, and the logs of its shards. Any number of processes may
/// use one folder; an object is for one thread.
class SweepFolder {
 public:
  /// Makes the folder of a sweep, or finds it. Throws Error where it holds another sweep, or one of
  /// another version: nothing is then written.
  static SweepFolder open(const std::string& path, const Sweep& sweep);
  /// One that is there, without its sweep's files. Throws Error.
  static SweepFolder find(const std::string& path);

  const std::string& path() const { return path_; }
  const std::string& name() const { return name_; }
  const std::string& sweep_file() const { return sweep_file_; }               ///< as it was given
  const std::vector<std::string>& parameters() const { return parameters_; }  ///< names, in order
  std::uint64_t size() const { return size_; }                                ///< problems
  double max_seconds() const { return max_seconds_; }
  const std::string& hash() const { return hash_; }  ///< of the sweep: Sweep::hash()

  std::string log_path(const Shard& shard) const;  ///< of a shard; it need not be there yet
  /// Those that are there, by name.
  std::vector<std::string> logs() const;

 private:
  std::string path_, name_, sweep_file_, hash_, version_;
  std::vector<std::string> parameters_;
  std::uint64_t size_ = 0;
  double max_seconds_ = infinity;
};

/// Every record of a folder, each problem's once, in the order of the sweep. Of what is there when
/// it is made; eight bytes of memory a problem. One per thread.
class SweepRecords {
 public:
  /// Throws Error for logs of other sweeps or versions.
  explicit SweepRecords(const SweepFolder& folder);

  std::uint64_t count() const { return count_; }        ///< of problems that are answered
  std::uint64_t repeated() const { return repeated_; }  ///< records of problems that had one
  std::uint64_t damaged() const { return damaged_; }    ///< bytes that are no whole record
  bool has(std::uint64_t index) const { return index < places_.size() && places_[index] != 0; }
  SweepRecord at(std::uint64_t index) const;
  void each(const std::function<void(const SweepRecord&)>& use) const;

 private:
  std::vector<std::unique_ptr<SweepLogReader>> logs_;
  std::vector<std::string> names_;
  /// Log and place in it, plus 1; 0: none.
  std::vector<std::uint64_t> places_;
  std::uint64_t count_ = 0, repeated_ = 0, damaged_ = 0;
};

}  // namespace alembert
