// A(rows, columns) by lists of indices, which our own build declares for Eigen
// (cmake/lean_eigen.hpp).
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <vector>

namespace alembert::test::eigen_lists_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Entry (i, j) is 10 i + j.
MatrixXd numbered(int rows, int columns) {
  return MatrixXd::NullaryExpr(rows, columns, [](Eigen::Index i, Eigen::Index j) {
    return static_cast<double>(10 * i + j);
  });
}

TEST(EigenLists, PickRowsAndColumnsInTheirOrder) {
  const MatrixXd A = numbered(4, 5);
  const std::vector<int> rows{3, 1}, columns{0, 4, 2};
  EXPECT_EQ(A(rows, columns), (MatrixXd(2, 3) << 30, 34, 32, 10, 14, 12).finished());
  EXPECT_EQ(A(Eigen::all, columns).row(2), Eigen::RowVector3d(20, 24, 22));
  EXPECT_EQ(A(2, columns), Eigen::RowVector3d(20, 24, 22));
  EXPECT_EQ(A(rows, 4), Eigen::Vector2d(34, 14));
  EXPECT_EQ((2.0 * A)(rows, Eigen::seqN(1, 2)), (MatrixXd(2, 2) << 62, 64, 22, 24).finished());
  EXPECT_EQ(A(2, 3), 23.0);
  EXPECT_EQ(A(Eigen::all, std::vector<int>{}).cols(), 0);
}

TEST(EigenLists, OfVectorsAreTheirEntries) {
  const VectorXd v = numbered(4, 1);
  const Eigen::RowVectorXd row = v.transpose();
  const std::vector<Eigen::Index> entries{2, 0};
  EXPECT_EQ(v(entries), Eigen::Vector2d(20, 0));
  EXPECT_EQ(row(entries), Eigen::RowVector2d(20, 0));
  EXPECT_EQ(v.tail(3)(entries), Eigen::Vector2d(30, 10));
  EXPECT_EQ(VectorXd(v(Eigen::seqN(0, 2, 2))), Eigen::Vector2d(0, 20));
}

TEST(EigenLists, AreWrittenTo) {
  MatrixXd A = numbered(3, 3);
  const std::vector<int> ends{0, 2};
  A(ends, ends) *= -1.0;
  A(1, ends).setZero();
  EXPECT_EQ(A, (MatrixXd(3, 3) << -0.0, 1, -2, 0, 11, 0, -20, 21, -22).finished());
  VectorXd v = VectorXd::Zero(3);
  v(ends) = Eigen::Vector2d(5, 6);
  v.head(2)(std::vector<int>{1}).array() += 7.0;
  EXPECT_EQ(v, Eigen::Vector3d(5, 7, 6));
}

}  // namespace alembert::test::eigen_lists_test
