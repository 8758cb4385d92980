// From a problem to a program: grid, bounds, conditions, limits, costs.
#pragma once

#include "alembert/motion.hpp"
#include "motion/torque.hpp"
#include "motion/transcription.hpp"

namespace alembert {

/// A run of segments with the same loads and the same things in hand.
struct Stage {
  int first_segment = 0, last_segment = 0;
  Model model;
  std::vector<Load> loads;
  std::shared_ptr<Torque> torque;
};

/// Of the stages of a motion the one a segment is in; the last for what comes after the motion.
std::size_t stage_index(const std::vector<Stage>& stages, int segment);
const Stage& stage_of(const std::vector<Stage>& stages, int segment);

struct MotionProgram {
  Transcription nlp;
  std::vector<Stage> stages;
};

/// The knot nearest to a fraction of the segments.
int nearest_knot(const MotionProblem& problem, double fraction);

/// Rest that is taken for granted, at a start or goal: the arm must be able to stay there.
bool must_be_held(const Condition& condition);

/// How the segments' lengths follow from the unknown times, as the problem's knots ask.
Eigen::MatrixXd time_shares(const MotionProblem& problem);

/// `guess` (s) sets what counts as a very short time.
MotionProgram transcribe(const MotionProblem& problem, const Eigen::MatrixXd& shares, double guess);

// Its parts, a file each.
std::vector<Stage> make_stages(const MotionProblem& problem);
void add_conditions(const MotionProblem& problem, MotionProgram& program);
void add_control_limits(const MotionProblem& problem, MotionProgram& program);
void add_torque_limits(const MotionProblem& problem, MotionProgram& program);
void add_space_limits(const MotionProblem& problem, MotionProgram& program);
void add_costs(const MotionProblem& problem, MotionProgram& program);

/// W: see MechanicalEnergy. Nothing happens where energy is not minimized.
void set_energy_rounding(MotionProgram& program, double watts);
/// W, of any joint at the nodes of the energy's quadrature; 0 where it is not minimized.
double largest_power(MotionProgram& program, const Eigen::VectorXd& x);

/// Nodes at knots and midpoints of segments first … last.
std::vector<int> checking_nodes(Transcription& nlp, int first, int last);
/// Nodes spread evenly over the motion, both ends included.
std::vector<int> even_nodes(Transcription& nlp, int count);
/// One node a control point, at the mean of its knots; those of the first and last `skip` left out.
std::vector<int> control_nodes(Transcription& nlp, int skip);

}  // namespace alembert
