// Slopes of the equations of bending arms by state, torques and design.
#include <gtest/gtest.h>

#include "alembert/flexible_derivatives.hpp"
#include "arms.hpp"

namespace alembert::test::derivatives_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = FlexibleParameter::Kind;

const Eigen::Vector3d X = Eigen::Vector3d::UnitX(), Y = Eigen::Vector3d::UnitY(),
                      Z = Eigen::Vector3d::UnitZ(), O = Eigen::Vector3d::Zero();

Robot two_booms(ShapeFamily shapes = ShapeFamily::clamped_free) {
  ArmMaker arm;
  FlexibleLink f = beam(0.7, 2, 1, 1);
  f.tip_mass = 0.2;
  f.damping = {0.01};
  f.shapes = shapes;
  arm.joint("a", "base", JointType::revolute, O, Z + 0.1 * X).bends(f).body(0.3);
  arm.joint("b", "a", JointType::revolute, {0.7, 0, 0}, Y).bends(beam(0.5, 1, 1)).body(0.2);
  arm.joint("c", "b", JointType::prismatic, {0.5, 0, 0}, X).body(0.3);
  return arm.robot;
}

struct State {
  explicit State(const FlexibleModel& model, unsigned seed = 3) {
    std::mt19937 random(seed);
    z.resize(model.size());
    z << random_vector(model.joints, 1.0, random), random_vector(model.amplitudes(), 0.03, random);
    v = random_vector(model.size(), 1.0, random);
    a = random_vector(model.size(), 2.0, random);
    torques = random_vector(model.joints, 3.0, random);
  }
  VectorXd z, v, a, torques;
};

/// (f(+h) - f(-h)) / 2h of a function that returns a vector.
template <typename F>
VectorXd slope_of(F f, double h) {
  return (f(h) - f(-h)) / (2.0 * h);
}

TEST(FlexibleDerivatives, OfForcesAreSlopes) {
  const FlexibleModel model = compile_flexible(two_booms());
  FlexibleDerivatives derivatives(model);
  FlexibleEquations<double> arm(model);
  const State at(model);
  const int n = model.size();
  MatrixXd by_z(n, n), by_v(n, n), by_a(n, n);
  derivatives.inverse(at.z, at.v, at.a, by_z, by_v, by_a);
  for (int i = 0; i < n; ++i) {
    const VectorXd e = VectorXd::Unit(n, i);
    const auto forces = [&](double dz, double dv, double da) {
      VectorXd f(n);
      arm.inverse(at.z + dz * e, at.v + dv * e, at.a + da * e, f);
      return f;
    };
    const auto off = [](const VectorXd& one, const VectorXd& other) {
      return (one - other).norm() / (1.0 + other.norm());
    };
    EXPECT_LT(off(slope_of([&](double h) { return forces(h, 0, 0); }, 1e-6), by_z.col(i)), 1e-7);
    EXPECT_LT(off(slope_of([&](double h) { return forces(0, h, 0); }, 1e-3), by_v.col(i)), 1e-9);
    EXPECT_LT(off(slope_of([&](double h) { return forces(0, 0, h); }, 1.0), by_a.col(i)), 1e-11);
  }
}

TEST(FlexibleDerivatives, OfAccelerationsAreSlopes) {
  const FlexibleModel model = compile_flexible(two_booms());
  FlexibleDerivatives derivatives(model);
  FlexibleEquations<double> arm(model);
  const State at(model);
  const int n = model.size(), joints = model.joints;
  MatrixXd by_z(n, n), by_v(n, n), by_torques(n, joints);
  derivatives.accelerations(at.z, at.v, at.torques, by_z, by_v, by_torques);
  const auto accelerations = [&](const VectorXd& z, const VectorXd& v, const VectorXd& torques) {
    VectorXd a(n);
    arm.accelerations(z, v, torques, a);
    return a;
  };
  for (int i = 0; i < n; ++i) {
    const VectorXd e = VectorXd::Unit(n, i);
    const VectorXd z =
        slope_of([&](double h) { return accelerations(at.z + h * e, at.v, at.torques); }, 1e-5);
    EXPECT_LT((z - by_z.col(i)).norm(), 1e-6 * by_z.col(i).norm()) << i;
    const VectorXd v =
        slope_of([&](double h) { return accelerations(at.z, at.v + h * e, at.torques); }, 1e-4);
    EXPECT_LT((v - by_v.col(i)).norm(), 1e-7 * by_v.norm()) << i;
  }
  for (int j = 0; j < joints; ++j) {
    const VectorXd e = VectorXd::Unit(joints, j);
    const VectorXd t =
        slope_of([&](double h) { return accelerations(at.z, at.v, at.torques + h * e); }, 1.0);
    EXPECT_LT((t - by_torques.col(j)).norm(), 1e-9 * by_torques.col(j).norm()) << j;
  }
}

/// The whole arm compiled anew on both sides.
VectorXd by_compiling(const Robot& robot, const std::string& name, const State& at,
                      const std::function<void(Robot&, FlexibleLink&, double)>& change, double h) {
  return slope_of(
      [&](double by) {
        Robot other = robot;
        for (Link& link : other.links) {
          if (link.name != name) continue;
          FlexibleLink f = *link.flexible;
          change(other, f, by);
          link.flexible = std::make_shared<const FlexibleLink>(f);
        }
        FlexibleEquations<double> arm(compile_flexible(other));
        VectorXd forces(at.z.size());
        arm.inverse(at.z, at.v, at.a, forces);
        return forces;
      },
      h);
}

TEST(FlexibleDesign, SlopesAreThoseOfArmsCompiledAnew) {
  for (const ShapeFamily shapes : {ShapeFamily::clamped_free, ShapeFamily::clamped_tip_mass}) {
    const Robot robot = two_booms(shapes);
    const State at(compile_flexible(robot));
    const auto agrees = [&](Kind kind,
                            const std::function<void(Robot&, FlexibleLink&, double)>& change) {
      const VectorXd got = design_slopes(robot, {"a", kind}, at.z, at.v, at.a).forces;
      const VectorXd expected = by_compiling(robot, "a", at, change, 1e-4);
      EXPECT_LT((got - expected).norm(), 1e-5 * expected.norm()) << static_cast<int>(kind);
    };
    agrees(Kind::length, [](Robot& other, FlexibleLink& f, double by) {
      const double before = f.length;
      f.length += by;
      other.joints[1].origin.translation().x() *= f.length / before;
    });
    agrees(Kind::EIz, [](Robot&, FlexibleLink& f, double by) { f.EIz.value[0] += by; });
    agrees(Kind::EIy, [](Robot&, FlexibleLink& f, double by) { f.EIy.value[0] += by; });
    agrees(Kind::mass_per_length,
           [](Robot&, FlexibleLink& f, double by) { f.mass_per_length.value[0] += by; });
    agrees(Kind::tip_mass, [](Robot&, FlexibleLink& f, double by) { f.tip_mass += by; });
  }
}

/// Stiffness is proportional to EI where shapes do not depend on it, and nothing else is.
TEST(FlexibleDesign, StiffnessGrowsWithEI) {
  Robot robot = two_booms();
  for (Link& link : robot.links) {
    if (!link.flexible) continue;
    FlexibleLink f = *link.flexible;
    f.damping.clear();
    link.flexible = std::make_shared<const FlexibleLink>(f);
  }
  const FlexibleModel model = compile_flexible(robot);
  const State at(model);
  const DesignSlopes slopes = design_slopes(robot, {"a", Kind::EIz}, at.z, at.v, at.a);
  VectorXd expected = VectorXd::Zero(model.size());
  const FlexibleBody& body = model.bodies[0];
  for (int k = 0; k < 2; ++k) {  // bending_y
    for (int l = 0; l < 2; ++l) {
      expected[body.first_mode + k] +=
          body.integrals.stiffness(k, l) / 9.0 * at.z[body.first_mode + l];
    }
  }
  EXPECT_LT((slopes.forces - expected).norm(), 1e-9 * expected.norm());
}

/// With shapes that do not depend on it, forces are linear in the tip's mass.
TEST(FlexibleDesign, TipMassActsAsOneMoreMass) {
  for (const double mass : {0.2, 0.0}) {
    Robot robot = two_booms();
    const auto with = [&](double tip) {
      Robot other = robot;
      FlexibleLink f = *other.links[1].flexible;
      f.tip_mass = tip;
      f.damping.clear();
      other.links[1].flexible = std::make_shared<const FlexibleLink>(f);
      return other;
    };
    const State at(compile_flexible(robot));
    const auto forces = [&](double tip) {
      FlexibleEquations<double> arm(compile_flexible(with(tip)));
      VectorXd f(at.z.size());
      arm.inverse(at.z, at.v, at.a, f);
      return f;
    };
    const VectorXd expected = forces(mass + 1.0) - forces(mass);
    const VectorXd got = design_slopes(with(mass), {"a", Kind::tip_mass}, at.z, at.v, at.a).forces;
    EXPECT_LT((got - expected).norm(), 1e-9 * expected.norm());
  }
}

TEST(FlexibleDesign, AccelerationsFollow) {
  const Robot robot = two_booms();
  const FlexibleModel model = compile_flexible(robot);
  State at(model);
  FlexibleEquations<double> arm(model);
  arm.accelerations(at.z, at.v, at.torques, at.a);
  const VectorXd got = design_slopes(robot, {"a", Kind::EIz}, at.z, at.v, at.a).accelerations;
  const auto with = [&](double EI) {
    Robot other = robot;
    FlexibleLink f = *other.links[1].flexible;
    f.EIz.value[0] = EI;
    other.links[1].flexible = std::make_shared<const FlexibleLink>(f);
    FlexibleEquations<double> changed(compile_flexible(other));
    VectorXd a(at.z.size());
    changed.accelerations(at.z, at.v, at.torques, a);
    return a;
  };
  const VectorXd expected = (with(9.001) - with(8.999)) / 0.002;
  EXPECT_LT((got - expected).norm(), 1e-6 * expected.norm());
}

TEST(FlexibleDesign, RefusesWhatIsNoNumber) {
  const Robot robot = two_booms();
  const State at(compile_flexible(robot));
  EXPECT_THROW(design_slopes(robot, {"c", Kind::length}, at.z, at.v, at.a), Error);
  Robot tapered = robot;
  FlexibleLink f = *tapered.links[1].flexible;
  f.EIz = {{0.0, 0.7}, {9.0, 8.0}, {}};
  f.shapes = ShapeFamily::finite_element;
  tapered.links[1].flexible = std::make_shared<const FlexibleLink>(f);
  EXPECT_THROW(design_slopes(tapered, {"a", Kind::EIz}, at.z, at.v, at.a), Error);
}

}  // namespace alembert::test::derivatives_test
