#include "alembert/error.hpp"
#include "alembert/human.hpp"
#include "alembert/model.hpp"
#include "alembert/strength_curve.hpp"

namespace alembert {

namespace {

/// C2, C3, C4 and C5 of Anderson, Madigan and Nussbaum (2007), table 3, adults of 18 to 25 years.
struct Curve {
  double narrowness, best, three_quarters, half;
};

struct Row {
  const char* joint;
  bool positive;
  Curve male, female;
};

constexpr Row measured[] = {
    {"hip_flexion", false, {0.958, 0.932, 1.578, 3.190}, {0.697, 1.242, 1.567, 3.164}},
    {"hip_flexion", true, {0.738, -0.214, 2.095, 4.267}, {0.650, -0.350, 2.136, 4.349}},
    {"knee", false, {1.258, 1.133, 1.517, 3.952}, {1.187, 1.274, 1.393, 3.623}},
    {"knee", true, {0.869, 0.522, 2.008, 5.233}, {0.873, 0.635, 1.698, 4.412}},
    {"ankle", false, {1.391, 0.408, 0.987, 3.558}, {1.399, 0.424, 0.862, 3.109}},
    {"ankle", true, {1.510, -0.187, 0.699, 1.940}, {1.079, -0.302, 0.864, 2.399}},
};

}  // namespace

std::vector<StrengthCurve> strengths_of_people(const Model& model, Sex sex) {
  std::vector<StrengthCurve> curves;
  for (int j = 0; j < model.dofs(); ++j) {
    const std::string& name = model.coordinates()[j].name;
    for (const Row& row : measured) {
      if (name != std::string("left_") + row.joint && name != std::string("right_") + row.joint) {
        continue;
      }
      const Curve& curve = sex == Sex::male ? row.male : row.female;
      curves.push_back(
          {j, row.positive, curve.narrowness, curve.best, curve.three_quarters, curve.half});
    }
  }
  if (curves.empty()) {
    throw Error(Error::Code::robot, "the robot has none of the joints that strengths are known of",
                "strengths by angle and speed are those of people's hips, knees and ankles");
  }
  return curves;
}

}  // namespace alembert
