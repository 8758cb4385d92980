#include "alembert/task.hpp"

#include <algorithm>

#include "alembert/arm.hpp"
#include "require.hpp"
#include "task/check_problem.hpp"
#include "task/in_reach.hpp"
#include "task/limits.hpp"
#include "task/spans.hpp"
#include "task/tie.hpp"

namespace alembert {

namespace {

bool same_in_hand(const MotionProblem& problem, int e, int f) {
  const auto same = [&](const auto& item) {
    return covers(problem, item.during, e) == covers(problem, item.during, f);
  };
  return std::all_of(problem.carried.begin(), problem.carried.end(), same) &&
         std::all_of(problem.loads.begin(), problem.loads.end(), same) &&
         std::all_of(
             problem.contacts.begin(), problem.contacts.end(),
             [&](const GroundContact& contact) { return contact.carries || same(contact); });
}

Stage stage_at(const MotionProblem& problem, int segment) {
  Stage stage{segment, segment, problem.model, {}, 0, nullptr};
  for (const Carried& body : problem.carried) {
    if (!covers(problem, body.during, segment)) continue;
    stage.model = carrying(stage.model, body.frame, body.inertia);
  }
  for (const TimedLoad& load : problem.loads) {
    if (covers(problem, load.during, segment)) stage.loads.push_back(load.load);
  }
  const std::vector<Tie> ties = ties_in(problem, segment);
  for (const Tie& tie : ties) stage.forces += static_cast<int>(tie.size());
  stage.dynamics = stage.model.arm().dynamics(problem, stage.model, stage.loads, ties);
  return stage;
}

std::vector<Stage> stages_of(const MotionProblem& problem) {
  std::vector<Stage> stages;
  for (int e = 0; e < problem.spline.segments; ++e) {
    if (e > 0 && same_in_hand(problem, e - 1, e)) {
      stages.back().last_segment = e;
    } else {
      stages.push_back(stage_at(problem, e));
    }
  }
  return stages;
}

/// A motion of one polynomial piece is none to search for, but one to look at.
constexpr int least_to_search = 2, least_to_look_at = 1;

[[noreturn]] void refuse_forces(const Task& task, const Trajectory& motion) {
  const auto listed = [](const auto& of, auto count) {
    std::string text;
    for (const auto& one : of) text += (text.empty() ? "" : ", ") + std::to_string(count(one));
    return text.empty() ? std::string("none") : text;
  };
  throw Error(Error::Code::size,
              "the motion has forces of cut joints and contacts, stage by stage: " +
                  listed(motion.forces, [](const BSpline& spline) { return spline.dofs(); }) +
                  "; the problem: " +
                  listed(task.stages(), [](const Stage& stage) { return stage.forces; }),
              "give a motion that was planned with these loops and contacts, and its forces with "
              "it: without them nothing says what holds a loop closed");
}

void check_forces(const Task& task, const Trajectory& motion) {
  const BSpline& q = motion.q;
  if (!task.has_forces() && motion.forces.empty()) return;
  if (motion.forces.size() != task.stages().size()) refuse_forces(task, motion);
  for (std::size_t k = 0; k < motion.forces.size(); ++k) {
    const BSpline& forces = motion.forces[k];
    const Stage& stage = task.stages()[k];
    if (forces.dofs() != stage.forces) refuse_forces(task, motion);
    require(forces.degree() == q.degree() && forces.segments() == stage.segments() &&
                forces.knots() == q.knots_of(stage.first_segment, stage.last_segment),
            "the motion's unknown forces are on other knots than its coordinates",
            "give both on the same knots", Error::Code::size);
  }
}

MotionProblem on_grid_of(MotionProblem problem, const Trajectory& motion) {
  check_coordinates(problem.model, motion);
  problem.spline.segments = motion.q.segments();
  problem.spline.degree = motion.q.degree();
  return problem;
}

}  // namespace

struct Task::Data {
  MotionProblem problem;
  std::vector<Stage> stages;
  std::vector<PointLimit> limits;
};

Task::Task(const MotionProblem& problem) : Task(problem, least_to_search) {}

Task::Task(const MotionProblem& given, int least_segments) {
  check_problem(given, least_segments);
  const MotionProblem problem = in_reach(given);
  std::vector<Stage> stages = stages_of(problem);
  std::vector<PointLimit> limits = limits_during_motion(problem, stages);
  data_ = std::make_shared<const Data>(Data{problem, std::move(stages), std::move(limits)});
}

Task::Task(const MotionProblem& problem, const Trajectory& motion)
    : Task(on_grid_of(problem, motion), least_to_look_at) {
  check_forces(*this, motion);
}

Task Task::of(const Trajectory& motion) const {
  const SplineOptions& spline = problem().spline;
  if (motion.q.segments() != spline.segments || motion.q.degree() != spline.degree) {
    return Task(problem(), motion);
  }
  check_coordinates(model(), motion);
  check_forces(*this, motion);
  return *this;
}

const MotionProblem& Task::problem() const { return data_->problem; }
bool Task::has_forces() const {
  return std::any_of(stages().begin(), stages().end(),
                     [](const Stage& stage) { return stage.forces > 0; });
}
const std::vector<Stage>& Task::stages() const { return data_->stages; }
const std::vector<PointLimit>& limits_of(const Task& task) { return task.data_->limits; }

std::size_t Task::stage_index(int segment) const {
  std::size_t index = 0;
  while (index + 1 < stages().size() && segment > stages()[index].last_segment) ++index;
  return index;
}

std::vector<std::unique_ptr<Dynamics>> Task::workspaces() const {
  std::vector<std::unique_ptr<Dynamics>> own;
  for (const Stage& stage : stages()) own.push_back(stage.dynamics->clone());
  return own;
}

Task Task::without_coulomb() const {
  MotionProblem smooth = problem();
  smooth.model = without_drives(smooth.model, {.coulomb = true});
  return Task(smooth, least_to_look_at);
}

}  // namespace alembert
