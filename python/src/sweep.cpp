// Sweeps: problems answered one by one, records as JSON.
#include "alembert/sweep.hpp"

#include <pybind11/stl.h>

#include "bindings.hpp"

namespace alembert::python {

namespace {

/// The lock is released all the while: other threads of Python, heartbeats of a cluster's worker
/// for example, go on.
std::vector<std::string> solve_indices(const SweepSolver& solver,
                                       const std::vector<std::uint64_t>& indices) {
  const py::gil_scoped_release released;
  SweepSolver own = solver;
  std::vector<std::string> records;
  for (const std::uint64_t index : indices) {
    records.push_back(write_sweep_record(own.solve(index)));
  }
  return records;
}

std::unique_ptr<SweepSolver> sweep_solver_of(const std::string& path, double max_seconds) {
  const py::gil_scoped_release released;
  return std::make_unique<SweepSolver>(Sweep::load(path, {.max_seconds = max_seconds}));
}

}  // namespace

void bind_sweep(py::module_& module) {
  py::class_<SweepSolver>(module, "SweepSolver")
      .def(py::init(&sweep_solver_of))
      .def("_solve", &solve_indices)
      .def("_size", [](const SweepSolver& s) { return s.sweep().size(); })
      .def("_name", [](const SweepSolver& s) { return s.sweep().name(); })
      .def("_hash", [](const SweepSolver& s) { return s.sweep().hash(); })
      .def("_neighbours", [](const SweepSolver& s) { return s.sweep().neighbours(); })
      .def("_parameters", [](const SweepSolver& s) { return s.sweep().parameters(); })
      .def("_values",
           [](const SweepSolver& s, std::uint64_t index) { return s.sweep().values(index); })
      .def("_problem", [](const SweepSolver& s, std::uint64_t index) {
        const SweepProblem made = s.sweep().problem(index);
        return py::make_tuple(made.text, made.robot_text, made.key);
      });
}

}  // namespace alembert::python
