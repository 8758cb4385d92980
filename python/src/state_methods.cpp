// The methods of a model on states, as plain C functions: positional arguments only, since the
// package's own methods (python/alembert/_model.py) have the keywords and the documentation.
//
//   model._inverse_dynamics(q, v, a, out, threads, loads, base_motion, formulation)
#include <pybind11/pybind11.h>

#include "alembert/error.hpp"
#include "model_handle.hpp"
#include "state_kernels.hpp"

namespace alembert::python {

namespace {

namespace py = pybind11;

/// What a method takes after states, `out` and `threads`.
enum class After {
  nothing,
  loads,
  loads_and_base,
  loads_base_and_formulation,
  frame,
  frame_and_axes
};

struct Method {
  StateCall call;
  int states;
  After after;

  int arguments() const {
    static constexpr int more[] = {0, 1, 2, 3, 1, 2};  // by After
    return states + 2 + more[static_cast<int>(after)];
  }
  bool takes_loads() const { return after >= After::loads && after < After::frame; }
  bool takes_base() const { return after > After::loads && after < After::frame; }
};

/// PyDescr_NewMethod has made sure of the class.
ModelHandle& handle_in(PyObject* self) {
  const auto* instance = reinterpret_cast<py::detail::instance*>(self);
  if (!instance->simple_layout) return py::handle(self).cast<ModelHandle&>();  // of several bases
  void* value = instance->simple_value_holder[0];
  if (!value) throw_type_error("Model.__init__ was not called: make models with alembert.load");
  return *static_cast<ModelHandle*>(value);
}

Load::Axes axes_of(PyObject* object) {
  const std::string word = text_of(object, "axes");
  if (word == "world") return Load::Axes::world;
  if (word == "frame") return Load::Axes::frame;
  throw_value_error("axes is '" + word + "': give 'world' or 'frame'");
}

[[noreturn]] void refuse_base(const std::string& formulation) {
  throw Error(Error::Code::unsupported,
              "the formulation '" + formulation + "' has no base that moves",
              "leave base_motion or formulation out");
}

PyObject* invoke(const Method& method, PyObject* self, PyObject* const* args, Py_ssize_t count) {
  try {
    if (count != method.arguments()) throw_type_error("wrong number of arguments");
    ModelHandle& handle = handle_in(self);
    PyObject* const* more = args + method.states + 2;
    StateExtra extra;
    const RowCall* call = &handle.calls[static_cast<std::size_t>(method.call)];
    RowCall of_double;
    const auto compute_in_double = [&] {
      of_double = *call;
      of_double.of_float = nullptr;
      call = &of_double;
    };
    if (method.takes_loads() && more[0] != Py_None) {
      extra.loads = loads_of(more[0], handle.model);
      if (method.call == StateCall::derivatives) compute_in_double();
    }
    if (method.takes_base() && more[1] != Py_None) extra.base = base_motion_of(more[1]);
    if (method.after == After::loads_base_and_formulation && more[2] != Py_None) {
      extra.formulation = PyUnicode_AsUTF8(more[2]);
      if (!extra.formulation) throw PythonError{};
      if (extra.base) refuse_base(extra.formulation);
      compute_in_double();
    }
    if (method.after >= After::frame) extra.frame = handle.model.frame(text_of(more[0], "frame"));
    if (method.after == After::frame_and_axes) extra.axes = axes_of(more[1]);
    const long threads = PyLong_AsLong(args[method.states + 1]);
    if (threads == -1 && PyErr_Occurred()) throw PythonError{};
    if (threads < 0) throw_value_error("threads is negative: give 0 for one a core");
    return run_rows(*call, handle.pool, &extra, args, args[method.states],
                    static_cast<int>(threads));
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

template <StateCall call, int states, After after>
PyObject* entry(PyObject* self, PyObject* const* args, Py_ssize_t count) {
  return invoke({call, states, after}, self, args, count);
}

template <StateCall call, int states, After after>
PyMethodDef definition(const char* name) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(entry<call, states, after>)),
          METH_FASTCALL, nullptr};
}

}  // namespace

ModelHandle::ModelHandle(Model m)
    : model(std::move(m)),
      calls(state_calls(model)),
      pool([copy = model] { return make_state_workspace(copy); }) {}

void add_state_methods(PyObject* model_class) {
  using enum StateCall;
  static PyMethodDef methods[] = {
      definition<inverse_dynamics, 3, After::loads_base_and_formulation>("_inverse_dynamics"),
      definition<bias, 2, After::loads_and_base>("_bias"),
      definition<gravity, 1, After::nothing>("_gravity"),
      definition<forward_dynamics, 3, After::loads_and_base>("_forward_dynamics"),
      definition<mass_matrix, 1, After::nothing>("_mass_matrix"),
      definition<pose, 1, After::frame>("_pose"),
      definition<jacobian, 1, After::frame_and_axes>("_jacobian"),
      definition<derivatives, 3, After::loads>("_derivatives"),
      definition<weighted_hessian, 4, After::loads>("_weighted_hessian"),
      definition<second_derivatives, 3, After::loads>("_second_derivatives"),
      definition<forward_derivatives, 3, After::nothing>("_forward_derivatives"),
      definition<energy, 2, After::nothing>("_energy"),
      definition<torque_parts, 3, After::loads>("_torque_parts"),
      definition<center_of_mass, 2, After::nothing>("_center_of_mass"),
  };
  auto* type = reinterpret_cast<PyTypeObject*>(model_class);
  for (PyMethodDef& method : methods) {
    const Reference descriptor(PyDescr_NewMethod(type, &method));
    if (PyObject_SetAttrString(model_class, method.ml_name, descriptor.get()) != 0) {
      throw PythonError{};
    }
  }
}

std::string text_of(PyObject* object, const char* name) {
  if (!PyUnicode_Check(object)) {
    throw_type_error(std::string(name) + " is to be a str, not " + Py_TYPE(object)->tp_name);
  }
  const char* text = PyUnicode_AsUTF8(object);
  if (!text) throw PythonError{};
  return text;
}

namespace {

Eigen::Vector3d three_in(PyObject* object, const char* name) {
  const Reference attribute(PyObject_GetAttrString(object, name));
  return sized_vector(attribute.get(), name, 3, "x, y and z");
}

Load load_of(PyObject* object, const Model& model) {
  const auto text = [&](const char* name) {
    return Reference(PyObject_GetAttrString(object, name));
  };
  Load load;
  load.frame = model.frame(text_of(text("frame").get(), "frame"));
  load.force = three_in(object, "force");
  load.moment = three_in(object, "moment");
  load.point = three_in(object, "point");
  load.axes = axes_of(text("axes").get());
  return load;
}

}  // namespace

std::optional<BaseMotion> base_motion_of(PyObject* object) {
  if (object == Py_None) return {};
  if (!PyObject_HasAttrString(object, "angular_acceleration")) {
    throw_type_error("base_motion is to be an alembert.BaseMotion");
  }
  return BaseMotion{three_in(object, "angular_velocity"), three_in(object, "angular_acceleration"),
                    three_in(object, "acceleration")};
}

std::vector<Load> loads_of(PyObject* object, const Model& model) {
  if (object == Py_None) return {};
  if (PyObject_HasAttrString(object, "force")) return {load_of(object, model)};
  const Reference items(
      PySequence_Fast(object, "loads is to be a Load or a sequence of alembert.Load"));
  std::vector<Load> loads;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
    loads.push_back(load_of(PySequence_Fast_GET_ITEM(items.get(), i), model));
  }
  return loads;
}

void set_python_error() {
  try {
    throw;
  } catch (const PythonError&) {
  } catch (py::error_already_set& e) {
    e.restore();
  } catch (const Error& e) {
    static PyObject* raise = nullptr;
    static const char* const codes[] = {"file", "syntax", "robot",      "value",
                                        "size", "name",   "unsupported"};
    try {
      if (!raise) {
        const Reference module(PyImport_ImportModule("alembert._errors"));
        raise = Reference(PyObject_GetAttrString(module.get(), "Error")).release();
      }
      const Reference error(PyObject_CallFunction(
          raise, "sssis", e.reason().c_str(), e.fix().c_str(), e.where().file.c_str(),
          e.where().line, codes[static_cast<int>(e.code())]));
      PyErr_SetObject(raise, error.get());
    } catch (const PythonError&) {
    }
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  }
}

}  // namespace alembert::python
