// The fields of a problem's document, described once for writing and reading.
#pragma once

#include "alembert/problem_document.hpp"
#include "io/document_words.hpp"
#include "io/json_archive.hpp"

namespace alembert {

void fields(auto& a, RobotReference& robot) {
  a("name", robot.name);
  a("file", robot.file);
  if (a.version() >= 2) a("hash", robot.hash);
}

void fields(auto& a, LockedJoint& joint) {
  a("name", joint.name);
  a("value", joint.value);
}

void fields(auto& a, FrameTarget& target) {
  a("frame", target.frame);
  a("position", target.position);
  a("orientation", target.orientation);
}

void fields(auto& a, Condition& condition) {
  a("q", condition.q);
  a("v", condition.v);
  a("a", condition.a);
  a("pose", condition.pose);
  a.unless_equal("also", condition.also, {});
  a("any_velocity", condition.any_velocity);
  a.unless_equal("any_acceleration", condition.any_acceleration, false);
}

void fields(auto& a, Waypoint& waypoint) {
  a("name", waypoint.name);
  a("at", waypoint.at);
  a("condition", waypoint.condition);
}

void fields(auto& a, During& during) {
  a("from", during.from);
  a("to", during.to);
}

void fields(auto& a, TimedLoad& timed) {
  a("frame", timed.load.frame);
  a("force", timed.load.force);
  a("moment", timed.load.moment);
  a("point", timed.load.point);
  a("axes", timed.load.axes);
  a("during", timed.during);
}

void fields(auto& a, Inertia& inertia) {
  a("mass", inertia.mass);
  a("com", inertia.com);
  a("about_com", inertia.about_com);
}

void fields(auto& a, Carried& body) {
  a("name", body.name);
  a("frame", body.frame);
  a("inertia", body.inertia);
  a("during", body.during);
}

void fields(auto& a, PositionLimit& limit) {
  a("name", limit.name);
  a("frame", limit.frame);
  a("directions", limit.directions);
  a("lower", io::bounded(limit.lower, -infinity));
  a("upper", io::bounded(limit.upper));
  a("during", limit.during);
}

void fields(auto& a, LineLimit& limit) {
  a("name", limit.name);
  a("frame", limit.frame);
  a("from", limit.from);
  a("to", limit.to);
  a("tolerance", limit.tolerance);
  a("during", limit.during);
}

void fields(auto& a, AxisLimit& limit) {
  a("name", limit.name);
  a("frame", limit.frame);
  a("axis", limit.axis);
  a("direction", limit.direction);
  a("angle", limit.angle);
  a("during", limit.during);
}

void fields(auto& a, SumLimit::Part& part) {
  a("coordinate", part.coordinate);
  a("factor", part.factor);
}

void fields(auto& a, SumLimit& limit) {
  a("name", limit.name);
  a("parts", limit.parts);
  a("lower", io::bounded(limit.lower, -infinity));
  a("upper", io::bounded(limit.upper));
  a("during", limit.during);
}

void fields(auto& a, Solid& solid) {
  a("corner", solid.corner);
  a("edges", solid.edges);
  a("radius", solid.radius);
  a.unless_empty("points", solid.points);
  a.unless_empty("facets", solid.facets);
  a.unless_equal("disc", solid.disc, 0.0);
}

void fields(auto& a, ArmSolid& arm) {
  a("name", arm.name);
  a("frame", arm.frame);
  a("solid", arm.solid);
}

void fields(auto& a, Obstacle& obstacle) {
  a("name", obstacle.name);
  a("solid", obstacle.solid);
}

void fields(auto& a, Clearance& clearance) {
  a("arm", clearance.arm);
  a("obstacles", clearance.obstacles);
  a("self_pairs", clearance.self_pairs);
  a("margin", clearance.margin);
  a.unless_empty("allowed", clearance.allowed);
}

void fields(auto& a, CutJoint& cut) {
  a("name", cut.name);
  a("frame_a", cut.frame_a);
  a("frame_b", cut.frame_b);
  a("directions", cut.directions);
  a("hold_orientation", cut.hold_orientation);
  a("rotation_ab", cut.rotation_ab);
}

void fields(auto& a, Repetition& repetition) {
  a("image", repetition.image);
  a("sign", repetition.sign);
}

void fields(auto& a, DeflectionLimit& limit) {
  a("link", limit.link);
  a("largest", limit.largest);
}

void fields(auto& a, Footing::Edge& edge) {
  a("name", edge.name);
  a("from", edge.from);
  a("to", edge.to);
}

void fields(auto& a, Footing::Phase& phase) {
  a("during", phase.during);
  a("edge", phase.edge);
  a("moved", phase.moved);
  a.unless_equal("slides", phase.slides, Eigen::Vector3d(Eigen::Vector3d::Zero()));
  a.unless_equal("free", phase.free, {});
}

void fields(auto& a, Footing& footing) {
  a("name", footing.name);
  a("frame", footing.frame);
  a("corners", footing.corners);
  a("friction", footing.friction);
  a("normal", footing.normal);
  a("place", footing.place.matrix());
  a("edges", footing.edges);
  a("strip", footing.strip);
  a("pivots", footing.pivots);
  a.unless_equal("angles", footing.angles, std::string("zyx"));
  a("ways", footing.phases);
  a.unless_equal("within", footing.within, 0.3);
}

void fields(auto& a, Patch& patch) {
  a("corners", patch.corners);
  a("friction", patch.friction);
  a("sides", patch.sides);
  a("normal", patch.normal);
  a("heading", patch.heading);
}

void fields(auto& a, GroundContact::Found& found) {
  a("coordinate", found.coordinate);
  a("along", found.along);
  a("given", found.given);
}

void fields(auto& a, GroundContact& contact) {
  a("name", contact.name);
  a("place", contact.place);
  a("frame", contact.frame);
  a("patch", contact.patch);
  a("components", contact.components);
  a("during", contact.during);
  a("carries", contact.carries);
  a("rolls", contact.rolls);
  a("pivots", contact.pivots);
  a.unless_equal("slides", contact.slides, 0.0);
  a.unless_equal("found", contact.found, {});
}

void fields(auto& a, PushedBody& body) {
  a("name", body.name);
  a("frame", body.frame);
  a("corners", body.corners);
  a("friction", body.friction);
  a("normal", body.normal);
  a("pose", body.pose.matrix());
  a("inertia", body.inertia);
  a("size", body.size);
  a("first", body.first);
}

void fields(auto& a, Hold& hold) {
  a("coordinate", hold.coordinate);
  a("value", hold.value);
  a("during", hold.during);
  a.unless_equal("within", hold.within, 0.0);
}

void fields(auto& a, StrengthCurve& curve) {
  a("coordinate", curve.coordinate);
  a("positive", curve.positive);
  a("narrowness", curve.narrowness);
  a("best", curve.best);
  a("speed_of_three_quarters", curve.speed_of_three_quarters);
  a("speed_of_half", curve.speed_of_half);
}

void fields(auto& a, MotionLimits& limits) {
  a("position_lower", io::bounded(limits.lower, -infinity));
  a("position_upper", io::bounded(limits.upper));
  a("velocity", io::bounded(limits.velocity));
  a("acceleration", io::bounded(limits.acceleration));
  a("jerk", io::bounded(limits.jerk));
  a("torque_lower", io::bounded(limits.torque_lower, -infinity));
  a("torque_upper", io::bounded(limits.torque_upper));
  a("power", io::bounded(limits.power));
}

void fields(auto& a, Objective::Term& term) {
  a("name", term.name);
  a("weight", term.weight);
}

void fields(auto& a, Objective& objective) {
  a("time", objective.time);
  a("effort", objective.effort);
  a.unless_equal("exertion", objective.exertion, 0.0);
  a.unless_equal("discomfort", objective.discomfort, 0.0);
  a.unless_empty("neutral", objective.neutral);
  a("energy", objective.energy);
  a("jerk", objective.jerk);
  a("torque_rate", objective.torque_rate);
  a("path_length", objective.path_length);
  a("path_frame", objective.path_frame);
  a("terms", objective.terms);
}

void fields(auto& a, SplineOptions& spline) {
  a("degree", spline.degree);
  a("segments", spline.segments);
  a("knots", spline.knots);
  a.unless_equal("least_phase", spline.least_phase, 0.5);
}

/// Three rows of four numbers.
template <typename Archive>
void pose_field(Archive& a, const char* key, Eigen::Isometry3d& pose) {
  Eigen::Matrix<double, 3, 4> rows = pose.matrix().topRows<3>();
  a(key, rows);
  if constexpr (Archive::reading) pose.matrix().topRows<3>() = rows;
}

void fields(auto& a, Location& where) {
  a("file", where.file);
  a("line", where.line);
}

void fields(auto& a, Frame& frame) {
  a("name", frame.name);
  a("link", frame.link);
  pose_field(a, "pose", frame.pose);
  a("where", frame.where);
}

void fields(auto& a, DurationRange& duration) {
  a("shortest", duration.shortest);
  a("longest", io::bounded(duration.longest));
  a("guess", duration.guess);
}

void fields(auto& a, SolveOptions& options) {
  a("tolerance", options.tolerance);
  a("max_iterations", options.max_iterations);
  a("max_rounds", options.max_rounds);
  a("starts", options.starts);
  a("seed", options.seed);
  a.unless_equal("method", options.method, SolveOptions().method);
}

namespace io {

/// What a motion's document says of its problem beside names, joints and limits, which stand at its
/// top.
struct Given {
  ProblemDocument& problem;
};

void fields(auto& a, Given& given) {
  ProblemDocument& p = given.problem;
  a("frames", p.frames);
  a.context().frames = &p.frames;
  a("gravity", p.gravity);
  a("floating_base", p.floating_base);
  a("ideal", p.ideal);
  a("locked", p.locked);
  a("start", p.start);
  a("goal", p.goal);
  a("waypoints", p.waypoints);
  a("duration", p.duration);
  a("minimize", p.minimize);
  a("spline", p.spline);
  a("loads", p.loads);
  a("carried", p.carried);
  a("positions", p.positions);
  a.unless_equal("lines", p.lines, {});
  a("axes", p.axes);
  a.unless_equal("sums", p.sums, {});
  a("clearance", p.clearance);
  a("cut_joints", p.cut_joints);
  a.unless_equal("footings", p.footings, {});
  a.unless_equal("contacts", p.contacts, {});
  a.unless_equal("ground_coordinates", p.ground_coordinates, 0);
  a.unless_equal("bodies", p.bodies, {});
  a.unless_equal("held", p.held, {});
  a.unless_equal("strengths", p.strengths, {});
  a.unless_equal("balance", p.balance, {});
  a("repetition", p.repetition);
  a("slip_speed", p.slip_speed);
  a.unless_equal("friction", p.friction, FrictionCover::hull);
  a.unless_equal("deflections", p.deflections, {});
  a.unless_equal("vibration", p.vibration, 0.0);
  a.unless_equal("smooth", p.smooth, false);
  a.unless_equal("robot_shapes", p.robot_shapes, {});
  a.unless_equal("unseen_links", p.unseen_links, {});
  a.unless_empty("own_frames", p.own_frames);
  a("solver", p.solver);
}

/// Names, joints and limits: what a problem's document and a motion's have at their top.
void joint_fields(auto& a, ProblemDocument& p) {
  a("joints", p.joints);
  a.context().joints = &p.joints;
  if (a.version() >= 2) a("joint_kinds", p.kinds);
}

}  // namespace io

}  // namespace alembert
