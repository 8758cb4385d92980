#include "kernel/transposed.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace alembert::test::transposed_test {

/// Rows from a larger matrix, so that they do not lie one behind the other where `gap` is not zero.
template <typename T, int W>
void expect_there_and_back(int rows, int columns, int gap) {
  using Rows = Transposed<T, 2, W>;
  RowMatrix<T> in(rows, columns + gap), out = RowMatrix<T>::Constant(rows, columns + gap, T(-1));
  for (int i = 0; i < in.size(); ++i) in.data()[i] = static_cast<T>(i);
  std::vector<Pack<T, W>> packs(static_cast<std::size_t>(2 * columns));
  for (int first = 0; first < rows; first += Rows::samples) {
    Rows::load(in.leftCols(columns), first, packs.data());
    for (int k = 0; k < Rows::samples; ++k) {
      const int row = std::min(first + k, rows - 1);  // a block that is not full repeats its last
      for (int c = 0; c < columns; ++c) {
        ASSERT_EQ(packs[static_cast<std::size_t>(2 * c + k / W)][k % W], in(row, c));
      }
    }
    Rows::store(packs.data(), first, out.leftCols(columns));
  }
  EXPECT_EQ(out.leftCols(columns), in.leftCols(columns));
  EXPECT_TRUE((out.rightCols(gap).array() == T(-1)).all()) << "written beyond its rows";
}

template <typename Case>
class Transposing : public ::testing::Test {};
template <typename T, int W>
struct Registers {
  using Number = T;
  static constexpr int width = W;
};
// Registers wider than the machine's are taken apart by the compiler: all run everywhere.
using Widths = ::testing::Types<Registers<double, 2>, Registers<double, 4>, Registers<double, 8>,
                                Registers<float, 4>, Registers<float, 8>, Registers<float, 16>>;
TYPED_TEST_SUITE(Transposing, Widths);

TYPED_TEST(Transposing, RowsComeBackAndNothingElseIsWritten) {
  using T = typename TypeParam::Number;
  constexpr int W = TypeParam::width;
  for (const int columns : {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 20, 24, 25, 36, 49}) {
    for (const int gap : {0, 3}) {
      SCOPED_TRACE(std::to_string(columns) + " columns");
      expect_there_and_back<T, W>(4 * W, columns, gap);
      expect_there_and_back<T, W>(2 * W + 1, columns, gap);
      expect_there_and_back<T, W>(1, columns, gap);
    }
  }
}

}  // namespace alembert::test::transposed_test
