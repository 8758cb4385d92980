// A function on a regular grid of any number of dimensions, and its interpolation.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "alembert/tables.hpp"

namespace alembert {

/// The nodes along one axis that a value is interpolated from. Weights are exactly 0 and 1 at a
/// node.
struct Stencil {
  int count = 0;
  std::array<int, 4> node{};
  std::array<double, 4> weight{};

  void add(int i, double w);
};

/// False outside the axis (a rounding error beyond its ends is inside).
bool find_stencil(const TableAxis& axis, Interpolation interpolation, double x, Stencil& stencil);

/// `values` numbers at every node; the last axis runs fastest.
class Grid {
 public:
  Grid() = default;
  Grid(std::vector<TableAxis> axes, int values);

  const std::vector<TableAxis>& axes() const { return axes_; }
  int values() const { return values_; }
  std::size_t node_count() const { return node_count_; }
  /// Of its memory, before it has any, too: products that would overflow are still numbers.
  double bytes() const;

  void allocate() { data_.resize(node_count_ * static_cast<std::size_t>(values_)); }
  double* at(std::size_t node) { return data_.data() + node * static_cast<std::size_t>(values_); }
  const std::vector<double>& data() const { return data_; }
  std::vector<double>& data() { return data_; }

  /// Coordinates of a node.
  void place(std::size_t node, Eigen::VectorXd& x) const;
  /// One stencil an axis; `out` has values() entries.
  void interpolate(const Stencil* stencils, double* out) const;

 private:
  void accumulate(const Stencil* stencils, std::size_t axis, std::size_t node, double weight,
                  double* out) const;

  std::vector<TableAxis> axes_;
  std::vector<double> data_;
  std::size_t node_count_ = 0;
  int values_ = 0;
};

}  // namespace alembert
