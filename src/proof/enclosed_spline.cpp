#include "proof/enclosed_spline.hpp"

#include "trajectory/basis.hpp"

namespace alembert {

EnclosedSpline::EnclosedSpline(const BSpline& spline) : spline_(spline) {
  const int p = spline.degree();
  points_[0] = spline.control_points().cast<Number>();
  for (int k = 1; k < orders && k <= p; ++k) {
    const MatX<Number>& before = points_[k - 1];
    points_[k].setZero(before.rows() - 1, before.cols());
    for (Eigen::Index i = 0; i + 1 < before.rows(); ++i) {
      const double left = spline.knots()[i + k], right = spline.knots()[i + p + 1];
      if (left == right) continue;  // no segment sees it
      const Number factor = Number(p - k + 1.0) / (Number(right) - Number(left));
      for (Eigen::Index j = 0; j < before.cols(); ++j) {
        points_[k](i, j) = factor * (before(i + 1, j) - before(i, j));
      }
    }
  }
}

void EnclosedSpline::evaluate(int segment, const Enclosure& t, int order, EnclosureOut out) const {
  const int degree = spline_.degree() - order;
  out.setZero();
  if (degree < 0) return;
  const int first = spline_.first_control(segment);
  LocalKnots<Enclosure> knots;
  for (int i = 0; i < 2 * degree; ++i) knots[i] = spline_.knots()[first + order + 1 + i];
  LocalCoefficients<Enclosure> basis;
  basis_values(degree, knots.data(), t, basis.data());
  for (int l = 0; l <= degree; ++l) {
    const double size = basis[l].size_from(0) + basis[l].r;
    for (Eigen::Index j = 0; j < out.size(); ++j) {
      const Number& point = points_[order](first + l, j);
      out[j] += basis[l] * point.c[0];
      out[j].r = (out[j].r + size * point.r) * Enclosure::outward;
    }
  }
}

}  // namespace alembert
