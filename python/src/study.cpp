// What is asked of a model as a whole: regressors, base parameters, design derivatives, tables,
// formulations and their operations.
#include <pybind11/stl.h>

#include <chrono>

#include "alembert/base_parameters.hpp"
#include "alembert/batch.hpp"
#include "alembert/design_derivatives.hpp"
#include "alembert/formulation.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/operation_study.hpp"
#include "alembert/tables.hpp"
#include "bindings.hpp"
#include "model_handle.hpp"
#include "moving_base.hpp"

namespace alembert::python {

namespace {

using Eigen::MatrixXd;
using ConstVector = Eigen::Map<const Eigen::VectorXd>;

std::vector<Argument> motion_arguments(const Model& model) {
  const char* entries = "the number of joints (Model.joint_names)";
  return {{"q", model.dofs(), entries}, {"v", model.dofs(), entries}, {"a", model.dofs(), entries}};
}

/// Besides the states, for tools that know it.
struct ToolExtra {
  std::vector<Load> loads = {};
  std::optional<BaseMotion> base = std::nullopt;
};

/// Something with a workspace that turns q, v, a into a matrix.
template <typename Tool>
struct MatrixTool {
  MatrixTool(Tool made, std::function<std::shared_ptr<void>()> more, const Model& m, int columns)
      : tool(std::move(made)), model(m), pool(std::move(more)) {
    call = {motion_arguments(m), {{m.dofs(), columns}}, &run};
  }

  static void run(void* workspace, const void* extra, const Chunk& chunk) {
    Tool& tool = *static_cast<Tool*>(workspace);
    if constexpr (requires { tool.set_base_motion({}); }) {
      const OnMovingBase moving(tool, static_cast<const ToolExtra*>(extra)->base);
      run_rows_of(tool, extra, chunk);
    } else {
      run_rows_of(tool, extra, chunk);
    }
  }
  static void run_rows_of(Tool& tool, [[maybe_unused]] const void* extra, const Chunk& chunk) {
    const auto n = static_cast<Eigen::Index>(rows(tool));
    const auto width = chunk.out_stride[0] / static_cast<Py_ssize_t>(sizeof(double)) / n;
    MatrixXd Y(n, width);
    for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
      const ConstVector q(chunk.input(0, r), n), v(chunk.input(1, r), n), a(chunk.input(2, r), n);
      if constexpr (std::is_same_v<Tool, DesignDerivatives>) {
        tool(q, v, a, Loads(static_cast<const ToolExtra*>(extra)->loads), Y);
      } else {
        tool(q, v, a, Y);
      }
      using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      Eigen::Map<Rows>(chunk.output(0, r), n, width) = Y;
    }
  }
  static int rows(const BaseParameters& tool) { return tool.regressor().model().dofs(); }
  template <typename Other>
  static int rows(const Other& tool) {
    return tool.model().dofs();
  }

  py::object operator()(py::handle q, py::handle v, py::handle a, py::handle out, int threads,
                        py::handle base, py::handle loads) {
    PyObject* inputs[] = {q.ptr(), v.ptr(), a.ptr()};
    const ToolExtra extra{loads_of(loads.ptr(), model), base_motion_of(base.ptr())};
    return given(run_rows(call, pool, &extra, inputs, out.ptr(), threads));
  }

  Tool tool;
  Model model;
  Pool pool;
  RowCall call;
};

using RegressorTool = MatrixTool<Regressor>;
using BaseTool = MatrixTool<BaseParameters>;
using DesignTool = MatrixTool<DesignDerivatives>;

RegressorOptions regressor_options(const std::vector<std::string>& bodies, bool drives,
                                   bool springs) {
  RegressorOptions options;
  options.bodies = bodies;
  options.drives = drives;
  options.springs = springs;
  return options;
}

std::unique_ptr<RegressorTool> make_regressor(const ModelHandle& handle,
                                              const std::vector<std::string>& bodies, bool drives,
                                              bool springs) {
  const RegressorOptions options = regressor_options(bodies, drives, springs);
  Regressor first(handle.model, options);
  const auto columns = static_cast<int>(first.columns().size());
  return std::make_unique<RegressorTool>(
      std::move(first),
      [model = handle.model, options] { return std::make_shared<Regressor>(model, options); },
      handle.model, columns);
}

py::list columns_of(const Regressor& regressor) {
  py::list all;
  for (const RegressorColumn& c : regressor.columns()) {
    all.append(py::make_tuple(c.name, c.unit, c.value));
  }
  return all;
}

std::unique_ptr<BaseTool> make_base(const ModelHandle& handle,
                                    const std::vector<std::string>& bodies, bool drives,
                                    bool springs, double tolerance, unsigned seed) {
  BaseParameterOptions options;
  options.regressor = regressor_options(bodies, drives, springs);
  options.tolerance = tolerance;
  options.seed = seed;
  BaseParameters first(handle.model, options);
  const int columns = first.count();
  return std::make_unique<BaseTool>(
      std::move(first),
      [model = handle.model, options] { return std::make_shared<BaseParameters>(model, options); },
      handle.model, columns);
}

std::unique_ptr<DesignTool> make_design(const ModelHandle& handle, bool placements, int dh,
                                        bool inertias) {
  DesignOptions options;
  options.placements = placements;
  options.dh = static_cast<DhMeaning>(dh);
  options.inertias = inertias;
  DesignDerivatives first(handle.model, options);
  const auto columns = static_cast<int>(first.parameters().size());
  return std::make_unique<DesignTool>(
      std::move(first),
      [model = handle.model, options] {
        return std::make_shared<DesignDerivatives>(model, options);
      },
      handle.model, columns);
}

// Tables.

struct TableTool {
  explicit TableTool(DynamicsTable made)
      : table(std::move(made)), pool([this] { return std::make_shared<DynamicsTable>(table); }) {
    const Py_ssize_t n = table.model().dofs();
    call = {motion_arguments(table.model()), {{n, 0}}, &run};
  }

  static void run(void* workspace, const void*, const Chunk& chunk) {
    DynamicsTable& table = *static_cast<DynamicsTable*>(workspace);
    const int n = table.model().dofs();
    for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
      // Outside the table a row is not a number, which callers see.
      (void)table(ConstVector(chunk.input(0, r), n), ConstVector(chunk.input(1, r), n),
                  ConstVector(chunk.input(2, r), n),
                  Eigen::Map<Eigen::VectorXd>(chunk.output(0, r), n));
    }
  }
  py::object operator()(py::handle q, py::handle v, py::handle a, py::handle out, int threads) {
    PyObject* inputs[] = {q.ptr(), v.ptr(), a.ptr()};
    return given(run_rows(call, pool, nullptr, inputs, out.ptr(), threads));
  }

  DynamicsTable table;
  Pool pool;
  RowCall call;
};

TableOptions table_options(const py::dict& given_options) {
  TableOptions options;
  options.nodes = given_options["nodes"].cast<int>();
  options.velocity_nodes = given_options["velocity_nodes"].cast<int>();
  options.acceleration_nodes = given_options["acceleration_nodes"].cast<int>();
  options.velocity = given_options["velocity"].cast<double>();
  options.acceleration = given_options["acceleration"].cast<double>();
  options.memory_limit = given_options["memory_limit"].cast<double>();
  options.threads = given_options["threads"].cast<int>();
  if (!given_options["range"].is_none()) {
    const auto [lower, upper] = given_options["range"].cast<std::pair<double, double>>();
    options.unlimited = TableOptions::Range{lower, upper};
  }
  options.progress = [](double) {
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw PythonError{};
  };
  return options;
}

std::unique_ptr<TableTool> make_table(const ModelHandle& handle, const std::string& method,
                                      const py::dict& how, bool cubic) {
  const TableOptions options = table_options(how);
  const TableMethod kind = table_method(method);
  std::optional<DynamicsTable> table;
  {
    const py::gil_scoped_release released;
    table.emplace(handle.model, kind, options);
  }
  if (cubic) table->set_interpolation(Interpolation::cubic);
  return std::make_unique<TableTool>(std::move(*table));
}

std::unique_ptr<TableTool> load_table(const std::string& path, const ModelHandle& handle,
                                      bool cubic) {
  DynamicsTable table = DynamicsTable::load(path, handle.model);
  if (cubic) table.set_interpolation(Interpolation::cubic);
  return std::make_unique<TableTool>(std::move(table));
}

py::tuple table_error(const TableTool& tool, int samples) {
  TableError error;
  {
    const py::gil_scoped_release released;
    error = tool.table.measure_error(samples);
  }
  return py::make_tuple(error.largest, error.rms, error.largest_torque);
}

// Formulations.

py::list formulations() {
  py::list all;
  for (const FormulationInfo& info : Formulations::all()) {
    all.append(py::make_tuple(info.name, info.title, info.growth, info.note));
  }
  return all;
}

/// Numbers that nothing is special about.
VecX<OpCount> irregular(int n, double shift) {
  VecX<OpCount> x(n);
  for (int i = 0; i < n; ++i) x[i] = OpCount(shift + 0.1734 * (i + 1));
  return x;
}

/// Multiplications and additions as papers count them, then as executed, then sines and cosines.
py::tuple count(const ModelHandle& handle, const std::string& name) {
  const int n = handle.model.dofs();
  const VecX<OpCount> q = irregular(n, 0.31), v = irregular(n, 0.47), a = irregular(n, 0.53);
  VecX<OpCount> tau(n);
  if (name == "inverse_dynamics") {
    InverseDynamics<OpCount> kernel(handle.model);
    OpCount::reset();
    kernel(q, v, a, tau);
  } else {
    const auto dynamics = Formulations::get(name).make<OpCount>(handle.model);
    OpCount::reset();
    (*dynamics)(q, v, a, tau);
  }
  const Tally published = OpCount::published(), executed = OpCount::executed();
  return py::make_tuple(published.mul, published.add, executed.mul, executed.add, executed.trig);
}

/// Seconds of the C++ batch on all cores, on arrays that are there already: for alembert.bench.
double time_batch(const ModelHandle& handle, py::handle q, py::handle v, py::handle a,
                  py::handle out) {
  using Rows = Eigen::Map<RowMatrix<double>>;
  Py_buffer views[4];
  PyObject* const arrays[] = {q.ptr(), v.ptr(), a.ptr(), out.ptr()};
  for (int i = 0; i < 4; ++i) {
    if (PyObject_GetBuffer(arrays[i], &views[i], PyBUF_C_CONTIGUOUS) != 0) throw PythonError{};
  }
  const auto rows = [&](int i) {
    return Rows(static_cast<double*>(views[i].buf), views[i].shape[0], views[i].shape[1]);
  };
  Batch<double> batch(handle.model);
  const auto begun = std::chrono::steady_clock::now();
  {
    const py::gil_scoped_release released;
    batch.inverse_dynamics(rows(0), rows(1), rows(2), rows(3));
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  for (Py_buffer& view : views) PyBuffer_Release(&view);
  return took.count();
}

py::object paper(const std::string& name, int joints) {
  const FormulationInfo& info = Formulations::get(name);
  const auto mul = printed_at(info.printed.mul, joints), add = printed_at(info.printed.add, joints);
  if (!mul || !add) return py::none();
  return py::make_tuple(*mul, *add);
}

}  // namespace

void bind_study(py::module_& module) {
  py::class_<RegressorTool>(module, "Regressor")
      .def(py::init(&make_regressor))
      .def("_call", &RegressorTool::operator())
      .def("_columns", [](const RegressorTool& t) { return columns_of(t.tool); });
  py::class_<BaseTool>(module, "BaseParameters")
      .def(py::init(&make_base))
      .def("_call", &BaseTool::operator())
      .def("_columns", [](const BaseTool& t) { return columns_of(t.tool.regressor()); })
      .def("_names", [](const BaseTool& t) { return t.tool.names(); })
      .def("_kept", [](const BaseTool& t) { return t.tool.columns(); })
      .def("_idle", [](const BaseTool& t) { return t.tool.idle(); })
      .def("_clear", [](const BaseTool& t) { return t.tool.clear(); })
      .def("_parameters", [](const BaseTool& t) { return given(array_of(t.tool.parameters())); })
      .def("_map", [](const BaseTool& t) { return given(matrix_array_of(t.tool.map())); })
      .def("_null_space",
           [](const BaseTool& t) { return given(matrix_array_of(t.tool.null_space())); });
  py::class_<DesignTool>(module, "DesignDerivatives")
      .def(py::init(&make_design))
      .def("_call", &DesignTool::operator())
      .def("_parameters", [](const DesignTool& t) {
        py::list all;
        for (const DesignParameter& p : t.tool.parameters()) {
          all.append(py::make_tuple(p.name, p.unit));
        }
        return all;
      });
  py::class_<TableTool>(module, "DynamicsTable")
      .def(py::init(&make_table))
      .def(py::init(&load_table))
      .def("_call", &TableTool::operator())
      .def("_bytes", [](const TableTool& t) { return t.table.bytes(); })
      .def("_method", [](const TableTool& t) { return to_string(t.table.method()); })
      .def("_error", &table_error)
      .def("_save", [](const TableTool& t, const std::string& path) { t.table.save(path); })
      .def_static("_bytes_needed", [](const ModelHandle& handle, const std::string& method,
                                      const py::dict& options) {
        return DynamicsTable::bytes_needed(handle.model, table_method(method),
                                           table_options(options));
      });
  module.def("formulations", &formulations);
  module.def("count", &count);
  module.def("paper", &paper);
  module.def("time_batch", &time_batch);
}

}  // namespace alembert::python
