// On a piece of a segment that sees one polynomial of the path, q(t) - p(s(t)) is a polynomial; its
// coefficients bound it everywhere on the piece. s(t) is the path's parameter that is compared
// with, whatever it is: the motion is as near to some point of the path, and these come in order.
#include <algorithm>
#include <array>
#include <cmath>

#include "retime/checks.hpp"
#include "trajectory/basis.hpp"

namespace alembert {
namespace {

/// What rounding may do, as a share of the largest coordinate: values, derivatives and sums here
/// have a few dozen roundings of 1e-16.
constexpr double rounded = 1e-13;
constexpr int highest = 3 * max_degree;

/// Of x in [-1, 1], by powers.
struct Polynomial {
  std::array<double, highest + 1> c{};
  int degree = 0;

  void multiply(const Polynomial& by) {
    Polynomial out;
    out.degree = std::min(highest, degree + by.degree);
    for (int i = 0; i <= degree; ++i) {
      for (int k = 0; k <= by.degree && i + k <= highest; ++k) out[i + k] += (*this)[i] * by[k];
    }
    *this = out;
  }
  double& operator[](int i) { return c[i]; }
  double operator[](int i) const { return c[i]; }

  double operator()(double x) const {
    double sum = 0.0;
    for (int i = degree; i >= 0; --i) sum = sum * x + (*this)[i];
    return sum;
  }
  /// At most |f|: by coefficients, or by values an eighth apart and how much f bends between.
  double bound(double enough) const {
    double sum = 0.0, bend = 0.0;
    for (int i = 0; i <= degree; ++i) {
      sum += std::abs((*this)[i]);
      bend += i * (i - 1) * std::abs((*this)[i]);
    }
    if (sum <= enough) return sum;
    constexpr int parts = 16;
    double seen = 0.0;
    for (int k = 0; k <= parts; ++k)
      seen = std::max(seen, std::abs((*this)(2.0 * k / parts - 1.0)));
    return std::min(sum, seen + bend / (2.0 * parts * parts));
  }
};

class Deviation {
 public:
  Deviation(const BSpline& path, const Timing& timing, const BSpline& q)
      : path_(path), timing_(timing), q_(q), on_path_(q.dofs()), off_(q.dofs()) {
    // Of the path's parameter, 0 to 1.
    for (int k = 1; k < path.segments(); ++k) {
      knots_.push_back((path.knot(k) - path.begin()) / path.duration());
    }
    margin_ = rounded * (1.0 + path.control_points().cwiseAbs().maxCoeff());
    // |p'| is at most that of the control points of p'.
    const int degree = path.degree();
    for (Eigen::Index i = 0; i + 1 < path.control_points().rows(); ++i) {
      const double apart = path.knots()[i + 1 + degree] - path.knots()[i + 1];
      const auto step = path.control_points().row(i + 1) - path.control_points().row(i);
      steepest_ =
          std::max(steepest_, degree * path.duration() * step.cwiseAbs().maxCoeff() / apart);
    }
  }

  Eigen::VectorXd run() {
    Eigen::VectorXd out(timing_.segments());
    for (int j = 0; j < timing_.segments(); ++j) out[j] = on_segment(j);
    return out;
  }

 private:
  double on_segment(int j) {
    const double h = timing_.t[j + 1] - timing_.t[j];
    std::vector<double> cuts = {0.0};
    const auto inner = std::upper_bound(knots_.begin(), knots_.end(), timing_.s[j]);
    for (auto k = inner; k != knots_.end() && *k < timing_.s[j + 1]; ++k) {
      const double at = fraction_at(j, *k);
      if (at > cuts.back() + 1e-12 && at < 1.0 - 1e-12) cuts.push_back(at);
    }
    cuts.push_back(1.0);
    double worst = 0.0;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      worst = std::max(worst, on_piece(j, cuts[i] * h, cuts[i + 1] * h, 0));
    }
    return worst + margin_;
  }

  /// The share of a segment at which s is passed.
  double fraction_at(int j, double s) const {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60 && high - low > 1e-15; ++i) {
      const double middle = 0.5 * (low + high);
      (timing_.at(j, middle) < s ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  /// How far s + way leaves the path's polynomial at s, by rounding or where it goes back: it lies
  /// between the control points of the cubic.
  double beyond_polynomial(double s, const Polynomial& advance) const {
    const auto after = std::upper_bound(knots_.begin(), knots_.end(), s);
    const double low = after == knots_.begin() ? 0.0 : *(after - 1);
    const double high = after == knots_.end() ? 1.0 : *after;
    const double first = advance(-1.0), last = advance(1.0);
    const double second = first + 2.0 / 3.0 * (advance[1] - 2.0 * advance[2] + 3.0 * advance[3]);
    const double third = last - 2.0 / 3.0 * (advance[1] + 2.0 * advance[2] + 3.0 * advance[3]);
    const auto [least, most] = std::minmax({first, second, third, last});
    return std::max({0.0, low - s - least, s + most - high});
  }

  double on_piece(int j, double from, double to, int halvings) {
    const double h = timing_.t[j + 1] - timing_.t[j], middle = 0.5 * (from + to),
                 half = 0.5 * (to - from);
    const double w = (timing_.u[j + 1] - timing_.u[j]) / h;
    const double u = timing_.u[j] + w * middle;
    const double speed = timing_.speed[j] + middle * (timing_.u[j] + 0.5 * middle * w);
    const double s = timing_.at(j, middle / h);
    Polynomial advance;  // s(t) - s
    advance.degree = 3;
    advance[1] = speed * half;
    advance[2] = 0.5 * u * half * half;
    advance[3] = w * half * half * half / 6.0;
    const double beyond = beyond_polynomial(s, advance) * steepest_;
    if (beyond > 1e-9 && halvings < 6) {
      return std::max(on_piece(j, from, middle, halvings + 1),
                      on_piece(j, middle, to, halvings + 1));
    }
    const double t = timing_.t[j] + middle;
    std::fill(off_.begin(), off_.end(), Polynomial{});
    double factor = 1.0;
    for (int k = 0; k <= 3; ++k) {
      q_.evaluate(q_.begin() + t, k, on_path_);
      for (int i = 0; i < q_.dofs(); ++i) off_[i][k] = on_path_[i] * factor;
      factor *= half / (k + 1);
    }
    Polynomial power;
    power[0] = 1.0;
    const double length = path_.duration();
    factor = 1.0;
    for (int k = 0; k <= path_.degree(); ++k) {
      path_.evaluate(path_.begin() + length * s, k, on_path_);
      for (int i = 0; i < q_.dofs(); ++i) {
        Polynomial& f = off_[i];
        f.degree = std::max({3, f.degree, power.degree});
        for (int l = 0; l <= power.degree; ++l) f[l] -= on_path_[i] * factor * power[l];
      }
      power.multiply(advance);
      factor *= length / (k + 1);
    }
    double worst = 0.0;
    for (const Polynomial& f : off_) worst = std::max(worst, f.bound(worst));
    return worst + beyond;
  }

  const BSpline& path_;
  const Timing& timing_;
  const BSpline& q_;
  std::vector<double> knots_;
  double margin_ = 0.0, steepest_ = 0.0;
  Eigen::VectorXd on_path_;
  std::vector<Polynomial> off_;  // one a coordinate
};

}  // namespace

Eigen::VectorXd deviation_bounds(const BSpline& path, const Timing& timing, const BSpline& q) {
  return Deviation(path, timing, q).run();
}

}  // namespace alembert
