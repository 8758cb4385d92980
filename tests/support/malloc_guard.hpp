// Counts allocations of this thread while a guard lives. Link malloc_guard.cpp into the program.
#pragma once

namespace alembert::test {

class MallocGuard {
 public:
  MallocGuard();
  ~MallocGuard();
  /// Allocations since construction.
  long count() const;
  /// False in programs whose allocator cannot be watched (sanitizers).
  static bool works();
};

}  // namespace alembert::test
