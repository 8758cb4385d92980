// What the Lagrangian formulations with matrices share: A and its derivatives, the recursion of
// W, W' and W'' (Hollerbach 1980, (8)-(10) corrected), the inertia and load matrices; and dense
// matrix arithmetic that counts as Hollerbach counts.
//
// The paper makes "no allowance for any sparseness": economies are to be explicit in the
// formulation rather than hidden in the program. So products here are full ones, zeros and ones
// included, and are executed as they are counted. What is executed more cheaply than the printed
// polynomials assume is marked with PublishedAs:
//
//   a trace      is counted as the full product of its two matrices and the sum of the diagonal
//   a sum        of N matrices is counted as N additions an entry in (9) and (10)
//   W_{j-1} dA_j is counted at each of the three places where it appears
#pragma once

#include "alembert/formulation/link_matrices.hpp"
#include "alembert/inertia.hpp"
#include "alembert/link_transform.hpp"
#include "alembert/load.hpp"
#include "alembert/op_count.hpp"

namespace alembert {

namespace dense {

constexpr long product_mul(long n) { return n * n * n; }
constexpr long product_add(long n) { return n * n * (n - 1); }

/// a b for square matrices: n^3 multiplications, n^2 (n - 1) additions.
template <typename S, int N>
Eigen::Matrix<S, N, N> product(const Eigen::Matrix<S, N, N>& a, const Eigen::Matrix<S, N, N>& b) {
  return a * b;
}

/// tr(a b^T): the entries that meet on the diagonal, counted as the whole product.
template <typename S, int N>
S trace_with_transpose(const Eigen::Matrix<S, N, N>& a, const Eigen::Matrix<S, N, N>& b) {
  const PublishedAs<S> full_product(product_mul(N), product_add(N) + N - 1);
  return a.cwiseProduct(b).sum();
}

/// tr(a b), as above.
template <typename S, int N>
S trace(const Eigen::Matrix<S, N, N>& a, const Eigen::Matrix<S, N, N>& b) {
  return trace_with_transpose<S, N>(a, b.transpose());
}

/// The sum of matrices of one size, counted as one addition an entry for each of them.
template <typename Matrix, typename... Matrices>
Matrix sum(const Matrix& first, const Matrices&... others) {
  constexpr long terms = 1 + sizeof...(others);
  const PublishedAs<typename Matrix::Scalar> each_term(0, terms * Matrix::SizeAtCompileTime);
  return (first + ... + others);
}

/// A product that the paper counts `times` more, because it appears at as many more places.
template <typename S, int N>
void count_again(long times) {
  const PublishedAs<S> again(times * product_mul(N), times * product_add(N));
}

}  // namespace dense

/// A, dA and d2A are free in the paper: they "depend on the particular manipulator".
template <typename S>
void set_joint_matrices(const LinkTransform<S>& X, JointMatrices<S, 3>& joint) {
  const NotPublished<S> free;
  joint.A = X.rotation();
  joint.dA.setZero();
  joint.d2A.setZero();
  if (X.joint->motion == JointMotion::prismatic) return;
  joint.dA.col(0) = joint.A.col(1);
  joint.dA.col(1) = -joint.A.col(0);
  joint.d2A.col(0) = -joint.A.col(0);
  joint.d2A.col(1) = -joint.A.col(1);
}

template <typename S>
void set_joint_matrices(const LinkTransform<S>& X, JointMatrices<S, 4>& joint) {
  const NotPublished<S> free;
  JointMatrices<S, 3> turn;
  set_joint_matrices(X, turn);
  joint.A << turn.A, X.origin(), Vec4<S>::UnitW().transpose();
  joint.dA.setZero();
  joint.d2A.setZero();
  joint.dA.template topLeftCorner<3, 3>() = turn.dA;
  joint.d2A.template topLeftCorner<3, 3>() = turn.d2A;
  if (X.joint->motion == JointMotion::prismatic) joint.dA.col(3) = joint.A.col(2);
}

/// (8)-(10) for one link; `parent` is null at the base, where W_0 = 1, W'_0 = W''_0 = 0 and the
/// paper leaves out the eight products but not the scaling and adding of their results.
template <typename S, int N>
void advance(const LinkMatrices<S, N>* parent, const JointMatrices<S, N>& joint, const S& qd,
             const S& qdd, LinkMatrices<S, N>& link) {
  using Matrix = Eigen::Matrix<S, N, N>;
  if (parent == nullptr) {
    const PublishedAs<S> scaled_and_added(2 + 4 * N * N, (2 + 4) * N * N);
    link.W = joint.A;
    link.dW = joint.dA;
    link.Wd = joint.dA * qd;
    link.Wdd = joint.d2A * (qd * qd) + joint.dA * qdd;
    return;
  }
  link.W = dense::product(parent->W, joint.A);  // (8)
  link.dW = dense::product(parent->W, joint.dA);
  dense::count_again<S, N>(2);
  const Matrix W_d2A = dense::product(parent->W, joint.d2A);
  const Matrix Wd_A = dense::product(parent->Wd, joint.A);
  const Matrix Wd_dA = dense::product(parent->Wd, joint.dA);
  const Matrix Wdd_A = dense::product(parent->Wdd, joint.A);
  link.Wd = dense::sum(Wd_A, Matrix(link.dW * qd));  // (9)
  link.Wdd = dense::sum(Wdd_A, Matrix(Wd_dA * (S(2.0) * qd)), Matrix(W_d2A * (qd * qd)),
                        Matrix(link.dW * qdd));  // (10)
}

/// J: the integral of h h^T dm about the frame's origin.
inline Eigen::Matrix3d second_moment(const Inertia& inertia) {
  const Eigen::Matrix3d I = inertia.about_origin();
  return 0.5 * I.trace() * Eigen::Matrix3d::Identity() - I;
}

/// J in homogeneous coordinates; its last column is m r.
inline Eigen::Matrix4d homogeneous_second_moment(const Inertia& inertia) {
  const Eigen::Vector3d moment = inertia.mass * inertia.com;
  Eigen::Matrix4d J;
  J << second_moment(inertia), moment, moment.transpose(), inertia.mass;
  return J;
}

/// The couple of a moment n as a skew matrix K: the power of n on a turning W is tr(W' K W^T).
template <typename S>
Mat3<S> couple(const Vec3<S>& n) {
  const Vec3<S> h = S(0.5) * n;
  Mat3<S> K;
  K << S(0.0), h.z(), -h.y(), -h.z(), S(0.0), h.x(), h.y(), -h.x(), S(0.0);
  return K;
}

/// L of an outside wrench, whose power on the moving link is tr(W' L W^T): it stands beside
/// J W''^T wherever that appears, with a minus sign.
template <typename S>
Mat4<S> load_matrix(const LinkWrench<S>& wrench) {
  Mat4<S> L = Mat4<S>::Zero();
  L.template topLeftCorner<3, 3>() = couple(wrench.moment);
  L.template bottomLeftCorner<1, 3>() = wrench.force.transpose();
  return L;
}

}  // namespace alembert
