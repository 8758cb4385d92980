// How many operations a formulation needs, on a robot and on a general chain.
#pragma once

#include "alembert/flexible_model.hpp"
#include "alembert/operation_study.hpp"

namespace alembert::cli {

/// A chain of turning joints in which nothing is zero, parallel or equal, as the papers count it.
/// Always the same for the same number of joints.
Model general_chain(int joints);

Operations count_operations(const FormulationInfo& formulation, const Model& model);
/// Horn and Raibert's sum; looking up is free, as in the paper.
Operations count_configuration_space(int coordinates);
/// The production kernel; it has no paper, so both readings are the same.
Operations count_kernel(const Model& model);

/// J and R of Book 1983 on an arm that bends.
Operations count_book(const FlexibleModel& model);
/// The general chain with its first two links bending, three modes each: 12 degrees of 6 joints.
FlexibleModel bending_chain(int joints);

}  // namespace alembert::cli
