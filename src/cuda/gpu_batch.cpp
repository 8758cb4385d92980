#include "alembert/gpu_batch.hpp"

#include <algorithm>
#include <utility>

#include "alembert/error.hpp"
#include "cuda/program_cache.hpp"
#include "cuda/session.hpp"

namespace alembert {

namespace {

constexpr unsigned block = 64;  // the fastest of 64, 128 and 256 for nearly every call

GeneratedCode cuda_code(const Model& model, const GpuOptions& options, bool single) {
  return generate(model, {.calls = options.calls,
                          .language = GeneratedLanguage::cuda,
                          .single = single,
                          .fast_sines = options.fast_sines,
                          .frames = options.frames,
                          .base_parameters = options.base_parameters,
                          .friction = options.friction,
                          .payload = options.payload,
                          .name = "robot"});
}

}  // namespace

std::string gpu_refusal(int device) {
  try {
    const cuda::Session session(device);
    cuda::compiler_version();
    return {};
  } catch (const Error& e) {
    return e.reason();
  }
}

std::string compile_for_gpu(const Model& model, const GpuOptions& options, bool single,
                            int compute_capability) {
  const GeneratedCode code = cuda_code(model, options, single);
  return cuda::ProgramCache(options.cache)
      .machine_code(code.files[0].text, code.files[0].name, compute_capability);
}

template <typename T>
struct GpuBatch<T>::Workspace {
  cuda::Session session;
  const cuda::Driver& driver = session.driver;
  cuda::Module module = nullptr;
  std::vector<GeneratedFunction> functions;
  std::vector<GeneratedParameters> parameters;
  std::vector<std::vector<cuda::Function>> handles;  // of each function its kernels
  std::vector<cuda::Address> arrays;
  std::vector<void*> pinned;
  /// Of host calls: one piece of memory that grows.
  cuda::Address scratch = 0;
  std::size_t scratch_entries = 0;

  Workspace(const Model& model, const GpuOptions& options) : session(options.device) {
    GeneratedCode code = cuda_code(model, options, std::is_same_v<T, float>);
    const cuda::ProgramCache cache(options.cache);
    const std::string image =
        cache.machine_code(code.files[0].text, code.files[0].name, session.capability());
    functions = std::move(code.functions);
    parameters = std::move(code.parameters);
    session.open();
    driver.must(driver.load(&module, image.data()), "the device does not take the program",
                "update the driver" + cache.remedy());
    for (const GeneratedFunction& function : functions) {
      handles.emplace_back();
      for (const std::string& kernel : function.kernels) {
        handles.back().emplace_back();
        driver.must(driver.function(&handles.back().back(), module, kernel.c_str()),
                    "the program has no " + kernel, "update the driver" + cache.remedy());
      }
    }
  }
  ~Workspace() {
    session.enter_quietly();
    for (const cuda::Address array : arrays) driver.free(array);
    for (void* array : pinned) driver.free_pinned(array);
    if (scratch) driver.free(scratch);
    if (module) driver.unload(module);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  std::size_t index(GeneratedCall call) const {
    for (std::size_t i = 0; i < functions.size(); ++i) {
      if (functions[i].call == call) return i;
    }
    throw Error(Error::Code::name, std::string(to_string(call)) + " was not asked for",
                "name it in GpuOptions::calls");
  }
  /// Throws unless there are as many arrays as the function has arguments.
  void require_arrays(const GeneratedFunction& function, std::size_t inputs,
                      std::size_t outputs) const {
    if (inputs == function.inputs.size() && outputs == function.outputs.size()) return;
    throw Error(Error::Code::size, function.name + " is given another number of arrays",
                "give it " + std::to_string(function.inputs.size()) + " inputs and " +
                    std::to_string(function.outputs.size()) + " outputs");
  }
  /// Throws unless the inputs have one row a state, those left open one row. Returns the states.
  Eigen::Index require_shapes(const GeneratedFunction& function,
                              const std::vector<const Matrix*>& inputs) const {
    const Eigen::Index states = inputs[0] ? inputs[0]->rows() : 0;
    const std::size_t of_states = inputs.size() - static_cast<std::size_t>(function.shared);
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const bool shared = k >= of_states;
      const Eigen::Index columns = function.inputs[k];
      if (inputs[k] && inputs[k]->rows() == (shared ? 1 : states) && inputs[k]->cols() == columns) {
        continue;
      }
      throw Error(
          Error::Code::size,
          "input " + std::to_string(k + 1) + " of " + function.name + " is " +
              (inputs[k]
                   ? std::to_string(inputs[k]->rows()) + " x " + std::to_string(inputs[k]->cols())
                   : "null"),
          "give it " +
              (shared ? "one row for all states" : std::to_string(states) + " rows, one a state") +
              ", and " + std::to_string(columns) + " columns");
    }
    return states;
  }
};

template <typename T>
GpuBatch<T>::GpuBatch(const Model& model, const GpuOptions& options)
    : work_(make_owned<Workspace>(model, options)) {}

template <typename T>
void GpuBatch<T>::run(GeneratedCall call, std::size_t states, const std::vector<const T*>& inputs,
                      const std::vector<T*>& outputs, void* stream) {
  const Workspace& work = *work_;
  const std::size_t i = work.index(call);
  const GeneratedFunction& function = work.functions[i];
  work.require_arrays(function, inputs.size(), outputs.size());
  if (states == 0) return;
  work.session.enter();
  unsigned long long count = states;
  std::vector<const T*> in = inputs;
  std::vector<T*> out = outputs;
  std::vector<void*> parameters = {&count};
  for (const T*& array : in) parameters.push_back(&array);
  for (T*& array : out) parameters.push_back(&array);
  const auto grid = static_cast<unsigned>((states + block - 1) / block);
  for (const cuda::Function kernel : work.handles[i]) {
    work.driver.must(
        work.driver.launch(kernel, grid, 1, 1, block, 1, 1, 0, static_cast<cuda::Stream>(stream),
                           parameters.data(), nullptr),
        "the device did not start " + function.name, cuda::other_device);
  }
}

template <typename T>
void GpuBatch<T>::synchronize() {
  work_->session.enter();
  work_->driver.must(work_->driver.synchronize(), "the device failed",
                     "check that arrays have as many entries as states ask for");
}

template <typename T>
void GpuBatch<T>::operator()(GeneratedCall call, const std::vector<const Matrix*>& inputs,
                             const std::vector<Matrix*>& outputs) {
  Workspace& work = *work_;
  const GeneratedFunction& function = work.functions[work.index(call)];
  work.require_arrays(function, inputs.size(), outputs.size());
  const Eigen::Index states = work.require_shapes(function, inputs);
  if (std::find(outputs.begin(), outputs.end(), nullptr) != outputs.end()) {
    throw Error(Error::Code::value, "a matrix for results of " + function.name + " is null",
                "give it one for each: they get their size here");
  }
  std::size_t entries = 0;
  for (const Matrix* input : inputs) entries += static_cast<std::size_t>(input->size());
  for (const int size : function.outputs) entries += static_cast<std::size_t>(states * size);
  if (states == 0) {
    for (std::size_t k = 0; k < outputs.size(); ++k) outputs[k]->resize(0, function.outputs[k]);
    return;
  }
  work.session.enter();
  if (entries > work.scratch_entries) {
    if (work.scratch) work.driver.free(std::exchange(work.scratch, 0));
    work.scratch_entries = 0;
    work.scratch = work.session.allocated(entries * sizeof(T));
    work.scratch_entries = entries;
  }
  T* next = reinterpret_cast<T*>(work.scratch);
  std::vector<const T*> in;
  std::vector<T*> out;
  for (const Matrix* matrix : inputs) {
    copy_to_device(matrix->data(), static_cast<std::size_t>(matrix->size()), next);
    in.push_back(next);
    next += matrix->size();
  }
  for (const int size : function.outputs) {
    out.push_back(next);
    next += states * size;
  }
  run(call, static_cast<std::size_t>(states), in, out);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    outputs[k]->resize(states, function.outputs[k]);
    copy_to_host(out[k], static_cast<std::size_t>(outputs[k]->size()), outputs[k]->data());
  }
}

template <typename T>
std::vector<int> GpuBatch<T>::input_sizes(GeneratedCall call) const {
  return work_->functions[work_->index(call)].inputs;
}

template <typename T>
std::vector<int> GpuBatch<T>::output_sizes(GeneratedCall call) const {
  return work_->functions[work_->index(call)].outputs;
}

template <typename T>
const std::vector<GeneratedParameters>& GpuBatch<T>::parameters() const {
  return work_->parameters;
}

template <typename T>
T* GpuBatch<T>::allocate(std::size_t entries) {
  work_->session.enter();
  work_->arrays.push_back(work_->session.allocated(entries * sizeof(T)));
  return reinterpret_cast<T*>(work_->arrays.back());
}

template <typename T>
T* GpuBatch<T>::allocate_pinned(std::size_t entries) {
  work_->session.enter();
  void* array = nullptr;
  work_->driver.must(work_->driver.allocate_pinned(&array, entries * sizeof(T)),
                     "the host has no room for " + std::to_string(entries * sizeof(T)) +
                         " bytes that must stay where they are",
                     "take fewer states at a time");
  work_->pinned.push_back(array);
  return static_cast<T*>(array);
}

template <typename T>
void GpuBatch<T>::copy_to_device(const T* host, std::size_t entries, T* device) {
  work_->session.enter();
  work_->session.must_copy(
      work_->driver.to_device(reinterpret_cast<cuda::Address>(device), host, entries * sizeof(T)));
}

template <typename T>
void GpuBatch<T>::copy_to_host(const T* device, std::size_t entries, T* host) {
  work_->session.enter();
  work_->session.must_copy(
      work_->driver.to_host(host, reinterpret_cast<cuda::Address>(device), entries * sizeof(T)));
}

template class GpuBatch<double>;
template class GpuBatch<float>;

}  // namespace alembert
