#include "alembert/arm_modes.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <numbers>

#include "alembert/dual.hpp"
#include "alembert/flexible_equations.hpp"
#include "dense.hpp"

namespace alembert {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Number = Dual<double>;

/// Derivatives of the forces at rest: by z, or by z'.
MatrixXd slopes(FlexibleEquations<Number>& arm, const VectorXd& z, bool by_rate) {
  const auto n = z.size();
  MatrixXd out(n, n);
  VecX<Number> zz = z.cast<Number>(), v = VecX<Number>::Zero(n), none = v, forces(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    VecX<Number>& varied = by_rate ? v : zz;
    varied[j].slope = 1.0;
    arm.inverse(zz, v, none, forces);
    varied[j].slope = 0.0;
    for (Eigen::Index i = 0; i < n; ++i) out(i, j) = forces[i].slope;
  }
  return out;
}

struct Pairs {
  VectorXd squares;  ///< of circular frequencies, rising
  MatrixXd shapes;
};

/// Soft modes keep their digits beside stiff ones if the stiffness is the definite matrix.
Pairs solve_pairs(const MatrixXd& K, const MatrixXd& M) {
  if (K.rows() == 0) return {};
  if (K.llt().info() == Eigen::Success) {
    const dense::Eigenpairs pairs = dense::eigenpairs(M, K);
    return {pairs.values.reverse().cwiseInverse(), pairs.vectors.rowwise().reverse()};
  }
  const dense::Eigenpairs pairs = dense::eigenpairs(K, M);
  return {pairs.values, pairs.vectors};
}

}  // namespace

VectorXd resting(const FlexibleModel& model, const VectorXd& q) {
  const int n = model.size(), m = model.amplitudes();
  FlexibleEquations<double> arm(model);
  FlexibleEquations<Number> varied(model);
  VectorXd z = VectorXd::Zero(n), forces(n);
  const VectorXd none = VectorXd::Zero(n);
  z.head(model.joints) = q;
  for (int step = 0; step < 50; ++step) {
    arm.inverse(z, none, none, forces);
    if (m == 0) return z;
    const MatrixXd K = slopes(varied, z, false).bottomRightCorner(m, m);
    const VectorXd change = K.partialPivLu().solve(forces.tail(m));
    z.tail(m) -= change;
    if (!z.allFinite()) break;
    if (change.cwiseAbs().maxCoeff() <= 1e-13 * (1.0 + z.tail(m).cwiseAbs().maxCoeff())) return z;
  }
  throw Error(Error::Code::value, "the arm finds no rest there: gravity bends it without end",
              "check stiffnesses and masses, or linearise the straight arm");
}

Linearised linearise(const FlexibleModel& model, const VectorXd& z, bool undeformed) {
  const int n = model.size();
  Linearised out;
  out.z = VectorXd::Zero(n);
  if (z.size() == n) {
    out.z = z;
  } else if (z.size() == model.joints) {
    if (undeformed) {
      out.z.head(model.joints) = z;
    } else {
      out.z = resting(model, z);
    }
  } else {
    throw Error(Error::Code::size,
                "there are " + std::to_string(z.size()) + " values for " +
                    std::to_string(model.joints) + " joints",
                "give one a joint, or one a coordinate");
  }
  FlexibleEquations<double> arm(model);
  FlexibleEquations<Number> varied(model);
  out.mass.resize(n, n);
  VectorXd R(n);
  const VectorXd none = VectorXd::Zero(n);
  arm.simulation_form(out.z, none, out.mass, R);
  out.torques = -R.head(model.joints);
  const MatrixXd K = slopes(varied, out.z, false);
  out.stiffness = 0.5 * (K + K.transpose());
  out.damping = slopes(varied, out.z, true);
  return out;
}

StateSpace state_space(const Linearised& arm, int joints) {
  const Eigen::Index n = arm.mass.rows();
  const Eigen::LDLT<MatrixXd> mass(arm.mass);
  StateSpace out{MatrixXd::Zero(2 * n, 2 * n), MatrixXd::Zero(2 * n, joints)};
  out.A.topRightCorner(n, n).setIdentity();
  out.A.bottomLeftCorner(n, n) = -mass.solve(arm.stiffness);
  out.A.bottomRightCorner(n, n) = -mass.solve(arm.damping);
  out.B.bottomRows(n) = mass.solve(MatrixXd::Identity(n, joints));
  return out;
}

ArmModes arm_modes(const FlexibleModel& model, const VectorXd& z, const ModesOptions& options) {
  ArmModes out;
  out.at = linearise(model, z, options.undeformed);
  const MatrixXd &M = out.at.mass, &K = out.at.stiffness;
  const double scale = K.cwiseAbs().maxCoeff();
  // Joints that nothing pulls back move with the others as their inertia says, and are eliminated
  // exactly: M := M_dd - M_dq M_qq^-1 M_qd.
  std::vector<int> kept, loose;
  for (int i = 0; i < model.size(); ++i) {
    if (std::find(options.locked.begin(), options.locked.end(), i) != options.locked.end())
      continue;
    const bool free = i < model.joints && K.row(i).cwiseAbs().maxCoeff() <= 1e-13 * scale;
    (free ? loose : kept).push_back(i);
  }
  out.rigid = static_cast<int>(loose.size());
  const MatrixXd across = M(loose, kept);
  const MatrixXd follow =
      loose.empty() ? MatrixXd(0, kept.size()) : MatrixXd(M(loose, loose).ldlt().solve(across));
  const MatrixXd reduced = M(kept, kept) - across.transpose() * follow;
  const Pairs pairs = solve_pairs(K(kept, kept), reduced);
  out.unstable = static_cast<int>((pairs.squares.array() < 0.0).count());
  const Eigen::Index count = pairs.squares.size() - out.unstable;
  out.frequencies = pairs.squares.tail(count).cwiseMax(0.0).cwiseSqrt() / (2.0 * std::numbers::pi);
  out.shapes = MatrixXd::Zero(model.size(), count);
  out.damping = VectorXd::Zero(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const VectorXd part = pairs.shapes.col(out.unstable + i);
    VectorXd shape = VectorXd::Zero(model.size());
    shape(kept) = part;
    if (!loose.empty()) shape(loose) = -follow * part;
    Eigen::Index largest = 0;
    shape.cwiseAbs().maxCoeff(&largest);
    shape /= shape[largest];
    out.shapes.col(i) = shape;
    const double omega = 2.0 * std::numbers::pi * out.frequencies[i];
    if (omega > 0.0) {
      out.damping[i] = shape.dot(out.at.damping * shape) / (2.0 * omega * shape.dot(M * shape));
    }
  }
  return out;
}

}  // namespace alembert
