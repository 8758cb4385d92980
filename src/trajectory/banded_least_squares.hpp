// Least squares with rows that touch a few neighbouring unknowns: R of A = QR is kept as a band and
// each row is rotated into it. O(width^2) a row, and no squared condition number.
#pragma once

#include <Eigen/Core>
#include <Eigen/Jacobi>
#include <algorithm>

namespace alembert {

class BandedLeastSquares {
 public:
  BandedLeastSquares(Eigen::Index unknowns, Eigen::Index width, Eigen::Index right_sides)
      : band_(Eigen::MatrixXd::Zero(unknowns, width)),
        right_(Eigen::MatrixXd::Zero(unknowns, right_sides)) {}

  /// sum row[l] x(first + l) = right. Rows come in the order of `first`: then nothing in the band
  /// reaches further than the newest row, and rotating fills in no more.
  void add_row(Eigen::Index first, Eigen::RowVectorXd row, Eigen::RowVectorXd right) {
    for (Eigen::Index l = 0; l < row.size(); ++l) {
      if (row[l] == 0.0) continue;
      const Eigen::Index c = first + l, rest = row.size() - l;
      Eigen::JacobiRotation<double> turn;
      turn.makeGivens(band_(c, 0), row[l]);
      const double cos = turn.c(), sin = -turn.s();
      const Eigen::RowVectorXd kept = band_.row(c).head(rest), added = row.tail(rest);
      band_.row(c).head(rest) = cos * kept + sin * added;
      row.tail(rest) = cos * added - sin * kept;
      const Eigen::RowVectorXd kept_right = right_.row(c);
      right_.row(c) = cos * kept_right + sin * right;
      right = cos * right - sin * kept_right;
    }
  }

  /// How much the rows tell about the unknown they tell least about, where entries are about one.
  double weakest() const { return band_.col(0).cwiseAbs().minCoeff(); }

  Eigen::MatrixXd solve() const {
    Eigen::MatrixXd x = right_;
    for (Eigen::Index c = x.rows() - 1; c >= 0; --c) {
      const Eigen::Index reach = std::min(band_.cols(), x.rows() - c);
      for (Eigen::Index l = 1; l < reach; ++l) x.row(c) -= band_(c, l) * x.row(c + l);
      x.row(c) /= band_(c, 0);
    }
    return x;
  }

 private:
  Eigen::MatrixXd band_;   // entry (c, l) is R(c, c + l)
  Eigen::MatrixXd right_;  // Q^T of the right sides
};

}  // namespace alembert
