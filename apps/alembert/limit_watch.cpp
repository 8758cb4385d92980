#include "limit_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numbers.hpp"

namespace alembert::cli {

namespace {

/// rad: a joint without limits may wind up, but hardly further.
constexpr double many_turns = 4.0 * std::numbers::pi;
/// Values at a limit that were rounded when written are at it.
constexpr double slack = 1e-6;

}  // namespace

LimitWatch::LimitWatch(const Model& model, std::string source)
    : model_(model),
      source_(std::move(source)),
      positions_(static_cast<std::size_t>(model.dofs())),
      velocities_(positions_),
      torques_(positions_) {}

LimitWatch::~LimitWatch() {
  for (int j = 0; j < model_.dofs(); ++j) tell(j);
}

void LimitWatch::see(std::vector<Seen>& seen, int j, double value, double beyond) const {
  if (!(beyond > slack)) return;
  Seen& of = seen[j];
  if (beyond > of.beyond) of = {value, beyond, of.count};
  ++of.count;
}

void LimitWatch::look(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      const Eigen::VectorXd& tau) {
  for (int j = 0; j < model_.dofs(); ++j) {
    const Coordinate& joint = model_.coordinate_at(j);
    const Limits& limits = joint.limits;
    const double free =
        joint.angular && limits.upper == infinity ? std::abs(q[j]) - many_turns : -infinity;
    see(positions_, j, q[j], std::max({limits.lower - q[j], q[j] - limits.upper, free}));
    if (v.size() > 0) see(velocities_, j, v[j], std::abs(v[j]) - limits.velocity);
    if (tau.size() > 0) see(torques_, j, tau[j], std::abs(tau[j]) - limits.torque);
  }
}

void LimitWatch::tell(int j) const {
  const Coordinate& joint = model_.coordinate_at(j);
  const auto warn = [&](const char* symbol, const Seen& seen, const std::string& limit) {
    if (seen.count == 0) return;
    const bool degrees = joint.angular && symbol[0] == 'q' && looks_like_degrees(seen.value);
    fmt::print(stderr, "warning: {}: {}.{} = {:g} {} {}{}{}\n", source_, symbol, joint.name,
               seen.value, unit(joint, symbol), limit,
               seen.count > 1 ? fmt::format(" ({} times)", seen.count) : "",
               degrees ? fmt::format("; in degrees? {:g}deg is {:.4g} rad", seen.value,
                                     seen.value * std::numbers::pi / 180.0)
                       : "");
  };
  const Limits& limits = joint.limits;
  warn("q", positions_[j],
       std::isfinite(limits.upper) || std::isfinite(limits.lower)
           ? fmt::format("is outside its limits, {:g} to {:g}", limits.lower, limits.upper)
           : "is many turns");
  warn("v", velocities_[j], fmt::format("is faster than its limit, {:g}", limits.velocity));
  warn("tau", torques_[j], fmt::format("is more than its limit, {:g}", limits.torque));
}

}  // namespace alembert::cli
