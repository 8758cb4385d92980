// Batches on a device against the library; what needs a device is skipped, with the reason, where
// there is none.
#include <gtest/gtest.h>

#include <filesystem>

#include "alembert/error.hpp"
#include "alembert/gpu_batch.hpp"
#include "cuda/driver.hpp"
#include "support/gpu_difference.hpp"
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
  for (const GeneratedCall call : generated_calls()) {
    EXPECT_LT(gpu_difference(batch, model, call), tolerance) << to_string(call);
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
