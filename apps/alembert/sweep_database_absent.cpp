// In a program that was built without SQLite.
#include "alembert/error.hpp"
#include "sweep_database.hpp"

namespace alembert::cli {

struct SweepDatabase::Handle {};

bool has_databases() { return false; }

SweepDatabase::SweepDatabase(const std::string& path, const std::vector<std::string>&) {
  throw Error(Error::Code::unsupported, {path, 0}, "this alembert was built without SQLite",
              "merge into a .csv, or install libsqlite3-dev and build again");
}

SweepDatabase::~SweepDatabase() = default;
void SweepDatabase::add(const SweepRecord&) {}
void SweepDatabase::finish() {}

}  // namespace alembert::cli
