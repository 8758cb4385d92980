// The fields of a motion's document, described once for writing and reading. Version 1 had fewer.
#pragma once

#include "alembert/motion_document.hpp"
#include "io/limit_words.hpp"
#include "io/problem_fields.hpp"

namespace alembert {

void fields(auto& a, LimitSubject& of) {
  a("kind", of.kind);
  a.unless_equal("place", of.place, LimitPlace::throughout);
  a.unless_empty("waypoint", of.waypoint);
  a.unless_empty("name", of.name);
  a.unless_empty("other", of.other);
  a.unless_equal("row", of.row, -1);
  a.unless_equal("axis", of.axis, -1);
  a.unless_equal("angular", of.angular, true);
}

void fields(auto& a, LimitNote& note) {
  if (a.version() >= 2) {
    a("of", note.of);
    a.derived("unit", unit(note.of));
  } else {
    std::string limit, entry, of_unit;
    a("limit", limit);
    a("entry", entry);
    a.unless_empty("unit", of_unit);
    note.of = io::subject_of_words(limit, entry, of_unit);
  }
  a("time", note.time);
  a("value", note.value);
  a("bound", note.bound);
  a("violation", note.violation);
}

void fields(auto& a, InfeasibilityCause& cause) {
  a("kind", cause.kind);
  a("place", cause.place);
  a.unless_empty("waypoint", cause.waypoint);
  a.unless_empty("name", cause.name);
  a.unless_empty("other", cause.other);
  a.unless_empty("frame_a", cause.frame_a);
  a.unless_empty("frame_b", cause.frame_b);
  a("angular", cause.angular);
  a("oriented", cause.oriented);
  a("value", cause.value);
  a("turned", cause.turned);
  a("lower", io::bounded(cause.lower, -infinity));
  a("upper", io::bounded(cause.upper));
  a("allowed", io::bounded(cause.allowed));
}

void fields(auto& a, LimitProof& limit) {
  a("verdict", limit.verdict);
  a("worst", limit.worst);
  a("compared", limit.value);
  a("bound", io::bounded(limit.bound));
}

void fields(auto& a, Proof& proof) {
  a("pieces", proof.pieces);
  a("seconds", proof.seconds);
  a("limits", proof.limits);
}

void fields(auto& a, MotionCertificate& certificate) {
  a("method", certificate.method);
  a("tolerance", certificate.tolerance);
  a.unless_equal("samples", certificate.samples, 0);
  a("limits", certificate.limits);
  a.unless_empty("proof", certificate.proof);
}

void fields(auto& a, MotionProgress& step) {
  a("round", step.round);
  a("iteration", step.iteration);
  a("objective", step.objective);
  a("violation", step.violation);
}

void fields(auto& a, Attempt& attempt) {
  a("kind", attempt.kind);
  a("end", attempt.end);
  a("kept", attempt.kept);
  a.unless_equal("posture", attempt.posture, 0);
  a("segments", attempt.segments);
  a("iterations", attempt.iterations);
  a("seconds", attempt.seconds);
  a("objective", io::bounded(attempt.objective));
}

void fields(auto& a, StartAnswer& answer) {
  a("solved", answer.solved);
  a("objective", answer.objective);
}

void fields(auto& a, WaypointInstant& waypoint) {
  a("name", waypoint.name);
  a("time", waypoint.time);
}

void fields(auto& a, ContactForce& contact) {
  a("name", contact.name);
  a("force", contact.force);
  a("moment", contact.moment);
  a("origin", contact.origin);
  a.unless_empty("pressure", contact.pressure);
}

void fields(auto& a, MotionSample& sample) {
  a("t", sample.t);
  a("q", sample.q);
  a("v", sample.v);
  a("a", sample.a);
  a("tau", sample.tau);
  a.unless_empty("force", sample.force);
  a.unless_empty("contacts", sample.ground.contacts);
  a.unless_empty("bodies", sample.ground.bodies);
  a.unless_empty("zero_moment_point", sample.ground.zero_moment_point);
}

void fields(auto& a, Verification& check) {
  a("integrator", check.integrator);
  if (a.version() >= 2) a("mode", check.mode);
  a("finished", check.finished);
  a.unless_equal("out_of_time", check.out_of_time, false);
  a.unless_equal("stuck_joint", check.stuck_joint, std::string());
  a("end", check.end);
  a("steps", check.steps);
  a("position_error", check.position_error);
  a("velocity_error", check.velocity_error);
  a("worst_time", check.worst_time);
  a("worst_joint", check.worst_joint);
  a("joint_errors", io::ByJoint{check.joint_errors});
  a("loop_gap", check.loop_gap);
  a("loop_turn", check.loop_turn);
  a.unless_equal("swing", check.swing, 0.0);
}

namespace io {

inline const char* verdict_word(MotionVerdict verdict) {
  static constexpr const char* words[] = {"good", "not verified", "not solved"};
  return words[static_cast<int>(verdict)];
}

/// Every document says the units it is in; there is one system.
struct Units {
  std::string angle = "rad", length = "m", time = "s", mass = "kg";
  std::string force = "N", moment = "N m", power = "W";
  bool operator==(const Units&) const = default;
};

void fields(auto& a, Units& units) {
  a("angle", units.angle);
  a("length", units.length);
  a("time", units.time);
  a("mass", units.mass);
  a("force", units.force);
  a("moment", units.moment);
  a("power", units.power);
}

/// The unknown forces of a stage, on the knots of its segments: of all names, or of some.
struct StageForces {
  int first_segment = 0;
  std::vector<std::string> names = {};
  Eigen::MatrixXd points = {};
};

void fields(auto& a, StageForces& forces) {
  a("first_segment", forces.first_segment);
  a.unless_equal("names", forces.names, *a.context().forces);
  a("control_points", MatrixColumns{forces.points, forces.names});
}

/// A trajectory in its parts.
struct SplineParts {
  int degree = 0;
  double duration = 0.0;
  Eigen::VectorXd knots = {};
  Eigen::MatrixXd points = {};
  std::vector<std::string>& force_names;
  std::vector<StageForces> forces = {};
};

void fields(auto& a, SplineParts& spline) {
  a("degree", spline.degree);
  a("duration", spline.duration);
  a("knots", spline.knots);
  a("control_points", MatrixColumns{spline.points, *a.context().joints});
  a.unless_empty("force_names", spline.force_names);
  a.context().forces = &spline.force_names;
  if (a.version() >= 3) return a.unless_empty("forces", spline.forces);
  StageForces whole;  // of one stage, on all knots
  a.unless_empty("forces", MatrixColumns{whole.points, spline.force_names});
  if (!spline.force_names.empty()) spline.forces = {whole};
}

/// How long the solver took.
struct SolverEffort {
  Solution& solution;
};

void fields(auto& a, SolverEffort& effort) {
  Solution& s = effort.solution;
  a("seconds", s.seconds);
  a("iterations", s.iterations);
  a("rounds", s.rounds);
  a("start", s.start);
  a.unless_empty("starts", s.starts);
  a.unless_equal("method", s.method, SolverMethod::ipopt);  // all there was, once
  a.unless_equal("without_way_out", s.without_way_out, false);
  a.unless_empty("attempts", s.diary);
}

/// A motion's document, its spline in parts.
struct MotionParts {
  MotionDocument& document;
  double duration = 0.0;
  SplineParts spline;
  Units units = {};
};

void fields(auto& a, MotionParts& parts) {
  MotionDocument& d = parts.document;
  ProblemDocument& p = d.problem;
  Solution& s = d.solution;
  const bool whole = a.version() >= 2;
  a("name", p.name);
  a("status", s.status);
  a.derived("verdict", verdict_word(verdict(d)));
  a("message", d.message);
  a.unless_empty("remarks", d.remarks);
  if (whole) a("cause", s.cause);
  a("problem", p.file);
  a("robot", p.robot);
  if (whole) a("units", parts.units);
  joint_fields(a, p);
  a("duration", parts.duration);
  if (whole) a("takes_no_time", s.takes_no_time);
  a.unless_empty("held_still", s.held_still);
  a.unless_equal("weight", d.weight, 0.0);
  a("objective", s.objective);
  a("objective_terms", s.objective_terms);
  a("largest_violation", s.largest_violation);
  a("violations", s.violations);
  a("active", s.active);
  if (whole) a("certificate", s.certificate);
  a("solver", SolverEffort{s});
  a("limits", p.limits);
  a("spline", parts.spline);
  if (whole) a("waypoints", d.waypoints);
  a("history", s.history);
  a("verification", d.verification);
  if (whole) a("given", Given{p});
  a.unless_empty("samples", d.samples);
}

}  // namespace io

}  // namespace alembert
