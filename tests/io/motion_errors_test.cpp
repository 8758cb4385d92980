// Broken problem files are refused with the line, the reason and what to do.
#include <string>
#include <vector>

#include "alembert/motion_file.hpp"
#include "io_testing.hpp"

namespace alembert::testing::motion_errors_test {

constexpr const char* file_name = ALEMBERT_SOURCE_DIR "/models/task.yaml";

void expect_refused(const std::string& text, int line, const std::vector<std::string>& parts) {
  SCOPED_TRACE(text.substr(0, 300));
  expect_error([&] { read_motion_problem(text, file_name); }, line, parts);
}

/// A good task for the two-link arm with more lines, from line 5 on.
void expect_line_refused(const std::string& lines, const std::vector<std::string>& parts,
                         int line = 5) {
  expect_refused(
      "alembert: motion/1\nrobot: two_link.yaml\nstart: {q: [0, 0]}\ngoal: {q: [1, 1]}\n" + lines,
      line, parts);
}

TEST(MotionErrors, AFileMustSayWhatItIs) {
  expect_refused("robot: two_link.yaml\n", 1,
                 {"does not say that it is a motion", "alembert: motion/1"});
  expect_refused("alembert: robot/1\n", 1, {"'robot/1', not a motion problem"});
  expect_refused("alembert: motion/2\n", 1, {"'motion/2'", "newer"});
  expect_refused("# nothing\n", 0, {"no YAML value", "alembert: motion/1"});
  expect_refused("alembert: motion/1\nrobot: {two\n", 3, {"not YAML"});
  expect_refused("alembert: motion/1\n---\nalembert: motion/1\n", 2, {"one motion a file"});
}

TEST(MotionErrors, ARobotIsNeeded) {
  expect_refused("alembert: motion/1\n", 1, {"no 'robot'"});
  expect_refused("alembert: motion/1\nname: a\nrobot: absent.yaml\n", 3,
                 {"no robot file", "absent.yaml", "folder of this file"});
  expect_error([] { load_motion_problem("absent.yaml"); }, 0, {"cannot open"});
  expect_error([] { load_motion_problem(ALEMBERT_SOURCE_DIR); }, 0, {"directory"});
}

TEST(MotionErrors, StartAndGoalAreNeededUnlessItRepeats) {
  expect_refused("alembert: motion/1\nrobot: two_link.yaml\n", 1, {"no 'start'", "start: {q:"});
  expect_refused("alembert: motion/1\nrobot: two_link.yaml\nstart: {q: [0, 0]}\n", 1,
                 {"no 'goal'"});
  expect_refused(
      "alembert: motion/1\nrobot: two_link.yaml\nstart: {v: [0, 0]}\ngoal: {q: [0, 0]}\n", 3,
      {"start says no place"});
}

TEST(MotionErrors, UnknownKeysAreRefusedEverywhereWithAGuess) {
  expect_line_refused("minimise: time\n", {"unknown key 'minimise'", "did you mean 'minimize'?"});
  expect_line_refused("payload: {}\n", {"did you mean 'carry'?"});
  expect_line_refused("limits: {velocty: 1}\n",
                      {"'velocty' in limits", "did you mean 'velocity'?"});
  expect_line_refused("limits: {effort: 1}\n", {"did you mean 'torque'?"});
  expect_line_refused("spline: {segmnts: 1}\n", {"did you mean 'segments'?"});
  expect_line_refused("duration: {mn: 1}\n", {"did you mean 'min'?"});
  expect_line_refused("minimize: {tme: 1}\n", {"did you mean 'time'?"});
  expect_line_refused("minimize: {path_length: {fame: tip}}\n", {"did you mean 'frame'?"});
  expect_line_refused("solver: {tolerence: 1}\n", {"did you mean 'tolerance'?"});
  expect_line_refused("loads: {frame: tip, forc: [0, 0, 0]}\n",
                      {"load 1", "did you mean 'force'?"});
  expect_line_refused("carry: {name: box, frame: tip, mas: 1}\n",
                      {"carried body 'box'", "did you mean 'mass'?"});
  expect_line_refused("path: {frame: tip, lin: {}}\n", {"did you mean 'line'?"});
  expect_line_refused("path: {frame: tip, box: {lwer: 1}}\n", {"did you mean 'lower'?"});
  expect_line_refused("path: {frame: tip, line: {form: 1}}\n", {"did you mean 'from'?"});
  expect_line_refused("path: {frame: tip, plane: {nrmal: 1}}\n", {"did you mean 'normal'?"});
  expect_line_refused("path: {frame: tip, upright: {axs: 1}}\n", {"did you mean 'axis'?"});
  expect_line_refused("clearance: {margn: 1}\n", {"did you mean 'margin'?"});
  expect_line_refused("clearance: {arm: [{frme: tip}]}\n",
                      {"arm solid 1", "did you mean 'frame'?"});
  expect_line_refused("clearance: {arm: [], obstacles: [{spere: 1}]}\n",
                      {"obstacle 1", "did you mean 'sphere'?"});
  expect_line_refused("clearance: {arm: [{frame: tip, capsule: {radus: 1}}]}\n",
                      {"did you mean 'radius'?"});
  expect_line_refused("cut_joints: {frame_c: tip}\n", {"did you mean 'frame_a'?"});
  expect_line_refused("waypoints:\n  - {nam: a}\n", {"waypoint 1", "did you mean 'name'?"}, 6);
  expect_line_refused("waypoints:\n  - {pose: {frame: tip, xzy: [0, 0, 0]}}\n",
                      {"did you mean 'xyz'?"}, 6);
}

TEST(MotionErrors, NamesThatDoNotExist) {
  expect_line_refused("loads: {frame: tpi, force: [0, 0, 0]}\n",
                      {"frame of load 1 is 'tpi'", "robot 'two_link'", "did you mean 'tip'?"});
  expect_line_refused("limits: {velocity: {joint3: 1}}\n",
                      {"unknown key 'joint3'", "joint1, joint2"});
  expect_line_refused("limits: {passive: [joint9]}\n",
                      {"no coordinate 'joint9'", "joint1, joint2"});
  expect_line_refused("minimize: haste\n", {"minimize is 'haste'", "time"});
  expect_line_refused("minimize: path_length\n", {"path_length needs a frame"});
  expect_line_refused("spline: {knots: loose}\n", {"'loose'", "uniform, phases, free"});
  expect_line_refused("cut_joints: {frame_a: tip, frame_b: link1, plane: ab}\n",
                      {"'ab'", "xy, yz, xz"});
  expect_line_refused("loads: {frame: tip, force: [0, 0, 0], axes: tool}\n",
                      {"neither world nor frame"});
  expect_line_refused("carry: {frame: tip, mass: 1, from: pick}\n",
                      {"'pick'", "no waypoint and no fraction", "start, goal"});
  expect_line_refused("clearance: {arm: [{name: a, frame: tip, sphere: 1}], self: [[a, b]]}\n",
                      {"'b', which is no solid of the arm"});
  expect_line_refused("symmetric: {pairs: [[joint1, joint7]]}\n", {"joint7"});
}

TEST(MotionErrors, WrongSizes) {
  expect_refused("alembert: motion/1\nrobot: two_link.yaml\nstart: {q: [0]}\n", 3,
                 {"start.q has 1 entries, the robot 2 coordinates", "joint1, joint2"});
  expect_refused("alembert: motion/1\nrobot: two_link.yaml\nstart: {q: {joint1: 0}}\n", 3,
                 {"leaves out joint2"});
  expect_refused("alembert: motion/1\nrobot: two_link.yaml\nstart: {q: 3}\n", 3,
                 {"neither a list nor a map by joint"});
  expect_line_refused("limits: {torque: [1, 2, 3]}\n", {"has 3 entries"});
  expect_line_refused("limits: {position: {joint1: [1, 2, 3]}}\n", {"has 3 entries", "write 2"});
  expect_line_refused("gravity: [0, 0]\n", {"gravity has 2 entries", "write 3"});
  expect_line_refused("clearance: {arm: [{name: a, frame: tip, sphere: 1}], self: [[a]]}\n",
                      {"has 1 entries"});
}

TEST(MotionErrors, NumbersThatCannotBe) {
  expect_line_refused("duration: -1\n", {"duration is not positive"});
  expect_line_refused("duration: {max: 0}\n", {"duration.max is not positive"});
  expect_line_refused("duration: soon\n", {"'soon', which is not a number"});
  expect_line_refused("minimize: {time: -1}\n", {"minimize.time is negative"});
  expect_line_refused("minimize: {time: .nan}\n", {"NaN"});
  expect_line_refused("limits: {velocity: 0}\n", {"lets nothing move"});
  expect_line_refused("limits: {velocity: -3}\n", {"lets nothing move"});
  expect_line_refused("limits: {torque: {joint1: [3, 2]}}\n", {"ends below its beginning"});
  expect_line_refused("limits: {torque: -3}\n", {"ends below its beginning"});
  expect_line_refused("spline: {segments: 1}\n", {"spline.segments is 1", "from 2"});
  expect_line_refused("spline: {degree: 3.5}\n", {"not a whole number"});
  expect_line_refused("solver: {tolerance: 0}\n", {"solver.tolerance is not positive"});
  expect_line_refused("solver: {starts: 0}\n", {"solver.starts is 0"});
  expect_line_refused("floating_base: maybe\n", {"neither true nor false"});
  expect_line_refused("carry: {frame: tip, mass: 0}\n", {"mass of carried body 1 is not positive"});
  expect_line_refused("carry: {frame: tip, mass: 1, inertia: {xx: 1, yy: 1, zz: 5}}\n",
                      {"that of no body", "1, 1 and 5 kg m^2"});
  expect_line_refused("carry: {frame: tip, mass: 1, inertia: {xx: 1, yy: 1, zz: 1, xy: 2}}\n",
                      {"that of no body", "-1, 1 and 3"});
  expect_line_refused("carry: {frame: tip, mass: 1, from: 0.5, to: 0.5}\n", {"from 0.5 to 0.5"});
  expect_line_refused("carry: {frame: tip, mass: 1, to: 1.5}\n", {"1.5, outside the motion"});
  expect_line_refused("waypoints: [{at: 0.6}, {at: 0.4}]\n",
                      {"waypoint '2' is at 0.4", "in order"});
  expect_line_refused("waypoints: [{at: 1}]\n", {"between 0 and 1"});
  expect_line_refused("path: {frame: tip, line: {from: [1, 1, 1], to: [1, 1, 1]}}\n",
                      {"begins where it ends"});
  expect_line_refused("path: {frame: tip, line: {from: [1, 1, 1], to: [1, 1, 2], tolerance: 0}}\n",
                      {"tolerance of path limit 1 is not positive"});
  expect_line_refused("path: {frame: tip, box: {lower: [1, 1, 1], upper: [0, 2, 2]}}\n",
                      {"lower corner above"});
  expect_line_refused("path: {frame: tip, plane: {point: [0, 0, 0], normal: [0, 0, 0]}}\n",
                      {"no length"});
  expect_line_refused("path: {frame: tip, upright: {within: 45}}\n",
                      {"looks like degrees", "45 deg"});
  expect_line_refused("path: {frame: tip, upright: {within: 200 deg}}\n", {"half turn"});
  expect_line_refused("path: {frame: tip, upright: {axis: up}}\n", {"is no direction", "x, y, z"});
  expect_line_refused("clearance: {arm: [{frame: tip, sphere: -1}]}\n", {"not positive"});
  expect_line_refused("clearance: {arm: [{frame: tip, box: [1, 0, 1]}]}\n", {"not positive"});
  expect_line_refused("symmetric: {signs: {joint1: 2}}\n", {"neither 1 nor -1"});
  expect_refused(
      "alembert: motion/1\nrobot: two_link.yaml\nstart:\n  pose: {frame: tip, quaternion: [1, 1, "
      "0, 0]}\ngoal: {q: [0, 0]}\n",
      4, {"quaternion has length 1.414", "unit quaternion"});
}

TEST(MotionErrors, ThingsThatExcludeEachOther) {
  expect_line_refused("path: {frame: tip, box: {}, line: {}}\n", {"both 'box' and 'line'"});
  expect_line_refused("path: {frame: tip}\n", {"none of box, line, plane, upright"});
  expect_line_refused("clearance: {arm: [{frame: tip}]}\n",
                      {"none of sphere, capsule, cylinder, box"});
  expect_line_refused("clearance: {arm: [{frame: tip, sphere: 1, box: [1, 1, 1]}]}\n",
                      {"both 'sphere' and 'box'"});
  expect_line_refused(
      "clearance: {arm: [{frame: tip, xyz: [0, 0, 0], capsule: {from: [0, 0, 0], to: [1, 0, 0], "
      "radius: 1}}]}\n",
      {"a capsule has no 'xyz'"});
  expect_line_refused("clearance: {obstacles: []}\n", {"no 'arm'"});
  expect_line_refused("periodic: true\nsymmetric: {}\n", {"both 'periodic' and 'symmetric'"}, 6);
  expect_line_refused("waypoints: [{v: [0, 0], rest: true}]\n", {"both 'v' and 'rest'"});
  expect_line_refused("waypoints: [{name: a}, {name: a}]\n", {"two waypoints are called 'a'"});
  expect_line_refused("waypoints: [{name: goal}]\n", {"a waypoint is called 'goal'"});
  expect_line_refused("clearance: {arm: [{name: a, frame: tip, sphere: 1}], self: [[a, a]]}\n",
                      {"pairs a solid with itself"});
  expect_line_refused("cut_joints: {frame_a: tip, frame_b: tip}\n", {"joins a frame to itself"});
  expect_line_refused("cut_joints: {frame_a: tip}\n", {"no 'frame_b'"});
  expect_line_refused(
      "cut_joints: [{name: a, frame_a: tip, frame_b: link1}, {name: a, frame_a: tip, frame_b: "
      "base}]\n",
      {"two cut joints are called 'a'"});
  expect_line_refused("loads: {frame: tip}\n", {"no 'force'"});
  expect_line_refused("loads: {force: [0, 0, 1]}\n", {"no 'frame'"});
  expect_refused("alembert: motion/1\nrobot: two_link.yaml\nstart: {pose: {frame: tip}}\n", 3,
                 {"neither where nor which way"});
  expect_refused(
      "alembert: motion/1\nrobot: two_link.yaml\nstart: {pose: {frame: tip, xyz: [0, 0, 0]}}\n"
      "goal: {q: [0, 0]}\ncut_joints: {frame_a: tip, frame_b: base, hold_orientation: true}\n",
      5, {"which orientation is held", "start.q"});
}

TEST(MotionErrors, TruncatedFilesNeverCrash) {
  const std::string text =
      "alembert: motion/1\nrobot: two_link.yaml\nstart: {q: [0, 0]}\ngoal: {pose: {frame: tip, "
      "xyz: [0, 1, "
      "2], rpy: [1, 2, 3]}}\nlimits: {position: {joint1: [-90 deg, 90 deg]}, torque: [1, [2, 3]]}\n"
      "carry: {frame: tip, mass: 1, from: 0.5}\nclearance: {arm: [{frame: tip, sphere: 1}]}\n";
  for (std::size_t length = 0; length < text.size(); ++length) {
    try {
      read_motion_problem(text.substr(0, length), file_name);
    } catch (const Error& error) {
      EXPECT_FALSE(error.fix().empty());
    }
  }
}

TEST(MotionErrors, LockedJointsMustBeThereFreeAndWithinTheirLimits) {
  const std::string head = "alembert: motion/1\nrobot: two_link.yaml\n";
  const std::string tail = "start: {q: [0]}\ngoal: {q: [1]}\n";
  expect_refused(head + "locked: {joint3: 1}\n" + tail, 3, {"joint3", "joint2"});
  expect_refused(head + "locked: {joint1: 0, joint2: 0}\n" + tail, 3, {"every joint"});
  expect_refused(head + "locked: {joint2: 0}\nstart: {q: {joint2: 0}}\ngoal: {q: [1]}\n", 4,
                 {"'joint2' is locked at 0", "leave it out"});
}

}  // namespace alembert::testing::motion_errors_test
