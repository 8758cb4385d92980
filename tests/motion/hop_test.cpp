// A hop by hand: Newton and Euler for four bodies in the plane say what the ground must do, on the
// ground and in flight. And a load that it cannot carry.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/report.hpp"
#include "support/planar_walker.hpp"

namespace alembert::test::hop_test {

constexpr double gravity = 9.81;

/// models/hopper.yaml.
struct Body {
  double mass, inertia;  // kg, kg m^2 about its centre
  PlanarPoint centre;
  Jet angle;
};

/// What the world exerts, about its origin.
PlanarWrench ground_by_hand(const std::array<Body, 4>& bodies) {
  PlanarWrench sum;
  for (const Body& body : bodies) {
    const double x = body.mass * body.centre.x.dd, z = body.mass * (body.centre.z.dd + gravity);
    sum.x += x;
    sum.z += z;
    sum.moment += body.inertia * body.angle.dd + body.centre.z.x * x - body.centre.x.x * z;
  }
  return sum;
}

TEST(Hop, FliesWithoutTheGroundAndStandsWithinItsCone) {
  const MotionFile file =
      load_motion_problem(std::string(ALEMBERT_SOURCE_DIR) + "/examples/hop.yaml");
  const Solution found = solve(file.problem, file.options);
  ASSERT_EQ(found.status, MotionStatus::solved);
  ASSERT_TRUE(found.violations.empty());
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  const Model& model = file.problem.model;
  const auto jet = [&](const char* name, double t) {
    const int j = model.coordinate(name);
    return Jet{found.motion.q(t)[j], found.motion.q(t, 1)[j], found.motion.q(t, 2)[j]};
  };
  const double weight = 16.8 * gravity, T = found.motion.duration();
  double held_in_flight = 0.0, turned_in_flight = 0.0, outside = -infinity, highest = 0.0;
  const int instants = 20'000;
  for (int k = 0; k < instants; ++k) {
    const double t = (k + 0.5) * T / instants, share = t / T;
    const Jet foot = jet("foot.ry", t), shank = foot - jet("ankle", t),
              thigh = shank - jet("knee", t), trunk = thigh - jet("hip", t);
    // The foot's coordinates are those of the middle of its sole.
    const PlanarPoint sole = {jet("foot.x", t) + Jet{0.03}, jet("foot.z", t)};
    const PlanarPoint ankle = from(sole, foot, -0.03, 0.06);
    const PlanarPoint knee = from(ankle, shank, 0.0, 0.34), hip = from(knee, thigh, 0.0, 0.34);
    const PlanarWrench ground =
        ground_by_hand({Body{0.8, 0.003, from(ankle, foot, 0.02, -0.03), foot},
                        Body{1.5, 0.012, from(knee, shank, 0.0, -0.15), shank},
                        Body{2.5, 0.02, from(hip, thigh, 0.0, -0.15), thigh},
                        Body{12.0, 0.25, from(hip, trunk, 0.0, 0.1), trunk}});
    if (share > 0.4 && share < 0.65) {
      held_in_flight = std::max(held_in_flight, std::hypot(ground.x, ground.z));
      turned_in_flight = std::max(turned_in_flight, std::abs(moment_about(ground, hip)));
      highest = std::max(highest, sole.z.x);
    } else {
      const double at = share < 0.5 ? 0.0 : 0.3;
      outside = std::max(outside, outside_cone(ground, 0.8, at - 0.08, at + 0.14));
    }
  }
  EXPECT_LT(held_in_flight, 1e-4 * weight);
  EXPECT_LT(turned_in_flight, 1e-4 * weight);  // N m
  EXPECT_LT(outside, 2e-6 * weight);
  EXPECT_GT(highest, 0.01);
}

/// It rises on its foot with a load before it that tips it over, whatever its motors: which one
/// limits what it can carry is known from motions with half of the load and stronger motors.
MotionProblem rises_with(double mass) {
  const MotionFile file = read_motion_problem(
      "alembert: motion/1\nrobot: ../models/hopper.yaml\n"
      "frames: [{name: tray, on: body, xyz: [0.25, 0, 0.2]}]\n"
      "carry: {name: load, frame: tray, mass: " +
          std::to_string(mass) +
          "}\n"
          "start: {pose: {frame: body, xyz: [0, 0, 0.5], rpy: [0, 0, 0]}}\n"
          "goal: {pose: {frame: body, xyz: [0, 0, 0.62], rpy: [0, 0, 0]}}\n"
          "contacts: {name: foot, frame: foot, friction: 0.8, patch: [[-0.08, -0.05, -0.06], "
          "[0.14, -0.05, -0.06], [0.14, 0.05, -0.06], [-0.08, 0.05, -0.06]]}\n"
          "limits: {torque: {knee: 80}}\n"
          "minimize: {effort: 1.0e-4, jerk: 1.0e-8}\nduration: 0.25\n"
          "spline: {segments: 8, knots: uniform}\n",
      ALEMBERT_SOURCE_DIR "/examples/rise.yaml");
  return file.problem;
}

TEST(Hopper, ALoadThatIsTooHeavyIsSaidToBeWithTheJointThatLimitsHalfOfIt) {
  const Solution heavy = solve(rises_with(32.0));
  EXPECT_NE(heavy.status, MotionStatus::solved);
  ASSERT_TRUE(heavy.cause) << message(heavy);
  EXPECT_EQ(heavy.cause->kind, InfeasibilityCause::Kind::load_too_heavy);
  EXPECT_EQ(heavy.cause->value, 0.5);

  const MotionProblem half = rises_with(16.0);
  const Solution found = solve(half);
  ASSERT_EQ(found.status, MotionStatus::solved) << message(found);
  double most = 0.0;
  std::string costliest;
  for (int j = half.ground_coordinates; j < half.model.dofs(); ++j) {
    MotionProblem stronger = half;
    stronger.limits.torque_upper[j] *= 1.01;
    stronger.limits.torque_lower[j] *= 1.01;
    const double gain = found.objective - solve(stronger).objective;
    if (gain <= most) continue;
    most = gain;
    costliest = half.model.coordinates()[static_cast<std::size_t>(j)].name;
  }
  EXPECT_EQ(heavy.cause->name, costliest);
  EXPECT_EQ(heavy.cause->upper, -80.0);
}

}  // namespace alembert::test::hop_test
