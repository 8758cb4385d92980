// Book's recursions against their defining sums, and his equations against ours.
#include <gtest/gtest.h>

#include "alembert/book_equations.hpp"
#include "alembert/op_count.hpp"
#include "arms.hpp"

namespace alembert::test::book_test {

/// Six turning joints, links 1 and 2 bending with three modes each: the paper's 12 degrees.
Robot twelve_degrees(int joints = 6) {
  ArmMaker arm;
  std::string parent = "base";
  for (int i = 0; i < joints; ++i) {
    const std::string name = "link" + std::to_string(i + 1);
    const Eigen::Vector3d at = i == 0  ? Eigen::Vector3d(0, 0, 0.3)
                               : i < 3 ? Eigen::Vector3d(1, 0, 0)
                                       : Eigen::Vector3d(0.2, 0, 0.1);
    arm.joint(name, parent, JointType::revolute, at,
              i % 2 == 0 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY());
    if (i < 2) {
      arm.bends(beam(1.0, 2, 1));
    } else {
      arm.turned(0.3 * i, 0.2, -0.1).body(1.0);
    }
    parent = name;
  }
  return arm.robot;
}

struct State {
  Eigen::VectorXd z, v;
};

State some_state(const FlexibleModel& model) {
  std::mt19937 random(5);
  State s{Eigen::VectorXd(model.size()), Eigen::VectorXd(model.size())};
  s.z << random_vector(model.joints, 2.0, random), random_vector(model.amplitudes(), 0.05, random);
  s.v << random_vector(model.joints, 2.0, random), random_vector(model.amplitudes(), 0.5, random);
  return s;
}

TEST(Book, EquationsAreOurs) {
  const FlexibleModel model = compile_flexible(twelve_degrees(), {.stiffening = false});
  ASSERT_EQ(model.size(), 12);
  const auto [z, v] = some_state(model);
  Eigen::MatrixXd J(12, 12), J_ours(12, 12);
  Eigen::VectorXd R(12), R_ours(12);
  BookEquations<double>(model).simulation_form(z, v, J, R);
  FlexibleEquations<double>(model).simulation_form(z, v, J_ours, R_ours);
  EXPECT_LT((J - J_ours).norm(), 1e-13 * J.norm());
  EXPECT_LT((R - R_ours).norm(), 1e-13 * R.norm());
}

TEST(Book, RecursionsAreTheirDefiningSums) {
  using Eigen::Matrix4d;
  const FlexibleModel model = compile_flexible(twelve_degrees(), {.stiffening = false});
  const auto [z, v] = some_state(model);
  BookEquations<double> book(model);
  Eigen::MatrixXd J(12, 12);
  Eigen::VectorXd R(12);
  book.simulation_form(z, v, J, R);
  const auto& links = book.links();
  const int n = 6;
  const auto bar = [&](int j, int h) {  // (62)
    return Matrix4d(links[j + 1].A * book.W_tilde(j + 1, h));
  };
  const auto near = [](const auto& a, const auto& b) { return (a - b).norm() <= 1e-13 * b.norm(); };
  for (int j = 0; j < n; ++j) {
    for (int h = 0; h < n; ++h) {
      Matrix4d F_tilde = Matrix4d::Zero(), F = F_tilde, Phi = F_tilde;
      for (int i = std::max(h, j); i < n; ++i) {
        F_tilde += book.W_tilde(j, i) * links[i].G * book.W_tilde(h, i).transpose();
      }
      EXPECT_TRUE(near(book.F_tilde(j, h), F_tilde)) << "(67) " << j << h;
      if (h > 1) continue;  // links that bend
      for (int i = std::max(h + 1, j); i < n; ++i) {
        F += book.W_tilde(j, i) * links[i].G * bar(h, i).transpose();
      }
      EXPECT_TRUE(near(book.F(j, h), F)) << "(71) " << j << h;
      if (j > 1) continue;
      for (int i = std::max(j, h) + 1; i < n; ++i) {
        Phi += bar(j, i) * links[i].G * bar(h, i).transpose();
      }
      EXPECT_TRUE(near(book.Phi(j, h), Phi)) << "(76) " << j << h;
    }
    Matrix4d Q = Matrix4d::Zero();
    Eigen::Vector4d P = Eigen::Vector4d::Zero();
    for (int i = j; i < n; ++i) {
      const FlexibleBody& body = model.bodies[i];
      Matrix4d moving = Matrix4d::Zero();
      for (int k = 0; k < body.modes; ++k) moving += v[body.first_mode + k] * links[i].D[k];
      Q += book.W_tilde(j, i) *
           (links[i].G * links[i].Wv.transpose() + 2.0 * moving * links[i].Wdot.transpose());
      P += book.W_tilde(j, i) * 2.0 * links[i].G.col(0);
    }
    EXPECT_TRUE(near(links[j].Q, Q)) << "(88) " << j;
    EXPECT_LT((links[j].P - P).norm(), 1e-13 * P.norm()) << "(90) " << j;
  }
}

/// The paper prints 11,361 and about as many additions; ours must be far below.
TEST(Book, CountsOfTheTwelveDegreeCase) {
  const FlexibleModel model = compile_flexible(twelve_degrees(), {.stiffening = false});
  const auto [z, v] = some_state(model);
  FlexibleEquations<OpCount> arm(model);
  MatX<OpCount> J(12, 12);
  VecX<OpCount> R(12);
  OpCount::reset();
  arm.simulation_form(z.cast<OpCount>(), v.cast<OpCount>(), J, R);
  EXPECT_LE(OpCount::executed().mul, 6800);
  EXPECT_LE(OpCount::executed().add, 4950);
}

TEST(Book, RecursionsCostLinearlyManyOperations) {
  std::vector<long> mul;
  for (const int joints : {6, 8, 10, 12}) {
    const FlexibleModel model = compile_flexible(twelve_degrees(joints), {.stiffening = false});
    const auto [z, v] = some_state(model);
    FlexibleEquations<OpCount> arm(model);
    VecX<OpCount> forces(model.size());
    const VecX<OpCount> zz = z.cast<OpCount>(), vv = v.cast<OpCount>();
    OpCount::reset();
    arm.inverse(zz, vv, vv, forces);
    mul.push_back(OpCount::executed().mul);
  }
  EXPECT_EQ(mul[2] - mul[1], mul[1] - mul[0]);
  EXPECT_EQ(mul[3] - mul[2], mul[2] - mul[1]);
}

TEST(Book, RefusesTreesAndStiffening) {
  EXPECT_THROW(BookEquations<double>(compile_flexible(twelve_degrees())), Error);
}

}  // namespace alembert::test::book_test
