// The matrices that Hollerbach's Lagrangian formulations carry for each link: 4x4 in homogeneous
// coordinates (x y z 1), or 3x3 rotations.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "alembert/model.hpp"

namespace alembert {

template <typename S>
using Vec4 = Eigen::Matrix<S, 4, 1>;
template <typename S>
using Mat4 = Eigen::Matrix<S, 4, 4>;

/// The step A from a link's frame to its parent's, and its derivatives by the joint's own value.
template <typename S, int N>
struct JointMatrices {
  Eigen::Matrix<S, N, N> A, dA, d2A;  ///< dA by the joint's value, d2A twice
};

/// A link's frame in the base's, W, with its time derivatives, and dW_i/dq_i.
template <typename S, int N>
struct LinkMatrices {
  Eigen::Matrix<S, N, N> W, Wd, Wdd, dW;  ///< Wd, Wdd by time; dW by the own joint's value
};

/// One 4x4 matrix for each pair of links. Part of a workspace: one per thread.
template <typename S>
class LinkPairs {
 public:
  explicit LinkPairs(std::size_t links) : links_(links), matrices_(links * links) {}
  Mat4<S>& operator()(std::size_t j, std::size_t k) { return matrices_[j * links_ + k]; }
  const Mat4<S>& operator()(std::size_t j, std::size_t k) const {
    return matrices_[j * links_ + k];
  }

 private:
  std::size_t links_;
  std::vector<Mat4<S>> matrices_;
};

/// The joints that move each link, from the base outwards, its own last.
using Paths = std::vector<std::vector<std::size_t>>;

inline Paths paths_from_base(const Model& model) {
  Paths paths;
  for (const ModelJoint& joint : model.joints()) {
    paths.push_back(joint.parent < 0 ? Paths::value_type{} : paths[joint.parent]);
    paths.back().push_back(paths.size() - 1);
  }
  return paths;
}

}  // namespace alembert
