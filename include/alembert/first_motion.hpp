// A motion at once: a path around everything (alembert/collision_free_path.hpp), rounded off inside
// what it leaves and timed within all limits (alembert/retime.hpp). It is slower than the best one
// and proven like it; a search for that begins here.
#pragma once

#include <functional>
#include <optional>

#include "alembert/collision_free_path.hpp"
#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

struct FirstMotionOptions {
  CollisionFreePathOptions path = {};  ///< of each search for a path
  /// So many are looked for, with seeds after each other; the shortest is taken.
  int paths = 4;
  /// s of the processor for timing one, whatever else the machine does: a path that takes longer is
  /// hardly one to begin with.
  double max_seconds = 2.0;
  /// Called often; may throw to give up.
  std::function<void()> checkpoint = nullptr;
};

struct FirstMotion {
  CollisionFreePath lines;  ///< before it was rounded off
  BSpline path;             ///< the lines rounded off, over 0 to 1
  Trajectory motion = {};   ///< along it
  double seconds = 0.0;     ///< without looking for the lines
};

/// The fastest motion along a path within all limits but clearances; nothing where there is none
/// that keeps to it within `tolerance` (rad or m), or none in that time.
[[nodiscard]] std::optional<Trajectory> timed_along(const MotionProblem& problem,
                                                    const BSpline& path, double tolerance,
                                                    const FirstMotionOptions& options);

/// From rest in given joint values to rest in others, without waypoints, loops, joints without a
/// motor or loads that come and go. Nothing: not such a problem, no path was found, or no motion
/// along it that keeps the limits on joints. Limits of the motion are proven; clearances are looked
/// at closely, and are to be proven by whoever hands it out.
[[nodiscard]] std::optional<FirstMotion> first_motion(const MotionProblem& problem,
                                                      const FirstMotionOptions& options = {});

}  // namespace alembert
