// Logs that were torn, damaged, locked or of others.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "alembert/error.hpp"
#include "alembert/sweep_folder.hpp"
#include "sweep_bench.hpp"

namespace alembert::testing::sweep_log_test {

namespace fs = std::filesystem;
const SweepLogHead head{"0.1.0", "fnv1a64:1", {0, 1}};

std::map<std::uint64_t, std::string> contents(const std::string& path) {
  std::map<std::uint64_t, std::string> out;
  const SweepLogReader log(path);
  log.each([&](std::uint64_t index, std::uint64_t place) { out[index] = log.text(place); });
  return out;
}

void append_three(const std::string& path) {
  SweepLog log(path, head, [](std::uint64_t, std::uint64_t) {});
  for (std::uint64_t i = 0; i < 3; ++i) log.append(i, "record " + std::to_string(i));
}

TEST(SweepLog, WhateverIsCutOffTheRestStaysAndGoesOn) {
  const SweepBench bench;
  const std::string path = bench.path("log");
  append_three(path);
  const std::string whole = bench.read("log");
  const auto all = contents(path);
  ASSERT_EQ(all.size(), 3u);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    bench.write("log", whole.substr(0, size));
    std::size_t there = 0;
    {
      SweepLog log(path, head, [&](std::uint64_t, std::uint64_t) { ++there; });
      for (std::uint64_t i = there; i < 3; ++i) log.append(i, "record " + std::to_string(i));
    }
    EXPECT_EQ(contents(path), all) << size;
    EXPECT_EQ(bench.read("log"), whole) << size;
  }
}

TEST(SweepLog, DamageInTheMiddleCostsOneRecord) {
  const SweepBench bench;
  const std::string path = bench.path("log");
  append_three(path);
  std::string bytes = bench.read("log");
  bytes[bytes.find("record 1") + 3] ^= 1;
  bench.write("log", bytes);
  std::vector<std::uint64_t> seen;
  {
    SweepLog log(path, head, [&](std::uint64_t i, std::uint64_t) { seen.push_back(i); });
  }
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 2}));
  EXPECT_EQ(bench.read("log"), bytes) << "what follows the damage is not cut off";
}

TEST(SweepLog, LogsOfOthersAreErrorsAndStayAsTheyAre) {
  const SweepBench bench;
  const std::string path = bench.path("log");
  append_three(path);
  const std::string before = bench.read("log");
  const auto none = [](std::uint64_t, std::uint64_t) {};
  EXPECT_THROW(SweepLog(path, {"0.2.0", head.hash, {0, 1}}, none), Error);
  EXPECT_THROW(SweepLog(path, {head.version, "fnv1a64:2", {0, 1}}, none), Error);
  EXPECT_EQ(bench.read("log"), before);
  const std::string foreign(500, 'x');
  EXPECT_THROW(SweepLog(bench.write("other", foreign), head, none), Error);
  EXPECT_EQ(bench.read("other"), foreign);
}

TEST(SweepLog, IsOfOneProcessAtATime) {
  const SweepBench bench;
  const std::string path = bench.path("log");
  const auto none = [](std::uint64_t, std::uint64_t) {};
  const SweepLog log(path, head, none);
  const pid_t child = fork();
  if (child == 0) {
    try {
      SweepLog second(path, head, none);
    } catch (const Error&) {
      _exit(7);
    }
    _exit(0);
  }
  int end = 0;
  waitpid(child, &end, 0);
  EXPECT_EQ(WEXITSTATUS(end), 7);
}

TEST(SweepFolder, IsOfOneSweep) {
  const SweepBench bench;
  const std::string grid = "grid: [{name: x, set: 'goal.q[0]', values: [0.1, ";
  const Sweep one = Sweep::load(bench.sweep(grid + "0.2]}]\n", "one.yaml"));
  const Sweep other = Sweep::load(bench.sweep(grid + "0.3]}]\n", "other.yaml"));
  const SweepFolder folder = SweepFolder::open(bench.path("folder"), one);
  EXPECT_EQ(folder.size(), 2u);
  const std::string before = bench.read("folder/sweep.json");
  EXPECT_THROW(SweepFolder::open(bench.path("folder"), other), Error);
  EXPECT_EQ(bench.read("folder/sweep.json"), before);
  std::string older = before;
  const std::string version = '"' + std::string(Sweep::version()) + '"';
  older.replace(older.find(version), version.size(), "\"0.0.9\"");
  bench.write("folder/sweep.json", older);
  EXPECT_THROW(SweepFolder::open(bench.path("folder"), one), Error);
  EXPECT_EQ(bench.read("folder/sweep.json"), older);
}

TEST(SweepFolder, RecordsOfAllShardsComeInOrderEachOnce) {
  const SweepBench bench;
  const Sweep sweep = Sweep::load(
      bench.sweep("grid: [{name: x, set: 'goal.q[0]', from: 0.1, to: 0.5, count: 5}]\n"));
  const SweepFolder folder = SweepFolder::open(bench.path("folder"), sweep);
  SweepSolver solver(sweep);
  const auto none = [](std::uint64_t, std::uint64_t) {};
  for (std::uint64_t shard = 0; shard < 2; ++shard) {
    SweepLog log(folder.log_path({shard, 2}), {Sweep::version(), sweep.hash(), {shard, 2}}, none);
    for (const std::uint64_t i : {4u, 2u, 0u, 3u, 1u}) {
      if (i % 2 == shard) log.append(i, write_sweep_record(solver.solve(i)));
    }
    if (shard == 1) log.append(3, write_sweep_record(solver.solve(3)));
  }
  const SweepRecords records(folder);
  EXPECT_EQ(records.count(), 5u);
  EXPECT_EQ(records.repeated(), 1u);
  std::uint64_t next = 0;
  records.each([&](const SweepRecord& r) {
    EXPECT_EQ(r.index, next);
    EXPECT_EQ(sweep_csv_row(r), sweep_csv_row(solver.solve(next++)));
  });
  EXPECT_EQ(next, 5u);
}

}  // namespace alembert::testing::sweep_log_test
