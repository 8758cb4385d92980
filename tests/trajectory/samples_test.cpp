#include "alembert/samples.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "alembert/error.hpp"
#include "alembert/io.hpp"

namespace alembert::test::samples_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class SamplesFile : public ::testing::Test {
 protected:
  SamplesFile()
      : model(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml"))),
        path(std::filesystem::temp_directory_path() /
             ("alembert_samples_" +
              std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
              ".csv")) {}
  ~SamplesFile() override { std::filesystem::remove(path); }

  Samples load(const std::string& text) const {
    std::ofstream(path) << text;
    return load_samples(path, model);
  }
  std::string refusal(const std::string& text) const {
    try {
      load(text);
      return "taken";
    } catch (const Error& e) {
      EXPECT_EQ(e.where().file, path);
      return e.reason();
    }
  }
  Profile move() const {
    return s_curve_profile(
        Eigen::Vector2d(0.1, 0.2), Eigen::Vector2d(1.0, -1.0),
        {Eigen::Vector2d(1.0, 2.0), Eigen::Vector2d(3.0, 4.0), Eigen::Vector2d(20.0, 30.0)});
  }

  Model model;
  std::string path;
};

TEST_F(SamplesFile, ComeBackAsTheyWere) {
  const Samples saved = sampled(move(), 0.013);
  save_samples(saved, model, path);
  const Samples loaded = load_samples(path, model);
  EXPECT_EQ(loaded.t, saved.t);
  EXPECT_EQ(loaded.q, saved.q);
  EXPECT_EQ(loaded.v, saved.v);
  EXPECT_EQ(loaded.a, saved.a);
}

TEST_F(SamplesFile, LeaveOutWhatIsNotKnown) {
  Samples saved = sampled(move(), 0.1);
  saved.v.resize(0, 2);
  saved.a.resize(0, 2);
  save_samples(saved, model, path);
  const Samples loaded = load_samples(path, model);
  EXPECT_EQ(loaded.q, saved.q);
  EXPECT_EQ(loaded.v.rows(), 0);
  EXPECT_EQ(loaded.a.rows(), 0);
}

TEST_F(SamplesFile, MayHaveColumnsInAnyOrderAndTorques) {
  const Samples loaded =
      load("q.joint2,tau.joint1,t,v.joint1,v.joint2,q.joint1\n1,9,0,2,3,4\n5,9,0.5,6,7,8\n");
  EXPECT_EQ(loaded.t, Eigen::Vector2d(0.0, 0.5));
  EXPECT_EQ(loaded.q, (MatrixXd(2, 2) << 4, 1, 8, 5).finished());
  EXPECT_EQ(loaded.v, (MatrixXd(2, 2) << 2, 3, 6, 7).finished());
  EXPECT_EQ(loaded.a.rows(), 0);
}

TEST_F(SamplesFile, RefuseTablesThatAreNoMotion) {
  EXPECT_EQ(refusal("q.joint1,q.joint2\n1,2\n"), "no column 't'");
  EXPECT_EQ(refusal("t,q.joint1\n1,2\n"), "no column q.joint2");
  EXPECT_EQ(refusal("t,q.joint1,q.joint2,a.joint1\n1,2,3,4\n"), "no column a.joint2");
  EXPECT_EQ(refusal("t,q.joint1,q.joint2,x\n1,2,3,4\n"), "column 'x' is none that is read here");
  Samples wrong = sampled(move(), 0.1);
  wrong.v.conservativeResize(3, 2);
  EXPECT_THROW(write_samples(wrong, model), Error);
}

// What is written is what the program reads.
TEST_F(SamplesFile, AreTrajectoriesForTheProgram) {
#ifndef ALEMBERT_PROGRAM
  GTEST_SKIP() << "The program is not built here (ALEMBERT_CLI)";
#else
  save_samples(sampled(move(), 0.01), model, path);
  const std::string command = std::string("'") + ALEMBERT_PROGRAM + "' id '" + ALEMBERT_SOURCE_DIR +
                              "/models/two_link.yaml' --trajectory '" + path + "' >/dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);
#endif
}

TEST(Samples, AreTakenEveryStepAndAtTheEnd) {
  const BSpline curve(3, BSpline::clamped_knots(3, 4, 1.0).array() + 2.0, MatrixXd::Random(7, 2));
  const Samples samples = sampled(curve, 0.3);
  ASSERT_EQ(samples.t.size(), 5);
  const double expected[] = {2.0, 2.3, 2.6, 2.9, 3.0};
  for (int i = 0; i < 5; ++i) {
    EXPECT_DOUBLE_EQ(samples.t[i], expected[i]);
    EXPECT_EQ(samples.q.row(i).transpose(), curve(samples.t[i], 0));
    EXPECT_EQ(samples.v.row(i).transpose(), curve(samples.t[i], 1));
    EXPECT_EQ(samples.a.row(i).transpose(), curve(samples.t[i], 2));
  }
  EXPECT_EQ(sampled(curve, 0.1).t.size(), 11);  // no eleventh step of the rounding's length
  EXPECT_EQ(sampled(curve, 5.0).t.size(), 2);
}

TEST(Samples, RefuseStepsThatAreNone) {
  const BSpline curve(1, BSpline::clamped_knots(1, 1, 1.0), MatrixXd::Zero(2, 1));
  for (const double step : {0.0, -1.0, 1e-300}) EXPECT_THROW(sampled(curve, step), Error);
}

}  // namespace alembert::test::samples_test
