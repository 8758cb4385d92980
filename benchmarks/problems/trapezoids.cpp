#include "problems/trapezoids.hpp"

#include <algorithm>
#include <vector>

#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "support/best_trapezoid.hpp"

namespace alembert::bench {
namespace {

using Knots = SplineOptions::Knots;

struct Ratios {
  std::string name;
  std::vector<double> values = {};
  std::vector<unsigned> seeds = {};
  std::vector<double> seconds = {};

  void add(double value, unsigned seed, double spent) {
    values.push_back(value);
    seeds.push_back(seed);
    seconds.push_back(spent);
  }
  void print() const {
    if (values.empty()) return;
    std::vector<double> sorted = values, times = seconds;
    std::sort(sorted.begin(), sorted.end());
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
      return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    };
    const auto slower = [&](double by) {
      return std::count_if(sorted.begin(), sorted.end(),
                           [&](double value) { return value > 1.0 + by; });
    };
    std::printf(
        "%-28s of %zu slower by 1e-6: %td, 1e-4: %td, 1e-3: %td, 1e-2: %td; ratio least %.4f"
        " median %.5f 90 %% %.4f worst %.4f;"
        " median %.2f s, worst %.2f s\n",
        name.c_str(), sorted.size(), slower(1e-6), slower(1e-4), slower(1e-3), slower(1e-2),
        sorted.front(), at(0.5), at(0.9), sorted.back(), times[times.size() / 2], times.back());
    std::printf("   slower by 1e-4:");
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (values[k] > 1.0 + 1e-4) std::printf(" %u (%.4f)", seeds[k], values[k]);
    }
    std::printf("\n");
  }
};

Solution answer(const test::RandomProblem& made, Knots knots, int starts, int threads) {
  MotionProblem problem = made.problem;
  problem.spline.knots = knots;
  SolveOptions options;
  options.starts = starts;
  options.threads = threads;
  return solve(problem, options);
}

}  // namespace

int compare_with_trapezoids(const Arguments& asked) {
  const Knots standard = SplineOptions().knots;
  Ratios plain{"default / trapezoid"}, uniform{"uniform / trapezoid"},
      adapted{"adapted / trapezoid"}, default_free{"default / free, 6 starts"},
      adapted_free{"adapted / free, 6 starts"};
  for (int k = 0; k < asked.count; ++k) {
    const unsigned seed = asked.seed + static_cast<unsigned>(k);
    const test::RandomProblem made = test::random_problem(
        seed, {.models = ALEMBERT_SOURCE_DIR "/models", .only_profiles = true});
    const double trapezoid = test::best_trapezoid(made);
    const auto compare = [&](Knots knots, Ratios& to) {
      const Solution found = answer(made, knots, 1, asked.threads);
      if (found.status == MotionStatus::solved) {
        to.add(found.motion.duration() / trapezoid, seed, found.seconds);
        return found.motion.duration();
      }
      std::printf("seed %u, %s, %s: %s\n", seed, made.arm.c_str(), to.name.c_str(),
                  summary(found).c_str());
      return infinity;
    };
    const double equal = compare(Knots::uniform, uniform), moved = compare(Knots::adapted, adapted);
    const double now = standard == Knots::uniform ? equal : moved;
    const Ratios& same = standard == Knots::uniform ? uniform : adapted;
    if (std::isfinite(now)) plain.add(now / trapezoid, seed, same.seconds.back());
    if (k < asked.free_subset) {
      const Solution best = answer(made, Knots::free, 6, asked.threads);
      const double duration = best.motion.duration();
      if (best.status == MotionStatus::solved) {
        default_free.add(now / duration, seed, best.seconds);
        adapted_free.add(moved / duration, seed, best.seconds);
      }
    }
    if (asked.count == 1) {
      std::printf("seed %u, %s, friction %s: trapezoid %.6f s, uniform %.6f s, adapted %.6f s\n",
                  seed, made.arm.c_str(), made.friction.c_str(), trapezoid, equal, moved);
    }
    std::fflush(stdout);
  }
  for (const Ratios* ratios : {&plain, &uniform, &adapted, &default_free, &adapted_free}) {
    ratios->print();
  }
  const bool slower = std::any_of(plain.values.begin(), plain.values.end(),
                                  [](double value) { return value > 1.0 + 1e-6; });
  return slower ? 3 : 0;
}

}  // namespace alembert::bench
