// Motion problems and their answers. Documents cross to Python as JSON, which keeps every bit; the
// numbers of samples as arrays.
#include "alembert/motion.hpp"

#include <pybind11/stl.h>

#include "alembert/constant_rate.hpp"
#include "alembert/first_problem.hpp"
#include "alembert/joint_trajectory.hpp"
#include "alembert/page.hpp"
#include "alembert/replanner.hpp"
#include "alembert/report.hpp"
#include "alembert/retime.hpp"
#include "alembert/shared_reaction.hpp"
#include "alembert/simulate.hpp"
#include "alembert/verify.hpp"
#include "alembert/world.hpp"
#include "ground.hpp"
#include "interruptible.hpp"
#include "model_handle.hpp"
#include "python_term.hpp"

namespace alembert::python {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct ProblemHandle {
  MotionFile file;
  std::vector<TermSource> terms = {};

  /// For one solve.
  MotionProblem with_terms(const std::shared_ptr<TermFailure>& failure) const {
    MotionProblem problem = file.problem;
    for (const TermSource& term : terms) problem.minimize.terms.push_back(term_of(term, failure));
    return problem;
  }
};

/// Packages by name, and whether meshes outside them and the robot's folder may be read.
using GivenFolders = std::pair<std::map<std::string, std::string>, bool>;

MeshFolders folders_of(const GivenFolders& given_folders) {
  return {.packages = given_folders.first, .allow_outside = given_folders.second};
}

struct MotionHandle {
  MotionDocument document;
};

std::unique_ptr<ProblemHandle> problem_from(const std::string& text, const std::string& file,
                                            const Robot& robot, const ModelHandle& model,
                                            bool ideal, bool floating_base, double slip_speed,
                                            const py::list& terms, const GivenFolders& meshes) {
  auto made = std::make_unique<ProblemHandle>(
      ProblemHandle{read_motion_problem(text, file, robot, model.model, folders_of(meshes))});
  if (floating_base && !made->file.problem.footings.empty()) {
    throw Error(Error::Code::robot, "a robot with contacts has a base that is free already",
                "compile its model without floating_base");
  }
  made->file.compile.ideal = ideal;
  made->file.compile.floating_base = floating_base;
  if (slip_speed > 0.0) made->file.problem.slip_speed = slip_speed;
  for (const py::handle term : terms) made->terms.push_back(term_source(term));
  return made;
}

std::unique_ptr<ProblemHandle> problem_from_document(const std::string& text, const Robot& robot,
                                                     const ModelHandle& model,
                                                     const py::list& terms,
                                                     const GivenFolders& meshes) {
  auto made = std::make_unique<ProblemHandle>(
      ProblemHandle{problem_of(read_problem(text, "problem"), robot, model.model)});
  made->file.meshes = folders_of(meshes);
  for (const py::handle term : terms) made->terms.push_back(term_source(term));
  return made;
}

/// How its model was compiled: ideal, floating_base, gravity, locked.
py::tuple compiled_how(const ProblemHandle& problem) {
  const CompileOptions& how = problem.file.compile;
  py::list locked;
  for (const LockedJoint& joint : how.locked)
    locked.append(py::make_tuple(joint.name, joint.value));
  py::object gravity = py::none();
  if (how.gravity) gravity = given(array_of(*how.gravity));
  return py::make_tuple(how.ideal, how.floating_base, gravity, locked);
}

void set_options(SolveOptions& options, const py::dict& given_options) {
  for (const auto& [key, value] : given_options) {
    const std::string name = key.cast<std::string>();
    if (value.is_none()) continue;
    if (name == "tolerance") options.tolerance = value.cast<double>();
    if (name == "max_iterations") options.max_iterations = value.cast<int>();
    if (name == "max_rounds") options.max_rounds = value.cast<int>();
    if (name == "starts") options.starts = value.cast<int>();
    if (name == "seed") options.seed = value.cast<unsigned>();
    if (name == "threads") options.threads = value.cast<int>();
  }
}

/// Tells Python how far it is, and hears whether to go on; the first exception ends the solve.
std::function<bool(const MotionProgress&)> progress_to(const py::object& listener,
                                                       std::shared_ptr<TermFailure> failure) {
  std::shared_ptr<py::object> call;
  if (!listener.is_none()) {
    call = std::shared_ptr<py::object>(new py::object(listener), [](py::object* object) {
      const py::gil_scoped_acquire held;
      delete object;
    });
  }
  return [call, failure](const MotionProgress& now) {
    if (failure->happened()) return false;
    if (!call) return true;
    const py::gil_scoped_acquire held;
    try {
      const py::object answer = (*call)(now.round, now.iteration, now.objective, now.violation);
      return answer.is_none() || answer.cast<bool>();
    } catch (const std::exception&) {
      failure->keep(std::current_exception());
      return false;
    }
  };
}

std::unique_ptr<MotionHandle> solved(const ProblemHandle& problem, const py::dict& how,
                                     const std::optional<BSpline>& initial,
                                     const py::object& on_progress, int samples) {
  SolveOptions options = problem.file.options;
  set_options(options, how);
  if (initial) options.initial = Trajectory{*initial};
  const auto stop = std::make_shared<std::atomic<bool>>();
  const auto failure = std::make_shared<TermFailure>(stop);
  options.on_progress = progress_to(on_progress, failure);
  MotionFile file = problem.file;
  file.problem = problem.with_terms(failure);
  auto found = listening(
      options,
      [file, samples, failure](const SolveOptions& watched) {
        const Solution solution = solve(file.problem, watched);
        if (failure->happened()) return std::make_shared<MotionHandle>();
        return std::make_shared<MotionHandle>(MotionHandle{
            motion_document(file, solution, sample(file.problem, solution.motion, samples))});
      },
      stop);
  failure->rethrow();
  return std::make_unique<MotionHandle>(std::move(*found));
}

// Looks at motions.

/// What is minimized is not looked at, and terms of Python's would need the interpreter.
MotionProblem without_terms(MotionProblem problem) {
  problem.minimize.terms.clear();
  return problem;
}

void require_joints(const ProblemHandle& problem, const BSpline& q) {
  if (q.dofs() == problem.file.problem.model.dofs()) return;
  throw_value_error("the motion has " + std::to_string(q.dofs()) + " coordinates, the model " +
                    std::to_string(problem.file.problem.model.dofs()) +
                    ": give a motion of this robot");
}

/// Forces are those of cut joints: contacts come and go (ground_of).
py::tuple samples_of(const MotionRequest& problem, const std::vector<MotionSample>& samples,
                     int dofs) {
  const auto rows = static_cast<Eigen::Index>(samples.size());
  const Eigen::Index forces = problem.force_count();
  VectorXd t(rows);
  MatrixXd q(rows, dofs), v(q), a(q), tau(q), force(rows, forces);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const MotionSample& s = samples[static_cast<std::size_t>(i)];
    t[i] = s.t;
    q.row(i) = s.q;
    v.row(i) = s.v;
    a.row(i) = s.a;
    tau.row(i) = s.tau;
    if (forces > 0) force.row(i) = s.force.head(forces);
  }
  return py::make_tuple(given(array_of(t)), given(matrix_array_of(q)), given(matrix_array_of(v)),
                        given(matrix_array_of(a)), given(matrix_array_of(tau)),
                        given(matrix_array_of(force)));
}

std::vector<MotionSample> samples_at(const ProblemHandle& problem, const BSpline& q,
                                     const std::vector<BSpline>& forces, int count) {
  require_joints(problem, q);
  if (count < 2) throw_value_error("count is less than 2: both ends are sampled");
  return sample(without_terms(problem.file.problem), Trajectory{q, forces}, count);
}

py::tuple sampled_motion(const ProblemHandle& problem, const BSpline& q,
                         const std::vector<BSpline>& forces, int count) {
  return samples_of(problem.file.problem, samples_at(problem, q, forces, count), q.dofs());
}

py::tuple sampled_ground(const ProblemHandle& problem, const BSpline& q,
                         const std::vector<BSpline>& forces, int count, bool shared) {
  const std::vector<MotionSample> found = samples_at(problem, q, forces, count);
  if (!shared) return ground_of(problem.file.problem, found);
  return ground_of(problem.file.problem, sample_shared(without_terms(problem.file.problem),
                                                       Trajectory{q, forces}, count));
}

std::string verified(const ProblemHandle& problem, const BSpline& q,
                     const std::vector<BSpline>& forces, double relative, double absolute,
                     int samples, int torque_table, bool restart, bool lead_joints) {
  require_joints(problem, q);
  VerifyOptions options;
  options.relative_tolerance = relative;
  options.absolute_tolerance = absolute;
  options.samples = samples;
  options.torque_table = torque_table;
  options.restart = restart;
  options.lead_joints = lead_joints;
  const Trajectory motion{q, forces};
  const MotionProblem asked = without_terms(problem.file.problem);
  const Verification check = listening(options, [asked, motion](const VerifyOptions& watched) {
    return verify(asked, motion, watched);
  });
  return verification_text({check}, asked.model.coordinate_names());
}

py::tuple proven(const ProblemHandle& problem, const BSpline& q, const std::vector<BSpline>& forces,
                 int most_pieces, double accuracy) {
  require_joints(problem, q);
  const Trajectory motion{q, forces};
  MotionProblem asked = without_terms(problem.file.problem);
  // Ends as the motion has them: a task asks for some, and a proof looks at none.
  asked.start.q = motion.q(motion.q.begin());
  asked.goal.q = motion.q(motion.q.end());
  ProofOptions options;
  options.most_pieces = most_pieces;
  options.accuracy = accuracy;
  const Proof proof = listening(options, [asked, motion](const ProofOptions& watched) {
    return prove(Task(asked, motion), motion, watched);
  });
  return py::make_tuple(
      proof.holds(),
      proof_sentence(proof) + friction_words(asked) + unseen_words(problem.file.unseen_links),
      proof_document(proof));
}

// Simulation.

SimulateOptions simulate_options(const py::dict& how, const Model& model) {
  const auto number = [&](const char* key) { return how[key].cast<double>(); };
  SimulateOptions options;
  options.control.kind = static_cast<Controller>(how["controller"].cast<int>());
  options.control.frequency = number("frequency");
  options.control.damping = number("damping");
  options.control.rate = number("rate");
  options.control.delay = number("delay");
  options.hold = number("hold");
  PlantMismatch& mismatch = options.mismatch;
  mismatch.model_error = number("model_error");
  mismatch.payload = number("payload");
  if (!how["payload_frame"].is_none()) {
    mismatch.payload_frame = model.frame(how["payload_frame"].cast<std::string>());
  }
  mismatch.position_noise = number("position_noise");
  mismatch.velocity_noise = number("velocity_noise");
  mismatch.torque_limits = how["torque_limits"].cast<bool>();
  mismatch.seed = how["seed"].cast<unsigned>();
  return options;
}

py::dict simulated(const ProblemHandle& problem, const BSpline& q, const py::dict& how) {
  require_joints(problem, q);
  const Trajectory motion = Trajectory{q};
  const MotionProblem asked = without_terms(problem.file.problem);
  const SimulateOptions options = simulate_options(how, asked.model);
  const Simulation run = listening(options, [asked, motion](const SimulateOptions& watched) {
    return simulate(asked, motion, watched);
  });
  const auto rows = static_cast<Eigen::Index>(run.samples.size());
  VectorXd t(rows);
  MatrixXd at(rows, q.dofs()), v(at), tau(at), planned_q(at), planned_v(at), planned_tau(at);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const SimulatedSample& s = run.samples[static_cast<std::size_t>(i)];
    t[i] = s.t;
    at.row(i) = s.q;
    v.row(i) = s.v;
    tau.row(i) = s.tau;
    planned_q.row(i) = s.planned_q;
    planned_v.row(i) = s.planned_v;
    planned_tau.row(i) = s.planned_tau;
  }
  py::list joints;
  for (const JointTracking& j : run.joints) {
    joints.append(py::make_tuple(j.name, j.rms_error, j.largest_error, j.final_error, j.peak_torque,
                                 j.saturated));
  }
  py::dict all;
  all["diverged"] = run.diverged;
  all["end"] = run.end;
  all["largest_error"] = run.largest_error;
  all["worst_time"] = run.worst_time;
  all["worst_joint"] = run.worst_joint;
  all["joints"] = joints;
  all["t"] = given(array_of(t));
  all["q"] = given(matrix_array_of(at));
  all["v"] = given(matrix_array_of(v));
  all["tau"] = given(matrix_array_of(tau));
  all["planned_q"] = given(matrix_array_of(planned_q));
  all["planned_v"] = given(matrix_array_of(planned_v));
  all["planned_tau"] = given(matrix_array_of(planned_tau));
  return all;
}

/// (sentence, None, …) where the path is blocked, else ("", motion, deviation, bang_bang, kept,
/// problem).
py::tuple retimed(const ProblemHandle& problem, const BSpline& path, int segments, int samples,
                  double tolerance, double start_speed, double end_speed,
                  std::optional<double> duration) {
  RetimeOptions options;
  options.segments = segments;
  options.path_tolerance = tolerance;
  options.start_speed = start_speed;
  options.end_speed = end_speed;
  options.duration = duration;
  MotionFile file = problem.file;
  file.problem.minimize.terms.clear();
  const auto found = listening(options, [file, path](const RetimeOptions& watched) {
    return std::make_shared<Retimed>(retime(file.problem, path, watched));
  });
  if (found->blocked) {
    return py::make_tuple(sentence(*found->blocked), py::none(), found->blocked->s,
                          given(array_of(found->blocked->q)), false, py::none());
  }
  file.problem = found->problem;
  auto handle = std::make_unique<MotionHandle>(MotionHandle{
      motion_document(file, solution_of(*found), sample(found->problem, found->motion, samples))});
  handle->document.message =
      proof_sentence(found->proof) + friction_words(file.problem) + unseen_words(file.unseen_links);
  return py::make_tuple("", std::move(handle), found->deviation, found->bang_bang,
                        found->keeps_path, std::make_unique<ProblemHandle>(ProblemHandle{file}));
}

/// The page of the motion, complete in one file.
std::string reported(const ProblemHandle& problem, const MotionHandle& motion,
                     const std::string& program) {
  MotionFile file = problem.file;
  file.problem = without_terms(file.problem);
  return motion_html({page_motion(file, motion.document)}, {program, "Solution.report"});
}

/// (text, samples, differences) of set points at a constant rate; a difference is (kind, name,
/// time, value, bound, violation, unit).
py::tuple set_points(const ProblemHandle& problem, const MotionHandle& motion, double rate,
                     const std::string& to) {
  const Trajectory& found = motion.document.solution.motion;
  const MotionProblem asked = without_terms(problem.file.problem);
  MotionDocument document = motion.document;
  {
    const py::gil_scoped_release released;
    document.samples = at_constant_rate(Task(asked, found), found, rate);
  }
  py::list notes;
  for (const LimitNote& note : differences(document.samples, rate, asked)) {
    notes.append(py::make_tuple(limit_name(note.of), note.of.name, note.time, note.value,
                                note.bound, note.violation, unit(note.of)));
  }
  const std::string text = to == "ros-yaml"   ? joint_trajectory_yaml(document)
                           : to == "ros-json" ? joint_trajectory_json(document)
                                              : write_motion_csv(document);
  return py::make_tuple(text, samples_of(asked, document.samples, found.q.dofs()), notes);
}

py::tuple samples_in(const MotionHandle& motion) {
  const Trajectory& found = motion.document.solution.motion;
  return samples_of(motion.document.problem, motion.document.samples, found.q.dofs());
}

ArmState arm_state(const py::tuple& given) {
  const auto part = [&](std::size_t k, const char* name) {
    return given[k].is_none() ? VectorXd() : vector_of(given[k].ptr(), name);
  };
  return {vector_of(given[0].ptr(), "q"), part(1, "v"), part(2, "a")};
}

/// What Python's Replan is made of.
py::tuple replanned(Replanner& replanner, const py::tuple& from, const py::tuple& to,
                    double elapsed) {
  const ArmState start = arm_state(from), goal = arm_state(to);
  Replan found;
  {
    const py::gil_scoped_release released;
    found = replanner.plan(start, goal, elapsed);
  }
  py::object motion = py::none(), beyond = py::none();
  if (found.motion.q.dofs() > 0) motion = py::cast(found.motion.q);
  if (found.beyond) {
    const LimitKind kind = found.beyond->of.kind;
    const char* limit = kind == LimitKind::position   ? "position"
                        : kind == LimitKind::velocity ? "velocity"
                                                      : "acceleration";
    beyond = py::make_tuple(found.beyond->of.place == LimitPlace::start ? "start" : "goal",
                            found.beyond->of.name, limit, found.beyond->value, found.beyond->bound);
  }
  return py::make_tuple(motion, found.usable, found.optimal, found.exact, found.warm, beyond,
                        found.iterations, found.seconds);
}

void bind_replanner(py::module_& module) {
  py::class_<Replanner>(module, "Replanner")
      .def(py::init([](const ProblemHandle& problem, int iterations, double seconds, int threads) {
        if (!problem.terms.empty()) throw_value_error("a replanner knows no terms of your own");
        return Replanner(problem.file.problem, {iterations, seconds, threads});
      }))
      .def("_plan", &replanned)
      .def("_forget", &Replanner::forget);
}

}  // namespace

void bind_motion(py::module_& module) {
  bind_replanner(module);
  py::class_<ProblemHandle>(module, "MotionProblem")
      .def(py::init(&problem_from))
      .def(py::init(
          [](const ProblemHandle& other) { return std::make_unique<ProblemHandle>(other); }))
      .def_static("_load",
                  [](const std::string& path, const GivenFolders& meshes) {
                    return ProblemHandle{load_motion_problem(path, {}, folders_of(meshes))};
                  })
      .def("_meshes",
           [](const ProblemHandle& p) {
             return GivenFolders{p.file.meshes.packages, p.file.meshes.allow_outside};
           })
      .def_static("_from_document", &problem_from_document)
      .def("_document",
           [](const ProblemHandle& p) { return write_problem(problem_document(p.file), "."); })
      .def("_compiled_how", &compiled_how)
      .def("_robot", [](const ProblemHandle& p) { return p.file.robot; })
      .def("_world",
           [](const ProblemHandle& p) {
             return std::make_unique<World>(p.file.problem.model, p.file.problem.clearance);
           })
      .def_property_readonly("_name", [](const ProblemHandle& p) { return p.file.name; })
      .def_property_readonly("_file", [](const ProblemHandle& p) { return p.file.file; })
      .def("_solve", &solved)
      .def("_sample", &sampled_motion)
      .def("_ground", &sampled_ground)
      .def("_verify", &verified)
      .def("_prove", &proven)
      .def("_simulate", &simulated)
      .def("_retime", &retimed)
      .def("_set_points", &set_points)
      .def("_report", &reported);
  py::class_<MotionHandle>(module, "Motion")
      .def_static("_load", [](const std::string& path) { return MotionHandle{load_motion(path)}; })
      .def_static("_read",
                  [](const std::string& text) { return MotionHandle{read_motion(text, "motion")}; })
      .def("_json", [](const MotionHandle& m,
                       const std::string& folder) { return write_motion(m.document, folder); })
      .def("_problem",
           [](const MotionHandle& m, const GivenFolders& meshes) {
             ProblemHandle problem{problem_of(m.document)};
             problem.file.meshes = folders_of(meshes);
             return problem;
           })
      .def("_q", [](const MotionHandle& m) { return m.document.solution.motion.q; })
      .def("_forces", [](const MotionHandle& m) { return m.document.solution.motion.forces; })
      .def("_samples", &samples_in)
      .def("_ground",
           [](const MotionHandle& m) { return ground_of(m.document.problem, m.document.samples); })
      .def("_drifts",
           [](const MotionHandle& m) {
             return drifts_of(m.document.problem, m.document.solution.certificate);
           })
      .def("_summary", [](const MotionHandle& m) { return summary(m.document); })
      .def("_text", [](const MotionHandle& m) { return motion_text(m.document); })
      .def("_csv", [](const MotionHandle& m) { return write_motion_csv(m.document); })
      .def("_header", [](const MotionHandle& m) { return write_motion_header(m.document); })
      .def("_svg", [](const MotionHandle& m) { return motion_plot(m.document); })
      .def("_page", [](const MotionHandle& m, const std::string& picture) {
        return motion_page(m.document, picture);
      });
  module.def("first_problem", &first_problem);
  module.def("wait_for_abandoned", &wait_for_abandoned);
}

}  // namespace alembert::python
