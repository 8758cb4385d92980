// Batches on a device against the library; what needs a device is skipped, with the reason, where
// there is none.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "alembert/error.hpp"
#include "alembert/gpu_batch.hpp"
#include "cuda/driver.hpp"
#include "cuda/program_cache.hpp"
#include "kernel/inertial_columns.hpp"
#include "support/gpu_difference.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::gpu_test {

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

/// Pretends something for as long as it lives, to the device of emulated_driver.cpp.
class Pretence {
 public:
  Pretence(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Pretence() { unsetenv(name_); }
  Pretence(const Pretence&) = delete;
  Pretence& operator=(const Pretence&) = delete;

 private:
  const char* name_;
};

/// Skips what only a device that pretends can show.
#define NEEDS_EMULATION()                                                         \
  if (!std::getenv("ALEMBERT_EMULATED_DEVICE")) {                                 \
    GTEST_SKIP() << "shown on an emulated device: test Emulated.Device of ctest"; \
  }

/// What is thrown, with what to do about it.
template <typename Call>
std::string refusal_of(Call call) {
  try {
    call();
  } catch (const Error& e) {
    EXPECT_FALSE(e.fix().empty());
    return e.what();
  }
  return "nothing";
}

TEST(GpuBatch, RefusesADeviceThatIsTooOld) {
  NEEDS_EMULATION();
  const Pretence old("EMULATED_CAPABILITY", "61");
  const std::string reason = refusal_of([] { GpuBatch<double> batch(chain(2)); });
  EXPECT_NE(reason.find("6.1"), std::string::npos) << reason;
  EXPECT_NE(reason.find("7.0"), std::string::npos) << reason;
}

TEST(GpuBatch, RefusesADeviceThatIsNotThere) {
  NEEDS_EMULATION();
  EXPECT_NE(refusal_of([] { GpuBatch<double> batch(chain(2), {.device = 3}); }).find("device 3"),
            std::string::npos);
  const Pretence none("EMULATED_DEVICES", "0");
  EXPECT_NE(gpu_refusal().find("no device"), std::string::npos);
}

TEST(GpuBatch, SaysHowMuchMemoryThereIsWhereThereIsTooLittle) {
  NEEDS_EMULATION();
  GpuBatch<double> batch(chain(3), {.cache = "-"});
  const Pretence small("EMULATED_MEMORY", "100000");
  const std::string reason = refusal_of([&] { batch.allocate(1 << 20); });
  EXPECT_NE(reason.find("100000 are free"), std::string::npos) << reason;
  // Of host calls, too; after which smaller ones work.
  const Eigen::MatrixXd large = Eigen::MatrixXd::Zero(100000, 3), few = large.topRows(5);
  Eigen::MatrixXd tau;
  const auto torques = [&](const Eigen::MatrixXd& x) {
    batch(GeneratedCall::inverse_dynamics, {&x, &x, &x}, {&tau});
  };
  EXPECT_NE(refusal_of([&] { torques(large); }).find("no room"), std::string::npos);
  torques(few);
  EXPECT_EQ(tau.rows(), 5);
}

TEST(GpuBatch, RefusesWrongShapesAndCallsThatWereNotAskedFor) {
  if (const std::string reason = gpu_refusal(); !reason.empty()) GTEST_SKIP() << reason;
  GpuBatch<double> batch(chain(3), {.cache = "-"});
  const Eigen::MatrixXd x = Eigen::MatrixXd::Zero(4, 3), narrow = x.leftCols(2);
  Eigen::MatrixXd tau;
  using enum GeneratedCall;
  EXPECT_THROW(batch(inverse_dynamics, {&x, &x}, {&tau}), Error);
  EXPECT_THROW(batch(inverse_dynamics, {&x, &x, &x}, {&tau, &tau}), Error);
  EXPECT_THROW(batch(inverse_dynamics, {&x, &narrow, &x}, {&tau}), Error);
  EXPECT_THROW(batch(inverse_dynamics, {&x, nullptr, &x}, {&tau}), Error);
  EXPECT_THROW(batch(inverse_dynamics, {&x, &x, &x}, {nullptr}), Error);
  EXPECT_THROW(batch(mass_matrix, {&x}, {&tau}), Error);
}

TEST(GpuBatch, RefusesARobotThatIsTooLargeForTheCompiler) {
  if (const std::string reason = gpu_refusal(); !reason.empty()) GTEST_SKIP() << reason;
  const std::string reason = refusal_of(
      [] { GpuBatch<double> batch(chain(40), {.calls = {GeneratedCall::weighted_hessian}}); });
  EXPECT_NE(reason.find("operations in a row"), std::string::npos) << reason;
}

TEST(GpuDevice, IsNamedAndMeasured) {
  if (const std::string reason = gpu_refusal(); !reason.empty()) GTEST_SKIP() << reason;
  const GpuDevice device = gpu_device();
  EXPECT_FALSE(device.name.empty());
  EXPECT_GE(device.compute_capability, 70);
  EXPECT_GT(device.memory, 0u);
  EXPECT_GT(device.copy_bandwidth, 1e8);
}

TEST(GpuBatch, EqualsTheLibraryInDouble) {
  if (const std::string reason = gpu_refusal(); !reason.empty()) GTEST_SKIP() << reason;
  equals_the_library<double>(chain(7), 1e-10);
}

TEST(GpuBatch, EqualsTheLibraryInFloat) {
  if (const std::string reason = gpu_refusal(); !reason.empty()) GTEST_SKIP() << reason;
  equals_the_library<float>(chain(5), 2e-2);  // forward dynamics: the mass matrix's condition
}

/// A tree of 18 joints on a floating base: several kernels.
TEST(GpuBatch, RunsAllKernelsOfALongCall) {
  if (const std::string reason = gpu_refusal(); !reason.empty()) GTEST_SKIP() << reason;
  Random random(18);
  const Model model = compile(random_robot(random, {.joints = 18, .types = {JointType::revolute}}),
                              {.floating_base = true});
  const GeneratedCall call = GeneratedCall::derivatives;
  const GeneratedCode code =
      generate(model, {.calls = {call}, .language = GeneratedLanguage::cuda});
  ASSERT_GT(code.functions[0].kernels.size(), 1u);
  GpuBatch<double> batch(model, {.calls = {call}, .cache = "-"});
  EXPECT_LT(gpu_difference(batch, model, call), 1e-10);
}

TEST(GpuBatch, TakesWhatIsLeftOpenOnceForAllStates) {
  if (const std::string reason = gpu_refusal(); !reason.empty()) GTEST_SKIP() << reason;
  Random random(8);
  const Model model = chain(4);
  const FrameId frame = model.links().back().frame;
  const Inertia body = random.body();
  GpuOptions options{.calls = generated_calls(), .cache = "-"};
  options.base_parameters = options.friction = true;
  options.payload = frame;
  GpuBatch<double> batch(model, options);
  ASSERT_EQ(batch.parameters().size(), 3u);
  for (const GeneratedCall call : generated_calls()) {
    std::vector<Eigen::VectorXd> open;
    for (const GeneratedParameters& array : batch.parameters()) {
      if (!OpenParameters::matters(array.name, call)) continue;
      Eigen::VectorXd& x = open.emplace_back(array.entries.size());
      for (Eigen::Index k = 0; k < x.size(); ++k) {
        x[k] = array.entries[static_cast<std::size_t>(k)].value;
      }
      if (array.name == "payload") x = inertial_parameters(body);
    }
    EXPECT_LT(gpu_difference(batch, carrying(model, frame, body), call, open), 1e-10)
        << to_string(call);
  }
  // One row, whatever the number of states.
  const Eigen::MatrixXd q = Eigen::MatrixXd::Zero(3, 4), ten = Eigen::MatrixXd::Zero(3, 10);
  const Eigen::MatrixXd base =
      Eigen::MatrixXd::Zero(1, batch.input_sizes(GeneratedCall::mass_matrix)[1]);
  Eigen::MatrixXd M;
  const std::string reason = refusal_of([&] {
    batch(GeneratedCall::mass_matrix, {&q, &base, &ten}, {&M});
  });
  EXPECT_NE(reason.find("input 3 of robot_mass_matrix is 3 x 10"), std::string::npos) << reason;
  EXPECT_NE(reason.find("one row for all states"), std::string::npos) << reason;
}

TEST(GpuBatch, SaysWhatToDoAboutACachedProgramThatIsNoGood) {
  NEEDS_EMULATION();
  const std::filesystem::path cache =
      std::filesystem::temp_directory_path() / ("alembert-broken-" + std::to_string(getpid()));
  { GpuBatch<double> batch(chain(2), {.cache = cache.string()}); }
  for (const auto& entry : std::filesystem::directory_iterator(cache)) {
    std::filesystem::resize_file(entry.path(), 100);
  }
  const std::string reason =
      refusal_of([&] { GpuBatch<double> batch(chain(2), {.cache = cache.string()}); });
  EXPECT_NE(reason.find(cache.string()), std::string::npos) << reason;
  std::filesystem::remove_all(cache);
}

/// A folder of programs that lives as long as it does.
class CacheFolder {
 public:
  CacheFolder() {
    std::string name = ::testing::TempDir() + "alembert-cache-XXXXXX";
    folder_ = std::filesystem::path(mkdtemp(name.data())) / "cuda";
  }
  ~CacheFolder() { std::filesystem::remove_all(folder_.parent_path()); }
  CacheFolder(const CacheFolder&) = delete;
  CacheFolder& operator=(const CacheFolder&) = delete;

  const std::filesystem::path& path() const { return folder_; }
  std::vector<std::filesystem::path> programs() const {
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) all.push_back(entry);
    return all;
  }
  std::string code() const {
    return cuda::ProgramCache(folder_.string()).machine_code(source, "robot.cu", 90);
  }

 private:
  static constexpr const char* source = "extern \"C\" void robot() {}";
  std::filesystem::path folder_;
};

using Perms = std::filesystem::perms;

TEST(GpuProgramCache, IsMadeForItsUserAloneAndRead) {
  NEEDS_EMULATION();
  const CacheFolder cache;
  cache.code();
  EXPECT_EQ(std::filesystem::status(cache.path()).permissions(), Perms::owner_all);
  ASSERT_EQ(cache.programs().size(), 1u);
  std::ofstream(cache.programs()[0]) << "kept";
  EXPECT_EQ(cache.code(), "kept");
}

TEST(GpuProgramCache, ThatOthersCouldWriteIsNeitherReadNorWritten) {
  NEEDS_EMULATION();
  for (const Perms others : {Perms::group_write, Perms::others_write}) {
    const CacheFolder cache;
    cache.code();
    const std::filesystem::path kept = cache.programs().at(0);
    std::ofstream(kept) << "planted";
    std::filesystem::permissions(kept, others, std::filesystem::perm_options::add);
    EXPECT_EQ(cache.code().substr(1, 3), "ELF");  // and what was planted is replaced
    std::ofstream(kept) << "planted";
    std::filesystem::permissions(cache.path(), others, std::filesystem::perm_options::add);
    EXPECT_EQ(cache.code().substr(1, 3), "ELF");
    std::filesystem::remove(kept);
    EXPECT_EQ(cache.code().substr(1, 3), "ELF");
    EXPECT_TRUE(cache.programs().empty());
    ASSERT_EQ(mkfifo(kept.c_str(), 0600), 0);  // nor is it waited for
    EXPECT_EQ(cache.code().substr(1, 3), "ELF");
  }
}

TEST(GpuProgramCache, OfAnotherUserIsNotRead) {
  NEEDS_EMULATION();
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const CacheFolder cache;
  cache.code();
  const std::filesystem::path kept = cache.programs().at(0);
  std::ofstream(kept) << "planted";
  constexpr uid_t nobody = 65534;
  ASSERT_EQ(chown(kept.c_str(), nobody, nobody), 0);
  EXPECT_EQ(cache.code().substr(1, 3), "ELF");
  std::ofstream(kept) << "planted";
  ASSERT_EQ(chown(cache.path().c_str(), nobody, nobody), 0);
  EXPECT_EQ(cache.code().substr(1, 3), "ELF");
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
  if (std::getenv("ALEMBERT_EMULATED_DEVICE")) GTEST_SKIP() << "it knows no architectures";
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

}  // namespace alembert::test::gpu_test
