// Places that are to be found with the motion.
#include <gtest/gtest.h>

#include <fstream>

#include "alembert/contact_drift.hpp"
#include "alembert/ground_coordinates.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"

namespace alembert::test::found_places_test {

const std::string folder = ALEMBERT_SOURCE_DIR;

std::string text_of(const std::string& name) {
  std::ifstream in(folder + "/examples/" + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

MotionFile read(const std::string& text) {
  return read_motion_problem(text, folder + "/examples/changed.yaml");
}

std::string with(std::string text, const std::string& old, const std::string& by) {
  EXPECT_NE(text.find(old), std::string::npos) << old;
  return text.replace(text.find(old), old.size(), by);
}

Solution solved(const MotionFile& file) {
  Solution found = solve(file.problem, file.options);
  EXPECT_EQ(found.status, MotionStatus::solved) << found.largest_violation;
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  return found;
}

/// The foot is where the coordinate says, stays there, and given places cost more but for that one.
TEST(FoundPlaces, AreTheBestOfThoseThatCouldBeGiven) {
  const std::string text = text_of("step_anywhere.yaml");
  const MotionFile file = read(text);
  const Solution free = solved(file);
  const GroundContact& landing = file.problem.contacts.back();
  ASSERT_EQ(landing.found.size(), 1u);
  const double T = free.motion.duration();
  const double x = 0.45 + found_shift(landing, free.motion.q(T)).x();
  const int coordinate = landing.found[0].coordinate;
  EXPECT_NEAR(free.motion.q(T)[coordinate], free.motion.q(0.0)[coordinate], 1e-10);
  EXPECT_GT(std::abs(x - 0.45), 0.01) << "what was given is the best: nothing was to be found";
  for (const ContactDrift& drift : contact_drifts(file.problem, free.certificate)) {
    EXPECT_TRUE(drift.enclosed);
    EXPECT_LT(drift.most, 1e-4) << drift.name;
  }
  // Begun from that motion: there are other steps nearby, knees bent otherwise.
  Eigen::MatrixXd points = free.motion.q.control_points();
  points.col(coordinate).setZero();
  for (const double aside : {0.0, 0.05, -0.05}) {
    const std::string place = "xyz: [" + std::to_string(x + aside) + ", 0, 0.07]";
    MotionFile given = read(with(with(text, "30 cm", "0.001 mm"), "xyz: [0.45, 0, 0.07]", place));
    given.options.initial = Trajectory{
        BSpline(free.motion.q.degree(), free.motion.q.knots(), points), free.motion.forces};
    const Solution there = solved(given);
    if (aside == 0.0) {
      EXPECT_NEAR(there.objective, free.objective, 1e-5 * free.objective);
    } else {
      EXPECT_GT(there.objective, free.objective * (1.0 + 1e-3)) << aside;
    }
  }
}

/// What carries jumps to where it costs least; its wrench is told there.
TEST(FoundPlaces, OfWhatCarriesAreWhereItLands) {
  const std::string text = text_of("hop.yaml");
  const Solution given = solved(read(text));
  const MotionFile file =
      read(with(with(text, "moved: [0.3, 0, 0]}", "moved: [0.3, 0, 0], free: x}"),
                "  ways:", "  place: {within: 20 cm}\n  ways:"));
  const Solution found = solved(file);
  EXPECT_LT(found.objective, given.objective * (1.0 - 1e-3));
  const double T = found.motion.duration(), x = found.motion.q(T)[0];
  EXPECT_GT(std::abs(x - 0.3), 1e-3);
  EXPECT_GE(x, 0.1 - 1e-9);
  EXPECT_EQ(found.motion.q(0.0)[0], 0.0);
  const std::vector<MotionSample> samples = sample(file.problem, found.motion, 101);
  EXPECT_NEAR(
      samples.back().ground.contacts.at(0).origin.x() - samples[0].ground.contacts.at(0).origin.x(),
      x, 1e-9);
}

/// A biped in its plane cannot choose where aside it stands.
TEST(FoundPlaces, OfWhatMovesInAPlaneStayInIt) {
  const MotionFile file = read(with(text_of("step_anywhere.yaml"), "free: x", "free: [x, y]"));
  const Solution found = solved(file);
  const Eigen::Vector3d shift =
      found_shift(file.problem.contacts.back(), found.motion.q(found.motion.duration()));
  EXPECT_EQ(shift.y(), 0.0);
  EXPECT_NE(shift.x(), 0.0);
}

TEST(FoundPlaces, ThatMakeNoSenseAreRefused) {
  const std::string text = text_of("step_anywhere.yaml");
  EXPECT_THROW(read(with(text, "free: x", "free: z")), Error);
  EXPECT_THROW(read(with(text, "free: x", "free: forward")), Error);
  EXPECT_THROW(read(with(text, "within: 30 cm", "within: 0")), Error);
}

}  // namespace alembert::test::found_places_test
