#include "alembert/root_wrench.hpp"

#include <vector>

#include "alembert/error.hpp"
#include "dense.hpp"

namespace alembert {

namespace {

/// Coordinates that move a frame, and have no motor.
std::vector<int> base_coordinates_of(const Model& model, FrameId frame) {
  std::vector<int> coordinates;
  for (int j = model.frame(frame).joint; j >= 0; j = model.joint(j).parent) {
    const ModelJoint& joint = model.joint(j);
    const Coordinate& coordinate = model.coordinates()[joint.coordinate];
    if (joint.driven && coordinate.limits.torque > 0.0) {
      throw Error(Error::Code::value,
                  "frame '" + model.frame(frame).name + "' is not on the root: joint '" +
                      joint.name + "' carries it",
                  "name a frame of the root link; joints that free a base have the effort 0");
    }
    coordinates.push_back(joint.coordinate);
  }
  return coordinates;
}

}  // namespace

Eigen::Matrix<double, 6, 1> root_wrench(const Kinematics<double>& at, FrameId frame,
                                        VecIn<double> tau, Load::Axes axes) {
  const std::vector<int> base = base_coordinates_of(at.model(), frame);
  Eigen::Matrix<double, 6, Eigen::Dynamic> J(6, at.model().dofs());
  at.jacobian(frame, J, axes);
  return dense::shortest_solution(J(Eigen::all, base).transpose(), tau(base));
}

}  // namespace alembert
