// The sentences about limits, causes and solutions, letter for letter.
#include <gtest/gtest.h>

#include "alembert/report.hpp"
#include "io/limit_words.hpp"

namespace alembert::testing::words_test {

using Kind = InfeasibilityCause::Kind;

std::string named(const LimitSubject& of) {
  return limit_name(of) + " | " + entry_name(of) + " | " + unit(of);
}

const std::vector<std::pair<LimitSubject, std::string>>& subjects() {
  static const std::vector<std::pair<LimitSubject, std::string>> all = {
      {{.kind = LimitKind::torque, .name = "joint1"}, "torque | joint1 | N m"},
      {{.kind = LimitKind::torque, .name = "rail", .angular = false}, "torque | rail | N"},
      {{.kind = LimitKind::power, .name = "joint1"}, "power | joint1 | W"},
      {{.kind = LimitKind::position, .name = "joint1"}, "position | joint1 | rad"},
      {{.kind = LimitKind::velocity, .name = "rail", .angular = false}, "velocity | rail | m/s"},
      {{.kind = LimitKind::acceleration, .name = "j"}, "acceleration | j | rad/s^2"},
      {{.kind = LimitKind::jerk, .name = "j"}, "jerk | j | rad/s^3"},
      {{.kind = LimitKind::duration}, "duration |  | s"},
      {{.kind = LimitKind::clearance, .name = "hand", .other = "ball"},
       "clearance | hand to ball | m"},
      {{.kind = LimitKind::closure, .name = "pin", .row = 1}, "closure of pin | 2 | "},
      {{.kind = LimitKind::path_angle, .name = "upright"}, "upright | angle | rad"},
      {{.kind = LimitKind::joint_sum, .name = "cable"}, "cable | sum | rad"},
      {{.kind = LimitKind::joint_sum, .name = "rails", .angular = false}, "rails | sum | m"},
      {{.kind = LimitKind::path_position, .name = "low", .row = 1, .axis = 1}, "low | y | m"},
      {{.kind = LimitKind::path_position, .name = "tilted", .row = 1}, "tilted | direction 2 | m"},
      {{.kind = LimitKind::path_position, .name = "line"}, "line | distance | m"},
      {{.kind = LimitKind::holding_torque, .place = LimitPlace::goal, .name = "joint1"},
       "goal holding torque | joint1 | N m"},
      {{.kind = LimitKind::velocity, .place = LimitPlace::start, .name = "joint1"},
       "start velocity | joint1 | rad/s"},
      {{.kind = LimitKind::position,
        .place = LimitPlace::waypoint,
        .waypoint = "well above",
        .name = "joint1"},
       "waypoint well above position | joint1 | rad"},
      {{.kind = LimitKind::pose_position,
        .place = LimitPlace::waypoint,
        .waypoint = "above",
        .name = "tip",
        .row = 2,
        .axis = 2},
       "waypoint above position | tip z | m"},
      {{.kind = LimitKind::pose_orientation, .place = LimitPlace::goal, .name = "tip", .row = 2},
       "goal orientation (cosine) | tip z-x | "},
      {{.kind = LimitKind::acceleration, .place = LimitPlace::repetition, .name = "j"},
       "repetition of acceleration | j | rad/s^2"},
  };
  return all;
}

TEST(Words, OfEveryKindOfLimit) {
  for (const auto& [of, text] : subjects()) EXPECT_EQ(named(of), text);
}

TEST(Words, OfVersionOneAreUnderstood) {
  for (const auto& [of, text] : subjects()) {
    const LimitSubject back = io::subject_of_words(limit_name(of), entry_name(of), unit(of));
    EXPECT_EQ(back, of) << text;
    EXPECT_EQ(named(back), text);
  }
}

TEST(Words, SayAShareOfTheLimitWhereThereIsOne) {
  LimitNote note{{.kind = LimitKind::torque, .name = "joint2"}, 0.25, -10.1, -10.0, 0.01};
  EXPECT_EQ(sentence(note), "torque of joint2 is -10.1 N m at t = 0.25 s, limit -10 (1 % beyond)");
  note = {{.kind = LimitKind::clearance, .name = "hand", .other = "ball"}, 0.5, -0.07, 0.0, 0.07};
  EXPECT_EQ(sentence(note),
            "clearance of hand to ball is -0.07 m at t = 0.5 s, limit 0 (0.07 m beyond)");
  note = {{.kind = LimitKind::duration}, 1.0, 2.5, 2.0, 0.25};
  EXPECT_EQ(sentence(note), "duration is 2.5 s at t = 1 s, limit 2 (25 % beyond)");
}

TEST(Words, OfEveryCause) {
  const std::vector<std::pair<InfeasibilityCause, std::string>> all = {
      {{.kind = Kind::duration_reversed, .value = 2.0, .upper = 1.0},
       "contradictory times: the shortest duration, 2 s, is longer than the longest, 1 s"},
      {{.kind = Kind::position_outside,
        .place = LimitPlace::goal,
        .name = "joint1",
        .value = 1.0,
        .lower = -infinity,
        .upper = 0.5},
       "the goal is outside the position limits: joint1 = 1 rad, limits -inf to 0.5"},
      {{.kind = Kind::position_outside,
        .place = LimitPlace::waypoint,
        .waypoint = "up",
        .name = "rail",
        .angular = false,
        .value = 1.0,
        .lower = 0.0,
        .upper = 0.5},
       "waypoint up is outside the position limits: rail = 1 m, limits 0 to 0.5"},
      {{.kind = Kind::velocity_outside,
        .place = LimitPlace::start,
        .name = "joint1",
        .value = -3.0,
        .upper = 2.0},
       "the start is outside the velocity limits: joint1 moves at -3 rad/s, limit 2"},
      {{.kind = Kind::cannot_hold,
        .place = LimitPlace::goal,
        .name = "joint1",
        .value = 3.924,
        .lower = -3.0,
        .upper = 3.0},
       "the torque limits cannot hold the arm at the goal: joint1 needs 3.924 N m, limits -3 to 3"},
      {{.kind = Kind::loop_open,
        .place = LimitPlace::start,
        .name = "pin",
        .frame_a = "left",
        .frame_b = "right",
        .oriented = true,
        .value = 0.1,
        .turned = 0.2},
       "the start does not close the loop at pin: left and right are 0.1 m and about 0.2 rad "
       "apart"},
      {{.kind = Kind::too_far, .name = "joint1", .value = 3.0, .upper = 1.0, .allowed = 2.0},
       "contradictory times: joint1 needs at least 3 s at its velocity limit of 1 rad/s, the "
       "longest duration is 2 s"},
      {{.kind = Kind::pose_out_of_reach,
        .place = LimitPlace::waypoint,
        .waypoint = "up",
        .name = "tip",
        .oriented = true,
        .value = 0.1,
        .turned = 0.2},
       "the pose at the waypoint up seems out of reach: tip comes no nearer than 0.1 m and 0.2 "
       "rad"},
      {{.kind = Kind::too_close,
        .place = LimitPlace::start,
        .name = "hand",
        .other = "ball",
        .value = -0.13,
        .lower = 0.02},
       "the start itself is too close: hand and ball are 0.13 m into each other, the margin is "
       "0.02 m"},
      {{.kind = Kind::too_close,
        .place = LimitPlace::start,
        .name = "hand",
        .other = "ball",
        .value = 0.01,
        .lower = 0.02},
       "the start itself is too close: hand and ball are 0.01 m apart, the margin is 0.02 m"},
      {{.kind = Kind::outside_path, .place = LimitPlace::goal, .name = "low"},
       "the goal itself is outside the path limit low"},
      {{.kind = Kind::pose_too_heavy, .place = LimitPlace::goal},
       "the torque limits cannot hold the arm in the pose at the goal, in any posture that was "
       "found"},
      {{.kind = Kind::motors_too_weak, .name = "elbow", .value = -82.5, .upper = -60.0},
       "the motors may be too weak: no motion was found within their torques, and in one that was "
       "found with more elbow needs -82.5 N m, limit -60"},
      {{.kind = Kind::load_too_heavy, .name = "elbow", .value = 0.25, .upper = -60.0},
       "what is carried may be too heavy: a motion was found with 25 % of it, none with all of it; "
       "elbow sets the limit there (-60 N m)"},
  };
  for (const auto& [cause, text] : all) EXPECT_EQ(sentence(cause), text);
}

TEST(Words, OfEveryStatus) {
  Solution s;
  const LimitNote torque{{.kind = LimitKind::torque, .name = "j"}, 0.5, 11.0, 10.0, 0.1};
  const std::string passed = "torque of j is 11 N m at t = 0.5 s, limit 10 (10 % beyond)";
  s.status = MotionStatus::solved;
  EXPECT_EQ(message(s), "limits checked at samples, not proven");
  s.certificate.samples = 260;
  s.certificate.proof = Proof{{{LimitProof::Verdict::open, torque}}};
  EXPECT_EQ(message(s), "limits checked at 260 instants, not proven: torque of j stays open");
  s.certificate.method = MotionCertificate::Method::proven;
  s.certificate.proof->limits[0].verdict = LimitProof::Verdict::holds;
  EXPECT_EQ(message(s), "proven: every limit holds at every instant");
  s.takes_no_time = true;
  EXPECT_EQ(
      message(s),
      "proven: every limit holds at every instant; but nothing on the way takes time, and the "
      "duration is the shortest that is looked at: give limits, or the duration a min");
  s.takes_no_time = false;
  const std::string known = "proven: every limit holds at every instant";
  s.status = MotionStatus::solved_to_lower_accuracy;
  EXPECT_EQ(
      message(s),
      "a motion, but maybe not the best: the solver stopped short of its tolerance; " + known);
  s.without_way_out = true;
  EXPECT_EQ(message(s),
            "a motion, but maybe not the best: the solver stopped short of its tolerance; " +
                known +
                "; this build has no Ipopt, which is asked where our own method stops short");
  s.without_way_out = false;
  s.status = MotionStatus::interrupted;
  EXPECT_EQ(message(s), "stopped on request; of the point reached: " + known);
  s.status = MotionStatus::iteration_limit;
  EXPECT_EQ(message(s), "the iteration limit was reached; of the point reached: " + known);
  s.violations = {torque};
  s.status = MotionStatus::solved_to_lower_accuracy;
  EXPECT_EQ(message(s), "limits are passed: " + passed);
  s.status = MotionStatus::interrupted;
  EXPECT_EQ(message(s), "stopped on request; the point reached passes limits: " + passed);
  s.status = MotionStatus::infeasible;
  s.violations = {torque, torque, torque, torque};
  const std::string closest = "; closest found: " + passed + "; " + passed + "; " + passed;
  EXPECT_EQ(message(s), "no motion was found that meets all limits" + closest);
  s.cause = {.kind = Kind::outside_path, .place = LimitPlace::goal, .name = "low"};
  EXPECT_EQ(message(s),
            "the goal itself is outside the path limit low; no motion meets all limits" + closest);
  s.cause = {.kind = Kind::duration_reversed, .value = 2.0, .upper = 1.0};
  EXPECT_EQ(message(s), sentence(*s.cause));  // nothing was solved: nothing else is known
}

TEST(Words, NameNoOption) {
  for (const MotionStatus status :
       {MotionStatus::solved, MotionStatus::solved_to_lower_accuracy, MotionStatus::infeasible,
        MotionStatus::iteration_limit, MotionStatus::interrupted}) {
    Solution s;
    s.status = status;
    EXPECT_EQ(message(s).find("--"), std::string::npos);
  }
}

}  // namespace alembert::testing::words_test
