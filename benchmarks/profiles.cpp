// Motions that only velocity, acceleration and jerk limits hold back, whose optimum is known: what
// the optimiser's answers take of it, and what the closed form takes of a processor. The optimum is
// found by brute force over all ways to switch, joint by joint (tests/support/fastest_joint.hpp,
// fastest_trapezoid.hpp). Prints one line a kind; exits 3 if an answer is missing, passes a limit
// or is slower than it may be.
//
//   alembert_profiles [problems of each kind]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/replanner.hpp"
#include "alembert/state_profile.hpp"
#include "support/fastest_joint.hpp"
#include "support/fastest_trapezoid.hpp"

namespace {

using namespace alembert;
using Eigen::VectorXd;
using Clock = std::chrono::steady_clock;

enum class Ends { rest, velocities, accelerations };

struct Kind {
  const char* name;
  Ends ends;
  bool limits_jerk;
};

constexpr Kind kinds[] = {{"rest to rest, jerk", Ends::rest, true},
                          {"rest to rest, acceleration", Ends::rest, false},
                          {"state to state, jerk", Ends::accelerations, true},
                          {"state to state, acceleration", Ends::velocities, false}};

/// A duration may be so much above the optimum, in the median and at worst.
constexpr double allowed_median = 1e-4, allowed_worst = 1e-3;

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double operator()(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }

  void limits(bool jerk, MotionProblem& problem) {
    MotionLimits& limits = problem.limits;
    limits.lower.setConstant(-100.0);
    limits.upper.setConstant(100.0);
    limits.torque_lower.setConstant(-infinity);
    limits.torque_upper.setConstant(infinity);
    limits.power.setConstant(infinity);
    for (int j = 0; j < problem.model.dofs(); ++j) {
      limits.velocity[j] = std::exp((*this)(-0.5, 1.0));
      limits.acceleration[j] = std::exp((*this)(0.5, 2.5));
      limits.jerk[j] = jerk ? std::exp((*this)(2.0, 4.5)) : infinity;
    }
  }

  /// One that can be left and come to within limits.
  Condition state(Ends ends, const MotionLimits& limits) {
    const int n = static_cast<int>(limits.velocity.size());
    Condition out{.q = VectorXd(n)};
    for (double& q : *out.q) q = (*this)(-2.0, 2.0);
    if (ends == Ends::rest) return out;
    out.v = VectorXd(n);
    if (ends == Ends::accelerations) out.a = VectorXd(n);
    for (int j = 0; j < n; ++j) {
      const double V = limits.velocity[j], A = limits.acceleration[j];
      double v = 0.0, a = 0.0;
      do {
        v = (*this)(-V, V);
        a = ends == Ends::accelerations ? (*this)(-A, A) : 0.0;
      } while (std::abs(v) + 0.5 * a * a / limits.jerk[j] > V);
      (*out.v)[j] = v;
      if (out.a) (*out.a)[j] = a;
    }
    return out;
  }

 private:
  std::mt19937 engine_;
};

double value(const std::optional<VectorXd>& of, int j) { return of ? (*of)[j] : 0.0; }

/// The first time that every joint can take.
template <typename Joint>
double first_of_all(const std::vector<Joint>& joints) {
  std::vector<double> times;
  double slowest = 0.0;
  for (const Joint& joint : joints) {
    const std::vector<double> own = joint.times();
    if (own.empty()) return infinity;
    slowest = std::max(slowest, own.front());
    times.insert(times.end(), own.begin(), own.end());
  }
  std::sort(times.begin(), times.end());
  for (const double T : times) {
    if (T >= slowest && std::all_of(joints.begin(), joints.end(),
                                    [&](const Joint& j) { return j.can_take(T, 1e-8); })) {
      return T;
    }
  }
  return infinity;
}

double optimum(const MotionProblem& problem) {
  std::vector<test::FastestJoint> with_jerk;
  std::vector<test::FastestTrapezoid> without;
  const MotionLimits& limits = problem.limits;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const double d = (*problem.goal.q)[j] - (*problem.start.q)[j];
    const double v0 = value(problem.start.v, j), v1 = value(problem.goal.v, j);
    const double V = limits.velocity[j], A = limits.acceleration[j], J = limits.jerk[j];
    if (std::isfinite(J)) {
      with_jerk.emplace_back(test::JointProblem{d, v0, value(problem.start.a, j), v1,
                                                value(problem.goal.a, j), V, A, J});
    } else {
      without.emplace_back(d, v0, v1, V, A);
    }
  }
  return without.empty() ? first_of_all(with_jerk) : first_of_all(without);
}

/// Looked at densely: shares of limits, and what is asked of the ends.
bool is_right(const MotionProblem& problem, const Trajectory& motion) {
  const BSpline& q = motion.q;
  const MotionLimits& limits = problem.limits;
  // A third derivative is as exact as digits of positions let it be.
  const auto within = [&](int order, const VectorXd& limit, double t) {
    const double rounding = order == 3 ? 1e-5 : 1e-9;
    return (q(t, order).cwiseAbs().array() <= limit.array() * (1.0 + rounding)).all();
  };
  for (int k = 0; k <= 2000; ++k) {
    const double t = q.begin() + motion.duration() * k / 2000;
    if (!within(1, limits.velocity, t) || !within(2, limits.acceleration, t) ||
        !within(3, limits.jerk, t)) {
      return false;
    }
  }
  const auto meets = [&](const Condition& end, double t) {
    const bool jerk = std::isfinite(limits.jerk[0]);
    const VectorXd none = VectorXd::Zero(q.dofs());
    return (q(t) - *end.q).cwiseAbs().maxCoeff() < 1e-9 &&
           (q(t, 1) - end.v.value_or(none)).cwiseAbs().maxCoeff() < 1e-4 &&
           (!jerk || (q(t, 2) - end.a.value_or(none)).cwiseAbs().maxCoeff() < 1e-3);
  };
  return meets(problem.start, q.begin()) && meets(problem.goal, q.end());
}

/// Shares above the optimum, seconds, and what went wrong.
struct Tally {
  std::vector<double> above, seconds;
  int failures = 0;

  void add(const MotionProblem& problem, const Solution& found) {
    seconds.push_back(found.seconds);
    const bool solved = found.status == MotionStatus::solved &&
                        found.certificate.method == MotionCertificate::Method::proven;
    if (!solved || !is_right(problem, found.motion)) {
      ++failures;
      return;
    }
    const double best = optimum(problem);
    above.push_back(found.motion.duration() / best - 1.0);
  }

  static double part(std::vector<double> of, double share) {
    if (of.empty()) return 0.0;
    std::sort(of.begin(), of.end());
    return of[static_cast<std::size_t>(share * static_cast<double>(of.size() - 1))];
  }

  bool print(const char* name) const {
    const double median = part(above, 0.5), worst = part(above, 1.0);
    std::printf(
        "%-34s %5zu problems, %d failures; above optimum: least %.1e, median %.1e, "
        "nine tenths %.1e, worst %.1e; %.2f ms median, %.1f ms worst\n",
        name, seconds.size(), failures, part(above, 0.0), median, part(above, 0.9), worst,
        1e3 * part(seconds, 0.5), 1e3 * part(seconds, 1.0));
    std::fflush(stdout);
    return failures == 0 && median <= allowed_median && worst <= allowed_worst;
  }
};

bool of_kind(const Kind& kind, const Model& model, int count) {
  Draw draw(27);
  Tally tally;
  for (int k = 0; k < count; ++k) {
    MotionProblem problem(model);
    draw.limits(kind.limits_jerk, problem);
    problem.start = draw.state(kind.ends, problem.limits);
    problem.goal = draw.state(kind.ends, problem.limits);
    tally.add(problem, solve(problem));
  }
  return tally.print(kind.name);
}

/// A new goal while the arm is on its way.
bool interrupted(Ends ends, const char* name, const Model& model, int count) {
  Draw draw(28);
  Tally tally;
  for (int k = 0; k < count; ++k) {
    MotionProblem problem(model);
    draw.limits(true, problem);
    problem.start = draw.state(Ends::rest, problem.limits);
    problem.goal = draw.state(Ends::rest, problem.limits);
    const Solution before = solve(problem);
    const double t = before.motion.duration() * draw(0.0, 1.0);
    const BSpline& q = before.motion.q;
    problem.start = {.q = q(t), .v = q(t, 1), .a = q(t, 2)};
    problem.goal = draw.state(ends, problem.limits);
    tally.add(problem, solve(problem));
  }
  return tally.print(name);
}

/// Of the closed form alone, many times over.
void closed_form(const Kind& kind, const Model& model) {
  Draw draw(29);
  MotionProblem problem(model);
  draw.limits(kind.limits_jerk, problem);
  const MotionLimits& limits = problem.limits;
  StateProfile profile({limits.velocity, limits.acceleration, limits.jerk});
  std::vector<std::pair<ProfileEnd, ProfileEnd>> states;
  const auto end = [&] {
    const Condition at = draw.state(kind.ends, limits);
    return ProfileEnd{*at.q, at.v.value_or(VectorXd()), at.a.value_or(VectorXd())};
  };
  for (int k = 0; k < 1000; ++k) {
    ProfileEnd from = end();
    states.emplace_back(std::move(from), end());
  }
  std::vector<double> mean;
  for (int round = 0; round < 21; ++round) {
    const auto begun = Clock::now();
    for (const auto& [from, to] : states) profile.plan(from, to);
    mean.push_back(std::chrono::duration<double>(Clock::now() - begun).count() / 1000.0);
  }
  std::printf("%-34s closed form of %d joints: %.2f us\n", kind.name, model.dofs(),
              1e6 * Tally::part(mean, 0.5));
}

/// New goals all the time, each before the last is reached: what a plan takes, and what jumps in
/// acceleration where one motion goes over into the next.
bool replanned(const char* name, const MotionProblem& problem, double range, int count) {
  Draw draw(30);
  const int n = problem.model.dofs();
  Replanner replanner(problem);
  const VectorXd middle = *problem.start.q;
  ArmState now{middle};
  std::vector<double> seconds;
  double jump = 0.0, elapsed = 0.0;
  int exact = 0, failures = 0;
  for (int k = 0; k < count; ++k) {
    VectorXd goal = middle;
    for (int j = 0; j < n; ++j) goal[j] += draw(-range, range);
    goal = goal.cwiseMax(problem.limits.lower).cwiseMin(problem.limits.upper);
    const Replan plan = replanner.plan(now, ArmState{goal}, elapsed);
    seconds.push_back(plan.seconds);
    exact += plan.exact;
    if (!plan.usable) {
      ++failures;
      now = ArmState{middle};
      replanner.forget();
      elapsed = 0.0;
      continue;
    }
    if (now.a.size() > 0) {
      const VectorXd change = plan.at(0.0).a - now.a;
      jump =
          std::max(jump, change.cwiseAbs().cwiseQuotient(problem.limits.acceleration).maxCoeff());
    }
    elapsed = plan.motion.duration() * draw(0.05, 0.95);
    now = plan.at(elapsed);
  }
  std::printf(
      "%-34s %5d plans, %d in closed form, %d without an answer; %.3f ms median, nine tenths %.3f, "
      "worst %.2f; accelerations jump by %.1e of their limits\n",
      name, count, exact, failures, 1e3 * Tally::part(seconds, 0.5),
      1e3 * Tally::part(seconds, 0.9), 1e3 * Tally::part(seconds, 1.0), jump);
  return failures == 0;
}

bool replanned_both_ways(const Model& model, int count) {
  MotionProblem problem(model);
  problem.start.q = VectorXd::Constant(7, -0.2);
  (*problem.start.q)[3] = -1.2;
  (*problem.start.q)[5] = 1.2;
  problem.goal.q = problem.start.q;
  for (int j = 0; j < 7; ++j) {
    if (!std::isfinite(problem.limits.acceleration[j])) problem.limits.acceleration[j] = 15.0;
    if (!std::isfinite(problem.limits.jerk[j])) problem.limits.jerk[j] = 300.0;
  }
  const bool with_all = replanned("replanner, all limits", problem, 0.6, count);
  problem.limits.torque_lower.setConstant(-infinity);
  problem.limits.torque_upper.setConstant(infinity);
  problem.limits.power.setConstant(infinity);
  return replanned("replanner, no torque limits", problem, 0.6, count) && with_all;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
  const Model model = compile(load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml"));
  for (const Kind& kind : kinds) closed_form(kind, model);
  bool right = replanned_both_ways(model, count);
  for (const Kind& kind : kinds) right = of_kind(kind, model, count) && right;
  right = interrupted(Ends::rest, "interrupted, to rest", model, count) && right;
  right = interrupted(Ends::accelerations, "interrupted, to a state", model, count) && right;
  return right ? 0 : 3;
}
