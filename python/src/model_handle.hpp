// A Model as Python holds it: with its calls and workspaces for them.
#pragma once

#include <optional>
#include <vector>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "rows.hpp"

namespace alembert::python {

struct ModelHandle {
  explicit ModelHandle(Model m);

  Model model;
  std::vector<RowCall> calls;  ///< by StateCall
  Pool pool;
};

/// Adds the methods on states (`_inverse_dynamics`, …) to the class of ModelHandle. They are plain
/// C functions, since converting arguments costs more than a seven-axis inverse dynamics.
void add_state_methods(PyObject* model_class);

/// Sets the Python exception for what is being thrown; for use in catch (...).
void set_python_error();

/// Loads from None, a Load or a sequence of them. Throws PythonError, Error.
std::vector<Load> loads_of(PyObject* object, const Model& model);
/// From None or a BaseMotion. Throws PythonError.
std::optional<BaseMotion> base_motion_of(PyObject* object);

/// Text of a str. Throws PythonError.
std::string text_of(PyObject* object, const char* name);

}  // namespace alembert::python
