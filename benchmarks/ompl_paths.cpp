// First paths of a folder's problems: our RRT-Connect beside OMPL's, which asks our states whether
// they are clear, one at a time. Built where OMPL is.
//
//   alembert_ompl FOLDER [--every N] [--only WORD] [--max-seconds S]
//
// Ours looks at lines every few centimetres that a solid of the arm goes, OMPL's every 0.05 rad,
// which is 4 cm at 0.8 m from an axis. Neither cuts its path short. Both run in one process, in
// turns, three times with other random numbers: the shortest counts.
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "alembert/collision_free_path.hpp"
#include "alembert/motion_file.hpp"
#include "problem_files.hpp"

namespace alembert::bench {
namespace {

namespace ob = ompl::base;
namespace og = ompl::geometric;

/// rad: as dense as lines are looked at, in OMPL's own measure of length.
constexpr double step_of_line = 0.05;
constexpr int turns = 3;

struct Options {
  std::string folder, only;
  std::size_t every = 1;
  double max_seconds = 10.0;
};

struct Time {
  bool found = false;
  double seconds = infinity;
};

void keep_shorter(Time& best, bool found, std::chrono::steady_clock::time_point begun) {
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
  if (!found) return;
  best.found = true;
  best.seconds = std::min(best.seconds, spent.count());
}

/// Coordinates that the problem lets move: others stand where the start has them.
std::vector<int> moving(const MotionProblem& problem) {
  std::vector<int> out;
  for (int i = 0; i < problem.model.dofs(); ++i) {
    if (problem.limits.upper[i] - problem.limits.lower[i] > 0.0 &&
        (*problem.start.q)[i] != (*problem.goal.q)[i]) {
      out.push_back(i);
    }
  }
  return out;
}

class OmplProblem {
 public:
  OmplProblem(const MotionProblem& problem, ClearPlanner& states)
      : coordinates_(moving(problem)), at_(*problem.start.q), states_(states) {
    const auto count = static_cast<unsigned>(coordinates_.size());
    auto space = std::make_shared<ob::RealVectorStateSpace>(count);
    ob::RealVectorBounds bounds(count);
    for (unsigned k = 0; k < count; ++k) {
      bounds.setLow(k, std::max(-4.0, problem.limits.lower[coordinates_[k]]));
      bounds.setHigh(k, std::min(4.0, problem.limits.upper[coordinates_[k]]));
    }
    space->setBounds(bounds);
    setup_ = std::make_unique<og::SimpleSetup>(space);
    setup_->setStateValidityChecker([this](const ob::State* state) { return clear(state); });
    setup_->getSpaceInformation()->setStateValidityCheckingResolution(step_of_line /
                                                                      space->getMaximumExtent());
    setup_->setPlanner(std::make_shared<og::RRTConnect>(setup_->getSpaceInformation()));
    setup_->setStartAndGoalStates(state_of(space, *problem.start.q),
                                  state_of(space, *problem.goal.q));
  }

  bool solve(double seconds) {
    setup_->clear();
    setup_->solve(seconds);
    return setup_->haveExactSolutionPath();
  }

 private:
  ob::ScopedState<> state_of(const ob::StateSpacePtr& space, const Eigen::VectorXd& q) const {
    ob::ScopedState<> state(space);
    for (unsigned k = 0; k < coordinates_.size(); ++k) state[k] = q[coordinates_[k]];
    return state;
  }
  bool clear(const ob::State* state) {
    const auto* values = state->as<ob::RealVectorStateSpace::StateType>()->values;
    for (std::size_t k = 0; k < coordinates_.size(); ++k) at_[coordinates_[k]] = values[k];
    return states_.clear(at_);
  }

  std::vector<int> coordinates_;
  Eigen::VectorXd at_;
  ClearPlanner& states_;
  std::unique_ptr<og::SimpleSetup> setup_;
};

struct Pair {
  Time ours, theirs;
};

Pair look_at(const MotionProblem& problem, double max_seconds) {
  Pair times;
  for (int turn = 0; turn < turns; ++turn) {
    auto begun = std::chrono::steady_clock::now();
    ClearPlanner planner(problem.model, problem.clearance, problem.limits);
    const auto path = planner.find(*problem.start.q, *problem.goal.q,
                                   {.seed = static_cast<unsigned>(turn + 1),
                                    .max_seconds = max_seconds,
                                    .slack = 0.0,
                                    .cuts = 0});
    keep_shorter(times.ours, path.has_value(), begun);
    begun = std::chrono::steady_clock::now();
    ClearPlanner states(problem.model, problem.clearance, problem.limits);
    OmplProblem theirs(problem, states);
    keep_shorter(times.theirs, theirs.solve(max_seconds), begun);
  }
  return times;
}

double middle(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
    if (word == "--every") {
      options.every = static_cast<std::size_t>(std::max(1, std::atoi(value().c_str())));
    } else if (word == "--only") {
      options.only = value();
    } else if (word == "--max-seconds") {
      options.max_seconds = std::atof(value().c_str());
    } else {
      options.folder = word;
    }
  }
  return options;
}

int run(const Options& options) {
  const std::vector<std::filesystem::path> files =
      bench::problem_files(options.folder, options.only);
  std::vector<double> ours, theirs, shares;
  int problems = 0;
  for (std::size_t k = 0; k < files.size(); k += options.every) {
    const MotionProblem problem = load_motion_problem(files[k].string()).problem;
    if (!problem.start.q || !problem.goal.q) continue;
    ++problems;
    const Pair times = look_at(problem, options.max_seconds);
    if (times.ours.found) ours.push_back(times.ours.seconds);
    if (times.theirs.found) theirs.push_back(times.theirs.seconds);
    if (times.ours.found && times.theirs.found) {
      shares.push_back(times.theirs.seconds / times.ours.seconds);
    }
    std::printf("%s  ours %.2f ms  OMPL %.2f ms\n", files[k].stem().string().c_str(),
                1e3 * times.ours.seconds, 1e3 * times.theirs.seconds);
    std::fflush(stdout);
  }
  std::printf(
      "{\"problems\": %d, \"ours_found\": %zu, \"ompl_found\": %zu, \"ours_ms\": %.3f,\n"
      " \"ompl_ms\": %.3f, \"ompl_over_ours\": %.2f}\n",
      problems, ours.size(), theirs.size(), 1e3 * middle(ours), 1e3 * middle(theirs),
      middle(shares));
  return problems > 0 ? 0 : 2;
}

}  // namespace
}  // namespace alembert::bench

int main(int argc, char** argv) {
  const alembert::bench::Options options = alembert::bench::read_options(argc, argv);
  if (options.folder.empty()) {
    std::fputs("alembert_ompl FOLDER [--every N] [--only WORD] [--max-seconds S]\n", stderr);
    return 2;
  }
  ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
  return alembert::bench::run(options);
}
