// Parameters from logs, payloads, and motions that tell.
#include <pybind11/stl.h>

#include "alembert/excitation.hpp"
#include "alembert/identification.hpp"
#include "alembert/payload.hpp"
#include "alembert/report.hpp"
#include "interruptible.hpp"
#include "model_handle.hpp"

namespace alembert::python {

namespace {

using Sources = std::vector<std::shared_ptr<LogSource>>;

/// A path, or a dictionary of arrays.
std::shared_ptr<LogSource> source_of(const py::handle& log, const Model& model,
                                     const LogFormat& format) {
  if (py::isinstance<py::str>(log)) return log_file(log.cast<std::string>(), model, format);
  const auto arrays = log.cast<py::dict>();
  RobotLog made;
  made.name = arrays["name"].cast<std::string>();
  made.t = vector_of(py::object(arrays["t"]).ptr(), "t");
  made.q = matrix_of(py::object(arrays["q"]).ptr(), "q");
  made.tau = matrix_of(py::object(arrays["tau"]).ptr(), "tau");
  if (arrays.contains("v")) made.v = matrix_of(py::object(arrays["v"]).ptr(), "v");
  if (arrays.contains("a")) made.a = matrix_of(py::object(arrays["a"]).ptr(), "a");
  return log_in_memory(std::move(made), model);
}

Sources sources_of(const py::list& logs, const Model& model, const LogFormat& format) {
  Sources out;
  for (const py::handle& log : logs) out.push_back(source_of(log, model, format));
  return out;
}

LogFormat format_of(const py::dict& how) {
  LogFormat format;
  format.degrees = how["degrees"].cast<bool>();
  if (!how["torque_constant"].is_none()) {
    format.torque_constant = vector_of(py::object(how["torque_constant"]).ptr(), "torque_constant");
  }
  return format;
}

IdentifyOptions identify_options(const py::dict& how) {
  IdentifyOptions out;
  out.links = how["links"].cast<std::vector<std::string>>();
  out.inertias = how["inertias"].cast<bool>();
  out.friction = how["friction"].cast<bool>();
  out.offsets = how["offsets"].cast<bool>();
  out.rotors = how["rotors"].cast<std::optional<bool>>();
  out.springs = how["springs"].cast<std::optional<bool>>();
  out.prior_weight = how["prior_weight"].cast<std::optional<double>>();
  out.bandwidth = how["bandwidth"].cast<std::optional<double>>();
  out.folds = how["folds"].cast<int>();
  out.delays = how["delays"].cast<bool>();
  out.bootstrap = how["bootstrap"].cast<int>();
  return out;
}

/// Runs the job in a thread that Ctrl-C ends at the next checkpoint.
template <typename Result, typename Job>
Result interruptible(const Job& job) {
  const auto stop = std::make_shared<std::atomic<bool>>();
  const std::function<void(const std::string&)> checkpoint = [stop](const std::string&) {
    if (*stop) throw PythonError{};
  };
  auto result = std::make_shared<std::optional<Result>>();
  run_listening([job, checkpoint, result] { result->emplace(job(checkpoint)); }, stop);
  return std::move(**result);
}

py::tuple identify_robot(const Robot& robot, const py::list& logs, const py::list& validate,
                         const py::dict& how) {
  const LogFormat format = format_of(how);
  IdentifyOptions options = identify_options(how);
  const Model model = compile(robot, options.compile);
  const Sources sources = sources_of(logs, model, format);
  options.validate = sources_of(validate, model, format);
  const auto found = interruptible<Identification>([robot, sources, options](auto checkpoint) {
    IdentifyOptions watched = options;
    watched.checkpoint = checkpoint;
    return identify(robot, sources, watched);
  });
  return py::make_tuple(identification_json(found), found.robot, identification_text(found, false),
                        identification_html(found, "alembert.identify"));
}

std::string weigh_payload(const Robot& robot, const py::list& logs, const std::string& frame,
                          const py::list& empty, const py::dict& how) {
  PayloadOptions options;
  options.frame = frame;
  options.identify.bootstrap = 0;
  const Model model = compile(robot);
  const LogFormat format = format_of(how);
  const Sources sources = sources_of(logs, model, format);
  options.empty = sources_of(empty, model, format);
  const auto found = interruptible<PayloadEstimate>([robot, sources, options](auto checkpoint) {
    PayloadOptions watched = options;
    watched.identify.checkpoint = checkpoint;
    return identify_payload(robot, sources, watched);
  });
  return payload_json(found);
}

py::dict excite_model(const ModelHandle& handle, const py::dict& how) {
  ExciteOptions options;
  options.duration = how["duration"].cast<double>();
  options.starts = how["starts"].cast<int>();
  options.seed = how["seed"].cast<unsigned>();
  const MotionProblem problem(handle.model);
  const auto found = interruptible<Excitation>([problem, options](auto checkpoint) {
    ExciteOptions watched = options;
    watched.checkpoint = checkpoint;
    return excite(problem, watched);
  });
  const BSpline& q = found.motion.q;
  py::dict out;
  out["holds"] = found.proof.holds();
  out["log_det"] = found.log_det;
  out["seconds"] = found.seconds;
  out["degree"] = q.degree();
  out["knots"] = given(array_of(q.knots()));
  out["control_points"] = given(matrix_array_of(q.control_points()));
  py::list parameters;
  for (const ExcitedParameter& p : found.parameters) {
    parameters.append(py::make_tuple(p.name, p.unit, p.deviation, p.size));
  }
  out["parameters"] = parameters;
  return out;
}

}  // namespace

void bind_identify(py::module_& module) {
  module.def("identify", &identify_robot);
  module.def("payload", &weigh_payload);
  module.def("excite", &excite_model);
}

}  // namespace alembert::python
