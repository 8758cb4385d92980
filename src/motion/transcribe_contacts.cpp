// Where contacts begin and end: bodies come to rest on the ground and leave it from rest, and
// nothing pushes at that instant. Between their ends see nodes_between_ends().
#include <algorithm>

#include "alembert/ground_coordinates.hpp"
#include "motion/transcribe.hpp"
#include "task/contact_gap.hpp"
#include "task/force_rows.hpp"
#include "task/reaction_rows.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

constexpr int normal_force = 2;

/// An end of a contact: what is asked there.
struct End {
  LimitPlace place;
  int segment;
  double fraction;
};

End end_at(const MotionProblem& problem, int knot) {
  const int segments = problem.spline.segments;
  if (knot == 0) return {LimitPlace::start, 0, 0.0};
  return {knot == segments ? LimitPlace::goal : LimitPlace::throughout, knot - 1, 1.0};
}

PointLimit equal_at(PointTerm term, LimitKind kind, const std::string& name, const End& end,
                    double scale, MotionProgram& program, double value = 0.0) {
  PointLimit limit{.term = std::move(term),
                   .nodes = {program.node(end.segment, end.fraction)},
                   .is_condition = true};
  for (int k = 0; k < limit.term.size(); ++k) {
    limit_entry(limit, k, {.kind = kind, .place = end.place, .name = name, .row = k}, value, value,
                scale);
  }
  return limit;
}

/// The gap and its rates of these orders vanish, in these components.
void hold_at(const End& end, GroundContact contact, std::vector<int> components,
             const std::vector<int>& orders, MotionProgram& program) {
  if (components.empty()) return;
  contact.components = std::move(components);
  const Model& model = program.task().model();
  for (const int order : orders) {
    PointTerm term = order == 0 ? PointTerm(std::make_shared<ContactGap>(model, contact))
                                : PointTerm(std::make_shared<ContactRate>(model, contact, order));
    program.add(equal_at(std::move(term), LimitKind::closure, contact.name, end, 1.0, program));
  }
}

/// A body that slides rests there, so far along its way.
void rest_at(const End& end, GroundContact contact, double along, const std::vector<int>& orders,
             MotionProgram& program) {
  if (contact.slides == 0.0) return;
  contact.slides = 0.0;
  contact.components = {0};
  const Model& model = program.task().model();
  if (std::find(orders.begin(), orders.end(), 0) != orders.end()) {
    program.add(equal_at(std::make_shared<ContactGap>(model, contact), LimitKind::closure,
                         contact.name, end, 1.0, program, along));
  }
  if (std::find(orders.begin(), orders.end(), 1) == orders.end()) return;
  hold_at(end, contact, {0}, {1}, program);
}

/// Where the end of the motion mirrors its start, all is said at the end but how the body that
/// stands there is turned about its edge: the other's height says it.
std::vector<int> components_at_mirrored_start(const MotionProblem& problem,
                                              const GroundContact& contact) {
  const bool rolls = std::any_of(
      problem.contacts.begin(), problem.contacts.end(), [&](const GroundContact& other) {
        return other.carries && other.rolls >= 0 && covers(problem, other.during, 0);
      });
  const std::vector<int> all = held_components(contact);
  const bool held = std::find(all.begin(), all.end(), normal_force) != all.end();
  return rolls && held ? std::vector<int>{normal_force} : std::vector<int>{};
}

/// Components of a contact that what went on before it has not held already.
std::vector<int> new_components(const MotionProblem& problem, const GroundContact& contact) {
  std::vector<int> components = held_components(contact);
  for (const GroundContact& other : problem.contacts) {
    if (other.carries || other.name != contact.name ||
        nearest_knot(problem, other.during.to) != nearest_knot(problem, contact.during.from) ||
        nearest_knot(problem, other.during.from) == nearest_knot(problem, other.during.to)) {
      continue;
    }
    const std::vector<int> before = held_components(other);
    std::erase_if(components, [&](int component) {
      return std::find(before.begin(), before.end(), component) != before.end();
    });
  }
  return components;
}

const std::vector<int> all_orders = {0, 1, 2};

/// Given joint values or its pose say where the body is, and joints at rest that it rests: not once
/// more.
std::vector<int> orders_at(const Condition& condition, const GroundContact& contact,
                           const MotionProblem& problem) {
  const auto is_whole = [&](const FrameTarget& pose) {
    return pose.frame == contact.frame && pose.position && pose.orientation;
  };
  const bool posed = (condition.pose && is_whole(*condition.pose)) ||
                     std::any_of(condition.also.begin(), condition.also.end(), is_whole);
  std::vector<int> orders;
  if (!condition.q && !posed) orders.push_back(0);
  if (!condition.v && (condition.any_velocity || problem.repetition)) orders.push_back(1);
  bool starts_still = true;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    starts_still = starts_still && (is_of_ground(problem, j) ||
                                    end_acceleration(problem, condition, j).has_value());
  }
  if (!starts_still) orders.push_back(2);
  return orders;
}

void add_ends(const GroundContact& contact, MotionProgram& program) {
  const MotionProblem& problem = program.task().problem();
  const int from = nearest_knot(problem, contact.during.from);
  const int to = nearest_knot(problem, contact.during.to), last = problem.spline.segments;
  if (from == 0 && problem.repetition) {
    hold_at(end_at(problem, 0), contact, components_at_mirrored_start(problem, contact), all_orders,
            program);
  } else {
    const std::vector<int> orders = from == 0      ? orders_at(problem.start, contact, problem)
                                    : from == last ? orders_at(problem.goal, contact, problem)
                                                   : all_orders;
    hold_at(end_at(problem, from), contact, new_components(problem, contact), orders, program);
    if (!goes_before(problem, contact)) {
      rest_at(end_at(problem, from), contact, 0.0, orders, program);
    }
  }
  if (to == from) return;
  const std::vector<int> orders =
      to == last ? orders_at(problem.goal, contact, problem) : all_orders;
  hold_at(end_at(problem, to), contact, held_components(contact), orders, program);
  rest_at(end_at(problem, to), contact, contact.slides, orders, program);
}

/// Entries of the stage's forces that come before the contact's.
int forces_before(const MotionProblem& problem, const GroundContact& contact, int segment) {
  int count = problem.force_count();
  for (const GroundContact& other : problem.contacts) {
    if (&other == &contact) break;
    if (other.carries || !covers(problem, other.during, segment)) continue;
    count += static_cast<int>(pushed_components(other).size());
  }
  return count;
}

/// Nothing pushes where a contact begins, and where it ends.
void add_zero_forces(const GroundContact& contact, MotionProgram& program) {
  const MotionProblem& problem = program.task().problem();
  const int from = nearest_knot(problem, contact.during.from);
  const int to = nearest_knot(problem, contact.during.to);
  const double weight = weight_of(problem.model);
  const auto size = static_cast<Eigen::Index>(pushed_components(contact).size());
  const auto zero = [&](const End& end) {
    program.add(equal_at(std::make_shared<ForceRows>(forces_before(problem, contact, end.segment),
                                                     Eigen::MatrixXd::Identity(size, size)),
                         LimitKind::contact, contact.name, end, weight, program));
  };
  if (from < to && begins_without_load(problem, contact)) zero({LimitPlace::throughout, from, 0.0});
  if (from < to && ends_without_load(problem, contact)) zero({LimitPlace::throughout, to - 1, 1.0});
}

/// … and of what carries, where another hands over to it.
void add_zero_wrench(const GroundContact& contact, MotionProgram& program) {
  const MotionProblem& problem = program.task().problem();
  if (nearest_knot(problem, contact.during.from) > 0 || !begins_without_load(problem, contact)) {
    return;
  }
  const std::vector<int> components = carried_components(problem.model);
  Eigen::Matrix<double, Eigen::Dynamic, 6> rows = Eigen::MatrixXd::Zero(components.size(), 6);
  for (std::size_t k = 0; k < components.size(); ++k) rows(k, components[k]) = 1.0;
  program.add(equal_at(std::make_shared<ContactWrench>(rows), LimitKind::contact, contact.name,
                       {LimitPlace::start, 0, 0.0}, weight_of(problem.model), program));
}

}  // namespace

void add_contacts(MotionProgram& program) {
  for (const GroundContact& contact : program.task().problem().contacts) {
    if (contact.carries) {
      add_zero_wrench(contact, program);
    } else {
      add_ends(contact, program);
      add_zero_forces(contact, program);
    }
  }
}

}  // namespace alembert
