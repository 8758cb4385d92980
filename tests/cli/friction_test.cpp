// What limits cover of Coulomb friction stands in the first line, the document and the page.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "program.hpp"

namespace alembert::testing::friction_test {

const std::string reach = "alembert: motion/1\nrobot: " ALEMBERT_SOURCE_DIR
                          "/models/puma560.yaml\nstart: {q: [0.4, 1.2, -1, -0.5, 0.3, 0.2]}\n"
                          "goal: {q: [-1.1, 0.3, 0.1, 0.8, -0.6, 1]}\n";

std::string first_line(const std::string& text) { return text.substr(0, text.find("\n\n")); }

bool says_smoothed(const std::string& text) { return text.find("smoothed") != std::string::npos; }

TEST(FrictionWords, OfAProblemThatAsksForSmoothedFrictionAreInTheFirstLineAndItsDocuments) {
  const Workbench bench;
  bench.write("hull.yaml", reach);
  bench.write("smoothed.yaml", reach + "friction: smoothed\n");
  for (const std::string name : {"hull", "smoothed"}) {
    const bool asked = name == "smoothed";
    const Outcome solved = bench.run({"predict", name + ".yaml", "--output", name});
    ASSERT_EQ(solved.code, 0) << solved.err;
    EXPECT_EQ(says_smoothed(first_line(solved.out)), asked) << solved.out;
    const std::string document = bench.read(name + "/motion.json");
    EXPECT_EQ(document.find("\"friction\":\"smoothed\"") != std::string::npos, asked);
    EXPECT_EQ(bench.read(name + "/report.html").find("for smoothed friction") != std::string::npos,
              asked);
    const Outcome proven = bench.run({"certify", name});
    EXPECT_EQ(proven.code, 0) << proven.out;
    EXPECT_EQ(says_smoothed(first_line(proven.out)), asked) << proven.out;
  }
  // What was planned for the smoothed friction alone is not proven for the true one.
  const Outcome refused = bench.run({"certify", "smoothed", "--limits", "hull.yaml"});
  EXPECT_EQ(refused.code, 3) << refused.out;
}

TEST(FrictionWords, AWordThatIsNeitherIsRefusedWithItsLine) {
  const Workbench bench;
  bench.write("task.yaml", reach + "friction: smoth\n");
  const Outcome outcome = bench.run({"predict", "task.yaml"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("task.yaml:5: error: friction is 'smoth'"), std::string::npos)
      << outcome.err;
}

}  // namespace alembert::testing::friction_test
