// How often an arm's own solids touch in states drawn from all, beside what geometry says.
#include <gtest/gtest.h>

#include "alembert/io.hpp"
#include "alembert/self_pairs.hpp"

namespace alembert::test::sampled_pairs_test {

TEST(SampledPairs, SharesOfStatesAreThoseOfGeometry) {
  const Robot robot = read_urdf(R"(<robot name="clock">
  <link name="dial"/>
  <link name="hand"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="turn" type="continuous"><parent link="dial"/><child link="hand"/>
    <axis xyz="0 0 1"/></joint>
</robot>)",
                                "clock.urdf");
  const Model model = compile(robot);
  const FrameId dial = model.frame("dial"), hand = model.frame("hand");
  // Two balls on the circle of 1 m touch while the hand is within 60 degrees: a third of a turn.
  const std::vector<ArmSolid> arm = {{"mark", dial, Solid::sphere({1, 0, 0}, 0.5)},
                                     {"tip", hand, Solid::sphere({1, 0, 0}, 0.5)},
                                     {"hub", hand, Solid::sphere({0, 0, 0}, 0.6)},
                                     {"far", hand, Solid::sphere({3, 0, 0}, 0.5)}};
  const SampledPairs seen = sample_self_pairs(model, arm, {{0, 1}, {0, 2}, {0, 3}}, 6000);
  ASSERT_EQ(seen.touching.size(), 3U);
  EXPECT_NEAR(seen.touching[0], 2000, 150);  // four standard deviations
  EXPECT_EQ(seen.touching[1], 6000);
  EXPECT_EQ(seen.touching[2], 0);
  EXPECT_EQ(sample_self_pairs(model, arm, {{0, 1}}, 6000).touching[0], seen.touching[0]);
}

}  // namespace alembert::test::sampled_pairs_test
