#include "alembert/motion_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/document_text.hpp"
#include "io/json_text.hpp"
#include "io/motion_fields.hpp"
#include "io/text_source.hpp"

namespace alembert {

namespace {

using Code = Error::Code;

io::ArchiveContext motion_context(const std::string& file) {
  return {
      .file = file, .advice = "give a motion.json as `alembert predict` writes it", .version = 3};
}

io::MotionParts parts_of(MotionDocument& d) {
  const Trajectory& motion = d.solution.motion;
  io::MotionParts parts{.document = d,
                        .duration = motion.duration(),
                        .spline = {.degree = motion.q.degree(),
                                   .duration = motion.duration(),
                                   .knots = motion.q.knots(),
                                   .points = motion.q.control_points(),
                                   .force_names = d.force_names}};
  int first = 0;
  for (const BSpline& forces : motion.forces) {
    parts.spline.forces.push_back(
        {first, force_names(d.problem, first, motion.q.segments()), forces.control_points()});
    first += forces.segments();
  }
  return parts;
}

void check_limits(const MotionLimits& limits, std::size_t joints, const io::JsonReader& reader) {
  for (const Eigen::VectorXd* x :
       {&limits.lower, &limits.upper, &limits.velocity, &limits.acceleration, &limits.jerk,
        &limits.torque_lower, &limits.torque_upper, &limits.power}) {
    if (static_cast<std::size_t>(x->size()) == joints) continue;
    reader.fail(Code::size, "'limits' has a list that has not one number a joint");
  }
}

void check_components(const GroundContact& contact, const io::JsonReader& reader) {
  for (const int k : contact.components) {
    if (k >= 0 && k < 6) continue;
    reader.fail(Code::value, "a contact's 'components' are not from 0 to 5");
  }
}

void check_sample(const MotionSample& sample, std::size_t joints, const io::JsonReader& reader) {
  const std::pair<const char*, const Eigen::VectorXd*> parts[] = {
      {"q", &sample.q}, {"v", &sample.v}, {"a", &sample.a}, {"tau", &sample.tau}};
  for (const auto& [key, x] : parts) {
    if (static_cast<std::size_t>(x->size()) == joints) continue;
    reader.fail(Code::size, fmt::format("a sample's '{}' has not one number a joint", key));
  }
}

/// What the fields cannot tell one by one: sizes and numbers that must agree.
void check_agreement(const io::MotionParts& parts, const io::JsonReader& reader) {
  const MotionDocument& d = parts.document;
  const std::size_t joints = d.problem.joints.size();
  if (!(parts.units == io::Units())) {
    reader.fail(Code::value, "'units' are not rad, m, s, kg, N, N m and W");
  }
  if (d.version >= 2 && d.problem.kinds.size() != joints) {
    reader.fail(Code::size, "'joint_kinds' has not one word a joint");
  }
  check_limits(d.problem.limits, joints, reader);
  for (const GroundContact& contact : d.problem.contacts) check_components(contact, reader);
  for (const MotionSample& sample : d.samples) check_sample(sample, joints, reader);
  for (const Verification& check : d.verification.value_or(std::vector<Verification>())) {
    if (check.joint_errors.size() != joints) {
      reader.fail(Code::size, "a verification's 'joint_errors' has not one number a joint");
    }
  }
  // A duration that was changed without the knots would be left out silently.
  const double knots = d.solution.motion.duration();
  for (const double said : {parts.duration, parts.spline.duration}) {
    if (std::abs(said - knots) <= 1e-9 * knots) continue;
    reader.fail(Code::value,
                fmt::format("the duration is {} s, and the knots last {} s", said, knots));
  }
}

Trajectory joined(const io::SplineParts& parts, const io::JsonReader& reader) {
  const auto several = [](const std::string& name) {
    return name.find(" of stage ") != std::string::npos;
  };
  if (reader.version() < 3 &&
      std::any_of(parts.force_names.begin(), parts.force_names.end(), several)) {
    reader.fail(Code::unsupported,
                "'spline': forces of several stages, as older programs wrote them: predict the "
                "motion again");
  }
  try {
    Trajectory motion{BSpline(parts.degree, parts.knots, parts.points)};
    for (std::size_t k = 0; k < parts.forces.size(); ++k) {
      const io::StageForces& stage = parts.forces[k];
      const int next =
          k + 1 < parts.forces.size() ? parts.forces[k + 1].first_segment : motion.q.segments();
      const bool none = stage.points.size() == 0;  // nothing pushes in that stage
      const auto refuse = [&] {
        reader.fail(Code::size, "'spline': 'forces' of segments that the motion does not have");
      };
      if (next <= stage.first_segment || stage.first_segment < 0 || next > motion.q.segments()) {
        refuse();
      }
      const Eigen::VectorXd knots = motion.q.knots_of(stage.first_segment, next - 1);
      const Eigen::Index controls = knots.size() - parts.degree - 1;
      if (!none && stage.points.rows() != controls) refuse();
      motion.forces.emplace_back(parts.degree, knots,
                                 none ? Eigen::MatrixXd(controls, 0) : stage.points);
    }
    return motion;
  } catch (const Error& e) {
    reader.fail(e.code(), "'spline': " + e.reason());
  }
}

/// A part of a document by itself.
template <typename Part>
std::string part_text(Part part, const std::vector<std::string>* joints = nullptr) {
  io::ArchiveContext context = motion_context("");
  context.joints = joints;
  io::JsonWriter writer(context);
  writer("part", part);
  return writer.take().at("part").dump();
}

}  // namespace

std::string write_motion(const MotionDocument& document, const std::string& folder) {
  MotionDocument d = document;
  d.problem.file = io::seen_from(d.problem.file, folder);
  d.problem.robot.file = io::seen_from(d.problem.robot.file, folder);
  io::ArchiveContext context = motion_context("");
  io::JsonWriter writer(context);
  writer.derived("alembert", "motion_result/3");
  io::MotionParts parts = parts_of(d);
  fields(writer, parts);
  return io::document_text(writer.take());
}

MotionDocument read_motion(const std::string& text, const std::string& file) {
  io::ArchiveContext context = motion_context(file);
  const io::OrderedJson json = io::parse_json(text, file);
  MotionDocument d;
  d.file = file;
  d.version = context.version =
      io::document_version(json, "motion_result", 3, "a predicted motion", context);
  io::JsonReader reader(context, json, {});
  reader.derived("alembert", "");
  io::MotionParts parts{.document = d, .spline = {.force_names = d.force_names}};
  fields(reader, parts);
  reader.finish();
  d.solution.motion = joined(parts.spline, reader);
  check_agreement(parts, reader);
  d.problem.file = io::seen_from_here(d.problem.file, file);
  d.problem.robot.file = io::seen_from_here(d.problem.robot.file, file);
  return d;
}

MotionDocument load_motion(const std::string& path) {
  return read_motion(io::read_whole(path), io::display_name(path));
}

std::string verification_text(const std::vector<Verification>& checks,
                              const std::vector<std::string>& joints) {
  return part_text(checks, &joints);
}

std::string proof_document(const Proof& proof) { return part_text(proof); }

MotionVerdict verdict(const MotionDocument& document) {
  if (document.solution.status != MotionStatus::solved) return MotionVerdict::not_solved;
  const bool good = !document.verification || reproduces_plan(*document.verification);
  return good ? MotionVerdict::good : MotionVerdict::not_verified;
}

std::vector<WaypointInstant> waypoint_instants(const MotionProblem& problem,
                                               const Trajectory& motion) {
  std::vector<WaypointInstant> instants;
  const BSpline& q = motion.q;
  for (const Waypoint& waypoint : problem.waypoints) {
    const int knot =
        std::clamp(static_cast<int>(std::lround(waypoint.at * q.segments())), 0, q.segments());
    instants.push_back({waypoint.name, q.knot(knot) - q.begin()});
  }
  return instants;
}

MotionFile problem_of(const MotionDocument& document) {
  const ProblemDocument& asked = document.problem;
  MotionFile file = document.version >= 2 ? problem_of(asked) : load_motion_problem(asked.file);
  if (file.problem.model.coordinate_names() != asked.joints) {
    throw Error(Code::robot, {document.file, 0},
                fmt::format("the motion's joints are not those of {}", asked.robot.file),
                "the robot has changed since: predict the motion again");
  }
  file.problem.spline.segments = document.solution.motion.q.segments();
  file.problem.spline.degree = document.solution.motion.q.degree();
  return file;
}

void complete(MotionDocument& document, const MotionFile& problem) {
  if (document.version >= 2) return;
  document.problem = problem_document(problem);
  document.waypoints = waypoint_instants(problem.problem, document.solution.motion);
  document.version = 2;
}

bool robot_unchanged(const MotionDocument& document) {
  const RobotReference& robot = document.problem.robot;
  return robot.hash.empty() || content_hash(io::read_whole(robot.file)) == robot.hash;
}

}  // namespace alembert
