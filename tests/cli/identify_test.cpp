// identify, payload and excite: answers, files, and what is said of logs that cannot be.
#include "program.hpp"

namespace alembert::testing::identify_test {

const std::string two_link = ALEMBERT_SOURCE_DIR "/models/two_link.yaml";
const std::string log = ALEMBERT_SOURCE_DIR "/examples/two_link_log.csv";

TEST(IdentifyVerb, WritesARobotThatIsHealthyAndAPage) {
  const Workbench bench;
  const Outcome told =
      bench.run({"identify", two_link, log, "--output", "found.yaml", "--report", "page.html"});
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_TRUE(starts_with(told.out, "two_link: predicts data that were not used to 1."));
  EXPECT_TRUE(contains(told.out, "written: found.yaml\nwritten: page.html\n"));
  EXPECT_EQ(bench.run({"check", "found.yaml"}).code, 0);
  const std::string page = bench.read("page.html");
  EXPECT_TRUE(contains(page, "What can be known"));
  EXPECT_TRUE(contains(page, "<svg"));
  const Outcome again = bench.run({"identify", two_link, log, "--output", "found.yaml"});
  EXPECT_EQ(again.code, 1);
  EXPECT_TRUE(contains(again.err, "exists already"));
  const Outcome better = bench.run({"identify", "found.yaml", log, "--json"});
  EXPECT_LT(better.json().at("scores").at(0).at("file").at("relative").get<double>(), 0.03);
}

TEST(IdentifyVerb, AnswersWithOneDocument) {
  const Workbench bench;
  const Outcome told =
      bench.run({"identify", two_link, log, "--validate", log, "--bootstrap", "0", "--json"});
  EXPECT_EQ(told.code, 0) << told.err;
  const Json answer = told.json();
  EXPECT_EQ(answer.at("worse_than_file"), false);
  EXPECT_EQ(answer.at("scores").size(), 3u);
  EXPECT_EQ(answer.at("joints").size(), 2u);
  EXPECT_EQ(answer.at("base").size(), 12u);
  for (const Json& p : answer.at("base")) {
    EXPECT_LE(p.at("lower").get<double>(), p.at("value").get<double>());
    EXPECT_GE(p.at("upper").get<double>(), p.at("value").get<double>());
  }
}

TEST(IdentifyVerb, SaysWhatIsWrongWithALog) {
  const Workbench bench;
  const auto refusal = [&](const std::string& text) {
    const std::string file = bench.write("bad.csv", text);
    const Outcome told = bench.run({"identify", two_link, file});
    EXPECT_EQ(told.code, 1) << told.out;
    return told.err;
  };
  EXPECT_TRUE(contains(refusal("t,q.joint1,q.joint2,tau.joint1\n0,0,0,0\n"),
                       "bad.csv:1: error: no column tau.joint2"));
  EXPECT_TRUE(
      contains(refusal("q.joint1,q.joint2,tau.joint1,tau.joint2\n0,0,0,0\n"), "no column 't'"));
  const std::string header = "t,q.joint1,q.joint2,tau.joint1,tau.joint2\n";
  EXPECT_TRUE(contains(refusal(header + "0,0,0,0,0\n0.1,0,0,0,0\n0.05,0,0,0,0\n"),
                       "bad.csv:4: error: time goes from 0.1 back to 0.05"));
  EXPECT_TRUE(contains(refusal(header + "0,0,0,0,0\n"), "only 1 rows"));
  EXPECT_TRUE(contains(refusal("t,q.joint1,q.joint2,current.joint1,current.joint2\n0,0,0,0,0\n"),
                       "no torque constant"));
}

TEST(IdentifyVerb, TakesDegreesAndCurrents) {
  const Workbench bench;
  std::istringstream rows(bench.read(log));
  std::string line, text = "t,q.joint1,q.joint2,current.joint1,current.joint2,note\n";
  std::getline(rows, line);
  while (std::getline(rows, line)) {
    double t, q1, q2, tau1, tau2;
    std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf,%lf", &t, &q1, &q2, &tau1, &tau2);
    char words[200];
    std::snprintf(words, sizeof words, "%.3f,%.6f,%.6f,%.6f,%.6f,1\n", t, q1 * 57.29577951,
                  q2 * 57.29577951, tau1 / 2.0, tau2 / 4.0);
    text += words;
  }
  const std::string file = bench.write("degrees.csv", text);
  const Outcome told = bench.run({"identify", two_link, file, "--degrees", "--torque-constant",
                                  "2,4", "--bootstrap", "0", "--json"});
  EXPECT_EQ(told.code, 0) << told.err;
  const Json plain = bench.run({"identify", two_link, log, "--bootstrap", "0", "--json"}).json();
  for (std::size_t k = 0; k < plain.at("base").size(); ++k) {
    EXPECT_NEAR(told.json().at("base").at(k).at("value").get<double>(),
                plain.at("base").at(k).at("value").get<double>(), 2e-3);
  }
  EXPECT_TRUE(contains(bench.run({"identify", two_link, file, "--torque-constant", "2"}).err,
                       "looks like degrees"));
}

TEST(ExciteVerb, WritesAMotionThatCertifyProvesAgain) {
  const Workbench bench;
  const Outcome told = bench.run(
      {"excite", two_link, "--duration", "5", "--starts", "1", "--output", "out", "--beside", log});
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_TRUE(contains(told.out, "proven: every limit holds at every instant"));
  EXPECT_TRUE(contains(told.out, "times narrower than that of"));
  EXPECT_EQ(bench.run({"certify", "out"}).code, 0);
  EXPECT_EQ(bench.run({"export", "out/motion.json", "--rate", "100"}).code, 0);
  const Outcome after =
      bench.run({"excite", two_link, "--duration", "5", "--starts", "1", "--after", log, "--json"});
  EXPECT_EQ(after.json().at("holds"), true);
  EXPECT_EQ(bench.run({"excite"}).code, 2);
}

TEST(PayloadVerb, TellsWhatIsInHand) {
  const Workbench bench;
  const Outcome told = bench.run({"payload", two_link, log, "--frame", "tip"});
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_TRUE(contains(told.out, "\ncarry: {name: payload, frame: tip, mass: "));
  EXPECT_EQ(bench.run({"payload", two_link, log}).code, 2);
  EXPECT_TRUE(contains(bench.run({"payload", two_link, log, "--frame", "nose"}).err,
                       "no link or frame 'nose'"));
}

}  // namespace alembert::testing::identify_test
