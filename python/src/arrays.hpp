// NumPy arrays in and out through Python's buffer protocol: no NumPy header, so that one build
// serves NumPy 1 and 2.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <Eigen/Core>
#include <string>

namespace alembert::python {

/// Thrown where a Python exception is already set.
struct PythonError {};

[[noreturn]] void throw_value_error(const std::string& words);
[[noreturn]] void throw_type_error(const std::string& words);

/// Owns one reference.
class Reference {
 public:
  Reference() = default;
  /// Takes over a new reference; throws PythonError for a null pointer.
  explicit Reference(PyObject* made);
  Reference(Reference&& other) noexcept : object_(other.release()) {}
  Reference& operator=(Reference&& other) noexcept;
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  ~Reference() { Py_XDECREF(object_); }

  PyObject* get() const { return object_; }
  PyObject* release();

 private:
  PyObject* object_ = nullptr;
};

/// What an argument is called, and how its entries are, for messages.
struct Argument {
  const char* name;
  Py_ssize_t width;     ///< entries of a row
  const char* entries;  ///< "one for each joint": the meaning of the width
};

/// An array of float64 or float32 that somebody else owns; rows of entries that lie side by side.
/// What is neither (lists, integers, another order) is converted by NumPy first.
class InputRows {
 public:
  InputRows() = default;
  InputRows(const InputRows&) = delete;
  InputRows& operator=(const InputRows&) = delete;
  ~InputRows() { release(); }

  /// Throws PythonError: TypeError for what are no real numbers, ValueError for another shape.
  void take(PyObject* object, const Argument& argument);
  /// As float64, whatever it was.
  void widen();

  bool single() const { return view_.ndim == 1; }
  bool is_float() const { return view_.itemsize == sizeof(float); }
  Py_ssize_t rows() const { return single() ? 1 : view_.shape[0]; }
  /// Bytes from row to row.
  Py_ssize_t stride() const { return single() ? 0 : view_.strides[0]; }
  const char* data() const { return static_cast<const char*>(view_.buf); }
  const Argument& argument() const { return argument_; }
  bool overlaps(const char* begin, const char* end) const;

 private:
  bool view_fits(PyObject* object);
  void release();
  void require_shape() const;

  Argument argument_{};
  Py_buffer view_{};
  bool held_ = false;
};

/// numpy.empty(shape), float64 or float32.
Reference empty_array(const Py_ssize_t* shape, int dimensions, bool of_float);

/// Where results go: made here, or the caller's `out`.
class OutputRows {
 public:
  OutputRows() = default;
  OutputRows(const OutputRows&) = delete;
  OutputRows& operator=(const OutputRows&) = delete;
  ~OutputRows();

  void make(const Py_ssize_t* shape, int dimensions, bool of_float);
  /// Throws PythonError with a ValueError unless it is writable, C-contiguous and of that shape and
  /// type.
  void take(PyObject* out, const Py_ssize_t* shape, int dimensions, bool of_float);

  char* data() const { return static_cast<char*>(view_.buf); }
  const char* end() const { return data() + view_.len; }
  Py_ssize_t bytes() const { return view_.len; }
  PyObject* release() { return object_.release(); }

 private:
  Reference object_;
  Py_buffer view_{};
  bool held_ = false;
};

// For calls that are not hot.

/// A copy of an array of rank 1 or 2, float64.
Eigen::VectorXd vector_of(PyObject* object, const char* name);
Eigen::MatrixXd matrix_of(PyObject* object, const char* name);
/// Finite, and of that size; `entries` says what of.
Eigen::VectorXd sized_vector(PyObject* object, const char* name, Py_ssize_t size,
                             const char* entries);
PyObject* array_of(const Eigen::Ref<const Eigen::VectorXd>& values);
PyObject* matrix_array_of(const Eigen::Ref<const Eigen::MatrixXd>& values);

}  // namespace alembert::python
