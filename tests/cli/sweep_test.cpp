// sweep: from a file to a table, and what is refused on the way.
#include "alembert/version.hpp"
#include "program.hpp"

namespace alembert::testing::sweep_test {

const std::string small = ALEMBERT_SOURCE_DIR "/examples/sweeps/small.yaml";

TEST(Sweep, RunsMergesAndGoesOnWhereItWas) {
  const Workbench bench;
  const Outcome run = bench.run({"sweep", "run", small, "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.json().at("done"), 6);
  EXPECT_EQ(bench.run({"sweep", "run", small, "--json"}).json().at("done"), 0);
  const Outcome merged = bench.run({"sweep", "merge", small, "--json"});
  ASSERT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(merged.json().at("records"), 6);
  const std::string table = bench.read("small.sweep/merged.csv");
  EXPECT_TRUE(starts_with(table, "index,key,x,speed,status,good,"));
  for (const char* shard : {"0/3", "1/3", "2/3"}) {
    const Outcome part =
        bench.run({"sweep", "run", small, "--folder", "parts", "--shard", shard, "--workers", "3"});
    ASSERT_EQ(part.code, 0) << part.err;
  }
  ASSERT_EQ(bench.run({"sweep", "merge", "parts"}).code, 0);
  EXPECT_EQ(bench.read("parts/merged.csv"), table);
}

TEST(Sweep, TellsHowItStandsAndShowsOneProblem) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"sweep", "run", small}).code, 0);
  const Json status = bench.run({"sweep", "status", small, "--json"}).json();
  EXPECT_EQ(status.at("good"), 6);
  EXPECT_EQ(status.at("proven"), 6);
  EXPECT_EQ(bench.run({"sweep", "failures", small, "--json"}).json().at("not_good"), 0);
  const Json shown = bench.run({"sweep", "show", small, "3", "--json"}).json();
  const std::string file = shown.at("problem");
  EXPECT_TRUE(contains(bench.read(file), "goal: {q: [0.4, 0.3]}"));
  EXPECT_EQ(bench.run({"predict", file, "--json"}).json().at("status"), "solved");
  EXPECT_EQ(bench.run({"sweep", "show", small, shown.at("key"), "--json"}).json().at("index"), 3);
  const Outcome plot = bench.run({"sweep", "plot", small, "--x", "x", "--y", "speed"});
  EXPECT_EQ(plot.code, 0) << plot.err;
  EXPECT_TRUE(contains(bench.read("small.sweep/sweep.svg"), "duration (s)"));
  const Json plan = bench.run({"sweep", "plan", small, "--shards", "4", "--json"}).json();
  EXPECT_EQ(plan.at("problems"), 6);
  EXPECT_TRUE(contains(bench.read("small.sweep/sweep.sbatch"), "#SBATCH --array=0-3\n"));
  EXPECT_TRUE(contains(bench.read("small.sweep/job.yaml"), "completionMode: Indexed\n"));
}

TEST(Sweep, RefusesWhatIsAnother) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"sweep", "run", small, "--folder", "f"}).code, 0);
  const std::string manifest = bench.read("f/sweep.json");
  const Outcome hasty = bench.run({"sweep", "run", small, "--folder", "f", "--max-seconds", "5"});
  EXPECT_EQ(hasty.code, 1);
  EXPECT_TRUE(contains(hasty.err, "another sweep"));
  EXPECT_EQ(bench.read("f/sweep.json"), manifest);
  std::string older = manifest;
  const std::string now = version();
  older.replace(older.find("\"" + now + "\""), now.size() + 2, "\"0.0.1\"");
  bench.write("f/sweep.json", older);
  const Outcome version = bench.run({"sweep", "run", small, "--folder", "f"});
  EXPECT_EQ(version.code, 1);
  EXPECT_TRUE(contains(version.err, "alembert 0.0.1"));
  EXPECT_EQ(bench.run({"sweep", "stats", small}).code, 2);
  EXPECT_EQ(bench.run({"sweep", "run", small, "--shard", "3/3"}).code, 2);
  EXPECT_EQ(bench.run({"sweep", "status", "nowhere"}).code, 1);
}

}  // namespace alembert::testing::sweep_test
