// Warns of values outside limits and of numbers that look like degrees: once a coordinate.
#pragma once

#include <string>
#include <vector>

#include "alembert/state.hpp"

namespace alembert::cli {

class LimitWatch {
 public:
  /// `source` is where the values came from: "--q", "motion.csv".
  LimitWatch(const Model& model, std::string source);
  /// Says what it saw, on standard error.
  ~LimitWatch();
  LimitWatch(const LimitWatch&) = delete;
  LimitWatch& operator=(const LimitWatch&) = delete;

  void look(const State& state) { look(state.q, state.v, state.tau); }
  void look(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& tau);

 private:
  /// The worst value of a coordinate, and how often there was one.
  struct Seen {
    double value = 0.0, beyond = 0.0;
    long count = 0;
  };
  void see(std::vector<Seen>& seen, int j, double value, double beyond) const;
  void tell(int j) const;

  const Model& model_;
  std::string source_;
  std::vector<Seen> positions_, velocities_, torques_;
};

}  // namespace alembert::cli
