#include "python_term.hpp"

#include <limits>

namespace alembert::python {

namespace {

class PythonTerm : public PointFunction {
 public:
  PythonTerm(std::shared_ptr<py::object> object, std::shared_ptr<TermFailure> failure)
      : object_(std::move(object)), failure_(std::move(failure)) {}

  std::unique_ptr<PointFunction> clone() const override {
    return std::make_unique<PythonTerm>(object_, failure_);
  }
  int size() const override { return 1; }

  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override {
    // Unless Python answers; and once it is asked no more, something that is soon integrated.
    g[0] = failure_->happened() ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    ask(point, "_value", [&](const py::object& answer) { g[0] = answer.cast<double>(); });
  }
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override {
    const int size = 3 * point.dofs;
    ask(point, "_gradient", [&](const py::object& answer) {
      D.row(0).head(size) = vector_of(answer.ptr(), "gradient").transpose();
    });
  }
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override {
    const int size = 3 * point.dofs;
    ask(point, "_hessian", [&](const py::object& answer) {
      H.topLeftCorner(size, size) = weights[0] * matrix_of(answer.ptr(), "hessian");
    });
  }

 private:
  template <typename Take>
  void ask(const MotionPoint& point, const char* method, Take take) {
    if (failure_->happened()) return;
    const py::gil_scoped_acquire held;
    try {
      const py::object q = given(array_of(point.q())), v = given(array_of(point.v())),
                       a = given(array_of(point.a()));
      take(object_->attr(method)(q, v, a));
    } catch (const PythonError&) {
      try {
        throw py::error_already_set();
      } catch (const py::error_already_set&) {
        failure_->keep(std::current_exception());
      }
    } catch (const std::exception&) {
      failure_->keep(std::current_exception());
    }
  }

  std::shared_ptr<py::object> object_;
  std::shared_ptr<TermFailure> failure_;
};

}  // namespace

void TermFailure::keep(std::exception_ptr thrown) {
  const std::lock_guard lock(mutex_);
  if (!first_) first_ = std::move(thrown);
  happened_ = true;
}

void TermFailure::rethrow() {
  const std::lock_guard lock(mutex_);
  if (first_) std::rethrow_exception(std::move(first_));
}

TermSource term_source(py::handle term) {
  const auto give_up = [](py::object* object) {
    const py::gil_scoped_acquire held;
    delete object;
  };
  return {term.attr("name").cast<std::string>(), term.attr("weight").cast<double>(),
          std::shared_ptr<py::object>(new py::object(py::reinterpret_borrow<py::object>(term)),
                                      give_up)};
}

Objective::Term term_of(const TermSource& source, std::shared_ptr<TermFailure> failure) {
  return {source.name, source.weight,
          std::make_shared<PythonTerm>(source.object, std::move(failure))};
}

}  // namespace alembert::python
