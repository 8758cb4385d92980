// Products of dense matrices, which is where the method spends its time on large robots: in wide
// registers where the processor has them. Programs for x86-64 are compiled for the oldest of them,
// and Eigen computes in the registers that it was compiled for.
#pragma once

#include <Eigen/Core>

namespace alembert {

using DenseIn = const Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>&;
using DenseOut = Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

/// C -= A Bᵀ.
void subtract_product(DenseIn A, DenseIn B, DenseOut C);
/// The lower half of C = A Bᵀ, which is symmetric; what is above it may be anything after.
void lower_product(DenseIn A, DenseIn B, DenseOut C);

}  // namespace alembert
