// Reading a log of any length through windows that overlap where smoothing needs neighbours.
#pragma once

#include <algorithm>
#include <limits>

#include "identify/prepared_log.hpp"

namespace alembert::identifying {

/// `rows` below `kept`, the last rows of it from `from` on.
RobotLog joined(const RobotLog& kept, const RobotLog& rows);
/// The rows from instant `from` on.
RobotLog tail(const RobotLog& log, double from);

template <typename Use>
Eigen::Index for_each_stretch(LogSource& source, const LogSettings& settings, Eigen::Index most,
                              Workers& workers, const Use& use) {
  constexpr Eigen::Index window = 32768;
  source.rewind();
  RobotLog kept;
  Eigen::Index read = 0;
  double begin = -std::numeric_limits<double>::infinity();
  while (read < most) {
    RobotLog rows = source.read(std::min(window, most - read));
    const bool last = rows.t.size() == 0;
    if (last && kept.t.size() == 0) break;
    read += rows.t.size();
    const RobotLog all = kept.t.size() > 0 ? joined(kept, rows) : std::move(rows);
    const double end = last || read >= most ? std::numeric_limits<double>::infinity()
                                            : all.t[all.t.size() - 1] - settings.cut;
    use(prepare(all, settings, begin, end, &workers));
    if (last || read >= most) break;
    begin = end;
    kept = tail(all, end - 2.0 * settings.cut - 4.0 * settings.step);
  }
  return read;
}

}  // namespace alembert::identifying
