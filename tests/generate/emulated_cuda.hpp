// Enough of CUDA for generated files to run as host code, one thread after the other.
#pragma once

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define __global__
#define __device__
struct EmulatedIndex {
  unsigned x;
};
static EmulatedIndex blockIdx, threadIdx, blockDim;

#define EMULATED(kernel, states, ...)                                \
  do {                                                               \
    blockDim.x = 32;                                                 \
    for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x) { \
      kernel(states, __VA_ARGS__);                                   \
    }                                                                \
  } while (0)

template <typename To, typename From>
inline To emulated_bits(From x) {
  To y;
  memcpy(&y, &x, sizeof y);
  return y;
}
inline int __float_as_int(float x) { return emulated_bits<int>(x); }
inline float __int_as_float(int x) { return emulated_bits<float>(x); }
inline double __longlong_as_double(long long x) { return emulated_bits<double>(x); }
inline int __double2loint(double x) { return (int)emulated_bits<long long>(x); }
inline void __sincosf(float x, float* s, float* c) {
  *s = sinf(x);
  *c = cosf(x);
}

typedef int cudaError_t;
enum { cudaSuccess, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline const char* cudaGetErrorString(cudaError_t) { return "emulated"; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaMalloc(void** place, size_t size) {
  *place = malloc(size);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, size_t size, int) {
  memcpy(to, from, size);
  return cudaSuccess;
}
