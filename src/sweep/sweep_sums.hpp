// Sums of a sweep's records over classes of one or two parameters: all that plots need.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "alembert/sweep_folder.hpp"

namespace alembert::sweep {

/// Of the problems of one class.
struct ClassSums {
  std::uint64_t count = 0, good = 0;
  double duration = 0.0, objective = 0.0, violation = 0.0;  ///< of good ones; violation of all
  double shortest = 0.0, longest = 0.0;                     ///< duration
  std::map<std::string, std::uint64_t> limits = {};         ///< how many each of them holds back

  void add(const SweepRecord& record);
  /// duration, objective, success (%) or violation; not a number where nothing was good.
  double of(const std::string& what) const;
  /// The limit that binds most often; empty: none does.
  std::string most_binding() const;
};

/// Classes of a parameter: its values, or of many equal steps.
class Classes {
 public:
  Classes(const SweepRecords& records, std::size_t parameter, std::size_t most);

  const std::vector<double>& middles() const { return middles_; }
  std::size_t of(double value) const;

 private:
  std::vector<double> middles_;
  double low_ = 0.0, step_ = 0.0;  // step 0: middles are the values
};

/// The place of a parameter in a sweep. Throws Error.
std::size_t parameter_index(const SweepFolder& folder, const std::string& name);

/// Limits that bind most often, the first few.
std::vector<std::string> frequent_limits(const std::vector<ClassSums>& classes, std::size_t most);

}  // namespace alembert::sweep
