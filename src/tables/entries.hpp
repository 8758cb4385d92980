// What a table holds, shared by its copies and written to files.
#pragma once

#include <string>
#include <vector>

#include "tables/grid.hpp"

namespace alembert {

struct Grids {
  Grid grid;     // the method's own: terms, K or F
  Grid inertia;  // raibert: J over q, lower triangle; otherwise without nodes

  double bytes() const { return grid.bytes() + inertia.bytes(); }
};

/// The grids that go with method and axes, without memory yet.
Grids grids_of(TableMethod method, const std::vector<TableAxis>& axes);

struct DynamicsTable::Entries : Grids {
  TableMethod method = TableMethod::configuration_space;
  std::string robot;
  std::vector<TableAxis> axes;  // of q, v, a; nodes = 0 where not tabulated

  int dofs() const { return static_cast<int>(axes.size() / 3); }
  void lay_out() { static_cast<Grids&>(*this) = grids_of(method, axes); }
};

/// Axes of q, v and a for the method; throws Error where a range is missing or a number cannot be.
std::vector<TableAxis> choose_axes(const Model& model, TableMethod method,
                                   const TableOptions& options);

/// Throws Error naming the size unless the table fits.
void require_fit(const Model& model, TableMethod method, const TableOptions& options,
                 const std::vector<TableAxis>& axes);

/// Computes every node, on options.threads threads.
void fill(const Model& model, const TableOptions& options, Grid& grid, TableMethod method);
void fill_inertia(const Model& model, const TableOptions& options, Grid& grid);

}  // namespace alembert
