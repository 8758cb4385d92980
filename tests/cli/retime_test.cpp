// retime: a path in, a proven motion out, or where and why not.
#include "program.hpp"

namespace alembert::testing::retime_test {

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

TEST(Retime, KeepsToItsPointsAndTellsWhichMeanNothing) {
  const Workbench bench;
  const std::string path =
      bench.write("way.csv", "q.joint1,q.joint2\n0,0\n0,0\n0.8,-0.6\n0.8,-0.6\n1.0,0.5\n");
  const auto told = [&](const std::string& tolerance) {
    const Outcome out = bench.run({"retime", path, "--robot", two_link, "--path-tolerance",
                                   tolerance, "--json", "--no-verify"});
    EXPECT_EQ(out.code, 0) << out.out << out.err;
    const Json answer = out.json();
    EXPECT_EQ(answer.at("path").at("repeated"), 2);
    EXPECT_EQ(answer.at("path_kept"), true);
    EXPECT_LE(answer.at("deviation").get<double>(), std::stod(tolerance));
    return answer.at("duration").get<double>();
  };
  EXPECT_LT(told("0.1"), told("0.001"));
  const Outcome never =
      bench.run({"retime", path, "--robot", two_link, "--path-tolerance", "1e-15"});
  EXPECT_EQ(never.code, 3);
  EXPECT_TRUE(contains(never.out, "way: no curve keeps to the points: after point "));
  const Outcome words = bench.run({"retime", path, "--robot", two_link, "--no-verify"});
  EXPECT_TRUE(contains(words.out, "2 of them are the one before and are left out"));
  EXPECT_TRUE(contains(words.out, "0.1 allowed: proven at every instant"));
}

TEST(Retime, TakesACurveAsWell) {
  const Workbench bench;
  const std::string path = bench.write("way.json", R"({"degree": 2, "knots": [0, 0, 0, 1, 1, 1],
                      "control_points": {"joint2": [0, 1, 0.5], "joint1": [0, 0.2, 1]}})");
  const Outcome told = bench.run({"retime", path, "--robot", two_link, "--no-verify"});
  EXPECT_EQ(told.code, 0) << told.out << told.err;
  EXPECT_TRUE(contains(told.out, "a curve of degree 2"));
  const Outcome again =
      bench.run({"retime", "way.motion/motion.json", "--robot", two_link, "--no-verify", "--json"});
  EXPECT_EQ(again.code, 0) << again.out << again.err;
  const std::string bad = bench.write("bad.json", R"({"degree": 2, "knots": [0, 1]})");
  const Outcome refused = bench.run({"retime", bad, "--robot", two_link});
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(contains(refused.err, "bad.json"));
}

TEST(Retime, TakesSpeedsAtTheEndsOrADuration) {
  const Workbench bench;
  const std::string path = bench.write("way.csv", line);
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"retime", path, "--robot", two_link, "--json", "--no-verify"};
    all.insert(all.end(), more.begin(), more.end());
    return bench.run(all);
  };
  const double least = run({}).json().at("duration");
  EXPECT_LT(run({"--start-speed", "0.5"}).json().at("duration").get<double>(), least);
  EXPECT_EQ(run({"--duration", "2"}).json().at("duration"), 2.0);
  const Outcome never = run({"--duration", "0.001"});
  EXPECT_EQ(never.code, 3);
  EXPECT_EQ(never.json().at("blocked").at("least_duration"), least);
  EXPECT_EQ(run({"--end-speed", "1000"}).code, 3);
  EXPECT_EQ(run({"--end-speed", "1", "--duration", "2"}).code, 1);
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
  refused("q.joint1,q.joint2\n1,1\n1,1\n1,1\n", "a path whose points are all the same");
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

}  // namespace alembert::testing::retime_test
