// Names for vectors and matrices over the scalar an algorithm is instantiated with.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cassert>
#include <type_traits>

namespace alembert {

template <typename S>
using Vec3 = Eigen::Matrix<S, 3, 1>;
template <typename S>
using Mat3 = Eigen::Matrix<S, 3, 3>;
template <typename S>
using VecX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <typename S>
using MatX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
template <typename S>
using Pose = Eigen::Transform<S, 3, Eigen::Isometry>;

/// Arguments of hot calls. A Ref to a strided row would copy: pass contiguous vectors.
template <typename S>
using VecIn = const Eigen::Ref<const VecX<std::type_identity_t<S>>>&;
template <typename S>
using VecOut = Eigen::Ref<VecX<std::type_identity_t<S>>>;
template <typename S>
using MatOut = Eigen::Ref<MatX<std::type_identity_t<S>>>;

// Do arguments fit the model? Hot calls ask in assertions in their headers, inlined, so that it is
// the caller's build that decides, not the library's; checked.hpp asks always.
template <typename... Vectors>
bool have_size(Eigen::Index size, const Vectors&... vectors) {
  return ((vectors.size() == size) && ...);
}
template <typename... Matrices>
bool have_shape(Eigen::Index rows, Eigen::Index columns, const Matrices&... matrices) {
  return ((matrices.rows() == rows && matrices.cols() == columns) && ...);
}

}  // namespace alembert
