// What a first look at a log says about its channels.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "identify/prepared_log.hpp"
#include "identify/sample_statistics.hpp"
#include "identify/smoothing_spline.hpp"

namespace alembert::identifying {

namespace {

constexpr double outlying = 8.0;  // deviations

/// Samples at the extreme again and again, or beyond what the file allows.
void find_saturation(const RobotLog& log, Index j, double limit, Channel& channel) {
  constexpr Index repeated = 8;
  channel.torque_ceiling = limit;
  channel.torque_floor = -limit;
  double high = -infinity, low = infinity;
  for (Index i = 0; i < log.t.size(); ++i) {
    if (!std::isfinite(log.tau(i, j))) continue;
    high = std::max(high, log.tau(i, j));
    low = std::min(low, log.tau(i, j));
  }
  const auto longest = [&](double value) {
    Index run = 0, most = 0;
    for (Index i = 0; i < log.t.size(); ++i) {
      run = log.tau(i, j) == value ? run + 1 : 0;
      most = std::max(most, run);
    }
    return most;
  };
  if (high <= low) return;  // a channel that says nothing at all
  if (longest(high) >= repeated) channel.torque_ceiling = std::min(high, limit);
  if (longest(low) >= repeated) channel.torque_floor = std::max(low, -limit);
}

void look_at_channel(const RobotLog& log, Index j, double cutoff, double limit, bool measured,
                     double step, Channel& channel) {
  std::vector<double> jumps;
  for (Index i = 2; i + 2 < log.t.size(); ++i) {
    const double jump = jump_at(log.tau, i, j);
    if (std::isfinite(jump)) jumps.push_back(jump);
  }
  double range = 0.0;
  for (Index i = 0; i < log.t.size(); ++i) {
    if (std::isfinite(log.tau(i, j))) range = std::max(range, std::abs(log.tau(i, j)));
  }
  channel.torque_jump = 1.5 * outlying * robust_deviation(std::move(jumps)) + 1e-2 * range + 1e-12;
  find_saturation(log, j, limit, channel);
  if (measured) {
    for (Index i = 0; i < log.t.size(); ++i) {
      if (std::isfinite(log.v(i, j))) {
        channel.top_speed = std::max(channel.top_speed, std::abs(log.v(i, j)));
      }
    }
    return;
  }
  // A stretch in the middle is enough to see a bandwidth, and bandwidths cost.
  const Index most = 6000, count = std::min<Index>(log.t.size(), most);
  const Index first = (log.t.size() - count) / 2;
  const VectorXd t = log.t.segment(first, count);
  VectorXd y = log.q.col(j).segment(first, count);
  std::vector<char> used(count, 1);
  for (Index i = 0; i < count; ++i) {
    const double jump = jump_at(log.q, first + i, j);
    if (!std::isfinite(y[i])) used[i] = 0;
    if (!std::isfinite(y[i])) y[i] = 0.0;
    if (std::abs(jump) > 0.05) used[i] = 0;
  }
  const Bandwidth found = choose_bandwidth(t, y, used);
  channel.cutoff = cutoff > 0.0 ? cutoff : found.cutoff;
  SmoothingSpline spline(t, knot_spacing(step, channel.cutoff));
  spline.fit(y, used, channel.cutoff);
  std::vector<double> off;
  const VectorXd curve = spline.at_samples(0), speed = spline.at_samples(1);
  for (Index i = 0; i < count; ++i) {
    if (used[i]) off.push_back(y[i] - curve[i]);
  }
  channel.position_noise = robust_deviation(off);
  channel.position_far = std::max(1.5 * outlying * channel.position_noise, outlying * found.noise);
  channel.position_far += 1e-9;
  channel.top_speed = speed.segment(count / 20, count - count / 10).cwiseAbs().maxCoeff();
  // Of white noise through the derivative of the smoothing.
  const double share = 2.0 * step * 4.0 * std::numbers::pi * std::numbers::pi *
                       std::pow(channel.cutoff, 3) * std::numbers::pi / 12.0;
  channel.speed_noise = channel.position_noise * std::sqrt(share);
}

}  // namespace

LogSettings look_at(const RobotLog& log, const Model& model, double cutoff) {
  LogSettings settings;
  settings.step = median_step(log.t);
  settings.measured_rates = log.v.rows() > 0 && log.a.rows() > 0;
  settings.gap = std::max(10.0 * settings.step, 0.02);
  settings.channels.resize(log.q.cols());
  double slowest = infinity;
  for (Index j = 0; j < log.q.cols(); ++j) {
    Channel& channel = settings.channels[j];
    const double limit = model.coordinates()[j].limits.torque;
    look_at_channel(log, j, cutoff, limit, settings.measured_rates, settings.step, channel);
    const double moved = log.q.col(j).maxCoeff() - log.q.col(j).minCoeff();
    if (moved > 1e-3 && channel.cutoff > 0.0) slowest = std::min(slowest, channel.cutoff);
  }
  if (!settings.measured_rates) {
    const double length = log.t[log.t.size() - 1] - log.t[0];
    settings.cut = std::min(std::isinf(slowest) ? 0.1 : 0.6 / slowest, 0.1 * length);
  }
  return settings;
}

}  // namespace alembert::identifying
