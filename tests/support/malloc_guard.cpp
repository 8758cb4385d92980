#include "support/malloc_guard.hpp"

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define ALEMBERT_WATCHES_MALLOC 0
#else
#define ALEMBERT_WATCHES_MALLOC 1
#endif

namespace {
thread_local bool watching = false;
thread_local long allocations = 0;
}  // namespace

#if ALEMBERT_WATCHES_MALLOC
// glibc lets a program replace the allocator; ours counts and passes on. operator new and Eigen
// both end here.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);

void* malloc(std::size_t size) {
  allocations += watching;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  allocations += watching;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  allocations += watching;
  return __libc_realloc(old, size);
}
}
#endif

namespace alembert::test {

MallocGuard::MallocGuard() {
  allocations = 0;
  watching = true;
}
MallocGuard::~MallocGuard() { watching = false; }
long MallocGuard::count() const { return allocations; }
bool MallocGuard::works() { return ALEMBERT_WATCHES_MALLOC; }

}  // namespace alembert::test
