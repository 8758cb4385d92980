#include "task/contact_limits.hpp"

#include <algorithm>

#include "alembert/standing.hpp"
#include "task/cone_facets.hpp"
#include "task/contact_gap.hpp"
#include "task/footing_patch.hpp"
#include "task/force_rows.hpp"
#include "task/ground.hpp"
#include "task/limits.hpp"
#include "task/reaction_rows.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// The part of a contact in a stage; empty where last < first.
struct Part {
  int first, last;
  bool begins, ends;  // with the contact itself
};

Part part_in(const MotionProblem& problem, const GroundContact& contact, const Stage& stage) {
  const int from = nearest_knot(problem, contact.during.from);
  const int to = nearest_knot(problem, contact.during.to) - 1;
  return {std::max(from, stage.first_segment), std::min(to, stage.last_segment),
          from >= stage.first_segment, to <= stage.last_segment};
}

/// rows * wrench <= 0.
PointLimit cone_limit(PointTerm term, const MotionProblem& problem, const GroundContact& contact,
                      const Part& part, double weight) {
  PointLimit limit = certified(std::move(term), part.first, part.last);
  limit.zero_first = part.begins && begins_without_load(problem, contact);
  limit.zero_last = part.ends && ends_without_load(problem, contact);
  const bool apex = limit.zero_first || limit.zero_last;
  for (int k = 0; k < limit.term.size(); ++k) {
    limit_entry(limit, k, {.kind = LimitKind::contact, .name = contact.name, .angular = false},
                -infinity, apex ? apex_tolerance * weight : 0.0, weight);
  }
  return limit;
}

/// The cone's rows by some components, where the others are zero.
Eigen::MatrixXd rows_by(const Eigen::Matrix<double, Eigen::Dynamic, 6>& cone,
                        const std::vector<int>& components) {
  Eigen::MatrixXd rows(cone.rows(), components.size());
  for (Eigen::Index k = 0; k < rows.cols(); ++k) rows.col(k) = cone.col(components[k]);
  return components.size() < 6 ? essential_rows(rows) : rows;
}

/// The same with zeros for the others.
Eigen::Matrix<double, Eigen::Dynamic, 6> rows_of_carrier(const Model& model, const Patch& patch) {
  const std::vector<int> components = carried_components(model);
  const Eigen::MatrixXd rows = rows_by(wrench_cone(patch), components);
  Eigen::Matrix<double, Eigen::Dynamic, 6> out = Eigen::MatrixXd::Zero(rows.rows(), 6);
  for (Eigen::Index k = 0; k < rows.cols(); ++k) out.col(components[k]) = rows.col(k);
  return out;
}

/// Torques of what places the body are zero while nothing carries it: an equation.
void add_flight(const MotionProblem& problem, const Stage& stage, double weight,
                std::vector<PointLimit>& limits) {
  const auto flies = [&](int e) { return !is_carried(problem, e); };
  for (int e = stage.first_segment; e <= stage.last_segment; ++e) {
    if (!flies(e)) continue;
    const int first = e;
    while (e < stage.last_segment && flies(e + 1)) ++e;
    PointLimit limit = certified(std::make_shared<TorqueItself>(problem.model.dofs()), first, e);
    limit.between_nodes = PointLimit::BetweenNodes::reported;
    for (const int component : carried_components(problem.model)) {
      const int j = carrying_torque(component);
      limit_entry(limit, j, joint_subject(LimitKind::torque, problem.model.coordinates()[j]), 0.0,
                  0.0, weight);
    }
    limits.push_back(std::move(limit));
  }
}

/// What a hand exerts on a body: rows * wrench <= 0.
void add_pushes(const MotionProblem& problem, const Stage& stage, double weight,
                std::vector<PointLimit>& limits) {
  for (const PushedBody& body : problem.bodies) {
    PointLimit limit =
        certified(std::make_shared<ContactWrench>(wrench_cone(patch_of(body)), body.first),
                  stage.first_segment, stage.last_segment);
    for (int k = 0; k < limit.term.size(); ++k) {
      limit_entry(limit, k, {.kind = LimitKind::contact, .name = body.name, .angular = false},
                  -infinity, 0.0, weight);
    }
    limits.push_back(std::move(limit));
  }
}

/// A body that slides does not turn back: -speed <= nothing.
PointLimit speed_of(const MotionProblem& problem, const GroundContact& contact) {
  PointLimit limit =
      over(problem, contact.during, std::make_shared<SlidingSpeed>(problem.model, contact));
  // It rests where it begins and ends to slide.
  limit.zero_first = limit.zero_last = true;
  limit_entry(limit, 0, {.kind = LimitKind::sliding, .name = contact.name, .angular = false},
              -sliding_tolerance, infinity, 1.0);
  return limit;
}

PointLimit gap_of(const MotionProblem& problem, const GroundContact& contact) {
  PointLimit limit = closed(problem, contact.during,
                            std::make_shared<ContactGap>(problem.model, contact), contact.name);
  limit.ends_held = true;
  return limit;
}

}  // namespace

void add_contact_limits(const MotionProblem& problem, const std::vector<Stage>& stages,
                        std::vector<PointLimit>& limits) {
  if (!problem.contacts.empty()) check_contacts(problem);
  for (const Stage& stage : stages) {
    const double weight = weight_of(stage.model);
    add_pushes(problem, stage, weight, limits);
    int first_force = problem.force_count();
    for (const GroundContact& contact : problem.contacts) {
      const Part part = part_in(problem, contact, stage);
      if (part.last < part.first) continue;
      if (contact.carries) {
        limits.push_back(cone_limit(
            std::make_shared<ContactWrench>(rows_of_carrier(problem.model, contact.patch)), problem,
            contact, part, weight));
      } else {
        const std::vector<int> components = pushed_components(contact);
        limits.push_back(
            cone_limit(std::make_shared<ForceRows>(first_force,
                                                   rows_by(wrench_cone(contact.patch), components)),
                       problem, contact, part, weight));
        first_force += static_cast<int>(components.size());
      }
    }
    if (problem.ground_coordinates > 0) add_flight(problem, stage, weight, limits);
    add_balance(problem, stage, limits);
  }
  for (const GroundContact& contact : problem.contacts) {
    if (contact.carries) continue;
    PointLimit gap = gap_of(problem, contact);
    if (gap.first_segment > gap.last_segment) continue;
    limits.push_back(std::move(gap));
    if (contact.slides != 0.0) limits.push_back(speed_of(problem, contact));
  }
}

}  // namespace alembert
