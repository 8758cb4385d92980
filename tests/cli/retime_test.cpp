// retime: a path in, a proven motion out, or where and why not.
#include "program.hpp"

namespace alembert::testing {
namespace {

const std::string two_link = ALEMBERT_SOURCE_DIR "/models/two_link.yaml";
const std::string line = "q.joint1,q.joint2\n0,0\n0.8,-0.6\n";

TEST(Retime, WritesAProvenMotionThatCertifyProvesAgain) {
  const Workbench bench;
  const std::string path = bench.write("way.csv", line);
  const Outcome told = bench.run({"retime", path, "--robot", two_link});
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_EQ(told.err, "");
  EXPECT_TRUE(starts_with(told.out, "way: proven: every limit holds at every instant\n"));
  EXPECT_TRUE(contains(told.out, "\nverified"));
  EXPECT_TRUE(contains(told.out, "\nwritten: way.motion/motion.json, way.motion/motion.csv"));
  const Outcome again = bench.run({"certify", "way.motion"});
  EXPECT_EQ(again.code, 0) << again.out << again.err;
  EXPECT_EQ(bench.run({"verify", "way.motion", "--restart"}).code, 0);
}

TEST(Retime, AnswersWithOneDocument) {
  const Workbench bench;
  const std::string path = bench.write("way.csv", line);
  const Outcome told = bench.run({"retime", path, "--robot", two_link, "--json", "--no-verify"});
  EXPECT_EQ(told.code, 0) << told.err;
  const Json answer = told.json();
  EXPECT_EQ(answer.at("holds"), true);
  EXPECT_EQ(answer.at("path").at("points"), 2);
  EXPECT_EQ(answer.at("motion").at("status"), "solved");
  EXPECT_EQ(answer.at("motion").at("duration"), answer.at("duration"));
  EXPECT_EQ(answer.at("motion").at("certificate").at("method"), "proven");
  EXPECT_TRUE(answer.at("motion").at("verification").is_null());
  EXPECT_EQ(bench.listing().size(), Workbench().listing().size() + 1);
}

TEST(Retime, TakesLimitsAndWhatIsCarriedFromAProblem) {
  const Workbench bench;
  const std::string path = bench.write("way.csv", line);
  const auto problem = [&](const std::string& more) {
    return bench.write("limits.yaml", "alembert: motion/1\nrobot: " + two_link +
                                          "\nstart: {q: [0, 0]}\ngoal: {q: [1, 1]}\n" + more);
  };
  const auto duration = [&](const std::string& file) {
    const Outcome told = bench.run({"retime", path, "--limits", file, "--json", "--no-verify"});
    EXPECT_EQ(told.code, 0) << told.out << told.err;
    return told.json().at("duration").get<double>();
  };
  const double own = duration(problem(""));
  EXPECT_GT(duration(problem("limits: {velocity: 0.5}\n")), own);
}

TEST(Retime, NamesThePlaceOfAPathThatCannotBeFollowed) {
  const Workbench bench;
  const std::string path = bench.write("way.csv", line);
  const std::string weak = bench.write(
      "weak.yaml", "alembert: motion/1\nrobot: " + two_link +
                       "\ngravity: [0, -9.81, 0]\nstart: {q: [0, 0]}\ngoal: {q: [1, 1]}\n"
                       "limits: {torque: 0.001}\n");
  const Outcome told = bench.run({"retime", path, "--limits", weak});
  EXPECT_EQ(told.code, 3);
  EXPECT_TRUE(starts_with(told.out, "way: the path cannot be followed: at "));
  EXPECT_TRUE(contains(told.out, "holding torque of joint1"));
  EXPECT_FALSE(bench.run({"retime", path, "--limits", weak, "--json"}).json().at("holds"));
}

TEST(Retime, RefusesWhatItCannotRead) {
  const Workbench bench;
  const auto refused = [&](const std::string& text, const std::string& words) {
    const std::string path = bench.write("way.csv", text);
    const Outcome told = bench.run({"retime", path, "--robot", two_link});
    EXPECT_EQ(told.code, 1);
    EXPECT_TRUE(contains(told.err, words));
    EXPECT_TRUE(contains(told.err, "way.csv"));
  };
  refused("q.joint1,q.joint2\n0,0\n", "a path of 1 points");
  refused("q.joint1,q.joint2\n0,0\n0,0\n1,1\n", "points 1 and 2 of the path are the same");
  refused("q.joint1\n0\n1\n", "no column q.joint2");
  refused("q.joint1,q.joint2\n0,0\n1,nan\n", "nan");
  refused("q.joint1,q.elbow\n0,0\n1,1\n", "elbow");
}

TEST(Retime, AsksForOneRobot) {
  const Workbench bench;
  const std::string path = bench.write("way.csv", line);
  EXPECT_EQ(bench.run({"retime", path}).code, 2);
  EXPECT_EQ(bench.run({"retime", path, "--robot", two_link, "--limits", two_link}).code, 2);
}

}  // namespace
}  // namespace alembert::testing
