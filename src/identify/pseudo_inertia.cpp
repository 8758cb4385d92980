#include "identify/pseudo_inertia.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace alembert::identifying {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;

namespace {

Matrix3d tensor_of(const BodyParameters& body) {
  Matrix3d I;
  I << body[4], body[5], body[6], body[5], body[7], body[8], body[6], body[8], body[9];
  return I;
}

const std::array<Matrix4d, 10>& directions() {
  static const std::array<Matrix4d, 10> all = [] {
    std::array<Matrix4d, 10> out;
    for (int k = 0; k < 10; ++k) out[k] = pseudo_inertia(BodyParameters::Unit(k));
    return out;
  }();
  return all;
}

}  // namespace

Matrix4d pseudo_inertia(const BodyParameters& body) {
  const Matrix3d I = tensor_of(body);
  Matrix4d P;
  P.topLeftCorner<3, 3>() = 0.5 * I.trace() * Matrix3d::Identity() - I;
  P.topRightCorner<3, 1>() = body.segment<3>(1);
  P.bottomLeftCorner<1, 3>() = body.segment<3>(1).transpose();
  P(3, 3) = body[0];
  return P;
}

BodyParameters body_parameters(const Matrix4d& pseudo) {
  const Matrix3d S = pseudo.topLeftCorner<3, 3>();
  const Matrix3d I = S.trace() * Matrix3d::Identity() - S;
  BodyParameters body;
  body << pseudo(3, 3), pseudo(0, 3), pseudo(1, 3), pseudo(2, 3), I(0, 0), I(0, 1), I(0, 2),
      I(1, 1), I(1, 2), I(2, 2);
  return body;
}

BodyParameters body_parameters(const Inertia& inertia) {
  const Matrix3d I = inertia.about_origin();
  const Vector3d h = inertia.mass * inertia.com;
  BodyParameters body;
  body << inertia.mass, h, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2);
  return body;
}

Inertia inertia_of(const BodyParameters& body) {
  Inertia out;
  out.mass = body[0];
  out.com = body.segment<3>(1) / body[0];
  out.about_com = tensor_of(body) - out.mass * (out.com.squaredNorm() * Matrix3d::Identity() -
                                                out.com * out.com.transpose());
  return out;
}

bool is_possible(const BodyParameters& body) {
  if (!(body[0] > 0.0)) return false;
  const Inertia inertia = inertia_of(body);
  const Vector3d moments =
      Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia.about_com, Eigen::EigenvaluesOnly)
          .eigenvalues();
  return moments[0] > 0.0 && moments[0] + moments[1] > moments[2];
}

BodyParameters made_possible(const BodyParameters& body) {
  Matrix4d P = pseudo_inertia(body);
  // What turns and has no mass is taken as a metre wide.
  const double mass = std::max({body[0], P.topLeftCorner<3, 3>().trace(), 1e-6});
  P(3, 3) = mass;
  const Vector3d com = P.topRightCorner<3, 1>() / mass;
  const Matrix3d about = P.topLeftCorner<3, 3>() - mass * com * com.transpose();
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(about);
  constexpr double thin = 1e-3;  // of the largest, or of a centimetre
  const double least = std::max(thin * eigen.eigenvalues()[2], mass * 1e-6);
  const Vector3d widened = eigen.eigenvalues().cwiseMax(least);
  P.topLeftCorner<3, 3>() =
      eigen.eigenvectors() * widened.asDiagonal() * eigen.eigenvectors().transpose() +
      mass * com * com.transpose();
  return body_parameters(P);
}

BodyDivergence::BodyDivergence(const BodyParameters& from) : from_(from) {
  const Matrix4d P = pseudo_inertia(from);
  const Eigen::LLT<Matrix4d> factor(P);
  inverse_ = factor.solve(Matrix4d::Identity());
  log_determinant_ = 2.0 * factor.matrixLLT().diagonal().array().log().sum();
}

double BodyDivergence::operator()(const BodyParameters& body, BodyParameters* slope,
                                  Eigen::Matrix<double, 10, 10>* curvature) const {
  const Matrix4d P = pseudo_inertia(body);
  const Eigen::LLT<Matrix4d> factor(P);
  if (factor.info() != Eigen::Success) return std::numeric_limits<double>::infinity();
  const double log_determinant = 2.0 * factor.matrixLLT().diagonal().array().log().sum();
  const double value = inverse_.cwiseProduct(P).sum() - log_determinant + log_determinant_ - 4.0;
  if (!std::isfinite(value)) return std::numeric_limits<double>::infinity();
  if (!slope && !curvature) return value;
  const Matrix4d inverse = factor.solve(Matrix4d::Identity());
  std::array<Matrix4d, 10> turned;
  for (std::size_t k = 0; k < 10; ++k) turned[k] = inverse * directions()[k];
  for (int k = 0; k < 10; ++k) {
    if (slope) (*slope)[k] = inverse_.cwiseProduct(directions()[k]).sum() - turned[k].trace();
    if (!curvature) continue;
    for (int l = 0; l <= k; ++l) {
      const double entry = turned[k].cwiseProduct(turned[l].transpose()).sum();
      (*curvature)(k, l) = (*curvature)(l, k) = entry;
    }
  }
  return value;
}

BodyParameters BodyDivergence::scale() const {
  const double mass = from_[0];
  const double gyration = std::sqrt(pseudo_inertia(from_).topLeftCorner<3, 3>().trace() / mass);
  BodyParameters out;
  out[0] = mass;
  out.segment<3>(1).setConstant(mass * gyration);
  out.tail<6>().setConstant(mass * gyration * gyration);
  return out;
}

}  // namespace alembert::identifying
