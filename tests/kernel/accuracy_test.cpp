// Rounding: the kernel in double against the textbook in numbers of 106 bits, on 250 states of
// every robot of the project, 25 of the human, whose sums are a hundred times as long. The
// derivatives of the textbook are by dual numbers, so that nothing of the kernel's own derivatives
// is used.
//
// An error is counted in units in the last place of the largest term of its entry: the largest
// number that the textbook's sum meets on the way to it (largest_term.hpp), with positions and
// moments taken from the base's origin and vectors measured as a whole, since a kernel may take
// components in any frame. Where terms cancel (a light wrist far from the base), the entry itself
// can be smaller, and its last place finer, than any algorithm that sums those terms can reach.
// Turning a subtree by q_j turns its forces, so the torque's own terms count among those of its
// derivative by q: m g times a lever comes in twice, from the force that is turned and from the
// acceleration it is turned in, and cancels. (Counting the derivative's terms only, state 992 of
// the torso would be at 66 units.)
//
// What is allowed is counted, not tried out (docs/equations/kernel.md, "Rounding", has the count
// and the figures): a result is some number of roundings per joint of the longest chain away from
// its input, each at most half a unit. All of one sign they would sum to half their number. As they
// fall, either way alike, the root mean square of their sum is at most s = sqrt(number / 12), and
// the chance of a sum beyond x is at most 2 exp(-x² / (2 s²)), so that all entries together stay
// within s sqrt(2 ln(2 entries / chance)) but for that chance.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "alembert/derivatives.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/double_double.hpp"
#include "support/largest_term.hpp"
#include "support/random_robot.hpp"
#include "support/textbook_dynamics.hpp"

namespace alembert::test::accuracy_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Watched = LargestTerm<DoubleDouble>;
using WatchedDual = Dual<Watched>;

/// Along the longest way from a joint's motion to a result.
constexpr int roundings_per_joint = 28;
/// That roundings which are no fault pass the limit in any entry of a robot.
constexpr double chance = 0.01;

/// How far `got` is from the truth, in units in the last place of the truth's largest term.
double ulps(double got, const Watched& truth) {
  const double error = std::abs(static_cast<double>(DoubleDouble(got) - truth.value));
  if (error == 0.0) return 0.0;
  return truth.largest == 0.0 ? HUGE_VAL : error / std::ldexp(1.0, std::ilogb(truth.largest) - 52);
}

/// Many errors: the worst, where it was, and their root mean square.
class Errors {
 public:
  void meet(double error, int state, int row, int column = 0) {
    square_sum_ += error * error;
    ++count_;
    if (std::isnan(worst_) || error <= worst_) return;
    worst_ = error;
    where_ = "state " + std::to_string(state) + ", entry (" + std::to_string(row) + ", " +
             std::to_string(column) + ")";
  }
  void expect_allowed(const char* what, int roundings) const {
    const double mean = std::sqrt(square_sum_ / count_);
    const double allowed_mean = std::sqrt(roundings / 12.0);
    const double as_they_fall = allowed_mean * std::sqrt(2.0 * std::log(2.0 * count_ / chance));
    EXPECT_LE(worst_, std::min(as_they_fall, 0.5 * roundings)) << what << ", " << where_;
    EXPECT_LE(mean, allowed_mean) << what;
    EXPECT_GT(worst_, 0.0) << what << " is never rounded at all: what was compared?";
    ::testing::Test::RecordProperty(
        what, std::to_string(worst_) + " ulp, root mean square " + std::to_string(mean));
  }

 private:
  double worst_ = 0.0, square_sum_ = 0.0;
  int count_ = 0;
  std::string where_;
};

/// Joints from the base to the farthest tip.
int depth(const Model& model) {
  std::vector<int> behind;
  for (const ModelJoint& joint : model.joints()) {
    behind.push_back(1 + (joint.parent < 0 ? 0 : behind[static_cast<std::size_t>(joint.parent)]));
  }
  return *std::max_element(behind.begin(), behind.end());
}

class Accuracy : public ::testing::TestWithParam<std::string> {
 protected:
  struct State {
    VectorXd q, v, a;
  };
  State next_state() {
    return {random_.values(n_, 3.0), random_.values(n_, 3.0), random_.values(n_, 5.0)};
  }

  const Robot robot_ = load_robot(ALEMBERT_SOURCE_DIR "/models/" + GetParam() + ".yaml");
  const Model model_ = compile(robot_);
  const int n_ = model_.dofs();
  const int states_ = n_ < 40 ? 250 : 25;
  const int roundings_ = roundings_per_joint * depth(model_);
  Random random_{1743};
};

/// sin² + cos² - 1, and a product whose error no double holds.
TEST(DoubleDoubles, HoldAHundredBits) {
  const auto off = [](DoubleDouble x) { return std::abs(static_cast<double>(x)); };
  for (double x = -3.0; x < 3.0; x += 0.37) {
    const DoubleDouble s = sin(DoubleDouble(x)), c = cos(DoubleDouble(x));
    EXPECT_LE(off(s * s + c * c - 1.0), 0x1p-98) << x;
    EXPECT_NEAR(static_cast<double>(s), std::sin(x), 0x1p-52);
  }
  const DoubleDouble near_one = DoubleDouble(1.0) + DoubleDouble(0x1p-60);
  EXPECT_LE(off(near_one * near_one - 1.0 - 0x1p-59), 0x1p-100);
}

TEST_P(Accuracy, TorquesAreAsCloseAsTheirRoundingsAllow) {
  ASSERT_TRUE(robot_.payloads.empty());
  TextbookDynamics<Watched> textbook(robot_, model_);
  InverseDynamics id(model_);
  VectorXd tau(n_);
  Errors errors;
  for (int k = 0; k < states_; ++k) {
    const State s = next_state();
    id(s.q, s.v, s.a, tau);
    const VecX<Watched> q = s.q.cast<Watched>(), v = s.v.cast<Watched>(), a = s.a.cast<Watched>();
    textbook.move(q, v, a);
    for (int i = 0; i < n_; ++i) errors.meet(ulps(tau[i], textbook.torque(i, q, v, a)), k, i);
  }
  errors.expect_allowed("tau", roundings_);
}

TEST_P(Accuracy, DerivativesAreAsCloseAsTheirRoundingsAllow) {
  TextbookDynamics<WatchedDual> textbook(robot_, model_);
  InverseDynamicsDerivatives derivatives(model_);
  MassMatrix mass_matrix(model_);
  MatrixXd got[3], M(n_, n_);
  for (MatrixXd& block : got) block.resize(n_, n_);
  Errors errors[3], errors_M;
  for (int k = 0; k < states_; ++k) {
    const State s = next_state();
    derivatives(s.q, s.v, s.a, got[0], got[1], got[2]);
    mass_matrix(s.q, M);
    for (int by = 0; by < 3; ++by) {
      for (int j = 0; j < n_; ++j) {
        VecX<WatchedDual> x[3] = {s.q.cast<WatchedDual>(), s.v.cast<WatchedDual>(),
                                  s.a.cast<WatchedDual>()};
        x[by][j].slope = 1.0;
        textbook.move(x[0], x[1], x[2]);
        for (int i = 0; i < n_; ++i) {
          const WatchedDual torque = textbook.torque(i, x[0], x[1], x[2]);
          Watched truth = torque.slope;
          if (by == 0) truth.largest = std::max(truth.largest, torque.value.largest);
          errors[by].meet(ulps(got[by](i, j), truth), k, i, j);
          if (by == 2) errors_M.meet(ulps(M(i, j), truth), k, i, j);
        }
      }
    }
  }
  errors[0].expect_allowed("dtau_dq", roundings_);
  errors[1].expect_allowed("dtau_dv", roundings_);
  errors[2].expect_allowed("dtau_da", roundings_);
  errors_M.expect_allowed("mass_matrix", roundings_);
}

INSTANTIATE_TEST_SUITE_P(Models, Accuracy, ::testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const auto& entry : std::filesystem::directory_iterator(
                                    ALEMBERT_SOURCE_DIR "/models")) {
                             if (entry.path().extension() != ".yaml") continue;
                             if (bends(load_robot(entry.path().string()))) continue;
                             names.push_back(entry.path().stem().string());
                           }
                           std::sort(names.begin(), names.end());
                           return names;
                         }()),
                         [](const auto& test) { return test.param; });

}  // namespace alembert::test::accuracy_test
