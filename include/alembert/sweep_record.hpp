// What is kept of one problem of a sweep: one line of its table.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace alembert {

struct SweepRecord {
  std::uint64_t index = 0;     ///< in the sweep, from 0
  std::string key;             ///< hash of problem, robot and program
  std::vector<double> values;  ///< of the parameters, in their order
  /// A MotionStatus; of a given motion `holds`, `violated` or `open`; `error`: the problem makes no
  /// sense; `crashed`: it ended its worker again and again.
  std::string status;
  bool good = false;    ///< solved, or the given motion holds
  bool proven = false;  ///< every limit, at every instant
  std::string cause;    ///< of what is not good, in few words: failures are counted by it
  std::string message;  ///< what to know about it, in a sentence
  /// Not numbers where nothing was found.
  double duration = std::numeric_limits<double>::quiet_NaN(), objective = duration;
  double violation =
      duration;  ///< the largest, as a share of a limit; negative: margin that is left
  int iterations = 0, rounds = 0;
  std::vector<std::string> limits;  ///< that hold the motion back: "torque of joint2"
  /// The problem whose motion the search began from; -1: it began from a guess.
  std::int64_t warm = -1;
  /// The clock ended it (`max_seconds`): a faster or idler machine may answer otherwise.
  bool by_clock = false;
  double seconds = 0.0;  ///< of the search; no part of tables, which are the same every time
};

/// One line of JSON. Numbers keep every bit; what is no number is null.
std::string write_sweep_record(const SweepRecord& record);
/// Throws Error.
SweepRecord read_sweep_record(const std::string& text, const std::string& file);

/// The header of a sweep's table, and one row of it, as CSV; both end with a newline.
std::string sweep_csv_header(const std::vector<std::string>& parameters);
std::string sweep_csv_row(const SweepRecord& record);
/// The columns of a table beside its parameters'.
const std::vector<std::string>& sweep_columns();

}  // namespace alembert
