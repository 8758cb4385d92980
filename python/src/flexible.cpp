// Arms that bend: their equations on rows of states, modes, paths of joints and motion in time.
#include <pybind11/stl.h>

#include "alembert/arm_modes.hpp"
#include "alembert/flexible_equations.hpp"
#include "alembert/flexible_simulation.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"
#include "model_handle.hpp"

namespace alembert::python {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using FlexibleRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using FlexiblePointer = std::shared_ptr<const FlexibleModel>;

/// Besides the states.
struct FlexibleExtra {
  std::vector<FlexibleLoad> loads = {};
  int place = 0;
};

struct FlexibleWorkspace {
  explicit FlexibleWorkspace(FlexiblePointer m)
      : model(std::move(m)), arm(*model), J(model->size(), model->size()), R(model->size()) {}

  using Row = Eigen::Map<const VectorXd>;
  Row row(const Chunk& chunk, int argument, Py_ssize_t r, int size) const {
    return Row(chunk.input(argument, r), size);
  }
  Row z(const Chunk& chunk, Py_ssize_t r) const { return row(chunk, 0, r, model->size()); }
  Row v(const Chunk& chunk, Py_ssize_t r) const { return row(chunk, 1, r, model->size()); }

  FlexiblePointer model;
  FlexibleEquations<double> arm;
  MatrixXd J;
  VectorXd R;
};

FlexibleWorkspace& flexible_in(void* workspace, const void* extra) {
  auto& work = *static_cast<FlexibleWorkspace*>(workspace);
  work.arm.set_loads(static_cast<const FlexibleExtra*>(extra)->loads);
  return work;
}

void bending_forces(void* workspace, const void* extra, const Chunk& chunk) {
  FlexibleWorkspace& work = flexible_in(workspace, extra);
  const int n = work.model->size();
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    work.arm.inverse(work.z(chunk, r), work.v(chunk, r), work.row(chunk, 2, r, n),
                     Eigen::Map<VectorXd>(chunk.output(0, r), n));
  }
}

void bending_accelerations(void* workspace, const void* extra, const Chunk& chunk) {
  FlexibleWorkspace& work = flexible_in(workspace, extra);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    work.arm.accelerations(work.z(chunk, r), work.v(chunk, r),
                           work.row(chunk, 2, r, work.model->joints),
                           Eigen::Map<VectorXd>(chunk.output(0, r), work.model->size()));
  }
}

void bending_joint_torques(void* workspace, const void* extra, const Chunk& chunk) {
  FlexibleWorkspace& work = flexible_in(workspace, extra);
  const int joints = work.model->joints;
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    work.arm.joint_torques(work.z(chunk, r), work.v(chunk, r), work.row(chunk, 2, r, joints),
                           Eigen::Map<VectorXd>(chunk.output(0, r), joints),
                           Eigen::Map<VectorXd>(chunk.output(1, r), work.model->size()));
  }
}

/// J and R of J z'' = R + torques.
void bending_form(void* workspace, const void* extra, const Chunk& chunk) {
  FlexibleWorkspace& work = flexible_in(workspace, extra);
  const int n = work.model->size();
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    work.arm.simulation_form(work.z(chunk, r), work.v(chunk, r), work.J, work.R);
    Eigen::Map<FlexibleRows>(chunk.output(0, r), n, n) = work.J;
    Eigen::Map<VectorXd>(chunk.output(1, r), n) = work.R;
  }
}

void bending_energy(void* workspace, const void* extra, const Chunk& chunk) {
  FlexibleWorkspace& work = flexible_in(workspace, extra);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const FlexibleEnergies<double> e = work.arm.energies(work.z(chunk, r), work.v(chunk, r));
    Eigen::Map<Eigen::Vector3d>(chunk.output(0, r)) << e.kinetic, e.gravity, e.elastic;
  }
}

void bending_pose(void* workspace, const void* extra, const Chunk& chunk) {
  FlexibleWorkspace& work = flexible_in(workspace, extra);
  const int place = static_cast<const FlexibleExtra*>(extra)->place;
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const Eigen::Matrix<double, 3, 4> at = work.arm.pose(work.z(chunk, r), place);
    auto out = Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(chunk.output(0, r));
    out << at.rightCols<3>(), at.col(0), 0.0, 0.0, 0.0, 1.0;
  }
}

struct FlexibleHandle {
  FlexibleHandle(const Robot& of, const FlexibleOptions& options)
      : robot(std::make_shared<const Robot>(of)),
        model(std::make_shared<const FlexibleModel>(compile_flexible(of, options))),
        pool([m = model] { return std::make_shared<FlexibleWorkspace>(m); }) {
    const Py_ssize_t n = model->size(), joints = model->joints;
    const char* all = "the number of coordinates (FlexibleModel.coordinate_names)";
    const char* some = "the number of joints (FlexibleModel.joint_names)";
    const Argument z{"z", n, all}, v{"v", n, all};
    inverse = {{z, v, {"a", n, all}}, {{n, 0}}, bending_forces};
    forward = {{z, v, {"tau", joints, some}}, {{n, 0}}, bending_accelerations};
    torques = {{z, v, {"joint_a", joints, some}}, {{joints, 0}, {n, 0}}, bending_joint_torques};
    form = {{z, v}, {{n, n}, {n, 0}}, bending_form};
    energy = {{z, v}, {{3, 0}}, bending_energy};
    pose = {{z}, {{4, 4}}, bending_pose};
  }

  py::object run(const RowCall& call, std::initializer_list<py::handle> inputs, py::handle out,
                 int threads, const FlexibleExtra& extra) {
    std::vector<PyObject*> given_inputs;
    for (const py::handle input : inputs) given_inputs.push_back(input.ptr());
    return given(run_rows(call, pool, &extra, given_inputs.data(), out.ptr(), threads));
  }
  /// Loads come as (frame, force, moment, point).
  FlexibleExtra with_loads(const py::list& loads) const {
    FlexibleExtra extra;
    for (const py::handle item : loads) {
      const auto load = item.cast<py::tuple>();
      const auto three = [&](int i) -> Eigen::Vector3d {
        return sized_vector(load[i].ptr(), "a load", 3, "force, moment and point are vectors");
      };
      extra.loads.push_back(
          {model->place(load[0].cast<std::string>()), three(1), three(2), three(3)});
    }
    return extra;
  }
  VectorXd of_joints(py::handle values, const char* name) const {
    return sized_vector(values.ptr(), name, model->joints, "one for each joint");
  }
  VectorXd of_all(py::handle values, const char* name) const {
    return sized_vector(values.ptr(), name, model->size(), "one for each coordinate");
  }
  /// Joints alone, or all coordinates.
  VectorXd configuration(py::handle values) const {
    const VectorXd z = vector_of(values.ptr(), "z");
    return z.size() == model->joints ? of_joints(values, "z") : of_all(values, "z");
  }

  std::shared_ptr<const Robot> robot;
  FlexiblePointer model;
  Pool pool;
  RowCall inverse, forward, torques, form, energy, pose;
};

std::unique_ptr<FlexibleHandle> flexible_model(const Robot& robot, bool stiffening, bool ideal,
                                               py::object gravity) {
  FlexibleOptions options;
  options.stiffening = stiffening;
  options.ideal = ideal;
  if (!gravity.is_none()) {
    options.gravity = sized_vector(gravity.ptr(), "gravity", 3, "x, y and z");
  }
  return std::make_unique<FlexibleHandle>(robot, options);
}

py::list bending_links(const FlexibleHandle& handle) {
  py::list all;
  for (const FlexibleBody& body : handle.model->bodies) {
    if (!body.bends()) continue;
    all.append(py::make_tuple(body.name, body.length, given(array_of(body.integrals.frequencies))));
  }
  return all;
}

std::vector<std::string> bending_names(const FlexibleHandle& handle) {
  std::vector<std::string> names;
  for (const Coordinate& c : handle.model->coordinates) names.push_back(c.name);
  return names;
}

std::vector<std::string> bending_places(const FlexibleHandle& handle) {
  std::vector<std::string> names;
  for (const FlexiblePlace& place : handle.model->places) names.push_back(place.name);
  return names;
}

py::tuple linearised(const Linearised& at) {
  return py::make_tuple(given(array_of(at.z)), given(matrix_array_of(at.mass)),
                        given(matrix_array_of(at.damping)), given(matrix_array_of(at.stiffness)),
                        given(array_of(at.torques)));
}

/// (A, B)
py::tuple bending_state_space(py::handle mass, py::handle damping, py::handle stiffness,
                              int joints) {
  Linearised at;
  at.mass = matrix_of(mass.ptr(), "mass");
  at.damping = matrix_of(damping.ptr(), "damping");
  at.stiffness = matrix_of(stiffness.ptr(), "stiffness");
  at.z = VectorXd::Zero(at.mass.rows());
  const StateSpace space = state_space(at, joints);
  return py::make_tuple(given(matrix_array_of(space.A)), given(matrix_array_of(space.B)));
}

py::tuple bending_modes(const FlexibleHandle& handle, py::handle z, const std::vector<int>& locked,
                        bool undeformed) {
  const ArmModes modes = arm_modes(*handle.model, handle.configuration(z), {locked, undeformed});
  return py::make_tuple(given(array_of(modes.frequencies)), given(array_of(modes.damping)),
                        given(matrix_array_of(modes.shapes.transpose())), modes.rigid,
                        modes.unstable, linearised(modes.at));
}

// Paths of the joints.

/// At rest at the spline's ends before and after it.
JointPath path_along(const BSpline& curve) {
  const double T = curve.duration();
  return {T, [curve, T](double t, VectorXd& q, VectorXd& v, VectorXd& a) {
            const double at = curve.begin() + std::clamp(t, 0.0, T);
            q = curve(at, 0);
            const bool moves = t >= 0.0 && t <= T;
            v = moves ? curve(at, 1) : VectorXd::Zero(q.size()).eval();
            a = moves ? curve(at, 2) : VectorXd::Zero(q.size()).eval();
          }};
}

py::tuple along_path(const JointPath& path, py::handle t) {
  const VectorXd instants = vector_of(t.ptr(), "t");
  if (!instants.allFinite()) throw_value_error("t is not finite");
  VectorXd q, v, a;
  path.at(0.0, q, v, a);
  MatrixXd Q(instants.size(), q.size()), V(Q), A(Q);
  for (Eigen::Index i = 0; i < instants.size(); ++i) {
    path.at(instants[i], q, v, a);
    Q.row(i) = q;
    V.row(i) = v;
    A.row(i) = a;
  }
  return py::make_tuple(given(matrix_array_of(Q)), given(matrix_array_of(V)),
                        given(matrix_array_of(A)));
}

JointPath line_path(py::handle from, py::handle to, double duration) {
  const VectorXd begin = vector_of(from.ptr(), "start");
  return rest_to_rest(
      begin, sized_vector(to.ptr(), "goal", begin.size(), "as many as the start has"), duration);
}

void require_joints(const FlexibleHandle& handle, const JointPath& path) {
  VectorXd q, v, a;
  path.at(0.0, q, v, a);
  if (q.size() == handle.model->joints) return;
  throw_value_error("path has " + std::to_string(q.size()) + " joints: give one of " +
                    std::to_string(handle.model->joints) + " (FlexibleModel.joint_names)");
}

JointPath quiet_path(const FlexibleHandle& handle, const JointPath& path, int shapes,
                     double tolerance) {
  require_joints(handle, path);
  QuietOptions options;
  options.shapes = shapes;
  options.tolerance = tolerance;
  return listening(options, [model = handle.model, path](const QuietOptions& watched) {
    return quiet(*model, path, watched);
  });
}

// Motion in time.

FlexibleRun flexible_run(const FlexibleHandle& handle, const std::optional<JointPath>& path,
                         const py::dict& how) {
  const auto number = [&](const char* key) { return how[key].cast<double>(); };
  FlexibleRun run;
  if (path) {
    require_joints(handle, *path);
    run.path = *path;
  }
  run.perfect = how["perfect"].cast<bool>();
  run.control.kind = static_cast<Controller>(how["controller"].cast<int>());
  run.control.frequency = number("frequency");
  run.control.damping = number("damping");
  if (!how["z"].is_none()) run.z = handle.of_all(how["z"], "z");
  if (!how["v"].is_none()) run.v = handle.of_all(how["v"], "v");
  run.loads = handle.with_loads(how["loads"].cast<py::list>()).loads;
  run.duration = number("duration");
  run.sample = number("sample");
  run.stiff = how["stiff"].cast<bool>();
  run.relative_tolerance = number("relative_tolerance");
  run.absolute_tolerance = number("absolute_tolerance");
  return run;
}

/// One row a sample, one entry a bending link and direction.
py::object bending_tips(const FlexibleSimulation& run) {
  const Py_ssize_t shape[] = {static_cast<Py_ssize_t>(run.samples.size()),
                              static_cast<Py_ssize_t>(run.tips.size()), 3};
  OutputRows out;
  out.make(shape, 3, false);
  auto* to = reinterpret_cast<double*>(out.data());
  for (const FlexibleSample& sample : run.samples) {
    to = std::copy_n(sample.tips.data(), sample.tips.size(), to);  // by columns: links
  }
  return given(out.release());
}

py::dict flexible_simulated(const FlexibleHandle& handle, const std::optional<JointPath>& path,
                            const py::dict& how) {
  const FlexibleSimulation run =
      listening(flexible_run(handle, path, how),
                [robot = handle.robot, model = handle.model](const FlexibleRun& watched) {
                  return simulate_flexible(*robot, *model, watched);
                });
  const auto rows = static_cast<Eigen::Index>(run.samples.size());
  VectorXd t(rows), energy(rows);
  MatrixXd z(rows, handle.model->size()), v(z), tau(rows, handle.model->joints);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const FlexibleSample& s = run.samples[static_cast<std::size_t>(i)];
    t[i] = s.t;
    z.row(i) = s.z;
    v.row(i) = s.v;
    tau.row(i) = s.tau;
    energy[i] = s.energy;
  }
  py::list links;
  for (const TipReport& tip : run.tips) {
    links.append(py::make_tuple(tip.link, tip.length, tip.largest, tip.at, tip.residual));
  }
  py::dict all;
  all["t"] = given(array_of(t));
  all["z"] = given(matrix_array_of(z));
  all["v"] = given(matrix_array_of(v));
  all["tau"] = given(matrix_array_of(tau));
  all["tips"] = bending_tips(run);
  all["energy"] = given(array_of(energy));
  all["links"] = links;
  all["energy_error"] = run.energy_error;
  all["largest_energy"] = run.largest_energy;
  all["largest_error"] = run.largest_error;
  all["diverged"] = run.diverged;
  all["end"] = run.end;
  all["steps"] = run.steps;
  return all;
}

void bind_joint_path(py::module_& module) {
  py::class_<JointPath>(module, "JointPath")
      .def(py::init<const JointPath&>())
      .def_readonly("_duration", &JointPath::duration)
      .def_static("_rest_to_rest", &line_path)
      .def_static("_spin_up", &spin_up)
      .def_static("_along", &path_along)
      .def("_evaluate", &along_path)
      .def("_shaped", [](const JointPath& path, int shaper, double frequency, double damping) {
        return shaped(path, static_cast<Shaper>(shaper), frequency, damping);
      });
  module.def("shaper_delay", [](int shaper, double frequency, double damping) {
    return shaper_delay(static_cast<Shaper>(shaper), frequency, damping);
  });
}

}  // namespace

void bind_flexible(py::module_& module) {
  using Self = FlexibleHandle;
  bind_joint_path(module);
  module.def("rigidified", &rigidified);
  module.def("bends", [](const Robot& robot) { return bends(robot); });
  module.def("state_space", &bending_state_space);
  py::class_<Self>(module, "FlexibleModel")
      .def(py::init(&flexible_model))
      .def_property_readonly("_name", [](const Self& h) { return h.model->name; })
      .def_property_readonly("_joints", [](const Self& h) { return h.model->joints; })
      .def("_names", &bending_names)
      .def("_places", &bending_places)
      .def("_links", &bending_links)
      .def("_gravity", [](const Self& h) { return given(array_of(h.model->gravity)); })
      .def("_inverse",
           [](Self& h, py::handle z, py::handle v, py::handle a, py::handle out, int threads,
              const py::list& loads) {
             return h.run(h.inverse, {z, v, a}, out, threads, h.with_loads(loads));
           })
      .def("_forward",
           [](Self& h, py::handle z, py::handle v, py::handle tau, py::handle out, int threads,
              const py::list& loads) {
             return h.run(h.forward, {z, v, tau}, out, threads, h.with_loads(loads));
           })
      .def("_torques",
           [](Self& h, py::handle z, py::handle v, py::handle a, int threads,
              const py::list& loads) {
             return h.run(h.torques, {z, v, a}, py::none(), threads, h.with_loads(loads));
           })
      .def("_form",
           [](Self& h, py::handle z, py::handle v, int threads, const py::list& loads) {
             return h.run(h.form, {z, v}, py::none(), threads, h.with_loads(loads));
           })
      .def("_energy",
           [](Self& h, py::handle z, py::handle v, int threads) {
             return h.run(h.energy, {z, v}, py::none(), threads, {});
           })
      .def("_pose",
           [](Self& h, py::handle z, const std::string& place, int threads) {
             return h.run(h.pose, {z}, py::none(), threads, {{}, h.model->place(place)});
           })
      .def("_resting",
           [](const Self& h, py::handle q) {
             return given(array_of(resting(*h.model, h.of_joints(q, "q"))));
           })
      .def("_linearise",
           [](const Self& h, py::handle z, bool undeformed) {
             return linearised(linearise(*h.model, h.configuration(z), undeformed));
           })
      .def("_modes", &bending_modes)
      .def("_quiet", &quiet_path)
      .def("_simulate", &flexible_simulated);
}

}  // namespace alembert::python
