// A cost that is a Python object: value, gradient and Hessian of one instant.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "alembert/motion_problem.hpp"
#include "bindings.hpp"

namespace alembert::python {

/// What went wrong in a term, told when the solver has ended.
class TermFailure {
 public:
  bool happened() const { return happened_; }
  /// Keeps the first; with the GIL, in a catch of what Python threw.
  void keep(std::exception_ptr thrown);
  /// Throws it again, with the GIL.
  void rethrow();

 private:
  std::atomic<bool> happened_ = false;
  std::mutex mutex_;
  std::exception_ptr first_;
};

/// An object with methods _value, _gradient and _hessian of (q, v, a).
struct TermSource {
  std::string name;
  double weight = 1.0;
  std::shared_ptr<py::object> object;  ///< given up with the GIL held
};

TermSource term_source(py::handle term);
/// For one solve; its failures go to `failure`.
Objective::Term term_of(const TermSource& source, std::shared_ptr<TermFailure> failure);

}  // namespace alembert::python
