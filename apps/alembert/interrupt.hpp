// Ctrl-C that lets a verb end its work and keep what it has.
#pragma once

#include <csignal>
#include <initializer_list>
#include <utility>
#include <vector>

namespace alembert::cli {

/// While it lives, the first of these signals asks for an end and the second is the usual one.
class GentleInterrupt {
 public:
  explicit GentleInterrupt(std::initializer_list<int> signals = {SIGINT});
  GentleInterrupt(const GentleInterrupt&) = delete;
  GentleInterrupt& operator=(const GentleInterrupt&) = delete;
  ~GentleInterrupt();

  /// Was an end asked for?
  static bool asked();

 private:
  std::vector<std::pair<int, struct sigaction>> before_;
};

}  // namespace alembert::cli
