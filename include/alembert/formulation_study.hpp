// Every formulation on one robot: do they agree, what does each cost, and how does that grow.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace alembert {

struct FormulationStudy {
  struct Time {
    double fastest = 0.0, median = 0.0;  ///< ns a call
  };
  struct Result {
    std::string name, growth;
    double error = 0.0;  ///< largest, relative to the largest torque of the state
    long mul = 0, add = 0;
    Time time = {};
  };
  struct Growth {
    std::vector<long> operations;  ///< at each of `lengths`
    std::vector<double> ns;
  };

  std::string robot = {};
  int joints = 0, states = 0;
  std::vector<Result> results = {};
  std::vector<std::string> refusals = {};
  Time kernel = {};
  /// On general chains of so many turning joints.
  std::vector<int> lengths = {};
  std::vector<std::pair<std::string, Growth>> growth = {};
  std::vector<long> table_operations = {};  ///< of the tables of Horn and Raibert

  double largest_disagreement() const;
};

/// Tables of what each costs and how that grows.
std::string study_text(const FormulationStudy& study);
/// Operations against the number of joints, as SVG; `source` is added to the note at its foot.
std::string study_plot(const FormulationStudy& study, const std::string& source);

}  // namespace alembert
