// Making a table, and looking up in it.
#include <algorithm>
#include <cmath>
#include <random>

#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "kernel/drives.hpp"
#include "require.hpp"
#include "tables/configuration_space.hpp"
#include "tables/entries.hpp"

namespace alembert {

const std::vector<std::string>& table_method_names() {
  static const std::vector<std::string> names = {"configuration_space", "raibert", "albus"};
  return names;
}

const char* to_string(TableMethod method) {
  return table_method_names()[static_cast<std::size_t>(method)].c_str();
}

TableMethod table_method(const std::string& name) {
  const auto& names = table_method_names();
  const auto found = std::find(names.begin(), names.end(), name);
  require(found != names.end(), "there is no tabular method named '" + name + "'",
          "use one of: configuration_space, raibert, albus", Error::Code::name);
  return static_cast<TableMethod>(found - names.begin());
}

struct DynamicsTable::Workspace {
  Workspace(const Model& m, const Entries& entries)
      : model(m),
        drives(m),
        stencils(entries.grid.axes().size()),
        looked_up(
            static_cast<std::size_t>(std::max(entries.grid.values(), entries.inertia.values()))),
        terms(m.dofs()) {}

  Model model;
  Drives<double> drives;
  Interpolation interpolation = Interpolation::linear;
  std::vector<Stencil> stencils;
  std::vector<double> looked_up;
  ConfigurationTerms<double> terms;
};

DynamicsTable::DynamicsTable(const Model& model, TableMethod method, const TableOptions& options) {
  auto entries = std::make_shared<Entries>();
  entries->method = method;
  entries->robot = model.name();
  entries->axes = choose_axes(model, method, options);
  require_fit(model, method, options, entries->axes);
  entries->lay_out();
  if (method == TableMethod::raibert) fill_inertia(model, options, entries->inertia);
  fill(model, options, entries->grid, method);
  work_ = std::make_unique<Workspace>(model, *entries);
  entries_ = std::move(entries);
}

DynamicsTable::DynamicsTable(const Model& model, std::shared_ptr<const Entries> entries)
    : entries_(std::move(entries)), work_(std::make_unique<Workspace>(model, *entries_)) {}

DynamicsTable::DynamicsTable(const DynamicsTable& other)
    : entries_(other.entries_), work_(std::make_unique<Workspace>(*other.work_)) {}
DynamicsTable& DynamicsTable::operator=(const DynamicsTable& other) {
  return *this = DynamicsTable(other);
}
DynamicsTable::DynamicsTable(DynamicsTable&&) noexcept = default;
DynamicsTable& DynamicsTable::operator=(DynamicsTable&&) noexcept = default;
DynamicsTable::~DynamicsTable() = default;

Interpolation DynamicsTable::interpolation() const { return work_->interpolation; }
const Model& DynamicsTable::model() const { return work_->model; }
TableMethod DynamicsTable::method() const { return entries_->method; }
const std::vector<TableAxis>& DynamicsTable::axes() const { return entries_->axes; }
double DynamicsTable::bytes() const { return entries_->bytes(); }
double DynamicsTable::bytes_needed(const Model& model, TableMethod method,
                                   const TableOptions& options) {
  return grids_of(method, choose_axes(model, method, options)).bytes();
}

void DynamicsTable::set_interpolation(Interpolation interpolation) {
  constexpr double most_entries = 4e6;
  const auto& axes = entries_->grid.axes();
  const auto wide =
      std::count_if(axes.begin(), axes.end(), [](const TableAxis& a) { return a.nodes > 1; });
  require(interpolation == Interpolation::linear ||
              std::pow(4.0, static_cast<double>(wide)) <= most_entries,
          "cubic interpolation in " + std::to_string(wide) + " dimensions would read 4^" +
              std::to_string(wide) + " entries a call",
          "use linear interpolation, or configuration_space, which has fewer dimensions",
          Error::Code::unsupported);
  work_->interpolation = interpolation;
}

bool DynamicsTable::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a,
                               VecOut<double> tau) {
  const int n = entries_->dofs();
  assert(have_size(n, q, v, a, tau));
  Workspace& work = *work_;
  const auto tabulated = static_cast<int>(work.stencils.size());
  for (int d = 0; d < tabulated; ++d) {
    const double x = d < n ? q[d] : d < 2 * n ? v[d - n] : a[d - 2 * n];
    const auto s = static_cast<std::size_t>(d);
    if (find_stencil(entries_->axes[s], work.interpolation, x, work.stencils[s])) continue;
    tau.setConstant(std::nan(""));
    return false;
  }
  entries_->grid.interpolate(work.stencils.data(), work.looked_up.data());
  if (entries_->method == TableMethod::configuration_space) {
    restore(work.looked_up.data(), work.terms);
    configuration_space_forces<double>(work.terms, v, a, tau);
  } else {
    for (int i = 0; i < n; ++i) tau[i] = work.looked_up[static_cast<std::size_t>(i)];
  }
  if (entries_->method == TableMethod::raibert) {
    entries_->inertia.interpolate(work.stencils.data(), work.looked_up.data());
    const double* J = work.looked_up.data();
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j, ++J) {
        tau[i] += *J * a[j];
        tau[j] += *J * a[i];
      }
      tau[i] += *J++ * a[i];
    }
  }
  work.drives.add(q, v, a, tau);
  return true;
}

TableError DynamicsTable::measure_error(int samples) const {
  const int n = entries_->dofs();
  DynamicsTable table(*this);
  InverseDynamics<double> id(work_->model);
  std::mt19937_64 engine(1980);
  Eigen::VectorXd x(3 * n), tau(n), expected(n);
  TableError error;
  double squares = 0.0;
  for (int s = 0; s < samples; ++s) {
    for (int d = 0; d < 3 * n; ++d) {
      const TableAxis& axis = entries_->axes[static_cast<std::size_t>(d)];
      // By hand: the distributions of the standard library differ between platforms.
      const double share = static_cast<double>(engine() >> 11) * 0x1p-53;
      x[d] = axis.lower + share * (axis.upper - axis.lower);
    }
    // Inside: x was drawn between the ends of the axes.
    (void)table(x.head(n), x.segment(n, n), x.tail(n), tau);
    id(x.head(n), x.segment(n, n), x.tail(n), expected);
    error.largest = std::max(error.largest, (tau - expected).cwiseAbs().maxCoeff());
    error.largest_torque = std::max(error.largest_torque, expected.cwiseAbs().maxCoeff());
    squares += (tau - expected).squaredNorm();
  }
  if (samples > 0) error.rms = std::sqrt(squares / (static_cast<double>(samples) * n));
  return error;
}

}  // namespace alembert
