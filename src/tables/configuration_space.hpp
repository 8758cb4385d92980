// The terms of the configuration space method: found exactly, stored once each.
#pragma once

#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/tables.hpp"

namespace alembert {

/// G, J and C from calls of InverseDynamics. One per thread.
class TermFinder {
 public:
  explicit TermFinder(const Model& model);
  void operator()(const Eigen::VectorXd& q, ConfigurationTerms<double>& terms);

 private:
  InverseDynamics<double> weightless_, rigid_;
  Eigen::VectorXd zero_, unit_, column_;
  Eigen::MatrixXd square_;
};

/// How many numbers the terms of n coordinates are, equal ones stored once.
int stored_count(int n);
void store(const ConfigurationTerms<double>& terms, double* out);
void restore(const double* in, ConfigurationTerms<double>& terms);

}  // namespace alembert
