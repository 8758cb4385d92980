#include "kernel/pivot_floors.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernel/tree_state.hpp"

namespace alembert {

namespace {

using Eigen::Isometry3d, Eigen::Matrix3d, Eigen::Vector3d;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;  // angular above linear

/// Of any method: parts of the inertia of all that a joint moves, stretched out.
std::vector<double> stretched_floors(const Model& model, bool about_base, double epsilon) {
  struct Bound {
    double m = 0.0, h = 0.0, J = 0.0;  // mass, |int r dm|, int r^2 dm
    double from_base = 0.0;
  };
  const std::vector<ModelJoint>& joints = model.joints();
  std::vector<Bound> bounds(joints.size());
  const auto parent_of = [&](const ModelJoint& joint) -> Bound& { return bounds[joint.parent]; };
  for (std::size_t i = 0; about_base && i < joints.size(); ++i) {
    bounds[i].from_base = joints[i].p.norm();
    if (joints[i].parent >= 0) bounds[i].from_base += parent_of(joints[i]).from_base;
  }
  std::vector<double> floors(joints.size());
  const double rounding = static_cast<double>(joints.size()) * epsilon;
  for (std::size_t i = joints.size(); i-- > 0;) {
    const ModelJoint& joint = joints[i];
    Bound& mine = bounds[i];
    const double arm = joint.inertia.com.norm(), m = joint.inertia.mass;
    mine.m += m;
    mine.h += m * arm;
    mine.J += 0.5 * joint.inertia.about_com.trace() + m * arm * arm;
    const auto seen_from = [&](double p) { return mine.J + (2.0 * mine.h + mine.m * p) * p; };
    const bool slides = joint.motion == JointMotion::prismatic;
    floors[i] = rounding * ((slides ? mine.m : seen_from(mine.from_base)) + joint.rotor_inertia);
    if (joint.parent < 0) continue;
    Bound& parent = parent_of(joint);
    const double p = joint.p.norm();
    parent.m += mine.m;
    parent.h += mine.h + mine.m * p;
    parent.J += seen_from(p);
  }
  return floors;
}

/// Motions seen from a frame, given where it lies.
Matrix6 seen_from(const Isometry3d& frame) {
  const Matrix3d R = frame.linear().transpose();
  Matrix6 out;
  out << R, Matrix3d::Zero(), -R * crossing(frame.translation()), R;
  return out;
}

Matrix6 spatial(const Inertia& body) {
  const Matrix3d h = crossing(body.mass * body.com);
  Matrix6 out;
  out << body.about_com - h * crossing(body.com), h, -h, body.mass * Matrix3d::Identity();
  return out;
}

Isometry3d pose_in_parent(const ModelJoint& joint, double x) {
  LinkTransform<double> X;
  X.set(joint, x);
  return Eigen::Translation3d(X.origin()) * Isometry3d(X.rotation());
}

/// T' M T.
Matrix6 congruent(const Matrix6& M, const Matrix6& T) {
  const Matrix6 MT = M * T;
  return T.transpose() * MT;
}

/// What rounds when all entries of an inertia do.
Matrix6 own_rounding(const Matrix6& inertia) {
  Vector6 scale;
  scale << Vector3d::Constant(inertia.topLeftCorner<3, 3>().trace()),
      Vector3d::Constant(inertia.bottomRightCorner<3, 3>().trace());
  return scale.asDiagonal();
}

struct Body {
  Isometry3d joint;  // in the base
  Matrix6 inertia = Matrix6::Zero(), error = Matrix6::Zero();
};

/// Adds one posture's. The inertia of a body whose joint is free is P' I P with P = 1 - S U' / D,
/// so what is wrong with I by E leaves it wrong by P' E P.
void raise_by_posture(const Model& model, bool about_base, std::vector<Body>& bodies,
                      std::vector<double>& rounding) {
  const auto at = [&](const Body& body) {
    return about_base ? Isometry3d::Identity() : body.joint;
  };
  for (int i = model.joint_count(); i-- > 0;) {
    const ModelJoint& joint = model.joint(i);
    Body& body = bodies[i];
    const Isometry3d placed = at(body).inverse() * body.joint;
    body.inertia += congruent(spatial(joint.inertia), seen_from(placed));
    body.error += own_rounding(body.inertia);
    Vector6 S = Vector6::Zero();
    S[2] = joint.motion == JointMotion::prismatic ? 0.0 : 1.0;
    S[5] = joint.motion == JointMotion::revolute ? 0.0 : S[2] == 0.0 ? 1.0 : joint.pitch;
    S = seen_from(placed.inverse()) * S;
    const Vector6 U = body.inertia * S;
    const double D = S.dot(U) + joint.rotor_inertia, wrong = S.dot(body.error * S);
    rounding[i] = std::max(rounding[i], wrong);
    if (joint.parent < 0) continue;
    const Matrix6 P =
        D > 0.0 ? Matrix6(Matrix6::Identity() - S * U.transpose() / D) : Matrix6::Identity();
    Body& parent = bodies[joint.parent];
    const Matrix6 X = seen_from(at(parent).inverse() * at(body));
    parent.inertia += congruent(congruent(body.inertia, P), X);
    parent.error += congruent(congruent(body.error, P) + own_rounding(body.inertia), X);
  }
}

/// How far rounding moves the pivots of articulated inertias: in parts of the machine's epsilon, to
/// first order, the largest in a few postures, joint by joint. `about_base` for inertias about the
/// base's origin, else each is about its own joint.
std::vector<double> pivot_rounding(const Model& model, bool about_base) {
  constexpr int postures = 8;
  const double golden_angle = std::numbers::pi * (3.0 - std::sqrt(5.0));
  std::vector<double> rounding(model.joint_count(), 0.0);
  std::vector<Body> bodies(rounding.size());
  for (int k = 0; k < postures; ++k) {
    for (int i = 0; i < model.joint_count(); ++i) {
      const ModelJoint& joint = model.joint(i);
      const bool slides = joint.motion == JointMotion::prismatic;
      const Isometry3d here = pose_in_parent(joint, slides ? 0.0 : golden_angle * (i + 1) * k);
      Body& body = bodies[i];
      body = {joint.parent < 0 ? here : bodies[joint.parent].joint * here};
    }
    raise_by_posture(model, about_base, bodies, rounding);
  }
  return rounding;
}

}  // namespace

std::vector<double> pivot_floors(const Model& model, Pivots pivots, double epsilon) {
  constexpr double single = 1e-10;  // an epsilon above this
  constexpr double margin = 8.0;    // times the rounding: a pivot of so much has a digit
  const bool about_base = pivots != Pivots::articulated;
  std::vector<double> floors = stretched_floors(model, about_base, epsilon);
  if (pivots == Pivots::elimination || epsilon < single) return floors;
  const std::vector<double> rounding = pivot_rounding(model, about_base);
  for (std::size_t i = 0; i < floors.size(); ++i) {
    floors[i] = std::min(floors[i], margin * epsilon * rounding[i]);
  }
  return floors;
}

}  // namespace alembert
