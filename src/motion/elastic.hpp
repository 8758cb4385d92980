// A program whose constraints may give: what is the least they must, and which of them?
//
//   minimise  sum_k s_k + weight f(x)   with  lower - s_k <= g_i(x) <= upper + s_k,  s >= 0
//
// for the constraints i of group k; constraints of no group and bounds on x stay as they are. One
// slack a group holds the group's largest violation, and the sum leaves alone the groups that can
// be met. A small share of the program's own objective chooses among equals.
#pragma once

#include "motion/nlp.hpp"

namespace alembert {

class Elastic : public Nlp {
 public:
  /// `groups[i]` of constraint i: 0, 1, … or -1 for one that stays.
  Elastic(Nlp& inner, const std::vector<int>& groups, double weight);

  /// x with slacks that make every relaxed constraint hold.
  Vector start(In x);
  /// The x within.
  Vector inner_point(In z) const { return z.head(inner_size_); }
  double slack(In z) const { return z.tail(slacks_).sum(); }

  const NlpBounds& bounds() const override { return bounds_; }
  const Triplets& jacobian_pattern() const override { return jacobian_; }
  const Triplets& hessian_pattern() const override { return inner_.hessian_pattern(); }
  std::vector<int> places() const override;
  double objective(In z) override;
  void gradient(In z, Out out) override;
  void constraints(In z, Out out) override;
  void jacobian(In z, Out values) override;
  void hessian(In z, double factor, In multipliers, Out values) override;

 private:
  /// g[source] + side * slack: side 0 where it stays, 1 against its lower bound, -1 its upper.
  struct Row {
    int source, slack;
    double side;
  };

  Nlp& inner_;
  double weight_;
  int inner_size_, slacks_ = 0;
  std::vector<Row> rows_;
  std::vector<std::vector<int>> entries_;  // of the inner Jacobian, by constraint
  NlpBounds bounds_;
  Triplets jacobian_;
  Vector g_, inner_jacobian_, inner_multipliers_;
};

}  // namespace alembert
