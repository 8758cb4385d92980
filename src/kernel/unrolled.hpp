// Loops over constants: arrays of registers stay registers.
#pragma once

#include <type_traits>
#include <utility>

namespace alembert {

/// Calls work(0), …, work(N - 1), each with a constant.
template <int N, typename Work>
inline void unrolled(Work work) {
  [&]<int... i>(std::integer_sequence<int, i...>) { (work(std::integral_constant<int, i>()), ...); }
  (std::make_integer_sequence<int, N>());
}

}  // namespace alembert
