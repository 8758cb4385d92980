// From a task to a program: grid, bounds, conditions, limits, costs.
#pragma once

#include "motion/program.hpp"

namespace alembert {

/// How far inside its limits a program works, as a share of them: what the solver's own tolerance,
/// the curve between nodes and the bounds of a proof may use up. It costs half of that in time.
constexpr double tightening_during_motion = 3e-5;

/// How the segments' lengths follow from the unknown times, as the problem's knots ask.
Eigen::MatrixXd time_shares(const MotionProblem& problem);

/// `guess` (s) sets what counts as a very short time.
MotionProgram transcribe(const Task& task, const Eigen::MatrixXd& shares, double guess,
                         std::shared_ptr<Workers> workers);

// Its parts, a file each.
void add_conditions(MotionProgram& program);
void add_control_limits(MotionProgram& program);
void add_path_limits(MotionProgram& program);
void add_holding_limits(MotionProgram& program);
void add_contacts(MotionProgram& program);
void add_costs(MotionProgram& program);

/// Four places between fractions of a segment, on which the integral is exact up to degree 7.
void add_gauss_nodes(MotionProgram& program, PointCost& cost, int segment, double from, double to);
bool is_energy(const PointCost& cost);
/// W: see MechanicalEnergy. Nothing happens where energy is not minimized.
void set_energy_rounding(MotionProgram& program, double watts);
/// W, of any joint at the nodes of the energy's quadrature; 0 where it is not minimized.
double largest_power(const MotionProgram& program, const Eigen::VectorXd& x);

/// Nodes at knots and midpoints of segments first … last.
std::vector<int> checking_nodes(MotionProgram& program, int first, int last);
/// One node a control point, at the mean of its knots, on segments first … last alone, clamped at
/// their ends.
std::vector<int> control_nodes_between(MotionProgram& program, int first, int last);
/// Between the ends of a contact: as many as a spline bears that is held at those in position,
/// velocity and acceleration. More would lock it.
std::vector<int> nodes_between_ends(MotionProgram& program, int first, int last);

}  // namespace alembert
