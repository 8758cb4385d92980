#include "alembert/angular_velocity.hpp"

#include <gtest/gtest.h>

#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::angular_velocity_test {

using Eigen::Matrix3d;
using Eigen::Vector3d;

TEST(AngularVelocity, TurnsTheRotationMatrixAsItsDerivativeDoes) {
  // W(t) turns about a fixed axis u: W' by central differences, w = u.
  Random random(8);
  const Vector3d u = random.direction();
  const Matrix3d W0 = random.pose().linear();
  const auto W = [&](double t) { return Matrix3d(Eigen::AngleAxisd(t, u) * W0); };
  const double t = 0.7, h = 1e-3;
  const Matrix3d Wd =
      (8.0 * (W(t + h) - W(t - h)) - (W(t + 2.0 * h) - W(t - 2.0 * h))) / (12.0 * h);
  EXPECT_LT(largest(rotation_rate<double>(u, W(t)) - Wd), 1e-11);     // (2.5)
  EXPECT_LT(largest(angular_velocity<double>(W(t), Wd) - u), 1e-11);  // (2.6)
}

TEST(AngularVelocity, ComesBackFromTheRateOfTheRotationMatrix) {
  Random random(9);
  for (int k = 0; k < 20; ++k) {
    const Matrix3d W = random.pose().linear();
    const Vector3d w = random.vector(3.0);
    EXPECT_LT(relative_difference(angular_velocity<double>(W, rotation_rate<double>(w, W)), w),
              1e-14);
  }
}

TEST(AngularVelocity, InertiaTensorAndSecondMomentsAreThoseOfParticles) {
  Random random(10);
  Matrix3d I = Matrix3d::Zero(), J = Matrix3d::Zero();
  for (int k = 0; k < 7; ++k) {
    const double m = random.real(0.1, 2.0);
    const Vector3d r = random.vector();
    J += m * r * r.transpose();                                             // (2.7)
    I += m * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());  // (2.9)
  }
  EXPECT_LT(relative_difference(inertia_tensor<double>(J), I), 1e-14);  // (2.11)
  EXPECT_LT(relative_difference(second_moments<double>(I), J), 1e-14);
}

TEST(AngularVelocity, BothRepresentationsHaveTheSameKineticEnergy) {
  Random random(11);
  const Matrix3d W = random.pose().linear(), I_body = random.body().about_com;
  const Vector3d w = random.vector(3.0);
  const Matrix3d Wd = rotation_rate<double>(w, W), I = W * I_body * W.transpose();
  const double by_vector = 0.5 * w.dot(I * w);  // (2.10)
  const double by_matrix = 0.5 * (Wd * second_moments<double>(I_body) * Wd.transpose()).trace();
  EXPECT_NEAR(by_vector, by_matrix, 1e-14 * by_vector);  // (2.8)
}

}  // namespace alembert::test::angular_velocity_test
