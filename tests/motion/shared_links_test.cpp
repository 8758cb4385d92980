// Links that are placed once for many terms, and sums over links, beside each term by itself.
#include "motion/terms.hpp"
#include "task/distance.hpp"
#include "task/frame_functions.hpp"
#include "task/line_distance.hpp"

namespace alembert::test::shared_links_test {

using Terms = std::vector<std::unique_ptr<FrameTerm>>;

/// A branched robot of any joints, some of which follow others.
Model any_model(unsigned seed) {
  Random random(seed);
  return compile(
      random_robot(random, {.joints = 7, .types = all_joint_types(), .couple = 0.3, .tip = 0.3}));
}

Solid any_solid(Random& random) {
  const int kind = random.integer(0, 2);
  const double radius = random.real(0.01, 0.1);
  const Eigen::Vector3d from = random.vector(0.5), to = random.vector(0.5);
  if (kind == 0) return Solid::sphere(from, radius);
  if (kind == 1) return Solid::capsule(from, to, radius);
  return Solid::box(from, to.cwiseAbs() + Eigen::Vector3d::Constant(0.05), random.pose().linear());
}

/// Of every kind, distances most of all.
Terms any_terms(const Model& model, Random& random) {
  const auto frame = [&] {
    return FrameId(random.integer(0, static_cast<int>(model.frames().size()) - 1));
  };
  const auto on_arm = [&] {
    const FrameId at = frame();
    return ArmSolid{"solid", at, any_solid(random)};
  };
  Terms terms;
  for (int k = 0; k < 6; ++k) {
    const ArmSolid arm = on_arm();
    terms.push_back(std::make_unique<Distance>(model, arm, any_solid(random), 0.02));
    const ArmSolid one = on_arm(), other = on_arm();
    terms.push_back(std::make_unique<Distance>(model, one, other, 0.01));
  }
  terms.push_back(std::make_unique<FramePosition>(model, frame(), Eigen::Matrix3d::Identity()));
  terms.push_back(
      std::make_unique<FrameCosines>(model, frame(), random.direction(), random.direction()));
  const LineLimit line{"line", frame(), random.vector(), random.vector(), 0.1, {}};
  terms.push_back(std::make_unique<LineDistance>(model, line));
  return terms;
}

class SharedLinks : public ::testing::TestWithParam<unsigned> {
 protected:
  const Model model = any_model(GetParam());
  const int n = model.dofs();
  Random random{GetParam() + 50};
  const Terms terms = any_terms(model, random);
  const MotionPoint point = random_point(model, 0, GetParam() + 100);
};

TEST_P(SharedLinks, GiveManyTermsTheValuesAndSlopesThatEachFindsAlone) {
  PlacedLinks links(model);
  links.update(point.q());
  for (const std::unique_ptr<FrameTerm>& term : terms) {
    Eigen::VectorXd alone = Eigen::VectorXd::Zero(term->size()), shared = alone;
    Eigen::MatrixXd D = Eigen::MatrixXd::Zero(term->size(), point.z.size());
    Eigen::MatrixXd by_q = Eigen::MatrixXd::Zero(term->size(), n);
    term->value(point, alone);
    term->derivative(point, D);
    Contact contact;
    term->slopes_at(links, contact, by_q);
    term->value_at(links, contact, shared);
    EXPECT_EQ(shared, alone);
    EXPECT_EQ(by_q, D.leftCols(n));
    EXPECT_TRUE(D.rightCols(D.cols() - n).isZero(0.0));
  }
}

TEST_P(SharedLinks, AddUpToTheSumOfTheTermsAlone) {
  PlacedLinks links(model);
  links.update(point.q());
  FrameSum sum(model);
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(n);
  Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(n, n);
  for (int round = 0; round < 2; ++round) {  // what was before is forgotten
    sum.begin();
    gradient.setZero();
    hessian.setZero();
    for (const std::unique_ptr<FrameTerm>& term : terms) {
      const Eigen::VectorXd weights = random.values(term->size());
      Contact contact;
      term->add_at(links, contact, weights, sum);
      Eigen::MatrixXd D = Eigen::MatrixXd::Zero(term->size(), point.z.size());
      Eigen::MatrixXd H = Eigen::MatrixXd::Zero(point.z.size(), point.z.size());
      term->derivative(point, D);
      term->hessian(point, weights, H);
      gradient += D.leftCols(n).transpose() * weights;
      hessian += H.topLeftCorner(n, n);
    }
    sum.end(links);
  }
  EXPECT_LT(largest_difference(sum.gradient, gradient), 1e-12 * (1.0 + largest(gradient)));
  EXPECT_LT(largest_difference(sum.hessian, hessian), 1e-12 * (1.0 + largest(hessian)));
}

/// By differences: whatever joints there are, branches and joints that follow others.
TEST_P(SharedLinks, BendAsSlopesDo) {
  const double step = 1e-6;
  for (const std::unique_ptr<FrameTerm>& term : terms) {
    const Eigen::VectorXd weights = random.values(term->size());
    const auto slope = [&](int i, double by) {
      MotionPoint moved = point;
      moved.z[i] += by;
      Eigen::MatrixXd D = Eigen::MatrixXd::Zero(term->size(), point.z.size());
      term->derivative(moved, D);
      return Eigen::VectorXd(D.leftCols(n).transpose() * weights);
    };
    Eigen::MatrixXd H = Eigen::MatrixXd::Zero(point.z.size(), point.z.size());
    term->hessian(point, weights, H);
    for (int i = 0; i < n; ++i) {
      const Eigen::VectorXd bend = (slope(i, step) - slope(i, -step)) / (2.0 * step);
      EXPECT_LT(largest_difference(H.col(i).head(n), bend), 2e-6 * (1.0 + largest(H))) << i;
    }
  }
}

/// A contact that was found for values serves slopes and second derivatives.
TEST_P(SharedLinks, RememberedContactsGiveTheSameBits) {
  PlacedLinks links(model);
  links.update(point.q());
  for (const std::unique_ptr<FrameTerm>& term : terms) {
    const Eigen::VectorXd weights = random.values(term->size());
    const auto evaluated = [&](bool remember) {
      Contact contact;
      Eigen::VectorXd g(term->size());
      term->value_at(links, contact, g);
      if (!remember) contact = {};
      // The term has looked elsewhere in between.
      PlacedLinks other(model);
      other.update(Eigen::VectorXd::Constant(n, 0.3));
      Contact there;
      term->value_at(other, there, g);
      FrameSum sum(model);
      term->add_at(links, contact, weights, sum);
      sum.end(links);
      return std::pair(sum.gradient, sum.hessian);
    };
    EXPECT_EQ(evaluated(true), evaluated(false));
  }
}

INSTANTIATE_TEST_SUITE_P(RandomTrees, SharedLinks, ::testing::Range(1u, 13u));

}  // namespace alembert::test::shared_links_test
