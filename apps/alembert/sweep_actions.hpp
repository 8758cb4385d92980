// What `alembert sweep` does, one function an action.
#pragma once

#include <string>

#include "alembert/sweep_folder.hpp"
#include "command.hpp"
#include "page_output.hpp"

namespace alembert::cli {

struct SweepArguments {
  std::string action, sweep, key;
  std::string folder, shard, workers, max_seconds;
  std::string trials = "8", shards, by = "cause", x, y, z, of = "duration", output;
  bool retry_crashed = false, json = false;
  PictureOptions pictures;
};

Exit plan_sweep(const SweepArguments& options);
Exit run_sweep(const SweepArguments& options);
Exit sweep_status(const SweepArguments& options);
Exit sweep_failures(const SweepArguments& options);
Exit show_sweep(const SweepArguments& options);
Exit plot_sweep(const SweepArguments& options);
Exit merge_sweep(const SweepArguments& options);

/// The sweep that was named, by its file or by its folder. Throws Error.
Sweep load_sweep(const SweepArguments& options);
/// Where its logs are: --folder, the folder that was named, or the file's name + .sweep.
std::string folder_of(const SweepArguments& options);
/// "3/8" as shard 3 of 0 to 7. Throws UsageError.
Shard parse_shard(const std::string& text);
/// --workers, or one a core that this process may use.
int worker_count(const SweepArguments& options);
/// "3 min 20 s".
std::string time_words(double seconds);

/// Files for schedulers, as text.
struct SweepJob {
  std::string sweep, folder;  ///< as they are named on the command line there
  std::string name;
  std::uint64_t shards = 1;
  int workers = 1;
  double shard_seconds = 0.0;  ///< that a shard is likely to take
  std::string max_seconds;     ///< of a problem; may be empty
};
std::string slurm_script(const SweepJob& job);
std::string kubernetes_job(const SweepJob& job);

}  // namespace alembert::cli
