// Models: compiled, changed, described, and what is asked of them beside states.
#include "alembert/model.hpp"

#include <pybind11/stl.h>

#include "alembert/bending_model.hpp"
#include "alembert/inverse_kinematics.hpp"
#include "alembert/report.hpp"
#include "bindings.hpp"
#include "model_handle.hpp"

namespace alembert::python {

namespace {

std::vector<LockedJoint> locked_of(const std::vector<std::pair<std::string, double>>& pairs) {
  std::vector<LockedJoint> locked;
  for (const auto& [name, value] : pairs) locked.push_back({name, value});
  return locked;
}

Eigen::Vector3d three(py::handle object, const char* name) {
  return sized_vector(object.ptr(), name, 3, "x, y and z");
}

std::unique_ptr<ModelHandle> compiled(const Robot& robot, bool ideal, bool floating_base,
                                      py::object gravity,
                                      const std::vector<std::pair<std::string, double>>& locked,
                                      bool bending) {
  CompileOptions options;
  options.ideal = ideal;
  options.floating_base = floating_base;
  if (!gravity.is_none()) options.gravity = three(gravity, "gravity");
  options.locked = locked_of(locked);
  return std::make_unique<ModelHandle>(bending ? compile_bending(robot, options)
                                               : compile(robot, options));
}

std::unique_ptr<ModelHandle> with(Model model) {
  return std::make_unique<ModelHandle>(std::move(model));
}

Inertia inertia_of(double mass, py::handle com, py::handle about_com) {
  Inertia inertia;
  inertia.mass = mass;
  inertia.com = three(com, "com");
  const Eigen::MatrixXd tensor = matrix_of(about_com.ptr(), "inertia");
  if (tensor.rows() != 3 || tensor.cols() != 3) throw_value_error("inertia is a 3 x 3 tensor");
  if (!tensor.allFinite() || !(mass >= 0.0)) throw_value_error("mass or inertia is not finite");
  inertia.about_com = tensor;
  return inertia;
}

py::list coordinates_of(const ModelHandle& handle) {
  py::list all;
  for (const Coordinate& c : handle.model.coordinates()) {
    const Limits& l = c.limits;
    all.append(py::make_tuple(c.name, c.angular, c.wraps, l.lower, l.upper, l.velocity,
                              l.acceleration, l.jerk, l.torque));
  }
  return all;
}

std::vector<std::string> frames_of(const ModelHandle& handle) {
  std::vector<std::string> names;
  for (const ModelFrame& frame : handle.model.frames()) names.push_back(frame.name);
  return names;
}

Eigen::Isometry3d pose_of(py::handle object, const char* name) {
  const Eigen::MatrixXd m = matrix_of(object.ptr(), name);
  const bool shaped = m.rows() == 4 && m.cols() == 4 && m.allFinite();
  if (!shaped || !m.topLeftCorner<3, 3>().isUnitary(1e-6) ||
      m.topLeftCorner<3, 3>().determinant() < 0.0 ||
      !m.row(3).isApprox(Eigen::RowVector4d(0, 0, 0, 1))) {
    throw_value_error(
        std::string(name) +
        " is no pose: give a 4 x 4 matrix with a rotation in its first three rows and "
        "columns, the position (m) beside it and 0 0 0 1 below");
  }
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.matrix() = m;
  return pose;
}

IkOptions ik_options(const py::dict& options) {
  IkOptions how;
  how.position_tolerance = options["position_tolerance"].cast<double>();
  how.orientation_tolerance = options["orientation_tolerance"].cast<double>();
  how.position_only = options["position_only"].cast<bool>();
  how.joint_limits = options["joint_limits"].cast<bool>();
  how.max_iterations = options["max_iterations"].cast<int>();
  how.restarts = options["restarts"].cast<int>();
  return how;
}

Eigen::VectorXd start_of(const ModelHandle& handle, py::handle start) {
  if (start.is_none()) return middle_of_limits(handle.model);
  return sized_vector(start.ptr(), "start", handle.model.dofs(), "one for each joint");
}

py::tuple ik_tuple(const IkResult& found) {
  return py::make_tuple(found.solved(), given(array_of(found.q)), found.position_error,
                        found.orientation_error, found.iterations);
}

py::tuple ik(const ModelHandle& handle, const std::string& frame, py::handle target,
             py::handle start, const py::dict& options) {
  const IkOptions how = ik_options(options);
  const Eigen::VectorXd from = start_of(handle, start);
  const Eigen::Isometry3d pose = pose_of(target, "target");
  const FrameId id = handle.model.frame(frame);
  IkResult found;
  {
    const py::gil_scoped_release released;
    found = inverse_kinematics(handle.model, id, pose, from, how);
  }
  return ik_tuple(found);
}

/// `targets` is a list of poses.
py::list ik_path(const ModelHandle& handle, const std::string& frame, const py::list& targets,
                 py::handle start, const py::dict& options) {
  const IkOptions how = ik_options(options);
  const Eigen::VectorXd from = start_of(handle, start);
  std::vector<Eigen::Isometry3d> path;
  for (const py::handle target : targets) path.push_back(pose_of(target, "targets"));
  const FrameId id = handle.model.frame(frame);
  std::vector<IkResult> found;
  {
    const py::gil_scoped_release released;
    found = inverse_kinematics_path(handle.model, id, path, from, how);
  }
  py::list all;
  for (const IkResult& one : found) all.append(ik_tuple(one));
  return all;
}

}  // namespace

void bind_model(py::module_& module) {
  py::class_<ModelHandle> model(module, "Model");
  model.def(py::init(&compiled))
      .def(py::init([](const ModelHandle& other) { return with(other.model); }))
      .def_property_readonly("_name", [](const ModelHandle& h) { return h.model.name(); })
      .def_property_readonly("_dofs", [](const ModelHandle& h) { return h.model.dofs(); })
      .def("_coordinates", &coordinates_of)
      .def("_frames", &frames_of)
      .def("_gravity_vector",
           [](const ModelHandle& h) { return given(array_of(h.model.gravity())); })
      .def("_carrying",
           [](const ModelHandle& h, const std::string& frame, double mass, py::handle com,
              py::handle about_com) {
             return with(carrying(h.model, h.model.frame(frame), inertia_of(mass, com, about_com)));
           })
      .def("_without_drives",
           [](const ModelHandle& h, bool viscous, bool coulomb, bool rotors, bool springs) {
             return with(without_drives(h.model, {viscous, coulomb, rotors, springs}));
           })
      .def("_with_gravity",
           [](const ModelHandle& h, py::handle g) {
             return with(with_gravity(h.model, three(g, "gravity")));
           })
      .def("_with_locked_joints",
           [](const ModelHandle& h, const std::vector<std::pair<std::string, double>>& locked) {
             return with(with_locked_joints(h.model, locked_of(locked)));
           })
      .def("_perturbed", [](const ModelHandle& h, double error,
                            unsigned seed) { return with(perturbed(h.model, error, seed)); })
      .def("_text", [](const ModelHandle& h, const Robot& robot,
                       bool canonical) { return robot_text(robot, h.model, canonical); })
      .def("_inverse_kinematics", &ik)
      .def("_inverse_kinematics_path", &ik_path);
  add_state_methods(model.ptr());
}

}  // namespace alembert::python
