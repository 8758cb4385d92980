// An arm left to itself, as arrays.
#include "alembert/free_motion.hpp"

#include "interruptible.hpp"
#include "model_handle.hpp"

namespace alembert::python {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd optional_vector(const Model& model, py::handle object, const char* name) {
  if (object.is_none()) return VectorXd::Zero(model.dofs());
  return sized_vector(object.ptr(), name, model.dofs(), "one for each joint");
}

py::dict arrays_of(const FreeMotion& motion, int dofs) {
  const auto rows = static_cast<Eigen::Index>(motion.samples.size());
  VectorXd t(rows);
  MatrixXd q(rows, dofs), v(q), a(q), energy(rows, 3);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const FreeSample& s = motion.samples[static_cast<std::size_t>(i)];
    t[i] = s.t;
    q.row(i) = s.q;
    v.row(i) = s.v;
    a.row(i) = s.a;
    energy.row(i) << s.energy.kinetic, s.energy.gravity, s.energy.elastic;
  }
  py::dict all;
  all["t"] = given(array_of(t));
  all["q"] = given(matrix_array_of(q));
  all["v"] = given(matrix_array_of(v));
  all["a"] = given(matrix_array_of(a));
  all["energy"] = given(matrix_array_of(energy));
  return all;
}

py::dict free_motion(const ModelHandle& handle, py::handle q, py::handle v, py::handle tau,
                     py::handle loads, const py::dict& how) {
  const Model model = handle.model;
  FreeRun run;
  run.q = sized_vector(q.ptr(), "q", model.dofs(), "one for each joint");
  run.v = optional_vector(model, v, "v");
  run.tau = optional_vector(model, tau, "tau");
  run.loads = loads_of(loads.ptr(), model);
  run.duration = how["duration"].cast<double>();
  run.sample = how["sample"].cast<double>();
  run.slip_speed = how["slip_speed"].cast<double>();
  run.relative_tolerance = how["relative_tolerance"].cast<double>();
  run.absolute_tolerance = how["absolute_tolerance"].cast<double>();
  const FreeMotion motion =
      listening(run, [model](const FreeRun& watched) { return simulate_free(model, watched); });
  py::dict all = arrays_of(motion, model.dofs());
  py::list passed;
  for (const PassedLimit& limit : motion.passed) {
    const auto& name = model.coordinates()[static_cast<std::size_t>(limit.coordinate)].name;
    passed.append(py::make_tuple(name, limit.time, limit.value, limit.limit));
  }
  all["passed"] = passed;
  all["energy_error"] = motion.energy_error;
  all["work"] = motion.work;
  all["friction"] = motion.friction;
  all["finished"] = motion.finished;
  all["end"] = motion.end;
  return all;
}

}  // namespace

void bind_free_motion(py::module_& module) { module.def("free_motion", &free_motion); }

}  // namespace alembert::python
