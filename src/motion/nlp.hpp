// A sparse nonlinear program: minimise f(x) with bounds on x and on g(x); exact derivatives.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace alembert {

class Workers;

struct Triplets {
  std::vector<int> rows, columns;
  int size() const { return static_cast<int>(rows.size()); }
};

/// Rows of a Jacobian whose slopes are products: entry l * inner + j of a row's pattern is share l,
/// the same for all of them, times slope j of the row; entries after those are zero.
struct RowProducts {
  std::vector<int> rows;
  int outer = 0, inner = 0;
};

struct NlpBounds {
  Eigen::VectorXd x_lower, x_upper, g_lower, g_upper;
};

class Nlp {
 public:
  using Vector = Eigen::VectorXd;
  using In = const Eigen::Ref<const Vector>&;
  using Out = Eigen::Ref<Vector>;

  virtual ~Nlp() = default;
  virtual const NlpBounds& bounds() const = 0;
  virtual const Triplets& jacobian_pattern() const = 0;
  /// Lower half.
  virtual const Triplets& hessian_pattern() const = 0;

  /// Where unknowns stand along the program's length: constraints and products see neighbours
  /// only. -1: seen from everywhere. Empty: nothing is known.
  virtual std::vector<int> places() const { return {}; }

  /// Rows that are products, none of them an equation; their patterns are alike. Empty: none known.
  virtual std::vector<RowProducts> row_products() const { return {}; }

  /// Who may help with what is solved for it; null: no one.
  virtual Workers* workers() const { return nullptr; }

  virtual double objective(In x) = 0;
  virtual void gradient(In x, Out out) = 0;
  virtual void constraints(In x, Out out) = 0;
  virtual void jacobian(In x, Out values) = 0;
  /// Of factor * f + multipliers · g.
  virtual void hessian(In x, double factor, In multipliers, Out values) = 0;

  int variable_count() const { return static_cast<int>(bounds().x_lower.size()); }
  int constraint_count() const { return static_cast<int>(bounds().g_lower.size()); }
};

}  // namespace alembert
