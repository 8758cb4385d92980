// What an arm keeps clear of, asked by itself: distances of every pair of solids with first and
// second derivatives, and of many states whether they are clear.
//
//   World world(problem.model, problem.clearance);
//   world.update(q);
//   world.distances(d);                         // m, one a pair
//   world.gradients(J);                         // pairs x dofs
//   std::vector<char> free = world.clear(states);  // one row a state
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "alembert/owned.hpp"

namespace alembert {

/// Distances of an arm from what is around it and from itself. Owns its workspace: one per thread.
class World {
 public:
  /// Every solid of the arm with every obstacle, then the arm's own pairs; the margin is not looked
  /// at. Throws Error for indices of pairs that there are not.
  World(const Model& model, const Clearance& clearance);
  World(const World& other);
  World(World&&) = default;
  World& operator=(World&&) = default;

  const Model& model() const;
  const Clearance& clearance() const;                         ///< as given
  int pairs() const;                                          ///< rows of what is asked below
  std::pair<std::string, std::string> names(int pair) const;  ///< solid of the arm, and the other

  void update(VecIn<double> q);
  /// m between the surfaces; negative: how deep they are in each other.
  void distances(Eigen::Ref<Eigen::VectorXd> out);
  /// By q, one row a pair.
  void gradients(Eigen::Ref<Eigen::MatrixXd> out);
  /// Second derivatives by q of weights · distances.
  void hessian(const Eigen::Ref<const Eigen::VectorXd>& weights, Eigen::Ref<Eigen::MatrixXd> out);

  /// Of states, one a row: is every pair at least the margin and `slack` (m) apart? In single
  /// precision (about 1e-6 m), four to sixteen at once; a solid of the arm that is no ball is
  /// looked at as balls around it.
  std::vector<char> clear(const Eigen::Ref<const Eigen::MatrixXd>& states, double slack = 0.0);

 private:
  struct Data;
  Owned<Data> data_;
};

}  // namespace alembert
