// Which column of a table of motions is which coordinate's q, v, a or tau.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "alembert/model.hpp"
#include "io/csv.hpp"

namespace alembert::io {

/// One entry a coordinate: its column, or `absent`.
class Columns {
 public:
  static constexpr int absent = -1;
  explicit Columns(int coordinates) : of_(static_cast<std::size_t>(coordinates), absent) {}

  int& operator[](int coordinate) { return of_[coordinate]; }
  int operator[](int coordinate) const { return of_[coordinate]; }
  bool any() const;
  /// Copies what the row has; the rest of x stays.
  void gather(const std::vector<double>& row, Eigen::Ref<Eigen::VectorXd> x) const;

 private:
  std::vector<int> of_;
};

struct StateColumns {
  explicit StateColumns(int coordinates)
      : q(coordinates), v(coordinates), a(coordinates), tau(coordinates) {}
  int t = Columns::absent;
  Columns q, v, a, tau;
};

/// From a header of t, q.NAME, v.NAME, a.NAME and tau.NAME in any order; throws Error for another
/// column. `last` ("a" or "tau") is what messages name beside t, q and v.
StateColumns state_columns(const CsvReader& reader, const Model& model, const std::string& last);

/// Throws Error unless every coordinate has its column, or none has.
void require_all_or_none(const Columns& columns, const std::string& quantity, const Model& model,
                         const Location& where);
/// The same, but none is not enough.
void require_all(const Columns& columns, const std::string& quantity, const Model& model,
                 const Location& where);
/// Instants and positions are there; of speeds and accelerations all or none.
void require_motion(const StateColumns& columns, const Model& model, const Location& where);

}  // namespace alembert::io
