// Paths between two postures that keep clear of everything, in milliseconds: joint values without
// time, for motions to begin from.
//
//   ClearPlanner planner(problem.model, problem.clearance, problem.limits);
//   std::optional<CollisionFreePath> path = planner.find(from, to);
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "alembert/owned.hpp"

namespace alembert {

struct CollisionFreePathOptions {
  unsigned seed = 1;
  /// Postures that either tree may grow to.
  int most_postures = 200'000;
  /// s, of real time.
  double max_seconds = infinity;
  /// m beyond the margin that the path keeps, or half of what its ends have where that is less.
  double slack = 0.008;
  /// Rounds of cutting short.
  int cuts = 120;
  /// Asked now and then: false gives up.
  std::function<bool()> go_on = nullptr;
};

/// Corners, both ends included: straight lines between them keep clear, looked at every few
/// centimetres. Nothing is proven of it.
struct CollisionFreePath {
  std::vector<Eigen::VectorXd> corners;  ///< rad or m
  double slack = 0.0;                    ///< m beyond the margin that was kept
  double length = 0.0;                   ///< s: of its lines, each as its joints at their fastest
  double seconds = 0.0;                  ///< that it took to find
  int postures = 0;                      ///< that trees grew to
  long states = 0;                       ///< looked at
};

/// Finds paths around obstacles by trees of postures. Owns its workspace: one per thread.
class ClearPlanner {
 public:
  /// Limits of position say where to look, those of velocity what is near.
  ClearPlanner(const Model& model, const Clearance& clearance, const MotionLimits& limits);

  /// Nothing keeps apart.
  bool empty() const;
  [[nodiscard]] bool clear(const Eigen::VectorXd& q,
                           double slack = 0.0);  ///< by the margin and `slack`, m
  /// On the line between two postures, looked at every few centimetres.
  [[nodiscard]] bool straight(const Eigen::VectorXd& from, const Eigen::VectorXd& to,
                              double slack = 0.0);
  /// RRT-Connect (Kuffner and LaValle 2000), cut short. The same path for the same seed, unless
  /// time ends it. Nothing: none was found.
  [[nodiscard]] std::optional<CollisionFreePath> find(const Eigen::VectorXd& from,
                                                      const Eigen::VectorXd& to,
                                                      const CollisionFreePathOptions& options = {});

 private:
  struct Data;
  Owned<Data> data_;
};

}  // namespace alembert
