#include "kernel/dense_product.hpp"

#include <gtest/gtest.h>

namespace alembert::test::dense_product_test {

using Eigen::MatrixXd;

/// By three loops.
MatrixXd product(const MatrixXd& A, const MatrixXd& B) {
  MatrixXd C = MatrixXd::Zero(A.rows(), B.rows());
  for (int i = 0; i < C.rows(); ++i) {
    for (int j = 0; j < C.cols(); ++j) {
      for (int k = 0; k < A.cols(); ++k) C(i, j) += A(i, k) * B(j, k);
    }
  }
  return C;
}

double rounding(int depth) { return 1e-15 * (depth + 1); }

// About the edges of tiles, panels and strips.
const int some_rows[] = {1, 7, 75, 127, 128, 129, 131, 132, 135, 137, 140};
const int some_columns[] = {1, 2, 4, 5, 31, 32, 33, 70};
const int some_depths[] = {1, 2, 32, 63, 64, 65, 130};

TEST(DenseProduct, IsSubtractedFromABlockAndFromNothingBesideIt) {
  for (const int rows : some_rows) {
    for (const int columns : some_columns) {
      for (const int depth : some_depths) {
        const MatrixXd A = MatrixXd::Random(rows + 3, depth);
        const MatrixXd B = MatrixXd::Random(columns + 2, depth);
        MatrixXd C = MatrixXd::Random(rows + 5, columns + 2), expected = C;
        expected.block(2, 1, rows, columns) -=
            product(A.middleRows(1, rows), B.bottomRows(columns));
        subtract_product(A.middleRows(1, rows), B.bottomRows(columns),
                         C.block(2, 1, rows, columns));
        ASSERT_LE((C - expected).cwiseAbs().maxCoeff(), rounding(depth))
            << rows << " x " << columns << " of " << depth;
      }
    }
  }
}

TEST(DenseProduct, HasALowerHalf) {
  for (const int rows : some_rows) {
    for (const int depth : some_depths) {
      const MatrixXd A = MatrixXd::Random(rows, depth);
      const MatrixXd B = A * Eigen::VectorXd::Random(depth).asDiagonal();
      MatrixXd C = MatrixXd::Random(rows, rows);
      lower_product(A, B, C);
      const MatrixXd off = (C - product(A, B)).triangularView<Eigen::Lower>();
      ASSERT_LE(off.cwiseAbs().maxCoeff(), rounding(depth)) << rows << " rows of " << depth;
    }
  }
}

TEST(DenseProduct, OfNothingAreNothing) {
  MatrixXd C = MatrixXd::Random(3, 4);
  const MatrixXd before = C;
  subtract_product(MatrixXd(3, 0), MatrixXd(4, 0), C);
  subtract_product(MatrixXd(0, 2), MatrixXd(4, 2), C.topRows(0));
  EXPECT_EQ(C, before);
}

}  // namespace alembert::test::dense_product_test
