// A person's file: the robot, and where each of its numbers comes from.
#include <fmt/format.h>

#include "alembert/human.hpp"
#include "alembert/io.hpp"
#include "io/text.hpp"
#include "model/human_tables.hpp"

namespace alembert {

namespace {

constexpr const char* sources = R"(#
# Segments: P. de Leva, Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters, Journal of
# Biomechanics 29 (1996): lengths of the mean person scaled by height, masses by mass, centres and
# radii of gyration as shares of lengths. Ours, and guesses where no source is named:
# - the lower trunk is cut at L5/S1 (0.65 of it above the hips) and ends at L3/L4, the middle trunk
#   is cut in halves at T12/L1 and ends at T9/T10, the upper trunk ends at the neck (C7/T1, which is
#   de Leva's cervicale). Of each cut both parts together have the mass, centre and inertia of the
#   whole. The spine lies 0.017 of the height behind the line of mass centres;
# - the neck has 0.12 of the head's mass; the head turns on it 0.75 of its length below the top;
# - the foot is cut at the ball, 0.72 of its length from the heel; toes have 0.14 of its mass. The
#   ankle lies 0.23 of the length before the heel and 0.039 of the height (Winter, after Drillis and
#   Contini) above the sole; the toes turn at the height of the sole, where the foot rolls;
# - hips are 0.0464 of the height aside (gait2392, OpenSim), shoulders 0.1, and 0.02 below the
#   suprasternale, clavicles begin 0.012 aside and have no mass of their own (it is the trunk's);
# - what is drawn, and what is kept out of each other (clearance, at the end): capsules, ours.
#
# Zero is upright with hanging arms, thumbs forward. Positive: flexion, abduction, internal rotation,
# dorsiflexion, inversion, pronation, elevation, protraction, radial deviation, toes up; of the spine
# flexion, and bending and rotation to the left. Middle axes of three that meet (abduction, bending)
# stay within 80 deg: there the angles are unique.
#
# Ranges in deg: AAOS: American Academy of Orthopaedic Surgeons, Joint motion (1965). Panjabi: White
# and Panjabi, Clinical biomechanics of the spine (1990), vertebrae lumped into four levels by us.
#
# Strengths in N m, each way, isometric, without angle and speed, scaled by mass and height:
# Anderson: Anderson, Madigan and Nussbaum, Journal of Biomechanics 40 (2007), table 3, C1 of adults
# of 18 to 25 years. Stobbe: medians of Stobbe (1982) as textbooks on ergonomics print them, quoted
# from memory: check before you rely on them. Kentel: Kentel, King and Mitchell (2011), a tennis
# player, as RBDL's torque muscles list it (women 0.55 of it: a guess).
)";

std::string strengths_text(const Limits& limits) {
  return fmt::format("{:.0f} and {:.0f}", std::min(limits.torque, -limits.torque_lower),
                     std::min(limits.torque, limits.torque_upper));
}

std::string joint_line(const JointData& data, const Robot& robot) {
  const std::string side = data.on_both_sides ? "left_" : "";
  return fmt::format("# {:<22} {:>4.0f} to {:<4.0f} ({}); {} N m ({})\n", data.name, data.lower,
                     data.upper, data.range_source,
                     strengths_text(robot.find_joint(side + data.name)->limits),
                     data.strength_source);
}

}  // namespace

std::string human_yaml(const Person& person) {
  const Robot robot = human(person);
  const char* sex = person.sex == Sex::male ? "male" : "female";
  std::string text = fmt::format(
      "# A person of {0} m and {1} kg, made by\n"
      "#   alembert human --height {0} --mass {1} --sex {2}\n",
      io::number_text(person.height), io::number_text(person.mass), sex);
  text += sources;
  text +=
      "#\n# Joint (left and right alike), its range, its strength the negative and the positive "
      "way:\n";
  for (const JointData& data : joint_data()) text += joint_line(data, robot);
  text += write_yaml(robot);
  text += "poses:\n  - {name: standing, q: {base.z: 0}}\n";
  return text;
}

}  // namespace alembert
