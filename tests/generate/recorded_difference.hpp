// What a recorded program answers beside the library.
#pragma once

#include <vector>

#include "generate/program.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {

/// The largest difference between a program and the library on `model`, over the largest entry. The
/// program's parameters are `shared`, in their order.
inline double program_difference(const ExprProgram& program, const Model& model, Random& random,
                                 const std::vector<Eigen::VectorXd>& shared = {}) {
  std::vector<std::vector<double>> inputs, state;
  std::size_t next = 0;
  for (const ProgramArray& array : program.inputs) {
    const Eigen::VectorXd x = array.shared ? shared.at(next++) : random.values(array.size());
    inputs.emplace_back(x.data(), x.data() + x.size());
    if (!array.shared) state.push_back(inputs.back());
  }
  return largest_difference(
      program, inputs, library_values(model, program.call, {model.links().back().frame}, state));
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
