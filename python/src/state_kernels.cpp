#include "state_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "alembert/batch.hpp"
#include "alembert/center_of_mass.hpp"
#include "alembert/derivatives.hpp"
#include "alembert/energy.hpp"
#include "alembert/error.hpp"
#include "alembert/formulation.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "alembert/second_derivatives.hpp"
#include "alembert/torque_parts.hpp"
#include "moving_base.hpp"

namespace alembert::python {

namespace {

using Eigen::MatrixXd;
using Square = Eigen::Map<RowMatrix<double>>;

template <typename T>
using Vector = Eigen::Map<VecX<T>>;
template <typename T>
using ConstVector = Eigen::Map<const VecX<T>>;

struct Workspace {
  explicit Workspace(const Model& m) : model(m), n(m.dofs()) {}

  template <typename Tool>
  Tool& get(std::optional<Tool>& tool) {
    if (!tool) tool.emplace(model);
    return *tool;
  }
  template <typename T>
  Batch<T>& get(std::optional<Batch<T>>& made) {
    if (!made) made.emplace(model, 1);
    return *made;
  }
  Formulation<double>& formulation(const char* name) {
    auto& made = formulations[name];
    if (!made) made = Formulations::get(name).make<double>(model);
    return *made;
  }
  MatrixXd& matrix(int i) {
    matrices[i].resize(n, n);
    return matrices[i];
  }

  Model model;
  int n;
  std::optional<InverseDynamics<double>> id;
  std::optional<InverseDynamics<float>> id_float;
  std::optional<Batch<double>> batch;
  std::optional<Batch<float>> batch_float;
  std::optional<ForwardDynamics> fd;
  std::optional<MassMatrix> mass_matrix;
  std::optional<Kinematics<double>> kinematics;
  std::optional<InverseDynamicsDerivatives<double>> derivatives;
  std::optional<WeightedHessian<double>> hessian;
  std::optional<SecondDerivatives> second;
  std::optional<ForwardDynamicsDerivatives> fd_derivatives;
  std::optional<Energy> energy;
  std::optional<TorqueDecomposition> decomposition;
  std::optional<CenterOfMass> center;
  std::map<std::string, std::unique_ptr<Formulation<double>>> formulations;
  MatrixXd matrices[4];                     // of derivatives, by columns; what leaves is by rows
  std::vector<char> repeated[most_arrays];  // rows that are the same for all, for batches
};

Workspace& in(void* workspace) { return *static_cast<Workspace*>(workspace); }
const StateExtra& in(const void* extra) { return *static_cast<const StateExtra*>(extra); }

template <typename T>
InverseDynamics<T>& inverse_dynamics_of(Workspace& work) {
  if constexpr (std::is_same_v<T, float>) {
    return work.get(work.id_float);
  } else {
    return work.get(work.id);
  }
}
template <typename T>
Batch<T>& batch_of(Workspace& work) {
  if constexpr (std::is_same_v<T, float>) {
    return work.get(work.batch_float);
  } else {
    return work.get(work.batch);
  }
}

/// An argument as a matrix with a row a sample: where it lies, or written out where one row is
/// meant for all.
template <typename T>
Eigen::Map<const RowMatrix<T>, 0, Eigen::OuterStride<>> rows_of(Workspace& work, const Chunk& chunk,
                                                                int i) {
  const char* data = chunk.in[i];
  Py_ssize_t stride = chunk.in_stride[i];
  const auto row = static_cast<Py_ssize_t>(sizeof(T)) * work.n;
  if (stride == 0 || stride % static_cast<Py_ssize_t>(sizeof(T)) != 0) {
    std::vector<char>& all = work.repeated[i];
    all.resize(static_cast<std::size_t>(row * chunk.rows));
    for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
      std::memcpy(all.data() + r * row, chunk.in[i] + r * stride, static_cast<std::size_t>(row));
    }
    data = all.data();
    stride = row;
  }
  return {reinterpret_cast<const T*>(data), chunk.rows, work.n,
          Eigen::OuterStride<>(stride / static_cast<Py_ssize_t>(sizeof(T)))};
}

/// A result as a matrix with a row a sample.
template <typename T = double>
Eigen::Map<RowMatrix<T>> results_of(const Chunk& chunk, int i, Eigen::Index columns) {
  return {chunk.output<T>(i, 0), chunk.rows, columns};
}

template <typename T>
void inverse_dynamics(void* workspace, const void* extra, const Chunk& chunk) {
  Workspace& work = in(workspace);
  const StateExtra& more = in(extra);
  const int n = work.n;
  if (!chunk.single && more.loads.empty()) {
    Batch<T>& batch = batch_of<T>(work);
    const OnMovingBase moving(batch, more.base);
    batch.inverse_dynamics(rows_of<T>(work, chunk, 0), rows_of<T>(work, chunk, 1),
                           rows_of<T>(work, chunk, 2), results_of<T>(chunk, 0, n));
    return;
  }
  InverseDynamics<T>& id = inverse_dynamics_of<T>(work);
  const OnMovingBase moving(id, more.base);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const ConstVector<T> q(chunk.input<T>(0, r), n), v(chunk.input<T>(1, r), n),
        a(chunk.input<T>(2, r), n);
    id(q, v, a, more.loads, Vector<T>(chunk.output<T>(0, r), n));
  }
}

void inverse_dynamics_by(void* workspace, const void* extra, const Chunk& chunk) {
  const StateExtra& more = in(extra);
  if (!more.formulation) return inverse_dynamics<double>(workspace, extra, chunk);
  Workspace& work = in(workspace);
  Formulation<double>& formulation = work.formulation(more.formulation);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const ConstVector<double> q(chunk.input(0, r), work.n), v(chunk.input(1, r), work.n),
        a(chunk.input(2, r), work.n);
    formulation(q, v, a, more.loads, Vector<double>(chunk.output(0, r), work.n));
  }
}

void bias(void* workspace, const void* extra, const Chunk& chunk) {
  Workspace& work = in(workspace);
  InverseDynamics<double>& id = work.get(work.id);
  const OnMovingBase moving(id, in(extra).base);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    id.bias(ConstVector<double>(chunk.input(0, r), work.n),
            ConstVector<double>(chunk.input(1, r), work.n), in(extra).loads,
            Vector<double>(chunk.output(0, r), work.n));
  }
}

void gravity(void* workspace, const void*, const Chunk& chunk) {
  Workspace& work = in(workspace);
  InverseDynamics<double>& id = work.get(work.id);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    id.gravity(ConstVector<double>(chunk.input(0, r), work.n),
               Vector<double>(chunk.output(0, r), work.n));
  }
}

[[noreturn]] void refuse_massless(const Chunk& chunk, Py_ssize_t r) {
  const std::string where =
      chunk.single ? "at q" : "at q of row " + std::to_string(chunk.first + r);
  throw Error(Error::Code::value, "the mass matrix is not positive definite " + where,
              "some joint moves no mass there: give every moving link an inertia, or choose "
              "another q");
}

/// Rows of which a batch says that they are no numbers.
void refuse_first_massless(const Chunk& chunk, int accelerations, int n) {
  Py_ssize_t r = 0;
  while (r + 1 < chunk.rows && !std::isnan(chunk.output(accelerations, r)[n - 1])) ++r;
  refuse_massless(chunk, r);
}

void forward_dynamics(void* workspace, const void* extra, const Chunk& chunk) {
  Workspace& work = in(workspace);
  if (!chunk.single && in(extra).loads.empty()) {
    Batch<double>& batch = work.get(work.batch);
    const OnMovingBase moving(batch, in(extra).base);
    if (!batch.forward_dynamics(rows_of<double>(work, chunk, 0), rows_of<double>(work, chunk, 1),
                                rows_of<double>(work, chunk, 2), results_of(chunk, 0, work.n))) {
      refuse_first_massless(chunk, 0, work.n);
    }
    return;
  }
  ForwardDynamics& fd = work.get(work.fd);
  const OnMovingBase moving(fd, in(extra).base);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const ConstVector<double> q(chunk.input(0, r), work.n), v(chunk.input(1, r), work.n),
        tau(chunk.input(2, r), work.n);
    if (!fd(q, v, tau, in(extra).loads, Vector<double>(chunk.output(0, r), work.n))) {
      refuse_massless(chunk, r);
    }
  }
}

/// Matrices of the library lie by columns, those of Python by rows.
void store(const MatrixXd& matrix, const Chunk& chunk, int result, Py_ssize_t r) {
  Square(chunk.output(result, r), matrix.rows(), matrix.cols()) = matrix;
}

void mass_matrix(void* workspace, const void*, const Chunk& chunk) {
  Workspace& work = in(workspace);
  if (!chunk.single) {
    work.get(work.batch)
        .mass_matrix(rows_of<double>(work, chunk, 0), results_of(chunk, 0, work.n * work.n));
    return;
  }
  MassMatrix& mass = work.get(work.mass_matrix);
  MatrixXd& M = work.matrix(0);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    mass(ConstVector<double>(chunk.input(0, r), work.n), M);
    store(M, chunk, 0, r);
  }
}

void pose(void* workspace, const void* extra, const Chunk& chunk) {
  Workspace& work = in(workspace);
  Kinematics<double>& kinematics = work.get(work.kinematics);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    kinematics.update(ConstVector<double>(chunk.input(0, r), work.n));
    Square(chunk.output(0, r), 4, 4) = kinematics.pose(in(extra).frame).matrix();
  }
}

void jacobian(void* workspace, const void* extra, const Chunk& chunk) {
  Workspace& work = in(workspace);
  Kinematics<double>& kinematics = work.get(work.kinematics);
  Kinematics<double>::Jacobian J(6, work.n);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    kinematics.update(ConstVector<double>(chunk.input(0, r), work.n));
    kinematics.jacobian(in(extra).frame, J, in(extra).axes);
    Square(chunk.output(0, r), 6, work.n) = J;
  }
}

template <typename T>
void derivatives(void* workspace, const void* extra, const Chunk& chunk) {
  Workspace& work = in(workspace);
  const int n = work.n;
  const bool packed = std::is_same_v<T, float> || (!chunk.single && in(extra).loads.empty());
  if (packed) {
    const auto out = [&](int i) { return results_of<T>(chunk, i, n * n); };
    batch_of<T>(work).derivatives(rows_of<T>(work, chunk, 0), rows_of<T>(work, chunk, 1),
                                  rows_of<T>(work, chunk, 2), out(0), out(1), out(2));
    return;
  }
  auto& by = work.get(work.derivatives);
  MatrixXd &dq = work.matrix(0), &dv = work.matrix(1), &M = work.matrix(2);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const ConstVector<double> q(chunk.input(0, r), n), v(chunk.input(1, r), n),
        a(chunk.input(2, r), n);
    by(q, v, a, in(extra).loads, dq, dv, M);
    store(dq, chunk, 0, r);
    store(dv, chunk, 1, r);
    store(M, chunk, 2, r);
  }
}

void weighted_hessian(void* workspace, const void* extra, const Chunk& chunk) {
  Workspace& work = in(workspace);
  const int n = work.n;
  if (!chunk.single) {
    const auto out = [&](int i) { return results_of(chunk, i, n * n); };
    work.get(work.batch)
        .weighted_hessians(rows_of<double>(work, chunk, 0), rows_of<double>(work, chunk, 1),
                           rows_of<double>(work, chunk, 2), rows_of<double>(work, chunk, 3),
                           in(extra).loads, out(0), out(1), out(2), out(3));
    return;
  }
  auto& hessian = work.get(work.hessian);
  MatrixXd &qq = work.matrix(0), &qv = work.matrix(1), &vv = work.matrix(2), &qa = work.matrix(3);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const ConstVector<double> q(chunk.input(0, r), n), v(chunk.input(1, r), n),
        a(chunk.input(2, r), n), weights(chunk.input(3, r), n);
    hessian(q, v, a, weights, in(extra).loads, qq, qv, vv, qa);
    store(qq, chunk, 0, r);
    store(qv, chunk, 1, r);
    store(vv, chunk, 2, r);
    store(qa, chunk, 3, r);
  }
}

/// The matrices of all torques one below the other: (n n, n).
void second_derivatives(void* workspace, const void* extra, const Chunk& chunk) {
  Workspace& work = in(workspace);
  const int n = work.n;
  auto& second = work.get(work.second);
  SecondDerivativeTensor tensor(n);
  const std::vector<MatrixXd>* parts[] = {&tensor.qq, &tensor.qv, &tensor.vv, &tensor.qa};
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const ConstVector<double> q(chunk.input(0, r), n), v(chunk.input(1, r), n),
        a(chunk.input(2, r), n);
    second(q, v, a, in(extra).loads, tensor);
    for (int part = 0; part < 4; ++part) {
      double* to = chunk.output(part, r);
      for (int i = 0; i < n; ++i, to += n * n) {
        Square(to, n, n) = (*parts[part])[static_cast<std::size_t>(i)];
      }
    }
  }
}

void forward_derivatives(void* workspace, const void*, const Chunk& chunk) {
  Workspace& work = in(workspace);
  const int n = work.n;
  if (!chunk.single) {
    const auto out = [&](int i) { return results_of(chunk, i, n * n); };
    if (!work.get(work.batch)
             .forward_dynamics_derivatives(rows_of<double>(work, chunk, 0),
                                           rows_of<double>(work, chunk, 1),
                                           rows_of<double>(work, chunk, 2), results_of(chunk, 3, n),
                                           out(0), out(1), out(2))) {
      refuse_first_massless(chunk, 3, n);
    }
    return;
  }
  auto& by = work.get(work.fd_derivatives);
  MatrixXd &dq = work.matrix(0), &dv = work.matrix(1), &dtau = work.matrix(2);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const ConstVector<double> q(chunk.input(0, r), n), v(chunk.input(1, r), n),
        tau(chunk.input(2, r), n);
    if (!by(q, v, tau, Vector<double>(chunk.output(3, r), n), dq, dv, dtau)) {
      refuse_massless(chunk, r);
    }
    store(dq, chunk, 0, r);
    store(dv, chunk, 1, r);
    store(dtau, chunk, 2, r);
  }
}

void energy(void* workspace, const void*, const Chunk& chunk) {
  Workspace& work = in(workspace);
  Energy& of = work.get(work.energy);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const Energies e = of(ConstVector<double>(chunk.input(0, r), work.n),
                          ConstVector<double>(chunk.input(1, r), work.n));
    double* out = chunk.output(0, r);
    out[0] = e.kinetic;
    out[1] = e.gravity;
    out[2] = e.elastic;
  }
}

/// A row a part, in the order of TorqueParts.
void torque_parts(void* workspace, const void* extra, const Chunk& chunk) {
  Workspace& work = in(workspace);
  const int n = work.n;
  auto& decomposition = work.get(work.decomposition);
  TorqueParts parts;
  const Eigen::VectorXd* const all[] = {&parts.inertia,  &parts.coriolis, &parts.gravity,
                                        &parts.friction, &parts.springs,  &parts.loads};
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    const ConstVector<double> q(chunk.input(0, r), n), v(chunk.input(1, r), n),
        a(chunk.input(2, r), n);
    decomposition(q, v, a, in(extra).loads, parts);
    double* to = chunk.output(0, r);
    for (const Eigen::VectorXd* part : all) to = std::copy(part->data(), part->data() + n, to);
  }
}

void center_of_mass(void* workspace, const void*, const Chunk& chunk) {
  Workspace& work = in(workspace);
  CenterOfMass& center = work.get(work.center);
  for (Py_ssize_t r = 0; r < chunk.rows; ++r) {
    center.update(ConstVector<double>(chunk.input(0, r), work.n),
                  ConstVector<double>(chunk.input(1, r), work.n));
    Vector<double>(chunk.output(0, r), 3) = center.position();
    Vector<double>(chunk.output(1, r), 3) = center.velocity();
    Square(chunk.output(2, r), 3, work.n) = center.jacobian();
  }
}

std::vector<Argument> states(const Model& model, std::initializer_list<const char*> names) {
  std::vector<Argument> all;
  for (const char* name : names) {
    all.push_back({name, model.dofs(), "the number of joints (Model.joint_names)"});
  }
  return all;
}

}  // namespace

std::shared_ptr<void> make_state_workspace(const Model& model) {
  return std::make_shared<Workspace>(model);
}

std::vector<RowCall> state_calls(const Model& m) {
  const Py_ssize_t n = m.dofs();
  const ResultShape vector{n, 0}, square{n, n}, cube{n * n, n};
  return {
      {states(m, {"q", "v", "a"}), {vector}, inverse_dynamics_by, inverse_dynamics<float>},
      {states(m, {"q", "v"}), {vector}, bias},
      {states(m, {"q"}), {vector}, gravity},
      {states(m, {"q", "v", "tau"}), {vector}, forward_dynamics},
      {states(m, {"q"}), {square}, mass_matrix},
      {states(m, {"q"}), {{4, 4}}, pose},
      {states(m, {"q"}), {{6, n}}, jacobian},
      {states(m, {"q", "v", "a"}),
       {square, square, square},
       derivatives<double>,
       derivatives<float>},
      {states(m, {"q", "v", "a", "weights"}), {square, square, square, square}, weighted_hessian},
      {states(m, {"q", "v", "a"}), {cube, cube, cube, cube}, second_derivatives},
      {states(m, {"q", "v", "tau"}), {square, square, square, vector}, forward_derivatives},
      {states(m, {"q", "v"}), {{3, 0}}, energy},
      {states(m, {"q", "v", "a"}), {{6, n}}, torque_parts},
      {states(m, {"q", "v"}), {{3, 0}, {3, 0}, {3, n}}, center_of_mass},
  };
}

}  // namespace alembert::python
