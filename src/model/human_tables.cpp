#include "model/human_tables.hpp"

#include <algorithm>

namespace alembert {

namespace {

const BodyData men{.height = 1.741,
                   .mass = 73.0,
                   .head = {0.2033, 0.0694, 0.5976, 0.362, 0.376, 0.312},
                   .upper_trunk = {0.1707, 0.1596, 0.2999, 0.716, 0.454, 0.659},
                   .middle_trunk = {0.2155, 0.1633, 0.4502, 0.482, 0.383, 0.468},
                   .lower_trunk = {0.1457, 0.1117, 0.6115, 0.615, 0.551, 0.587},
                   .upper_arm = {0.2817, 0.0271, 0.5772, 0.285, 0.269, 0.158},
                   .forearm = {0.2689, 0.0162, 0.4574, 0.276, 0.265, 0.121},
                   .hand = {0.0862, 0.0061, 0.7900, 0.628, 0.513, 0.401},
                   .thigh = {0.4222, 0.1416, 0.4095, 0.329, 0.329, 0.149},
                   .shank = {0.4340, 0.0433, 0.4395, 0.251, 0.246, 0.102},
                   .foot = {0.2581, 0.0137, 0.4415, 0.257, 0.245, 0.124},
                   .vertex_to_cervicale = 0.2429};

const BodyData women{.height = 1.735,
                     .mass = 61.9,
                     .head = {0.2002, 0.0668, 0.5894, 0.330, 0.359, 0.318},
                     .upper_trunk = {0.1425, 0.1545, 0.2077, 0.746, 0.502, 0.718},
                     .middle_trunk = {0.2053, 0.1465, 0.4512, 0.433, 0.354, 0.415},
                     .lower_trunk = {0.1815, 0.1247, 0.4920, 0.433, 0.402, 0.444},
                     .upper_arm = {0.2751, 0.0255, 0.5754, 0.278, 0.260, 0.148},
                     .forearm = {0.2643, 0.0138, 0.4559, 0.261, 0.257, 0.094},
                     .hand = {0.0780, 0.0056, 0.7474, 0.531, 0.454, 0.335},
                     .thigh = {0.3685, 0.1478, 0.3612, 0.369, 0.364, 0.162},
                     .shank = {0.4323, 0.0481, 0.4352, 0.267, 0.263, 0.092},
                     .foot = {0.2283, 0.0129, 0.4014, 0.299, 0.279, 0.139},
                     .vertex_to_cervicale = 0.2437};

/// N m of the mean man and woman as a share of mass · g · height.
constexpr double man = 73.0 * 9.81 * 1.741, woman = 61.9 * 9.81 * 1.735;

std::vector<JointData> make_joints() {
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), y = Eigen::Vector3d::UnitY(),
                        z = Eigen::Vector3d::UnitZ();
  std::vector<JointData> rows;
  const auto anderson = [&](const char* name, const Eigen::Vector3d& axis, double lower,
                            double upper, const char* range, double m_neg, double m_pos,
                            double f_neg, double f_pos) {
    rows.push_back(
        {name, true, axis, lower, upper, range, {m_neg, m_pos}, {f_neg, f_pos}, "Anderson"});
  };
  const auto row = [&](const char* name, bool both, const Eigen::Vector3d& axis, double lower,
                       double upper, const char* range, double m_neg, double m_pos, double f_neg,
                       double f_pos, const char* strength) {
    rows.push_back({name,
                    both,
                    axis,
                    lower,
                    upper,
                    range,
                    {m_neg / man, m_pos / man},
                    {f_neg / woman, f_pos / woman},
                    strength});
  };
  anderson("hip_flexion", -y, -30, 120, "AAOS", 0.161, 0.113, 0.181, 0.127);
  row("hip_abduction", true, x, -30, 45, "AAOS", 110, 100, 75, 70, "guess");
  row("hip_rotation", true, -z, -45, 45, "AAOS", 55, 55, 40, 40, "guess");
  anderson("knee", y, -5, 150, "AAOS, 150 for squats", 0.163, 0.087, 0.159, 0.080);
  anderson("ankle", -y, -50, 30, "AAOS, 30 standing on it: guess", 0.095, 0.033, 0.104, 0.027);
  row("subtalar", true, -x, -15, 35, "AAOS", 40, 40, 28, 28, "guess");
  row("toes", true, -y, -40, 70, "AAOS", 20, 10, 14, 7, "guess");

  row("l5s1_flexion", false, y, -10, 20, "Panjabi", 234, 143, 184, 75, "Stobbe");
  row("l5s1_bending", false, -x, -5, 5, "Panjabi", 159, 159, 94, 94, "Stobbe");
  row("l5s1_rotation", false, z, -3, 3, "Panjabi", 70, 70, 45, 45, "guess");
  row("l3l4_flexion", false, y, -12, 25, "Panjabi", 234, 143, 184, 75, "Stobbe");
  row("l3l4_bending", false, -x, -15, 15, "Panjabi", 159, 159, 94, 94, "Stobbe");
  row("l3l4_rotation", false, z, -5, 5, "Panjabi", 70, 70, 45, 45, "guess");
  row("t12l1_flexion", false, y, -10, 20, "Panjabi", 200, 120, 155, 64, "guess");
  row("t12l1_bending", false, -x, -12, 12, "Panjabi", 135, 135, 80, 80, "guess");
  row("t12l1_rotation", false, z, -8, 8, "Panjabi", 70, 70, 45, 45, "guess");
  row("t9t10_flexion", false, y, -8, 15, "Panjabi", 165, 100, 130, 53, "guess");
  row("t9t10_bending", false, -x, -10, 10, "Panjabi", 110, 110, 66, 66, "guess");
  row("t9t10_rotation", false, z, -20, 20, "Panjabi", 70, 70, 45, 45, "guess");

  row("neck_flexion", false, y, -40, 40, "Panjabi", 50, 30, 32, 20, "guess");
  row("neck_bending", false, -x, -40, 40, "Panjabi", 35, 35, 22, 22, "guess");
  row("neck_rotation", false, z, -40, 40, "Panjabi", 15, 15, 10, 10, "guess");
  row("head_nod", false, y, -20, 15, "Panjabi", 25, 15, 16, 10, "guess");
  row("head_turn", false, z, -40, 40, "Panjabi", 15, 15, 10, 10, "guess");

  row("clavicle_elevation", true, x, -5, 30, "guess", 60, 90, 33, 50, "guess");
  row("clavicle_protraction", true, -z, -20, 20, "guess", 60, 60, 33, 33, "guess");
  row("shoulder_flexion", true, -y, -50, 180, "AAOS", 67, 92, 33, 40, "Stobbe");
  row("shoulder_abduction", true, x, -40, 80, "ours", 67, 71, 30, 37, "Stobbe");
  row("shoulder_rotation", true, -z, -90, 70, "AAOS", 33, 52, 19, 21, "Stobbe");
  row("elbow", true, -y, 0, 150, "AAOS", 46, 77, 27, 41, "Stobbe");
  row("forearm_pronation", true, -z, -80, 80, "AAOS", 13.5, 13.0, 7.4, 7.2, "Kentel");
  row("wrist_flexion", true, -x, -70, 80, "AAOS", 15.6, 39.2, 8.6, 21.6, "Kentel");
  row("wrist_deviation", true, -y, -30, 20, "AAOS", 31.4, 23.8, 17.3, 13.1, "Kentel");
  return rows;
}

}  // namespace

const BodyData& body_data(Sex sex) { return sex == Sex::male ? men : women; }

const std::vector<JointData>& joint_data() {
  static const std::vector<JointData> rows = make_joints();
  return rows;
}

const JointData& joint_data(const std::string& name) {
  return *std::find_if(joint_data().begin(), joint_data().end(),
                       [&](const JointData& row) { return name == row.name; });
}

}  // namespace alembert
