#include "alembert/profiles.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::profiles_test {

using Eigen::VectorXd;

struct Kind {
  std::string name;
  int smooth;  ///< derivatives that are continuous everywhere and zero at both ends
  bool needs_acceleration, needs_jerk;
  std::function<Profile(const VectorXd&, const VectorXd&, const ProfileLimits&)> make;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const int degree : {3, 5, 7}) {
    all.push_back({"degree" + std::to_string(degree), (degree - 1) / 2, false, false,
                   [degree](const VectorXd& from, const VectorXd& to, const ProfileLimits& limits) {
                     return polynomial_profile(degree, from, to, limits);
                   }});
  }
  all.push_back({"trapezoidal", 1, true, false,
                 [](const VectorXd& from, const VectorXd& to, const ProfileLimits& limits) {
                   return trapezoidal_profile(from, to, limits);
                 }});
  all.push_back({"s_curve", 2, false, true,
                 [](const VectorXd& from, const VectorXd& to, const ProfileLimits& limits) {
                   return s_curve_profile(from, to, limits);
                 }});
  return all;
}

ProfileLimits limits_of(double v, double a, double j, int n = 1) {
  return {VectorXd::Constant(n, v), VectorXd::Constant(n, a), VectorXd::Constant(n, j)};
}

struct Move {
  explicit Move(unsigned seed) {
    Random random(seed);
    const int n = random.integer(1, 5);
    start = random.values(n);
    goal = random.values(n);
    limits = limits_of(0.0, 0.0, 0.0, n);
    // Over five decades, so that every limit is the one that binds, and reached or not.
    for (VectorXd* limit : {&limits.velocity, &limits.acceleration, &limits.jerk}) {
      for (double& x : *limit) x = std::pow(10.0, random.real(-2.0, 3.0));
    }
  }
  VectorXd start, goal;
  ProfileLimits limits;
};

/// |derivative| as a share of its limit, the largest of all coordinates.
double used(const Profile& profile, const ProfileLimits& limits, double t, int order) {
  const VectorXd* of[] = {nullptr, &limits.velocity, &limits.acceleration, &limits.jerk};
  return largest(profile(t, order).cwiseQuotient(*of[order]));
}

/// A trapezoid's jerk is no number: it jumps in acceleration.
int limited_orders(const Kind& kind) { return kind.needs_acceleration ? 2 : 3; }

class Profiles : public ::testing::TestWithParam<Kind> {};
/// Polynomials are not among them.
class FastestProfiles : public Profiles {};

TEST_P(Profiles, BeginAndEndWhereToldAndAtRest) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Move move(seed);
    const Profile profile = GetParam().make(move.start, move.goal, move.limits);
    const double T = profile.duration();
    EXPECT_GT(T, 0.0);
    EXPECT_LT(largest(profile(0.0) - move.start), 1e-13);
    EXPECT_LT(largest(profile(T) - move.goal), 1e-12);
    for (int order = 1; order <= GetParam().smooth; ++order) {
      EXPECT_LT(largest(profile(0.0, order)) * std::pow(T, order), 1e-11);
      EXPECT_LT(largest(profile(T, order)) * std::pow(T, order), 1e-11);
    }
    EXPECT_EQ(profile(-1.0), profile(0.0));
    EXPECT_EQ(profile(T + 1.0), profile(T));
  }
}

TEST_P(Profiles, NeverPassALimitAndTouchOne) {
  constexpr int steps = 2000;
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Move move(seed);
    const Profile profile = GetParam().make(move.start, move.goal, move.limits);
    double most = 0.0;
    for (int k = 0; k <= steps; ++k) {
      for (int order = 1; order <= limited_orders(GetParam()); ++order) {
        raise(most, used(profile, move.limits, profile.duration() * k / steps, order));
      }
    }
    EXPECT_LE(most, 1.0 + 1e-11);
    EXPECT_GE(most, 1.0 - 1e-5);  // a peak between two of the instants
  }
}

// A faster motion would pass a limit: at every instant but the joints of pieces one is reached.
TEST_P(FastestProfiles, AreHeldBackByALimitAtEveryInstant) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Move move(seed);
    const Profile profile = GetParam().make(move.start, move.goal, move.limits);
    Random random(seed);
    for (int sample = 0; sample < 50; ++sample) {
      const double t = random.real(0.0, profile.duration());
      double most = 0.0;
      for (int order = 1; order <= limited_orders(GetParam()); ++order) {
        raise(most, used(profile, move.limits, t, order));
      }
      EXPECT_NEAR(most, 1.0, 1e-10) << "seed " << seed << ", t " << t;
    }
  }
}

TEST_P(Profiles, AreContinuousWherePiecesMeet) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Move move(seed);
    const Profile profile = GetParam().make(move.start, move.goal, move.limits);
    const VectorXd* const of[] = {nullptr, &move.limits.velocity, &move.limits.acceleration,
                                  &move.limits.jerk};
    for (int i = 0; i < profile.dofs(); ++i) {
      for (std::size_t p = 1; p < profile.pieces(i).size(); ++p) {
        const double at = profile.pieces(i)[p].begin, before = std::nextafter(at, 0.0);
        for (int order = 0; order <= GetParam().smooth; ++order) {
          // Instants round by a share of the duration, and so does what changes with them.
          const double rounding = 1e-13 * profile.duration() * (*of[order + 1])[i];
          EXPECT_NEAR(profile(at, order)[i], profile(before, order)[i], rounding)
              << "seed " << seed << ", order " << order;
        }
      }
    }
  }
}

// Five-point differences of one order are the next, away from where pieces meet.
TEST_P(Profiles, DerivativesAreSlopes) {
  const Move move(3);
  const Profile profile = GetParam().make(move.start, move.goal, move.limits);
  const double T = profile.duration(), h = 1e-4 * T;
  Random random(4);
  int compared = 0;
  for (int sample = 0; sample < 100; ++sample) {
    const double t = random.real(2.0 * h, T - 2.0 * h);
    for (int i = 0; i < profile.dofs(); ++i) {
      bool whole = true;
      for (const ProfilePiece& piece : profile.pieces(i)) {
        whole = whole && std::abs(piece.begin - t) > 2.0 * h;
      }
      if (!whole) continue;
      ++compared;
      for (int order = 0; order < 3; ++order) {
        const auto x = [&](double dt) { return profile(t + dt, order)[i]; };
        const double slope = (8.0 * (x(h) - x(-h)) - (x(2.0 * h) - x(-2.0 * h))) / (12.0 * h);
        EXPECT_NEAR(profile(t, order + 1)[i] * std::pow(T, order + 1),
                    slope * std::pow(T, order + 1), 1e-7);
      }
    }
  }
  EXPECT_GT(compared, 50);
}

TEST_P(Profiles, TakeTheTimeOfTheSlowestCoordinate) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Move move(seed);
    double slowest = 0.0;
    for (Eigen::Index i = 0; i < move.start.size(); ++i) {
      const ProfileLimits alone{move.limits.velocity.segment(i, 1),
                                move.limits.acceleration.segment(i, 1),
                                move.limits.jerk.segment(i, 1)};
      slowest = std::max(
          slowest,
          GetParam().make(move.start.segment(i, 1), move.goal.segment(i, 1), alone).duration());
    }
    EXPECT_DOUBLE_EQ(GetParam().make(move.start, move.goal, move.limits).duration(), slowest);
  }
}

TEST_P(Profiles, StretchedIsTheSamePathInAnotherTime) {
  const Move move(7);
  const Profile profile = GetParam().make(move.start, move.goal, move.limits);
  const double T = profile.duration();
  const Profile slow = profile.stretched(3.0 * T);
  EXPECT_EQ(slow.duration(), 3.0 * T);
  for (const double share : {0.0, 0.123, 0.456, 0.789, 1.0}) {
    for (int order = 0; order <= 3; ++order) {
      EXPECT_LT(
          largest(slow(3.0 * share * T, order) * std::pow(3.0, order) - profile(share * T, order)) *
              std::pow(T, order),
          1e-10);
    }
  }
  EXPECT_THROW(profile.stretched(0.0), Error);
}

TEST_P(Profiles, StayWhereTheyAreIfThatIsTheGoal) {
  const VectorXd q = Eigen::Vector2d(0.3, -0.2);
  const Profile still = GetParam().make(q, q, limits_of(1.0, 1.0, 1.0, 2));
  EXPECT_EQ(still.duration(), 0.0);
  EXPECT_EQ(still(0.0), q);
  EXPECT_EQ(still.stretched(2.0)(1.0), q);
  // One that stays beside one that moves.
  const Profile one = GetParam().make(q, Eigen::Vector2d(0.3, 0.8), limits_of(1.0, 1.0, 1.0, 2));
  EXPECT_EQ(one(0.4 * one.duration())[0], 0.3);
}

TEST_P(Profiles, RefuseWrongEndsAndLimits) {
  const auto refusal = [](double goal, const ProfileLimits& limits) {
    try {
      GetParam().make(VectorXd::Zero(1), VectorXd::Constant(1, goal), limits);
      return std::string("taken");
    } catch (const Error& e) {
      EXPECT_FALSE(e.fix().empty());
      return e.reason();
    }
  };
  EXPECT_EQ(refusal(1.0, limits_of(1.0, 1.0, 1.0)), "taken");
  EXPECT_EQ(refusal(1.0, limits_of(1.0, 1.0, 1.0, 2)), "start, goal and limits of different sizes");
  EXPECT_EQ(refusal(std::nan(""), limits_of(1.0, 1.0, 1.0)), "a start or goal that is not finite");
  EXPECT_EQ(refusal(1.0, limits_of(0.0, 1.0, 1.0)), "a limit that is not positive");
  EXPECT_EQ(refusal(1.0, limits_of(1.0, -1.0, 1.0)), "a limit that is not positive");
  EXPECT_EQ(refusal(1.0, limits_of(1.0, 1.0, std::nan(""))), "a limit that is not positive");
  // What a kind cannot do without; another limit does not help.
  const std::string missing = "a coordinate has to move and has no limit of ";
  if (GetParam().needs_acceleration) {
    EXPECT_EQ(refusal(1.0, limits_of(1.0, infinity, 1.0)), missing + "acceleration");
  } else if (GetParam().needs_jerk) {
    EXPECT_EQ(refusal(1.0, limits_of(1.0, 1.0, infinity)), missing + "jerk");
  } else {
    EXPECT_EQ(refusal(1.0, limits_of(infinity, infinity, infinity)),
              missing + "velocity, acceleration or jerk");
  }
}

TEST_P(Profiles, EvaluateWithoutAllocating) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  const Move move(1);
  const Profile profile = GetParam().make(move.start, move.goal, move.limits);
  VectorXd out(profile.dofs());
  long count = 0;
  {
    MallocGuard guard;
    profile.evaluate(0.3 * profile.duration(), 2, out);
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
}

std::vector<Kind> fastest_kinds() {
  std::vector<Kind> fastest = kinds();
  std::erase_if(fastest, [](const Kind& k) { return !k.needs_acceleration && !k.needs_jerk; });
  return fastest;
}
INSTANTIATE_TEST_SUITE_P(All, FastestProfiles, ::testing::ValuesIn(fastest_kinds()),
                         [](const auto& test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(All, Profiles, ::testing::ValuesIn(kinds()),
                         [](const auto& test) { return test.param.name; });

double duration(
    const std::function<Profile(const VectorXd&, const VectorXd&, const ProfileLimits&)>& make,
    double distance, const ProfileLimits& limits) {
  return make(VectorXd::Zero(1), VectorXd::Constant(1, -distance), limits).duration();
}

TEST(Trapezoidal, DurationIsTheClosedForm) {
  const auto T = [](double d, double v, double a) {
    return duration(trapezoidal_profile, d, limits_of(v, a, infinity));
  };
  EXPECT_DOUBLE_EQ(T(6.0, 2.0, 4.0), 3.5);   // 0.5 s up, 2.5 s at 2, 0.5 s down
  EXPECT_DOUBLE_EQ(T(1.0, 2.0, 4.0), 1.0);   // 2 is just reached
  EXPECT_DOUBLE_EQ(T(0.25, 2.0, 4.0), 0.5);  // it is not
  EXPECT_DOUBLE_EQ(T(0.25, infinity, 4.0), 0.5);
}

// Worked backwards from ramps chosen beforehand.
TEST(SCurve, DurationIsTheClosedForm) {
  const auto T = [](double d, double v, double a, double j) {
    return duration(s_curve_profile, d, limits_of(v, a, j));
  };
  EXPECT_DOUBLE_EQ(T(1.0, infinity, infinity, 32.0), 1.0);  // four pieces of 1/4 s
  EXPECT_DOUBLE_EQ(T(3.0, infinity, 1.0, 2.0), 4.0);  // a after 1/2 s; 1.5 after 2 s, then down
  EXPECT_DOUBLE_EQ(T(4.5, 1.5, 1.0, 2.0), 5.0);       // and 1 s at 1.5
  EXPECT_DOUBLE_EQ(T(1.5, 0.5, 3.0, 2.0), 4.0);  // 0.5 after 1 s without reaching 3, 2 s at 0.5
  EXPECT_DOUBLE_EQ(T(1.5, 0.5, infinity, 2.0), 4.0);
}

TEST(Polynomial, DurationIsTheClosedForm) {
  const auto T = [](int degree, double d, double v, double a, double j) {
    return polynomial_profile(degree, VectorXd::Zero(1), VectorXd::Constant(1, d),
                              limits_of(v, a, j))
        .duration();
  };
  EXPECT_DOUBLE_EQ(T(3, 2.0, 1.0, infinity, infinity), 3.0);
  EXPECT_DOUBLE_EQ(T(3, 2.0, infinity, 3.0, infinity), 2.0);
  EXPECT_DOUBLE_EQ(T(3, 18.0, infinity, infinity, 1.0), 6.0);
  EXPECT_DOUBLE_EQ(T(5, 8.0, 1.0, infinity, infinity), 15.0);
  EXPECT_DOUBLE_EQ(T(5, 3.0, infinity, std::sqrt(3.0) * 10.0, infinity), 1.0);
  EXPECT_DOUBLE_EQ(T(5, 3.6, infinity, infinity, 1.0), 6.0);
  EXPECT_DOUBLE_EQ(T(7, 16.0, 1.0, infinity, infinity), 35.0);
  EXPECT_DOUBLE_EQ(T(7, 5.0, infinity, 84.0 / std::sqrt(5.0), infinity), 1.0);
  EXPECT_DOUBLE_EQ(T(7, 2.0, infinity, infinity, 105.0), 1.0);
}

TEST(Polynomial, MeetsWhateverItsEndsAre) {
  for (const int degree : {3, 5, 7}) {
    Random random(static_cast<unsigned>(degree));
    const auto end = [&] {
      return ProfileEnd{random.values(3), random.values(3), random.values(3), random.values(3)};
    };
    const ProfileEnd start = end(), goal = end();
    const double T = 1.7;
    const Profile profile = polynomial_profile(degree, start, goal, T);
    const VectorXd* at_start[] = {&start.q, &start.v, &start.a, &start.jerk};
    const VectorXd* at_goal[] = {&goal.q, &goal.v, &goal.a, &goal.jerk};
    for (int order = 0; order < (degree + 1) / 2; ++order) {
      EXPECT_LT((profile(0.0, order) - *at_start[order]).norm(), 1e-12) << degree << order;
      EXPECT_LT((profile(T, order) - *at_goal[order]).norm(), 1e-10) << degree << order;
    }
    EXPECT_EQ(profile(0.5, degree + 1), VectorXd::Zero(3));
  }
}

TEST(Polynomial, RestsWhereNothingElseIsSaid) {
  const Profile cubic = polynomial_profile(3, {.q = VectorXd::Constant(1, 1.0)},
                                           {.q = VectorXd::Constant(1, 3.0)}, 2.0);
  for (const double t : {0.0, 0.3, 1.0, 1.9, 2.0}) {
    const double x = t / 2.0;
    EXPECT_NEAR(cubic(t)[0], 1.0 + 2.0 * (3.0 * x * x - 2.0 * x * x * x), 1e-14);
  }
}

TEST(Polynomial, RefusesOtherDegreesSizesAndDurations) {
  const ProfileEnd end{.q = VectorXd::Zero(2)};
  EXPECT_THROW(polynomial_profile(4, end, end, 1.0), Error);
  EXPECT_THROW(polynomial_profile(9, end, end, 1.0), Error);
  EXPECT_THROW(polynomial_profile(3, end, {.q = VectorXd::Zero(3)}, 1.0), Error);
  EXPECT_THROW(polynomial_profile(3, end, {.q = end.q, .v = VectorXd::Zero(1)}, 1.0), Error);
  EXPECT_THROW(polynomial_profile(3, end, end, 0.0), Error);
  EXPECT_THROW(polynomial_profile(3, end, end, std::nan("")), Error);
}

TEST(ProfileLimits, AreThoseOfTheModel) {
  Robot robot = load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml");
  robot.joints[0].limits.velocity = 2.0;
  robot.joints[1].limits.acceleration = 3.0;
  robot.joints[1].limits.jerk = 4.0;
  const ProfileLimits limits = ProfileLimits::of(compile(robot));
  EXPECT_EQ(limits.velocity, Eigen::Vector2d(2.0, infinity));
  EXPECT_EQ(limits.acceleration, Eigen::Vector2d(infinity, 3.0));
  EXPECT_EQ(limits.jerk, Eigen::Vector2d(infinity, 4.0));
}

}  // namespace alembert::test::profiles_test
