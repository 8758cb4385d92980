// What a recorded program answers beside the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "generate/program.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {

/// The largest difference between a program and the library on `model`, over the largest entry. The
/// program's parameters are `shared`, in their order.
inline double program_difference(const ExprProgram& program, const Model& model, Random& random,
                                 const std::vector<Eigen::VectorXd>& shared = {}) {
  std::vector<std::vector<double>> inputs;
  std::vector<double> flat;
  std::size_t next = 0;
  for (const ProgramArray& array : program.inputs) {
    const Eigen::VectorXd x = array.shared ? shared.at(next++) : random.values(array.size());
    if (!array.shared) inputs.emplace_back(x.data(), x.data() + x.size());
    flat.insert(flat.end(), x.data(), x.data() + x.size());
  }
  const std::vector<double> nodes = program.graph.evaluate(flat);
  const auto expected = library_values(model, program.call, {model.links().back().frame}, inputs);
  double worst = 0.0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    double largest = 1.0, error = 0.0;
    for (std::size_t e = 0; e < expected[k].size(); ++e) {
      const Expr& x = program.outputs[k].entries[e];
      double value = x.value();
      if (!x.constant()) value = nodes[static_cast<std::size_t>(x.node())];
      if (!x.constant() && x.negative()) value = -value;
      largest = std::max(largest, std::abs(expected[k][e]));
      error = std::max(error, std::abs(value - expected[k][e]));
    }
    worst = std::max(worst, error / largest);
  }
  return worst;
}

inline double recorded_difference(const Model& model, GeneratedCall call, Random& random) {
  return program_difference(record(model, call, {model.links().back().frame}), model, random);
}

/// Forward dynamics and its derivatives divide by what may be small: there the condition of the
/// mass matrix is in the error of either side.
inline bool solves(GeneratedCall call) {
  return call == GeneratedCall::forward_dynamics || call == GeneratedCall::forward_derivatives;
}

}  // namespace alembert::test
