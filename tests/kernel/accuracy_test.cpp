// Rounding: the kernel in double against the textbook in quadruple precision, on 1,000 states of
// every robot of the project. The derivatives of the textbook are by dual numbers, so that nothing
// of the kernel's own derivatives is used.
//
// An error is counted in units in the last place of the largest term of its entry: the largest
// number that the textbook's sum meets on the way to it (largest_term.hpp), with positions and
// moments taken from the base's origin and vectors measured as a whole, since a kernel may take
// components in any frame. Where terms cancel (a light wrist far from the base), the entry itself
// can be smaller, and its last place finer, than any algorithm that sums those terms can reach.
// Turning a subtree by q_j turns its forces, so the torque's own terms count among those of its
// derivative by q: m g times a lever comes in twice, from the force that is turned and from the
// acceleration it is turned in, and cancels. (Counting the derivative's terms only, state 992 of
// the torso is at 66 units.)
// docs/equations/kernel.md has the figures, by this measure and by stricter ones.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/largest_term.hpp"
#include "support/quad.hpp"
#include "support/random_robot.hpp"
#include "support/textbook_dynamics.hpp"

namespace alembert::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Watched = LargestTerm<Quad>;
using WatchedDual = Dual<Watched>;

constexpr int states = 1000;
constexpr double allowed_ulps = 50.0;

/// How far `got` is from the truth, in units in the last place of the truth's largest term.
double ulps(double got, const Watched& truth) {
  const double error = std::abs(static_cast<double>(Quad(got) - truth.value));
  if (error == 0.0) return 0.0;
  return truth.largest == 0.0 ? HUGE_VAL : error / std::ldexp(1.0, std::ilogb(truth.largest) - 52);
}

/// The worst of many errors, and where it was.
class Worst {
 public:
  void meet(double error, int state, int row, int column = 0) {
    if (error <= error_) return;
    error_ = error;
    where_ = "state " + std::to_string(state) + ", entry (" + std::to_string(row) + ", " +
             std::to_string(column) + ")";
  }
  void expect_allowed(const char* what) const {
    EXPECT_LE(error_, allowed_ulps) << what << ", " << where_;
    EXPECT_GT(error_, 0.0) << what << " is never rounded at all: what was compared?";
    ::testing::Test::RecordProperty(what, std::to_string(error_) + " ulp");
  }

 private:
  double error_ = 0.0;
  std::string where_;
};

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
  Random random_{1743};
};

TEST_P(Accuracy, TorquesAreWithinFiftyUnitsOfTheirLargestTerm) {
  ASSERT_TRUE(robot_.payloads.empty());
  TextbookDynamics<Watched> textbook(robot_, model_);
  InverseDynamics id(model_);
  VectorXd tau(n_);
  Worst worst;
  for (int k = 0; k < states; ++k) {
    const State s = next_state();
    id(s.q, s.v, s.a, tau);
    const VecX<Watched> q = s.q.cast<Watched>(), v = s.v.cast<Watched>(), a = s.a.cast<Watched>();
    textbook.move(q, v, a);
    for (int i = 0; i < n_; ++i) worst.meet(ulps(tau[i], textbook.torque(i, q, v, a)), k, i);
  }
  worst.expect_allowed("tau");
}

TEST_P(Accuracy, DerivativesAreWithinFiftyUnitsOfTheirLargestTerm) {
  TextbookDynamics<WatchedDual> textbook(robot_, model_);
  InverseDynamicsDerivatives derivatives(model_);
  MassMatrix mass_matrix(model_);
  MatrixXd got[3], M(n_, n_);
  for (MatrixXd& block : got) block.resize(n_, n_);
  Worst worst[3], worst_M;
  for (int k = 0; k < states; ++k) {
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
          worst[by].meet(ulps(got[by](i, j), truth), k, i, j);
          if (by == 2) worst_M.meet(ulps(M(i, j), truth), k, i, j);
        }
      }
    }
  }
  worst[0].expect_allowed("dtau_dq");
  worst[1].expect_allowed("dtau_dv");
  worst[2].expect_allowed("dtau_da");
  worst_M.expect_allowed("mass_matrix");
}

INSTANTIATE_TEST_SUITE_P(Models, Accuracy, ::testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const auto& entry : std::filesystem::directory_iterator(
                                    ALEMBERT_SOURCE_DIR "/models")) {
                             if (entry.path().extension() == ".yaml")
                               names.push_back(entry.path().stem().string());
                           }
                           std::sort(names.begin(), names.end());
                           return names;
                         }()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace alembert::test
