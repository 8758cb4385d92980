// What is known of people: segments, ranges and strengths of joints, each with its source.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "alembert/human.hpp"

namespace alembert {

/// One row of de Leva (1996): lengths in m of the mean person, mass as a share of the body's, the
/// centre from the first end and radii of gyration as shares of the length.
struct SegmentData {
  double length, mass, centre, sagittal, transverse, longitudinal;
};

struct BodyData {
  double height, mass;  ///< of the mean person, m and kg
  SegmentData head, upper_trunk, middle_trunk, lower_trunk, upper_arm, forearm, hand, thigh, shank,
      foot;
  double vertex_to_cervicale;  ///< m
};

const BodyData& body_data(Sex sex);

/// What a joint can do. Strengths are shares of mass · g · height (N m), the mean person's.
struct JointData {
  const char* name;  ///< of the left side, without `left_`, or of the middle
  bool on_both_sides;
  Eigen::Vector3d axis;  ///< of the left side
  double lower, upper;   ///< deg
  const char* range_source;
  double male[2], female[2];  ///< strength: the negative way, the positive way
  const char* strength_source;
};

/// Proximal to distal: of legs, spine, neck, arms.
const std::vector<JointData>& joint_data();
const JointData& joint_data(const std::string& name);

}  // namespace alembert
