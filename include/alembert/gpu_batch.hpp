// Many states at once on an NVIDIA device: the generated CUDA of one robot, compiled when the
// object is made and kept in a cache (docs/generate.md). Nothing of CUDA is needed to build or to
// link: the driver and the compiler (NVRTC) are looked for when the first object is made.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "alembert/generate.hpp"
#include "alembert/model.hpp"
#include "alembert/owned.hpp"

namespace alembert {

struct GpuOptions {
  std::vector<GeneratedCall> calls = {GeneratedCall::inverse_dynamics};
  /// Floats: the device's quick sines, absolute error 5e-7 for angles within ±pi.
  bool fast_sines = false;
  int device = 0;  ///< from 0, as the driver counts
  /// Of pose; empty: the last link.
  std::vector<FrameId> frames = {};
  /// Inputs, too, after those of the state, as in GenerateOptions: each is one array for all
  /// states of a batch.
  bool base_parameters = false;
  bool friction = false;                          ///< viscous and Coulomb, of every driven joint
  std::optional<FrameId> payload = std::nullopt;  ///< a body carried in this frame
  /// Folder of compiled programs; empty: that of the user's caches. "-": none is kept.
  std::string cache = {};
};

/// Is there a device that batches can run on? Empty, or the reason why not.
std::string gpu_refusal(int device = 0);

struct GpuDevice {
  std::string name;
  int compute_capability = 0;   ///< such as 90
  std::size_t memory = 0;       ///< bytes
  double copy_bandwidth = 0.0;  ///< bytes a second, read and written, of a large copy on it
};

/// Asks the device and measures. Throws Error as GpuBatch does.
GpuDevice gpu_device(int device = 0);

/// The device's program for one robot, for a compute capability such as 90: what NVRTC makes of
/// generate(). Needs NVRTC but no device. Throws Error.
std::string compile_for_gpu(const Model& model, const GpuOptions& options, bool single,
                            int compute_capability);

/// T is double or float. Throws Error: no device, too old a device, not enough memory, wrong sizes.
/// One per thread.
///
///   GpuBatch<float> batch(model, {.calls = {GeneratedCall::inverse_dynamics}});
///   batch.run(GeneratedCall::inverse_dynamics, states, {q, v, a}, {tau});      // device's arrays
///   batch(GeneratedCall::inverse_dynamics, {&q, &v, &a}, {&tau});              // host's matrices
template <typename T = double>
class GpuBatch {
 public:
  /// One row a state, one column an entry, columns one after the other, as the device has them.
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

  explicit GpuBatch(const Model& model, const GpuOptions& options = {});

  /// The device's arrays, in the order of the generated function: entry k of state s is at
  /// k * states + s, entry k of what was left open at k. Returns when the work is queued on
  /// `stream` (a CUstream; null: the default).
  void run(GeneratedCall call, std::size_t states, const std::vector<const T*>& inputs,
           const std::vector<T*>& outputs, void* stream = nullptr);
  /// Waits for everything queued.
  void synchronize();

  /// Host matrices, copied there and back; matrices of results get the states' rows, and what was
  /// left open is a matrix of one row.
  void operator()(GeneratedCall call, const std::vector<const Matrix*>& inputs,
                  const std::vector<Matrix*>& outputs);

  /// Entries of each argument of a call, in order.
  std::vector<int> input_sizes(GeneratedCall call) const;
  std::vector<int> output_sizes(GeneratedCall call) const;  ///< of each result, in order
  /// What was left open, with the values that the model has.
  const std::vector<GeneratedParameters>& parameters() const;

  /// An array on the device; freed with the batch.
  T* allocate(std::size_t entries);
  /// An array of the host that copies take without a detour; freed with the batch.
  T* allocate_pinned(std::size_t entries);
  void copy_to_device(const T* host, std::size_t entries, T* device);  ///< waits until it is copied
  void copy_to_host(const T* device, std::size_t entries, T* host);    ///< waits until it is copied

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

extern template class GpuBatch<double>;
extern template class GpuBatch<float>;

}  // namespace alembert
