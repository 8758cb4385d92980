// What is used of CUDA's driver and of its run-time compiler, found when first asked for: programs
// built without CUDA run where it is, and the other way round. Their C interfaces do not change.
#pragma once

#include <cstddef>
#include <string>

namespace alembert::cuda {

using Device = int;
using Context = struct CUctx_st*;
using Module = struct CUmod_st*;
using Function = struct CUfunc_st*;
using Stream = struct CUstream_st*;
using Address = unsigned long long;

/// libcuda: as much of it as batches need.
struct Driver {
  int (*init)(unsigned flags);
  int (*device_count)(int* count);
  int (*device)(Device* device, int ordinal);
  int (*device_name)(char* name, int length, Device device);
  int (*attribute)(int* value, int attribute, Device device);
  int (*retain)(Context* context, Device device);
  int (*release)(Device device);
  int (*set_current)(Context context);
  int (*load)(Module* module, const void* image);
  int (*unload)(Module module);
  int (*function)(Function* function, Module module, const char* name);
  int (*launch)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                Stream stream, void** parameters, void** extra);
  int (*synchronize)();
  int (*allocate)(Address* address, std::size_t bytes);
  int (*free)(Address address);
  int (*to_device)(Address to, const void* from, std::size_t bytes);
  int (*to_host)(void* to, Address from, std::size_t bytes);
  int (*on_device)(Address to, Address from, std::size_t bytes);
  int (*allocate_pinned)(void** address, std::size_t bytes);
  int (*free_pinned)(void* address);
  int (*memory)(std::size_t* free, std::size_t* all);
  int (*error_name)(int error, const char** text);

  /// Throws Error where there is none.
  static const Driver& get();
  /// Throws Error if the call went wrong; `doing` what, `fix` what to do about it.
  void must(int result, const std::string& doing, const std::string& fix) const;
};

/// The machine code of a source for a compute capability such as 90; `log` lists what the compiler
/// has to say. Throws Error where there is no compiler, or it refuses.
std::string compile_source(const std::string& source, const std::string& name, int capability);
/// Version of the compiler, part of the key of what is cached.
std::string compiler_version();

}  // namespace alembert::cuda
