#include "tables/grid.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

double TableAxis::node(int i) const {
  if (nodes <= 1) return 0.5 * (lower + upper);
  const double share = static_cast<double>(i) / (periodic ? nodes : nodes - 1);
  return lower + share * (upper - lower);
}

void Stencil::add(int i, double w) {
  for (int k = 0; k < count; ++k) {
    if (node[k] != i) continue;
    weight[k] += w;
    return;
  }
  node[count] = i;
  weight[count] = w;
  ++count;
}

namespace {

/// A node beyond either end is extrapolated from the three nearest (two, if there are no more), so
/// that the order of the interpolation holds up to the border.
void add_possibly_outside(const TableAxis& axis, int i, double w, Stencil& stencil) {
  const int n = axis.nodes;
  if (axis.periodic) return stencil.add(((i % n) + n) % n, w);
  if (i >= 0 && i < n) return stencil.add(i, w);
  const int edge = i < 0 ? 0 : n - 1, inwards = i < 0 ? 1 : -1;
  if (n == 2) {
    stencil.add(edge, 2.0 * w);
    return stencil.add(edge + inwards, -w);
  }
  stencil.add(edge, 3.0 * w);
  stencil.add(edge + inwards, -3.0 * w);
  stencil.add(edge + 2 * inwards, w);
}

/// Keys 1981, a = -1/2: passes through the nodes with the slope of their neighbours' chord.
std::array<double, 4> cubic_weights(double t) {
  const double t2 = t * t, t3 = t2 * t;
  return {0.5 * (-t3 + 2.0 * t2 - t), 0.5 * (3.0 * t3 - 5.0 * t2 + 2.0),
          0.5 * (-3.0 * t3 + 4.0 * t2 + t), 0.5 * (t3 - t2)};
}

}  // namespace

bool find_stencil(const TableAxis& axis, Interpolation interpolation, double x, Stencil& stencil) {
  stencil.count = 0;
  if (!std::isfinite(x)) return false;
  if (axis.nodes == 1) {
    stencil.add(0, 1.0);
    return true;
  }
  const int cells = axis.periodic ? axis.nodes : axis.nodes - 1;
  double u = (x - axis.lower) / (axis.upper - axis.lower) * cells;
  if (axis.periodic) u -= cells * std::floor(u / cells);
  // A node that is met up to rounding is met.
  if (std::abs(u - std::round(u)) < 1e-12 * cells) u = std::round(u);
  if (u < 0.0 || u > cells) return false;
  const int cell = std::min(static_cast<int>(u), cells - 1);
  const double t = u - cell;
  if (interpolation == Interpolation::linear) {
    add_possibly_outside(axis, cell, 1.0 - t, stencil);
    add_possibly_outside(axis, cell + 1, t, stencil);
    return true;
  }
  const std::array<double, 4> w = cubic_weights(t);
  for (int k = 0; k < 4; ++k) {
    const double weight = w[k];
    if (weight != 0.0) add_possibly_outside(axis, cell - 1 + k, weight, stencil);
  }
  return true;
}

Grid::Grid(std::vector<TableAxis> axes, int values) : axes_(std::move(axes)), values_(values) {
  node_count_ = 1;
  for (const TableAxis& axis : axes_) node_count_ *= static_cast<std::size_t>(axis.nodes);
}

double Grid::bytes() const {
  double product = static_cast<double>(sizeof(double)) * values_;
  for (const TableAxis& axis : axes_) product *= axis.nodes;
  return product;
}

void Grid::place(std::size_t node, Eigen::VectorXd& x) const {
  for (std::size_t d = axes_.size(); d-- > 0;) {
    const auto nodes = static_cast<std::size_t>(axes_[d].nodes);
    x[d] = axes_[d].node(static_cast<int>(node % nodes));
    node /= nodes;
  }
}

void Grid::interpolate(const Stencil* stencils, double* out) const {
  std::fill(out, out + values_, 0.0);
  accumulate(stencils, 0, 0, 1.0, out);
}

void Grid::accumulate(const Stencil* stencils, std::size_t axis, std::size_t node, double weight,
                      double* out) const {
  if (axis == axes_.size()) {
    const double* entry = data_.data() + node * static_cast<std::size_t>(values_);
    for (int k = 0; k < values_; ++k) out[k] += weight * entry[k];
    return;
  }
  const Stencil& stencil = stencils[axis];
  const std::size_t first = node * static_cast<std::size_t>(axes_[axis].nodes);
  for (int k = 0; k < stencil.count; ++k) {
    const auto s = static_cast<std::size_t>(k);
    if (stencil.weight[s] == 0.0) continue;
    accumulate(stencils, axis + 1, first + static_cast<std::size_t>(stencil.node[s]),
               weight * stencil.weight[s], out);
  }
}

}  // namespace alembert
