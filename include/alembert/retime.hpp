// The fastest timing of a given path within torque, power, velocity, acceleration and jerk limits,
// friction of any kind, loads and carried bodies included, proven at every instant
// (docs/equations/retime.md).
//
//   PathCurve path = path_through(points);            // one row a point
//   Retimed r = retime(MotionProblem(model), path.curve);
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "alembert/limit_note.hpp"
#include "alembert/motion_problem.hpp"
#include "alembert/proof.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// A curve of q over s from 0 to 1, s about the share of the way (rad and m alike): C2, of degree
/// 3, or the line of two points.
struct PathCurve {
  BSpline curve;             ///< q over s, 0 to 1
  double point_error = 0.0;  ///< largest distance of any coordinate from any point, rad or m
  /// At most so far is any coordinate anywhere on the curve from the lines between the points,
  /// taken in order; rad or m. Proven.
  double line_distance = 0.0;
  int farthest_line = 0;  ///< where that is: after this point, counted from 1
  int repeated = 0;       ///< points that are the one before them: left out
  int left_out = 0;       ///< others left out, since a line between neighbours passes them anyway
  /// The point at which the lines turn most, counted from 1, and by how much, rad: none of a line.
  int corner = 0;
  double corner_angle = 0.0;  ///< rad

  /// Of a tolerance from the lines what is left to a motion along the curve, a millirad at most.
  double tolerance_left(double tolerance) const {
    return std::min(1e-3, tolerance - line_distance);
  }
};

struct PathOptions {
  /// Points within a quarter of it of a line between neighbours are left out: the curve passes them
  /// by about as much, rad or m.
  double point_tolerance = 1e-5;
  /// From the lines between the points, rad or m.
  double line_tolerance = 0.1;
  /// Position limits: the curve does not swing beyond them if its points do not; empty: none.
  Eigen::VectorXd lower = {}, upper = {};
};

/// A C2 curve through points in order. It stays within the tolerance of the lines between them and,
/// coordinate by coordinate, rises where the points rise and falls where they fall; where a
/// coordinate turns it may swing beyond its point by a hundredth of the tolerance. A corner that no
/// joint goes on through (such a curve could only stop there) is cut off within the tolerance; all
/// other points are passed themselves. Points that are the one before them are left out. Throws
/// Error for fewer than two different points and for numbers that are not finite.
PathCurve path_through(const Eigen::Ref<const Eigen::MatrixXd>& points,
                       const PathOptions& options = {});

struct RetimeOptions {
  /// Steps of the path over which s'' is constant; 0: two a segment of the motion, at least 300.
  int steps = 0;
  /// Of the motion's spline; 0: about one every 10 ms, at least 150.
  int segments = 0;
  /// Of the motion from the path that is given, at every instant; rad or m.
  double path_tolerance = 1e-3;
  /// Along the path at its ends, rad/s or m/s (rad and m alike). With jerk limits an end has no
  /// acceleration along the path.
  double start_speed = 0.0, end_speed = 0.0;
  /// s, from rest to rest: the fastest motion, made slower as a whole.
  std::optional<double> duration = {};
  /// Corrections of the motion where it passes a limit between nodes.
  int rounds = 16;
  /// Called often, on the thread that asked, in the proof too; may throw to give up.
  std::function<void()> checkpoint = nullptr;
  ProofOptions proof = {.most_pieces = 100'000, .accuracy = 1e-3, .stop_at_violation = true};
};

/// Where no speed keeps the limits.
struct PathBlock {
  enum class Kind {
    cannot_hold,  ///< the arm can neither rest there nor swing through: `limit` is what rest needs
    cannot_move,  ///< no speed keeps all limits there
    nothing_limits,  ///< the speed has no bound
    start_speed,     ///< the path cannot be begun at the speed that is asked for, only at `speed`
    end_speed,       ///< nor ended: at most at `speed`
    too_short        ///< the duration asked for: the least is `duration`
  };
  Kind kind = Kind::cannot_move;        ///< why it is blocked
  double s = 0.0;                       ///< 0 at the path's beginning, 1 at its end
  Eigen::VectorXd q;                    ///< there, rad or m
  std::optional<LimitNote> limit = {};  ///< of cannot_hold
  double speed = 0.0;                   ///< rad/s or m/s
  double duration = 0.0;                ///< s
};

struct Retimed {
  std::optional<PathBlock> blocked;  ///< then there is no motion
  /// What was asked, on the motion's own grid: limits, loads and what is carried as given, rest at
  /// the ends of the path.
  MotionProblem problem;
  Trajectory motion;
  Proof proof;
  /// Largest of any coordinate from the path, at any instant, at most; rad or m. Proven.
  double deviation = 0.0;
  double farthest = 0.0;    ///< s where that is
  bool keeps_path = false;  ///< within the tolerance
  /// s: of the same speeds with accelerations that jump: what the spline and the jerk limits cost.
  double bang_bang = 0.0;
  int rounds = 0;        ///< of corrections
  double seconds = 0.0;  ///< of the search, without the proof

  bool holds() const { return !blocked && keeps_path && proof.holds(); }
};

/// Along the path, from rest to rest unless speeds are given. Limits, loads, carried bodies, path
/// limits and obstacles are those of the problem; its start, goal, waypoints, objective and
/// duration are not looked at. Throws Error for closed loops, joints without a motor, and loads or
/// bodies that come or go on the way.
[[nodiscard]] Retimed retime(const MotionProblem& problem, const BSpline& path,
                             const RetimeOptions& options = {});

}  // namespace alembert
