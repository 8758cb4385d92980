// Memory that is written past the caches, where the processor can: what nobody reads soon need not
// be fetched before it is overwritten, and drives nothing else out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace alembert::streamed {

constexpr std::size_t line = 64;
/// Results larger than this are more than a core's caches hold.
constexpr std::size_t large = std::size_t{8} << 20;

#if defined(__SSE2__)
constexpr bool possible = true;

/// `to` begins a line.
inline void put_line(const char* from, char* to) {
#if defined(__AVX512F__)
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
#else
  for (std::size_t k = 0; k < line; k += sizeof(__m128i)) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + k),
                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + k)));
  }
#endif
}
/// Other threads may read what was written before this.
inline void finish() { _mm_sfence(); }
#else
constexpr bool possible = false;

inline void put_line(const char* from, char* to) { std::memcpy(to, from, line); }
inline void finish() {}
#endif

/// Call finish() when all is copied.
inline void copy(const void* from, void* to, std::size_t bytes) {
  const char* source = static_cast<const char*>(from);
  char* target = static_cast<char*>(to);
  const std::size_t begun = reinterpret_cast<std::uintptr_t>(target) % line;
  const std::size_t head = std::min(bytes, begun == 0 ? 0 : line - begun);
  std::memcpy(target, source, head);
  std::size_t done = head;
  for (; done + line <= bytes; done += line) put_line(source + done, target + done);
  std::memcpy(target + done, source + done, bytes - done);
}

}  // namespace alembert::streamed
