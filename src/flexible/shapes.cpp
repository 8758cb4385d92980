#include "flexible/shapes.hpp"

#include <cmath>

#include "dense.hpp"

namespace alembert::flexible {

namespace {

using Eigen::Vector3d;

/// cos, sin and two decaying exponentials with their first three derivatives, each divided by
/// a power of b: nothing grows, however high the mode.
Eigen::Matrix4d beam_basis(double b, double x, double length) {
  const double c = std::cos(b * x), s = std::sin(b * x);
  const double near = std::exp(-b * x), far = std::exp(-b * (length - x));
  Eigen::Matrix4d rows;
  rows << c, s, near, far, -s, c, -near, far, -c, -s, near, far, s, -c, -near, far;
  return rows;
}

/// Rows: displacement 0 and slope (or moment) 0 at the joint; moment and shear of the body at the
/// tip.
Eigen::Matrix4d beam_ends(double b, double length, double mass_per_length, bool pinned,
                          const TipBody& tip) {
  const Eigen::Matrix4d base = beam_basis(b, 0.0, length), end = beam_basis(b, length, length);
  const double turning = b * b * b * tip.inertia / mass_per_length;
  const double moving = b * tip.mass / mass_per_length;
  Eigen::Matrix4d rows;
  rows.row(0) = base.row(0);
  rows.row(1) = base.row(pinned ? 2 : 1);
  rows.row(2) = (end.row(2) - turning * end.row(1)) / (1.0 + turning);
  rows.row(3) = (end.row(3) + moving * end.row(0)) / (1.0 + moving);
  return rows;
}

/// The first `count` places where f changes sign, from `from` on in steps.
template <typename F>
std::vector<double> sign_changes(F&& f, double from, double step, int count) {
  std::vector<double> found;
  double low = from, at_low = f(low);
  while (static_cast<int>(found.size()) < count) {
    const double high = low + step;
    const double at_high = f(high);
    if ((at_low < 0.0) != (at_high < 0.0)) {
      double a = low, b = high;
      for (int i = 0; i < 200 && b - a > 0.0; ++i) {
        const double middle = 0.5 * (a + b);
        if (middle == a || middle == b) break;
        ((f(middle) < 0.0) == (at_low < 0.0) ? a : b) = middle;
      }
      found.push_back(0.5 * (a + b));
    }
    low = high;
    at_low = at_high;
  }
  return found;
}

/// Eigenfunctions of Euler and Bernoulli's beam. Pinned ones turn at the near end, and are told
/// from a frame that turns with it.
std::vector<Shape> beam_modes(double length, double mass_per_length, bool pinned,
                              const TipBody& tip, int count) {
  const auto closed = [&](double bl) {
    return beam_ends(bl / length, length, mass_per_length, pinned, tip).determinant();
  };
  // Pinned beams turn freely at b = 0, which is the joint's own motion and no bending.
  const std::vector<double> roots = sign_changes(closed, pinned ? 0.5 : 0.01, 0.02, count);
  std::vector<Shape> shapes;
  for (const double bl : roots) {
    const double b = bl / length;
    const Eigen::JacobiSVD<Eigen::Matrix4d> svd(beam_ends(b, length, mass_per_length, pinned, tip),
                                                Eigen::ComputeFullV);
    const Eigen::Vector4d part = svd.matrixV().col(3);
    const double turned = pinned ? b * beam_basis(b, 0.0, length).row(1).dot(part) : 0.0;
    const Shape shape = [=](double x) {
      const Eigen::Vector4d f = beam_basis(b, x, length) * part;
      return Vector3d(f[0] - turned * x, b * f[1] - turned, b * b * f[2]);
    };
    shapes.push_back(normalised(shape, length));
  }
  return shapes;
}

/// Of a rod in torsion or along its axis: `density` is inertia or mass per length.
std::vector<Shape> rod_modes(double length, double density, double tip, int count) {
  if (density == 0.0) {  // massless: it twists evenly, and only what it carries moves
    return {[length](double x) { return Vector3d(x / length, 1.0 / length, 0.0); }};
  }
  const double carried = tip / (density * length);
  const auto closed = [&](double bl) { return std::cos(bl) - bl * carried * std::sin(bl); };
  std::vector<Shape> shapes;
  for (const double bl : sign_changes(closed, 0.0, 0.02, count)) {
    const double b = bl / length;
    const Shape shape = [b](double x) {
      return Vector3d(std::sin(b * x), b * std::cos(b * x), -b * b * std::sin(b * x));
    };
    shapes.push_back(normalised(shape, length));
  }
  return shapes;
}

/// Combinations of `basis` that are orthogonal in mass and stiffness, softest first (Ritz).
std::vector<Shape> ritz_modes(const FlexibleLink& link, ModeKind kind, const TipBody& tip,
                              const std::vector<Shape>& basis, int count) {
  const auto n = static_cast<Eigen::Index>(basis.size());
  const int strain = is_bending(kind) ? 2 : 1;
  const auto values = [&](double x, int derivative) {
    Eigen::VectorXd v(n);
    for (Eigen::Index i = 0; i < n; ++i) v[i] = basis[i](x)[derivative];
    return v;
  };
  const std::vector<double> ends = panels(link);
  const Eigen::MatrixXd K = integral(ends, [&](double x) -> Eigen::MatrixXd {
    const Eigen::VectorXd v = values(x, strain);
    return stiffness_at(link, kind, x) * v * v.transpose();
  });
  Eigen::MatrixXd M = integral(ends, [&](double x) -> Eigen::MatrixXd {
    const Eigen::VectorXd v = values(x, 0);
    return density_at(link, kind, x) * v * v.transpose();
  });
  const Eigen::VectorXd end = values(link.length, 0), turn = values(link.length, 1);
  const bool twists = kind == ModeKind::torsion;
  M += (twists ? tip.inertia : tip.mass) * end * end.transpose();
  if (is_bending(kind)) M += tip.inertia * turn * turn.transpose();
  // K is the definite one, whatever carries no mass.
  const Eigen::MatrixXd vectors = dense::eigenpairs(M, K).vectors;
  std::vector<Shape> shapes;
  for (int i = 0; i < count; ++i) {
    const Eigen::VectorXd part = vectors.col(n - 1 - i);
    const Shape shape = [basis, part](double x) {
      Vector3d sum = Vector3d::Zero();
      for (Eigen::Index k = 0; k < part.size(); ++k) sum += part[k] * basis[k](x);
      return sum;
    };
    shapes.push_back(normalised(shape, link.length));
  }
  return shapes;
}

std::vector<Shape> polynomial_shapes(const FlexibleLink& link, ModeKind kind, const TipBody& tip,
                                     int count) {
  std::vector<Shape> basis;
  const int lowest = is_bending(kind) ? 2 : 1;
  const double length = link.length;
  for (int i = 0; i < count; ++i) {
    const int power = lowest + i;
    basis.emplace_back([power, length](double x) {
      const double s = x / length;
      return Vector3d(std::pow(s, power), power * std::pow(s, power - 1) / length,
                      power * (power - 1) * std::pow(s, power - 2) / (length * length));
    });
  }
  return ritz_modes(link, kind, tip, basis, count);
}

/// A cubic spline through the samples, level at the near end if it bends, free at the far end.
Shape sampled_shape(const SampledShape& sampled, std::vector<double>& corners) {
  const auto n = static_cast<Eigen::Index>(sampled.x.size());
  const bool level = is_bending(sampled.kind);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);  // for the slopes at the samples
  Eigen::VectorXd b = Eigen::VectorXd::Zero(n);
  const auto h = [&](Eigen::Index i) { return sampled.x[i + 1] - sampled.x[i]; };
  const auto rise = [&](Eigen::Index i) {
    return (sampled.value[i + 1] - sampled.value[i]) / h(i);
  };
  if (level) {
    A(0, 0) = 1.0;
  } else {
    A(0, 0) = 2.0, A(0, 1) = 1.0, b[0] = 3.0 * rise(0);
  }
  for (Eigen::Index i = 1; i + 1 < n; ++i) {
    A(i, i - 1) = h(i), A(i, i) = 2.0 * (h(i) + h(i - 1)), A(i, i + 1) = h(i - 1);
    b[i] = 3.0 * (h(i) * rise(i - 1) + h(i - 1) * rise(i));
  }
  A(n - 1, n - 2) = 1.0, A(n - 1, n - 1) = 2.0, b[n - 1] = 3.0 * rise(n - 2);
  const Eigen::VectorXd slope = dense::solved(A, b);
  corners.insert(corners.end(), sampled.x.begin(), sampled.x.end());
  return [x = sampled.x, y = sampled.value, slope](double place) {
    std::size_t i = 0;
    while (i + 2 < x.size() && place > x[i + 1]) ++i;
    const double step = x[i + 1] - x[i], s = (place - x[i]) / step;
    const double m0 = slope[i] * step, m1 = slope[i + 1] * step, dy = y[i + 1] - y[i];
    const double c2 = 3.0 * dy - 2.0 * m0 - m1, c3 = m0 + m1 - 2.0 * dy;
    return Vector3d(y[i] + s * (m0 + s * (c2 + s * c3)),
                    (m0 + s * (2.0 * c2 + 3.0 * s * c3)) / step,
                    (2.0 * c2 + 6.0 * s * c3) / (step * step));
  };
}

}  // namespace

double stiffness_at(const FlexibleLink& link, ModeKind kind, double x) {
  static_assert(static_cast<int>(ModeKind::axial) == 3);
  const Along* in_order[] = {&link.EIz, &link.EIy, &link.GJ, &link.EA};
  return in_order[static_cast<int>(kind)]->at(x);
}

double density_at(const FlexibleLink& link, ModeKind kind, double x) {
  return kind == ModeKind::torsion ? polar_inertia_at(link, x) : link.mass_per_length.at(x);
}

Shape normalised(const Shape& shape, double length) {
  const double end = shape(length)[0];
  double largest = 0.0;
  constexpr int samples = 400;
  for (int i = 0; i <= samples; ++i) {
    largest = std::max(largest, std::abs(shape(length * i / samples)[0]));
  }
  const double size = std::abs(end) > 0.999 * largest ? std::abs(end) : largest;
  const double scale = (end < 0.0 ? -1.0 : 1.0) / size;
  return [shape, scale](double x) { return Vector3d(scale * shape(x)); };
}

std::vector<Shape> make_shapes(const FlexibleLink& link, ModeKind kind, const TipBody& tip,
                               std::vector<double>& corners) {
  const int count = kind == ModeKind::bending_y   ? link.bending_y
                    : kind == ModeKind::bending_z ? link.bending_z
                    : kind == ModeKind::torsion   ? link.torsion
                                                  : link.axial;
  if (count == 0) return {};
  const bool carries = link.shapes == ShapeFamily::clamped_tip_mass;
  const TipBody carried = carries ? tip : TipBody{};
  switch (link.shapes) {
    case ShapeFamily::polynomial:
      return polynomial_shapes(link, kind, tip, count);
    case ShapeFamily::finite_element:
      return element_modes(link, kind, tip, count, corners);
    case ShapeFamily::file: {
      std::vector<Shape> shapes;
      for (const SampledShape& sampled : link.sampled) {
        if (sampled.kind != kind) continue;
        shapes.push_back(normalised(sampled_shape(sampled, corners), link.length));
      }
      return shapes;
    }
    case ShapeFamily::clamped_free:
    case ShapeFamily::clamped_tip_mass:
    case ShapeFamily::pinned:
      break;
  }
  if (is_bending(kind)) {
    return beam_modes(link.length, link.mass_per_length.mean(link.length),
                      link.shapes == ShapeFamily::pinned, carried, count);
  }
  const bool twists = kind == ModeKind::torsion;
  const double density = density_at(link, kind, 0.5 * link.length);
  return rod_modes(link.length, density, twists ? carried.inertia : carried.mass, count);
}

}  // namespace alembert::flexible
