// Batches on a device against the library; what needs a device is skipped, with the reason, where
// there is none.
#include <gtest/gtest.h>

#include <filesystem>

#include "alembert/error.hpp"
#include "alembert/gpu_batch.hpp"
#include "cuda/driver.hpp"
#include "generate/program.hpp"
#include "support/random_robot.hpp"

namespace alembert::test {
namespace {

Model chain(int joints) {
  Random random(static_cast<unsigned>(joints));
  return compile(
      random_robot(random, {.joints = joints, .chain = true, .types = {JointType::revolute}}));
}

bool compiler_is_here() {
  try {
    return !cuda::compiler_version().empty();
  } catch (const Error&) {
    return false;
  }
}

template <typename T>
void equals_the_library(const Model& model, double tolerance) {
  GpuBatch<T> batch(model, {.calls = generated_calls(), .cache = "-"});
  using Matrix = typename GpuBatch<T>::Matrix;
  const std::vector<FrameId> frames = {model.links().back().frame};
  Random random(3);
  const int states = 1000;  // no multiple of a block
  for (const GeneratedCall call : generated_calls()) {
    const ExprProgram program = record(model, call, frames);
    std::vector<Matrix> inputs, outputs(program.outputs.size());
    for (const ProgramArray& array : program.inputs) {
      Matrix& x = inputs.emplace_back(states, array.size());
      for (int s = 0; s < states; ++s) x.row(s) = random.values(array.size()).transpose().cast<T>();
    }
    std::vector<const Matrix*> in;
    std::vector<Matrix*> out;
    for (const Matrix& x : inputs) in.push_back(&x);
    for (Matrix& x : outputs) out.push_back(&x);
    batch(call, in, out);
    for (const int s : {0, 1, 127, 128, 500, states - 1}) {
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
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), tolerance * std::max(1.0, y.cwiseAbs().maxCoeff()))
            << to_string(call) << ", result " << k << ", state " << s;
      }
    }
  }
}

TEST(GpuBatch, EqualsTheLibraryInDouble) {
  if (const std::string reason = gpu_refusal(); !reason.empty()) GTEST_SKIP() << reason;
  equals_the_library<double>(chain(7), 1e-10);
}

TEST(GpuBatch, EqualsTheLibraryInFloat) {
  if (const std::string reason = gpu_refusal(); !reason.empty()) GTEST_SKIP() << reason;
  equals_the_library<float>(chain(5), 2e-2);  // forward dynamics: the mass matrix's condition
}

TEST(GpuBatch, SaysWhyThereIsNoDevice) {
  if (gpu_refusal().empty()) GTEST_SKIP() << "there is a device here";
  try {
    GpuBatch<double> batch(chain(2));
    FAIL() << "a batch without a device";
  } catch (const Error& e) {
    EXPECT_FALSE(e.fix().empty());
  }
}

TEST(GpuBatch, IsCompiledForADeviceThatIsNotHere) {
  if (!compiler_is_here()) GTEST_SKIP() << "CUDA's run-time compiler is not installed";
  const std::filesystem::path cache =
      std::filesystem::temp_directory_path() / ("alembert-cubin-" + std::to_string(getpid()));
  const GpuOptions options{.calls = generated_calls(), .cache = cache.string()};
  const std::string first = compile_for_gpu(chain(4), options, false, 90);
  EXPECT_EQ(first.substr(1, 3), "ELF");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(cache), {}), 1);
  EXPECT_EQ(compile_for_gpu(chain(4), options, false, 90), first);  // from the cache
  EXPECT_THROW(compile_for_gpu(chain(4), options, false, 1), Error);
  std::filesystem::remove_all(cache);
}

}  // namespace
}  // namespace alembert::test
