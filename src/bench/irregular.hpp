// Numbers for robots and states that nothing is special about.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace alembert::bench {

/// Irregular numbers between -1 and 1, never near zero, the same on every machine.
class Irregular {
 public:
  double operator()() {
    double x = 0.0;
    do x = std::sin(12.9898 * ++count_) * 43758.5453, x = 2.0 * (x - std::floor(x)) - 1.0;
    while (std::abs(x) < 0.1);
    return x;
  }
  Eigen::Vector3d vector() { return {(*this)(), (*this)(), (*this)()}; }
  Eigen::VectorXd values(int n) {
    Eigen::VectorXd x(n);
    for (double& e : x) e = (*this)();
    return x;
  }

 private:
  int count_ = 0;
};

}  // namespace alembert::bench
