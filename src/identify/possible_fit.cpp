#include "identify/possible_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert::identifying {

namespace {

/// coefficients · u(at).
double sum_of(const LinearBound& bound, const VectorXd& u) {
  double sum = 0.0;
  for (std::size_t k = 0; k < bound.at.size(); ++k) sum += bound.coefficients[k] * u[bound.at[k]];
  return sum;
}

/// The cost in free parameters of their own scale.
class Cost {
 public:
  Cost(const FitSpace& space, const Sums& sums, const VectorXd& reference, double weight)
      : space_(space), weight_(weight) {
    const double rows = static_cast<double>(std::max<Index>(1, sums.count));
    const MatrixXd map = space.map * space.scale.asDiagonal();
    curvature_.noalias() = map.transpose() * (sums.XX * map) / rows;
    // Residuals of the file's values: those of the reference, moved.
    const VectorXd to_file = space.base(space.file) - reference;
    slope_ = map.transpose() * (sums.XX * to_file - sums.Xr) / rows;
  }

  /// Of the step z from the file's values, in scales.
  double value(const VectorXd& z, double barrier) const {
    const VectorXd u = parameters(z);
    double sum = z.dot(0.5 * (curvature_ * z) + slope_);
    for (const FitSpace::Body& body : space_.bodies) {
      sum += weight_ * body.divergence(u.segment<10>(body.first));
    }
    for (Index i = 0; i < z.size(); ++i) {
      if (!space_.inertial(i)) sum += 0.5 * weak() * z[i] * z[i];
    }
    for (const LinearBound& bound : space_.bounds) {
      const double slack = sum_of(bound, u) / bound.scale;
      if (slack <= 0.0) return std::numeric_limits<double>::infinity();
      sum -= barrier * std::log(slack);
    }
    return sum;
  }

  void slopes(const VectorXd& z, double barrier, VectorXd& slope, MatrixXd& curvature) const {
    const VectorXd u = parameters(z);
    slope = curvature_ * z + slope_;
    curvature = curvature_;
    for (const FitSpace::Body& body : space_.bodies) {
      BodyParameters d;
      Eigen::Matrix<double, 10, 10> D;
      body.divergence(u.segment<10>(body.first), &d, &D);
      const BodyParameters s = space_.scale.segment<10>(body.first);
      slope.segment<10>(body.first) += weight_ * s.cwiseProduct(d);
      curvature.block<10, 10>(body.first, body.first) +=
          weight_ * s.asDiagonal() * D * s.asDiagonal();
    }
    for (Index i = 0; i < z.size(); ++i) {
      if (space_.inertial(i)) continue;
      slope[i] += weak() * z[i];
      curvature(i, i) += weak();
    }
    for (const LinearBound& bound : space_.bounds) {
      const double slack = sum_of(bound, u) / bound.scale;
      for (std::size_t r = 0; r < bound.at.size(); ++r) {
        const double at_r = entry(bound, r) / slack;
        slope[bound.at[r]] -= barrier * at_r;
        for (std::size_t c = 0; c < bound.at.size(); ++c) {
          curvature(bound.at[r], bound.at[c]) += barrier * at_r * entry(bound, c) / slack;
        }
      }
    }
  }

  /// The largest curvature of the data: a prior as strong holds its own.
  double stiffest() const { return curvature_.diagonal().maxCoeff(); }

  VectorXd parameters(const VectorXd& z) const {
    return space_.file + space_.scale.cwiseProduct(z);
  }

 private:
  double weak() const { return FitSpace::weak * weight_; }
  double entry(const LinearBound& bound, std::size_t k) const {
    return bound.coefficients[k] * space_.scale[bound.at[k]] / bound.scale;
  }

  const FitSpace& space_;
  double weight_;
  MatrixXd curvature_;
  VectorXd slope_;
};

/// Newton's method with steps that stay inside.
void minimise(const Cost& cost, double barrier, VectorXd& z) {
  constexpr int most = 60;
  VectorXd slope(z.size());
  MatrixXd curvature(z.size(), z.size());
  double value = cost.value(z, barrier);
  for (int iteration = 0; iteration < most; ++iteration) {
    cost.slopes(z, barrier, slope, curvature);
    curvature.diagonal().array() += 1e-15 * (1.0 + curvature.diagonal().maxCoeff());
    const VectorXd step = -curvature.ldlt().solve(slope);
    const double promised = slope.dot(step);
    if (!(promised < 0.0)) return;
    double share = 1.0;
    double next = cost.value(z + step, barrier);
    // A cost that no longer falls for rounding is at its least.
    const double rounding = 1e-13 * (1.0 + std::abs(value));
    while (!(next <= value + 1e-4 * share * promised + rounding) && share > 1e-12) {
      share *= 0.5;
      next = cost.value(z + share * step, barrier);
    }
    if (share <= 1e-12) return;
    z += share * step;
    value = next;
    if (step.cwiseAbs().maxCoeff() < 1e-12 || -promised < 1e-14) return;
  }
}

/// A positive start for what must be positive and is zero in the file.
constexpr double least_start = 1e-2;

double drive_scale(ParameterKind kind, double torque, double speed) {
  constexpr double share = 0.1;  // of the torque
  switch (kind) {
    case ParameterKind::viscous:
    case ParameterKind::direction:
      return share * torque / speed;
    case ParameterKind::delay:
    case ParameterKind::position_delay:
      return 1e-2;  // s
    case ParameterKind::rotor:
      return share * torque / (speed * speed);
    default:
      return share * torque;
  }
}

/// All mass stays in a box: its centre, lower m < h < upper m, and its spread along each edge,
/// since (x - lower) (upper - x) is positive wherever there is mass: (lower + upper) h - lower
/// upper m > S.
void add_box(const LinkBox& box, int first, const VectorXd& file, const BodyParameters& scale,
             std::vector<LinearBound>& bounds) {
  for (int k = 0; k < 3; ++k) {
    for (const double side : {1.0, -1.0}) {
      const double edge = side > 0.0 ? box.upper[k] : box.lower[k];
      LinearBound bound{{first, first + 1 + k}, {side * edge, -side}, scale[1]};
      const double slack = side * (edge * file[first] - file[first + 1 + k]);
      if (slack > 1e-6 * scale[1]) bounds.push_back(std::move(bound));
    }
    constexpr int moments[] = {4, 7, 9};  // Ixx, Iyy, Izz; S = (the other two - its own) / 2
    LinearBound bound{{first, first + 1 + k},
                      {-box.lower[k] * box.upper[k], box.lower[k] + box.upper[k]},
                      scale[4]};
    for (int l = 0; l < 3; ++l) {
      bound.at.push_back(first + moments[l]);
      bound.coefficients.push_back(l == k ? 0.5 : -0.5);
    }
    if (sum_of(bound, file) > 1e-6 * scale[4]) bounds.push_back(std::move(bound));
  }
}

/// A friction that differs by direction resists in both: fv ± fd > 0.
void add_directions(FitSpace& out) {
  for (std::size_t i = 0; i < out.free.size(); ++i) {
    if (out.space.kind(out.free[i]) != ParameterKind::direction) continue;
    for (std::size_t k = 0; k < out.free.size(); ++k) {
      if (out.space.kind(out.free[k]) != ParameterKind::viscous ||
          out.space.coordinate(out.free[k]) != out.space.coordinate(out.free[i])) {
        continue;
      }
      const int fv = static_cast<int>(k), fd = static_cast<int>(i);
      const double scale = out.scale[k];
      out.bounds.push_back({{fv, fd}, {1.0, 1.0}, scale});
      out.bounds.push_back({{fv, fd}, {1.0, -1.0}, scale});
      break;
    }
  }
}

}  // namespace

VectorXd FitSpace::all(const VectorXd& u) const {
  VectorXd x = space.values();
  for (std::size_t i = 0; i < free.size(); ++i) x[free[i]] = u[i];
  return x;
}

VectorXd FitSpace::base(const VectorXd& u) const { return space.map() * all(u); }

MatrixXd FitSpace::prior_curvature(const VectorXd& u) const {
  MatrixXd out = MatrixXd::Zero(size(), size());
  for (const Body& body : bodies) {
    Eigen::Matrix<double, 10, 10> D;
    body.divergence(u.segment<10>(body.first), nullptr, &D);
    out.block<10, 10>(body.first, body.first) = D;
  }
  for (Index i = 0; i < size(); ++i) {
    if (!inertial(i)) out(i, i) = weak / (scale[i] * scale[i]);
  }
  return out;
}

FitSpace make_fit_space(const ParameterSpace& space, std::vector<int> free, const VectorXd& torque,
                        const VectorXd& speed, const std::vector<LinkBox>& boxes,
                        std::vector<Finding>* findings) {
  FitSpace out{space, std::move(free), {}, {}, {}, {}, {}};
  const auto count = static_cast<Index>(out.free.size());
  out.map.resize(space.base_count(), count);
  out.file.resize(count);
  out.scale.resize(count);
  for (Index i = 0; i < count; ++i) {
    const int column = out.free[i];
    out.map.col(i) = space.map().col(column);
    out.file[i] = space.values()[column];
  }
  for (Index i = 0; i < count;) {
    const int column = out.free[i];
    const ParameterKind kind = space.kind(column);
    if (kind != ParameterKind::inertial) {
      const int j = space.coordinate(column);
      out.scale[i] = std::max(drive_scale(kind, torque[j], speed[j]), std::abs(out.file[i]));
      if (must_be_positive(kind)) {
        out.bounds.push_back({{static_cast<int>(i)}, {1.0}, out.scale[i]});
        out.file[i] = std::max(out.file[i], 0.0);
      }
      ++i;
      continue;
    }
    const std::string& name = space.columns()[column].name;
    const std::string link = name.substr(0, name.rfind('.'));
    BodyParameters body = out.file.segment<10>(i);
    if (!is_possible(body)) {
      body = made_possible(body);
      out.file.segment<10>(i) = body;
      if (findings) {
        findings->push_back({Finding::Severity::warning,
                             {},
                             "link '" + link + "': no body has the inertia that the file gives it",
                             "the nearest possible one was started from; see alembert check"});
      }
    }
    out.bodies.push_back({static_cast<int>(i), BodyDivergence(body)});
    const BodyParameters scale = out.bodies.back().divergence.scale();
    out.scale.segment<10>(i) = scale;
    for (const LinkBox& box : boxes) {
      if (box.link == link) add_box(box, static_cast<int>(i), out.file, scale, out.bounds);
    }
    i += 10;
  }
  add_directions(out);
  return out;
}

VectorXd possible_fit(const FitSpace& space, const Sums& sums, const VectorXd& reference,
                      double weight, const VectorXd* start) {
  const Cost cost(space, sums, reference, weight);
  VectorXd z = VectorXd::Zero(space.size());
  if (start) z = (*start - space.file).cwiseQuotient(space.scale);
  const auto lift = [&] {
    for (const LinearBound& bound : space.bounds) {
      if (bound.at.size() != 1) continue;
      const int i = bound.at[0];
      z[i] = std::max(z[i], least_start - space.file[i] / space.scale[i]);
    }
  };
  lift();
  if (std::isinf(cost.value(z, 1.0))) {  // the start is at an edge: from the file, then
    z.setZero();
    lift();
  }
  // From a prior that is followed easily to the one that was asked for: a way inside.
  constexpr double barriers[] = {1e-3, 1e-6, 1e-9, 1e-13};
  if (!start) {
    for (double strong = std::max(1.0, cost.stiffest()); strong > 30.0 * weight; strong *= 0.03) {
      minimise(Cost(space, sums, reference, strong), barriers[0], z);
    }
  }
  for (const double barrier : barriers) minimise(cost, barrier, z);
  return cost.parameters(z);
}

}  // namespace alembert::identifying
