#include "alembert/state_profile.hpp"

#include <algorithm>
#include <cmath>

#include "require.hpp"
#include "trajectory/joint_times.hpp"
#include "trajectory/profile_parts.hpp"

namespace alembert {
namespace {

double entry(const Eigen::VectorXd& values, Eigen::Index i) {
  return values.size() == 0 ? 0.0 : values[i];
}

void require_state(const ProfileEnd& end, Eigen::Index dofs) {
  const auto fits = [&](const Eigen::VectorXd& values) {
    return (values.size() == dofs || values.size() == 0) && values.allFinite();
  };
  require(end.q.size() == dofs && fits(end.q) && fits(end.v) && fits(end.a),
          "a state of the wrong size, or not finite", "give one number a coordinate",
          Error::Code::size);
}

}  // namespace

struct StateProfile::Data {
  struct Joint {
    MoveLimits limits;
    JointTimes times;
    double alone = 0.0;
    int count = 0;
    std::array<Phase, JointTimes::most_phases> phases;
  };
  std::vector<Joint> joints;
  double duration = 0.0;
  int slowest = 0, beyond = -1;
};

StateProfile::StateProfile(const ProfileLimits& limits) : data_(make_owned<Data>()) {
  const Eigen::Index n = limits.velocity.size();
  require_ends(Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n), limits);
  for (Eigen::Index i = 0; i < n; ++i) {
    data_->joints.emplace_back();
    data_->joints.back().limits = {limits.velocity[i], limits.acceleration[i], limits.jerk[i]};
    if (!std::isfinite(limits.jerk[i])) require_limit(limits.acceleration[i], 1.0, "acceleration");
  }
}

StateProfile::Outcome StateProfile::plan(const ProfileEnd& start, const ProfileEnd& goal,
                                         double shortest) {
  Data& data = *data_;
  require_state(start, dofs());
  require_state(goal, dofs());
  require(shortest >= 0.0 && std::isfinite(shortest),
          "a shortest duration that is negative or not finite", "give it in seconds");
  double T = shortest;
  int slowest = 0;
  for (int i = 0; i < dofs(); ++i) {
    Data::Joint& joint = data.joints[i];
    if (!joint.times.set({start.q[i], entry(start.v, i), entry(start.a, i)},
                         {goal.q[i], entry(goal.v, i), entry(goal.a, i)}, joint.limits)) {
      data.beyond = i;
      return Outcome::goal_beyond;
    }
    joint.alone = joint.times.next(0.0);
    if (joint.alone > T) {
      T = joint.alone;
      slowest = i;
    }
  }
  // Whoever cannot take this time takes the next that it can, until all can.
  for (int agreed = 0, i = slowest; agreed < dofs(); i = (i + 1) % dofs()) {
    const double own = data.joints[i].times.next(T);
    agreed = own > T ? 1 : agreed + 1;
    if (own > T) slowest = i;
    T = std::max(T, own);
  }
  data.duration = T;
  data.slowest = slowest;
  data.beyond = -1;
  for (int i = 0; i < dofs(); ++i) {
    Data::Joint& joint = data.joints[i];
    joint.count = joint.times.motion(T, joint.phases);
    if (joint.count > 0) continue;
    joint.phases[0] = {0.0, start.q[i], entry(start.v, i), entry(start.a, i), 0.0};
    joint.count = 1;
  }
  return Outcome::found;
}

int StateProfile::dofs() const { return static_cast<int>(data_->joints.size()); }
double StateProfile::duration() const { return data_->duration; }
double StateProfile::duration_alone(int coordinate) const {
  return data_->joints[coordinate].alone;
}
int StateProfile::slowest() const { return data_->slowest; }
bool StateProfile::brakes() const {
  return std::any_of(data_->joints.begin(), data_->joints.end(),
                     [](const Data::Joint& joint) { return joint.times.brakes(); });
}
int StateProfile::beyond() const { return data_->beyond; }
int StateProfile::phase_count(int coordinate) const { return data_->joints[coordinate].count; }

StateProfile::Phase StateProfile::phase(int coordinate, int number) const {
  return data_->joints[coordinate].phases[number];
}

void StateProfile::evaluate(double t, int order, VecOut<double> out) const {
  t = std::clamp(t, 0.0, data_->duration);
  for (int i = 0; i < dofs(); ++i) {
    const Data::Joint& joint = data_->joints[i];
    int k = joint.count - 1;
    while (k > 0 && joint.phases[k].begin > t) --k;
    const Phase& p = joint.phases[k];
    const double dt = t - p.begin;
    switch (order) {
      case 0:
        out[i] = p.q + dt * (p.v + dt * (0.5 * p.a + dt * p.jerk / 6.0));
        break;
      case 1:
        out[i] = p.v + dt * (p.a + 0.5 * dt * p.jerk);
        break;
      case 2:
        out[i] = p.a + dt * p.jerk;
        break;
      case 3:
        out[i] = p.jerk;
        break;
      default:
        out[i] = 0.0;
    }
  }
}

Profile StateProfile::profile() const {
  std::vector<std::vector<ProfilePiece>> pieces;
  for (const Data::Joint& joint : data_->joints) {
    pieces.emplace_back();
    for (int k = 0; k < joint.count; ++k) {
      const Phase& p = joint.phases[k];
      pieces.back().push_back({p.begin, p.begin, {p.q, p.v, 0.5 * p.a, p.jerk / 6.0}});
    }
  }
  return Profile(std::move(pieces), data_->duration);
}

}  // namespace alembert
