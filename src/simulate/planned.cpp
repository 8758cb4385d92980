#include "simulate/planned.hpp"

#include "trajectory/basis.hpp"

namespace alembert {

PlannedMotion::PlannedMotion(const MotionProblem& problem, const Trajectory& motion)
    : motion_(motion),
      stages_(make_stages(problem)),
      point_(problem.model.dofs(), problem.force_count()),
      tau_(problem.model.dofs()) {}

double PlannedMotion::knot(int segment) const {
  return motion_.q.knots()[motion_.q.degree() + segment] - motion_.q.begin();
}

const Model& PlannedMotion::model(int segment) const { return stage_of(stages_, segment).model; }

void PlannedMotion::evaluate(double t, int segment) {
  const BSpline& q = motion_.q;
  const int d = q.degree();
  const double* knots = q.knots().data() + segment + 1;
  const auto controls = q.control_points().middleRows(segment, d + 1).transpose();
  LocalCoefficients<double> c;
  const Eigen::Map<const Eigen::VectorXd> coefficients(c.data(), d + 1);
  for (int order = 0; order < 4; ++order) {
    basis_derivative(d, order, knots, q.begin() + t, c.data());
    point_.z.segment(order * point_.dofs, point_.dofs).noalias() = controls * coefficients;
    if (order == 0 && point_.forces > 0) {
      point_.z.tail(point_.forces).noalias() =
          motion_.forces.control_points().middleRows(segment, d + 1).transpose() * coefficients;
    }
  }
  point_.time = t;
  const Stage& now = stage_of(stages_, segment);
  now.torque->value(point_, tau_);
  const Loads acting = now.torque->loads();
  loads_.assign(acting.begin(), acting.end());
}

}  // namespace alembert
