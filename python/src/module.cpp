#include "alembert/error.hpp"
#include "alembert/version.hpp"
#include "bindings.hpp"
#include "model_handle.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace alembert::python;
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const PythonError&) {
    } catch (const alembert::Error&) {
      set_python_error();
    }
  });
  module.def("version", &alembert::version);
  bind_robot(module);
  bind_model(module);
  bind_study(module);
  bind_trajectory(module);
  bind_flexible(module);
  bind_free_motion(module);
  bind_generate(module);
  bind_identify(module);
  bind_world(module);
  bind_motion(module);
  bind_sweep(module);
}
