#include "task/ground.hpp"

#include <algorithm>
#include <random>

#include "alembert/center_of_mass.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "task/spans.hpp"
#include "task/tie.hpp"

namespace alembert {
namespace {

int first_knot(const MotionProblem& problem, const GroundContact& contact) {
  return nearest_knot(problem, contact.during.from);
}
int last_knot(const MotionProblem& problem, const GroundContact& contact) {
  return nearest_knot(problem, contact.during.to);
}

/// Does another part of the same contact last, with this as its end?
bool has_neighbour(const MotionProblem& problem, const GroundContact& contact,
                   int (*end_of)(const MotionProblem&, const GroundContact&), int knot) {
  return std::any_of(problem.contacts.begin(), problem.contacts.end(),
                     [&](const GroundContact& other) {
                       return &other != &contact && other.carries == contact.carries &&
                              other.name == contact.name && end_of(problem, other) == knot &&
                              first_knot(problem, other) < last_knot(problem, other);
                     });
}

}  // namespace

Eigen::Isometry3d place_of(const Model& model, const GroundContact& contact) {
  return model.base() * model.frame(contact.place).pose;
}

Tie tie_of(const Model& model, const GroundContact& contact) {
  const Eigen::Matrix3d axes = place_of(model, contact).linear();
  Tie tie{contact.place, contact.frame, {}, {}};
  const std::vector<int> components = pushed_components(contact);
  const auto count = static_cast<Eigen::Index>(components.size());
  for (Eigen::Index k = 0; k < count; ++k) {
    const bool is_force = components[k] < 3;
    Eigen::MatrixX3d& rows = is_force ? tie.directions : tie.turns;
    rows.conservativeResize(rows.rows() + 1, 3);
    const Eigen::Matrix<double, 6, 1> wrench = wrench_of(contact, Eigen::VectorXd::Unit(count, k));
    rows.bottomRows<1>() = (axes * (is_force ? wrench.head<3>() : wrench.tail<3>())).transpose();
  }
  return tie;
}

// A body that slides along x rubs at every point of its patch against that way, by mu of what
// presses there: together mu of what presses, at the centre of pressure (x, y). Its moments about x
// and y are y N and -x N, so that the one about z, y mu N, is mu of the one about x.
Eigen::Matrix<double, 6, 1> wrench_of(const GroundContact& contact, VecIn<double> forces) {
  Eigen::Matrix<double, 6, 1> wrench = Eigen::Matrix<double, 6, 1>::Zero();
  Eigen::Index next = 0;
  for (const int component : pushed_components(contact)) wrench[component] = forces[next++];
  if (contact.slides == 0.0) return wrench;
  wrench[0] = -contact.patch.friction * wrench[2];
  wrench[5] = contact.patch.friction * wrench[3];
  return wrench;
}

std::vector<int> pushed_components(const GroundContact& contact) {
  std::vector<int> pushed = contact.components;
  if (contact.slides != 0.0) {
    std::erase_if(pushed, [](int component) { return component < 2 || component > 4; });
  }
  return pushed;
}

std::vector<int> held_components(const GroundContact& contact) {
  constexpr int about_y = 4;
  std::vector<int> held = contact.components;
  if (contact.rolls >= 0) std::erase(held, about_y);
  return held;
}

bool is_carried(const MotionProblem& problem, int segment) {
  return std::any_of(problem.contacts.begin(), problem.contacts.end(), [&](const auto& contact) {
    return contact.carries && covers(problem, contact.during, segment);
  });
}

bool goes_before(const MotionProblem& problem, const GroundContact& contact) {
  return has_neighbour(problem, contact, last_knot, first_knot(problem, contact));
}

bool goes_on(const MotionProblem& problem, const GroundContact& contact) {
  return has_neighbour(problem, contact, first_knot, last_knot(problem, contact));
}

bool begins_without_load(const MotionProblem& problem, const GroundContact& contact) {
  if (goes_before(problem, contact)) return false;
  const int knot = first_knot(problem, contact);
  if (knot > 0 || !contact.carries) return knot > 0;
  // A step that is repeated: the foot has just come down, another stands yet.
  return problem.repetition &&
         std::any_of(problem.contacts.begin(), problem.contacts.end(), [&](const auto& other) {
           return !other.carries && covers(problem, other.during, 0);
         });
}

bool ends_without_load(const MotionProblem& problem, const GroundContact& contact) {
  return !goes_on(problem, contact) && last_knot(problem, contact) < problem.spline.segments;
}

double weight_of(const Model& model) {
  const double weight = CenterOfMass(model).mass() * model.gravity().norm();
  return weight > 0.0 ? weight : 1.0;
}

std::vector<int> carried_components(const Model& model) {
  constexpr int looks = 3;
  constexpr double nothing = 1e-9;
  InverseDynamics<double> inverse(model);
  Eigen::VectorXd q(model.dofs()), v(q), a(q), tau(q);
  Eigen::VectorXd most = Eigen::VectorXd::Zero(placing_coordinates);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int look = 0; look < looks; ++look) {
    for (int j = 0; j < model.dofs(); ++j) {
      const bool placed = j < placing_coordinates;
      q[j] = placed ? 0.0 : uniform(random);
      v[j] = placed ? 0.0 : uniform(random);
      a[j] = placed ? 0.0 : uniform(random);
    }
    inverse(q, v, a, tau);
    most = most.cwiseMax(tau.head<placing_coordinates>().cwiseAbs());
  }
  std::vector<int> components;
  for (int k = 0; k < placing_coordinates; ++k) {
    if (most[carrying_torque(k)] > nothing * most.maxCoeff()) components.push_back(k);
  }
  return components;
}

}  // namespace alembert
