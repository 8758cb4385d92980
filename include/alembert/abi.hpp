// Eigen aligns what it holds, and allocates, by the processor that a file is compiled for (-mavx2,
// -march=native), and so a program and the library may lay out the same struct in two ways, and one
// may free what the other allocated otherwise. They are not linked then: the name below has Eigen's
// ways in it, whoever includes a header that holds matrices asks for it, and the library has one of
// them alone (docs/install.md).
#pragma once

#include <Eigen/Core>

#define ALEMBERT_NAME_OF_ALIGNMENT_(in_memory, of_members, plain) \
  library_compiled_with_eigen_aligned_to_##in_memory##_and_##of_members##_bytes_malloc_##plain
#define ALEMBERT_NAME_OF_ALIGNMENT(in_memory, of_members, plain) \
  ALEMBERT_NAME_OF_ALIGNMENT_(in_memory, of_members, plain)
/// The name of the library that is laid out as this file is.
#define ALEMBERT_LIBRARY_LIKE_THIS                                                \
  ALEMBERT_NAME_OF_ALIGNMENT(EIGEN_MAX_ALIGN_BYTES, EIGEN_MAX_STATIC_ALIGN_BYTES, \
                             EIGEN_MALLOC_ALREADY_ALIGNED)

namespace alembert {

/// There, if the library is compiled as this file is.
extern const char ALEMBERT_LIBRARY_LIKE_THIS;

namespace {

/// Asks the linker for it.
[[gnu::used]] const char* const library_like_this = &ALEMBERT_LIBRARY_LIKE_THIS;

}  // namespace

}  // namespace alembert
