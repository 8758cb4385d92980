#include "motion/diagnosis.hpp"

namespace alembert {
namespace {

void refuse_unless(bool fine, const std::string& reason, const std::string& fix) {
  if (!fine) throw Error(Error::Code::value, reason, fix);
}

}  // namespace

void check_options(const MotionProblem& problem, const SolveOptions& options) {
  refuse_unless(options.tolerance > 0.0, "a tolerance of " + number(options.tolerance),
                "give a share of the limits, such as 1e-4");
  refuse_unless(options.max_iterations > 0 && options.max_rounds >= 0 && options.starts > 0,
                "iterations, rounds or starts that cannot be",
                "give at least one start and iteration");
  refuse_unless(!options.initial || options.initial->q.dofs() == problem.model.dofs(),
                "the initial motion is of another robot", "give one with as many joints");
}

}  // namespace alembert
