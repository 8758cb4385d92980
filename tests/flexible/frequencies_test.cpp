// Frequencies of beams and arms against beam theory and the literature.
#include <gtest/gtest.h>

#include <numbers>

#include "alembert/arm_modes.hpp"
#include "arms.hpp"

namespace alembert::test::frequencies_test {

const Eigen::Vector3d Z = Eigen::Vector3d::UnitZ(), O = Eigen::Vector3d::Zero();

FlexibleModel single(const FlexibleLink& f) {
  ArmMaker arm(O);
  arm.joint("beam", "base", JointType::revolute, O, Z).bends(f);
  return compile_flexible(arm.robot);
}

Eigen::VectorXd frequencies(const FlexibleModel& model, bool locked) {
  ModesOptions options;
  if (locked) options.locked = {0};
  return arm_modes(model, Eigen::VectorXd::Zero(model.joints), options).frequencies;
}

/// b l from a frequency.
double eigenvalue(const FlexibleLink& f, double hertz) {
  const double omega = 2.0 * std::numbers::pi * hertz;
  return f.length * std::sqrt(std::sqrt(omega * omega * f.mass_per_length.at(0) / f.EIz.at(0)));
}

/// The first root from a start of a function by Newton with a numerical slope.
template <typename F>
double root(F&& f, double x) {
  for (int i = 0; i < 100; ++i) {
    const double h = 1e-6, slope = (f(x + h) - f(x - h)) / (2.0 * h), step = f(x) / slope;
    x -= step;
    if (std::abs(step) < 1e-15) break;
  }
  return x;
}

TEST(FlexibleFrequencies, ClampedBeamsAreEulerAndBernoullis) {
  const FlexibleLink f = beam(1.3, 4, 0);
  const Eigen::VectorXd hertz = frequencies(single(f), true);
  const auto exact = [](double x) { return std::cos(x) + 1.0 / std::cosh(x); };
  const double starts[] = {1.875, 4.694, 7.855};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(eigenvalue(f, hertz[i]) / root(exact, starts[i]), 1.0, 5e-10);
  }
  // The paper's notes: omega / sqrt(EI / (mu l^4)).
  const double scale = 2.0 * std::numbers::pi * std::sqrt(0.6 * std::pow(1.3, 4) / 9.0);
  EXPECT_NEAR(hertz[0] * scale, 3.516015, 1e-6);
  EXPECT_NEAR(hertz[1] * scale, 22.034492, 1e-6);
  EXPECT_NEAR(hertz[2] * scale, 61.697214, 1e-6);
}

TEST(FlexibleFrequencies, PinnedBeamsAreEulerAndBernoullis) {
  FlexibleLink f = beam(1.3, 3, 0);
  f.shapes = ShapeFamily::pinned;
  const FlexibleModel model = single(f);
  const Eigen::VectorXd hertz = frequencies(model, false);
  const auto exact = [](double x) { return std::tan(x) - std::tanh(x); };
  const double starts[] = {3.9266, 7.0686, 10.2102};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(eigenvalue(f, hertz[i]) / root(exact, starts[i]), 1.0, 5e-10);
  }
  EXPECT_EQ(arm_modes(model, Eigen::VectorXd::Zero(1)).rigid, 1);
}

TEST(FlexibleFrequencies, TipBodiesFollowTheTranscendentalEquation) {
  FlexibleLink f = beam(1.3, 3, 0);
  f.shapes = ShapeFamily::clamped_tip_mass;
  f.tip_mass = 0.9;
  f.tip_inertia = {0.0, 0.0, 0.02};
  const Eigen::VectorXd hertz = frequencies(single(f), true);
  const double mass = 0.9 / (0.6 * 1.3), turn = 0.02 / (0.6 * 1.3 * 1.3 * 1.3);
  const auto exact = [&](double x) {
    const double c = std::cos(x), s = std::sin(x), C = std::cosh(x), S = std::sinh(x);
    return (1.0 + c * C - mass * x * (s * C - c * S) - turn * x * x * x * (s * C + c * S) +
            mass * turn * std::pow(x, 4) * (1.0 - c * C)) /
           C;
  };
  for (int i = 0; i < 3; ++i) {
    const double got = eigenvalue(f, hertz[i]);
    EXPECT_NEAR(got / root(exact, got + 1e-3), 1.0, 4e-9) << i;
  }
}

TEST(FlexibleFrequencies, EveryFamilyOfShapesConverges) {
  FlexibleLink f = beam(1.3, 6, 0);
  const double exact = frequencies(single(f), true)[1];
  f.shapes = ShapeFamily::polynomial;
  f.bending_y = 8;
  EXPECT_NEAR(frequencies(single(f), true)[1] / exact, 1.0, 1e-5);
  f.shapes = ShapeFamily::finite_element;
  EXPECT_NEAR(frequencies(single(f), true)[1] / exact, 1.0, 1e-7);
  f.shapes = ShapeFamily::file;
  f.bending_y = 2;
  const FlexibleModel model = single(beam(1.3, 2, 0));
  for (int k = 0; k < 2; ++k) {
    SampledShape shape;
    for (int i = 0; i <= 150; ++i) {
      shape.x.push_back(1.3 * i / 150);
      shape.value.push_back(model.bodies[0].shapes[k].at(shape.x.back())[0]);
    }
    f.sampled.push_back(shape);
  }
  EXPECT_NEAR(frequencies(single(f), true)[1] / exact, 1.0, 1e-5);
}

TEST(FlexibleFrequencies, TaperedBeamAgainstAFineMesh) {
  FlexibleLink f = beam(2.0, 3, 0);
  f.shapes = ShapeFamily::finite_element;
  f.mass_per_length = {{0.0, 2.0}, {1.0, 0.4}, {}};
  f.EIz = {{0.0, 0.7, 2.0}, {30.0, 18.0, 2.0}, {}};
  const Eigen::VectorXd got = frequencies(single(f), true);
  f.elements = 200;
  const Eigen::VectorXd reference = frequencies(single(f), true);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i] / reference[i], 1.0, 1e-6);
  // A cone that ends in nothing like a uniform beam: the mesh must see the taper.
  EXPECT_GT(got[0] / frequencies(single(beam(2.0, 3, 0)), true)[0], 1.5);
}

TEST(FlexibleFrequencies, TorsionAndStretchOfARod) {
  FlexibleLink f = beam(1.3, 0, 0, 2, 2);
  ArmMaker arm(O);
  arm.joint("beam", "base", JointType::revolute, O, Eigen::Vector3d::UnitX()).bends(f);
  const FlexibleModel model = compile_flexible(arm.robot);
  const Eigen::VectorXd hertz =
      arm_modes(model, Eigen::VectorXd::Zero(1), {.locked = {0}}).frequencies;
  EXPECT_NEAR(hertz[0], std::sqrt(5.0 / 2e-3) / (4.0 * 1.3), 1e-9 * hertz[0]);
  EXPECT_NEAR(hertz[1], std::sqrt(4000.0 / 0.6) / (4.0 * 1.3), 1e-9 * hertz[1]);
}

/// De Luca and Siciliano 1991: rho 0.2 kg/m, l 0.5 m, joint mass 1 kg, payload 0.1 kg.
TEST(FlexibleFrequencies, DeLucaAndSicilianosLinks) {
  FlexibleLink second;
  second.length = 0.5;
  second.mass_per_length = constant(0.2);
  second.EIz = constant(1.0);
  second.bending_y = 2;
  second.shapes = ShapeFamily::clamped_tip_mass;
  second.tip_mass = 0.1;
  second.tip_inertia = {0.0, 0.0, 5e-4};
  const Eigen::VectorXd of_second = frequencies(single(second), true);
  EXPECT_NEAR(of_second[0], 2.178, 0.002 * 2.178);
  EXPECT_NEAR(of_second[1], 15.915, 0.002 * 15.915);
  FlexibleLink first = second;
  first.tip_mass = 1.0 + 0.1 + 0.1;
  first.tip_inertia.z() = 0.1 + 0.2 * 0.125 / 3.0 + 0.1 * 0.25 + 5e-4;
  const Eigen::VectorXd of_first = frequencies(single(first), true);
  EXPECT_NEAR(of_first[0], 0.480, 0.002 * 0.480);
  EXPECT_NEAR(of_first[1], 1.797, 0.002 * 1.797);
}

/// The same arm with both its links, the elbow held at a right angle: where the second link is
/// stiff the frequencies are the paper's of the first, exactly as its shapes are made. (The paper
/// prints none of both bending together.)
TEST(FlexibleFrequencies, DeLucaAndSicilianosArmWithItsElbowAtARightAngle) {
  FlexibleLink first;
  first.length = 0.5;
  first.mass_per_length = constant(0.2);
  first.EIz = constant(1.0);
  first.bending_y = 2;
  first.shapes = ShapeFamily::clamped_tip_mass;
  first.tip_mass = 1.0;
  first.tip_inertia = {0.0, 0.0, 0.1};
  ArmMaker arm(O);
  arm.joint("one", "base", JointType::revolute, O, Eigen::Vector3d::UnitZ()).bends(first);
  arm.joint("two", "one", JointType::revolute, {0.5, 0, 0}, Eigen::Vector3d::UnitZ());
  Inertia beam, payload;
  beam.mass = payload.mass = 0.1;
  beam.com.x() = 0.25;
  beam.about_com.diagonal() << 1e-6, 0.1 * 0.25 / 12.0, 0.1 * 0.25 / 12.0;
  payload.com.x() = 0.5;
  payload.about_com.diagonal().setConstant(5e-4);
  arm.robot.links.back().inertia = combined(beam, payload);
  const FlexibleModel model = compile_flexible(arm.robot);
  const Eigen::Vector2d bent(0.0, 0.5 * M_PI);
  const Eigen::VectorXd hertz = arm_modes(model, bent, {.locked = {0, 1}}).frequencies;
  EXPECT_NEAR(hertz[0], 0.480, 0.002 * 0.480);
  EXPECT_NEAR(hertz[1], 1.797, 0.002 * 1.797);
  // A stretched arm moves its second mass further and swings slower.
  const Eigen::Vector2d straight(0.0, 0.0);
  EXPECT_LT(arm_modes(model, straight, {.locked = {0, 1}}).frequencies[0], 0.95 * hertz[0]);
}

}  // namespace alembert::test::frequencies_test
