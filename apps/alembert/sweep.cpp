// alembert sweep: one problem many times, with a log that survives whatever ends it.
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <thread>

#include "io/text.hpp"
#include "sweep_actions.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

namespace fs = std::filesystem;

const std::map<std::string, Exit (*)(const SweepArguments&)> actions = {
    {"plan", plan_sweep},         {"run", run_sweep},   {"status", sweep_status},
    {"failures", sweep_failures}, {"show", show_sweep}, {"plot", plot_sweep},
    {"merge", merge_sweep}};

Exit act(const SweepArguments& options) {
  const auto it = actions.find(options.action);
  if (it != actions.end()) return it->second(options);
  std::vector<std::string> names;
  for (const auto& [name, call] : actions) names.push_back(name);
  throw UsageError(fmt::format("`alembert sweep` cannot {}", options.action),
                   io::did_you_mean(options.action, names));
}

double max_seconds_of(const SweepArguments& options) {
  if (!options.max_seconds.empty()) return parse_positive(options.max_seconds, "--max-seconds");
  // Whoever looks at a folder looks at the sweep that was run there.
  const std::string folder = folder_of(options);
  if (!fs::exists(fs::path(folder) / "sweep.json")) return infinity;
  return SweepFolder::find(folder).max_seconds();
}

}  // namespace

Sweep load_sweep(const SweepArguments& options) {
  const std::string file = fs::is_directory(options.sweep)
                               ? SweepFolder::find(options.sweep).sweep_file()
                               : options.sweep;
  const bool looks = options.action != "run" && options.action != "plan";
  return Sweep::load(
      file,
      {.max_seconds = looks || !options.max_seconds.empty() ? max_seconds_of(options) : infinity});
}

std::string folder_of(const SweepArguments& options) {
  if (!options.folder.empty()) return options.folder;
  if (fs::is_directory(options.sweep)) return options.sweep;
  return fs::path(options.sweep).stem().string() + ".sweep";
}

Shard parse_shard(const std::string& text) {
  if (text.empty()) return {};
  Shard shard;
  const std::size_t slash = text.find('/');
  const auto whole = [&](std::string_view part, std::uint64_t& out) {
    const auto [end, bad] = std::from_chars(part.data(), part.data() + part.size(), out);
    return bad == std::errc() && end == part.data() + part.size();
  };
  const std::string_view view = text;
  if (slash == std::string::npos || !whole(view.substr(0, slash), shard.index) ||
      !whole(view.substr(slash + 1), shard.count) || shard.index >= shard.count ||
      shard.count > 99'999) {
    throw UsageError("--shard " + text + " is no shard", "give 0/8 to 7/8 for eight of them");
  }
  return shard;
}

int worker_count(const SweepArguments& options) {
  if (!options.workers.empty()) return parse_integer(options.workers, "--workers", 1, 4096);
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof mine, &mine) == 0) return std::max(1, CPU_COUNT(&mine));
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

std::string time_words(double seconds) {
  if (!std::isfinite(seconds)) return "unknown";
  if (seconds < 1.0) return fmt::format("{:.0f} ms", 1e3 * seconds);
  if (seconds < 60.0) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (seconds < 3600.0) return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (seconds < 86400.0) return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
  return fmt::format("{} d {} h", whole / 86400, whole / 3600 % 24);
}

void add_sweep(Command& command) {
  auto& options = command.does(act);
  command.positional("ACTION", options.action,
                     "plan, run, status, failures, show, plot or merge: below");
  command.positional("SWEEP", options.sweep,
                     "sweep file, YAML `alembert: sweep/1` (docs/sweeps.md), or the folder of one");
  command.optional_positional("KEY", options.key,
                              "show: the key of a problem, or its beginning, or its index");
  command.option("--folder", "DIR", options.folder,
                 "of logs and tables (default: the file's name + .sweep)");
  command.option("--shard", "I/N", options.shard, "run: part I of N, from 0/N to N-1/N");
  command.option("--workers", "N", options.workers, "run: processes (default: one a core)");
  command.option("--max-seconds", "S", options.max_seconds,
                 "run, plan: of one search, s; part of the sweep, and what it ends says so");
  command.flag("--retry-crashed", options.retry_crashed,
               "run: problems again that ended their workers");
  command.option("--trials", "N", options.trials, "plan: problems that are tried (default 8)");
  command.option("--shards", "N", options.shards,
                 "plan: so many (default: of about half an hour each)");
  command.option("--by", "WORD", options.by,
                 "failures: cause, status, or a parameter (default cause)");
  command.option("--x", "NAME", options.x, "plot: the parameter along x (default: the first)");
  command.option("--y", "NAME", options.y, "plot: the parameter along y, for a map");
  command.option("--z", "NAME", options.z, "plot: a third, for a map in space on the page");
  command.choice("--of", {"duration", "objective", "success", "violation", "limits"}, options.of,
                 "plot: what is coloured or drawn (default duration, s)");
  command.option("--output", "FILE", options.output,
                 "plot: .svg or .html (default: both, in the folder); merge: .sqlite or .csv "
                 "(default: both); show: a folder");
  add_picture_options(command, options.pictures);
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(ACTIONS
  plan      how many problems, how long (from trial solves), how much disk space; writes
            sweep.sbatch and job.yaml, a Slurm array and a Kubernetes job of shards
  run       solves what is not there yet, on all cores; every answer is appended to the shard's log
  status    how many are done, good, failed, and how long the rest takes
  failures  why problems failed, counted
  show      writes one problem, and its robot, as files again
  plot      success, cost, duration and binding limits over one, two or three parameters
  merge     one table of all shards: SQLite and CSV, sorted, the same whatever happened on the way

EXAMPLES
  alembert sweep plan payload.yaml
  alembert sweep run payload.yaml
  alembert sweep failures payload.yaml --by cause
  alembert sweep merge payload.yaml && sqlite3 payload.sweep/merged.sqlite 'select * from results'

Whatever ends a run (kill -9, power, a full disk) costs no answer that was there: run it again, and it
goes on. SIGTERM and Ctrl-C end what is in hand and exit with 75, which schedulers requeue. Exit 0
means that every problem of the shard has an answer, good or not; `status` says how many are good.)");
}

}  // namespace alembert::cli
