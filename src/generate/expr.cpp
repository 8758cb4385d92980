#include "generate/expr.hpp"

#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

namespace alembert {

namespace {

thread_local ExprGraph* recorded = nullptr;

/// k where x is k quarter turns to rounding, -1 otherwise.
int quarter_turns(double x) {
  const double quarters = x / (std::numbers::pi / 2), whole = std::round(quarters);
  if (std::abs(quarters - whole) > 4e-16 * std::abs(whole) || std::abs(whole) > 8) return -1;
  return ((static_cast<int>(whole) % 4) + 4) % 4;
}

double sign_of(double x) { return static_cast<double>(x > 0.0) - static_cast<double>(x < 0.0); }

}  // namespace

Recording::Recording(ExprGraph& graph) : before_(std::exchange(recorded, &graph)) {}
Recording::~Recording() { recorded = before_; }

std::size_t ExprGraph::Hash::operator()(const ExprNode& n) const {
  std::size_t hash = std::hash<double>()(n.value) + static_cast<std::size_t>(n.op);
  for (const int part : {n.a, n.b}) {
    hash = (hash ^ static_cast<std::size_t>(part)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

bool ExprGraph::Equal::operator()(const ExprNode& x, const ExprNode& y) const {
  return x.op == y.op && x.a == y.a && x.b == y.b && x.value == y.value;
}

Expr ExprGraph::node(const ExprNode& n) {
  const auto [place, is_new] = found_.try_emplace(n, static_cast<int>(nodes_.size()));
  if (is_new) nodes_.push_back(n);
  return Expr(0.0, place->second + 1);
}

/// As an operand without its sign.
int ExprGraph::operand(const Expr& x) {
  if (!x.constant()) return x.node();
  return node({ExprOp::constant, -1, -1, std::abs(x.value())}).node();
}

/// Is x a constant times a node?
bool ExprGraph::scaled(const Expr& x, double& factor, int& of) const {
  if (x.constant() || at(x.node()).op != ExprOp::multiply) return false;
  const ExprNode& product = at(x.node());
  if (at(product.a).op != ExprOp::constant) return false;
  factor = x.negative() ? -at(product.a).value : at(product.a).value;
  of = product.b;
  return true;
}

/// Is x a node plus or minus a constant? Then constants are the second operand.
bool ExprGraph::shifted(const Expr& x, Expr& rest, double& by) const {
  if (x.constant()) return false;
  const ExprNode& n = at(x.node());
  const bool subtracts = n.op == ExprOp::subtract;
  if ((n.op != ExprOp::add && !subtracts) || at(n.b).op != ExprOp::constant) return false;
  const Expr first(0.0, n.a + 1);
  rest = x.negative() ? -first : first;
  by = x.negative() != subtracts ? -at(n.b).value : at(n.b).value;
  return true;
}

Expr ExprGraph::sum(const Expr& a, const Expr& b) {
  if (a.constant() && b.constant()) return a.value() + b.value();
  if (a.constant()) return sum(b, a);
  if (b.constant() && b.value() == 0.0) return a;
  if (a == -b) return 0.0;
  Expr rest;
  double of_a = 0.0, of_b = 0.0;
  int x = 0, y = 0;
  if (scaled(a, of_a, x) && scaled(b, of_b, y) && x == y) {
    return product(of_a + of_b, Expr(0.0, x + 1));
  }
  // What rounding would lose in x + c - x is left out.
  if (shifted(a, rest, of_a)) {
    if (b.constant()) return sum(rest, of_a + b.value());
    if (rest == -b) return of_a;
  }
  if (shifted(b, rest, of_b) && rest == -a) return of_b;
  if (b.constant()) {
    const bool minus = (b.value() < 0.0) != a.negative();
    const Expr whole = node({minus ? ExprOp::subtract : ExprOp::add, a.node(), operand(b)});
    return a.negative() ? -whole : whole;
  }
  int left = a.node(), right = b.node();
  if (a.negative() == b.negative()) {
    if (left > right) std::swap(left, right);
    const Expr whole = node({ExprOp::add, left, right});
    return a.negative() ? -whole : whole;
  }
  // ±(left - right) with the earlier node first: a - b and b - a are one.
  bool minus = a.negative();
  if (left > right) {
    std::swap(left, right);
    minus = !minus;
  }
  const Expr whole = node({ExprOp::subtract, left, right});
  return minus ? -whole : whole;
}

Expr ExprGraph::product(const Expr& a, const Expr& b) {
  if (a.constant() && b.constant()) return a.value() * b.value();
  if (b.constant()) return product(b, a);
  if (a.constant()) {
    if (a.value() == 0.0) return 0.0;
    if (a.value() == 1.0) return b;
    if (a.value() < 0.0) return -product(-a, b);
    double factor = 0.0;
    int of = 0;
    if (scaled(b, factor, of)) return product(a.value() * factor, Expr(0.0, of + 1));
    const Expr whole = node({ExprOp::multiply, operand(a), b.node()});
    return b.negative() ? -whole : whole;
  }
  int left = a.node(), right = b.node();
  if (left > right) std::swap(left, right);
  const Expr whole = node({ExprOp::multiply, left, right});
  return a.negative() != b.negative() ? -whole : whole;
}

Expr ExprGraph::quotient(const Expr& a, const Expr& b) {
  if (b.constant()) return product(a, 1.0 / b.value());
  if (a.constant() && a.value() == 0.0) return 0.0;
  const bool negative = (a.constant() ? a.value() < 0.0 : a.negative()) != b.negative();
  const Expr whole = node({ExprOp::divide, operand(a), operand(b)});
  return negative ? -whole : whole;
}

Expr ExprGraph::function(ExprOp op, const Expr& a) {
  const Expr whole = node({op, a.node()});
  return a.negative() && op != ExprOp::cosine ? -whole : whole;
}

/// Quarter turns that are in the angle itself are taken out.
Expr ExprGraph::sine(const Expr& angle, int quarters) {
  const auto even = [](int k) { return ((k % 4) + 4) % 4; };
  const ExprNode n = angle.constant() ? ExprNode{ExprOp::constant} : at(angle.node());
  if (n.op == ExprOp::add || n.op == ExprOp::subtract) {
    for (const bool first : {true, false}) {
      const ExprNode& shift = at(first ? n.a : n.b);
      const int turns = shift.op == ExprOp::constant ? quarter_turns(shift.value) : -1;
      if (turns < 0) continue;
      // The angle is ±(a + b) or ±(a - b), one of a and b the shift.
      const bool minus_b = angle.negative() != (n.op == ExprOp::subtract);
      const Expr a = angle.negative() ? -Expr(0.0, n.a + 1) : Expr(0.0, n.a + 1);
      const Expr b = minus_b ? -Expr(0.0, n.b + 1) : Expr(0.0, n.b + 1);
      const bool minus = first ? angle.negative() : minus_b;
      return sine(first ? b : a, even(minus ? quarters - turns : quarters + turns));
    }
  }
  const Expr whole = function(quarters % 2 == 0 ? ExprOp::sine : ExprOp::cosine, angle);
  return quarters >= 2 ? -whole : whole;
}

std::vector<double> ExprGraph::evaluate(const std::vector<double>& inputs) const {
  std::vector<double> values;
  values.reserve(nodes_.size());
  const auto value_of = [&](const ExprNode& n) -> double {
    const auto of = [&](int operand) { return values[operand]; };
    switch (n.op) {
      case ExprOp::constant:
        return n.value;
      case ExprOp::input:
        return inputs[n.a];
      case ExprOp::add:
        return of(n.a) + of(n.b);
      case ExprOp::subtract:
        return of(n.a) - of(n.b);
      case ExprOp::multiply:
        return of(n.a) * of(n.b);
      case ExprOp::divide:
        return of(n.a) / of(n.b);
      case ExprOp::sine:
        return std::sin(of(n.a));
      case ExprOp::cosine:
        return std::cos(of(n.a));
      case ExprOp::sign:
        break;
    }
    return sign_of(of(n.a));
  };
  for (const ExprNode& n : nodes_) values.push_back(value_of(n));
  return values;
}

Expr operator+(const Expr& a, const Expr& b) {
  if (a.constant() && b.constant()) return a.value() + b.value();
  return recorded->sum(a, b);
}
Expr operator*(const Expr& a, const Expr& b) {
  if (a.constant() && b.constant()) return a.value() * b.value();
  return recorded->product(a, b);
}
Expr operator/(const Expr& a, const Expr& b) {
  if (a.constant() && b.constant()) return a.value() / b.value();
  return recorded->quotient(a, b);
}
Expr sin(const Expr& a) { return a.constant() ? Expr(std::sin(a.value())) : recorded->sine(a, 0); }
Expr cos(const Expr& a) { return a.constant() ? Expr(std::cos(a.value())) : recorded->sine(a, 1); }
Expr sign(const Expr& a) {
  if (!a.constant()) return recorded->function(ExprOp::sign, a);
  return sign_of(a.value());
}

}  // namespace alembert
