#include "kernel/regrouped_impl.hpp"

namespace alembert {

template <>
std::vector<RegroupedBody<double>> bodies_of(const Model& model) {
  return regrouping::own_bodies<double>(model);
}

template struct RegroupedModelOf<double>;

}  // namespace alembert
