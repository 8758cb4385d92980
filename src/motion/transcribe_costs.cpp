// The objective: time, and running costs by Gauss quadrature on every segment. Quadrature on the
// knots alone would be exploited by the optimiser (papers' notes on Xiang's example 2).
#include <algorithm>
#include <array>

#include "motion/costs.hpp"
#include "motion/transcribe.hpp"

namespace alembert {
namespace {

// Gauss-Legendre with four points on [0, 1].
constexpr std::array<double, 4> places{0.069431844202973712, 0.33000947820757187,
                                       0.66999052179242813, 0.93056815579702629};
constexpr std::array<double, 4> weights{0.17392742256872693, 0.32607257743127307,
                                        0.32607257743127307, 0.17392742256872693};

void add_running(const std::string& name, double weight, std::shared_ptr<PointFunction> function,
                 int first, int last, Transcription& nlp) {
  if (weight == 0.0) return;
  PointCost cost;
  cost.name = name;
  cost.function = std::move(function);
  cost.weight = weight;
  for (int e = first; e <= last; ++e) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      cost.nodes.push_back(nlp.node(e, places[i]));
      cost.shares.push_back(weights[i]);
    }
  }
  nlp.add(std::move(cost));
}

MechanicalEnergy* energy_of(const PointCost& cost) {
  return dynamic_cast<MechanicalEnergy*>(cost.function.get());
}

}  // namespace

void set_energy_rounding(MotionProgram& program, double watts) {
  for (const PointCost& cost : program.nlp.costs()) {
    if (MechanicalEnergy* energy = energy_of(cost)) energy->set_rounding(watts);
  }
}

double largest_power(MotionProgram& program, const Eigen::VectorXd& x) {
  double most = 0.0;
  MotionPoint point(program.nlp.dofs(), program.nlp.forces());
  Eigen::VectorXd tau(program.nlp.dofs());
  for (const PointCost& cost : program.nlp.costs()) {
    if (energy_of(cost) == nullptr) continue;
    for (const int k : cost.nodes) {
      const int e = program.nlp.node_segment(k);
      program.nlp.evaluate(x, e, program.nlp.node_fraction(k), point);
      stage_of(program.stages, e).torque->value(point, tau);
      most = std::max(most, tau.cwiseProduct(point.v()).cwiseAbs().maxCoeff());
    }
  }
  return most;
}

void add_costs(const MotionProblem& problem, MotionProgram& program) {
  const Objective& minimize = problem.minimize;
  Transcription& nlp = program.nlp;
  nlp.set_time_weight(minimize.time);
  for (const Stage& stage : program.stages) {
    const auto add = [&](const std::string& name, double weight, auto make) {
      if (weight == 0.0) return;
      add_running(name, weight, make(), stage.first_segment, stage.last_segment, nlp);
    };
    add("effort", minimize.effort, [&] { return std::make_shared<Effort>(stage.torque); });
    add("energy", minimize.energy,
        [&] { return std::make_shared<MechanicalEnergy>(stage.torque); });
    add("torque_rate", minimize.torque_rate,
        [&] { return std::make_shared<TorqueRate>(stage.model, stage.loads); });
  }
  const int last = nlp.grid().segments() - 1;
  add_running("jerk", minimize.jerk, std::make_shared<JerkSquared>(), 0, last, nlp);
  if (minimize.path_length != 0.0) {
    add_running("path_length", minimize.path_length,
                std::make_shared<PathSpeed>(problem.model, minimize.path_frame), 0, last, nlp);
  }
  for (const Objective::Term& term : minimize.terms) {
    add_running(term.name, term.weight, term.function, 0, last, nlp);
  }
}

}  // namespace alembert
