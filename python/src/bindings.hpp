// The parts of the extension `alembert._core`. What is here is the package's own affair: users see
// python/alembert, which has the keywords, the types and the documentation.
#pragma once

#include <pybind11/pybind11.h>

#include "arrays.hpp"

namespace alembert::python {

namespace py = pybind11;

void bind_robot(py::module_& module);
void bind_model(py::module_& module);
void bind_motion(py::module_& module);
void bind_study(py::module_& module);
void bind_sweep(py::module_& module);
void bind_trajectory(py::module_& module);
void bind_flexible(py::module_& module);
void bind_free_motion(py::module_& module);
void bind_generate(py::module_& module);
void bind_identify(py::module_& module);
void bind_world(py::module_& module);

inline py::object given(PyObject* made) {
  if (!made) throw PythonError{};
  return py::reinterpret_steal<py::object>(made);
}

}  // namespace alembert::python
