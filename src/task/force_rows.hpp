// Linear functions of the unknown forces of an instant: the cone of a contact, or the forces alone.
#pragma once

#include "task/copied.hpp"

namespace alembert {

/// rows * (forces from `first` on).
class ForceRows : public Copied<ForceRows> {
 public:
  ForceRows(int first, Eigen::MatrixXd rows) : first_(first), rows_(std::move(rows)) {}
  int size() const override { return static_cast<int>(rows_.rows()); }
  bool uses_forces() const override { return true; }
  void value(const MotionPoint& point, VecOut<double> g) override {
    g.noalias() = rows_ * point.force().segment(first_, rows_.cols());
  }
  void derivative(const MotionPoint& point, MatOut<double> D) override {
    D.middleCols(4 * point.dofs + first_, rows_.cols()) = rows_;
  }
  void hessian(const MotionPoint&, VecIn<double>, MatOut<double>) override {}
  bool enclose(const MotionPiece& piece, EnclosureOut out) override {
    out.noalias() = rows_.cast<Enclosure>() * piece.forces.segment(first_, rows_.cols());
    return true;
  }

 private:
  int first_;
  Eigen::MatrixXd rows_;
};

}  // namespace alembert
