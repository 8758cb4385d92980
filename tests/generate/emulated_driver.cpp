// A device that is not there: enough of CUDA's driver and run-time compiler for batches to run as
// host code, one thread after the other. Built as libcuda.so.1 and put before the real one by
// LD_LIBRARY_PATH. What it pretends to be comes from the environment:
//
//   EMULATED_DEVICES     how many there are (1)
//   EMULATED_CAPABILITY  compute capability (90)
//   EMULATED_MEMORY      bytes, all of them free (256 MiB)
#include <dlfcn.h>
#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace {

constexpr int no_memory = 2, failure = 1;

std::size_t pretended(const char* name, std::size_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::size_t memory() { return pretended("EMULATED_MEMORY", std::size_t{256} << 20); }

std::map<void*, std::size_t> allocated;

/// What the compiler makes is a shared library.
struct Program {
  std::string source, log, library;
};

/// Kernels take a count and at most ten arrays; what they do not take does them no harm.
constexpr const char* launcher = R"(
extern "C" void emulated_launch(void* kernel, unsigned grid, unsigned block, void** p, int count)
{
  void* a[10] = {0};
  for (int k = 0; k < count; ++k) a[k] = *(void**)p[k + 1];
  typedef void (*Kernel)(unsigned long long, void*, void*, void*, void*, void*, void*, void*, void*,
                         void*, void*);
  blockDim.x = block;
  for (blockIdx.x = 0; blockIdx.x < grid; ++blockIdx.x) {
    for (threadIdx.x = 0; threadIdx.x < block; ++threadIdx.x) {
      ((Kernel)kernel)(*(unsigned long long*)p[0], a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
                       a[8], a[9]);
    }
  }
}
)";

struct Function {
  void* kernel;
  void (*launch)(void*, unsigned, unsigned, void**, int);
  int arrays;
};

/// How many arrays each kernel of a source takes, as variables NAME_arrays.
std::string array_counts(const std::string& source) {
  const std::string before = "__global__ void ";
  std::string text;
  for (std::size_t at = source.find(before); at != std::string::npos;
       at = source.find(before, at + 1)) {
    const std::size_t name = at + before.size(), open = source.find('(', name);
    const auto end = source.begin() + static_cast<std::ptrdiff_t>(source.find(')', open));
    const auto commas = std::count(source.begin() + static_cast<std::ptrdiff_t>(open), end, ',');
    text += "extern \"C\" const int " + source.substr(name, open - name) +
            "_arrays = " + std::to_string(commas) + ";\n";
  }
  return text;
}

/// For mkstemp and mkdtemp.
std::string temporary_name() {
  return (std::filesystem::temp_directory_path() / "emulated-XXXXXX").string();
}

/// A library ends with its section headers.
std::size_t library_size(const void* image) {
  Elf64_Ehdr head;
  std::memcpy(&head, image, sizeof head);
  return head.e_shoff + std::size_t{head.e_shnum} * head.e_shentsize;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

extern "C" {

int cuInit(unsigned) { return 0; }
int cuDeviceGetCount(int* count) {
  *count = static_cast<int>(pretended("EMULATED_DEVICES", 1));
  return 0;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return 0;
}
int cuDeviceGetName(char* name, int length, int) {
  std::snprintf(name, static_cast<std::size_t>(length), "emulated device");
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  const auto capability = static_cast<int>(pretended("EMULATED_CAPABILITY", 90));
  *value = attribute == 75 ? capability / 10 : capability % 10;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int) {
  *context = &allocated;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuCtxSetCurrent(void*) { return 0; }
int cuCtxSynchronize() { return 0; }

int cuModuleLoadData(void** module, const void* image) {
  std::string path = temporary_name();
  const int file = mkstemp(path.data());
  const std::size_t size = library_size(image);
  const bool written = write(file, image, size) == static_cast<ssize_t>(size);
  close(file);
  *module = written ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  unlink(path.c_str());
  return *module ? 0 : failure;
}
int cuModuleUnload(void* module) { return dlclose(module); }
int cuModuleGetFunction(void** function, void* module, const char* name) {
  const auto* arrays =
      static_cast<const int*>(dlsym(module, (std::string(name) + "_arrays").c_str()));
  auto* found = new Function{dlsym(module, name), nullptr, arrays ? *arrays : 0};
  found->launch = reinterpret_cast<decltype(found->launch)>(dlsym(module, "emulated_launch"));
  *function = found;
  return found->kernel && found->launch ? 0 : failure;
}
int cuLaunchKernel(void* function, unsigned grid, unsigned, unsigned, unsigned block, unsigned,
                   unsigned, unsigned, void*, void** parameters, void**) {
  const auto& f = *static_cast<const Function*>(function);
  f.launch(f.kernel, grid, block, parameters, f.arrays);
  return 0;
}

int cuMemAlloc_v2(unsigned long long* address, std::size_t bytes) {
  std::size_t taken = 0;
  for (const auto& [place, size] : allocated) taken += size;
  if (taken + bytes > memory()) return no_memory;
  void* place = std::malloc(bytes);
  allocated[place] = bytes;
  *address = reinterpret_cast<unsigned long long>(place);
  return 0;
}
int cuMemFree_v2(unsigned long long address) {
  allocated.erase(reinterpret_cast<void*>(address));
  std::free(reinterpret_cast<void*>(address));
  return 0;
}
int cuMemAllocHost_v2(void** address, std::size_t bytes) {
  *address = std::malloc(bytes);
  return 0;
}
int cuMemFreeHost(void* address) {
  std::free(address);
  return 0;
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* all) {
  *free = *all = memory();
  return 0;
}
int cuMemcpyHtoD_v2(unsigned long long to, const void* from, std::size_t bytes) {
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void* to, unsigned long long from, std::size_t bytes) {
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  return 0;
}
int cuMemcpyDtoD_v2(unsigned long long to, unsigned long long from, std::size_t bytes) {
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
  return 0;
}
int cuGetErrorName(int error, const char** name) {
  *name = error == no_memory ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_EMULATED";
  return 0;
}

int nvrtcVersion(int* major, int* minor) {
  *major = 0;
  *minor = 1;
  return 0;
}
int nvrtcCreateProgram(Program** program, const char* source, const char*, int, const char* const*,
                       const char* const*) {
  *program = new Program{source, {}, {}};
  return 0;
}
int nvrtcDestroyProgram(Program** program) {
  delete *program;
  return 0;
}
int nvrtcCompileProgram(Program* program, int, const char* const*) {
  std::string folder = temporary_name();
  if (!mkdtemp(folder.data())) return failure;
  std::ofstream(folder + "/program.cpp")
      << program->source << launcher << array_counts(program->source);
  const std::string command = "cd '" + folder +
                              "' && c++ -std=c++17 -O0 -fPIC -shared -include '" EMULATED_HEADER
                              "' program.cpp -o program.so 2> log";
  const bool compiled = std::system(command.c_str()) == 0;
  (compiled ? program->library : program->log) =
      text_of(folder + (compiled ? "/program.so" : "/log"));
  std::filesystem::remove_all(folder);
  return compiled ? 0 : failure;
}
int nvrtcGetProgramLogSize(Program* program, std::size_t* size) {
  *size = program->log.size() + 1;
  return 0;
}
int nvrtcGetProgramLog(Program* program, char* text) {
  std::strcpy(text, program->log.c_str());
  return 0;
}
int nvrtcGetCUBINSize(Program* program, std::size_t* size) {
  *size = program->library.size();
  return 0;
}
int nvrtcGetCUBIN(Program* program, char* text) {
  std::memcpy(text, program->library.data(), program->library.size());
  return 0;
}

}  // extern "C"
