// Polyhedral cones by what spans them and by what bounds them.
#pragma once

#include <Eigen/Core>

namespace alembert {

/// Rows of unit length, one for each facet of the cone of all sums of the columns with weights
/// y >= 0: x is in it if and only if rows * x <= 0. A cone that does not fill its space has pairs
/// of rows a, -a besides. Columns of no length count nothing.
Eigen::MatrixXd cone_facets(const Eigen::MatrixXd& generators);

/// The rows that {x : rows x <= 0} needs, of unit length: what is left of a cone that was cut by
/// leaving columns out, for example.
Eigen::MatrixXd essential_rows(const Eigen::MatrixXd& rows);

}  // namespace alembert
