#include "task/frame_sum.hpp"

#include <Eigen/Geometry>

namespace alembert {
namespace {

/// What motions along one axis do, given all that is pulled on behind it.
struct AxisSum {
  LinkPull::Motion slope_of_slope;
  double slope;
};

LinkPull::Motion motion_of(const PlacedLinks::Axis& axis, double sign) {
  LinkPull::Motion motion;
  motion << sign * axis.turn, sign * axis.at_reference;
  return motion;
}

/// p x f of p f'
Eigen::Vector3d moment_of(const LinkPull& pull) {
  const Eigen::Matrix3d& L = pull.lever;
  return {L(1, 2) - L(2, 1), L(2, 0) - L(0, 2), L(0, 1) - L(1, 0)};
}

AxisSum sum_along(const LinkPull::Motion& motion, const LinkPull& pull,
                  const LinkPull::Curvature& curvature) {
  const Eigen::Vector3d turn = motion.head<3>(), velocity = motion.tail<3>();
  AxisSum sum;
  sum.slope = turn.dot(moment_of(pull)) + velocity.dot(pull.force);
  sum.slope_of_slope.noalias() = curvature * motion;
  // f · (w_i x (w x p + v)) is w_i · ((p f' - p·f) w + v x f).
  sum.slope_of_slope.head<3>() +=
      pull.lever * turn - pull.lever.trace() * turn + velocity.cross(pull.force);
  return sum;
}

}  // namespace

void LinkPull::add_force(const Eigen::Vector3d& at, const Eigen::Vector3d& f) {
  force += f;
  lever += at * f.transpose();
}

void LinkPull::add_spring(const Eigen::Vector3d& at, double k) {
  const Eigen::Vector3d scaled = k * at;
  stiffness += k;
  spring += scaled;
  spring_square += scaled * at.transpose();
}

void LinkPull::add(const LinkPull& other) {
  curvature += other.curvature;
  force += other.force;
  lever += other.lever;
  stiffness += other.stiffness;
  spring += other.spring;
  spring_square += other.spring_square;
}

// A point moves by turn x p + velocity, as a body's mass does.
LinkPull::Curvature LinkPull::whole_curvature() const {
  Curvature all = curvature;
  all.topLeftCorner<3, 3>() -= spring_square;
  all.diagonal().head<3>().array() += spring_square.trace();
  all.diagonal().tail<3>().array() += stiffness;
  const Eigen::Matrix3d across = crossing(spring);
  all.topRightCorner<3, 3>() += across;
  all.bottomLeftCorner<3, 3>() -= across;
  return all;
}

FrameSum::FrameSum(const Model& model)
    : gradient(Eigen::VectorXd::Zero(model.dofs())),
      hessian(Eigen::MatrixXd::Zero(model.dofs(), model.dofs())),
      pulls_(model.joint_count()) {}

void FrameSum::begin() {
  gradient.setZero();
  hessian.setZero();
  for (LinkPull& pull : pulls_) pull = {};
}

void FrameSum::add_between(const PlacedLinks& links, const std::vector<ChainJoint>& chain,
                           const LinkPull& pull) {
  const LinkPull::Curvature curvature = pull.whole_curvature();
  for (std::size_t j = 0; j < chain.size(); ++j) {
    const PlacedLinks::Axis& axis = links.axis(chain[j].joint);
    const AxisSum sum = sum_along(motion_of(axis, chain[j].sign), pull, curvature);
    gradient[axis.coordinate] += sum.slope;
    for (std::size_t i = 0; i <= j; ++i) {
      const PlacedLinks::Axis& before = links.axis(chain[i].joint);
      const double bend = motion_of(before, chain[i].sign).dot(sum.slope_of_slope);
      hessian(before.coordinate, axis.coordinate) += bend;
      if (i != j) hessian(axis.coordinate, before.coordinate) += bend;
    }
  }
}

void FrameSum::end(const PlacedLinks& links) {
  const Model& model = links.model();
  for (int j = model.joint_count(); j-- > 0;) {
    const PlacedLinks::Axis& axis = links.axis(j);
    const AxisSum sum = sum_along(motion_of(axis, 1.0), on(j), on(j).whole_curvature());
    gradient[axis.coordinate] += sum.slope;
    for (int i = j; i >= 0; i = model.joint(i).parent) {
      const PlacedLinks::Axis& before = links.axis(i);
      const double bend = motion_of(before, 1.0).dot(sum.slope_of_slope);
      hessian(before.coordinate, axis.coordinate) += bend;
      if (i != j) hessian(axis.coordinate, before.coordinate) += bend;
    }
    if (const int parent = model.joint(j).parent; parent >= 0) on(parent).add(on(j));
  }
}

}  // namespace alembert
