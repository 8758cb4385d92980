// The merged table of a sweep as one SQLite file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "alembert/sweep_record.hpp"

namespace alembert::cli {

/// Whether this program was built with SQLite.
bool has_databases();

/// Appears whole or not at all: tables `results`, the same whatever happened on the way, and
/// `timing`, which is not.
class SweepDatabase {
 public:
  /// Throws Error, in a program without SQLite always.
  SweepDatabase(const std::string& path, const std::vector<std::string>& parameters);
  SweepDatabase(const SweepDatabase&) = delete;
  SweepDatabase& operator=(const SweepDatabase&) = delete;
  ~SweepDatabase();

  void add(const SweepRecord& record);
  void finish();

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace alembert::cli
