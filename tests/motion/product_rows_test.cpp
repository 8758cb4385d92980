// Rows that are products give the same matrix and the same steps as any others.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/motion_file.hpp"
#include "motion/guess.hpp"
#include "motion/interior_point/condensed_system.hpp"
#include "motion/transcribe.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::product_rows_test {

/// A program that does not say which of its rows are products.
class Unstructured : public Nlp {
 public:
  explicit Unstructured(Nlp& nlp) : nlp_(nlp) {}

  const NlpBounds& bounds() const override { return nlp_.bounds(); }
  const Triplets& jacobian_pattern() const override { return nlp_.jacobian_pattern(); }
  const Triplets& hessian_pattern() const override { return nlp_.hessian_pattern(); }
  std::vector<int> places() const override { return nlp_.places(); }
  double objective(In x) override { return nlp_.objective(x); }
  void gradient(In x, Out out) override { nlp_.gradient(x, out); }
  void constraints(In x, Out out) override { nlp_.constraints(x, out); }
  void jacobian(In x, Out values) override { nlp_.jacobian(x, values); }
  void hessian(In x, double factor, In multipliers, Out values) override {
    nlp_.hessian(x, factor, multipliers, values);
  }

 private:
  Nlp& nlp_;
};

struct Products {
  Eigen::VectorXd matrix, norms, moved, pulled;
};

Products products(const Nlp& nlp, const Eigen::VectorXd& jacobian, unsigned seed) {
  const UnknownOrder order(nlp);
  CondensedSystem system(nlp, order);
  Random random(seed);
  const int rows = nlp.constraint_count();
  const auto positive = [&](Eigen::Index size) {
    return Eigen::VectorXd(random.values(static_cast<int>(size)).cwiseAbs().array() + 0.1);
  };
  system.set_jacobian(jacobian, positive(rows));
  system.condense(positive(order.size()), positive(rows), {.hessian = false});
  Products out{system.matrix().values(), Eigen::VectorXd(rows), Eigen::VectorXd(rows),
               Eigen::VectorXd::Zero(order.size())};
  system.squared_norms(out.norms);
  system.jacobian_times(positive(order.size()), out.moved);
  system.add_transposed_times(positive(rows), out.pulled);
  return out;
}

void expect_near(const Eigen::VectorXd& one, const Eigen::VectorXd& other) {
  ASSERT_EQ(one.size(), other.size());
  EXPECT_LE((one - other).lpNorm<Eigen::Infinity>(), 1e-13 * other.lpNorm<Eigen::Infinity>());
}

/// As many solids on frames of the arm as there are frames, among three spheres in its reach.
MotionProblem among_spheres(MotionProblem problem, std::initializer_list<const char*> frames) {
  for (const char* frame : frames) {
    problem.clearance.arm.push_back(
        {frame, problem.model.frame(frame), Solid::sphere({0.01, 0.02, 0.03}, 0.02)});
  }
  for (int k = 0; k < 3; ++k) {
    problem.clearance.obstacles.push_back(
        {"ball" + std::to_string(k), Solid::sphere({0.3 + 0.1 * k, 0.2 - 0.1 * k, 0.2 * k}, 0.1)});
  }
  return problem;
}

MotionProblem example(const char* name) {
  return load_motion_problem(std::string(ALEMBERT_SOURCE_DIR "/examples/") + name).problem;
}

/// What is condensed together is what is condensed row by row, on the program's own grid and on
/// another.
void expect_same(const MotionProblem& problem, int held = -1) {
  const Task task(problem);
  const Eigen::MatrixXd equal = time_shares(task.problem());
  MotionProgram program = transcribe(task, equal, 1.5, std::make_shared<Workers>(1));
  ASSERT_FALSE(program.row_products().empty());
  for (int l = 0; held >= 0 && l < program.grid().controls(); ++l) {
    const int unknown = program.control_index(l, held);
    program.mutable_bounds().x_lower[unknown] = program.mutable_bounds().x_upper[unknown] = 0.0;
  }
  Random random(11);
  for (const bool moved : {false, true}) {
    if (moved) {
      Eigen::MatrixXd shares = equal;
      for (Eigen::Index e = 0; e < shares.rows(); ++e) shares.row(e) *= e % 2 ? 1.3 : 0.7;
      program.move_knots(shares);
    }
    Eigen::VectorXd x = random.values(program.variable_count());
    x[program.time_index(0)] = 1.5;
    Eigen::VectorXd jacobian(program.jacobian_pattern().size());
    program.jacobian(x, jacobian);
    const Products one = products(program, jacobian, 5);
    const Products other = products(Unstructured(program), jacobian, 5);
    expect_near(one.matrix, other.matrix);
    expect_near(one.norms, other.norms);
    expect_near(one.moved, other.moved);
    expect_near(one.pulled, other.pulled);
  }
}

TEST(ProductRows, OfAReachAreCondensedAsOthersAre) {
  expect_same(among_spheres(example("seven_axis_reach.yaml"), {"joint5", "joint7", "flange"}));
}

TEST(ProductRows, OfHeldJointsAreCondensedAsOthersAre) {
  expect_same(among_spheres(example("seven_axis_reach.yaml"), {"joint7", "flange"}), 2);
}

TEST(ProductRows, BesideForcesOfStagesAreCondensedAsOthersAre) {
  expect_same(among_spheres(example("four_bar.yaml"), {"coupler", "rocker"}));
}

TEST(ProductRows, OfPosesOnTheWayAreCondensedAsOthersAre) {
  expect_same(example("upright_cup.yaml"));
}

TEST(ProductRows, AreNoneWhereSeveralTimesMoveNodes) {
  MotionProblem problem = among_spheres(example("seven_axis_reach.yaml"), {"flange"});
  problem.spline.knots = SplineOptions::Knots::free;
  const Task task(problem);
  const MotionProgram program =
      transcribe(task, time_shares(task.problem()), 1.5, std::make_shared<Workers>(1));
  ASSERT_GT(program.grid().times(), 1);
  EXPECT_TRUE(program.row_products().empty());
}

}  // namespace alembert::test::product_rows_test
