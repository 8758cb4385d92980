#include "identify/fit_story.hpp"

#include <algorithm>
#include <cmath>

namespace alembert::identifying {

namespace {

/// What the fit has of a joint's sensor and drive.
void add_fitted(const FitSpace& fit, const VectorXd& all, const Intervals& known, int j,
                JointFit& joint) {
  for (std::size_t i = 0; i < fit.free.size(); ++i) {
    const int column = fit.free[i];
    if (fit.space.coordinate(column) != j) continue;
    const double error = std::sqrt(std::max(0.0, known.covariance(i, i)));
    switch (fit.space.kind(column)) {
      case ParameterKind::offset:
        joint.offset += all[column] - fit.space.values()[column];
        break;
      case ParameterKind::direction:
        joint.direction = all[column];
        break;
      case ParameterKind::delay:
        joint.delay += all[column];
        joint.delay_error = error;
        break;
      case ParameterKind::position_delay:
        joint.position_delay += all[column];
        joint.position_delay_error = error;
        break;
      default:
        break;
    }
  }
}

}  // namespace

std::vector<JointFit> joint_fits(const FitSpace& fit, const Measurement& measured,
                                 const Information& information, const VectorXd& all,
                                 const Intervals& known, const FitScores& scores) {
  std::vector<JointFit> out;
  for (int j = 0; j < fit.space.dofs(); ++j) {
    const Coordinate& coordinate = fit.space.model().coordinates()[j];
    const Channel& channel = measured.logs[0].settings.channels[j];
    JointFit joint;
    joint.name = coordinate.name;
    joint.angular = coordinate.angular;
    joint.bandwidth = channel.cutoff;
    joint.position_noise = channel.position_noise;
    joint.noise = scores.identified.rms[j];
    joint.correlation = measured.facts.correlation[j];
    joint.delay = measured.delays.torque[j];
    joint.delay_error = measured.delays.torque_error[j];
    joint.position_delay = measured.delays.position[j];
    joint.position_delay_error = measured.delays.position_error[j];
    joint.before = scores.file.rms[j];
    joint.friction = scores.friction.rms[j];
    joint.after = scores.identified.rms[j];
    for (const Block& block : information.blocks()) {
      joint.used += block.joints[j].count;
      joint.left_out += block.joints[j].outliers;
    }
    for (const MeasuredLog& log : measured.logs) {
      for (const auto& of : log.rows.left_out) joint.left_out += of[j];
    }
    add_fitted(fit, all, known, j, joint);
    out.push_back(std::move(joint));
  }
  return out;
}

FitTrace trace_of(const ParameterSpace& space, const MeasuredLog& log, const VectorXd& file,
                  const VectorXd& identified, Workers& workers) {
  constexpr Index shown = 700;
  const Index step = std::max<Index>(1, log.rows.rows() / shown);
  std::vector<Index> rows;
  for (Index i = 0; i < log.rows.rows(); i += step) {
    if (log.rows.usable.row(i).minCoeff() != 0) rows.push_back(i);
  }
  PreparedLog some;
  some.t = log.rows.t(rows);
  some.q = log.rows.q(rows, Eigen::all);
  some.v = log.rows.v(rows, Eigen::all);
  some.a = log.rows.a(rows, Eigen::all);
  FitTrace trace;
  trace.data = log.head.name;
  trace.t = some.t;
  trace.v = some.v;
  trace.measured = log.rows.tau(rows, Eigen::all);
  trace.before = predicted(space, some, file, workers);
  trace.after = predicted(space, some, identified, workers);
  return trace;
}

}  // namespace alembert::identifying
