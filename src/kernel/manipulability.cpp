#include "alembert/manipulability.hpp"

#include "dense.hpp"

namespace alembert {

double Manipulability::measure() const {
  return singular_values.size() == 0 ? 0.0 : singular_values.prod();
}

double Manipulability::isotropy() const {
  const Eigen::Index count = singular_values.size();
  if (count == 0 || singular_values[0] == 0.0) return 0.0;
  return singular_values[count - 1] / singular_values[0];
}

Manipulability manipulability(const Eigen::Ref<const Eigen::MatrixXd>& jacobian) {
  if (jacobian.size() == 0) return {};
  return {dense::singular_values(jacobian)};
}

}  // namespace alembert
