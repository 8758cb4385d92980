// A hot call with its arguments asked first: for bindings and for whoever cannot know what is
// handed over. The calls themselves ask only in builds with assertions.
//
//   InverseDynamics id(model);
//   checked(id.model(), {{"q", q}, {"v", v}, {"a", a}}, {{"tau", tau}}, [&] { id(q, v, a, tau); });
#pragma once

#include <Eigen/Core>
#include <initializer_list>

#include "alembert/error.hpp"
#include "alembert/model.hpp"

namespace alembert {

/// An argument by its name: what goes in is to be finite, and a vector is a matrix of one column.
struct NamedInput {
  const char* name;                          ///< of the argument, for the message
  Eigen::Ref<const Eigen::VectorXd> values;  ///< dofs() of them, finite
};
/// A result: a vector with an entry a coordinate, or a matrix with a row a coordinate.
struct NamedOutput {
  template <typename Derived>
  NamedOutput(const char* what, const Eigen::MatrixBase<Derived>& result, Eigen::Index wanted = -1)
      : name(what), rows(result.rows()), columns(result.cols()), wanted_columns(wanted) {}
  const char* name;             ///< of the argument, for the message
  Eigen::Index rows, columns;   ///< of what the caller handed over
  Eigen::Index wanted_columns;  ///< -1: as given
};

/// Throws Error unless every input has model.dofs() finite entries and every output fits.
void check_arguments(const Model& model, std::initializer_list<NamedInput> inputs,
                     std::initializer_list<NamedOutput> outputs);

/// Checks, then calls.
template <typename Call>
decltype(auto) checked(const Model& model, std::initializer_list<NamedInput> inputs,
                       std::initializer_list<NamedOutput> outputs, Call call) {
  check_arguments(model, inputs, outputs);
  return call();
}

}  // namespace alembert
