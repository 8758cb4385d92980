// Distances of an arm among obstacles, as arrays.
#include "alembert/world.hpp"

#include "bindings.hpp"

namespace alembert::python {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// States, one a row, and whether there was only one.
struct States {
  States(const World& world, py::handle object) {
    input.take(object.ptr(), {"q", world.model().dofs(), "one for each joint"});
    input.widen();
  }
  VectorXd operator[](Py_ssize_t row) const {
    const auto* at = reinterpret_cast<const double*>(input.data() + row * input.stride());
    return Eigen::Map<const VectorXd>(at, input.argument().width);
  }
  MatrixXd all() const {
    MatrixXd out(input.rows(), input.argument().width);
    for (Py_ssize_t row = 0; row < input.rows(); ++row) out.row(row) = (*this)[row].transpose();
    return out;
  }

  InputRows input;
};

py::object distances(World& world, py::handle q) {
  const States states(world, q);
  const Py_ssize_t shape[] = {states.input.rows(), world.pairs()};
  const bool single = states.input.single();
  OutputRows out;
  out.make(single ? shape + 1 : shape, single ? 1 : 2, false);
  auto* to = reinterpret_cast<double*>(out.data());
  for (Py_ssize_t row = 0; row < shape[0]; ++row, to += shape[1]) {
    world.update(states[row]);
    world.distances(Eigen::Map<VectorXd>(to, shape[1]));
  }
  return given(out.release());
}

py::object gradients(World& world, py::handle q) {
  const States states(world, q);
  const Py_ssize_t shape[] = {states.input.rows(), world.pairs(), world.model().dofs()};
  const bool single = states.input.single();
  OutputRows out;
  out.make(single ? shape + 1 : shape, single ? 2 : 3, false);
  auto* to = reinterpret_cast<double*>(out.data());
  MatrixXd J(shape[1], shape[2]);
  for (Py_ssize_t row = 0; row < shape[0]; ++row, to += shape[1] * shape[2]) {
    world.update(states[row]);
    world.gradients(J);
    Eigen::Map<RowMajor>(to, shape[1], shape[2]) = J;
  }
  return given(out.release());
}

py::object hessian(World& world, py::handle q, py::handle weights) {
  const int n = world.model().dofs();
  world.update(sized_vector(q.ptr(), "q", n, "one for each joint"));
  MatrixXd H(n, n);
  world.hessian(sized_vector(weights.ptr(), "weights", world.pairs(), "one for each pair"), H);
  return given(matrix_array_of(H));
}

py::object clear(World& world, py::handle q, double slack) {
  const States states(world, q);
  const MatrixXd rows = states.all();
  std::vector<char> free;
  {
    py::gil_scoped_release release;
    free = world.clear(rows, slack);
  }
  return py::bytes(free.data(), free.size());
}

py::list names(const World& world) {
  py::list out;
  for (int k = 0; k < world.pairs(); ++k) {
    const auto [one, other] = world.names(k);
    out.append(py::make_tuple(one, other));
  }
  return out;
}

}  // namespace

void bind_world(py::module_& module) {
  py::class_<World>(module, "World")
      .def("_distances", &distances)
      .def("_gradients", &gradients)
      .def("_hessian", &hessian)
      .def("_clear", &clear)
      .def("_names", &names);
}

}  // namespace alembert::python
