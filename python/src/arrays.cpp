#include "arrays.hpp"

#include <cstring>

namespace alembert::python {

namespace {

/// An attribute of a module, looked up once and kept for good.
PyObject* known(PyObject*& slot, const char* module, const char* name) {
  if (!slot) {
    const Reference from(PyImport_ImportModule(module));
    slot = Reference(PyObject_GetAttrString(from.get(), name)).release();
  }
  return slot;
}

std::string shape_text(const Py_ssize_t* shape, int dimensions) {
  std::string text = "(";
  for (int i = 0; i < dimensions; ++i) {
    text += std::to_string(shape[i]) + (dimensions == 1 ? "," : i + 1 < dimensions ? ", " : "");
  }
  return text + ")";
}

bool is_native(const char* format, Py_ssize_t itemsize) {
  if (!format) return false;
  const char* letter = format[0] == '@' || format[0] == '=' ? format + 1 : format;
  return (letter[0] == 'd' && itemsize == sizeof(double) && letter[1] == 0) ||
         (letter[0] == 'f' && itemsize == sizeof(float) && letter[1] == 0);
}

/// numpy.float64 array of whatever it is, C order; raises TypeError for what are no real numbers.
Reference converted(PyObject* object, const char* name) {
  static PyObject* convert = nullptr;
  return Reference(
      PyObject_CallFunction(known(convert, "alembert._arrays", "converted"), "Os", object, name));
}

}  // namespace

void throw_value_error(const std::string& words) {
  PyErr_SetString(PyExc_ValueError, words.c_str());
  throw PythonError{};
}

void throw_type_error(const std::string& words) {
  PyErr_SetString(PyExc_TypeError, words.c_str());
  throw PythonError{};
}

Reference::Reference(PyObject* made) : object_(made) {
  if (!made) throw PythonError{};
}

Reference& Reference::operator=(Reference&& other) noexcept {
  if (this != &other) {
    Py_XDECREF(object_);
    object_ = other.release();
  }
  return *this;
}

PyObject* Reference::release() {
  PyObject* object = object_;
  object_ = nullptr;
  return object;
}

void InputRows::release() {
  if (held_) PyBuffer_Release(&view_);
  held_ = false;
}

/// Holds a view of the object if it is of our types, entries of a row side by side.
bool InputRows::view_fits(PyObject* object) {
  release();
  if (!PyObject_CheckBuffer(object)) return false;
  if (PyObject_GetBuffer(object, &view_, PyBUF_RECORDS_RO) != 0) {
    PyErr_Clear();
    return false;
  }
  held_ = true;
  if (view_.ndim < 1 || !is_native(view_.format, view_.itemsize)) return false;
  const int last = view_.ndim - 1;
  return (view_.strides[last] == view_.itemsize || view_.shape[last] <= 1) &&
         (view_.ndim == 1 || view_.strides[0] > 0 || view_.shape[0] <= 1);
}

void InputRows::require_shape() const {
  const int d = view_.ndim;
  const Py_ssize_t width = argument_.width;
  if ((d == 1 || d == 2) && view_.shape[d - 1] == width) return;
  const std::string n = std::to_string(width);
  throw_value_error(std::string(argument_.name) + " has shape " + shape_text(view_.shape, d) +
                    ": give (" + n + ",) or, for many, (N, " + n + "); " + n + " is " +
                    argument_.entries);
}

void InputRows::take(PyObject* object, const Argument& argument) {
  argument_ = argument;
  if (!view_fits(object)) {
    const Reference array = converted(object, argument.name);
    if (!view_fits(array.get())) {  // only a plain number has no rows
      throw_value_error(std::string(argument.name) + " is one number: give an array of " +
                        std::to_string(argument.width) + ", " + argument.entries);
    }
  }
  require_shape();
}

void InputRows::widen() {
  if (!is_float()) return;
  const Reference array = converted(view_.obj, argument_.name);
  view_fits(array.get());
}

bool InputRows::overlaps(const char* begin, const char* end) const {
  const char* last = data() + (rows() - 1) * stride() + argument_.width * view_.itemsize;
  return rows() > 0 && data() < end && begin < last;
}

Reference empty_array(const Py_ssize_t* shape, int dimensions, bool of_float) {
  static PyObject* empty = nullptr;
  static PyObject* kinds[2] = {nullptr, nullptr};
  known(empty, "numpy", "empty");
  if (!kinds[of_float]) {
    static PyObject* make_kind = nullptr;
    kinds[of_float] = Reference(PyObject_CallFunction(known(make_kind, "numpy", "dtype"), "s",
                                                      of_float ? "float32" : "float64"))
                          .release();
  }
  Reference size(dimensions == 1 ? PyLong_FromSsize_t(shape[0]) : PyTuple_New(dimensions));
  for (int i = 0; dimensions > 1 && i < dimensions; ++i) {
    PyTuple_SET_ITEM(size.get(), i, Reference(PyLong_FromSsize_t(shape[i])).release());
  }
  PyObject* arguments[2] = {size.get(), kinds[of_float]};
  return Reference(PyObject_Vectorcall(empty, arguments, 2, nullptr));
}

OutputRows::~OutputRows() {
  if (held_) PyBuffer_Release(&view_);
}

void OutputRows::make(const Py_ssize_t* shape, int dimensions, bool of_float) {
  object_ = empty_array(shape, dimensions, of_float);
  if (PyObject_GetBuffer(object_.get(), &view_, PyBUF_WRITABLE) != 0) throw PythonError{};
  held_ = true;
}

void OutputRows::take(PyObject* out, const Py_ssize_t* shape, int dimensions, bool of_float) {
  const std::string wanted = std::string(of_float ? "float32" : "float64") + " of shape " +
                             shape_text(shape, dimensions) + ", C-contiguous and writable";
  if (!PyObject_CheckBuffer(out)) throw_type_error("out is no array: give one of " + wanted);
  if (PyObject_GetBuffer(out, &view_, PyBUF_RECORDS) != 0) {
    PyErr_Clear();
    throw_value_error("out cannot be written: give an array of " + wanted);
  }
  held_ = true;
  bool fits = is_native(view_.format, view_.itemsize) && view_.ndim == dimensions &&
              PyBuffer_IsContiguous(&view_, 'C') &&
              view_.itemsize == static_cast<Py_ssize_t>(of_float ? sizeof(float) : sizeof(double));
  for (int i = 0; fits && i < dimensions; ++i) fits = view_.shape[i] == shape[i];
  if (!fits) {
    throw_value_error("out is of format '" + std::string(view_.format ? view_.format : "?") +
                      "' and shape " + shape_text(view_.shape, view_.ndim) + ": give an array of " +
                      wanted);
  }
  Py_INCREF(out);
  object_ = Reference(out);
}

Eigen::VectorXd vector_of(PyObject* object, const char* name) {
  const Eigen::MatrixXd m = matrix_of(object, name);
  if (m.rows() != 1) throw_value_error(std::string(name) + " is no vector: give one dimension");
  return m.row(0);
}

Eigen::VectorXd sized_vector(PyObject* object, const char* name, Py_ssize_t size,
                             const char* entries) {
  Eigen::VectorXd x = vector_of(object, name);
  if (x.size() != size) {
    throw_value_error(std::string(name) + " has " + std::to_string(x.size()) + " entries: give " +
                      std::to_string(size) + ", " + entries);
  }
  if (!x.allFinite()) throw_value_error(std::string(name) + " is not finite");
  return x;
}

Eigen::MatrixXd matrix_of(PyObject* object, const char* name) {
  const Reference array = converted(object, name);
  Py_buffer view;
  if (PyObject_GetBuffer(array.get(), &view, PyBUF_RECORDS_RO) != 0) throw PythonError{};
  const int d = view.ndim;
  Eigen::MatrixXd m;
  if (d == 1 || d == 2) {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    m = Eigen::Map<const Rows>(static_cast<const double*>(view.buf), d == 2 ? view.shape[0] : 1,
                               view.shape[d - 1]);
  }
  PyBuffer_Release(&view);
  if (d != 1 && d != 2) {
    throw_value_error(std::string(name) + " has " + std::to_string(d) +
                      " dimensions: give one or two");
  }
  return m;
}

PyObject* array_of(const Eigen::Ref<const Eigen::VectorXd>& values) {
  const Py_ssize_t size = values.size();
  OutputRows out;
  out.make(&size, 1, false);
  std::memcpy(out.data(), values.data(), static_cast<std::size_t>(out.bytes()));
  return out.release();
}

PyObject* matrix_array_of(const Eigen::Ref<const Eigen::MatrixXd>& values) {
  const Py_ssize_t shape[2] = {values.rows(), values.cols()};
  OutputRows out;
  out.make(shape, 2, false);
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows>(reinterpret_cast<double*>(out.data()), values.rows(), values.cols()) = values;
  return out.release();
}

}  // namespace alembert::python
