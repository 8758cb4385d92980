#include "counting.hpp"

#include "alembert/flexible_equations.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/tables.hpp"
#include "bench/irregular.hpp"
#include "bench/robots.hpp"

namespace alembert::cli {

namespace {

template <typename Call>
Operations counted(const Model& model, Call call) {
  bench::Irregular number;
  const int n = model.dofs();
  const VecX<OpCount> q = number.values(n).cast<OpCount>(), v = number.values(n).cast<OpCount>(),
                      a = number.values(n).cast<OpCount>();
  VecX<OpCount> tau(n);
  OpCount::reset();
  call(q, v, a, tau);
  return {OpCount::published(), OpCount::executed()};
}

}  // namespace

Model general_chain(int joints) { return compile(bench::general_chain(joints)); }

Operations count_operations(const FormulationInfo& formulation, const Model& model) {
  const auto dynamics = formulation.make<OpCount>(model);
  return counted(model, [&](const auto& q, const auto& v, const auto& a, auto& tau) {
    (*dynamics)(q, v, a, tau);
  });
}

Operations count_configuration_space(int coordinates) {
  const ConfigurationTerms<OpCount> terms(coordinates);
  const VecX<OpCount> ones = VecX<OpCount>::Ones(coordinates);
  VecX<OpCount> tau(coordinates);
  OpCount::reset();
  configuration_space_forces<OpCount>(terms, ones, ones, tau);
  return {OpCount::published(), OpCount::executed()};
}

Operations count_kernel(const Model& model) {
  InverseDynamics<OpCount> kernel(model);
  return counted(
      model, [&](const auto& q, const auto& v, const auto& a, auto& tau) { kernel(q, v, a, tau); });
}

Operations count_book(const FlexibleModel& model) {
  FlexibleEquations<OpCount> arm(model);
  bench::Irregular number;
  const int n = model.size();
  const VecX<OpCount> z = number.values(n).cast<OpCount>(), v = number.values(n).cast<OpCount>();
  VecX<OpCount> R(n);
  MatX<OpCount> J(n, n);
  OpCount::reset();
  arm.simulation_form(z, v, J, R);
  return {OpCount::published(), OpCount::executed()};
}

FlexibleModel bending_chain(int joints) {
  // As in the paper: no stiffening, no drives.
  return compile_flexible(bench::bending_chain(joints), {.stiffening = false, .ideal = true});
}

}  // namespace alembert::cli
