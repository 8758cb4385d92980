#include <algorithm>
#include <utility>

#include "generate/program.hpp"

namespace alembert {

namespace {

/// The nodes that some columns of results need, and the operations in them.
class Needs {
 public:
  explicit Needs(const ExprProgram& program)
      : program_(&program), used_(program.graph.nodes().size(), false) {
    for (const ProgramPivot& p : program.pivots) {
      use(p.pivot);
      use(p.floor);
    }
  }

  /// Vectors are taken for columns numbered 0.
  void add_column(int column) {
    for (const ProgramArray& array : program_->outputs) {
      if (column >= array.columns) continue;
      for (int row = 0; row < array.rows; ++row) use(array.entries[column * array.rows + row]);
    }
  }
  long operations() const { return operations_; }

 private:
  void use(const Expr& x) {
    if (x.constant()) return;
    std::vector<int> waiting = {x.node()};
    while (!waiting.empty()) {
      const int node = waiting.back();
      waiting.pop_back();
      if (node < 0 || used_[node]) continue;
      used_[node] = true;
      const ExprNode& n = program_->graph.at(node);
      if (n.op == ExprOp::input) continue;
      operations_ += n.op == ExprOp::add || n.op == ExprOp::subtract || n.op == ExprOp::multiply ||
                     n.op == ExprOp::divide;
      waiting.push_back(n.a);
      waiting.push_back(n.b);
    }
  }

  const ExprProgram* program_;
  std::vector<bool> used_;
  long operations_ = 0;
};

/// The program with the columns from `first` on, before `last`.
ExprProgram piece(ExprProgram program, int first, int last) {
  for (ProgramArray& array : program.outputs) {
    array.left_out.assign(static_cast<std::size_t>(array.size()), true);
    const int from = std::min(first, array.columns), to = std::min(last, array.columns);
    std::fill(array.left_out.begin() + from * array.rows, array.left_out.begin() + to * array.rows,
              false);
  }
  return program;
}

}  // namespace

long operations(const ExprProgram& program) {
  const ExprCount count = program.count();
  return count.multiplications + count.additions + count.divisions;
}

std::vector<ExprProgram> pieces(const ExprProgram& program, long longest) {
  if (operations(program) <= longest) return {program};
  int columns = 0;
  for (const ProgramArray& array : program.outputs) columns = std::max(columns, array.columns);
  std::vector<ExprProgram> parts;
  Needs needs(program);
  int first = 0;
  long room = longest;
  for (int column = 0; column < columns; ++column) {
    Needs alone(program), more = needs;
    alone.add_column(column);
    more.add_column(column);
    // What a long column takes, its neighbours nearly have.
    const long widened = std::max(room, alone.operations() * 5 / 4);
    if (more.operations() > widened && column > first) {
      parts.push_back(piece(program, first, column));
      first = column;
      room = std::max(longest, alone.operations() * 5 / 4);
      needs = std::move(alone);
    } else {
      room = widened;
      needs = std::move(more);
    }
  }
  parts.push_back(piece(program, first, columns));
  return parts;
}

}  // namespace alembert
