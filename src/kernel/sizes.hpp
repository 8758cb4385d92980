// For assertions in hot calls: do vectors and matrices fit the model? Where NDEBUG is defined
// nothing is asked; checked.hpp asks always.
#pragma once

#include <Eigen/Core>
#include <cassert>

namespace alembert {

template <typename... Vectors>
bool have_size(Eigen::Index size, const Vectors&... vectors) {
  return ((vectors.size() == size) && ...);
}
template <typename... Matrices>
bool have_shape(Eigen::Index rows, Eigen::Index columns, const Matrices&... matrices) {
  return ((matrices.rows() == rows && matrices.cols() == columns) && ...);
}

}  // namespace alembert
