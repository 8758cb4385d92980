// The structured method beside Ipopt on the same programs in one run: processor time, iterations,
// objectives. Prints one JSON document a case.
//
//   alembert_solvers                        Xiang's example, a reach, the examples
//   alembert_solvers --reaches 100          random reaches of the seven-axis arm
//   alembert_solvers --segments             one reach, 30 to 1000 segments: ms an iteration
//   alembert_solvers --tree                 trees of 8, 16 and 32 joints
//   alembert_solvers --pairs                2, 20 and 200 clearance pairs: ms an iteration
//   alembert_solvers --replan 200           on from a moving state with another goal
//   alembert_solvers --file problem.yaml    the program of a problem file
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <vector>

#include "alembert/motion_file.hpp"
#include "alembert/replanner.hpp"
#include "motion/guess.hpp"
#include "motion/interior_point/condensed_system.hpp"
#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"
#include "motion_cases.hpp"
#include "started.hpp"
#include "support/random_robot.hpp"

namespace {

using namespace alembert;
using bench::Started;

struct Run {
  NlpResult result;
  double milliseconds = 0.0;
};

/// ALEMBERT_THREADS: of both methods' evaluations; with more than one, time is that of the wall.
int threads() {
  const char* given = std::getenv("ALEMBERT_THREADS");
  return given ? std::max(1, std::atoi(given)) : 1;
}

double milliseconds() {
  if (threads() == 1) return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

/// The program of a problem and its first guess.
Started started(const MotionProblem& problem) { return bench::started(problem, threads()); }

template <typename Solve>
Run best_of(int times, Solve solve) {
  Run best;
  best.milliseconds = std::numeric_limits<double>::infinity();
  for (int k = 0; k < times; ++k) {
    const double begun = milliseconds();
    best.result = solve();
    best.milliseconds = std::min(best.milliseconds, milliseconds() - begun);
  }
  return best;
}

Run structured(Started& from, int times) {
  return best_of(times, [&] {
    return InteriorPoint(from.program).solve({from.x, {}, {}, {}}, NlpStart::cold, {});
  });
}

bool usable(const NlpResult& result) {
  return result.status == NlpResult::Status::solved ||
         result.status == NlpResult::Status::acceptable;
}

/// The optimum that a result is near, found by Ipopt from there far more precisely: what two
/// methods' tolerances leave is not taken for different optima. Not a number where none was found.
double precise_objective(Started& from, const NlpResult& result) {
  NlpOptions options;
  options.tolerance = 1e-10;
  const NlpResult precise =
      solve_with_ipopt(from.program, result.point, NlpStart::warm_exact, options);
  return precise.status == NlpResult::Status::solved ? precise.objective
                                                     : std::numeric_limits<double>::quiet_NaN();
}

struct Comparison {
  double ratio;   ///< of times
  double optima;  ///< difference of the two optima, relative
};

/// Prints both methods on one problem.
Comparison compare(const std::string& name, const MotionProblem& problem, int times) {
  Started from = started(problem);
  const Run own = structured(from, times);
  const Run ipopt = best_of(times, [&] {
    return solve_with_ipopt(from.program, {from.x, {}, {}, {}}, NlpStart::cold, {});
  });
  const double own_optimum = precise_objective(from, own.result);
  const double ipopt_optimum = precise_objective(from, ipopt.result);
  const Comparison made{own.milliseconds / ipopt.milliseconds,
                        (own_optimum - ipopt_optimum) / std::abs(ipopt_optimum)};
  const auto print_run = [](const char* method, const Run& run, double optimum) {
    std::printf(
        "\"%s\": {\"status\": %d, \"ms\": %.3f, \"iterations\": %d, \"objective\": %.10g, "
        "\"optimum\": %.10g}, ",
        method, static_cast<int>(run.result.status), run.milliseconds, run.result.iterations,
        run.result.objective, optimum);
  };
  std::printf("{\"name\": \"%s\", ", name.c_str());
  print_run("structured", own, own_optimum);
  print_run("ipopt", ipopt, ipopt_optimum);
  std::printf(
      "\"ratio\": %.3f, \"difference\": %.2g, \"difference_of_optima\": %.2g}\n", made.ratio,
      usable(own.result) && usable(ipopt.result)
          ? (own.result.objective - ipopt.result.objective) / std::abs(ipopt.result.objective)
          : std::numeric_limits<double>::quiet_NaN(),
      made.optima);
  std::fflush(stdout);
  return made;
}

void examples() {
  compare("xiang_1", bench::xiang_1(), 5);
  std::mt19937 random(20080206);
  compare("reach", bench::seven_axis_reach(random), 3);
  for (const char* file : {"two_arms", "straight_line", "upright_cup", "four_bar", "pick_and_place",
                           "periodic", "xiang_2", "seven_axis_reach"}) {
    const std::string path = std::string(ALEMBERT_SOURCE_DIR "/examples/") + file + ".yaml";
    compare(file, load_motion_problem(path).problem, 1);
  }
}

void reaches(int count) {
  std::mt19937 random(20080206);
  std::vector<double> ratios;
  int equal = 0;
  for (int k = 0; k < count; ++k) {
    const Comparison made =
        compare("reach " + std::to_string(k), bench::seven_axis_reach(random), 1);
    ratios.push_back(made.ratio);
    equal += std::abs(made.optima) <= 1e-6;
  }
  std::sort(ratios.begin(), ratios.end());
  std::printf(
      "{\"reaches\": %d, \"equal_optima\": %d, \"median_ratio\": %.3f, \"largest_ratio\": %.3f}\n",
      count, equal, ratios[ratios.size() / 2], ratios.back());
}

void alone(const std::string& name, const MotionProblem& problem) {
  Started from = started(problem);
  const Run own = structured(from, 1);
  std::printf(
      "{\"name\": \"%s\", \"status\": %d, \"ms\": %.3f, \"iterations\": %d, "
      "\"ms_an_iteration\": %.4f}\n",
      name.c_str(), static_cast<int>(own.result.status), own.milliseconds, own.result.iterations,
      own.milliseconds / std::max(1, own.result.iterations));
  std::fflush(stdout);
}

void segments() {
  for (const int count : {30, 100, 300, 1000}) {
    std::mt19937 random(20080206);
    MotionProblem problem = bench::seven_axis_reach(random);
    problem.spline.segments = count;
    alone(std::to_string(count) + " segments", problem);
  }
}

void trees() {
  for (const int joints : {8, 16, 32}) {
    test::Random random(17);
    Robot robot = test::random_robot(random, {.joints = joints, .types = {JointType::revolute}});
    MotionProblem problem(compile(robot));
    problem.spline.segments = 20;
    problem.limits.velocity.setConstant(joints, 2.0);
    problem.limits.acceleration.setConstant(joints, 10.0);
    problem.start.q = Eigen::VectorXd::Zero(joints);
    problem.goal.q = Eigen::VectorXd::Constant(joints, 0.5);
    alone(std::to_string(joints) + " joints", problem);
  }
}

/// A program that says how long it took to answer.
class Timed : public Nlp {
 public:
  explicit Timed(Nlp& nlp) : nlp_(nlp) {}
  double spent() const { return spent_; }

  const NlpBounds& bounds() const override { return nlp_.bounds(); }
  const Triplets& jacobian_pattern() const override { return nlp_.jacobian_pattern(); }
  const Triplets& hessian_pattern() const override { return nlp_.hessian_pattern(); }
  std::vector<int> places() const override { return nlp_.places(); }
  std::vector<RowProducts> row_products() const override { return nlp_.row_products(); }
  double objective(In x) override {
    double value = 0.0;
    clocked([&] { value = nlp_.objective(x); });
    return value;
  }
  void gradient(In x, Out out) override {
    clocked([&] { nlp_.gradient(x, out); });
  }
  void constraints(In x, Out out) override {
    clocked([&] { nlp_.constraints(x, out); });
  }
  void jacobian(In x, Out values) override {
    clocked([&] { nlp_.jacobian(x, values); });
  }
  void hessian(In x, double factor, In multipliers, Out values) override {
    clocked([&] { nlp_.hessian(x, factor, multipliers, values); });
  }

 private:
  template <typename Call>
  void clocked(Call call) {
    const double begun = milliseconds();
    call();
    spent_ += milliseconds() - begun;
  }

  Nlp& nlp_;
  double spent_ = 0.0;
};

/// Of an iteration, without what is laid out before the first.
struct IterationTimes {
  double program = std::numeric_limits<double>::infinity(), solver = program;
  NlpResult result = {};

  double whole() const { return program + solver; }
};

IterationTimes iteration_times(Started& from, int times) {
  IterationTimes best;
  for (int k = 0; k < times; ++k) {
    Timed timed(from.program);
    InteriorPoint method(timed);
    const double begun = milliseconds();
    best.result = method.solve({from.x, {}, {}, {}}, NlpStart::cold, {});
    const double all = milliseconds() - begun, program = timed.spent();
    const int count = std::max(1, best.result.iterations);
    if (all / count < best.whole()) {
      best.program = program / count;
      best.solver = (all - program) / count;
    }
  }
  return best;
}

/// Everything an iteration asks a program for, at a point nobody has asked about; the least of
/// some.
double evaluation_milliseconds(Started& from) {
  MotionProgram& program = from.program;
  const Eigen::VectorXd multipliers = Eigen::VectorXd::Ones(program.constraint_count());
  Eigen::VectorXd x = from.x, gradient(x.size()), constraints(program.constraint_count());
  Eigen::VectorXd jacobian(program.jacobian_pattern().size());
  Eigen::VectorXd hessian(program.hessian_pattern().size());
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 20; ++k) {
    x *= 1.0 + 1e-9;
    const double begun = milliseconds();
    program.objective(x);
    program.constraints(x, constraints);
    program.gradient(x, gradient);
    program.jacobian(x, jacobian);
    program.hessian(x, 1.0, multipliers, hessian);
    best = std::min(best, milliseconds() - begun);
  }
  return best;
}

/// The solver's work of an iteration that needs one factor and no search: matrices laid out,
/// condensed, factored, solved with. How many factors an iteration really needs, most of all where
/// limits bend, is another matter.
double step_milliseconds(Started& from) {
  MotionProgram& program = from.program;
  const UnknownOrder order(program);
  CondensedSystem system(program, order);
  const int rows = program.constraint_count();
  Eigen::VectorXd jacobian(program.jacobian_pattern().size());
  Eigen::VectorXd hessian(program.hessian_pattern().size());
  program.jacobian(from.x, jacobian);
  program.hessian(from.x, 1.0, Eigen::VectorXd::Zero(rows), hessian);
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(rows);
  const Eigen::VectorXd diagonal = Eigen::VectorXd::Constant(order.size(), 1e6);
  Eigen::VectorXd dx(order.size()), moved(rows);
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 20; ++k) {
    const double begun = milliseconds();
    system.set_jacobian(jacobian, ones);
    system.set_hessian(hessian);
    system.condense(diagonal, ones, {});
    if (!system.factor()) return std::numeric_limits<double>::quiet_NaN();
    dx.setZero();
    system.add_transposed_times(ones, dx);
    system.solve(dx);
    system.jacobian_times(dx, moved);
    best = std::min(best, milliseconds() - begun);
  }
  return best;
}

/// The program's share of an iteration; with one step of the solver's; and iterations as they are.
void pairs() {
  struct Count {
    int arms, obstacles;
  };
  for (const bool boxes : {false, true}) {
    double evaluation_of_two = 0.0, step_of_two = 0.0, iteration_of_two = 0.0;
    for (const auto [arms, obstacles] : {Count{2, 1}, {4, 5}, {5, 40}}) {
      Started from = started(bench::cluttered_reach(arms, obstacles, boxes));
      const double evaluation = evaluation_milliseconds(from);
      const double step = evaluation + step_milliseconds(from);
      const IterationTimes iteration = iteration_times(from, 5);
      if (arms * obstacles == 2) {
        evaluation_of_two = evaluation;
        step_of_two = step;
        iteration_of_two = iteration.whole();
      }
      std::printf(
          "{\"pairs\": %d, \"with\": \"%s\", \"rows\": %d, \"status\": %d, \"iterations\": %d, "
          "\"objective\": %.15g, \"ms_an_evaluation\": %.3f, \"to_two\": %.2f, "
          "\"ms_with_a_step\": %.3f, \"with_a_step_to_two\": %.2f, "
          "\"ms_an_iteration\": %.3f, \"of_it_program\": %.3f, \"of_it_solver\": %.3f, "
          "\"iteration_to_two\": %.2f}\n",
          arms * obstacles, boxes ? "boxes" : "spheres", from.program.constraint_count(),
          static_cast<int>(iteration.result.status), iteration.result.iterations,
          iteration.result.objective, evaluation, evaluation / evaluation_of_two, step,
          step / step_of_two, iteration.whole(), iteration.program, iteration.solver,
          iteration.whole() / iteration_of_two);
      std::fflush(stdout);
    }
  }
}

double median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// After a fifth of a reach the goal moves by 0.07 rad, some 5 cm: on from the motion before, from
/// a guess, and from a guess with all that a replanner keeps made anew.
void replans(int count) {
  std::mt19937 random(20080206);
  std::normal_distribution<double> normal;
  std::vector<double> warm_ms, to_guess, to_new;
  int usable = 0, cold_usable = 0;
  for (int k = 0; k < count; ++k) {
    const MotionProblem problem = bench::seven_axis_reach(random);
    Replanner replanner(problem);
    const int n = problem.model.dofs();
    const Replan first =
        replanner.plan({*problem.start.q, Eigen::VectorXd::Zero(n)}, *problem.goal.q);
    if (!first.usable) continue;
    const double elapsed = 0.2 * first.motion.duration();
    const ArmState state{first.motion.q(elapsed), first.motion.q(elapsed, 1)};
    Eigen::VectorXd by(n);
    for (double& entry : by) entry = normal(random);
    const Eigen::VectorXd goal = (*problem.goal.q + 0.07 * by.normalized())
                                     .cwiseMax(problem.limits.lower)
                                     .cwiseMin(problem.limits.upper);
    const double begun = milliseconds();
    const Replan next = replanner.plan(state, goal, elapsed);
    const double went_on = milliseconds();
    replanner.forget();
    const Replan cold = replanner.plan(state, goal);
    const double guessed = milliseconds();
    Replanner(problem).plan(state, goal);
    const double made_anew = milliseconds();
    warm_ms.push_back(went_on - begun);
    to_guess.push_back((went_on - begun) / (guessed - went_on));
    to_new.push_back((went_on - begun) / (made_anew - guessed));
    usable += next.optimal;
    cold_usable += cold.optimal;
  }
  std::printf(
      "{\"replans\": %zu, \"optimal\": %d, \"optimal_cold\": %d, \"median_ms\": %.3f, "
      "\"median_ratio_to_guess\": %.3f, \"median_ratio_to_new\": %.3f}\n",
      warm_ms.size(), usable, cold_usable, median(warm_ms), median(to_guess), median(to_new));
}

}  // namespace

int main(int argc, char** argv) {
  const auto is = [&](const char* word) { return argc > 1 && std::strcmp(argv[1], word) == 0; };
  if (is("--reaches")) {
    reaches(argc > 2 ? std::atoi(argv[2]) : 100);
  } else if (is("--segments")) {
    segments();
  } else if (is("--replan")) {
    replans(argc > 2 ? std::atoi(argv[2]) : 200);
  } else if (is("--pairs")) {
    pairs();
  } else if (is("--tree")) {
    trees();
  } else if (is("--file") && argc > 2) {
    compare(argv[2], alembert::load_motion_problem(argv[2]).problem, 1);
  } else {
    examples();
  }
}
