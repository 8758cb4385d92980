// What a batch on a device answers beside the library, for its tests and its benchmark. Needs the
// core, generate and cuda components alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "alembert/gpu_batch.hpp"
#include "generate/program.hpp"

namespace alembert::test {

/// The largest difference of a call, over the largest entry or 1, on a few of 1000 random states
/// (no multiple of a block); infinite where an answer is no number. `open`: what the batch takes
/// besides the state, for which `model` is the robot.
template <typename T>
double gpu_difference(GpuBatch<T>& batch, const Model& model, GeneratedCall call,
                      const std::vector<Eigen::VectorXd>& open = {}) {
  using Matrix = typename GpuBatch<T>::Matrix;
  const std::vector<FrameId> frames = {model.links().back().frame};
  const ExprProgram program = record(model, call, frames);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  std::vector<Matrix> inputs, outputs(program.outputs.size());
  for (const ProgramArray& array : program.inputs) {
    Matrix& x = inputs.emplace_back(1000, array.size());
    for (T& entry : x.reshaped()) entry = static_cast<T>(number(random));
  }
  std::vector<const Matrix*> in;
  std::vector<Matrix*> out;
  std::vector<Matrix> rows;
  for (const Eigen::VectorXd& x : open) rows.push_back(x.transpose().template cast<T>());
  for (const Matrix& x : inputs) in.push_back(&x);
  for (const Matrix& x : rows) in.push_back(&x);
  for (Matrix& x : outputs) out.push_back(&x);
  batch(call, in, out);
  double worst = 0.0;
  for (const int s : {0, 1, 63, 64, 127, 128, 500, 999}) {
    std::vector<std::vector<double>> state;
    for (const Matrix& x : inputs) {
      const Eigen::VectorXd row = x.row(s).transpose().template cast<double>();
      state.emplace_back(row.data(), row.data() + row.size());
    }
    const auto expected = library_values(model, call, frames, state);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const Eigen::Map<const Eigen::VectorXd> y(expected[k].data(),
                                                static_cast<Eigen::Index>(expected[k].size()));
      const Eigen::VectorXd x = outputs[k].row(s).transpose().template cast<double>();
      if (!x.allFinite()) return std::numeric_limits<double>::infinity();
      worst =
          std::max(worst, (x - y).cwiseAbs().maxCoeff() / std::max(1.0, y.cwiseAbs().maxCoeff()));
    }
  }
  return worst;
}

}  // namespace alembert::test
