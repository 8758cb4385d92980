// Motions of the joints alone, and what is done to them against vibration.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "alembert/arm_modes.hpp"
#include "alembert/bending_model.hpp"
#include "alembert/error.hpp"
#include "alembert/flexible_equations.hpp"
#include "alembert/flexible_simulation.hpp"
#include "task/check_problem.hpp"

namespace alembert {

namespace {

using Eigen::VectorXd;

/// Impulses of an input shaper.
struct Impulses {
  std::vector<double> time, size;
};

Impulses impulses(Shaper shaper, double frequency, double damping) {
  if (shaper == Shaper::none) return {{0.0}, {1.0}};
  const double root = std::sqrt(1.0 - damping * damping);
  const double half = 1.0 / (2.0 * frequency * root);
  const double K = std::exp(-damping * std::numbers::pi / root);
  if (shaper == Shaper::zv) return {{0.0, half}, {1.0 / (1.0 + K), K / (1.0 + K)}};
  const double sum = (1.0 + K) * (1.0 + K);
  return {{0.0, half, 2.0 * half}, {1.0 / sum, 2.0 * K / sum, K * K / sum}};
}

/// (s (1 - s))^3 P_i(2 s - 1) and its derivatives by s: level to second order at both ends.
Eigen::Vector3d bump(int i, double s) {
  if (s <= 0.0 || s >= 1.0) return Eigen::Vector3d::Zero();
  const double w = s * (1.0 - s), dw = 1.0 - 2.0 * s;
  const double g = 64.0 * w * w * w, dg = 192.0 * w * w * dw,
               ddg = 384.0 * w * dw * dw - 384.0 * w * w;
  // Legendre's polynomial by its recursion, with derivatives by s.
  const double x = 2.0 * s - 1.0;
  Eigen::Vector3d before(1.0, 0.0, 0.0), now(x, 2.0, 0.0);
  if (i == 0) now = before;
  for (int k = 2; k <= i; ++k) {
    const double a = (2.0 * k - 1.0) / k, b = (k - 1.0) / k;
    const Eigen::Vector3d next(a * x * now[0] - b * before[0],
                               a * (2.0 * now[0] + x * now[1]) - b * before[1],
                               a * (4.0 * now[1] + x * now[2]) - b * before[2]);
    before = now;
    now = next;
  }
  return {g * now[0], dg * now[0] + g * now[1], ddg * now[0] + 2.0 * dg * now[1] + g * now[2]};
}

JointPath corrected(const JointPath& path, const std::vector<int>& joints, const VectorXd& parts,
                    int shapes) {
  const double T = path.duration;
  return {T, [=](double t, VectorXd& q, VectorXd& v, VectorXd& a) {
            path.at(t, q, v, a);
            for (int i = 0; i < shapes; ++i) {
              const Eigen::Vector3d f = bump(i, t / T);
              for (std::size_t j = 0; j < joints.size(); ++j) {
                const double c = parts[j * shapes + i];
                q[joints[j]] += c * f[0];
                v[joints[j]] += c * f[1] / T;
                a[joints[j]] += c * f[2] / (T * T);
              }
            }
          }};
}

}  // namespace

JointPath joint_path(const Model& model, const Trajectory& motion) {
  const FlexibleModel& arm = flexible_arm(model);
  std::vector<int> joints = places_in(model, arm);
  joints.resize(arm.joints);
  const BSpline& q = motion.q;
  check_coordinates(model, motion);
  const BSpline of_joints(q.degree(), q.knots(), q.control_points()(Eigen::all, joints));
  const double T = motion.duration();
  return {T, [=](double t, VectorXd& place, VectorXd& v, VectorXd& a) {
            const double at = of_joints.begin() + std::clamp(t, 0.0, T);
            place = of_joints(at);
            v = of_joints(at, 1);
            a = of_joints(at, 2);
            if (t <= T) return;
            v.setZero();
            a.setZero();
          }};
}

JointPath rest_to_rest(const VectorXd& from, const VectorXd& to, double duration) {
  return {duration, [=](double t, VectorXd& q, VectorXd& v, VectorXd& a) {
            const double s = std::clamp(t / duration, 0.0, 1.0), T = duration;
            const VectorXd travel = to - from;
            q = from + travel * (s * s * s * (10.0 + s * (6.0 * s - 15.0)));
            v = travel * (30.0 * s * s * (1.0 - s) * (1.0 - s) / T);
            a = travel * (60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / (T * T));
          }};
}

JointPath spin_up(int joints, double speed, double duration) {
  return {duration, [=](double t, VectorXd& q, VectorXd& v, VectorXd& a) {
            q = v = a = VectorXd::Zero(joints);
            const double w = 2.0 * std::numbers::pi / duration;
            if (t < duration) {
              q[0] = speed / duration * (0.5 * t * t + (std::cos(w * t) - 1.0) / (w * w));
              v[0] = speed / duration * (t - std::sin(w * t) / w);
              a[0] = speed / duration * (1.0 - std::cos(w * t));
            } else {
              q[0] = speed * (t - 0.5 * duration);
              v[0] = speed;
            }
          }};
}

double shaper_delay(Shaper shaper, double frequency, double damping) {
  return impulses(shaper, frequency, damping).time.back();
}

JointPath shaped(const JointPath& path, Shaper shaper, double frequency, double damping) {
  const Impulses train = impulses(shaper, frequency, damping);
  return {path.duration + train.time.back(), [=](double t, VectorXd& q, VectorXd& v, VectorXd& a) {
            VectorXd q1, v1, a1;
            for (std::size_t i = 0; i < train.time.size(); ++i) {
              const double at = std::clamp(t - train.time[i], 0.0, path.duration);
              path.at(at, q1, v1, a1);
              if (i == 0) q = v = a = VectorXd::Zero(q1.size());
              q += train.size[i] * q1;
              v += train.size[i] * v1;
              a += train.size[i] * a1;
            }
          }};
}

JointPath quiet(const FlexibleModel& model, const JointPath& path, const QuietOptions& options) {
  const int n = model.joints, m = model.amplitudes();
  VectorXd q0, q1, v, a;
  path.at(path.duration, q1, v, a);
  path.at(0.0, q0, v, a);
  std::vector<int> moving;
  for (int j = 0; j < n; ++j) {
    if (std::abs(q1[j] - q0[j]) > 1e-9) moving.push_back(j);
  }
  const VectorXd rest = resting(model, q1).tail(m);
  // How fast an amplitude of one metre swings, to weigh rates beside amplitudes.
  VectorXd swing(m);
  const Linearised end = linearise(model, q1);
  for (int k = 0; k < m; ++k) {
    swing[k] = std::sqrt(std::abs(end.stiffness(n + k, n + k) / end.mass(n + k, n + k)));
  }
  const auto left = [&](const VectorXd& parts) {
    FlexibleRun run;
    run.path = corrected(path, moving, parts, options.shapes);
    run.sample = path.duration;
    run.relative_tolerance = 1e-8;
    run.absolute_tolerance = 1e-10;
    run.checkpoint = options.checkpoint;
    const FlexibleSimulation result = simulate_flexible({}, model, run);
    const FlexibleSample& last = result.samples.back();
    VectorXd r(2 * m);
    r << last.z.tail(m) - rest, last.v.tail(m).cwiseQuotient(swing);
    return r;
  };
  const auto count = static_cast<Eigen::Index>(moving.size()) * options.shapes;
  VectorXd parts = VectorXd::Zero(count), r = left(parts);
  // A smooth path hardly moves the fast modes, so they are not asked to: what is left of them is.
  const double enough = std::max(options.tolerance, 0.01 * r.cwiseAbs().maxCoeff());
  for (int step = 0; step < 5; ++step) {
    if (r.cwiseAbs().maxCoeff() < enough) return corrected(path, moving, parts, options.shapes);
    Eigen::MatrixXd slopes(2 * m, count);
    constexpr double h = 1e-4;
    for (Eigen::Index i = 0; i < count; ++i) {
      VectorXd varied = parts;
      varied[i] += h;
      slopes.col(i) = (left(varied) - r) / h;
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> smallest;
    smallest.setThreshold(1e-3);
    parts -= smallest.compute(slopes).solve(r);
    r = left(parts);
    if (!r.allFinite()) break;
  }
  if (r.allFinite() && r.cwiseAbs().maxCoeff() < enough) {
    return corrected(path, moving, parts, options.shapes);
  }
  throw Error(Error::Code::unsupported, "no quiet motion of that duration was found",
              "give the motion more time, or more shapes of correction");
}

}  // namespace alembert
