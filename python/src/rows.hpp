// One call on one state or on many: arguments looked at, results made, rows shared out to threads.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "arrays.hpp"

namespace alembert::python {

/// Workspaces of one kind. The one in `local` belongs to whoever holds the GIL; threads without it
/// borrow others.
class Pool {
 public:
  using Maker = std::function<std::shared_ptr<void>()>;
  explicit Pool(Maker make) : make_(std::move(make)) {}

  void* local();
  std::shared_ptr<void> borrow();
  void give_back(std::shared_ptr<void> workspace);

 private:
  Maker make_;
  std::shared_ptr<void> local_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<void>> free_;
};

inline constexpr int most_arrays = 4;

/// Some rows of every argument and result.
struct Chunk {
  bool single = false;  ///< the caller gave one state, not an array of one
  Py_ssize_t first = 0, rows = 1;
  const char* in[most_arrays] = {};
  Py_ssize_t in_stride[most_arrays] = {};  ///< bytes; 0: the same row again and again
  char* out[most_arrays] = {};
  Py_ssize_t out_stride[most_arrays] = {};

  template <typename T = double>
  const T* input(int argument, Py_ssize_t row) const {
    return reinterpret_cast<const T*>(in[argument] + row * in_stride[argument]);
  }
  template <typename T = double>
  T* output(int result, Py_ssize_t row) const {
    return reinterpret_cast<T*>(out[result] + row * out_stride[result]);
  }
};

/// What a row of a result is: a vector (columns = 0) or a matrix, row by row.
struct ResultShape {
  Py_ssize_t rows = 0, columns = 0;
};

struct RowCall {
  /// Computes a chunk; may throw Error.
  using Kernel = void (*)(void* workspace, const void* extra, const Chunk& chunk);

  std::vector<Argument> arguments;
  std::vector<ResultShape> results;
  Kernel of_double = nullptr;
  Kernel of_float = nullptr;  ///< none: float32 is computed in float64
};

/// One array where there is one result, a tuple of arrays otherwise; a new reference. `out` is None
/// or an array, or for several results a tuple of those. Threads: 0 is one a core. Throws
/// PythonError, Error.
PyObject* run_rows(const RowCall& call, Pool& pool, const void* extra, PyObject* const* inputs,
                   PyObject* out, int threads);

}  // namespace alembert::python
