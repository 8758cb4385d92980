// Weighted sums of terms that look at frames, with first and second derivatives by q.
//
// A term that sees a link only through the place p of a point, with weight f on p and second
// derivatives M by the link's motion m = (turn, velocity at the reference), adds
//   to the gradient   a_j · (p x f, f)
//   to the Hessian    a_i' M a_j + f · (w_i x (w_j x p + v_j))     i not behind j
// for the axes a_j = (w_j, v_j) of the joints j before the link (frame_motion.hpp). All of it is
// linear in M, f and p f', so these are added up link by link, and then, as bodies are for a mass
// matrix, from the tips to the base: what a hundred terms add costs one sweep.
#pragma once

#include <vector>

#include "task/placed_links.hpp"

namespace alembert {

/// What terms add to one link, about the reference.
struct LinkPull {
  using Motion = Eigen::Matrix<double, 6, 1>;
  using Curvature = Eigen::Matrix<double, 6, 6>;

  Curvature curvature = Curvature::Zero();          // M, but for springs
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  // f
  Eigen::Matrix3d lever = Eigen::Matrix3d::Zero();  // p f'
  // Of springs of stiffness k: the sums of k, k p and k p p'. Most of what bends is one.
  double stiffness = 0.0;
  Eigen::Vector3d spring = Eigen::Vector3d::Zero();
  Eigen::Matrix3d spring_square = Eigen::Matrix3d::Zero();

  void add_force(const Eigen::Vector3d& at, const Eigen::Vector3d& f);
  /// k / 2 times the square of how far the point moves.
  void add_spring(const Eigen::Vector3d& at, double k);
  void add(const LinkPull& other);
  /// With the springs.
  Curvature whole_curvature() const;
};

/// A joint between two links, seen from one of them: reversed where it moves that one.
struct ChainJoint {
  int joint;
  double sign;
};

class FrameSum {
 public:
  explicit FrameSum(const Model& model);

  void begin();
  /// To what a joint carries.
  LinkPull& on(int joint) { return pulls_[joint]; }
  /// Of a term that sees how one link moves against another: the joints between them, in order.
  void add_between(const PlacedLinks& links, const std::vector<ChainJoint>& chain,
                   const LinkPull& pull);
  /// What was added to links goes to the sums below.
  void end(const PlacedLinks& links);

  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;  // both halves

 private:
  std::vector<LinkPull> pulls_;
};

}  // namespace alembert
