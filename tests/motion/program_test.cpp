// The whole program's gradient, Jacobian and Hessian against dual numbers: splines by their
// recursive definition on knots that move with the times.
#include <gtest/gtest.h>

#include "alembert/inverse_dynamics.hpp"
#include "motion/transcribe.hpp"
#include "support/compare.hpp"
#include "support/differentiate.hpp"
#include "support/random_robot.hpp"
#include "support/walk.hpp"

namespace alembert::test::program_test {

/// Basis function i of a degree, by definition; the last segment is closed at its end.
D2 basis(int i, int degree, const VecX<D2>& t, const D2& x, int span) {
  if (degree == 0) return D2(i == span ? 1.0 : 0.0);
  D2 sum(0.0);
  const D2 left = t[i + degree] - t[i], right = t[i + degree + 1] - t[i + 1];
  if (left.value.value > 0.0) sum += (x - t[i]) / left * basis(i, degree - 1, t, x, span);
  if (right.value.value > 0.0) {
    sum += (t[i + degree + 1] - x) / right * basis(i + 1, degree - 1, t, x, span);
  }
  return sum;
}

D2 basis_slope(int i, int degree, int order, const VecX<D2>& t, const D2& x, int span) {
  if (order == 0) return basis(i, degree, t, x, span);
  D2 sum(0.0);
  const D2 left = t[i + degree] - t[i], right = t[i + degree + 1] - t[i + 1];
  const D2 d(static_cast<double>(degree));
  if (left.value.value > 0.0) {
    sum += d / left * basis_slope(i, degree - 1, order - 1, t, x, span);
  }
  if (right.value.value > 0.0) {
    sum -= d / right * basis_slope(i + 1, degree - 1, order - 1, t, x, span);
  }
  return sum;
}

class DualProgram {
 public:
  DualProgram(const MotionProblem& problem, MotionProgram& program)
      : problem_(problem), nlp_(program), dynamics_(problem.model) {}

  /// factor * objective + multipliers · constraints.
  D2 lagrangian(const VecX<D2>& x, double factor, const Eigen::VectorXd& multipliers) {
    set(x);
    D2 sum = D2(factor * problem_.minimize.time) * widths_.sum();
    for (const PointCost& cost : nlp_.costs()) {
      for (std::size_t i = 0; i < cost.nodes.size(); ++i) {
        const int k = cost.nodes[i];
        const VecX<D2> tau = torque(nlp_.node_segment(k), nlp_.node_fraction(k));
        sum += D2(factor * cost.weight * cost.shares[i]) * widths_[nlp_.node_segment(k)] *
               tau.dot(tau);
      }
    }
    for (int i = 0; i < nlp_.constraint_count(); ++i) {
      sum += D2(multipliers[i]) * constraint(nlp_.origins()[static_cast<std::size_t>(i)]);
    }
    return sum;
  }

 private:
  void set(const VecX<D2>& x) {
    x_ = &x;
    const TimeGrid& grid = nlp_.grid();
    widths_ = grid.shares().cast<D2>() * x.segment(nlp_.time_index(0), grid.times());
    knots_ = VecX<D2>::Zero(grid.segments() + 1 + 2 * grid.degree());
    for (int k = grid.degree() + 1; k < knots_.size(); ++k) {
      const int e = k - grid.degree() - 1;
      knots_[k] = knots_[k - 1] + (e < grid.segments() ? widths_[e] : D2(0.0));
    }
  }

  VecX<D2> curve(int segment, double fraction, int order) const {
    const int d = nlp_.grid().degree(), span = segment + d;
    const D2 t = knots_[span] + D2(fraction) * widths_[segment];
    VecX<D2> q = VecX<D2>::Zero(nlp_.dofs());
    for (int l = 0; l < nlp_.grid().controls(); ++l) {
      const D2 share = basis_slope(l, d, order, knots_, t, span);
      for (int j = 0; j < nlp_.dofs(); ++j) q[j] += share * (*x_)[nlp_.control_index(l, j)];
    }
    return q;
  }

  VecX<D2> torque(int segment, double fraction) {
    VecX<D2> tau(nlp_.dofs());
    dynamics_(curve(segment, fraction, 0), curve(segment, fraction, 1), curve(segment, fraction, 2),
              tau);
    return tau;
  }

  /// Control points of the derivative, by differences (the spline's own rule, on all of them).
  D2 derivative_point(int order, int index, int coordinate) const {
    if (order == 0) return (*x_)[nlp_.control_index(index, coordinate)];
    const int d = nlp_.grid().degree();
    const D2 span = knots_[index + d + 1] - knots_[index + order];
    return D2(d - order + 1.0) / span *
           (derivative_point(order - 1, index + 1, coordinate) -
            derivative_point(order - 1, index, coordinate));
  }

  /// Of two balls, from the square of the distance between their centres.
  D2 clearance(const LimitSubject& of, int segment, double fraction) const {
    const Clearance& all = problem_.clearance;
    const VecX<D2> q = curve(segment, fraction, 0);
    const auto centre = [&](const ArmSolid& ball) {
      return walk_to<D2>(problem_.model, ball.frame, q)(ball.solid.corner.cast<D2>());
    };
    double R = all.margin;
    Vec3<D2> gap = Vec3<D2>::Zero();
    for (const ArmSolid& ball : all.arm) {
      if (ball.name == of.name) gap += centre(ball);
      if (ball.name == of.other) gap -= centre(ball);
      if (ball.name == of.name || ball.name == of.other) R += ball.solid.radius;
    }
    for (const Obstacle& ball : all.obstacles) {
      if (ball.name != of.other) continue;
      gap -= ball.solid.corner.cast<D2>();
      R += ball.solid.radius;
    }
    return (gap.dot(gap) - D2(R * R)) / D2(2.0 * R);
  }

  D2 constraint(const MotionProgram::Origin& origin) {
    if (origin.point_limit >= 0) {
      const PointLimit& limit = nlp_.point_limits()[static_cast<std::size_t>(origin.point_limit)];
      const LimitSubject& of = limit.subjects[static_cast<std::size_t>(origin.entry)];
      if (of.kind == LimitKind::clearance) {
        return clearance(of, nlp_.node_segment(origin.node), nlp_.node_fraction(origin.node)) /
               D2(limit.scale[origin.entry]);
      }
      const VecX<D2> tau = torque(nlp_.node_segment(origin.node), nlp_.node_fraction(origin.node));
      return tau[limit.entries[static_cast<std::size_t>(origin.entry)]] /
             D2(limit.scale[origin.entry]);
    }
    const RowLimit& limit = nlp_.row_limits()[static_cast<std::size_t>(origin.row_limit)];
    if (limit.by_width.size() > 0) {
      return limit.by_width.cast<D2>().dot(widths_) / D2(limit.scale);
    }
    D2 sum(0.0);
    for (const RowLimit::Part& part : limit.parts) {
      const LimitSubject& of = limit.subject;
      const int order = of.place != LimitPlace::throughout   ? 0
                        : of.kind == LimitKind::velocity     ? 1
                        : of.kind == LimitKind::acceleration ? 2
                        : of.kind == LimitKind::jerk         ? 3
                                                             : 0;
      const D2 value =
          order > 0 ? derivative_point(order, index_of(limit, order), part.coordinate)
                    : curve(part.place.segment(), part.place.fraction(), part.row)[part.coordinate];
      sum += D2(part.factor) * value;
    }
    return sum / D2(limit.scale);
  }
  /// Rows of one coordinate and order are told apart by where they are.
  int index_of(const RowLimit& limit, int order) const {
    const int count = nlp_.grid().controls() - order;
    return static_cast<int>(limit.fraction * count);
  }

  const MotionProblem& problem_;
  MotionProgram& nlp_;
  InverseDynamics<D2> dynamics_;
  const VecX<D2>* x_ = nullptr;
  VecX<D2> widths_, knots_;
};

struct Case {
  const char* name;
  SplineOptions spline;
  bool waypoint, periodic;
};

class Program : public ::testing::TestWithParam<Case> {};

TEST_P(Program, DerivativesMatchDualNumbers) {
  Random random(11);
  RandomRobotOptions options;
  options.joints = 2;
  options.chain = true;
  MotionProblem problem(compile(random_robot(random, options)));
  const int n = problem.model.dofs();
  problem.start.q = random.values(n);
  problem.goal.q = random.values(n);
  problem.goal.v = random.values(n);
  problem.minimize.effort = 0.1;
  problem.limits.velocity.setConstant(n, 3.0);
  problem.limits.acceleration.setConstant(n, 20.0);
  problem.limits.jerk.setConstant(n, 300.0);
  problem.limits.torque_lower.setConstant(n, -10.0);
  problem.limits.torque_upper.setConstant(n, 12.0);
  problem.duration = {0.5, 3.0, {}};
  problem.spline = GetParam().spline;
  const auto last = static_cast<int>(problem.model.frames().size()) - 1;
  problem.clearance.arm = {{"upper", FrameId(last - 1), Solid::sphere(random.vector(0.3), 0.1)},
                           {"lower", FrameId(last), Solid::sphere(random.vector(0.3), 0.2)}};
  problem.clearance.obstacles = {{"one", Solid::sphere(random.vector(), 0.1)},
                                 {"two", Solid::sphere(random.vector(), 0.3)}};
  problem.clearance.self_pairs = {{0, 1}};
  problem.clearance.margin = 0.05;
  if (GetParam().waypoint) {
    Waypoint waypoint{"w", 0.5, {}};
    waypoint.condition.q = random.values(n);
    waypoint.condition.a = random.values(n);
    problem.waypoints.push_back(waypoint);
  }
  if (GetParam().periodic) {
    problem.start = problem.goal = {};
    problem.repetition = Repetition{{1, 0}, Eigen::Vector2d(1.0, -1.0)};
  }
  MotionProgram program =
      transcribe(Task(problem), time_shares(problem), 1.5, std::make_shared<Workers>(1));
  MotionProgram& nlp = program;

  Eigen::VectorXd x = random.values(nlp.variable_count());
  for (int k = 0; k < nlp.grid().times(); ++k) {
    x[nlp.time_index(k)] =
        random.real(0.8, 1.2) * 1.5 / nlp.grid().segments() / nlp.grid().shares().col(k).maxCoeff();
  }
  const Eigen::VectorXd multipliers = random.values(nlp.constraint_count());
  const double factor = 0.7;

  Eigen::VectorXd gradient(x.size()), jacobian(nlp.jacobian_pattern().size()),
      entries(nlp.hessian_pattern().size()), g(nlp.constraint_count());
  nlp.gradient(x, gradient);
  gradient *= factor;
  nlp.jacobian(x, jacobian);
  for (int i = 0; i < jacobian.size(); ++i) {
    gradient[nlp.jacobian_pattern().columns[static_cast<std::size_t>(i)]] +=
        multipliers[nlp.jacobian_pattern().rows[static_cast<std::size_t>(i)]] * jacobian[i];
  }
  nlp.hessian(x, factor, multipliers, entries);
  Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(x.size(), x.size());
  for (int i = 0; i < entries.size(); ++i) {
    const int row = nlp.hessian_pattern().rows[static_cast<std::size_t>(i)];
    const int column = nlp.hessian_pattern().columns[static_cast<std::size_t>(i)];
    hessian(row, column) = hessian(column, row) = entries[i];
  }
  nlp.constraints(x, g);

  DualProgram dual(problem, program);
  const auto lagrangian = [&](const VecX<D2>& y) {
    return dual.lagrangian(y, factor, multipliers);
  };
  Eigen::VectorXd expected;
  Eigen::MatrixXd expected_hessian;
  differentiate(lagrangian, x, expected, expected_hessian);
  const VecX<D2> still = x.cast<D2>();
  const double value = lagrangian(still).value.value;
  EXPECT_NEAR(factor * nlp.objective(x) + multipliers.dot(g), value, 1e-9 * std::abs(value));
  EXPECT_LT(largest_difference(gradient, expected), 1e-9 * largest(expected));
  EXPECT_LT(largest_difference(hessian, expected_hessian), 1e-9 * largest(expected_hessian));
}

/// Everything a solver asks of a program at x, one below the other.
Eigen::VectorXd all_of(MotionProgram& program, const Eigen::VectorXd& x) {
  const Eigen::Index m = program.constraint_count(), j = program.jacobian_pattern().size(),
                     h = program.hessian_pattern().size();
  Eigen::VectorXd out(1 + x.size() + m + j + h);
  out[0] = program.objective(x);
  program.gradient(x, out.segment(1, x.size()));
  program.constraints(x, out.segment(1 + x.size(), m));
  program.jacobian(x, out.segment(1 + x.size() + m, j));
  program.hessian(x, 0.7, Eigen::VectorXd::LinSpaced(m, -1.0, 2.0), out.tail(h));
  return out;
}

TEST(MotionProgram, WithMovedKnotsIsTheProgramOnThoseKnots) {
  for (const SplineOptions::Knots kind :
       {SplineOptions::Knots::adapted, SplineOptions::Knots::phases}) {
    Random random(7);
    MotionProblem problem(compile(random_robot(random, {.joints = 3})));
    const int n = problem.model.dofs();
    problem.start.q = random.values(n);
    problem.goal.q = random.values(n);
    problem.waypoints.push_back({"w", 0.5, {.q = random.values(n)}});
    problem.minimize.effort = 0.1;
    problem.limits.velocity.setConstant(n, 3.0);
    problem.limits.torque_lower.setConstant(n, -10.0);
    problem.limits.torque_upper.setConstant(n, 10.0);
    problem.spline = {3, 6, kind};
    const Eigen::MatrixXd equal = time_shares(problem);
    Eigen::MatrixXd moved = equal;
    for (int e = 0; e < 6; ++e) moved.row(e) *= 0.6 + 0.2 * (e % 3);
    const auto workers = std::make_shared<Workers>(1);
    MotionProgram program = transcribe(Task(problem), equal, 1.5, workers);
    MotionProgram fresh = transcribe(Task(problem), moved, 1.5, workers);
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(program.variable_count(), 0.5, 1.5);
    const Eigen::VectorXd before = all_of(program, x);
    program.move_knots(moved);
    EXPECT_EQ(all_of(program, x), all_of(fresh, x));
    EXPECT_NE(all_of(program, x), before);
    program.move_knots(equal);
    EXPECT_EQ(all_of(program, x), before);
  }
}

using Knots = SplineOptions::Knots;
INSTANTIATE_TEST_SUITE_P(Grids, Program,
                         ::testing::Values(Case{"uniform", {3, 4, Knots::uniform}, false, false},
                                           Case{"quintic", {5, 3, Knots::uniform}, false, false},
                                           Case{"waypoint", {3, 4, Knots::uniform}, true, false},
                                           Case{"phases", {3, 4, Knots::phases}, true, false},
                                           Case{"free", {4, 4, Knots::free}, false, false},
                                           Case{"swapped", {3, 4, Knots::uniform}, false, true}),
                         [](const auto& it) { return it.param.name; });

}  // namespace alembert::test::program_test
