// A scalar that records what is done to it: algorithms run on it write their own straight-line
// program. Equal parts are recorded once, constants are folded, and signs are moved to where they
// cost nothing: a value is a node of the graph or its negative, and sums take up the sign.
//
//   Recording recording(graph);                 // from here on operations go into `graph`
//   Expr x = graph.input(0), y = sin(x) * x;    // y.ref() names a node
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace alembert {

class ExprGraph;

class Expr {
 public:
  Expr() = default;
  Expr(double x) : value_(x) {}  // NOLINT(google-explicit-constructor): literals mix with it

  bool constant() const { return ref_ == 0; }
  /// Of a constant.
  double value() const { return value_; }
  /// Of anything else.
  int node() const { return (ref_ < 0 ? -ref_ : ref_) - 1; }
  bool negative() const { return ref_ < 0; }

  friend Expr operator-(const Expr& a) {
    return a.constant() ? Expr(-a.value_) : Expr(a.value_, -a.ref_);
  }
  friend Expr operator+(const Expr& a, const Expr& b);
  friend Expr operator-(const Expr& a, const Expr& b) { return a + -b; }
  friend Expr operator*(const Expr& a, const Expr& b);
  friend Expr operator/(const Expr& a, const Expr& b);
  Expr& operator+=(const Expr& b) { return *this = *this + b; }
  Expr& operator-=(const Expr& b) { return *this = *this - b; }
  Expr& operator*=(const Expr& b) { return *this = *this * b; }
  Expr& operator/=(const Expr& b) { return *this = *this / b; }
  friend Expr sin(const Expr& a);
  friend Expr cos(const Expr& a);
  friend Expr sign(const Expr& a);
  friend bool operator==(const Expr& a, const Expr& b) {
    return a.ref_ == b.ref_ && (!a.constant() || a.value_ == b.value_);
  }

 private:
  friend class ExprGraph;
  Expr(double value, std::int32_t ref) : value_(value), ref_(ref) {}

  double value_ = 0.0;
  std::int32_t ref_ = 0;  // node + 1, negative for the node's negative
};

enum class ExprOp { constant, input, add, subtract, multiply, divide, sine, cosine, sign };

struct ExprNode {
  ExprOp op;
  int a = -1, b = -1;  ///< operands; of an input its number
  double value = 0.0;  ///< of a constant, positive
};

/// Operations of a program; a sine and a cosine count one each.
struct ExprCount {
  long multiplications = 0, additions = 0, divisions = 0, sines = 0;
};

class ExprGraph {
 public:
  Expr input(int number) { return node({ExprOp::input, number}); }
  const std::vector<ExprNode>& nodes() const { return nodes_; }
  const ExprNode& at(int node) const { return nodes_[node]; }

  Expr sum(const Expr& a, const Expr& b);
  Expr product(const Expr& a, const Expr& b);
  Expr quotient(const Expr& a, const Expr& b);
  /// Sine or sign, odd functions, or cosine, of what is no constant.
  Expr function(ExprOp op, const Expr& a);
  /// Of an angle and 0 to 3 quarter turns.
  Expr sine(const Expr& angle, int quarters);

  /// Values of all nodes for these inputs.
  std::vector<double> evaluate(const std::vector<double>& inputs) const;

 private:
  struct Hash {
    std::size_t operator()(const ExprNode& n) const;
  };
  struct Equal {
    bool operator()(const ExprNode& x, const ExprNode& y) const;
  };
  /// The node, found again if there is one like it.
  Expr node(const ExprNode& n);
  int operand(const Expr& x);
  bool scaled(const Expr& x, double& factor, int& of) const;
  bool shifted(const Expr& x, Expr& rest, double& by) const;

  std::vector<ExprNode> nodes_;
  std::unordered_map<ExprNode, int, Hash, Equal> found_;
};

/// While it lives, operations of this thread go into the graph.
class Recording {
 public:
  explicit Recording(ExprGraph& graph);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  ExprGraph* before_;
};

}  // namespace alembert

namespace Eigen {

template <>
struct NumTraits<alembert::Expr> : NumTraits<double> {
  using Real = alembert::Expr;
  using NonInteger = alembert::Expr;
  using Nested = alembert::Expr;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};

}  // namespace Eigen
