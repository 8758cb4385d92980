#include "cuda/driver.hpp"

#include <dlfcn.h>

#include <vector>

#include "alembert/error.hpp"

namespace alembert::cuda {

namespace {

/// The first of these libraries that is there; null if none.
void* opened(const std::vector<const char*>& names) {
  for (const char* name : names) {
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

template <typename F>
void find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  if (function) return;
  throw Error(Error::Code::unsupported, std::string("CUDA here has no ") + name,
              "install a newer driver and toolkit: 12.0 or later");
}

/// libnvrtc.
struct Compiler {
  using Program = struct _nvrtcProgram*;
  int (*version)(int* major, int* minor);
  int (*create)(Program* program, const char* source, const char* name, int headers,
                const char* const* texts, const char* const* names);
  int (*destroy)(Program* program);
  int (*compile)(Program program, int count, const char* const* options);
  int (*log_size)(Program program, std::size_t* size);
  int (*log)(Program program, char* text);
  int (*code_size)(Program program, std::size_t* size);
  int (*code)(Program program, char* text);

  static const Compiler& get() {
    static const Compiler compiler = [] {
      void* library = opened(
          {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so"});
      if (!library) {
        throw Error(Error::Code::unsupported, "CUDA's run-time compiler (libnvrtc) is not found",
                    "install the CUDA toolkit, or add its lib64 to LD_LIBRARY_PATH");
      }
      Compiler c{};
      find(library, "nvrtcVersion", c.version);
      find(library, "nvrtcCreateProgram", c.create);
      find(library, "nvrtcDestroyProgram", c.destroy);
      find(library, "nvrtcCompileProgram", c.compile);
      find(library, "nvrtcGetProgramLogSize", c.log_size);
      find(library, "nvrtcGetProgramLog", c.log);
      find(library, "nvrtcGetCUBINSize", c.code_size);
      find(library, "nvrtcGetCUBIN", c.code);
      return c;
    }();
    return compiler;
  }
};

}  // namespace

const Driver& Driver::get() {
  static const Driver driver = [] {
    void* library = opened({"libcuda.so.1", "libcuda.so", "/usr/local/nvidia/lib64/libcuda.so.1"});
    if (!library) {
      throw Error(Error::Code::unsupported, "no NVIDIA driver (libcuda) is found here",
                  "run on a machine with an NVIDIA device, or use Batch, which needs none");
    }
    Driver d{};
    find(library, "cuInit", d.init);
    find(library, "cuDeviceGetCount", d.device_count);
    find(library, "cuDeviceGet", d.device);
    find(library, "cuDeviceGetName", d.device_name);
    find(library, "cuDeviceGetAttribute", d.attribute);
    find(library, "cuDevicePrimaryCtxRetain", d.retain);
    find(library, "cuDevicePrimaryCtxRelease_v2", d.release);
    find(library, "cuCtxSetCurrent", d.set_current);
    find(library, "cuModuleLoadData", d.load);
    find(library, "cuModuleUnload", d.unload);
    find(library, "cuModuleGetFunction", d.function);
    find(library, "cuLaunchKernel", d.launch);
    find(library, "cuCtxSynchronize", d.synchronize);
    find(library, "cuMemAlloc_v2", d.allocate);
    find(library, "cuMemFree_v2", d.free);
    find(library, "cuMemcpyHtoD_v2", d.to_device);
    find(library, "cuMemcpyDtoH_v2", d.to_host);
    find(library, "cuMemcpyDtoD_v2", d.on_device);
    find(library, "cuMemAllocHost_v2", d.allocate_pinned);
    find(library, "cuMemFreeHost", d.free_pinned);
    find(library, "cuMemGetInfo_v2", d.memory);
    find(library, "cuGetErrorName", d.error_name);
    d.must(d.init(0), "the NVIDIA driver could not be started",
           "run nvidia-smi: it says whether the device can be used");
    return d;
  }();
  return driver;
}

void Driver::must(int result, const std::string& doing, const std::string& fix) const {
  if (result == 0) return;
  const char* name = nullptr;
  error_name(result, &name);
  throw Error(Error::Code::unsupported, doing + " (" + (name ? name : "unknown error") + ")", fix);
}

std::string compile_source(const std::string& source, const std::string& name, int capability) {
  const Compiler& c = Compiler::get();
  Compiler::Program program = nullptr;
  if (c.create(&program, source.c_str(), name.c_str(), 0, nullptr, nullptr) != 0) {
    throw Error(Error::Code::unsupported, "CUDA's compiler takes no more programs",
                "report this: the library frees each of them");
  }
  const std::string target = "--gpu-architecture=sm_" + std::to_string(capability);
  const char* options[] = {target.c_str(), "--std=c++17"};
  const bool compiled = c.compile(program, 2, options) == 0;
  std::string text;
  std::size_t size = 0;
  if (compiled && c.code_size(program, &size) == 0) {
    text.resize(size);
    c.code(program, text.data());
  } else if (c.log_size(program, &size) == 0) {
    text.resize(size);
    c.log(program, text.data());
  }
  c.destroy(&program);
  if (compiled && !text.empty()) return text;
  throw Error(Error::Code::unsupported,
              "CUDA's compiler refuses the code for compute capability " +
                  std::to_string(capability) + ": " + text.substr(0, 400),
              "use a device and a toolkit that fit each other, or Batch, which needs neither");
}

std::string compiler_version() {
  int major = 0, minor = 0;
  Compiler::get().version(&major, &minor);
  return std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace alembert::cuda
