// Double description (Motzkin 1953): facets of a cone are the extreme rays of its polar, and those
// are found by cutting a cone of few rays with one generator after the other.
#include "task/cone_facets.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "dense.hpp"

namespace alembert {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Of vectors of unit length: shorter is zero.
constexpr double cone_rounding = 1e-10;

/// A set of generators, by index.
class GeneratorSet {
 public:
  explicit GeneratorSet(Index size) : words_(static_cast<std::size_t>(size + 63) / 64, 0) {}

  void add(Index i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  int count() const {
    int sum = 0;
    for (const std::uint64_t word : words_) sum += std::popcount(word);
    return sum;
  }
  bool contains(const GeneratorSet& other) const {
    for (std::size_t k = 0; k < words_.size(); ++k) {
      if (other.words_[k] & ~words_[k]) return false;
    }
    return true;
  }
  GeneratorSet common(const GeneratorSet& other) const {
    GeneratorSet both = *this;
    for (std::size_t k = 0; k < words_.size(); ++k) both.words_[k] &= other.words_[k];
    return both;
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// A ray of the polar cone and the generators at right angles to it.
struct PolarRay {
  VectorXd along;
  GeneratorSet beside;
  double beyond = 0.0;  // of the generator in hand
};

MatrixXd unit_columns(const MatrixXd& vectors) {
  MatrixXd units(vectors.rows(), vectors.cols());
  Index count = 0;
  for (const auto& column : vectors.colwise()) {
    const double length = column.norm();
    if (length > 0.0) units.col(count++) = column / length;
  }
  return units.leftCols(count);
}

/// What columns span, and which of them do: Gram and Schmidt's way, the farthest column first.
struct Span {
  MatrixXd basis;  // orthonormal
  std::vector<Index> columns;
};

Span span_of(const MatrixXd& units) {
  Span span{MatrixXd(units.rows(), 0), {}};
  MatrixXd rest = units;
  while (span.basis.cols() < units.rows() && rest.cols() > 0) {
    Index farthest = 0;
    if (rest.colwise().norm().maxCoeff(&farthest) < cone_rounding) break;
    VectorXd next = rest.col(farthest).normalized();
    next = (next - span.basis * (span.basis.transpose() * next)).normalized();
    span.basis.conservativeResize(Eigen::NoChange, span.basis.cols() + 1);
    span.basis.rightCols(1) = next;
    span.columns.push_back(farthest);
    rest -= next * (next.transpose() * rest);
  }
  return span;
}

/// Extreme rays of { a : g a <= 0 for all columns g }, where the columns span their space.
class PolarCone {
 public:
  PolarCone(const MatrixXd& generators, const std::vector<Index>& first)
      : generators_(generators), dimension_(generators.rows()) {
    const MatrixXd corner = generators(Eigen::all, first).transpose();
    const MatrixXd rays = dense::solved(corner, -MatrixXd::Identity(dimension_, dimension_));
    for (Index k = 0; k < dimension_; ++k) {
      PolarRay ray{rays.col(k).normalized(), GeneratorSet(generators.cols())};
      for (Index i = 0; i < dimension_; ++i) {
        if (i != k) ray.beside.add(first[i]);
      }
      rays_.push_back(std::move(ray));
    }
    for (Index i = 0; i < generators.cols(); ++i) {
      if (std::find(first.begin(), first.end(), i) == first.end()) cut(i);
    }
  }

  const std::vector<PolarRay>& rays() const { return rays_; }

 private:
  /// Keeps of the rays what generator i allows, and adds those that lie beside it.
  void cut(Index i) {
    for (PolarRay& ray : rays_) {
      ray.beyond = generators_.col(i).dot(ray.along);
      if (std::abs(ray.beyond) > cone_rounding) continue;
      ray.beyond = 0.0;
      ray.beside.add(i);
    }
    std::vector<PolarRay> made;
    for (const PolarRay& out : rays_) {
      if (out.beyond <= 0.0) continue;
      for (const PolarRay& in : rays_) {
        if (in.beyond >= 0.0 || !adjacent(out, in)) continue;
        PolarRay ray{(out.beyond * in.along - in.beyond * out.along).normalized(),
                     out.beside.common(in.beside)};
        ray.beside.add(i);
        made.push_back(std::move(ray));
      }
    }
    std::erase_if(rays_, [](const PolarRay& ray) { return ray.beyond > 0.0; });
    rays_.insert(rays_.end(), made.begin(), made.end());
  }

  /// Do the two span a face, with no third ray on it?
  bool adjacent(const PolarRay& a, const PolarRay& b) const {
    const GeneratorSet both = a.beside.common(b.beside);
    if (both.count() < dimension_ - 2) return false;
    return std::none_of(rays_.begin(), rays_.end(), [&](const PolarRay& other) {
      return &other != &a && &other != &b && other.beside.contains(both);
    });
  }

  const MatrixXd& generators_;
  Index dimension_;
  std::vector<PolarRay> rays_;
};

/// An orthonormal basis of all that is at right angles to an orthonormal one.
MatrixXd complement(const MatrixXd& basis) {
  const Index n = basis.rows();
  return span_of(MatrixXd::Identity(n, n) - basis * basis.transpose()).basis;
}

}  // namespace

MatrixXd cone_facets(const MatrixXd& generators) {
  const Index n = generators.rows();
  const MatrixXd units = unit_columns(generators);
  const Span span = span_of(units);
  const MatrixXd within = span.basis.transpose() * units;
  const MatrixXd missing = complement(span.basis);
  std::vector<VectorXd> rows;
  if (within.rows() > 0) {
    const PolarCone polar(within, span.columns);
    for (const PolarRay& ray : polar.rays()) rows.push_back(span.basis * ray.along);
  }
  for (const auto& direction : missing.colwise()) {
    rows.push_back(direction);
    rows.push_back(-direction);
  }
  MatrixXd facets(rows.size(), n);
  for (Index i = 0; i < facets.rows(); ++i) facets.row(i) = rows[i].transpose();
  return facets;
}

MatrixXd essential_rows(const MatrixXd& rows) {
  return cone_facets(cone_facets(rows.transpose()).transpose());
}

}  // namespace alembert
