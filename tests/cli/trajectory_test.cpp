// id and fd over CSV files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include "program.hpp"

namespace alembert::testing::trajectory_test {

class Trajectory : public ::testing::Test {
 protected:
  Outcome torques(const std::string& csv, const std::vector<std::string>& more = {}) const {
    bench.write("motion.csv", csv);
    std::vector<std::string> arguments = {"id", "arm.urdf", "--trajectory", "motion.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return bench.run(arguments);
  }

  void expect_refused(const std::string& csv, const std::string& words) const {
    const Outcome outcome = torques(csv);
    EXPECT_EQ(outcome.code, 1) << csv;
    EXPECT_TRUE(contains(outcome.err, words)) << csv;
    EXPECT_TRUE(contains(outcome.err, "\n  fix: ")) << csv;
  }

  static void print_motion(std::ostream& csv, int rows) {
    csv.precision(17);
    csv << "t,q.j1,q.j2,q.j3,v.j1,v.j2,v.j3,a.j1,a.j2,a.j3\n";
    for (int i = 0; i < rows; ++i) {
      const double t = 0.001 * i;
      csv << t << ',' << std::sin(t) << ',' << std::cos(t) << ",0.1," << std::cos(t) << ','
          << -std::sin(t) << ",0," << -std::sin(t) << ',' << -std::cos(t) << ",0\n";
    }
  }

  static std::string motion(int rows) {
    std::ostringstream csv;
    print_motion(csv, rows);
    return csv.str();
  }

  Workbench bench;
};

TEST_F(Trajectory, RowsAreTheAnswersOfSingleStates) {
  const Outcome outcome =
      torques("t,q.j1,q.j2,q.j3,v.j1,v.j2,v.j3,a.j1,a.j2,a.j3\n0.5,0.1,0.2,0.1,1,2,0.3,4,5,6\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  const Json tau =
      bench
          .run({"id", "arm.urdf", "--q", "0.1,0.2,0.1", "--v", "1,2,0.3", "--a", "4,5,6", "--json"})
          .json()
          .at("samples")[0]
          .at("tau");
  std::istringstream lines(outcome.out);
  std::string header, row;
  std::getline(lines, header);
  std::getline(lines, row);
  EXPECT_EQ(header, "t,tau.j1,tau.j2,tau.j3");
  EXPECT_EQ(Json::parse("[" + row + "]"), Json({0.5, tau[0], tau[1], tau[2]}));
}

TEST_F(Trajectory, ColumnsComeInAnyOrderAndDress) {
  const std::string plain =
      torques("q.j1,q.j2,q.j3,v.j1,v.j2,v.j3,a.j1,a.j2,a.j3\n.1,.2,.3,1,2,3,4,5,6\n").out;
  EXPECT_EQ(torques("\xEF\xBB\xBF\"a.j3\", a.j1 ,a.j2,v.j1,v.j3,v.j2,q.j3,\"q.j2\",q.j1\r\n"
                    "# a remark\r\n\r\n6, 4 ,5,1,\"3\",2,+0.3,2e-1,1.0E-1")
                .out,
            plain);
}

TEST_F(Trajectory, ComesFromStandardInputAndGoesToAFile) {
  const std::string csv = motion(10);
  const std::string expected = torques(csv).out;
  const Outcome outcome =
      bench.run({"id", "arm.urdf", "--trajectory", "-", "--output", "torques.csv"}, csv);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(bench.read("torques.csv"), expected);
}

TEST_F(Trajectory, JsonHoldsTheSameNumbers) {
  const Json document = torques(motion(3), {"--json"}).json();
  EXPECT_EQ(document.at("joints"), Json({"j1", "j2", "j3"}));
  ASSERT_EQ(document.at("samples").size(), 3);
  EXPECT_EQ(document.at("samples")[2].at("t"), 0.002);
  std::istringstream lines(torques(motion(3)).out);
  std::string row;
  for (int i = 0; i < 4; ++i) std::getline(lines, row);
  Json numbers = Json::parse("[" + row + "]");
  numbers.erase(0);
  EXPECT_EQ(document.at("samples")[2].at("tau"), numbers);
  const Outcome none = torques("q.j1,q.j2,q.j3,v.j1,v.j2,v.j3,a.j1,a.j2,a.j3\n", {"--json"});
  EXPECT_EQ(none.code, 1);
  EXPECT_TRUE(only_an_error(none));  // half a document would be worse than none
}

TEST_F(Trajectory, ForwardDynamicsUndoesInverse) {
  const std::string csv = motion(50);
  bench.write("torques.csv", torques(csv).out);
  std::istringstream in(csv), tau(bench.read("torques.csv"));
  std::string merged, left, right;
  while (std::getline(in, left) && std::getline(tau, right)) {
    merged += left + right.substr(right.find(',')) + "\n";
  }
  bench.write("merged.csv", merged);
  const Outcome outcome = bench.run({"fd", "arm.urdf", "--trajectory", "merged.csv"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.err, "the a columns are not needed"));
  std::istringstream answers(outcome.out);
  std::getline(answers, left);
  EXPECT_EQ(left, "t,a.j1,a.j2,a.j3");
  int rows = 0;
  while (std::getline(answers, left)) {
    const auto numbers = Json::parse("[" + left + "]").get<std::vector<double>>();
    EXPECT_NEAR(numbers[1], -std::sin(0.001 * rows), 1e-9);
    EXPECT_NEAR(numbers[2], -std::cos(0.001 * rows), 1e-9);
    EXPECT_NEAR(numbers[3], 0.0, 1e-9);
    ++rows;
  }
  EXPECT_EQ(rows, 50);
}

TEST_F(Trajectory, MissingVelocitiesAreZeroAndSaidOnce) {
  const Outcome outcome = torques("q.j1,q.j2,q.j3\n0,0,0\n0.1,0,0\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "note: motion.csv: no v columns: taken as zero\n"
            "note: motion.csv: no a columns: taken as zero\n");
}

TEST_F(Trajectory, FaultyHeadersAreRefusedByName) {
  expect_refused("", "motion.csv: error: empty");
  expect_refused("q.j1,q.j2\n0,0\n", "motion.csv:1: error: no column q.j3");
  expect_refused("q.j1,q.j2,q.j3,v.j1\n0,0,0,0\n", "no column v.j2, v.j3");
  expect_refused("q.j1,q.j2,q.j3,q.j4\n0,0,0,0\n", "column 'q.j4'");
  expect_refused("q.j1,q.j2,q.j3,speed\n0,0,0,0\n", "column 'speed' is none that is read here");
  expect_refused("q.j1,q.j2,q.j3,q.j1\n0,0,0,0\n", "two columns are 'q.j1'");
  expect_refused("q.j1,q.j2,q.j3,\n0,0,0\n", "column 4 has no name");
  expect_refused("q.j1;q.j2;q.j3\n0;0;0\n", "not separated by commas");
  expect_refused("\"q.j1,q.j2,q.j3\n0,0,0\n", "a quote in the header is not closed");
  const Outcome folder = bench.run({"id", "arm.urdf", "--trajectory", "."});
  EXPECT_EQ(folder.code, 1);
  EXPECT_TRUE(contains(folder.err, "error: cannot read on: "));
}

TEST_F(Trajectory, FaultyRowsAreRefusedWithTheirLine) {
  const std::string header = "q.j1,q.j2,q.j3\n";
  expect_refused(header + "0,0,0\n0,0\n", "motion.csv:3: error: 2 values in a table of 3 columns");
  expect_refused(header + "0,0,0,0\n", "motion.csv:2: error: 4 values");
  expect_refused(header + "0,zero,0\n", "motion.csv:2: error: column 'q.j2' has 'zero'");
  expect_refused(header + "\n\n0,,0\n", "motion.csv:4: error: column 'q.j2' is empty");
  expect_refused(header + "0,nan,0\n", "column 'q.j2' has 'nan'");
  expect_refused(header + "0,1e999,0\n", "column 'q.j2' has '1e999'");
  expect_refused(header + "0,1.5x,0\n", "column 'q.j2' has '1.5x'");
  expect_refused(header + "0,\"1,0\n", "a quote is not closed");
  expect_refused(header + std::string(2 << 20, '1'), "a line longer than 1 MiB");
}

TEST_F(Trajectory, AFollowerHasNoColumn) {
  bench.write("motion.csv", "q.left,q.right\n0,0\n");
  const Outcome outcome = bench.run({"id", "gripper.urdf", "--trajectory", "motion.csv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "column 'q.right': joint 'right' follows 'left'"));
}

TEST_F(Trajectory, AFailureLeavesTheOldOutputAlone) {
  bench.write("torques.csv", "precious");
  const auto before = bench.listing();
  const Outcome outcome = torques("q.j1,q.j2,q.j3\n0,0,0\n0,0,x\n", {"--output", "torques.csv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(bench.read("torques.csv"), "precious");
  auto after = bench.listing();
  std::erase(after, "motion.csv");
  EXPECT_EQ(after, before);
}

TEST_F(Trajectory, SingularRowsAreNamed) {
  bench.write("motion.csv", "q.j1,q.j2\n0,0\n");
  const Outcome outcome = bench.run({"fd", "massless.urdf", "--trajectory", "motion.csv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "motion.csv:2: error: the mass matrix is singular"));
}

TEST_F(Trajectory, MemoryDoesNotGrowWithTheRows) {
  // Straight into the file: a child's peak begins with the memory of the parent it forked from.
  const auto peak = [&](int rows) {
    std::ofstream file(bench.path("motion.csv"));
    print_motion(file, rows);
    file.close();
    const Outcome outcome =
        bench.run({"id", "arm.urdf", "--trajectory", "motion.csv", "--output", "torques.csv"});
    EXPECT_EQ(outcome.code, 0);
    return outcome.peak_kib;
  };
  const long few = peak(1000);
  const long many = peak(300000);
  std::ifstream answer(bench.path("torques.csv"));
  EXPECT_EQ(std::count(std::istreambuf_iterator<char>(answer), {}, '\n'), 300001);
  // The input has 40 MB: holding on to a tenth of it would show.
  EXPECT_LT(many - few, 3000);
}

}  // namespace alembert::testing::trajectory_test
