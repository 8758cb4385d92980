// The operations of every formulation on one robot, beside what the papers print.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alembert/formulation.hpp"

namespace alembert {

struct Operations {
  Tally published, executed;  ///< as papers count; all
};

struct OperationStudy {
  /// The shortest and longest of the general chains in `growth`.
  static constexpr int shortest = 2, longest = 12;

  struct Method {
    std::string name, note;                  ///< note: why they differ
    PrintedCount printed;                    ///< empty where the paper prints none
    std::optional<Operations> counted = {};  ///< on `joints` joints; none: see `refusal`
    std::string refusal = {};                ///< where it was not counted
    std::vector<Operations> growth = {};     ///< empty, or on general chains of every length
  };

  std::optional<std::string> robot = {};  ///< none: a general chain of turning joints
  int joints = 0;                         ///< that were counted on
  bool bends = false;                ///< then J and R are counted, in place of one inverse dynamics
  std::vector<Method> methods = {};  ///< in the registry's order
};

/// A printed polynomial at n joints. Nothing where none is printed, or where it is below zero: one
/// for long chains says nothing of short ones.
std::optional<long> printed_at(const std::vector<double>& printed, int joints);

/// Tables of the counts and, where there is growth, of their polynomials in the number of joints.
std::string operation_text(const OperationStudy& study);

}  // namespace alembert
