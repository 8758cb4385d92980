#include "bench_gpu.hpp"

#include <algorithm>

#include "bench/machine.hpp"
#include "bench/rates.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

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
  std::string known;
  for (const GeneratedCall call : generated_calls()) {
    known += fmt::format("{}{}", known.empty() ? "" : ", ", to_string(call));
  }
  throw UsageError(fmt::format("--call {} does not run on a device", name), "use one of: " + known);
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

}  // namespace

Exit run_gpu_bench(const Robot& robot, const std::string& call, double seconds, bool json) {
  const std::vector<GeneratedCall> calls = asked_calls(call);
  const Model model = compile(robot, {.ideal = true});
  Rates rates;
  {
    rates.device = gpu_device();
    ProgressBar progress("measuring");
    bench::RateOptions options;
    options.calls = calls;
    options.seconds = seconds;
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
  write_out("", json ? json_text(rates_json(robot, rates)) : rates_text(robot, rates));
  return Exit::done;
}

}  // namespace alembert::cli
