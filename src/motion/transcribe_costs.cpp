// The objective: time, and running costs by Gauss quadrature on every segment. Quadrature on the
// knots alone would be exploited by the optimiser (papers' notes on Xiang's example 2).
#include <algorithm>
#include <array>

#include "alembert/ground_coordinates.hpp"
#include "motion/costs.hpp"
#include "motion/shared_term.hpp"
#include "motion/transcribe.hpp"
#include "task/holding.hpp"

namespace alembert {
namespace {

// Gauss-Legendre with four points on [0, 1].
constexpr std::array<double, 4> gauss_places{0.069431844202973712, 0.33000947820757187,
                                             0.66999052179242813, 0.93056815579702629};
constexpr std::array<double, 4> weights{0.17392742256872693, 0.32607257743127307,
                                        0.32607257743127307, 0.17392742256872693};

void add_running(const std::string& name, double weight, PointTerm term, int first, int last,
                 MotionProgram& program) {
  if (weight == 0.0) return;
  PointCost cost;
  cost.name = name;
  cost.term = std::move(term);
  cost.weight = weight;
  for (int e = first; e <= last; ++e) add_gauss_nodes(program, cost, e, 0.0, 1.0);
  program.add(std::move(cost));
}

/// One over the square of what each motor can do; 0 where nothing limits it, or there is none.
Eigen::VectorXd by_strength(const MotionProblem& problem) {
  return motor_strengths(problem).array().square().inverse();
}

/// 1 where there is a motor.
Eigen::VectorXd of_motors(const MotionProblem& problem) {
  Eigen::VectorXd ones = Eigen::VectorXd::Zero(problem.model.dofs());
  ones(own_coordinates(problem, problem.model.dofs())).setOnes();
  return ones;
}

}  // namespace

bool is_energy(const PointCost& cost) {
  return dynamic_cast<const MechanicalEnergy*>(cost.term.of_torque()) != nullptr;
}

void add_gauss_nodes(MotionProgram& program, PointCost& cost, int segment, double from, double to) {
  for (std::size_t i = 0; i < gauss_places.size(); ++i) {
    cost.nodes.push_back(program.node(segment, from + (to - from) * gauss_places[i]));
    cost.shares.push_back((to - from) * weights[i]);
  }
}

void set_energy_rounding(MotionProgram& program, double watts) {
  for (int c = 0; c < static_cast<int>(program.costs().size()); ++c) {
    if (!is_energy(program.costs()[c])) continue;
    program.replace_cost_term(c, std::make_shared<MechanicalEnergy>(watts));
  }
}

double largest_power(const MotionProgram& program, const Eigen::VectorXd& x) {
  double most = 0.0;
  MotionPoint point(program.dofs(), 0);
  Eigen::VectorXd tau(program.dofs());
  const std::vector<std::unique_ptr<Dynamics>> dynamics = program.task().workspaces();
  for (const PointCost& cost : program.costs()) {
    if (!is_energy(cost)) continue;
    for (const int k : cost.nodes) {
      const int e = program.node_segment(k);
      program.evaluate(x, e, program.node_fraction(k), point);
      dynamics[program.task().stage_index(e)]->torque(point, tau);
      most = std::max(most, tau.cwiseProduct(point.v()).cwiseAbs().maxCoeff());
    }
  }
  return most;
}

void add_costs(MotionProgram& program) {
  const MotionProblem& problem = program.task().problem();
  const Objective& minimize = problem.minimize;
  program.set_time_weight(minimize.time);
  for (const Stage& stage : program.task().stages()) {
    const auto add = [&](const std::string& name, double weight, auto make) {
      if (weight == 0.0) return;
      add_running(name, weight, make(), stage.first_segment, stage.last_segment, program);
    };
    add("effort", minimize.effort, [&]() -> PointTerm {
      if (problem.bodies.empty()) return std::make_shared<Effort>(problem.ground_coordinates);
      return std::make_shared<WeightedEffort>(of_motors(problem));
    });
    add("exertion", minimize.exertion,
        [&] { return std::make_shared<WeightedEffort>(by_strength(problem)); });
    add("energy", minimize.energy, [] { return std::make_shared<MechanicalEnergy>(); });
    add("torque_rate", minimize.torque_rate, [&] {
      return std::make_shared<TorqueRate>(stage.dynamics->clone(), problem.slip_speed,
                                          coordinates_of_ground(problem, program.dofs()));
    });
  }
  const int last = program.grid().segments() - 1;
  add_running("jerk", minimize.jerk, std::make_shared<JerkSquared>(), 0, last, program);
  if (minimize.discomfort != 0.0) {
    add_running("discomfort", minimize.discomfort, std::make_shared<Discomfort>(problem), 0, last,
                program);
  }
  if (minimize.path_length != 0.0) {
    add_running("path_length", minimize.path_length,
                std::make_shared<PathSpeed>(problem.model, minimize.path_frame), 0, last, program);
  }
  for (const Objective::Term& term : minimize.terms) {
    add_running(term.name, term.weight, own_term(term.function), 0, last, program);
  }
}

}  // namespace alembert
