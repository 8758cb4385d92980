// A sweep: one motion problem, many times, with some of its numbers taken from lists, ranges,
// samples or a table. YAML `alembert: sweep/1`, described in docs/sweeps.md.
//
//   const Sweep sweep = Sweep::load("payload.yaml");
//   SweepSolver solver(sweep);
//   for (std::uint64_t i = 0; i < sweep.size(); ++i) use(solver.solve(i));
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alembert/motion_file.hpp"
#include "alembert/sweep_record.hpp"

namespace alembert {

/// One problem of a sweep, as texts.
struct SweepProblem {
  std::string text;             ///< the problem file, with its values
  std::string robot_text;       ///< the robot in the native format; empty: its file as it is
  std::string robot_file;       ///< as seen from here
  std::string robot_place;      ///< what `text` calls it
  std::size_t robot_begin = 0;  ///< where in `text`
  std::string key;              ///< hash of all that its answer depends on
};

/// What does not belong to the file.
struct SweepOptions {
  double max_seconds = infinity;  ///< of one search; the smaller of this and the file's
};

/// Immutable and cheap to copy; calls are safe in any thread.
class Sweep {
 public:
  /// Reads it and all it names and looks at every path before anything runs. Throws Error with the
  /// file and line at fault.
  static Sweep load(const std::string& path, const SweepOptions& options = {});
  /// The same of a text; paths are relative to the folder of `file`.
  static Sweep read(const std::string& text, const std::string& file,
                    const SweepOptions& options = {});

  const std::string& file() const;  ///< as it was given
  const std::string& name() const;
  const std::string& problem_file() const;  ///< that is varied
  std::uint64_t size() const;               ///< problems
  /// Names, in the order of values.
  const std::vector<std::string>& parameters() const;
  std::vector<double> values(std::uint64_t index) const;
  /// What the file has where a parameter sets it first, and the unit that is written behind it.
  std::pair<double, std::string> given(std::size_t parameter) const;
  /// Of one problem. Throws Error for an index that is none.
  SweepProblem problem(std::uint64_t index) const;
  /// The same, ready to be solved. Throws Error where its values make no sense.
  MotionFile motion_file(std::uint64_t index) const;
  /// The problem as its file has it.
  MotionFile base() const;

  double max_seconds() const;
  /// So many problems, one after the other, begin each from the one before; 1: none does.
  int neighbours() const;
  /// A motion that is proven on every problem, where none is searched for: its file, or "base".
  const std::string& motion() const;
  /// Blocks of neighbours, which are answered one after the other by one solver; without them
  /// every problem is one. In this order what is done is at any time a fair sample of all.
  std::uint64_t blocks() const;
  /// The first problem of the k-th block in that order.
  std::uint64_t block(std::uint64_t k) const;
  /// Hash of everything that its answers depend on, the program's version too.
  const std::string& hash() const;
  /// Of the program.
  static const char* version();

 private:
  struct Data;
  explicit Sweep(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

/// Answers problems of a sweep. One per thread; copies are independent.
class SweepSolver {
 public:
  /// Called often while a problem is solved; may throw to give up.
  using Checkpoint = std::function<void()>;

  /// With `motion: base` finds that motion first. Throws Error.
  explicit SweepSolver(Sweep sweep, Checkpoint checkpoint = nullptr);

  const Sweep& sweep() const { return sweep_; }  ///< that it answers
  void set_checkpoint(Checkpoint checkpoint) { checkpoint_ = std::move(checkpoint); }
  /// Never throws for problems without an answer, or that make no sense: the record says so. The
  /// same bits on one kind of machine, in whatever order problems are asked for.
  SweepRecord solve(std::uint64_t index);

 private:
  /// Answers what has to be before a problem among neighbours.
  void come_to(std::uint64_t index);
  SweepRecord answer(std::uint64_t index);
  SweepRecord searched(std::uint64_t index, const MotionFile& file);
  SweepRecord held_against(const MotionFile& file) const;

  Sweep sweep_;
  Checkpoint checkpoint_;
  std::optional<Trajectory> given_;
  /// The last motion of the neighbourhood, and whose it is.
  std::optional<Trajectory> last_;
  std::int64_t last_solved_ = -1;
  std::optional<std::uint64_t> last_index_;  ///< answered last
};

}  // namespace alembert
