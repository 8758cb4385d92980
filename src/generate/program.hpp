// One call of the library for one robot as a straight-line program: what goes in, what comes out,
// and the graph between them.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "alembert/generate.hpp"
#include "alembert/model.hpp"
#include "generate/expr.hpp"
#include "generate/open_parameters.hpp"

namespace alembert {

/// An argument: a vector, or a matrix column by column.
struct ProgramArray {
  std::string name, note;
  int rows = 0, columns = 1;
  std::vector<Expr> entries;        ///< of an input its own nodes
  bool shared = false;              ///< a parameter: the same for all states
  bool matrix = false;              ///< to callers, of one coordinate, too
  std::vector<bool> left_out = {};  ///< entries that another program writes; empty: none

  int size() const { return rows * columns; }
  bool writes(int entry) const { return left_out.empty() || !left_out[entry]; }
};

/// A pivot of a factorisation that must be larger than `floor` for the results to be of use.
struct ProgramPivot {
  Expr pivot, floor;
};

struct ExprProgram {
  GeneratedCall call = GeneratedCall::inverse_dynamics;
  ExprGraph graph;
  std::vector<ProgramArray> inputs, outputs;
  std::vector<ProgramPivot> pivots;

  /// Every node that a result or a pivot needs.
  std::vector<bool> needed() const;
  ExprCount count() const;
};

/// Runs the library's own kernel on recorded numbers. `frames` are those of poses.
ExprProgram record(const Model& model, GeneratedCall call, const std::vector<FrameId>& frames);
/// With arguments after the state's for what is open; `rounding` is that of the code's numbers.
ExprProgram record(const OpenParameters& open, GeneratedCall call,
                   const std::vector<FrameId>& frames,
                   double rounding = std::numeric_limits<double>::epsilon());

/// What the library itself answers for these inputs, output by output.
std::vector<std::vector<double>> library_values(const Model& model, GeneratedCall call,
                                                const std::vector<FrameId>& frames,
                                                const std::vector<std::vector<double>>& inputs);

/// Between a program's results for these inputs and those expected, over the largest entry.
double largest_difference(const ExprProgram& program,
                          const std::vector<std::vector<double>>& inputs,
                          const std::vector<std::vector<double>>& expected);

/// Multiplications, additions and divisions (pieces.cpp).
long operations(const ExprProgram& program);
/// A long program as shorter ones that write different results: of at most so many operations, or a
/// quarter more than the longest of their columns of results takes alone, which are never divided.
/// The time of CUDA's compiler grows faster than the program, so that parts compute what they share
/// again and are still sooner done.
std::vector<ExprProgram> pieces(const ExprProgram& program, long longest);

/// The condition of the mass matrix, each coordinate in the unit in which its own entry is 1.
double mass_matrix_condition(const Model& model, const std::vector<double>& q);

}  // namespace alembert
