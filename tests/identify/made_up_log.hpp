// Logs of robots that are known: a random motion within limits, torques of a true robot, and what
// sensors do to them.
#pragma once

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/robot_log.hpp"
#include "identify/pseudo_inertia.hpp"

namespace alembert::test {

struct Sensors {
  double seconds = 10.0, step = 0.005;
  double torque_noise = 0.0;    ///< as a share of each joint's largest torque
  double position_noise = 0.0;  ///< rad or m
  double correlation = 0.0;     ///< of torque noise from one sample to the next
  double offset = 0.0;          ///< as a share of each joint's largest torque
  double delay = 0.0;           ///< s, of torques
  int late_position = -1;       ///< a coordinate whose position is late by
  double position_delay = 0.0;  ///< s
  bool rates = false;           ///< v and a are logged, too
  double speed = 0.8;           ///< of what limits allow
};

/// The same robot built a little differently, every way alike as the pseudo-inertia measures them,
/// with friction.
inline Robot built_differently(Robot robot, double share, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  for (Link& link : robot.links) {
    if (!link.inertia || link.inertia->mass <= 0.0) continue;
    identifying::BodyParameters body = identifying::body_parameters(*link.inertia);
    if (!identifying::is_possible(body)) body = identifying::made_possible(body);
    Eigen::Matrix4d change;
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c <= r; ++c) {
        change(r, c) = change(c, r) = share * normal(engine) * (r == c ? 1.0 : std::sqrt(0.5));
      }
    }
    const Eigen::Matrix4d half = Eigen::Matrix4d::Identity() + 0.5 * change;
    const Eigen::Matrix4d L = identifying::pseudo_inertia(body).llt().matrixL();
    link.inertia = identifying::inertia_of(
        identifying::body_parameters(Eigen::Matrix4d(L * half * half * L.transpose())));
  }
  for (Joint& joint : robot.joints) {
    if (joint.type == JointType::fixed) continue;
    joint.friction.viscous = 0.5 + 0.4 * std::abs(normal(engine));
    joint.friction.coulomb = 0.3 + 0.2 * std::abs(normal(engine));
  }
  return robot;
}

/// Sums of sines within limits.
class MadeUpMotion {
 public:
  MadeUpMotion(const Model& model, double speed, unsigned seed) : model_(model) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    const int n = model.dofs();
    for (Eigen::MatrixXd* m : {&amplitude_, &omega_, &phase_}) m->resize(n, sines);
    middle_.resize(n);
    for (int j = 0; j < n; ++j) {
      const Coordinate& coordinate = model.coordinates()[static_cast<std::size_t>(j)];
      const double low = std::max(coordinate.limits.lower, -2.5);
      const double high = std::min(coordinate.limits.upper, 2.5);
      middle_[j] = 0.5 * (low + high);
      const double half = 0.45 * (high - low);
      double fastest = 0.0;
      for (int k = 0; k < sines; ++k) {
        amplitude_(j, k) = half * (0.3 + 0.7 * uniform(engine)) / sines;
        omega_(j, k) = 0.6 + 4.0 * uniform(engine);
        phase_(j, k) = 6.28 * uniform(engine);
        fastest += amplitude_(j, k) * omega_(j, k);
      }
      const double allowed = speed * std::min(coordinate.limits.velocity, 3.0);
      if (fastest > allowed) omega_.row(j) *= allowed / fastest;
    }
  }

  void at(double t, Eigen::VectorXd& q, Eigen::VectorXd& v, Eigen::VectorXd& a) const {
    q = middle_;
    v.setZero(q.size());
    a.setZero(q.size());
    for (Eigen::Index j = 0; j < q.size(); ++j) {
      for (int k = 0; k < sines; ++k) {
        const double w = omega_(j, k), x = w * t + phase_(j, k);
        q[j] += amplitude_(j, k) * std::sin(x);
        v[j] += amplitude_(j, k) * w * std::cos(x);
        a[j] -= amplitude_(j, k) * w * w * std::sin(x);
      }
    }
  }

 private:
  static constexpr int sines = 4;
  Model model_;
  Eigen::VectorXd middle_;
  Eigen::MatrixXd amplitude_, omega_, phase_;
};

inline RobotLog made_up_log(const Robot& truth, const Sensors& sensors, unsigned motion,
                            unsigned noise) {
  const Model model = compile(truth);
  const int n = model.dofs();
  const MadeUpMotion moves(model, sensors.speed, motion);
  InverseDynamics id(model);
  const auto rows = static_cast<Eigen::Index>(sensors.seconds / sensors.step);
  RobotLog log;
  log.name = "made up";
  log.t.resize(rows);
  for (Eigen::MatrixXd* m : {&log.q, &log.v, &log.a, &log.tau}) m->resize(rows, n);
  Eigen::VectorXd q(n), v(n), a(n), tau(n);
  for (Eigen::Index i = 0; i < rows; ++i) {
    log.t[i] = sensors.step * static_cast<double>(i);
    moves.at(log.t[i], q, v, a);
    log.q.row(i) = q;
    log.v.row(i) = v;
    log.a.row(i) = a;
    if (sensors.late_position >= 0) {
      moves.at(log.t[i] - sensors.position_delay, q, v, a);
      log.q(i, sensors.late_position) = q[sensors.late_position];
    }
    moves.at(log.t[i] - sensors.delay, q, v, a);
    id(q, v, a, tau);
    log.tau.row(i) = tau;
  }
  std::mt19937 engine(noise);
  std::normal_distribution<double> normal;
  const Eigen::RowVectorXd largest = log.tau.cwiseAbs().colwise().maxCoeff();
  Eigen::RowVectorXd state = Eigen::RowVectorXd::Zero(n), offset(n);
  for (int j = 0; j < n; ++j) offset[j] = sensors.offset * largest[j] * normal(engine);
  const double fresh = std::sqrt(1.0 - sensors.correlation * sensors.correlation);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (int j = 0; j < n; ++j) {
      state[j] = sensors.correlation * state[j] + fresh * normal(engine);
      log.tau(i, j) += offset[j] + sensors.torque_noise * largest[j] * state[j];
      log.q(i, j) += sensors.position_noise * normal(engine);
    }
  }
  if (!sensors.rates) {
    log.v.resize(0, 0);
    log.a.resize(0, 0);
  }
  return log;
}

}  // namespace alembert::test
