// Flexible links in robot files: read, written, refused with their line, and stiff where unbent.
#include <gtest/gtest.h>

#include "alembert/doctor.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "arms.hpp"

namespace alembert::test::description_test {

/// Line 7 is `flexible:`, line 8 what is between its braces.
std::string file_with(const std::string& flexible) {
  return "alembert: robot/1\nname: arm\nconvention: frames\njoints:\n  - name: j\n    link:\n"
         "      flexible:\n        {" +
         flexible + "}\n";
}

const std::string healthy =
    "length: 2, mass_per_length: 1.2, EIy: 50, EIz: 60, modes: {bending_y: 2, bending_z: 1}";

void refuses(const std::string& flexible, const std::string& word, int line = 8) {
  try {
    const Robot robot = read_yaml(file_with(flexible), "arm.yaml");
    (void)compile_flexible(robot);
    ADD_FAILURE() << "accepted: " << flexible;
  } catch (const Error& error) {
    EXPECT_EQ(error.where().file, "arm.yaml");
    EXPECT_EQ(error.where().line, line) << error.what();
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(FlexibleDescription, ReadsWhatItWrites) {
  const Robot robot = read_yaml(
      file_with(healthy + ", tip_mass: 0.3, tip_inertia: [1e-3, 2e-3, 3e-3], damping: 0.01"),
      "arm.yaml");
  const Robot again = read_yaml(write_yaml(robot), "again.yaml");
  const FlexibleLink &a = *robot.links[1].flexible, &b = *again.links[1].flexible;
  EXPECT_EQ(a.length, b.length);
  EXPECT_EQ(a.EIz.value, b.EIz.value);
  EXPECT_EQ(a.tip_inertia, b.tip_inertia);
  EXPECT_EQ(a.damping, b.damping);
  EXPECT_EQ(a.modes(), b.modes());
  EXPECT_EQ(compile_flexible(robot).coordinates[1].name, "j.bending_y.1");
}

TEST(FlexibleDescription, SectionsGiveBeamProperties) {
  const Robot robot = read_yaml(
      file_with("length: 1, section: {tube: {diameter: 0.1, thickness: 0.05}, material: steel}"),
      "arm.yaml");
  const double pi = 3.141592653589793;  // a full rod
  EXPECT_NEAR(robot.links[1].flexible->EIy.at(0), 2.1e11 * pi * 1e-4 / 64.0, 1e-3);
  EXPECT_NEAR(robot.links[1].flexible->mass_per_length.at(0), 7850 * pi * 0.01 / 4, 1e-9);
}

TEST(FlexibleDescription, RefusesWhatCannotBeWithItsLine) {
  refuses("length: 2, mass_per_length: 1, EIz: -5, modes: {bending_y: 1}", "EIz");
  refuses("length: 0, mass_per_length: 1, EIz: 5, modes: {bending_y: 1}", "length");
  refuses("length: 2, mass_per_length: 1, EIz: [[0, 5], [1.5, 3]], modes: {bending_y: 1}",
          "ends at");
  refuses(
      "length: 2, mass_per_length: 1, EIz: 5, elements: 3, shapes: finite-element, modes: "
      "{bending_y: 4}",
      "mesh", 7);
  refuses("length: 2, mass_per_length: 1, modes: {bending_y: 1}", "EIz", 7);
  refuses("length: 2, mass_per_length: 1, EIz: 5, modes: {bending_y: 0}", "no modes", 7);
}

TEST(FlexibleDescription, RefusesShapesThatAreNotClamped) {
  FlexibleLink f = beam(1.0, 1, 0);
  f.shapes = ShapeFamily::file;
  f.where = {"arm.yaml", 12};
  SampledShape shape;
  for (int i = 0; i <= 20; ++i) {
    shape.x.push_back(i / 20.0);
    shape.value.push_back(i / 20.0);  // turns at the joint
  }
  f.sampled = {shape};
  ArmMaker arm;
  arm.joint("a", "base", JointType::revolute, {0, 0, 0}, {0, 0, 1}).bends(f);
  try {
    (void)compile_flexible(arm.robot);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.where().line, 12);
    EXPECT_NE(std::string(error.what()).find("not clamped"), std::string::npos);
  }
}

TEST(FlexibleDescription, RigidKernelsRefuseItAndSayWhatToUse) {
  const Robot robot = read_yaml(file_with(healthy), "arm.yaml");
  try {
    (void)compile(robot);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(error.fix().find("compile_flexible"), std::string::npos);
  }
}

TEST(FlexibleDescription, TheDoctorKnowsSoftBeams) {
  const Robot soft = read_yaml(
      file_with("length: 2, mass_per_length: 5, EIy: 10, modes: {bending_z: 1}"), "arm.yaml");
  bool sags = false;
  for (const Finding& finding : examine(soft))
    sags |= finding.reason.find("sag") != std::string::npos;
  EXPECT_TRUE(sags);
  const Robot fine = read_yaml(file_with(healthy + ", EA: 1e6"), "arm.yaml");
  for (const Finding& finding : examine(fine)) {
    EXPECT_NE(finding.severity, Finding::Severity::error) << finding.text();
  }
}

Robot mixed(double stiffness) {
  ArmMaker arm;
  FlexibleLink f = beam(0.7, 2, 1);
  f.EIy = f.EIz = constant(stiffness);
  arm.joint("a", "base", JointType::revolute, {0, 0, 0}, {0, 0.6, 0.8}).bends(f).body(0.2);
  arm.joint("b", "a", JointType::revolute, {0.7, 0, 0}, {0, 1, 0}).bends(f);
  arm.joint("c", "b", JointType::prismatic, {0.7, 0.1, 0}, {1, 0, 0}).body(0.4);
  return arm.robot;
}

TEST(FlexibleDescription, StifferLinksTendToTheRigidKernel) {
  std::mt19937 random(9);
  const Eigen::VectorXd q = random_vector(3, 1.0, random), v = random_vector(3, 1.0, random),
                        a = random_vector(3, 1.0, random);
  InverseDynamics<double> rigid(compile(rigidified(mixed(1.0))));
  Eigen::VectorXd expected(3);
  rigid(q, v, a, expected);
  std::vector<double> errors;
  for (const double stiffness : {1e4, 1e6, 1e8}) {
    const FlexibleModel model = compile_flexible(mixed(stiffness));
    const int n = model.size(), m = model.amplitudes();
    FlexibleEquations<double> arm(model);
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n), zv = z, za = z, forces(n);
    z.head(3) = q;
    zv.head(3) = v;
    za.head(3) = a;
    for (int step = 0; step < 20; ++step) {  // the deflection that carries the motion
      arm.inverse(z, zv, za, forces);
      for (const FlexibleBody& body : model.bodies) {
        if (body.modes == 0) continue;
        z.segment(body.first_mode, body.modes) -=
            body.integrals.stiffness.ldlt().solve(forces.segment(body.first_mode, body.modes));
      }
    }
    EXPECT_LT(forces.tail(m).norm(), 1e-9 * expected.norm());
    errors.push_back((forces.head(3) - expected).norm() / expected.norm());
  }
  EXPECT_LT(errors[2], 1e-6);
  EXPECT_NEAR(errors[1] / errors[0], 0.01, 0.002);  // as 1 / EI
  EXPECT_NEAR(errors[2] / errors[1], 0.01, 0.002);
}

}  // namespace alembert::test::description_test
