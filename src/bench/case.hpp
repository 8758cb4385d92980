// One robot to be benchmarked, and every library's calls on it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "alembert/flexible_model.hpp"
#include "alembert/model.hpp"
#include "alembert/robot.hpp"
#include "bench/random_states.hpp"

namespace alembert::bench {

/// Every library gets the same robot without friction, rotors and springs, and the same states.
struct Case {
  explicit Case(const Robot& robot);

  static constexpr int states = 128;

  Robot robot;  ///< with stiff links
  Model model;
  /// Where links of the robot bend: as in Book 1983, without stiffening.
  std::shared_ptr<const FlexibleModel> bending;
  RandomStates samples;
  RowMatrix<double> all_tau;  ///< torques of the states, where a call asks for torques
};

/// A call of a library, ready to be timed.
struct Contender {
  std::string call, library;
  int states_per_call = 1;  ///< of batches: a power of two, at most Case::states
  /// Calls it on the states first, first + 1, … first + count - 1, going round after the last; both
  /// are multiples of states_per_call.
  std::function<void(int first, int count)> run;
  /// What it gave for the last state, all results one behind the other.
  std::function<Eigen::VectorXd()> result;
};

/// inverse_dynamics, inverse_dynamics_batch, …
const std::vector<std::string>& call_names();

using SharedCase = std::shared_ptr<const Case>;
/// `call` is one of call_names(), or empty for all of them. Those of other libraries throw Error
/// where the library cannot take the robot, and are empty if this build has no such library.
std::vector<Contender> alembert_contenders(const SharedCase& on, const std::string& call = "");
std::vector<Contender> kdl_contenders(const SharedCase& on, const std::string& call = "");
std::vector<Contender> mujoco_contenders(const SharedCase& on, const std::string& call = "");
std::vector<Contender> pinocchio_contenders(const SharedCase& on, const std::string& call = "");
bool has_kdl();
bool has_mujoco();
bool has_pinocchio();

/// An contender that does `one(s)` for each state.
template <typename One>
std::function<void(int, int)> for_each_state(One one) {
  return [one](int first, int count) {
    for (int s = first; count-- > 0; s = (s + 1) % Case::states) one(s);
  };
}

inline bool is_asked(const std::string& call, const char* name) {
  return call.empty() || call == name;
}

}  // namespace alembert::bench
