// Wrong sizes, unknown frames, numbers that are not finite.
#include "task/check_problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "alembert/arm.hpp"
#include "require.hpp"
#include "task/point_cloud.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

using Code = Error::Code;

/// Of any motion that is looked at; what can be solved is far less (motion/check_options.cpp).
constexpr int most_segments = 1'000'000;

void check_size(const Eigen::VectorXd& vector, int size, const std::string& what) {
  if (vector.size() == size) return;  // words are put together where they are needed
  throw Error(Code::size,
              what + " has " + std::to_string(vector.size()) + " entries, the robot " +
                  std::to_string(size) + " coordinates",
              "give one number a coordinate");
}

void check_vector(const Eigen::VectorXd& vector, int size, const std::string& what) {
  check_size(vector, size, what);
  require(vector.allFinite(), what + " has an entry that is not finite", "give plain numbers");
}

void check_frame(FrameId frame, const Model& model, const std::string& what) {
  if (model.has(frame)) return;
  const std::string named =
      frame.is_set() ? "frame " + std::to_string(frame.index()) + ", which the robot has not"
                     : "no frame";
  throw Error(Code::name, what + " names " + named, "use model.frame(\"name\")");
}

void check_pose(const FrameTarget& pose, const Model& model, const std::string& name) {
  check_frame(pose.frame, model, "the pose at the " + name);
  require(!pose.position || pose.position->allFinite(),
          "the position at the " + name + " is not finite", "give plain numbers");
  if (!pose.orientation) return;
  const Eigen::Matrix3d& R = *pose.orientation;
  const double off = (R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  require(off < 1e-6 && R.determinant() > 0.0,
          "the orientation at the " + name + " is not a rotation",
          "give a matrix with orthogonal unit columns and determinant 1");
}

void check_condition(const Condition& condition, const Model& model, const std::string& name) {
  if (condition.q) check_vector(*condition.q, model.dofs(), name + " q");
  if (condition.v) check_vector(*condition.v, model.dofs(), name + " v");
  if (condition.a) check_vector(*condition.a, model.dofs(), name + " a");
  if (condition.pose) check_pose(*condition.pose, model, name);
  require(condition.pose || condition.also.empty(), "the " + name + " has poses beside none",
          "give `pose` first");
  for (const FrameTarget& pose : condition.also) check_pose(pose, model, name);
}

/// Spans are whole segments: one that is shorter would silently be none.
void check_during(const During& during, const MotionProblem& problem, const std::string& name) {
  const std::string span = name + " lasts from " + number(during.from) + " to " + number(during.to);
  require(0.0 <= during.from && during.from < during.to && during.to <= 1.0, span,
          "give fractions of the motion, 0 <= from < to <= 1");
  require(nearest_knot(problem, during.from) < nearest_knot(problem, during.to),
          span + " of the motion, less than a segment of the spline",
          "let it last longer, or give the spline more segments");
}

/// Of hulls and cylinders: what they are made of is there.
void check_shape(const Solid& solid, const std::string& name) {
  const auto known = [&](int k) { return k >= 0 && k < solid.points.cols(); };
  require(solid.points.allFinite() && solid.facets.size() % 3 == 0 &&
              std::all_of(solid.facets.begin(), solid.facets.end(), known) &&
              (!solid.is_hull() || is_cloud(solid) || solid.facets.size() >= 12),
          "solid " + name + " is a hull whose facets are not between its points",
          "give three numbers of points for each facet, and four facets or more");
  require(solid.disc >= 0.0 && std::isfinite(solid.disc) &&
              (solid.disc == 0.0 || (solid.edges.cols() == 1 && !solid.edges.isZero())),
          "solid " + name + " is a cylinder without an axis", "give two different ends");
}

void check_limits(const MotionProblem& problem) {
  const MotionLimits& limits = problem.limits;
  const int n = problem.model.dofs();
  const std::pair<const char*, const Eigen::VectorXd*> ranges[] = {
      {"limits.lower", &limits.lower},
      {"limits.upper", &limits.upper},
      {"limits.torque_lower", &limits.torque_lower},
      {"limits.torque_upper", &limits.torque_upper}};
  const std::pair<const char*, const Eigen::VectorXd*> sizes[] = {
      {"limits.velocity", &limits.velocity},
      {"limits.acceleration", &limits.acceleration},
      {"limits.jerk", &limits.jerk},
      {"limits.power", &limits.power}};
  for (const auto& [name, vector] : ranges) check_size(*vector, n, name);
  for (const auto& [name, vector] : sizes) {
    check_size(*vector, n, name);
    require((vector->array() > 0.0).all(), std::string(name) + " has an entry that is not positive",
            "to hold a joint still give it equal position limits; infinity is no limit");
  }
  require((limits.lower.array() <= limits.upper.array()).all(),
          "a lower position limit is above its upper one", "give lower <= upper");
  require((limits.torque_lower.array() <= limits.torque_upper.array()).all(),
          "a lower torque limit is above its upper one", "give lower <= upper");
  require(problem.spline.degree > 2 || (limits.jerk.array() == infinity).all(),
          "a spline of degree 2 jumps in acceleration: its jerk has no limit",
          "choose degree 3 or more, or drop the jerk limit");
}

void check_strengths(const MotionProblem& problem) {
  for (const StrengthCurve& curve : problem.strengths) {
    const int j = curve.coordinate;
    require(j >= 0 && j < problem.model.dofs(),
            "a strength curve is of coordinate " + std::to_string(j) + ", which the robot has not",
            "give an index into model.coordinates()");
    const std::string joint = problem.model.coordinates()[j].name;
    const double limit =
        curve.positive ? problem.limits.torque_upper[j] : -problem.limits.torque_lower[j];
    require(limit > 0.0 && std::isfinite(limit),
            "the strength of " + joint + " depends on its angle, but its torque has no limit",
            "give the joint a torque limit each way, or leave its curve out");
    require(curve.narrowness > 0.0 && curve.speed_of_three_quarters > 0.0 &&
                curve.speed_of_half > curve.speed_of_three_quarters && std::isfinite(curve.best),
            "the strength curve of " + joint + " makes no sense",
            "give a positive narrowness, and more speed for a half than for three quarters");
    const auto& joints = problem.model.joints();
    require(std::none_of(
                joints.begin(), joints.end(),
                [&](const ModelJoint& one) { return one.coordinate == j && one.coulomb > 0.0; }),
            "the strength of " + joint + " depends on its angle, and it rubs: not both are covered",
            "leave the joint's Coulomb friction or its curve out");
  }
}

void check_space(const MotionProblem& problem) {
  const Model& model = problem.model;
  for (const PositionLimit& limit : problem.positions) {
    check_during(limit.during, problem, limit.name);
    check_frame(limit.frame, model, limit.name);
    const Eigen::Index rows = limit.directions.rows();
    require(limit.directions.allFinite() && limit.lower.size() == rows &&
                limit.upper.size() == rows && (limit.lower.array() <= limit.upper.array()).all(),
            limit.name + " has bounds that do not fit its directions",
            "give one lower and one upper bound, lower <= upper, for every direction");
  }
  for (const LineLimit& limit : problem.lines) {
    check_during(limit.during, problem, limit.name);
    check_frame(limit.frame, model, limit.name);
    require(std::isfinite((limit.to - limit.from).norm()) && limit.from != limit.to &&
                limit.tolerance > 0.0 && std::isfinite(limit.tolerance),
            limit.name +
                " is no line to follow: its ends are one point or not finite, or its "
                "tolerance is not positive",
            "give two different points, and a tolerance in metres");
  }
  for (const AxisLimit& limit : problem.axes) {
    check_during(limit.during, problem, limit.name);
    check_frame(limit.frame, model, limit.name);
    require(std::abs(limit.axis.norm() - 1.0) < 1e-6 &&
                std::abs(limit.direction.norm() - 1.0) < 1e-6 && limit.angle > 0.0 &&
                limit.angle <= 3.15,
            limit.name + " has an axis, a direction or an angle that cannot be",
            "give unit vectors, and an angle above 0 and up to a half turn");
  }
  for (const SumLimit& limit : problem.sums) {
    check_during(limit.during, problem, limit.name);
    require(!limit.parts.empty() && limit.lower <= limit.upper &&
                std::all_of(limit.parts.begin(), limit.parts.end(),
                            [&](const SumLimit::Part& part) {
                              return part.coordinate >= 0 && part.coordinate < model.dofs() &&
                                     std::isfinite(part.factor);
                            }),
            limit.name + " is no sum of joints between two bounds",
            "give indices into model.coordinates(), finite factors, and lower <= upper");
  }
  const Clearance& clearance = problem.clearance;
  const auto solid = [](const Solid& it, const std::string& name) {
    require(it.corner.allFinite() && it.edges.allFinite() && it.radius >= 0.0 &&
                std::isfinite(it.radius),
            "solid " + name + " has a size that is not finite, or a negative radius",
            "give plain numbers");
    check_shape(it, name);
  };
  for (const ArmSolid& arm : clearance.arm) {
    check_frame(arm.frame, model, "solid " + arm.name);
    require(!is_cloud(arm.solid), "solid " + arm.name + " of the arm is a cloud of points",
            "only obstacles are; give spheres, or a hull with its facets");
    solid(arm.solid, arm.name);
  }
  for (const Obstacle& obstacle : clearance.obstacles) solid(obstacle.solid, obstacle.name);
  require(std::isfinite(clearance.margin), "the clearance's margin is not finite", "give metres");
  const int count = static_cast<int>(clearance.arm.size());
  for (const auto& [i, k] : clearance.allowed) {
    require(i >= 0 && i < count && k >= 0 && k < static_cast<int>(clearance.obstacles.size()),
            "a pair that may touch is of solids that there are not",
            "give indices into clearance.arm and clearance.obstacles");
  }
  for (const auto& [i, j] : clearance.self_pairs) {
    require(0 <= i && i < count && 0 <= j && j < count && i != j,
            "a self pair names solids " + std::to_string(i) + " and " + std::to_string(j) + " of " +
                std::to_string(count),
            "give two different indices into clearance.arm");
  }
}

void check_forces(const MotionProblem& problem) {
  for (const Carried& body : problem.carried) {
    check_during(body.during, problem, body.name);
    check_frame(body.frame, problem.model, body.name);
    require(std::isfinite(body.inertia.mass) && body.inertia.mass >= 0.0 &&
                body.inertia.com.allFinite() && body.inertia.about_com.allFinite(),
            body.name + " has an inertia that is not finite, or a negative mass",
            "give plain numbers");
  }
  for (const TimedLoad& load : problem.loads) {
    check_during(load.during, problem, "a load");
    check_frame(load.load.frame, problem.model, "a load");
    require(
        load.load.force.allFinite() && load.load.moment.allFinite() && load.load.point.allFinite(),
        "a load is not finite", "give plain numbers");
  }
  for (const CutJoint& cut : problem.cut_joints) {
    check_frame(cut.frame_a, problem.model, cut.name);
    check_frame(cut.frame_b, problem.model, cut.name);
  }
}

void check_objective(const MotionProblem& problem) {
  const Objective& m = problem.minimize;
  for (const double weight : {m.time, m.effort, m.exertion, m.discomfort, m.energy, m.jerk,
                              m.torque_rate, m.path_length}) {
    require(weight >= 0.0 && std::isfinite(weight), "an objective weight of " + number(weight),
            "give finite weights of at least 0");
  }
  require(
      m.neutral.size() == 0 || (m.neutral.size() == problem.model.dofs() && m.neutral.allFinite()),
      "the neutral posture has " + std::to_string(m.neutral.size()) + " values",
      "give one number for every coordinate");
  if (m.path_length > 0.0) check_frame(m.path_frame, problem.model, "path_length");
  for (const Objective::Term& term : m.terms) {
    require(term.function && term.function->size() == 1 && std::isfinite(term.weight),
            "objective term '" + term.name + "' has no function of size 1, or no finite weight",
            "derive from PointFunction with size() 1");
  }
  require(problem.spline.degree > 2 || (m.jerk == 0.0 && m.torque_rate == 0.0),
          "a spline of degree 2 jumps in acceleration: it has no jerk to minimize",
          "choose degree 3 or more");
  // These are the smaller the slower the motion is, or do not care; effort has gravity to fight.
  const bool bounded = m.time > 0.0 || !m.terms.empty() || problem.duration.longest < infinity ||
                       (m.effort + m.exertion > 0.0 &&
                        (!problem.model.gravity().isZero() || !problem.loads.empty()));
  const bool anything =
      m.effort + m.exertion + m.discomfort + m.energy + m.jerk + m.torque_rate + m.path_length >
      0.0;
  require(bounded || !anything, "nothing wants the motion to end: the slower the better",
          "give time a weight in the objective, or the duration a max");
}

void check_times(const MotionProblem& problem) {
  const DurationRange& duration = problem.duration;
  require(duration.shortest >= 0.0 && std::isfinite(duration.shortest) && duration.longest > 0.0 &&
              (!duration.guess || (*duration.guess > 0.0 && std::isfinite(*duration.guess))),
          "the duration has a bound or a guess that is no time", "give positive seconds");
  double last = 0.0;
  int last_knot = 0;
  for (const Waypoint& waypoint : problem.waypoints) {
    check_condition(waypoint.condition, problem.model, "waypoint " + waypoint.name);
    const int knot = nearest_knot(problem, waypoint.at);
    require(waypoint.at > last && waypoint.at < 1.0 && knot > last_knot &&
                knot < problem.spline.segments,
            "waypoint " + waypoint.name + " is at " + number(waypoint.at) +
                " of the motion, after one at " + number(last),
            "put waypoints between 0 and 1, in order, at least a segment apart");
    last = waypoint.at;
    last_knot = knot;
  }
}

}  // namespace

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

void check_coordinates(const Model& model, const Trajectory& motion) {
  require(motion.q.control_points().size() > 0, "the motion is empty",
          "give a motion that was found", Code::size);
  for (int e = 1; e < motion.q.segments(); ++e) {
    constexpr int least_order = 2;
    const int times = motion.q.first_control(e) - motion.q.first_control(e - 1);
    if (motion.q.degree() - times >= least_order || times == 1) continue;
    throw Error(Code::value,
                "the motion's accelerations jump at a knot that is there " + std::to_string(times) +
                    " times",
                "repeat knots of a spline of degree d at most d - 2 times");
  }
  require(motion.q.dofs() == model.dofs(),
          "the motion has " + std::to_string(motion.q.dofs()) + " coordinates, the robot " +
              std::to_string(model.dofs()),
          "give a motion of this robot", Code::size);
}

void check_problem(const MotionProblem& problem, int least_segments) {
  const Model& model = problem.model;
  const SplineOptions& spline = problem.spline;
  require(spline.degree >= 2 && spline.degree <= 9,
          "spline degree " + std::to_string(spline.degree),
          "choose 2 to 9; 3 gives continuous torques");
  require(spline.segments >= least_segments && spline.segments <= most_segments,
          std::to_string(spline.segments) + " spline segments",
          "give at least 2 and at most 1000000; 20 is a good beginning");
  check_condition(problem.start, model, "start");
  check_condition(problem.goal, model, "goal");
  require(problem.repetition || problem.start.q || problem.start.pose, "the motion has no start",
          "give start.q or start.pose");
  check_times(problem);
  check_limits(problem);
  check_strengths(problem);
  check_forces(problem);
  check_space(problem);
  check_objective(problem);
  model.arm().check(problem);
  require(problem.slip_speed > 0.0 && std::isfinite(problem.slip_speed),
          "a slip speed of " + number(problem.slip_speed), "give a positive speed");
  if (!problem.repetition) return;
  check_vector(problem.repetition->sign, model.dofs(), "repetition.sign");
  require(static_cast<int>(problem.repetition->image.size()) == model.dofs(),
          "repetition.image has " + std::to_string(problem.repetition->image.size()) + " entries",
          "give one a coordinate, -1 where the end is free");
  for (const int i : problem.repetition->image) {
    require(i < model.dofs(), "repetition.image names coordinate " + std::to_string(i),
            "give indices of coordinates");
  }
}

}  // namespace alembert
