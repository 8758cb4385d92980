// What the profiles are put together with.
#pragma once

#include <functional>

#include "alembert/profiles.hpp"

namespace alembert {

/// The limits of one coordinate; infinite where there is none.
struct MoveLimits {
  double velocity, acceleration, jerk;
};

/// Pieces of one coordinate, laid end to end from rest.
class Pieces {
 public:
  explicit Pieces(double start) : start_(start), q_(start) {}

  /// Goes on for dt with the acceleration a and the jerk j from now on; nothing for dt <= 0.
  void go_on(double dt, double a, double j);
  /// Coasts for a while, then does backwards what was done so far, and so comes to rest in `goal`.
  /// Those pieces have their origins in what were beginnings: the end is met without rounding.
  void coast_and_return(double coast, double goal);
  double duration() const { return t_; }
  /// At least one: a coordinate that does not move stays where it is.
  std::vector<ProfilePiece> take();

 private:
  double start_;
  double t_ = 0.0, q_, v_ = 0.0;
  std::vector<ProfilePiece> pieces_;
};

/// Takes a coordinate from one position to another within its limits.
using MoveAlone = std::function<Pieces(double start, double goal, const MoveLimits& limits)>;

/// Every coordinate in the time of the slowest. Checks sizes and limits first.
Profile synchronised(VecIn<double> start, VecIn<double> goal, const ProfileLimits& limits,
                     const MoveAlone& move);

/// Throws Error unless ends and limits have one size and are numbers that can be.
void require_ends(VecIn<double> start, VecIn<double> goal, const ProfileLimits& limits);

/// Throws Error unless it is above zero.
void require_duration(double duration);

/// Throws Error if a coordinate that has to move has no such limit.
void require_limit(double limit, double distance, const char* quantity);

}  // namespace alembert
