// alembert bench: how long our calls take, and those of other libraries in the same minute.
#include <algorithm>
#include <filesystem>

#include "alembert/generate.hpp"
#include "alembert/locked_robot.hpp"
#include "alembert/version.hpp"
#include "bench/measure.hpp"
#include "bench/rates.hpp"
#include "bench/robots.hpp"
#include "io/document_words.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct BenchArguments {
  std::string robot, call;
  std::string seconds = "0.3";
  std::vector<std::string> lock;
  bool json = false, markdown = false, gpu = false;
};

struct Row {
  std::string robot, call, library;
  bench::Timing timing;
};

/// The contenders of another library, or a note on why there are none.
template <typename Make>
void enter(const char* title, Make make, const bench::SharedCase& on, const std::string& call,
           std::vector<bench::Contender>& contenders) {
  try {
    for (bench::Contender& contender : make(on, call)) contenders.push_back(std::move(contender));
  } catch (const Error& e) {
    note(fmt::format("{} without {}: {}", on->robot.name, title, e.reason()));
  }
}

std::vector<Row> measure_robot(const Robot& robot, const std::string& call, double seconds,
                               const std::function<void(double)>& progress) {
  const auto on = std::make_shared<const bench::Case>(robot);
  std::vector<bench::Contender> contenders = bench::alembert_contenders(on, call);
  enter("KDL", bench::kdl_contenders, on, call, contenders);
  enter("MuJoCo", bench::mujoco_contenders, on, call, contenders);
  enter("Pinocchio", bench::pinocchio_contenders, on, call, contenders);
  const auto timings = bench::measure(contenders, seconds, progress);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    rows.push_back({robot.name, contenders[i].call, contenders[i].library, timings[i]});
  }
  return rows;
}

/// A name of ours, or a file.
Robot named_robot(const std::string& name, const std::vector<LockedJoint>& locked) {
  if (bench::is_robot_name(name) && !std::filesystem::exists(name)) {
    return with_locked_joints(bench::robot(name), locked);
  }
  Robot robot = load_held(name, locked);
  report_findings(robot);
  return robot;
}

std::vector<Row> measure_all(const BenchArguments& options) {
  const double seconds = parse_positive(options.seconds, "--time");
  const std::vector<LockedJoint> locked = parse_locks(options.lock);
  if (options.robot.empty() && !locked.empty()) {
    throw UsageError("--lock without ROBOT", "say whose joint it is");
  }
  const std::vector<std::string> names =
      options.robot.empty() ? bench::robot_names() : std::vector<std::string>{options.robot};
  ProgressBar progress("measuring");
  std::vector<Row> rows;
  double done = 0.0;
  for (const std::string& name : names) {
    const auto of_robot = measure_robot(
        named_robot(name, locked), options.call, seconds,
        [&](double share) { progress.update((done + share) / static_cast<double>(names.size())); });
    rows.insert(rows.end(), of_robot.begin(), of_robot.end());
    ++done;
  }
  return rows;
}

const Row* find(const std::vector<Row>& rows, const Row& like, const std::string& call,
                const std::string& library) {
  for (const Row& row : rows) {
    if (row.robot == like.robot && row.call == call && row.library == library) return &row;
  }
  return nullptr;
}

/// A batch is compared with what the other library does state by state.
std::string single_call(const std::string& call) { return call.substr(0, call.find("_batch")); }

std::string nanoseconds(double ns) { return fmt::format("{:.{}f}", ns, ns < 100.0 ? 1 : 0); }

std::string nanoseconds(const Row* row) { return row ? nanoseconds(row->timing.min_ns) : ""; }

std::string machine_text() {
  const bench::Machine machine = bench::this_machine();
  return fmt::format("{} at {:.1f} GHz, {}, alembert {}", machine.processor, machine.ghz,
                     machine.compiler, version());
}

/// A build that has Pinocchio has two columns more.
std::vector<std::string> titles() {
  std::vector<std::string> all = {"robot", "call",   "alembert",      "median",
                                  "KDL",   "MuJoCo", "KDL : alembert"};
  if (bench::has_pinocchio()) all.insert(all.end(), {"Pinocchio", "Pinocchio : alembert"});
  return all;
}

std::string ratio(const Row* theirs, const Row& ours) {
  return theirs ? fmt::format("{:.1f}", theirs->timing.min_ns / ours.timing.min_ns) : "";
}

/// One row a call of ours: the times of all libraries side by side.
std::vector<std::vector<std::string>> table_rows(const std::vector<Row>& rows) {
  std::vector<std::vector<std::string>> cells;
  for (const Row& row : rows) {
    if (row.library != "alembert") continue;
    const std::string call = single_call(row.call);
    const Row* kdl = find(rows, row, call, "kdl");
    const Row* mujoco = find(rows, row, call, "mujoco");
    cells.push_back({row.robot, row.call, nanoseconds(&row), nanoseconds(row.timing.median_ns),
                     nanoseconds(kdl), nanoseconds(mujoco), ratio(kdl, row)});
    if (!bench::has_pinocchio()) continue;
    const Row* pinocchio = find(rows, row, call, "pinocchio");
    cells.back().insert(cells.back().end(), {nanoseconds(pinocchio), ratio(pinocchio, row)});
  }
  return cells;
}

std::string people_text(const std::vector<Row>& rows) {
  std::vector<Table::Column> columns;
  for (const std::string& title : titles()) {
    columns.push_back(columns.size() < 2 ? Table::Column(title) : right(title));
  }
  Table table(columns);
  for (auto& cells : table_rows(rows)) table.row(std::move(cells));
  return machine_text() + "\nns for one state on one thread, the fastest of many repeats\n\n" +
         table.text();
}

std::string markdown_text(const std::vector<Row>& rows) {
  std::string text = fmt::format("Measured on: {}.\n\n", machine_text());
  const std::vector<std::string> columns = titles();
  text += fmt::format("| {} |\n|---|---|", fmt::join(columns, " | "));
  for (std::size_t c = 2; c < columns.size(); ++c) text += "---:|";
  text += "\n";
  for (const auto& cells : table_rows(rows))
    text += fmt::format("| {} |\n", fmt::join(cells, " | "));
  return text;
}

Json rows_json(const std::vector<Row>& rows) {
  const bench::Machine machine = bench::this_machine();
  const auto row_json = [](const Row& row) {
    return Json{{"robot", row.robot},
                {"call", row.call},
                {"library", row.library},
                {"min_ns", row.timing.min_ns},
                {"median_ns", row.timing.median_ns}};
  };
  return {{"processor", machine.processor},   {"ghz", machine.ghz},
          {"compiler", machine.compiler},     {"threads", 1},
          {"states", bench::Case::states},    {"units", {{"time", "ns"}, {"clock", "GHz"}}},
          {"rows", json_list(rows, row_json)}};
}

struct Rates {
  GpuDevice device;
  std::vector<bench::GpuRate> gpu;
  std::vector<bench::CpuRate> cpu;
};

std::vector<GeneratedCall> asked_calls(const std::string& name) {
  if (name.empty()) return generated_calls();
  for (const GeneratedCall call : generated_calls()) {
    if (to_string(call) == name) return {call};
  }
  throw UsageError(
      fmt::format("--call {} does not run on a device", name),
      fmt::format("use one of: {}", fmt::join(words_up_to<GeneratedCall::pose>(), ", ")));
}

std::string kind_of(const bench::GpuRate& rate) {
  return rate.fast_sines ? "float, fast sines" : (rate.single ? "float" : "double");
}

/// Millions, with three digits.
std::string millions(double rate) {
  const double m = rate * 1e-6;
  return fmt::format("{:.{}f}", m, m < 10.0 ? 3 : (m < 100.0 ? 2 : (m < 1000.0 ? 1 : 0)));
}

std::string rates_text(const Robot& robot, const Rates& rates) {
  const bench::Machine machine = bench::this_machine();
  std::vector<Table::Column> columns = {
      "call", "", right("device"), right("share of copy"), right("pinned"), right("host arrays")};
  for (const int threads : bench::thread_counts()) {
    columns.push_back(right(fmt::format("{} thread{}", threads, threads > 1 ? "s" : "")));
  }
  Table table(columns);
  for (const bench::GpuRate& rate : rates.gpu) {
    std::vector<std::string> cells = {to_string(rate.call), kind_of(rate)};
    if (rate.refusal.empty()) {
      cells.insert(cells.end(),
                   {millions(rate.on_device), fmt::format("{:.0f} %", 100 * rate.share),
                    millions(rate.pinned), millions(rate.host)});
    } else {
      note(fmt::format("{} ({}): {}", to_string(rate.call), kind_of(rate), rate.refusal));
      cells.resize(6, "-");
    }
    for (const bench::CpuRate& cpu : rates.cpu) {
      const bool same = cpu.call == rate.call && cpu.single == rate.single && !rate.fast_sines;
      if (same) cells.push_back(millions(cpu.states_per_second));
    }
    cells.resize(columns.size());
    table.row(std::move(cells));
  }
  return fmt::format(
      "{}: {}, compute capability {:.1f}, {:.0f} GiB, copies {:.2f} TB/s; {} at {:.1f} GHz, {}\n"
      "million states a second: with arrays on the device, from and to pinned and plain arrays of "
      "the host; by threads of this machine\n\n{}",
      robot.name, rates.device.name, rates.device.compute_capability / 10.0,
      static_cast<double>(rates.device.memory) / (1u << 30), rates.device.copy_bandwidth * 1e-12,
      machine.processor, machine.ghz, machine.compiler, table.text());
}

Json rates_json(const Robot& robot, const Rates& rates) {
  const bench::Machine machine = bench::this_machine();
  Json document = {{"robot", robot.name},
                   {"device", rates.device.name},
                   {"compute_capability", rates.device.compute_capability},
                   {"memory", rates.device.memory},
                   {"copy_bandwidth", rates.device.copy_bandwidth},
                   {"processor", machine.processor},
                   {"units", {{"rates", "states/s"}, {"memory", "B"}, {"copy_bandwidth", "B/s"}}},
                   {"gpu", Json::array()},
                   {"cpu", Json::array()}};
  for (const bench::GpuRate& rate : rates.gpu) {
    Json row = {{"call", to_string(rate.call)},
                {"precision", rate.single ? "float" : "double"},
                {"fast_sines", rate.fast_sines}};
    if (rate.refusal.empty()) {
      row.update({{"states", rate.states},
                  {"device", rate.on_device},
                  {"pinned", rate.pinned},
                  {"host", rate.host},
                  {"share_of_copy", rate.share}});
    } else {
      row["refusal"] = rate.refusal;
    }
    document["gpu"].push_back(row);
  }
  for (const bench::CpuRate& rate : rates.cpu) {
    document["cpu"].push_back({{"call", to_string(rate.call)},
                               {"precision", rate.single ? "float" : "double"},
                               {"threads", rate.threads},
                               {"states_per_second", rate.states_per_second}});
  }
  return document;
}

/// --gpu: a device beside this machine's cores. Throws Error where there is none.
Exit run_gpu_bench(const Robot& robot, const std::string& call, double seconds, bool json) {
  const std::vector<GeneratedCall> calls = asked_calls(call);
  const Model model = compile(robot, {.ideal = true});
  Rates rates;
  {
    rates.device = gpu_device();
    ProgressBar progress("measuring");
    bench::RateOptions options{.calls = calls, .seconds = seconds};
    options.progress = [&](double s) { progress.update(0.5 * s); };
    rates.gpu = bench::gpu_rates(model, rates.device, options);
    if (std::all_of(rates.gpu.begin(), rates.gpu.end(),
                    [](const bench::GpuRate& rate) { return !rate.refusal.empty(); })) {
      throw Error(Error::Code::unsupported, "the device takes none of it: " + rates.gpu[0].refusal,
                  "see whether another robot, such as two_link, works");
    }
    options.progress = [&](double s) { progress.update(0.5 + 0.5 * s); };
    rates.cpu = bench::cpu_rates(model, options);
  }
  return answer_with(json ? json_text(rates_json(robot, rates)) : rates_text(robot, rates));
}

Exit run_bench(const BenchArguments& options) {
  if (options.json && options.markdown) {
    throw UsageError("--json and --markdown exclude each other", "give one of them");
  }
  if (options.gpu) {
    if (options.robot.empty() || options.markdown) {
      throw UsageError(
          "--gpu is of one ROBOT, without --markdown",
          "name a file or one of: " + fmt::format("{}", fmt::join(bench::robot_names(), " ")));
    }
    return run_gpu_bench(named_robot(options.robot, parse_locks(options.lock)), options.call,
                         parse_positive(options.seconds, "--time"), options.json);
  }
  const auto& calls = bench::call_names();
  if (!options.call.empty() && std::find(calls.begin(), calls.end(), options.call) == calls.end()) {
    throw UsageError(fmt::format("--call {} is timed on devices only", options.call),
                     fmt::format("add --gpu, or use one of: {}", fmt::join(calls, " ")));
  }
  if (!bench::has_kdl()) {
    note("this build has no KDL; install the Debian package liborocos-kdl-dev and build again");
  }
  if (!bench::has_mujoco()) {
    note("this build has no MuJoCo; install the Debian package libmujoco-dev and build again");
  }
  const std::vector<Row> rows = measure_all(options);
  return answer_with(options.json       ? json_text(rows_json(rows))
                     : options.markdown ? markdown_text(rows)
                                        : people_text(rows));
}

}  // namespace

void add_bench(Command& command) {
  auto& options = command.does(run_bench);
  command.optional_positional(
      "ROBOT", options.robot,
      "robot file, or one of the names below (default: all of those, about a minute)");
  add_lock_option(command, options.lock);
  std::vector<std::string> calls = bench::call_names();
  for (const GeneratedCall call : generated_calls()) {
    if (std::find(calls.begin(), calls.end(), to_string(call)) == calls.end()) {
      calls.emplace_back(to_string(call));
    }
  }
  command.choice("--call", calls, options.call, "this call only");
  command.flag("--gpu", options.gpu,
               "batches on an NVIDIA device, beside this machine's batches on 1, 2, 4, … cores");
  command.option("--time", "SECONDS", options.seconds,
                 "to be spent on each call of each library, s (default 0.3)");
  command.flag("--json", options.json, "answer with one JSON document");
  command.flag("--markdown", options.markdown, "the table as docs/performance.md has it");
  command.footer(fmt::format(R"(EXAMPLES
  alembert bench arm.urdf
  alembert bench
  alembert bench chain_100 --call inverse_dynamics --time 2
  alembert bench arm.urdf --json
  alembert bench arm.urdf --gpu

The names are {}.

Times are in ns for one state: the fastest, and the median, of many short bursts. The libraries take
turns burst by burst, go through the same 128 random states (sines and cosines included) and use one
thread; batches too. Friction, rotors and springs are left out, as the others do. KDL takes chains
only and MuJoCo no coupled or helical joints: what is missing is noted on standard error. --json
gives {{"rows": [{{"robot", "call", "library", "min_ns", "median_ns"}}]}}.

--gpu compiles the generated CUDA of the robot and gives states a second of every call in float and
double: with arrays that stay on the device, with copies from and to the host, and as a share of what
copies on the device move; then those of this machine's threads. Needs a driver and NVRTC; docs/generate.md.
With --json: {{"device", "copy_bandwidth", "gpu": [{{"call", "precision", "fast_sines", "device",
"pinned", "host", "share_of_copy"}}], "cpu": [{{"call", "precision", "threads", "states_per_second"}}]}}.)",
                             fmt::join(bench::robot_names(), " ")));
}

}  // namespace alembert::cli
