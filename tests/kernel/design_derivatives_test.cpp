// Derivatives by the design against dual numbers run through plain dynamics (design_robot.hpp), and
// against differences of recompiled robots.
#include "alembert/design_derivatives.hpp"

#include <gtest/gtest.h>

#include "alembert/dual.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "support/compare.hpp"
#include "support/design_robot.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::design_derivatives_test {

using Eigen::Isometry3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using D = Dual<double>;

struct State {
  VectorXd q, v, a;
  std::vector<Load> loads;

  State(Random& random, const Model& model)
      : q(random.values(model.dofs())),
        v(random.values(model.dofs())),
        a(random.values(model.dofs())) {}

  void add_loads(Random& random, const Model& model, const std::vector<std::string>& frames) {
    for (const std::string& frame : frames) {
      loads.push_back({model.frame(frame), random.vector(9.0), random.vector(9.0),
                       random.vector(0.5),
                       random.chance(0.5) ? Load::Axes::world : Load::Axes::frame});
    }
  }
};

std::vector<std::string> frame_names(const Model& model) {
  std::vector<std::string> names;
  for (const ModelFrame& frame : model.frames()) names.push_back(frame.name);
  return names;
}

VectorXd slopes(DesignRobot<D>& robot, const Model& model, const State& at) {
  const VecX<D> tau =
      robot.tau(model.coordinate_names(), frame_names(model), at.q, at.v, at.a, at.loads);
  return tau.unaryExpr([](const D& x) { return x.slope; }).cast<double>();
}

/// What the dual numbers say, for every parameter, by its name.
VectorXd expected_slope(const Robot& robot, const Model& model, const State& at,
                        const std::string& parameter) {
  DesignRobot<D> design(robot);
  const auto dot = parameter.rfind('.');
  std::string owner = parameter.substr(0, dot);
  const std::string what = parameter.substr(dot + 1);
  const std::string axes = "xyz";
  const auto axis = [&] { return static_cast<Eigen::Index>(axes.find(what.back())); };
  if (design.origin.count(owner)) {
    Pose<D>& origin = design.origin[owner];
    if (what.size() == 1) {
      origin.translation()[axis()].slope = 1.0;
    } else {
      for (int column = 0; column < 3; ++column) {
        const Vector3d turned = Vector3d::Unit(axis()).cross(
            Vector3d(robot.find_joint(owner)->origin.linear().col(column)));
        for (int row = 0; row < 3; ++row) origin.linear()(row, column).slope = turned[row];
      }
    }
    return slopes(design, model, at);
  }
  auto& bodies = owner.starts_with("payload.") ? design.carried : design.body;
  if (owner.starts_with("payload.")) owner = owner.substr(8);
  auto& body = bodies.at(owner);
  if (what == "m") body.mass.slope = 1.0;
  if (what[0] == 'c') body.com[axis()].slope = 1.0;
  if (what[0] == 'I') {
    const auto row = static_cast<Eigen::Index>(axes.find(what[1]));
    body.about_com(row, axis()).slope = body.about_com(axis(), row).slope = 1.0;
  }
  return slopes(design, model, at);
}

void expect_exact(const RandomRobotOptions& shape, bool loaded) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    Random random(seed);
    RandomRobotOptions options = shape;
    options.joints = random.integer(3, 9);
    Robot robot = random_robot(random, options);
    shuffle_joints(robot, random);
    const Model model = compile(robot);
    State at(random, model);
    if (loaded) at.add_loads(random, model, {"l0", "l2", "tool", "tool", "base"});
    DesignDerivatives design(model, {.payloads = robot.payloads});
    const MatrixXd computed = design(at.q, at.v, at.a, at.loads);
    MatrixXd expected(computed.rows(), computed.cols());
    for (Eigen::Index c = 0; c < expected.cols(); ++c) {
      const std::string& name = design.parameters()[static_cast<std::size_t>(c)].name;
      expected.col(c) = expected_slope(robot, model, at, name);
    }
    const double most = largest(expected);
    for (Eigen::Index c = 0; c < expected.cols(); ++c) {
      // A column that is zero by nature has only its neighbours to be measured by.
      const double scale = std::max(largest(expected.col(c)), 1e-3 * most);
      EXPECT_LT(largest((computed - expected).col(c)) / scale, 1e-11)
          << design.parameters()[static_cast<std::size_t>(c)].name << ", seed " << seed;
    }
  }
}

TEST(DesignDerivatives, EqualDualNumbersOnChains) { expect_exact({.chain = true}, false); }
TEST(DesignDerivatives, EqualDualNumbersOnCoupledTreesOfEveryJoint) {
  expect_exact({.types = all_joint_types(), .couple = 0.3, .tip = 0.3}, false);
}
TEST(DesignDerivatives, EqualDualNumbersUnderLoadsWithWeldedLinks) {
  expect_exact(
      {.types = {JointType::revolute, JointType::fixed, JointType::prismatic, JointType::spherical},
       .couple = 0.2,
       .tip = 0.2},
      true);
}

/// The whole way: a changed file, compiled again, canonical frames, drives, a floating base and
/// all.
TEST(DesignDerivatives, EqualDifferencesOfRecompiledRobots) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    Random random(seed);
    const Robot robot =
        random_robot(random, {.joints = 6, .types = all_joint_types(), .tip = 0.3, .drives = true});
    const CompileOptions options{.floating_base = seed % 2 == 1};
    const Model model = compile(robot, options);
    const State at(random, model);
    DesignDerivatives design(model, {.inertias = false});
    const MatrixXd computed = design(at.q, at.v, at.a);
    constexpr double h = 1e-5;
    for (const Joint& joint : robot.joints) {
      for (int k = 0; k < 6; ++k) {
        const auto torque = [&](double step) {
          Robot changed = robot;
          for (Joint& other : changed.joints) {
            if (other.name != joint.name) continue;
            if (k < 3)
              other.origin.translation()[k] += step;
            else
              other.origin.linear() =
                  Eigen::AngleAxisd(step, Vector3d::Unit(k - 3)) * other.origin.linear();
          }
          const Model again = compile(changed, options);
          VectorXd tau(again.dofs());
          InverseDynamics{again}(at.q, at.v, at.a, tau);
          return tau;
        };
        const char* const names[] = {".x", ".y", ".z", ".rx", ".ry", ".rz"};
        const VectorXd slope = (torque(h) - torque(-h)) / (2 * h);
        const int c = design.parameter(joint.name + names[k]);
        EXPECT_LT(largest(computed.col(c) - slope), 1e-7 * largest(computed))
            << joint.name << names[k] << ", seed " << seed;
      }
    }
  }
}

struct DhRow {
  double a, alpha, d, theta;
};

template <typename S>
Pose<S> turned(int axis, const S& angle) {
  using std::cos, std::sin;
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  Pose<S> X = Pose<S>::Identity();
  X.linear()(j, j) = X.linear()(k, k) = cos(angle);
  X.linear()(k, j) = sin(angle);
  X.linear()(j, k) = -sin(angle);
  return X;
}
template <typename S>
Pose<S> shifted(int axis, const S& by) {
  Pose<S> X = Pose<S>::Identity();
  X.translation()[axis] = by;
  return X;
}

/// origin and tip of a row.
template <typename S>
std::pair<Pose<S>, Pose<S>> dh_poses(DhMeaning meaning, const S& a, const S& alpha, const S& d,
                                     const S& theta) {
  const Pose<S> z = turned<S>(2, theta) * shifted<S>(2, d);
  const Pose<S> x = shifted<S>(0, a) * turned<S>(0, alpha);
  if (meaning == DhMeaning::standard) return {z, x};
  return {x * z, Pose<S>::Identity()};
}

Robot dh_robot(Random& random, DhMeaning meaning, std::vector<DhRow>& rows) {
  Robot robot = random_robot(random, {.joints = 6, .chain = true});
  for (Joint& joint : robot.joints) {
    rows.push_back(
        {random.real(-1, 1), random.real(-2, 2), random.real(-1, 1), random.real(-3, 3)});
    const DhRow& row = rows.back();
    const auto [origin, tip] = dh_poses<double>(meaning, row.a, row.alpha, row.d, row.theta);
    joint.origin = origin;
    joint.tip = tip;
    joint.axis = Vector3d::UnitZ();
  }
  return robot;
}

TEST(DesignDerivatives, EqualDualNumbersByTheRowsOfBothDhConventions) {
  for (const DhMeaning meaning : {DhMeaning::standard, DhMeaning::modified}) {
    Random random(11);
    std::vector<DhRow> rows;
    const Robot robot = dh_robot(random, meaning, rows);
    const Model model = compile(robot);
    State at(random, model);
    at.add_loads(random, model, {"l2", "tool"});
    DesignDerivatives design(model, {.placements = false, .dh = meaning, .inertias = false});
    const MatrixXd computed = design(at.q, at.v, at.a, at.loads);
    ASSERT_EQ(computed.cols(), 24);
    MatrixXd expected(6, 24);
    for (std::size_t j = 0; j < rows.size(); ++j) {
      for (int k = 0; k < 4; ++k) {
        D row[4] = {rows[j].a, rows[j].alpha, rows[j].d, rows[j].theta};
        row[k].slope = 1.0;
        DesignRobot<D> changed(robot);
        const std::string& joint = robot.joints[j].name;
        std::tie(changed.origin[joint], changed.tip[joint]) =
            dh_poses<D>(meaning, row[0], row[1], row[2], row[3]);
        const char* const names[] = {".a", ".alpha", ".d", ".theta"};
        expected.col(design.parameter(joint + names[k])) = slopes(changed, model, at);
      }
    }
    EXPECT_LT(relative_difference(computed, expected), 1e-12);
  }
}

/// The model written as a robot in its canonical frames, one link a joint.
Robot canonical_robot(const Model& model) {
  Robot robot;
  robot.base = "ground";
  robot.base_pose = model.base();
  robot.gravity = model.gravity();
  robot.links.push_back({"ground", {}, {}, {}, {}});
  for (const ModelJoint& from : model.joints()) {
    Joint joint;
    joint.name = from.name;
    joint.type =
        from.motion == JointMotion::revolute
            ? JointType::revolute
            : (from.motion == JointMotion::prismatic ? JointType::prismatic : JointType::helical);
    joint.pitch = from.pitch;
    joint.parent = from.parent < 0 ? "ground" : "link of " + model.joint(from.parent).name;
    joint.child = "link of " + from.name;
    robot.links.push_back({joint.child, from.inertia, {}, {}, {}});
    robot.joints.push_back(joint);
  }
  return robot;
}

TEST(DesignDerivatives, EqualDualNumbersByCanonicalDhParameters) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(
        random,
        {.joints = 7, .types = {JointType::revolute, JointType::prismatic, JointType::helical}}));
    const State at(random, model);
    DesignDerivatives design(model,
                             {.placements = false, .dh = DhMeaning::canonical, .inertias = false});
    const MatrixXd computed = design(at.q, at.v, at.a);
    MatrixXd expected(computed.rows(), computed.cols());
    ASSERT_EQ(computed.cols(), 4 * model.joint_count());
    const Robot robot = canonical_robot(model);
    for (int changed = 0; changed < model.joint_count(); ++changed) {
      for (int k = 0; k < 4; ++k) {
        DesignRobot<D> plain(robot);
        for (int i = 0; i < model.joint_count(); ++i) {
          const ModelJoint& joint = model.joint(i);
          D change[4];
          if (i == changed) change[k].slope = 1.0;
          Pose<D> p = Pose<D>::Identity();
          p.translation() = joint.p.cast<D>();
          p.translation().x() += change[0];
          plain.origin[joint.name] =
              turned<D>(2, D(std::atan2(joint.sin_beta, joint.cos_beta))) * p *
              turned<D>(0, D(std::atan2(joint.sin_alpha, joint.cos_alpha)) + change[1]) *
              shifted<D>(2, change[2]) * turned<D>(2, D(joint.theta0) + change[3]);
        }
        const char* const names[] = {".a", ".alpha", ".d", ".theta"};
        expected.col(design.parameter(model.joint(changed).name + names[k])) =
            slopes(plain, model, at);
      }
    }
    EXPECT_LT(relative_difference(computed, expected), 1e-12) << "seed " << seed;
  }
}

TEST(DesignDerivatives, RefuseDhRowsOfJointsThatDoNotMoveAlongZ) {
  Random random(4);
  const Model model = compile(random_robot(random, {.joints = 3}));
  EXPECT_THROW(DesignDerivatives(model, {.dh = DhMeaning::standard}), Error);
  EXPECT_THROW(DesignDerivatives(model, {.dh = DhMeaning::modified}), Error);
  EXPECT_THROW(DesignDerivatives(model, {.payloads = {{"nowhere", {}, {}}}}), Error);
  EXPECT_THROW(DesignDerivatives(model).parameter("j0.length"), Error);
}

/// A base that is carried along, against differences of recompiled robots.
TEST(DesignDerivatives, KnowABaseThatMoves) {
  Random random(6);
  const Robot robot = random_robot(random, {.joints = 4, .chain = true});
  const Model model = compile(robot);
  const State at(random, model);
  const BaseMotion motion{random.vector(), random.vector(), random.vector()};
  DesignDerivatives design(model);
  design.set_base_motion(motion);
  const VectorXd computed = design(at.q, at.v, at.a).col(design.parameter("j1.ry"));
  const auto torque = [&](double step) {
    Robot changed = robot;
    Isometry3d& origin = changed.joints[1].origin;
    origin.linear() = Eigen::AngleAxisd(step, Vector3d::UnitY()) * origin.linear();
    InverseDynamics id(compile(changed));
    id.set_base_motion(motion);
    VectorXd tau(4);
    id(at.q, at.v, at.a, tau);
    return tau;
  };
  constexpr double h = 1e-5;
  EXPECT_LT(relative_difference(computed, VectorXd((torque(h) - torque(-h)) / (2 * h))), 1e-7);
}

TEST(DesignDerivatives, DoNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  Random random(31);
  const Robot robot = random_robot(random, {.joints = 20, .types = all_joint_types()});
  const Model model = compile(robot);
  State at(random, model);
  at.add_loads(random, model, {"tool"});
  DesignDerivatives design(model, {.dh = DhMeaning::canonical, .payloads = robot.payloads});
  MatrixXd dtau = design(at.q, at.v, at.a);
  long count = 0;
  {
    MallocGuard guard;
    design(at.q, at.v, at.a, at.loads, dtau);
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
}

}  // namespace alembert::test::design_derivatives_test
