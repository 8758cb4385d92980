// The certificate finds peaks wherever they are, also those that every sample misses.
#include "motion/certify.hpp"

#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "motion/guess.hpp"
#include "motion/transcribe.hpp"

namespace alembert::test::certify_test {

/// height - bend (t - peak)^2.
class Hump : public PointFunction {
 public:
  Hump(double peak, double height, double bend) : peak_(peak), height_(height), bend_(bend) {}
  std::unique_ptr<PointFunction> clone() const override { return std::make_unique<Hump>(*this); }
  int size() const override { return 1; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override {
    const double off = point.time - peak_;
    g[0] = height_ - bend_ * off * off;
  }
  void derivative(const MotionPoint&, Eigen::Ref<Eigen::MatrixXd>) override {}
  void hessian(const MotionPoint&, const Eigen::Ref<const Eigen::VectorXd>&,
               Eigen::Ref<Eigen::MatrixXd>) override {}

 private:
  double peak_, height_, bend_;
};

TEST(Certify, FindsAPeakBetweenSamplesAnywhereInASegment) {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml")));
  problem.start.q = Eigen::Vector2d(0.0, -2.0);
  problem.goal.q = Eigen::Vector2d(1.0, -1.0);
  problem.limits.torque_lower.setConstant(-infinity);
  problem.limits.torque_upper.setConstant(infinity);
  problem.spline.segments = 4;
  const Task task(problem);
  constexpr double duration = 4.0, height = 1e-3, step = 1.0 / 12.0;  // a segment lasts 1 s
  for (int k = 1; k < 96; ++k) {
    const double peak = 1.0 + k / 96.0;  // eight places a step
    const double to_sample = std::abs(peak / step - std::round(peak / step)) * step;
    if (to_sample < 0.1 * step) continue;  // a sample sees it
    MotionProgram program =
        transcribe(task, time_shares(problem), duration, std::make_shared<Workers>(1));
    PointLimit limit;
    limit.subjects = {{.kind = LimitKind::path_position, .name = "hump"}};
    // Twice as high as the nearest sample sees.
    limit.term = std::make_shared<Hump>(peak, height, 2.0 * height / (to_sample * to_sample));
    limit.entries = {0};
    limit.lower = Eigen::VectorXd::Constant(1, -infinity);
    limit.upper = Eigen::VectorXd::Zero(1);
    limit.scale = Eigen::VectorXd::Ones(1);
    limit.between_nodes = PointLimit::BetweenNodes::certified;
    limit.last_segment = 3;
    program.add(std::move(limit));
    program.finish();
    const Eigen::VectorXd x = guess_unknowns(guess_places(task), program, duration, 0.0, 1);
    const Certificate certificate = certify(program, x);
    EXPECT_NEAR(certificate.largest, height, 1e-3 * height) << "peak at " << peak;
  }
}

}  // namespace alembert::test::certify_test
