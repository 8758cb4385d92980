#include "ground.hpp"

#include <limits>

#include "alembert/contact_drift.hpp"
#include "arrays.hpp"

namespace alembert::python {

namespace {

using Table = Eigen::MatrixXd;

Table nothing(std::size_t rows) {
  return Table::Constant(static_cast<Eigen::Index>(rows), 3,
                         std::numeric_limits<double>::quiet_NaN());
}

void put(const std::optional<Eigen::Vector3d>& point, Eigen::Index row, Table& out) {
  if (point) out.row(row) = point->transpose();
}

}  // namespace

py::tuple ground_of(const MotionRequest& problem, const std::vector<MotionSample>& samples) {
  Eigen::VectorXd t(static_cast<Eigen::Index>(samples.size()));
  Table zero_moment_point = nothing(samples.size());
  for (Eigen::Index i = 0; i < t.size(); ++i) {
    const MotionSample& sample = samples[static_cast<std::size_t>(i)];
    t[i] = sample.t;
    put(sample.ground.zero_moment_point, i, zero_moment_point);
  }
  py::dict contacts;
  for (const std::string& name : contact_names(problem)) {
    Eigen::VectorXd touches = Eigen::VectorXd::Zero(t.size());
    Table force = Table::Zero(t.size(), 3), moment = force;
    Table origin = nothing(samples.size()), pressure = origin;
    for (Eigen::Index i = 0; i < t.size(); ++i) {
      const ContactForce* now = samples[static_cast<std::size_t>(i)].ground.find(name);
      if (!now) continue;
      touches[i] = 1.0;
      force.row(i) = now->force;
      moment.row(i) = now->moment;
      origin.row(i) = now->origin;
      put(now->pressure, i, pressure);
    }
    contacts[py::str(name)] = py::make_tuple(
        given(array_of(touches)), given(matrix_array_of(force)), given(matrix_array_of(moment)),
        given(matrix_array_of(origin)), given(matrix_array_of(pressure)));
  }
  return py::make_tuple(given(array_of(t)), contacts, given(matrix_array_of(zero_moment_point)));
}

py::dict drifts_of(const MotionRequest& problem, const MotionCertificate& certificate) {
  py::dict drifts;
  for (const ContactDrift& drift : contact_drifts(problem, certificate)) {
    drifts[py::str(drift.name)] = py::make_tuple(drift.most, drift.enclosed);
  }
  return drifts;
}

}  // namespace alembert::python
