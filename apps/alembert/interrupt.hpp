// Ctrl-C that lets a verb end its work and keep what it has.
#pragma once

#include <csignal>

namespace alembert::cli {

/// While it lives, the first Ctrl-C asks for an end and the second is the usual one.
class GentleInterrupt {
 public:
  GentleInterrupt();
  GentleInterrupt(const GentleInterrupt&) = delete;
  GentleInterrupt& operator=(const GentleInterrupt&) = delete;
  ~GentleInterrupt() { sigaction(SIGINT, &before_, nullptr); }

  /// Was an end asked for?
  static bool asked();

 private:
  struct sigaction before_ {};
};

}  // namespace alembert::cli
