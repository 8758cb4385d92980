// What a new user meets in the first hour, and that nothing wrong passes silently there.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "program.hpp"

namespace alembert::testing::first_hour_test {

namespace fs = std::filesystem;

const std::string models = ALEMBERT_SOURCE_DIR "/models/";
const std::string two_link = "alembert: motion/1\nrobot: " + models +
                             "two_link.yaml\nstart: {q: [0, -2]}\ngoal: {q: [0.2, -1.8]}\n";
/// Its goal is outside the joints' limits.
const std::string hopeless = ALEMBERT_SOURCE_DIR "/tests/data/motion/goal_outside_limits.yaml";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST(FirstHour, SimulateEndsWithThreeOnAMotionThatWasNotSolvedUnlessTold) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"predict", hopeless, "--output", "out"}).code, 3);
  const Outcome refused = bench.run({"simulate", "out"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_EQ(refused.out, "");
  EXPECT_TRUE(
      contains(refused.err, "the motion was not solved (infeasible), and nothing was simulated"));
  EXPECT_TRUE(contains(refused.err, "--anyway"));
  EXPECT_FALSE(bench.run({"simulate", "out", "--anyway"}).out.empty());
  EXPECT_EQ(bench.run({"export", "out"}).code, 3);
}

TEST(FirstHour, AFailedPredictLeavesASolvedMotionAlone) {
  const Workbench bench;
  bench.write("task.yaml", two_link);
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "out"}).code, 0);
  const std::string solved = bench.read("out/motion.json"), table = bench.read("out/motion.csv");
  bench.write("task.yaml", two_link + "limits: {torque: 1}\nduration: 0.05\n");
  const Outcome failed = bench.run({"predict", "task.yaml", "--output", "out"});
  EXPECT_EQ(failed.code, 3);
  EXPECT_TRUE(
      contains(failed.err, "out holds a solved motion, which stays: this one goes to out.failed"));
  EXPECT_TRUE(contains(failed.out, "written: out.failed/motion.json"));
  EXPECT_EQ(bench.read("out/motion.json"), solved);
  EXPECT_EQ(bench.read("out/motion.csv"), table);
  EXPECT_NE(Json::parse(bench.read("out.failed/motion.json")).at("status"), "solved");
  // A failure replaces a failure.
  EXPECT_EQ(bench.run({"predict", "task.yaml", "--output", "out.failed"}).err, "");
}

TEST(FirstHour, VerifyAnswersWhereItCannotWrite) {
  const Workbench bench;
  // The robot beside it: others may not look into the folder of the sources.
  fs::copy_file(models + "two_link.yaml", bench.path("two_link.yaml"));
  bench.write("task.yaml",
              "alembert: motion/1\nrobot: two_link.yaml\nstart: {q: [0, -2]}\n"
              "goal: {q: [0.2, -1.8]}\n");
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "out", "--no-verify"}).code, 0);
  fs::permissions(bench.path(""), fs::perms(0755));
  fs::permissions(bench.path("out"), fs::perms(0555));
  // Root may write anywhere, so it becomes nobody for this.
  const std::string other =
      getuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : "";
  const std::string command =
      "cd '" + bench.path("") + "' && " + other + "'" + program() +
      "' verify out --no-mujoco >/dev/shm/$$.out 2>/dev/shm/$$.err; code=$?; "
      "mv /dev/shm/$$.out told; mv /dev/shm/$$.err err; echo $code >code";
  ASSERT_EQ(std::system(command.c_str()), 0);
  fs::permissions(bench.path("out"), fs::perms(0755));
  if (bench.read("code") == "126\n" || bench.read("code") == "127\n") {
    GTEST_SKIP() << "nobody may not run " << program();
  }
  EXPECT_EQ(bench.read("code"), "0\n") << bench.read("err");
  EXPECT_TRUE(starts_with(bench.read("told"), "task: the motion of"));
  EXPECT_TRUE(contains(bench.read("err"), "warning: the answer is not kept in out/motion.json"));
}

TEST(FirstHour, AFolderThatCannotBeWrittenIsNamed) {
  const Workbench bench;
  bench.write("task.yaml", two_link);
  bench.write("file", "");
  for (const std::string& folder : {std::string("file/out"), std::string("/proc/alembert")}) {
    const Outcome outcome = bench.run({"predict", "task.yaml", "--output", folder});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(starts_with(outcome.err, folder + ": error: cannot make this folder"));
  }
  const Outcome robot = bench.run({"convert", "arm.urdf", "file/arm.yaml"});
  EXPECT_EQ(robot.code, 1);
  EXPECT_TRUE(starts_with(robot.err, "file/arm.yaml: error: cannot create"));
}

TEST(FirstHour, AClosedPipeEndsItQuietlyWithItsFilesWhole) {
  const Workbench bench;
  bench.write("task.yaml", two_link);
  const std::string command = "cd '" + bench.path("") + "' && { sleep 0.3; '" + program() +
                              "' predict task.yaml --output out 2>err; echo $? >code; } | true";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(bench.read("code"), "141\n");
  EXPECT_EQ(bench.read("err"), "");
  EXPECT_EQ(Json::parse(bench.read("out/motion.json")).at("status"), "solved");
}

TEST(FirstHour, IdSaysThatItLeavesOutWhatAMotionCarries) {
  const Workbench bench;
  bench.write("task.yaml", two_link + "carry: {name: part, frame: tip, mass: 0.5}\n");
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "out"}).code, 0);
  const Outcome outcome =
      bench.run({"id", models + "two_link.yaml", "--trajectory", "out/motion.csv"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.err, "left out: the body 'part', which out/motion.json has"));
  bench.write("task.yaml", two_link);
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "bare"}).code, 0);
  EXPECT_FALSE(
      contains(bench.run({"id", models + "two_link.yaml", "--trajectory", "bare/motion.csv"}).err,
               "left out"));
}

TEST(FirstHour, WaypointsAreToldInWordsJsonAndTheTable) {
  const Workbench bench;
  bench.write("task.yaml", two_link +
                               "waypoints: [{name: above, q: [0.4, -1.9]}]\n"
                               "spline: {knots: phases}\n");
  const Outcome told = bench.run({"predict", "task.yaml", "--output", "out"});
  ASSERT_EQ(told.code, 0) << told.err;
  const Json waypoint = Json::parse(bench.read("out/motion.json")).at("waypoints")[0];
  const double at = waypoint.at("time");
  EXPECT_TRUE(contains(told.out, "\nabove"));
  EXPECT_TRUE(contains(told.out, "at 0."));
  std::istringstream lines(bench.read("out/motion.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(line.ends_with(",phase")) << line;
  int before = 0, after = 0;
  while (std::getline(lines, line)) {
    const bool heads_there = line.ends_with(",to above");
    EXPECT_TRUE(heads_there || line.ends_with(",to goal")) << line;
    EXPECT_EQ(heads_there, std::stod(line) < at) << line;
    ++(heads_there ? before : after);
  }
  EXPECT_GT(before, 10);
  EXPECT_GT(after, 10);
  // The words do not get in the way of those who read the table.
  EXPECT_EQ(bench.run({"id", models + "two_link.yaml", "--trajectory", "out/motion.csv"}).code, 0);
  EXPECT_NE(bench.run({"certify", "out/motion.csv", "--robot", models + "two_link.yaml"}).code, 1);
}

TEST(FirstHour, ReportPagesSayUnitsAndTheVerification) {
  const Workbench bench;
  bench.write("task.yaml", two_link);
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "out"}).code, 0);
  const std::string page = bench.read("out/report.md");
  EXPECT_TRUE(contains(page, "\nUnits: s, rad (m where a joint slides)"));
  EXPECT_TRUE(contains(page, "\nverified: forward simulation reproduces the plan to"));
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "out", "--no-verify"}).code, 0);
  EXPECT_TRUE(contains(bench.read("out/report.md"), "\nNot verified: "));
}

TEST(FirstHour, CtrlCKeepsTheRunsThatAreDone) {
  const Workbench bench;
  bench.write("task.yaml", two_link);
  ASSERT_EQ(bench.run({"predict", "task.yaml", "--output", "out"}).code, 0);
  const std::string script =
      "cd '" + bench.path("") + "' && { '" + program() +
      "' simulate out --runs 1000000 --model-error 1 --json >told 2>err & } ; pid=$!; "
      "until grep -q alembert /proc/$pid/comm && grep -q 'SigCgt:.*[2367abef]$' /proc/$pid/status; "
      "do :; done; sleep 0.5; kill -INT $pid; wait $pid; echo $? >code";
  ASSERT_EQ(std::system(script.c_str()), 0);
  EXPECT_EQ(bench.read("code"), "3\n") << bench.read("err");
  EXPECT_TRUE(contains(bench.read("err"), " of 1000000 runs"));
  EXPECT_GE(Json::parse(bench.read("told")).at("runs").size(), 1u);
}

TEST(FirstHour, NumbersOnTheShellHaveUnitsAndNames) {
  const Workbench bench;
  const auto torque = [&](const std::string& q) {
    return bench.run({"id", "arm.urdf", "--q", q, "--json"}).json().at("samples")[0].at("tau");
  };
  const Json plain = torque("0.7853981633974483,-0.5235987755982988,0.05");
  EXPECT_EQ(torque("45deg,-30deg,5cm"), plain);
  EXPECT_EQ(torque("j3=50mm,j1=45deg,j2=-30deg"), plain);
  EXPECT_EQ(torque("45deg -30deg 0.05m"), plain);
  const Outcome some = bench.run({"id", "arm.urdf", "--q", "j1=45deg", "--json"});
  EXPECT_TRUE(contains(some.err, "note: --q does not say j2, j3: taken as zero"));
  EXPECT_EQ(bench.run({"id", "arm.urdf", "--q", "45deg,0,3deg"}).code, 2);  // j3 slides
  const Outcome unknown = bench.run({"id", "arm.urdf", "--q", "j11=1"});
  EXPECT_TRUE(contains(unknown.err, "did you mean 'j1'?"));
  const Outcome turned = bench.run(
      {"ik", "arm.urdf", "--frame", "tool", "--xyz", "90cm,0,0.5", "--rpy", "0,0deg,0", "--json"});
  EXPECT_NE(turned.code, 2) << turned.err;
}

TEST(FirstHour, PosesOfTheRobotsFileHaveNames) {
  const Workbench bench;
  bench.write(
      "arm.srdf",
      "<robot name='arm'><group_state name='home' group='all'><joint name='j1' value='0.3'/>"
      "<joint name='j2' value='-0.2'/><joint name='j3' value='0.1'/></group_state></robot>");
  const auto pose = [&](const std::string& robot, const std::string& q) {
    const Outcome outcome = bench.run({"mass", robot, "--q", q, "--json"});
    return outcome.code == 0 ? outcome.json().at("samples") : Json(outcome.err);
  };
  const Json numbers = pose("arm.urdf", "0.3,-0.2,0.1");
  EXPECT_EQ(pose("arm.urdf", "home"), numbers);
  EXPECT_EQ(pose("arm.urdf", "home,j1=0"), pose("arm.urdf", "0,-0.2,0.1"));
  EXPECT_TRUE(contains(pose("arm.urdf", "hone").dump(), "did you mean 'home'?"));
  // The native format has them too, and convert carries them over.
  ASSERT_EQ(bench.run({"convert", "arm.urdf", "arm.yaml"}).code, 0);
  EXPECT_EQ(pose("arm.yaml", "home"), numbers);
  const Json lost = bench.run({"convert", "arm.yaml", "b.urdf", "--json"}).json().at("lost");
  EXPECT_EQ(lost, Json({"the pose 'home'"}));
  bench.write("arm.xml",
              "<mujoco><worldbody><body><joint name='a' axis='0 0 1'/><geom size='0.1' mass='1' "
              "pos='1 0 0'/><body pos='1 0 0'><joint name='b' axis='0 0 1'/><geom size='0.1' "
              "mass='1' pos='1 0 0'/></body></body></worldbody>"
              "<keyframe><key name='bent' qpos='0.1 0.7'/></keyframe></mujoco>");
  EXPECT_EQ(pose("arm.xml", "bent"), pose("arm.xml", "0.1,0.7"));
}

TEST(FirstHour, ValuesOutsideLimitsAndDegreesAreWarnedOf) {
  const Workbench bench;
  const std::string warning =
      "warning: --q: q.j1 = 90 rad is outside its limits, -3 to 3; in degrees? 90deg is 1.571 rad";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"id", "arm.urdf"},
        {"fd", "arm.urdf"},
        {"mass", "arm.urdf"},
        {"derivatives", "arm.urdf"},
        {"pose", "arm.urdf"},
        {"regressor", "arm.urdf"},
        {"ik", "arm.urdf", "--frame", "tool", "--xyz", "0.9,0,0.5"}}) {
    std::vector<std::string> with = command;
    with.insert(with.end(), {"--q", "90,0,0.1"});
    EXPECT_TRUE(contains(bench.run(with).err, warning)) << command[0];
    with.back() = "1,0,0.1";
    EXPECT_EQ(bench.run(with).err, "") << command[0];
  }
  bench.write("m.csv", "q.j1,q.j2,q.j3,v.j1,v.j2,v.j3\n0,0,0,0,0,0\n0,3,0,0,9,0\n0,2.7,0,0,0,0\n");
  const Outcome table = bench.run({"id", "arm.urdf", "--trajectory", "m.csv"});
  EXPECT_TRUE(
      contains(table.err, "m.csv: q.j2 = 3 rad is outside its limits, -2.5 to 2.5 (2 times)"));
  EXPECT_TRUE(contains(table.err, "m.csv: v.j2 = 9 rad/s is faster than its limit, 2"));
  bench.write("s.json", R"({"q": [0, 0, 0.1], "tau": [60, 0, 0]})");
  EXPECT_TRUE(contains(bench.run({"fd", "arm.urdf", "--state", "s.json"}).err,
                       "s.json: tau.j1 = 60 N m is more than its limit, 50"));
}

TEST(FirstHour, DegreesInProblemsAndLocksAreWarnedOf) {
  const Workbench bench;
  bench.write(
      "task.yaml",
      "alembert: motion/1\nrobot: arm.urdf\nstart: {q: [0, 0, 0.1]}\ngoal: {q: [0, 45, 0.1]}\n");
  EXPECT_TRUE(contains(bench.run({"predict", "task.yaml", "--json"}).err,
                       "warning: task.yaml: goal of j2 is 45 rad; in degrees? write 45 deg"));
  const std::vector<std::string> held = {"mass", "massless.urdf", "--q", "0", "--lock"};
  const auto told = [&](const std::string& lock) {
    std::vector<std::string> command = held;
    command.push_back(lock);
    return bench.run(command).err;
  };
  EXPECT_TRUE(contains(told("j2=30"), "warning: --lock j2=30: is 30 in degrees? write 30deg"));
  EXPECT_FALSE(contains(told("j2=30deg"), "degrees"));
}

TEST(FirstHour, OddTablesAreNamedForWhatTheyAre) {
  const Workbench bench;
  const auto refusal = [&](const std::string& text) {
    bench.write("m.csv", text);
    const Outcome outcome = bench.run({"id", "arm.urdf", "--trajectory", "m.csv"});
    EXPECT_EQ(outcome.code, 1) << text;
    EXPECT_EQ(outcome.out, "") << text;
    return first_line(outcome.err);
  };
  EXPECT_EQ(refusal("0,0,0\n0.1,0,0\n"),
            "m.csv:1: error: the first line holds numbers: there is no header");
  EXPECT_EQ(refusal("0,0.1,0.2\n"),
            "m.csv:1: error: the first line holds numbers: there is no header");
  EXPECT_EQ(refusal("q.j1,q.j2,q.j3,v.j1,v.j2,v.j3,a.j1,a.j2,a.j3\n"),
            "m.csv: error: a header and no rows below it");
  EXPECT_EQ(refusal("t,q.j1,q.j2,7\n0,0,0,0\n"), "m.csv:1: error: a column is called '7'");
  bench.write("m.csv", "t,q.j1,q.j2,q.j33\n0,0,0,0\n");
  const Outcome slip = bench.run({"id", "arm.urdf", "--trajectory", "m.csv"});
  EXPECT_TRUE(contains(slip.err, "did you mean 'j3'?"));
  bench.write("m.csv", "t,qj1,q.j2,q.j3\n0,0,0,0\n");
  EXPECT_TRUE(
      contains(bench.run({"id", "arm.urdf", "--trajectory", "m.csv"}).err, "did you mean 'q.j1'?"));
  bench.write("path.csv", "q.j1,q.j2,q.j3\n");
  EXPECT_TRUE(contains(bench.run({"retime", "path.csv", "--robot", "arm.urdf"}).err,
                       "a header and no rows below it"));
}

TEST(FirstHour, TabsInYamlAreNamed) {
  const Workbench bench;
  bench.write("task.yaml", "alembert: motion/1\nrobot: arm.urdf\nstart:\n\tq: [0, 0, 0]\n");
  const Outcome task = bench.run({"predict", "task.yaml"});
  EXPECT_EQ(task.code, 1);
  EXPECT_TRUE(starts_with(task.err, "task.yaml:4: error: this line is indented by a tab"));
  bench.write("robot.yaml", "alembert: robot/1\nname: a\njoints:\n\t- name: j\n");
  EXPECT_TRUE(starts_with(bench.run({"info", "robot.yaml"}).err,
                          "robot.yaml:4: error: this line is indented by a tab"));
}

TEST(FirstHour, NamesThatWereLikelyMeantAreSaid) {
  const Workbench bench;
  EXPECT_TRUE(contains(bench.run({"ik", "arm.urdf", "--frame", "tol", "--xyz", "0.9,0,0.5"}).err,
                       "did you mean 'tool'?"));
  std::string robot = bench.read("gripper.urdf");
  robot.replace(robot.find("mimic joint=\"left\""), 18, "mimic joint=\"eft\"");
  bench.write("slip.urdf", robot);
  EXPECT_TRUE(contains(bench.run({"info", "slip.urdf"}).err, "did you mean 'left'?"));
  // A name without its prefix.
  std::string prefixed = bench.read("gripper.urdf");
  for (auto at = prefixed.find("\"left\""); at != std::string::npos;
       at = prefixed.find("\"left\"", at)) {
    prefixed.replace(at, 6, "\"Left_index_q1\"");
  }
  prefixed.replace(prefixed.find("mimic joint=\"Left_index_q1\""), 27, "mimic joint=\"index_q1\"");
  bench.write("prefixed.urdf", prefixed);
  EXPECT_TRUE(contains(bench.run({"info", "prefixed.urdf"}).err, "did you mean 'Left_index_q1'?"));
  bench.write("s.json", R"({"q": {"j1": 0, "j2": 0, "j4": 0}})");
  EXPECT_TRUE(
      contains(bench.run({"mass", "arm.urdf", "--state", "s.json"}).err, "did you mean 'j1'?"));
}

TEST(FirstHour, QuaternionsStandWhereAnglesDo) {
  const Workbench bench;
  const std::string tail =
      "joints:\n  - {name: j, axis: [0, 0, 1], origin: {xyz: [0.1, 0, 0], ROTATION}, link: {mass: "
      "1, "
      "com: [0.1, 0, 0], inertia: {principal: [0.01, 0.02, 0.025], ROTATION}}}\n"
      "frames: [{name: tool, link: j, xyz: [0, 0, 1], ROTATION}]\n";
  const auto poses = [&](const std::string& rotation) {
    std::string text = "alembert: robot/1\nname: a\nconvention: frames\nbase: {ROTATION}\n" + tail;
    for (auto at = text.find("ROTATION"); at != std::string::npos; at = text.find("ROTATION")) {
      text.replace(at, 8, rotation);
    }
    bench.write("robot.yaml", text);
    const Json document = bench.run({"pose", "robot.yaml", "--q", "0.2", "--json"}).json();
    return document.at("samples")[0].at("frames").back().at("xyz").get<std::vector<double>>();
  };
  const std::vector<double> angles = poses("rpy: [0, 90 deg, 0]");
  const std::vector<double> quaternion =
      poses("quaternion: [0.7071067811865476, 0, 0.7071067811865476, 0]");
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(angles[i], quaternion[i], 1e-12);
  EXPECT_GT(std::abs(angles[0]) + std::abs(angles[2]), 0.1);
  bench.write("path.csv", "x,y,z,qw,qx,qy,qz\n0.9,0,0.5,1,0,0,0\n");
  EXPECT_NE(bench.run({"ik", "arm.urdf", "--frame", "tool", "--path", "path.csv"}).code, 1);
  bench.write("path.csv", "x,y,z,qw,qx,qy,qz\n0.9,0,0.5,1,1,0,0\n");
  EXPECT_TRUE(contains(bench.run({"ik", "arm.urdf", "--frame", "tool", "--path", "path.csv"}).err,
                       "path.csv:2: error: a quaternion of length 1.41421, not 1"));
}

TEST(FirstHour, MotorLimitsOfMjcfComeFromControlsAndGears) {
  const Workbench bench;
  bench.write(
      "arm.xml",
      "<mujoco><worldbody><body><joint name='a' axis='0 0 1'/><geom size='0.1' mass='1'/>"
      "<body><joint name='b' axis='0 1 0'/><geom size='0.1' mass='1'/></body></body></worldbody>"
      "<actuator><motor joint='a' ctrllimited='true' ctrlrange='-2 1.5' gear='30'/>"
      "<position joint='b' kp='10' ctrllimited='true' ctrlrange='-2 2'/></actuator></mujoco>");
  const Json joints = bench.run({"info", "arm.xml", "--json"}).json();
  const std::string text = bench.run({"info", "arm.xml"}).out;
  EXPECT_TRUE(contains(text, "60 N m")) << joints;
  // A servo's control is a place, not a torque: it limits nothing.
  EXPECT_EQ(text.find("20 N m"), std::string::npos) << text;
}

TEST(FirstHour, ConvertKeepsShapesAndContinuousJointsAndSaysWhatIsLost) {
  const Workbench bench;
  std::string robot = bench.read("arm.urdf");
  robot.replace(
      robot.find("<link name=\"base\"/>"), 19,
      "<link name=\"base\"><collision><origin xyz=\"0 0 2\"/><geometry><box size=\"1 2 3\"/>"
      "</geometry></collision><visual><geometry><sphere radius=\"0.1\"/></geometry></visual>"
      "</link><gazebo/>");
  robot.replace(robot.find("name=\"j1\" type=\"revolute\""), 25, "name=\"j1\" type=\"continuous\"");
  bench.write("shaped.urdf", robot);
  const Outcome outcome = bench.run({"convert", "shaped.urdf", "shaped.yaml"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.err, "not carried over: <gazebo> is ignored"));
  EXPECT_FALSE(contains(outcome.err, "collision"));
  const std::string yaml = bench.read("shaped.yaml");
  EXPECT_TRUE(contains(yaml, "- {sphere: 0.1}"));
  EXPECT_TRUE(contains(yaml, "collisions:\n      - {box: [1, 2, 3], xyz: [0, 0, 2]}"));
  EXPECT_TRUE(contains(yaml, "type: continuous"));
  // And back.
  ASSERT_EQ(bench.run({"convert", "shaped.yaml", "back.urdf"}).code, 0);
  const std::string urdf = bench.read("back.urdf");
  EXPECT_TRUE(contains(urdf, "<sphere radius=\"0.1\"/>"));
  EXPECT_TRUE(contains(urdf, "<collision>"));
  EXPECT_TRUE(contains(urdf, "<box size=\"1 2 3\"/>"));
  EXPECT_TRUE(contains(urdf, "type=\"continuous\""));
}

}  // namespace alembert::testing::first_hour_test
