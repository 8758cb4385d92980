// One motion of a mechanism as two trees say it: the same joints, other coordinates of the base.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <string>

#include "alembert/kinematics.hpp"
#include "alembert/model.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {

struct Instant {
  Eigen::VectorXd q, v, a;
};

inline Instant random_instant(const Model& model, Random& random) {
  const int n = model.dofs();
  const Eigen::VectorXd q = random.values(n, 1.0), v = random.values(n), a = random.values(n, 5.0);
  return {q, v, a};
}

/// How a frame is and moves; velocity, then angular velocity, world components.
struct FrameInstant {
  Eigen::Isometry3d pose;
  Eigen::Matrix<double, 6, 1> velocity, acceleration;
};

/// By dual numbers on q + v t + a t^2 / 2: no Jacobians.
inline FrameInstant frame_instant(const Model& model, const std::string& frame, const Instant& at) {
  using D = Dual<Dual<double>>;
  Eigen::Matrix<D, Eigen::Dynamic, 1> q(model.dofs());
  for (int i = 0; i < model.dofs(); ++i) {
    q[i] = D({at.q[i], at.v[i]}, {at.v[i], at.a[i]});
  }
  Kinematics<D> kinematics(model);
  kinematics.update(q);
  const Pose<D> pose = kinematics.pose(model.frame(frame));
  Eigen::Matrix<double, 3, 4> X, dX, ddX;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) {
      X(r, c) = pose(r, c).value.value;
      dX(r, c) = pose(r, c).value.slope;
      ddX(r, c) = pose(r, c).slope.slope;
    }
  }
  const Eigen::Matrix3d R = X.leftCols<3>(), dR = dX.leftCols<3>(), ddR = ddX.leftCols<3>();
  const auto vector_of = [](const Eigen::Matrix3d& S) {
    return Eigen::Vector3d(S(2, 1), S(0, 2), S(1, 0));
  };
  FrameInstant out;
  out.pose.linear() = R;
  out.pose.translation() = X.col(3);
  out.velocity << dX.col(3), vector_of(dR * R.transpose());
  out.acceleration << ddX.col(3), vector_of(ddR * R.transpose() + dR * dR.transpose());
  return out;
}

/// Coordinates of `base.x` and so on, in the order of the model.
inline std::vector<int> base_coordinates(const Model& model) {
  std::vector<int> out;
  for (int i = 0; i < model.dofs(); ++i) {
    if (model.coordinate_names()[static_cast<std::size_t>(i)].starts_with("base.")) {
      out.push_back(i);
    }
  }
  return out;
}

/// Sets those so that the root is at a pose.
inline void place_root(const Model& model, const std::string& root, const Eigen::Isometry3d& pose,
                       Eigen::VectorXd& q) {
  const std::vector<int> base = base_coordinates(model);
  for (const int i : base) q[i] = 0.0;
  Kinematics<double> kinematics(model);
  kinematics.update(q);
  const Eigen::Isometry3d moved =
      model.mount().inverse() * pose * kinematics.pose(model.frame(root)).inverse() * model.mount();
  const auto axis_of = [&](int i) {
    return model.coordinate_names()[static_cast<std::size_t>(i)].back() - 'x';
  };
  std::vector<int> turns;
  for (const int i : base) {
    if (model.coordinates()[static_cast<std::size_t>(i)].angular)
      turns.push_back(i);
    else
      q[i] = moved.translation()[axis_of(i)];
  }
  if (turns.size() == 3) {
    const Eigen::Vector3d angles =
        moved.linear().eulerAngles(axis_of(turns[0]), axis_of(turns[1]), axis_of(turns[2]));
    for (int k = 0; k < 3; ++k) q[turns[k]] = angles[k];
  } else if (turns.size() == 1) {
    const int k = axis_of(turns[0]), l = (k + 1) % 3, m = (k + 2) % 3;
    q[turns[0]] = std::atan2(moved.linear()(m, l), moved.linear()(l, l));
  }
}

/// The instant of one tree as another tells it, which has the same joints by name and whose root,
/// carried by base.x and so on, is a link or frame of the first, too.
inline Instant rerooted(const Model& from, const Instant& at, const Model& to,
                        const std::string& root) {
  const int n = to.dofs();
  Instant out{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n)};
  for (int i = 0; i < n; ++i) {
    const std::string name = to.coordinate_names()[static_cast<std::size_t>(i)];
    if (name.starts_with("base.")) continue;
    const int j = from.coordinate(name);
    out.q[i] = at.q[j];
    out.v[i] = at.v[j];
    out.a[i] = at.a[j];
  }
  const FrameInstant there = frame_instant(from, root, at);
  place_root(to, root, there.pose, out.q);
  Kinematics<double> kinematics(to);
  kinematics.update(out.q);
  EXPECT_LT((kinematics.pose(to.frame(root)).matrix() - there.pose.matrix()).norm(), 1e-12);
  Eigen::Matrix<double, 6, Eigen::Dynamic> J(6, n);
  kinematics.jacobian(to.frame(root), J);
  const std::vector<int> base = base_coordinates(to);
  const Eigen::MatrixXd by_base = J(Eigen::all, base);
  const auto solver = by_base.colPivHouseholderQr();
  out.v(base) = solver.solve(there.velocity);
  out.a(base) = solver.solve(there.acceleration - frame_instant(to, root, out).acceleration);
  const FrameInstant here = frame_instant(to, root, out);
  EXPECT_LT((here.velocity - there.velocity).norm(), 1e-11 * (1.0 + out.v.norm()));
  EXPECT_LT((here.acceleration - there.acceleration).norm(), 1e-10 * (1.0 + out.a.norm()));
  return out;
}

}  // namespace alembert::test
