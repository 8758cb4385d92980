// What our own build includes before all else under GCC: Eigen 3.4 without its declarations of
// A(rows, columns) for lists of indices. Each of Eigen's expression types makes some thirty
// templates for them, whose types GCC 12 cannot tell apart by their hashes, so that it compares
// them with those of all types before: half of the time of large units.
// `eigen_lists.hpp` declares four that are cheap and mean the same.
//
// What is imported once is not included again: here it is imported into a class that nobody uses,
// as the two declarations that are meant for Eigen's manual.
#pragma once
#pragma GCC system_header

#if __has_include(<Eigen/src/plugins/IndexedViewMethods.h>)
#include <cstddef>
#include <type_traits>

#define ALEMBERT_LEAN_EIGEN
namespace alembert::lean_eigen {

/// No plain index.
template <typename Indices>
concept List = !std::is_convertible_v<const Indices&, std::ptrdiff_t>;
/// With one of them at least.
template <typename Columns, typename Rows>
concept ListBeside = List<Rows> || List<Columns>;

struct Nobody {
  struct IndexedView_or_Block;
  struct IndexedView_or_VectorBlock;
#define EIGEN_PARSED_BY_DOXYGEN
#import <Eigen/src/plugins/IndexedViewMethods.h>
#undef EIGEN_PARSED_BY_DOXYGEN
};

template <typename Matrix, typename Rows, typename Columns>
auto picked(Matrix& A, const Rows& rows, const Columns& columns);
template <typename Vector, typename Entries>
auto picked(Vector& v, const Entries& entries);

}  // namespace alembert::lean_eigen

#include <Eigen/Core>

namespace alembert::lean_eigen {

/// What Eigen makes of a list, given how many indices there are.
template <int count, typename List>
auto of(const List& list, Eigen::Index size) {
  return Eigen::internal::makeIndexedViewCompatible(
      list, Eigen::internal::variable_if_dynamic<Eigen::Index, count>(size), Eigen::Specialized);
}
template <int count, typename List>
using Of = typename Eigen::internal::IndexedViewCompatibleType<List, count>::type;

template <typename Matrix, typename Rows, typename Columns>
auto picked(Matrix& A, const Rows& rows, const Columns& columns) {
  constexpr int height = Matrix::RowsAtCompileTime, width = Matrix::ColsAtCompileTime;
  return Eigen::IndexedView<Matrix, Of<height, Rows>, Of<width, Columns>>(
      A, of<height>(rows, A.rows()), of<width>(columns, A.cols()));
}
template <typename Vector, typename Entries>
auto picked(Vector& v, const Entries& entries) {
  static_assert(Vector::IsVectorAtCompileTime);
  if constexpr (Vector::IsRowMajor) {
    return picked(v, Eigen::Index(0), entries);
  } else {
    return picked(v, entries, Eigen::Index(0));
  }
}

}  // namespace alembert::lean_eigen
#endif
