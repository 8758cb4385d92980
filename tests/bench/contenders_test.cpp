// What is timed must be right: every library's answer to the same question is the same.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "alembert/error.hpp"
#include "bench/case.hpp"
#include "bench/measure.hpp"
#include "bench/robots.hpp"
#include "support/compare.hpp"

namespace alembert::test::contenders_test {

using bench::Case;
using bench::Contender;

/// The answers to the last state, after going round once.
std::map<std::string, Eigen::VectorXd> answers(const std::vector<Contender>& contenders) {
  std::map<std::string, Eigen::VectorXd> all;
  for (const Contender& contender : contenders) {
    contender.run(0, Case::states);
    all[contender.call] = contender.result();
  }
  return all;
}

std::shared_ptr<const Case> benchmark(const std::string& name) {
  return std::make_shared<const Case>(bench::robot(name));
}

const std::vector<std::string> small_robots = {"seven_axis", "puma560",  "two_link",
                                               "chain_6",    "chain_12", "tree_32"};
const std::set<std::string> unfit_for_kdl = {"tree_32"};

TEST(Contenders, KdlGivesOurAnswers) {
  for (const std::string& name : small_robots) {
    if (unfit_for_kdl.count(name)) continue;
    const auto on = benchmark(name);
    const auto ours = answers(bench::alembert_contenders(on)),
               theirs = answers(bench::kdl_contenders(on));
    for (const char* call : {"inverse_dynamics", "mass_matrix"}) {
      EXPECT_LT(relative_difference(theirs.at(call), ours.at(call)), 1e-12) << name << ' ' << call;
    }
  }
}

TEST(Contenders, MujocoGivesOurAnswers) {
  for (const std::string& name : small_robots) {
    const auto on = benchmark(name);
    const auto ours = answers(bench::alembert_contenders(on));
    const auto theirs = answers(bench::mujoco_contenders(on));
    for (const char* call : {"inverse_dynamics", "mass_matrix"}) {
      EXPECT_LT(relative_difference(theirs.at(call), ours.at(call)), 1e-12) << name << ' ' << call;
    }
    // A light wrist makes much of rounding. Compare forces.
    const Eigen::MatrixXd M = ours.at("mass_matrix").reshaped(on->model.dofs(), on->model.dofs());
    EXPECT_LT(
        relative_difference(M * theirs.at("forward_dynamics"), M * ours.at("forward_dynamics")),
        1e-12)
        << name;
  }
}

TEST(Contenders, PinocchioGivesOurAnswers) {
  if (!bench::has_pinocchio()) GTEST_SKIP() << "this build has no Pinocchio";
  for (const std::string& name : small_robots) {
    const auto on = benchmark(name);
    const auto ours = answers(bench::alembert_contenders(on));
    const auto theirs = answers(bench::pinocchio_contenders(on));
    for (const char* call : {"inverse_dynamics", "mass_matrix", "derivatives"}) {
      EXPECT_LT(relative_difference(theirs.at(call), ours.at(call)), 1e-11) << name << ' ' << call;
    }
    const Eigen::MatrixXd M = ours.at("mass_matrix").reshaped(on->model.dofs(), on->model.dofs());
    EXPECT_LT(
        relative_difference(M * theirs.at("forward_dynamics"), M * ours.at("forward_dynamics")),
        1e-11)
        << name;
  }
}

TEST(Contenders, ThereIsOneForEveryCallAndBatchesAgree) {
  for (const std::string& name : small_robots) {
    const auto on = benchmark(name);
    const auto ours = answers(bench::alembert_contenders(on));
    ASSERT_EQ(ours.size() + 1, bench::call_names().size());  // nothing bends
    for (const std::string& call : bench::call_names()) {
      ASSERT_EQ(ours.count(call), call == "forward_dynamics_bending" ? 0u : 1u) << call;
    }
    const Eigen::VectorXd& tau = ours.at("inverse_dynamics");
    EXPECT_LT(relative_difference(ours.at("inverse_dynamics_batch"), tau), 1e-13);
    EXPECT_LT(relative_difference(ours.at("inverse_dynamics_batch_float"), tau), 1e-4);
    EXPECT_LT(relative_difference(ours.at("derivatives_batch"), ours.at("derivatives")), 1e-13);
    EXPECT_LT(relative_difference(ours.at("forward_dynamics"),
                                  Eigen::VectorXd(on->samples.a(Case::states - 1))),
              1e-9);
  }
}

TEST(Contenders, AnArmThatBendsIsTimedBesideTheSameWithStiffLinks) {
  const auto on = benchmark("bending_6");
  EXPECT_EQ(on->model.dofs(), 6);
  ASSERT_TRUE(on->bending);
  EXPECT_EQ(on->bending->size(), 12);
  const auto ours = answers(bench::alembert_contenders(on, "forward_dynamics_bending"));
  EXPECT_EQ(ours.at("forward_dynamics_bending").size(), 12);
  EXPECT_TRUE(ours.at("forward_dynamics_bending").allFinite());
  EXPECT_EQ(answers(bench::alembert_contenders(on)).size(), bench::call_names().size());
}

TEST(Contenders, RefuseWhatTheirLibraryCannotTake) {
  for (const auto& name : unfit_for_kdl) {
    EXPECT_THROW(bench::kdl_contenders(benchmark(name)), Error);
  }
  EXPECT_THROW(bench::robot("chain_7"), Error);
}

/// Contenders that do nothing but say when they were called.
std::vector<Contender> idle_contenders(std::vector<int>& order) {
  std::vector<Contender> contenders;
  for (const int states_per_call : {1, 16, 128}) {
    contenders.push_back({"call", "library", states_per_call,
                          [&order, states_per_call](int first, int count) {
                            ASSERT_EQ(first % states_per_call, 0);
                            ASSERT_EQ(count % states_per_call, 0);
                            order.push_back(states_per_call);
                          },
                          [] { return Eigen::VectorXd(); }});
  }
  return contenders;
}

TEST(Measure, TimesEveryContenderAndTheMedianIsNoFasterThanTheMinimum) {
  std::vector<int> order;
  double finished = 0.0;
  const auto timings =
      bench::measure(idle_contenders(order), 1e-3, [&](double share) { finished = share; });
  ASSERT_EQ(timings.size(), 3);
  for (const bench::Timing& timing : timings) {
    EXPECT_GE(timing.repeats, 3);
    EXPECT_GT(timing.min_ns, 0.0);
    EXPECT_GE(timing.median_ns, timing.min_ns);
  }
  EXPECT_EQ(finished, 1.0);
}

TEST(Measure, LetsTheContendersTakeTurns) {
  std::vector<int> order;
  const auto timings = bench::measure(idle_contenders(order), 1e-4, [](double) {});
  int turns = 0;
  for (std::size_t k = 1; k < order.size(); ++k) turns += order[k] != order[k - 1];
  // Every repeat but the last few, when the others have had their time, follows another
  // contender's.
  int fewest = timings[0].repeats;
  for (const bench::Timing& timing : timings) fewest = std::min(fewest, timing.repeats);
  EXPECT_GE(turns, 3 * fewest);
}

}  // namespace alembert::test::contenders_test
