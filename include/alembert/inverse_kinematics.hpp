// The joint values that bring a frame to a pose.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "alembert/model.hpp"

namespace alembert {

struct IkOptions {
  double position_tolerance = 1e-9;        ///< m
  double orientation_tolerance = 1e-9;     ///< rad
  bool position_only = false;              ///< leave the orientation free
  bool joint_limits = true;                ///< stay within position limits
  Eigen::VectorXd lower = {}, upper = {};  ///< these, both; empty: the robot's own
  int max_iterations = 200;
  int restarts = 100;  ///< random starts after the given one fails (fixed seed)
};

struct IkResult {
  enum class Status { solved, not_reached };
  Status status = Status::not_reached;
  Eigen::VectorXd q;               ///< best found, within limits even when the pose was not reached
  double position_error = 0.0;     ///< m
  double orientation_error = 0.0;  ///< rad
  int iterations = 0;

  bool solved() const { return status == Status::solved; }  ///< both tolerances are met
};

/// Where to start when nothing better is known: the middle of the position limits, as far as they
/// are within 3 rad or m of zero.
Eigen::VectorXd middle_of_limits(const Model& model);

/// Damped least squares (Levenberg-Marquardt on the pose error) with joint limits. Throws Error for
/// wrong sizes, one of lower and upper alone, limits that leave nothing and a frame that is not
/// set.
[[nodiscard]] IkResult inverse_kinematics(const Model& model, FrameId frame,
                                          const Eigen::Isometry3d& target,
                                          const Eigen::VectorXd& start,
                                          const IkOptions& options = {});

/// Along a path: each pose starts from the answer before it, and never jumps to another branch.
/// Stops at the first pose that is not reached, whose result is the last one returned.
std::vector<IkResult> inverse_kinematics_path(const Model& model, FrameId frame,
                                              const std::vector<Eigen::Isometry3d>& path,
                                              const Eigen::VectorXd& start,
                                              const IkOptions& options = {});

}  // namespace alembert
