// Motions as tables: row by row in time, in and out of CSV files.
#pragma once

#include <Eigen/Core>
#include <string>

#include "alembert/model.hpp"
#include "alembert/profiles.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

/// One row an instant, one column a coordinate. v and a have no rows where they are not known.
struct Samples {
  Eigen::VectorXd t;        ///< s
  Eigen::MatrixXd q, v, a;  ///< rad or m, and per s, per s^2
};

/// Every `step` seconds from the beginning, and at the end. Throws Error unless step > 0.
Samples sampled(const BSpline& curve, double step);
Samples sampled(const Profile& curve, double step);

/// CSV with the columns t,q.NAME,…,v.NAME,…,a.NAME,…, as `alembert id --trajectory` takes it.
std::string write_samples(const Samples& samples, const Model& model);
/// The same into a file, whole or not at all. Throws Error.
void save_samples(const Samples& samples, const Model& model, const std::string& path);

/// Reads such a file, columns in any order; t and q must be there, tau is left alone. "-" is
/// standard input. Throws Error.
Samples load_samples(const std::string& path, const Model& model);

/// The points of a path, one row each, from the columns q.NAME of such a file; it need not have t,
/// and what it has beside q is left alone. Throws Error.
Eigen::MatrixXd load_path(const std::string& path, const Model& model);

}  // namespace alembert
