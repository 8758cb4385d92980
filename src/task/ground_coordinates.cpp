#include "alembert/ground_coordinates.hpp"

#include <algorithm>

namespace alembert {

bool is_of_ground(const MotionRequest& problem, int coordinate) {
  constexpr int placing = 6;
  return coordinate < problem.ground_coordinates ||
         std::any_of(problem.bodies.begin(), problem.bodies.end(),
                     [&](const PushedBody& body) {
                       return body.first <= coordinate && coordinate < body.first + placing;
                     }) ||
         std::any_of(problem.contacts.begin(), problem.contacts.end(),
                     [&](const GroundContact& contact) {
                       return std::any_of(
                           contact.found.begin(), contact.found.end(),
                           [&](const auto& found) { return found.coordinate == coordinate; });
                     });
}

std::vector<int> coordinates_of_ground(const MotionRequest& problem, int coordinates) {
  std::vector<int> those;
  for (int j = 0; j < coordinates; ++j) {
    if (is_of_ground(problem, j)) those.push_back(j);
  }
  return those;
}

std::vector<int> own_coordinates(const MotionRequest& problem, int coordinates) {
  std::vector<int> own;
  for (int j = 0; j < coordinates; ++j) {
    if (!is_of_ground(problem, j)) own.push_back(j);
  }
  return own;
}

std::vector<MotionSample> only(const std::vector<int>& coordinates,
                               const std::vector<MotionSample>& samples) {
  std::vector<MotionSample> out = samples;
  for (MotionSample& sample : out) {
    for (Eigen::VectorXd* x : {&sample.q, &sample.v, &sample.a, &sample.tau}) {
      *x = Eigen::VectorXd((*x)(coordinates));
    }
  }
  return out;
}

Eigen::Vector3d found_shift(const GroundContact& contact, VecIn<double> q) {
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();
  for (const GroundContact::Found& found : contact.found) {
    shift += (q[found.coordinate] - found.given) * found.along;
  }
  return shift;
}

bool rests_at(const MotionRequest& problem, int coordinate, double value) {
  return is_of_ground(problem, coordinate) &&
         std::any_of(problem.held.begin(), problem.held.end(), [&](const Hold& hold) {
           return hold.coordinate == coordinate && hold.value == value;
         });
}

}  // namespace alembert
