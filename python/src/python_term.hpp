// A cost that is a Python object: value, gradient and Hessian of one instant.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "alembert/motion_problem.hpp"
#include "bindings.hpp"

namespace alembert::python {

/// What went wrong in a term, told when the solver has ended; from then on, and once `stop` is set,
/// Python is not asked again.
class TermFailure {
 public:
  explicit TermFailure(std::shared_ptr<std::atomic<bool>> stop) : stop_(std::move(stop)) {}

  bool happened() const { return happened_ || *stop_; }
  /// Keeps the first; with the GIL, in a catch of what Python threw.
  void keep(std::exception_ptr thrown);
  /// Throws it again, with the GIL.
  void rethrow();

 private:
  std::shared_ptr<std::atomic<bool>> stop_;
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
