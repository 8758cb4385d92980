#include "alembert/state_profile.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/error.hpp"
#include "support/fastest_joint.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::state_profile_test {

using Eigen::VectorXd;
constexpr double none = std::numeric_limits<double>::infinity();
constexpr int problems = 1000;

enum class Ends { rest, velocities, accelerations };

struct Kind {
  std::string name;
  Ends ends;
  bool limits_velocity = true, limits_acceleration = true;
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

/// A state from or to which one can move within limits.
void draw_state(Random& random, const JointProblem& p, double after, double& v, double& a) {
  const double V = std::isfinite(p.V) ? p.V : 2.0, A = std::isfinite(p.A) ? p.A : 3.0;
  do {
    v = random.real(-V, V);
    a = random.real(-A, A);
  } while (std::abs(v + after * 0.5 * a * std::abs(a) / p.J) > V);
}

JointProblem draw(Random& random, const Kind& kind) {
  JointProblem p{};
  p.V = kind.limits_velocity ? std::exp(random.real(-1.5, 1.5)) : none;
  p.A = kind.limits_acceleration ? std::exp(random.real(-2.0, 2.0)) : none;
  p.J = std::exp(random.real(-2.5, 2.5));
  p.d = random.real(-4.0, 4.0) * (random.chance(0.3) ? 0.02 : 1.0);
  if (kind.ends == Ends::rest) return p;
  draw_state(random, p, 1.0, p.v0, p.a0);
  draw_state(random, p, -1.0, p.v1, p.a1);
  if (kind.ends == Ends::velocities) p.a0 = p.a1 = 0.0;
  return p;
}

struct Several {
  explicit Several(const std::vector<JointProblem>& all)
      : limits{VectorXd(all.size()), VectorXd(all.size()), VectorXd(all.size())},
        start{VectorXd::Zero(all.size()), VectorXd(all.size()), VectorXd(all.size())},
        goal(start) {
    for (std::size_t j = 0; j < all.size(); ++j) {
      const JointProblem& p = all[j];
      const auto i = static_cast<Eigen::Index>(j);
      limits.velocity[i] = p.V;
      limits.acceleration[i] = p.A;
      limits.jerk[i] = p.J;
      start.v[i] = p.v0;
      start.a[i] = p.a0;
      goal.q[i] = p.d;
      goal.v[i] = p.v1;
      goal.a[i] = p.a1;
    }
  }
  ProfileLimits limits;
  ProfileEnd start, goal;
};

VectorXd at(const StateProfile& profile, double t, int order) {
  VectorXd out(profile.dofs());
  profile.evaluate(t, order, out);
  return out;
}

/// Begins, ends, goes on without a jump, and keeps its limits: at the ends of phases and where a
/// velocity turns, which is all there is to a constant jerk.
void expect_motion(const StateProfile& profile, const Several& of) {
  const double T = profile.duration();
  for (int j = 0; j < profile.dofs(); ++j) {
    const double V = of.limits.velocity[j], A = of.limits.acceleration[j], J = of.limits.jerk[j];
    double t = 0.0, q = of.start.q[j], v = of.start.v[j], a = of.start.a[j], far = 1.0;
    for (int k = 0; k < profile.phase_count(j); ++k) {
      const StateProfile::Phase phase = profile.phase(j, k);
      const double end = k + 1 < profile.phase_count(j) ? profile.phase(j, k + 1).begin : T;
      EXPECT_NEAR(phase.begin, t, 1e-12 * T);
      EXPECT_NEAR(phase.a, a, 1e-10 * std::min(A, 10.0)) << "phase " << k;
      EXPECT_LE(std::abs(phase.jerk), J * (1.0 + 1e-12));
      const double dt = end - t, turns = phase.jerk != 0.0 ? -a / phase.jerk : -1.0;
      if (turns > 0.0 && turns < dt) {
        EXPECT_LE(std::abs(v + 0.5 * a * turns), V * (1.0 + 1e-10));
      }
      q += dt * (v + dt * (a / 2.0 + dt * phase.jerk / 6.0));
      v += dt * (a + dt * phase.jerk / 2.0);
      a += dt * phase.jerk;
      t = end;
      far = std::max(far, std::abs(q));
      EXPECT_LE(std::abs(v), V * (1.0 + 1e-10));
      EXPECT_LE(std::abs(a), A * (1.0 + 1e-10));
    }
    EXPECT_NEAR(q, of.goal.q[j], 1e-11 * far);
    EXPECT_NEAR(v, of.goal.v[j], 1e-10);
    EXPECT_NEAR(a, of.goal.a[j], 1e-10);
  }
  const double scale = 1e-11 * std::max(1.0, T * T);
  EXPECT_LT((at(profile, T, 0) - of.goal.q).cwiseAbs().maxCoeff(), scale);
}

class OneJoint : public ::testing::TestWithParam<Kind> {};

TEST_P(OneJoint, TakesAsLongAsTheBestOfAllWaysToSwitch) {
  Random random(27);
  for (int k = 0; k < problems; ++k) {
    SCOPED_TRACE(k);
    const JointProblem p = draw(random, GetParam());
    const Several of({p});
    StateProfile profile(of.limits);
    ASSERT_EQ(profile.plan(of.start, of.goal), StateProfile::Outcome::found);
    const double fastest = FastestJoint(p).fastest();
    EXPECT_NEAR(profile.duration(), fastest, 1e-9 * fastest);
    expect_motion(profile, of);
  }
}

class SeveralJoints : public ::testing::TestWithParam<Kind> {};

/// Candidates are times at which a joint's possible times begin or end.
double first_time_of_all(const std::vector<JointProblem>& joints) {
  std::vector<double> times;
  for (const JointProblem& p : joints) {
    const std::vector<double> own = FastestJoint(p).times();
    times.insert(times.end(), own.begin(), own.end());
  }
  std::sort(times.begin(), times.end());
  for (const double T : times) {
    if (std::all_of(joints.begin(), joints.end(),
                    [&](const JointProblem& p) { return FastestJoint(p).can_take(T, 1e-9); })) {
      return T;
    }
  }
  return none;
}

TEST_P(SeveralJoints, ArriveTogetherInTheFirstTimeThatAllCanTake) {
  Random random(28);
  int waited = 0;
  for (int k = 0; k < problems / 10; ++k) {
    SCOPED_TRACE(k);
    std::vector<JointProblem> joints;
    for (int j = 0; j < 3; ++j) joints.push_back(draw(random, GetParam()));
    const Several of(joints);
    StateProfile profile(of.limits);
    ASSERT_EQ(profile.plan(of.start, of.goal), StateProfile::Outcome::found);
    const double fastest = first_time_of_all(joints);
    EXPECT_NEAR(profile.duration(), fastest, 1e-8 * fastest);
    expect_motion(profile, of);
    double slowest = 0.0;
    for (int j = 0; j < 3; ++j) slowest = std::max(slowest, profile.duration_alone(j));
    waited += profile.duration() > slowest * (1.0 + 1e-9);
  }
  // Blocked times are not a thing that never happens.
  EXPECT_TRUE(waited > 0 || GetParam().name != "accelerations");
}

const Kind kinds[] = {{"rest", Ends::rest},
                      {"velocities", Ends::velocities},
                      {"accelerations", Ends::accelerations},
                      {"any_velocity", Ends::accelerations, false, true},
                      {"any_acceleration", Ends::accelerations, true, false}};
constexpr auto name_of = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(StateProfile, OneJoint, ::testing::ValuesIn(kinds), name_of);
INSTANTIATE_TEST_SUITE_P(StateProfile, SeveralJoints, ::testing::ValuesIn(kinds), name_of);

TEST(StateProfile, WithoutAJerkLimitIsWhatAnImmenseOneComesTo) {
  Random random(29);
  for (int k = 0; k < problems; ++k) {
    JointProblem p = draw(random, {"velocities", Ends::velocities});
    p.J = 1e8;
    const Several with({p});
    Several without({p});
    without.limits.jerk[0] = none;
    StateProfile smooth(with.limits), jumping(without.limits);
    smooth.plan(with.start, with.goal);
    jumping.plan(without.start, without.goal);
    EXPECT_LE(jumping.duration(), smooth.duration() * (1.0 + 1e-12)) << k;
    EXPECT_NEAR(jumping.duration(), smooth.duration(), 1e-5 * (1.0 + p.A)) << k;
    EXPECT_NEAR(at(jumping, jumping.duration(), 0)[0], p.d, 1e-11);
    EXPECT_NEAR(at(jumping, jumping.duration(), 1)[0], p.v1, 1e-11);
  }
}

TEST(StateProfile, BrakesIntoItsLimitsAndStaysThere) {
  Random random(30);
  for (int k = 0; k < problems; ++k) {
    SCOPED_TRACE(k);
    JointProblem p = draw(random, {"accelerations", Ends::accelerations});
    p.v0 = random.real(-3.0, 3.0) * p.V;
    p.a0 = random.real(-3.0, 3.0) * p.A;
    const Several of({p});
    StateProfile profile(of.limits);
    ASSERT_EQ(profile.plan(of.start, of.goal), StateProfile::Outcome::found);
    const double T = profile.duration();
    bool within = false;
    double far = 1.0;
    for (int i = 0; i <= 2000; ++i) {
      const double t = T * i / 2000;
      const double v = at(profile, t, 1)[0], a = at(profile, t, 2)[0];
      far = std::max(far, std::abs(at(profile, t, 0)[0]));
      const bool now = std::abs(v) <= p.V * (1.0 + 1e-9) && std::abs(a) <= p.A * (1.0 + 1e-9) &&
                       std::abs(v + 0.5 * a * std::abs(a) / p.J) <= p.V * (1.0 + 1e-9);
      EXPECT_LE(std::abs(at(profile, t, 3)[0]), p.J * (1.0 + 1e-12));
      // Beside the goal what comes after it does not count.
      const bool near_goal = (T - t) < 2.0 * p.A / p.J;
      EXPECT_TRUE(now || near_goal || !within) << t;
      within = within || now;
    }
    EXPECT_NEAR(at(profile, T, 0)[0], p.d, 1e-11 * far);
    EXPECT_NEAR(at(profile, T, 1)[0], p.v1, 1e-9);
    EXPECT_NEAR(at(profile, T, 2)[0], p.a1, 1e-9);
  }
}

TEST(StateProfile, TakesAtLeastTheTimeItIsGiven) {
  Random random(31);
  for (int k = 0; k < problems; ++k) {
    SCOPED_TRACE(k);
    const JointProblem p = draw(random, {"accelerations", Ends::accelerations});
    const Several of({p});
    StateProfile profile(of.limits);
    profile.plan(of.start, of.goal);
    const double shortest = profile.duration() * random.real(1.0, 3.0);
    profile.plan(of.start, of.goal, shortest);
    EXPECT_GE(profile.duration(), shortest);
    EXPECT_EQ(profile.duration() == shortest, FastestJoint(p).can_take(shortest, 1e-12));
    expect_motion(profile, of);
  }
}

TEST(StateProfile, WhatIsLeftOfAMotionIsTheFastestFromThere) {
  Random random(32);
  for (int k = 0; k < problems; ++k) {
    SCOPED_TRACE(k);
    JointProblem p = draw(random, {"accelerations", Ends::accelerations});
    // A goal from which one can go on: before others the velocity may have to pass its limit soon.
    while (std::abs(p.v1 + 0.5 * p.a1 * std::abs(p.a1) / p.J) > p.V) p.a1 *= 0.5;
    Several of({p});
    StateProfile profile(of.limits), rest(of.limits);
    profile.plan(of.start, of.goal);
    const double t = profile.duration() * random.real(0.0, 1.0);
    of.start = {at(profile, t, 0), at(profile, t, 1), at(profile, t, 2)};
    ASSERT_EQ(rest.plan(of.start, of.goal), StateProfile::Outcome::found);
    EXPECT_NEAR(t + rest.duration(), profile.duration(), 1e-6 * profile.duration());
  }
}

TEST(StateProfile, RefusesGoalsThatAreComeToOnlyFromBeyondLimits) {
  Several of({{1.0, 0.0, 0.0, 0.9, 0.0, 1.0, 2.0, 4.0}});
  StateProfile profile(of.limits);
  EXPECT_EQ(profile.plan(of.start, of.goal), StateProfile::Outcome::found);
  EXPECT_EQ(profile.beyond(), -1);
  of.goal.a[0] = -1.0;  // while it slows down to 0.9: it was 0.9 + 1/8 before
  EXPECT_EQ(profile.plan(of.start, of.goal), StateProfile::Outcome::goal_beyond);
  EXPECT_EQ(profile.beyond(), 0);
  of.goal.a[0] = 1.0;
  EXPECT_EQ(profile.plan(of.start, of.goal), StateProfile::Outcome::found);
  of.goal.v[0] = 1.1;
  EXPECT_EQ(profile.plan(of.start, of.goal), StateProfile::Outcome::goal_beyond);
}

TEST(StateProfile, StaysWhereItIsInNoTime) {
  Several of({{0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 4.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, none}});
  of.start.q << 0.5, -3.0;
  of.goal.q = of.start.q;
  StateProfile profile(of.limits);
  EXPECT_EQ(profile.plan(of.start, of.goal), StateProfile::Outcome::found);
  EXPECT_EQ(profile.duration(), 0.0);
  EXPECT_EQ(at(profile, 0.0, 0), of.goal.q);
  profile.plan(of.start, of.goal, 2.0);
  EXPECT_EQ(profile.duration(), 2.0);
  EXPECT_LT((at(profile, 1.0, 0) - of.goal.q).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(StateProfile, DoesNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  Random random(33);
  std::vector<JointProblem> joints;
  for (int j = 0; j < 7; ++j) joints.push_back(draw(random, {"", Ends::accelerations}));
  const Several of(joints);
  StateProfile profile(of.limits);
  VectorXd q(7);
  const MallocGuard guard;
  profile.plan(of.start, of.goal);
  profile.evaluate(0.1, 2, q);
  EXPECT_EQ(guard.count(), 0);
}

TEST(StateProfile, SaysWhatIsWrongWithItsNumbers) {
  const auto limits = [](double v, double a, double j) {
    return ProfileLimits{VectorXd::Constant(2, v), VectorXd::Constant(2, a),
                         VectorXd::Constant(2, j)};
  };
  EXPECT_THROW(StateProfile(limits(1.0, none, none)), Error);
  EXPECT_THROW(StateProfile(limits(1.0, 0.0, 1.0)), Error);
  StateProfile profile(limits(1.0, 1.0, 1.0));
  EXPECT_THROW(profile.plan({VectorXd::Zero(2)}, {VectorXd::Zero(3)}), Error);
  EXPECT_THROW(profile.plan({VectorXd::Zero(2)}, {VectorXd::Constant(2, none)}), Error);
  EXPECT_THROW(profile.plan({VectorXd::Zero(2)}, {VectorXd::Zero(2)}, -1.0), Error);
}

}  // namespace alembert::test::state_profile_test
