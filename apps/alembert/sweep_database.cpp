#include "sweep_database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "alembert/error.hpp"
#include "io/text.hpp"
#include "partial_name.hpp"

namespace alembert::cli {

bool has_databases() { return true; }

struct SweepDatabase::Handle {
  std::string path, partial;
  sqlite3* database = nullptr;
  sqlite3_stmt *result = nullptr, *timing = nullptr;

  [[noreturn]] void fail() const {
    throw Error(Error::Code::file, {path, 0},
                fmt::format("cannot write: {}", database ? sqlite3_errmsg(database) : "no memory"),
                "check the folder, its permissions and the space left");
  }
  void run(const std::string& words) const {
    if (sqlite3_exec(database, words.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }
  void step(sqlite3_stmt* statement) const {
    if (sqlite3_step(statement) != SQLITE_DONE) fail();
    sqlite3_reset(statement);
  }
  static void bind(sqlite3_stmt* statement, int column, double value) {
    if (std::isfinite(value)) {
      sqlite3_bind_double(statement, column, value);
    } else {
      sqlite3_bind_null(statement, column);
    }
  }
  static void bind(sqlite3_stmt* statement, int column, const std::string& text) {
    sqlite3_bind_text(statement, column, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
  }
  static void bind_whole(sqlite3_stmt* statement, int column, std::int64_t value) {
    sqlite3_bind_int64(statement, column, value);
  }
};

SweepDatabase::SweepDatabase(const std::string& path, const std::vector<std::string>& parameters)
    : handle_(std::make_unique<Handle>()) {
  Handle& h = *handle_;
  h.path = path;
  h.partial = partial_name(path);
  if (sqlite3_open(h.partial.c_str(), &h.database) != SQLITE_OK) h.fail();
  // Nobody reads it before it is whole: no journal.
  h.run("pragma journal_mode=off; pragma synchronous=off; pragma locking_mode=exclusive; begin");
  std::string names, marks;
  for (const std::string& name : parameters) {
    names += io::with_doubled('"', name) + " real, ";
    marks += "?,";
  }
  h.run(
      "create table results (\"index\" integer primary key, key text, " + names +
      "status text, good integer, proven integer, cause text, duration real, objective real, "
      "violation real, iterations integer, rounds integer, limits text, warm integer, by_clock "
      "integer, message text); create table timing (\"index\" integer primary key, seconds real)");
  const std::string insert =
      "insert into results values (?,?," + marks + "?,?,?,?,?,?,?,?,?,?,?,?,?)";
  if (sqlite3_prepare_v2(h.database, insert.c_str(), -1, &h.result, nullptr) != SQLITE_OK ||
      sqlite3_prepare_v2(h.database, "insert into timing values (?,?)", -1, &h.timing, nullptr) !=
          SQLITE_OK) {
    h.fail();
  }
}

SweepDatabase::~SweepDatabase() {
  Handle& h = *handle_;
  sqlite3_finalize(h.result);
  sqlite3_finalize(h.timing);
  sqlite3_close(h.database);
  if (!h.partial.empty()) std::remove(h.partial.c_str());
}

void SweepDatabase::add(const SweepRecord& r) {
  Handle& h = *handle_;
  int c = 0;
  Handle::bind_whole(h.result, ++c, static_cast<std::int64_t>(r.index));
  Handle::bind(h.result, ++c, r.key);
  for (const double value : r.values) Handle::bind(h.result, ++c, value);
  Handle::bind(h.result, ++c, r.status);
  Handle::bind_whole(h.result, ++c, r.good);
  Handle::bind_whole(h.result, ++c, r.proven);
  Handle::bind(h.result, ++c, r.cause);
  for (const double value : {r.duration, r.objective, r.violation}) {
    Handle::bind(h.result, ++c, value);
  }
  Handle::bind_whole(h.result, ++c, r.iterations);
  Handle::bind_whole(h.result, ++c, r.rounds);
  Handle::bind(h.result, ++c, fmt::format("{}", fmt::join(r.limits, "; ")));
  Handle::bind_whole(h.result, ++c, r.warm);
  Handle::bind_whole(h.result, ++c, r.by_clock);
  Handle::bind(h.result, ++c, r.message);
  h.step(h.result);
  Handle::bind_whole(h.timing, 1, static_cast<std::int64_t>(r.index));
  Handle::bind(h.timing, 2, r.seconds);
  h.step(h.timing);
}

void SweepDatabase::finish() {
  Handle& h = *handle_;
  h.run("commit");
  sqlite3_finalize(h.result);
  sqlite3_finalize(h.timing);
  h.result = h.timing = nullptr;
  if (sqlite3_close(h.database) != SQLITE_OK) h.fail();
  h.database = nullptr;
  std::error_code failure;
  std::filesystem::rename(h.partial, h.path, failure);
  if (failure) h.fail();
  h.partial.clear();
}

}  // namespace alembert::cli
