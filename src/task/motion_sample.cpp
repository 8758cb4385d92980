#include "alembert/motion_sample.hpp"

#include <optional>

#include "task/contact_forces.hpp"
#include "task/planned_motion.hpp"

namespace alembert {

std::vector<MotionSample> sample(const Task& task, const Trajectory& motion, int count) {
  PlannedMotion plan(task, motion);
  std::optional<ContactForces> contacts;
  if (plan.task().problem().touches()) contacts.emplace(plan.task().problem());
  std::vector<MotionSample> samples;
  for (int i = 0; i < count; ++i) {
    const double t = count > 1 ? motion.duration() * i / (count - 1) : 0.0;
    const int segment = plan.segment_at(t);
    plan.evaluate(t, segment);
    MotionSample& now = samples.emplace_back(plan.sample());
    if (contacts) now.ground = contacts->at(segment, now.q, now.tau, now.force);
  }
  return samples;
}

std::vector<MotionSample> sample(const MotionProblem& problem, const Trajectory& motion,
                                 int count) {
  return sample(Task(problem, motion), motion, count);
}

}  // namespace alembert
