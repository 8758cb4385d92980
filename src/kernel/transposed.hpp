// Rows of samples to packs of coordinates and back, a square of numbers at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
#include <utility>

#include "alembert/batch.hpp"
#include "kernel/pack.hpp"
#include "kernel/scalar_traits.hpp"
#include "kernel/streamed.hpp"

namespace alembert {

/// Entry c * Block + b of packs is coordinate c of the samples first + b * W, ...
///
/// W columns of W samples are a square, W registers. What is left over, or all of a short row, is
/// taken as small squares of Side columns: W / Side of them lie side by side in Side registers.
template <typename T, int Block, int W = register_width<T>>
class Transposed {
 public:
  using P = Pack<T, W>;
  using Index = Eigen::Index;
  static constexpr int samples = Block * W;
  static constexpr Index piece = 1024;

  ALEMBERT_FLATTEN static void load(const Eigen::Ref<const RowMatrix<T>>& rows, Index first,
                                    P* packs) {
    with_layout(rows, [&](auto columns, auto stride) {
      load_columns(columns, stride, rows, first, packs);
    });
  }
  ALEMBERT_FLATTEN static void store(const P* packs, Index first, Eigen::Ref<RowMatrix<T>> rows) {
    with_layout(rows, [&](auto columns, auto stride) {
      store_columns(columns, stride, packs, first, rows);
    });
  }
  /// Are they, one behind the other, more than the caches hold? streamed::finish() must then follow
  /// what is written to them below.
  static bool goes_past_caches(const Eigen::Ref<RowMatrix<T>>& rows) {
    return streamed::possible && rows.outerStride() == rows.cols() &&
           static_cast<std::size_t>(rows.size()) * sizeof(T) > streamed::large;
  }

  /// As store, by way of `buffer`, past the caches if all the rows are more than they hold. Long
  /// rows go piece by piece, so that the buffer, of samples x piece numbers, stays in the nearest.
  static void store_result(const P* packs, Index first, Eigen::Ref<RowMatrix<T>> rows, T* buffer) {
    if (!goes_past_caches(rows) || first + samples > rows.rows()) return store(packs, first, rows);
    const Index columns = rows.cols();
    T* const to = rows.data() + first * columns;
    for (Index c = 0; c < columns; c += piece) {
      const Index count = std::min(piece, columns - c);
      store(packs + c * Block, 0, Eigen::Map<RowMatrix<T>>(buffer, samples, count));
      if (count == columns) return put_result(buffer, samples * count, to, rows);
      for (Index k = 0; k < samples; ++k) {
        put_result(buffer + k * count, count, to + k * columns + c, rows);
      }
    }
  }
  /// Numbers of such rows, one behind the other.
  static void put_result(const T* from, Index count, T* to, const Eigen::Ref<RowMatrix<T>>& rows) {
    if (!goes_past_caches(rows)) return void(std::copy_n(from, count, to));
    streamed::copy(from, to, static_cast<std::size_t>(count) * sizeof(T));
  }
  /// Asks for the memory that results of samples from `first` on will go to: it comes while they
  /// are computed.
  static void expect(Index first, const Eigen::Ref<RowMatrix<T>>& rows) {
    if (rows.outerStride() != rows.cols() || goes_past_caches(rows)) return;
    constexpr int line = 64 / static_cast<int>(sizeof(T));
    const T* const begin = rows.data() + first * rows.cols();
    const T* const end = begin + std::min<Index>(samples, rows.rows() - first) * rows.cols();
    for (const T* p = begin; p < end; p += line) __builtin_prefetch(p, 1, 2);
  }

  template <int Side>
  using Registers = std::array<P, Side>;

  /// Transposes squares by perfect shuffles: each pass interleaves the upper with the lower half of
  /// the rows, and after log2(Side) passes rows are columns.
  template <int Side>
  static void transpose(Registers<Side>& squares) {
    const auto interleave =
        []<int... i>(const P& a, const P& b, auto shift, std::integer_sequence<int, i...>) {
      return P(__builtin_shufflevector(a.lanes, b.lanes,
                                       (i / Side * Side + (i % Side + shift) / 2 + i % 2 * W)...));
    };
    for (int pass = 1; pass < Side; pass *= 2) {
      Registers<Side> next;
      for (int k = 0; k < Side / 2; ++k) {
        const P &a = squares[k], &b = squares[k + Side / 2];
        constexpr auto lanes = std::make_integer_sequence<int, W>();
        next[2 * k] = interleave(a, b, std::integral_constant<int, 0>(), lanes);
        next[2 * k + 1] = interleave(a, b, std::integral_constant<int, Side>(), lanes);
      }
      squares = next;
    }
  }

 private:
  /// N numbers: a register or a part of one.
  template <int N>
  struct Part {
    typedef T Lanes __attribute__((vector_size(sizeof(T) * N)));
  };
  /// Row k of samples that are all there.
  template <typename Number, typename Stride>
  struct RowAt {
    Number* first;
    Stride stride;

    Number* operator()(int k) const { return first + k * stride; }
  };

  /// Calls work with the number of columns and the distance between rows; both are constants for
  /// arms, whose rows lie one behind the other: as straight-line code.
  template <typename Rows, typename Work>
  static void with_layout(const Rows& rows, Work work) {
    const auto columns = static_cast<int>(rows.cols());
    const bool dense = rows.outerStride() == columns;
    if (dense && columns == 6) {
      work(std::integral_constant<int, 6>(), std::integral_constant<int, 6>());
    } else if (dense && columns == 7) {
      work(std::integral_constant<int, 7>(), std::integral_constant<int, 7>());
    } else {
      work(columns, rows.outerStride());
    }
  }
  /// Calls work with the side of the least squares that n < W columns fit into.
  template <typename Work>
  static void with_side(int n, Work work) {
    if (n == 1) return work(std::integral_constant<int, 1>());
    if constexpr (W > 2) {
      if (n == 2) return work(std::integral_constant<int, 2>());
    }
    if constexpr (W > 4) {
      if (n > 2 && n <= 4) return work(std::integral_constant<int, 4>());
    }
    if constexpr (W > 8) {
      if (n > 4 && n <= 8) return work(std::integral_constant<int, 8>());
    }
    work(std::integral_constant<int, W>());
  }
  /// Rows may be shorter than a square, whose side then is the least if their length is a constant.
  template <typename Columns>
  struct Short {
    static constexpr bool possible = true;
    static constexpr int side = W;
  };
  template <int n>
  struct Short<std::integral_constant<int, n>> {
    static constexpr bool possible = n < W;
    static constexpr int side = static_cast<int>(std::bit_ceil(static_cast<unsigned>(n)));
  };

  template <typename Columns, typename Stride>
  static void load_columns(Columns columns, Stride stride,
                           const Eigen::Ref<const RowMatrix<T>>& rows, Index first, P* packs) {
    const T* const end = rows.data() + (rows.rows() - 1) * stride + columns;
    for (int b = 0; b < Block; ++b, first += W) {
      P* const to = packs + b;
      const RowAt<const T, Stride> row{rows.data() + first * stride, stride};
      // Of a short row the beginning of the next is read, too, and left out again.
      if (first + W > rows.rows() || (columns < W && end - row(W - 1) < W)) {
        load_last(columns, rows, first, to);
        continue;
      }
      if constexpr (Short<Columns>::possible) {
        if (columns < W) {
          load_squares<Short<Columns>::side>(columns, row, 0, to);
          continue;
        }
      }
      int c = 0;
      for (; c + W <= columns; c += W) load_squares<W>(columns, row, c, to);
      if (c == columns) continue;
      with_side(columns - c,
                [&](auto side) { load_squares<side()>(columns, row, columns - side, to); });
    }
  }
  /// Columns c, ... c + Side - 1, as far as there are.
  template <int Side, typename Columns, typename Row>
  static void load_squares(Columns columns, Row row, int c, P* to) {
    Registers<Side> squares;
    for (int k = 0; k < Side; ++k) {
      squares[k] = side_by_side<Side>([&](int g) { return row(g * Side + k) + c; });
    }
    transpose<Side>(squares);
    for (int k = 0; k < std::min<int>(Side, columns - c); ++k) to[(c + k) * Block] = squares[k];
  }
  /// Where rows end.
  static void load_last(int columns, const Eigen::Ref<const RowMatrix<T>>& rows, Index first,
                        P* to) {
    for (int lane = 0; lane < W; ++lane) {
      const T* const row =
          rows.data() + std::min(first + lane, rows.rows() - 1) * rows.outerStride();
      for (int c = 0; c < columns; ++c) to[c * Block].set(lane, row[c]);
    }
  }

  template <typename Columns, typename Stride>
  static void store_columns(Columns columns, Stride stride, const P* packs, Index first,
                            Eigen::Ref<RowMatrix<T>>& rows) {
    for (int b = 0; b < Block; ++b, first += W) {
      const P* const from = packs + b;
      const RowAt<T, Stride> row{rows.data() + first * stride, stride};
      if (first + W > rows.rows()) {
        for (int lane = 0; first + lane < rows.rows(); ++lane) {
          for (int c = 0; c < columns; ++c) row(lane)[c] = from[c * Block][lane];
        }
        return;
      }
      if constexpr (Short<Columns>::possible) {
        if (columns < W) {
          store_short<Short<Columns>::side>(columns, from, row);
          continue;
        }
      }
      int c = 0;
      for (; c + W <= columns; c += W) store_squares<W>(from, c, row);
      if (c == columns) continue;
      with_side(columns - c, [&](auto side) { store_squares<side()>(from, columns - side, row); });
    }
  }
  template <int Side, typename Row>
  static void store_squares(const P* from, int c, Row row) {
    Registers<Side> squares;
    for (int k = 0; k < Side; ++k) squares[k] = from[(c + k) * Block];
    transpose<Side>(squares);
    for_each_row<Side>(
        [&]<int g>(int k) { put<g * Side, Side>(squares[k], row(g * Side + k) + c); });
  }
  /// All columns of rows shorter than a square, in two pieces that overlap.
  template <int Side, typename Columns, typename Row>
  static void store_short(Columns columns, const P* from, Row row) {
    Registers<Side> squares;
    for (int k = 0; k < Side; ++k) squares[k] = from[std::min<int>(k, columns - 1) * Block];
    transpose<Side>(squares);
    for_each_row<Side>([&]<int g>(int k) {
      const P& pack = squares[k];
      T* const to = row(g * Side + k);
      if constexpr (std::is_same_v<Columns, int>) {
        std::copy_n(reinterpret_cast<const T*>(&pack) + g * Side, columns, to);
      } else {
        constexpr int half = Side / 2, rest = Columns::value - half;
        put<g * Side, half>(pack, to);
        put<g * Side + rest, half>(pack, to + rest);
      }
    });
  }

  /// Calls work<g>(k): row g * Side + k is part g of register k.
  template <int Side, typename Work>
  static void for_each_row(Work work) {
    [&]<int... g>(std::integer_sequence<int, g...>) {
      (
          [&] {
            for (int k = 0; k < Side; ++k) work.template operator()<g>(k);
          }(),
          ...);
    }
    (std::make_integer_sequence<int, W / Side>());
  }
  /// A register of the Side numbers at at(0), at(1), ...
  template <int Side, typename At>
  static P side_by_side(At at) {
    if constexpr (Side == 1) {
      P pack(0);
      for (int g = 0; g < W; ++g) pack.set(g, *at(g));
      return pack;
    } else {
      return P(joined<Side, W>(at, 0));
    }
  }
  template <int Side, int N, typename At>
  static typename Part<N>::Lanes joined(At at, int g) {
    if constexpr (N == Side) {
      typename Part<N>::Lanes lanes;
      __builtin_memcpy(&lanes, at(g), sizeof lanes);
      return lanes;
    } else {
      const auto low = joined<Side, N / 2>(at, g), high = joined<Side, N / 2>(at, g + N / 2 / Side);
      return [&]<int... i>(std::integer_sequence<int, i...>) {
        return typename Part<N>::Lanes(__builtin_shufflevector(low, high, i...));
      }
      (std::make_integer_sequence<int, N>());
    }
  }
  /// Writes `count` numbers of a register from `begin` on.
  template <int begin, int count>
  static void put(const P& pack, T* to) {
    if constexpr (count == 1) {
      *to = pack[begin];
    } else if constexpr (count == W) {
      __builtin_memcpy(to, &pack, sizeof pack);
    } else {
      const auto part = [&]<int... i>(std::integer_sequence<int, i...>) {
        return __builtin_shufflevector(pack.lanes, pack.lanes, (begin + i)...);
      }
      (std::make_integer_sequence<int, count>());
      __builtin_memcpy(to, &part, sizeof part);
    }
  }
};

}  // namespace alembert
