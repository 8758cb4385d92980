// alembert sweep plan and run.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "clock.hpp"
#include "interrupt.hpp"
#include "sweep_actions.hpp"
#include "sweep_crew.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

/// Seconds and bytes of a few problems, evenly taken out of a fair order.
struct Trials {
  std::vector<double> seconds;
  double bytes = 0.0;
  int good = 0;

  double mean() const {
    double sum = 0.0;
    for (const double s : seconds) sum += s;
    return sum / static_cast<double>(seconds.size());
  }
};

Trials try_some(SweepSolver& solver, int count) {
  const Sweep& sweep = solver.sweep();
  Trials trials;
  StatusLine line;
  const auto all = std::min<std::uint64_t>(static_cast<std::uint64_t>(count), sweep.blocks());
  for (std::uint64_t k = 0; k < all; ++k) {
    line.draw(fmt::format("trial {} of {} …", k + 1, all));
    const Clock::time_point begin = Clock::now();
    const SweepRecord record = solver.solve(sweep.block(k));
    trials.seconds.push_back(seconds_since(begin));
    trials.bytes +=
        static_cast<double>(write_sweep_record(record).size() + 20) / static_cast<double>(all);
    trials.good += record.good ? 1 : 0;
  }
  std::sort(trials.seconds.begin(), trials.seconds.end());
  return trials;
}

std::string size_words(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.0f} kB", std::ceil(bytes / 1e3));
  return bytes < 1e9 ? fmt::format("{:.1f} MB", bytes / 1e6)
                     : fmt::format("{:.1f} GB", bytes / 1e9);
}

/// Which problems of a shard are to be done, in a fair order.
class Pending {
 public:
  Pending(const Sweep& sweep, const Shard& shard)
      : sweep_(sweep), shard_(shard), done_(sweep.size(), false) {
    for (std::uint64_t first = 0; first < sweep.size(); first += block_size()) {
      if (mine(first)) total_ += std::min(block_size(), sweep.size() - first);
    }
  }

  void mark(std::uint64_t index, bool done) {
    if (index >= done_.size() || done_[index] == done) return;
    done_[index] = done;
    if (mine(index)) done ? ++there_ : --there_;
  }

  std::uint64_t total() const { return total_; }
  std::uint64_t there() const { return there_; }

  /// What is missing of the next block; empty: nothing is.
  std::vector<std::uint64_t> next() {
    std::vector<std::uint64_t> missing;
    while (missing.empty() && at_ < sweep_.blocks()) {
      const std::uint64_t first = sweep_.block(at_++);
      if (!mine(first)) continue;
      for (std::uint64_t i = first; i < std::min(first + block_size(), sweep_.size()); ++i) {
        if (!done_[i]) missing.push_back(i);
      }
    }
    return missing;
  }

 private:
  std::uint64_t block_size() const { return static_cast<std::uint64_t>(sweep_.neighbours()); }
  bool mine(std::uint64_t index) const {
    return index / block_size() % shard_.count == shard_.index;
  }

  const Sweep& sweep_;
  Shard shard_;
  std::vector<bool> done_;
  std::uint64_t total_ = 0, there_ = 0, at_ = 0;
};

std::vector<std::uint64_t> crashed_of(const SweepFolder& folder) {
  std::vector<std::uint64_t> crashed;
  SweepRecords(folder).each([&](const SweepRecord& record) {
    if (record.status == "crashed") crashed.push_back(record.index);
  });
  return crashed;
}

/// Records of other logs in the folder that are of this shard: of an earlier run with another
/// number of shards.
void mark_others(const SweepFolder& folder, const Shard& shard, Pending& pending) {
  for (const std::string& name : folder.logs()) {
    if (name == folder.log_path(shard)) continue;
    const SweepLogReader log(name);
    if (log.head().hash != folder.hash() || log.head().version != Sweep::version()) {
      throw Error(Error::Code::file, {name, 0}, "the log is of another sweep or version",
                  "move it away, or name another --folder");
    }
    if (log.head().shard.count == shard.count) continue;
    log.each([&](std::uint64_t index, std::uint64_t) { pending.mark(index, true); });
  }
}

/// Done so far, and how long the rest takes.
class RunProgress {
 public:
  RunProgress(std::uint64_t there, std::uint64_t total) : there_(there), total_(total) {}

  void count(const std::string& record) {
    ++done_;
    if (record.find("\"good\":false") != std::string::npos) ++bad_;
    const std::size_t at = record.rfind("\"seconds\":");
    if (at != std::string::npos) solving_ += std::strtod(record.c_str() + at + 10, nullptr);
  }

  void draw() {
    if (!line_.due()) return;
    const double elapsed = seconds_since(begin_);
    const std::uint64_t left = total_ - there_ - done_;
    const double rate = static_cast<double>(done_) / elapsed;
    std::string rest = "too early to say how long";
    // What is done is a fair sample: the error of its mean goes down with its number.
    if (done_ >= 10) {
      rest = fmt::format("about {} left (± {:.0f} %)", time_words(static_cast<double>(left) / rate),
                         std::ceil(200.0 / std::sqrt(static_cast<double>(done_))));
    }
    line_.draw(fmt::format("{} of {}, {} not good, {:.3g}/s, {}", there_ + done_, total_, bad_,
                           rate, rest));
  }

  std::uint64_t done() const { return done_; }
  std::uint64_t bad() const { return bad_; }
  double elapsed() const { return seconds_since(begin_); }
  double solving() const { return solving_; }

 private:
  StatusLine line_;
  Clock::time_point begin_ = Clock::now();
  std::uint64_t there_, total_, done_ = 0, bad_ = 0;
  double solving_ = 0.0;
};

/// Solves what is pending; false where an end was asked for.
bool run_pending(SweepSolver& solver, SweepLog& log, Pending& pending, int workers,
                 RunProgress& progress, int& deaths) {
  const GentleInterrupt interrupt({SIGINT, SIGTERM});
  Clock::time_point synced = Clock::now();
  SweepCrew crew(solver, workers, {log.descriptor()});
  const bool ended = crew.run([&] { return pending.next(); },
                              [&](const std::string& record) {
                                std::uint64_t index =
                                    std::strtoull(record.c_str() + 9, nullptr, 10);
                                log.append(index, record);
                                progress.count(record);
                                progress.draw();
                                if (seconds_since(synced) < 1.0) return;
                                log.sync();
                                synced = Clock::now();
                              });
  deaths = crew.deaths();
  return ended;
}

void tell_run(const SweepArguments& options, const SweepFolder& folder, const Pending& pending,
              const RunProgress& progress, bool ended, int workers, int deaths) {
  const auto n = static_cast<double>(std::max<std::uint64_t>(progress.done(), 1));
  const double overhead = (progress.elapsed() * workers - progress.solving()) / n;
  if (options.json) {
    write_out("", json_text({{"folder", folder.path()},
                             {"problems", pending.total()},
                             {"there", pending.there()},
                             {"done", progress.done()},
                             {"not_good", progress.bad()},
                             {"ended", ended},
                             {"workers", workers},
                             {"workers_lost", deaths},
                             {"seconds", progress.elapsed()},
                             {"solving_seconds", progress.solving()},
                             {"overhead_seconds", overhead}}));
    return;
  }
  std::string text =
      fmt::format("{}: {} solved now ({} not good), {} were there, of {}; {} on {} workers\n",
                  folder.path(), progress.done(), progress.bad(), pending.there(), pending.total(),
                  time_words(progress.elapsed()), workers);
  if (deaths > 0)
    text += fmt::format("{} workers ended under their work and were replaced\n", deaths);
  if (!ended) text += "ended by a signal: run it again, and it goes on\n";
  write_out("", text);
}

}  // namespace

Exit plan_sweep(const SweepArguments& options) {
  namespace fs = std::filesystem;
  const int trials = parse_integer(options.trials, "--trials", 1, 10'000);
  const Sweep sweep = load_sweep(options);
  const SweepFolder folder = SweepFolder::open(folder_of(options), sweep);
  SweepSolver solver(sweep);
  const Trials tried = try_some(solver, trials);
  const int workers = worker_count(options);
  const double core_seconds = tried.mean() * static_cast<double>(sweep.size());
  constexpr double half_an_hour = 1800.0;
  const double wanted = std::ceil(core_seconds / workers / half_an_hour);
  const auto shards =
      options.shards.empty()
          ? static_cast<std::uint64_t>(std::clamp(wanted, 1.0, 1000.0))
          : static_cast<std::uint64_t>(parse_integer(options.shards, "--shards", 1, 99'999));
  const SweepJob job{options.sweep,
                     folder.path(),
                     sweep.name(),
                     shards,
                     workers,
                     core_seconds / workers / static_cast<double>(shards),
                     options.max_seconds};
  const std::string slurm = fs::path(folder.path()) / "sweep.sbatch";
  const std::string kubernetes = fs::path(folder.path()) / "job.yaml";
  write_out(slurm, slurm_script(job));
  write_out(kubernetes, kubernetes_job(job));
  const double bytes = tried.bytes * static_cast<double>(sweep.size());
  if (options.json) {
    return answer_with(json_text({{"problems", sweep.size()},
                                  {"parameters", sweep.parameters()},
                                  {"trials", tried.seconds.size()},
                                  {"trials_good", tried.good},
                                  {"seconds_a_problem", tried.mean()},
                                  {"core_seconds", core_seconds},
                                  {"bytes", bytes},
                                  {"workers", workers},
                                  {"shards", shards},
                                  {"written", {slurm, kubernetes}}}));
  }
  Table table({"", ""});
  table.row(
      {"problems", fmt::format("{} ({})", sweep.size(), fmt::join(sweep.parameters(), ", "))});
  table.row({"one takes",
             fmt::format("{} on average ({} to {} in {} trials, {} of them good)",
                         time_words(tried.mean()), time_words(tried.seconds.front()),
                         time_words(tried.seconds.back()), tried.seconds.size(), tried.good)});
  table.row({"all take",
             fmt::format("{} on {} cores here", time_words(core_seconds / workers), workers)});
  table.row({"disk space", size_words(bytes) + " of logs, as much again for tables"});
  table.row({"shards", fmt::format("{} of about {} each", shards, time_words(job.shard_seconds))});
  table.row({"written", slurm + ", " + kubernetes});
  return answer_with(table.text());
}

Exit run_sweep(const SweepArguments& options) {
  const Shard shard = parse_shard(options.shard);
  const Sweep sweep = load_sweep(options);
  const SweepFolder folder = SweepFolder::open(folder_of(options), sweep);
  Pending pending(sweep, shard);
  mark_others(folder, shard, pending);
  // Before the log is locked: closing it once more would end the lock.
  const std::vector<std::uint64_t> again =
      options.retry_crashed ? crashed_of(folder) : std::vector<std::uint64_t>{};
  SweepLog log(folder.log_path(shard), {Sweep::version(), sweep.hash(), shard},
               [&](std::uint64_t index, std::uint64_t) { pending.mark(index, true); });
  for (const std::uint64_t index : again) pending.mark(index, false);
  if (log.torn_bytes() > 0) {
    note(fmt::format("the log ended in the middle of a record: {} bytes are dropped",
                     log.torn_bytes()));
  }
  const int workers = worker_count(options);
  SweepSolver solver(sweep);
  RunProgress progress(pending.there(), pending.total());
  int deaths = 0;
  const bool ended = run_pending(solver, log, pending, workers, progress, deaths);
  log.sync();
  tell_run(options, folder, pending, progress, ended, workers, deaths);
  return ended ? Exit::done : Exit::again;
}

}  // namespace alembert::cli
