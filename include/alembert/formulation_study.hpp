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
    std::string name, growth;  ///< growth: "n", "n^2", "n^4"
    double error = 0.0;        ///< largest, relative to the largest torque of the state
    long mul = 0, add = 0;
    Time time = {};  ///< of one call
  };
  struct Growth {
    std::vector<long> operations;  ///< at each of `lengths`
    std::vector<double> ns;        ///< a call, at each of `lengths`
  };

  std::string robot = {};            ///< its name
  int joints = 0, states = 0;        ///< random states that all were compared on
  std::vector<Result> results = {};  ///< of those that take the robot, in the registry's order
  std::vector<std::string> refusals = {};  ///< why others do not take the robot
  Time kernel = {};                        ///< of InverseDynamics, to compare with
  /// On general chains of so many turning joints.
  std::vector<int> lengths = {};
  std::vector<std::pair<std::string, Growth>> growth = {};  ///< by name of the formulation
  std::vector<long> table_operations = {};                  ///< of the tables of Horn and Raibert

  double largest_disagreement() const;  ///< the largest error of all results
};

/// Tables of what each costs and how that grows.
std::string study_text(const FormulationStudy& study);
/// Operations against the number of joints, as SVG; `source` is added to the note at its foot.
std::string study_plot(const FormulationStudy& study, const std::string& source);

}  // namespace alembert
