// alembert sweep merge: one table of all shards.
#include <filesystem>
#include <optional>

#include "sweep_actions.hpp"
#include "sweep_database.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

struct Targets {
  std::string csv, sqlite;
};

Targets targets_of(const SweepArguments& options, const std::string& folder) {
  if (options.output.empty()) {
    const fs::path merged = fs::path(folder) / "merged";
    return {merged.string() + ".csv", has_databases() ? merged.string() + ".sqlite" : ""};
  }
  const std::string ending = fs::path(options.output).extension();
  if (ending == ".csv") return {options.output, ""};
  if (ending == ".sqlite" || ending == ".db") return {"", options.output};
  throw UsageError("'" + options.output + "' does not tell the format",
                   "end --output in .csv or .sqlite");
}

}  // namespace

Exit merge_sweep(const SweepArguments& options) {
  const SweepFolder folder = SweepFolder::find(folder_of(options));
  const Targets targets = targets_of(options, folder.path());
  const SweepRecords records(folder);
  std::optional<Output> csv;
  std::optional<SweepDatabase> database;
  if (!targets.csv.empty()) {
    csv.emplace(targets.csv);
    csv->write(sweep_csv_header(folder.parameters()));
  }
  if (!targets.sqlite.empty()) database.emplace(targets.sqlite, folder.parameters());
  ProgressBar bar("merging");
  std::uint64_t done = 0;
  records.each([&](const SweepRecord& record) {
    if (csv) csv->write(sweep_csv_row(record));
    if (database) database->add(record);
    bar.update(static_cast<double>(++done) / static_cast<double>(records.count()));
  });
  std::vector<std::string> written;
  if (csv) csv->finish(), written.push_back(targets.csv);
  if (database) database->finish(), written.push_back(targets.sqlite);
  if (options.json) {
    return answer_with(json_text({{"records", records.count()},
                                  {"problems", folder.size()},
                                  {"repeated", records.repeated()},
                                  {"damaged_bytes", records.damaged()},
                                  {"written", written}}));
  }
  if (!has_databases() && options.output.empty()) note("this alembert has no SQLite: CSV alone");
  std::string text = fmt::format("{} of {} problems, written: {}\n", records.count(), folder.size(),
                                 fmt::join(written, ", "));
  if (records.damaged() > 0) {
    text += fmt::format("{} bytes of logs are no whole records: run the sweep again\n",
                        records.damaged());
  }
  return answer_with(text);
}

}  // namespace alembert::cli
