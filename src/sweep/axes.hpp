// What a sweep varies: its parameters, and the value of each in every problem.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/yaml.hpp"

namespace alembert::sweep {

/// One parameter as its file says it.
struct Parameter {
  enum class Kind { list, range, normal, column };

  std::string name;
  std::vector<io::YamlValue> set;  ///< the paths that it sets, as they were written
  Kind kind = Kind::list;
  std::vector<double> list;     ///< of kind list, and the rows of a column
  double from = 0.0, to = 0.0;  ///< of a range; mean and deviation of a normal one
  std::uint64_t count = 0;      ///< of a range in a grid
  bool log = false;             ///< the range is even in logarithms
  bool times = false;           ///< values multiply what the file has
  std::string unit;             ///< written behind the number: "deg"

  /// Of a grid: its k-th value.
  double at(std::uint64_t k) const;
  /// Of samples: where a share u of them lies below.
  double quantile(double u) const;
};

/// Every parameter of a sweep, in blocks that are combined with each other: a table's rows, samples
/// and a grid. The grid's last parameter changes fastest, the table's rows slowest.
class Axes {
 public:
  /// `root` is the map of a sweep file. Throws Error.
  static Axes read(const io::YamlMap& root, const std::string& folder);

  const std::vector<Parameter>& parameters() const { return parameters_; }
  std::uint64_t size() const { return rows_ * samples_ * cells_; }
  std::vector<double> values(std::uint64_t index) const;
  /// Everything that values depend on, as a text.
  std::string fingerprint() const;

 private:
  void read_grid(const io::YamlValue& value);
  void read_samples(const io::YamlValue& value);
  void read_table(const io::YamlValue& value, const std::string& folder);
  void check(const io::YamlMap& root) const;

  std::vector<Parameter> parameters_;  // the table's, then those of samples, then the grid's
  std::size_t table_end_ = 0, samples_end_ = 0;
  std::uint64_t rows_ = 1, samples_ = 1, cells_ = 1;
  bool sobol_ = false;
  std::uint64_t seed_ = 1;
};

}  // namespace alembert::sweep
