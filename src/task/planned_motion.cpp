#include "task/planned_motion.hpp"

#include "trajectory/basis.hpp"

namespace alembert {

PlannedMotion::PlannedMotion(const Task& task, const Trajectory& motion)
    : task_(task.of(motion)),
      motion_(motion),
      dynamics_(task_.workspaces()),
      point_(task_.dofs(), 0),
      tau_(task_.dofs()) {}

double PlannedMotion::knot(int segment) const {
  return motion_.q.knot(segment) - motion_.q.begin();
}

int PlannedMotion::segment_at(double t) const {
  int segment = 0;
  while (segment + 1 < segments() && knot(segment + 1) <= t) ++segment;
  return segment;
}

void PlannedMotion::evaluate(double t, int segment) {
  const BSpline& q = motion_.q;
  const int d = q.degree();
  stage_ = task_.stage_index(segment);
  const Stage& stage = task_.stages()[stage_];
  point_.set_forces(stage.forces);
  const int first = q.first_control(segment);
  const double* knots = q.knots().data() + first + 1;
  const auto controls = q.control_points().middleRows(first, d + 1).transpose();
  LocalCoefficients<double> c;
  const Eigen::Map<const Eigen::VectorXd> coefficients(c.data(), d + 1);
  for (int order = 0; order < 4; ++order) {
    basis_derivative(d, order, knots, q.begin() + t, c.data());
    point_.z.segment(order * point_.dofs, point_.dofs).noalias() = controls * coefficients;
    if (order < 2 && point_.forces > 0) {
      point_.z.segment(4 * point_.dofs + order * point_.forces, point_.forces).noalias() =
          motion_.forces[stage_]
              .control_points()
              .middleRows(first - q.first_control(stage.first_segment), d + 1)
              .transpose() *
          coefficients;
    }
  }
  point_.time = t;
  Dynamics& now = *dynamics_[stage_];
  now.torque(point_, tau_);
  loads_ = now.loads();
}

}  // namespace alembert
