#include "identify/parameter_space.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "alembert/error.hpp"
#include "model/random_source.hpp"
#include "require.hpp"

namespace alembert::identifying {

namespace {

constexpr RegressorOptions all_columns() {
  RegressorOptions options;
  options.drives = options.springs = true;
  return options;
}

ParameterKind kind_of(const std::string& name) {
  const std::string symbol = name.substr(name.rfind('.') + 1);
  if (symbol == "Ia") return ParameterKind::rotor;
  if (symbol == "fv") return ParameterKind::viscous;
  if (symbol == "fc") return ParameterKind::coulomb;
  if (symbol == "k") return ParameterKind::stiffness;
  return ParameterKind::offset;
}

}  // namespace

ParameterSpace::ParameterSpace(const Model& model) : model_(model) {
  require(!model.has_floating_base(), "identification of a robot whose base is free",
          "log an arm whose base is fixed, or take the base as fixed", Error::Code::unsupported);
  BaseParameterOptions options;
  options.regressor = all_columns();
  base_ = std::make_unique<BaseParameters>(model, options);
  describe();
  find_seen();
}

void ParameterSpace::describe() {
  const Regressor& regressor = base_->regressor();
  const int n = model_.dofs(), inertial = 10 * regressor.bodies();
  columns_ = regressor.columns();
  std::vector<int> driven;
  for (int i = 0; i < model_.joint_count(); ++i) {
    if (model_.joint(i).driven) driven.push_back(model_.joint(i).coordinate);
  }
  for (int c = 0; c < static_cast<int>(columns_.size()); ++c) {
    kinds_.push_back(c < inertial ? ParameterKind::inertial : kind_of(columns_[c].name));
    const int drives = 3 * static_cast<int>(driven.size());
    const int of = c < inertial            ? -1
                   : c < inertial + drives ? driven[(c - inertial) / 3]
                                           : driven[(c - inertial - drives) / 2];
    coordinates_.push_back(of);
  }
  const auto all = static_cast<Index>(columns_.size());
  const Index kept = base_->map().rows();
  map_.setZero(kept + 3 * n, all + 3 * n);
  map_.topLeftCorner(kept, all) = base_->map();
  map_.bottomRightCorner(3 * n, 3 * n).setIdentity();
  base_names_ = base_->names();
  for (int j = 0; j < n; ++j) {
    const Coordinate& coordinate = model_.coordinates()[j];
    columns_.push_back({coordinate.name + ".fd", coordinate.angular ? "N m s/rad" : "N s/m", 0.0});
    kinds_.push_back(ParameterKind::direction);
    coordinates_.push_back(j);
    base_names_.push_back(columns_.back().name);
  }
  for (const ParameterKind kind : {ParameterKind::delay, ParameterKind::position_delay}) {
    const char* symbol = kind == ParameterKind::delay ? ".late" : ".position_late";
    for (int j = 0; j < n; ++j) {
      columns_.push_back({model_.coordinates()[j].name + symbol, "s", 0.0});
      kinds_.push_back(kind);
      coordinates_.push_back(j);
      base_names_.push_back(columns_.back().name);
    }
  }
  values_.resize(columns_.size());
  for (Index c = 0; c < values_.size(); ++c) values_[c] = columns_[c].value;
}

const RegressorColumn& ParameterSpace::leading(int base) const {
  const auto kept = static_cast<int>(base_->columns().size());
  const int column = base < kept ? base_->columns()[base]
                                 : static_cast<int>(columns_.size()) - 3 * dofs() + base - kept;
  return columns_[column];
}

void ParameterSpace::find_seen() {
  const int n = dofs();
  RandomSource random(1);
  Rows rows(*this);
  MatrixXd size = MatrixXd::Zero(n, base_count());
  VectorXd q(n), v(n), a(n);
  for (int sample = 0; sample < 8; ++sample) {
    for (int j = 0; j < n; ++j) {
      q[j] = 3.0 * random.uniform();
      v[j] = random.uniform();
      a[j] = random.uniform();
    }
    size = size.cwiseMax(rows(q, v, a).cwiseAbs());
  }
  constexpr double rounding = 1e-13;
  seen_.resize(n);
  for (int j = 0; j < n; ++j) {
    for (int b = 0; b < base_count(); ++b) {
      if (size(j, b) > rounding || b == delay(j)) seen_[j].push_back(b);
    }
  }
}

void ParameterSpace::set_late_positions(std::vector<int> late) {
  for (std::vector<int>& seen : seen_) {
    std::erase_if(seen, [&](int base) { return base >= position_delay(0); });
    for (const int k : late) seen.push_back(position_delay(k));
  }
  late_positions_ = std::move(late);
}

ParameterSpace::Rows::Rows(const ParameterSpace& space)
    : space_(space),
      regressor_(space.model_, all_columns()),
      full_(space.dofs(), regressor_.columns().size()),
      kept_(MatrixXd::Zero(space.dofs(), space.base_count())) {}

const MatrixXd& ParameterSpace::Rows::operator()(VecIn<double> q, VecIn<double> v,
                                                 VecIn<double> a) {
  regressor_(q, v, a, full_);
  const std::vector<int>& columns = space_.base_->columns();
  for (std::size_t b = 0; b < columns.size(); ++b) kept_.col(b) = full_.col(columns[b]);
  const auto first = static_cast<Index>(columns.size());
  for (int j = 0; j < space_.dofs(); ++j) kept_(j, first + j) = std::abs(v[j]);
  return kept_;
}

void with_rows(const ParameterSpace& space, Workers& workers, int items,
               const std::function<void(ParameterSpace::Rows&, int)>& use) {
  std::vector<std::optional<ParameterSpace::Rows>> rows(workers.count());
  workers.run(items, [&](int worker, int item) {
    std::optional<ParameterSpace::Rows>& own = rows[worker];
    if (!own) own.emplace(space);
    use(*own, item);
  });
}

std::vector<int> free_parameters(const ParameterSpace& space, const IdentifyOptions& options,
                                 bool delays) {
  std::set<std::string> named(options.links.begin(), options.links.end());
  std::vector<int> free;
  std::set<std::string> there;
  for (int c = 0; c < space.count(); ++c) {
    const RegressorColumn& column = space.columns()[c];
    const std::string owner = column.name.substr(0, column.name.rfind('.'));
    const bool in_file = column.value != 0.0;
    bool is_free = false;
    switch (space.kind(c)) {
      case ParameterKind::inertial:
        there.insert(owner);
        is_free = options.inertias && (named.empty() || named.contains(owner));
        break;
      case ParameterKind::rotor:
        is_free = options.rotors.value_or(in_file);
        break;
      case ParameterKind::viscous:
      case ParameterKind::coulomb:
        is_free = options.friction;
        break;
      case ParameterKind::stiffness:
        is_free = options.springs.value_or(in_file);
        break;
      case ParameterKind::offset:
        is_free = options.offsets;
        break;
      case ParameterKind::direction:
        is_free = options.direction == Fitted::yes;
        break;
      case ParameterKind::delay:
        is_free = delays;
        break;
      case ParameterKind::position_delay:
        is_free = std::ranges::count(space.late_positions(), space.coordinate(c)) > 0;
        break;
    }
    if (is_free) free.push_back(c);
  }
  for (const std::string& name : named) {
    if (there.contains(name)) continue;
    throw Error(Error::Code::name, "no link '" + name + "' with an inertia that moves",
                "name links of the robot that have a mass and move");
  }
  require(!free.empty(), "nothing is to be fitted",
          "leave inertias, friction or offsets among what is fitted");
  return free;
}

}  // namespace alembert::identifying
