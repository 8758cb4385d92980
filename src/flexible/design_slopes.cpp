// Slopes of links' constants by differences of compiled arms, put into dual numbers.
#include <Eigen/Cholesky>
#include <algorithm>
#include <vector>

#include "alembert/dual.hpp"
#include "alembert/error.hpp"
#include "alembert/flexible_derivatives.hpp"
#include "flexible/equations_work.hpp"

namespace alembert {

namespace {

using Kind = FlexibleParameter::Kind;

/// Of the parameter, between neighbours of the stencil. Short: the largest of a sampled shape, by
/// which it is normalised, bends where another sample becomes it.
constexpr double step_share = 1e-4;

/// f' = sum weight f(p + offset h) / (12 h); to one side where the parameter is zero.
struct Stencil {
  std::vector<double> offsets, weights;
};
Stencil stencil(bool both_sides) {
  if (both_sides) return {{-2.0, -1.0, 1.0, 2.0}, {1.0, -8.0, 8.0, -1.0}};
  return {{0.0, 1.0, 2.0, 3.0, 4.0}, {-25.0, 48.0, -36.0, 16.0, -3.0}};
}

Link& bending_link(Robot& robot, const std::string& name) {
  std::string known;
  for (Link& link : robot.links) {
    if (!link.flexible) continue;
    if (link.name == name) return link;
    known += (known.empty() ? "" : ", ") + link.name;
  }
  throw Error(Error::Code::name, "there is no link '" + name + "' that bends",
              "use one of: " + known);
}

double& number_of(FlexibleLink& link, Kind kind) {
  if (kind == Kind::length) return link.length;
  if (kind == Kind::tip_mass) return link.tip_mass;
  // From the mass per length on, in the order of the kinds.
  static_assert(static_cast<int>(Kind::EA) - static_cast<int>(Kind::mass_per_length) == 4);
  Along* const in_order[] = {&link.mass_per_length, &link.EIy, &link.EIz, &link.GJ, &link.EA};
  Along& along = *in_order[static_cast<int>(kind) - static_cast<int>(Kind::mass_per_length)];
  if (along.value.size() == 1) return along.value.front();
  throw Error(Error::Code::value, "that property of the link was not written as one number",
              "give it one number, or differentiate by another");
}

/// What hangs on a link stays at its share of the length, tables along it as well.
void stretch(Robot& robot, const std::string& name, FlexibleLink& link, double ratio) {
  for (Joint& joint : robot.joints) {
    if (joint.parent == name) joint.origin.translation().x() *= ratio;
  }
  for (Frame& frame : robot.frames) {
    if (frame.link == name) frame.pose.translation().x() *= ratio;
  }
  for (Along* along :
       {&link.mass_per_length, &link.EIy, &link.EIz, &link.GJ, &link.EA, &link.polar_inertia}) {
    for (double& x : along->x) x *= ratio;
  }
  for (SampledShape& shape : link.sampled) {
    for (double& x : shape.x) x *= ratio;
  }
}

Robot changed(const Robot& robot, const FlexibleParameter& parameter, double by) {
  Robot other = robot;
  Link& link = bending_link(other, parameter.link);
  FlexibleLink flexible = *link.flexible;
  double& number = number_of(flexible, parameter.kind);
  const double before = number;
  number += by;
  if (parameter.kind == Kind::length) stretch(other, link.name, flexible, number / before);
  link.flexible = std::make_shared<const FlexibleLink>(std::move(flexible));
  return other;
}

using Constants = FlexibleEquations<Dual<double>>::Constants;
using Entry = Constants::Entry;

void add(Dual<double>& to, const Dual<double>& value, double weight) {
  to.slope += weight * value.value;
}

template <typename A, typename B>
void add_all(A& to, const B& from, double weight) {
  for (Eigen::Index i = 0; i < to.size(); ++i) add(to.data()[i], from.data()[i], weight);
}

/// Entries that vanish are not kept: what is missing is zero.
void add_entries(std::vector<Entry>& to, const std::vector<Entry>& from, double weight) {
  for (const Entry& e : from) {
    const auto same = [&](const Entry& o) {
      return o.k == e.k && o.l == e.l && o.row == e.row && o.column == e.column;
    };
    auto at = std::find_if(to.begin(), to.end(), same);
    if (at == to.end()) {
      to.push_back({e.k, e.l, e.row, e.column, Dual<double>(0.0)});
      at = to.end() - 1;
    }
    add(at->value, e.value, weight);
  }
}

void add_slopes(Constants& to, const Constants& from, double weight) {
  for (std::size_t b = 0; b < to.links.size(); ++b) {
    Constants::Link& link = to.links[b];
    const Constants::Link& other = from.links[b];
    add_all(link.C, other.C, weight);
    add_all(link.p, other.p, weight);
    add(link.pitch, other.pitch, weight);
    add_entries(link.C_k, other.C_k, weight);
    add_entries(link.C_kl, other.C_kl, weight);
    add_entries(link.Z_kl, other.Z_kl, weight);
    for (std::size_t i = 0; i < link.x.size(); ++i) {
      add_entries(link.M[i], other.M[i], weight);
      add_entries(link.N[i], other.N[i], weight);
      add(link.x[i], other.x[i], weight);
    }
    add_all(link.stiffness, other.stiffness, weight);
    add_all(link.damping, other.damping, weight);
  }
}

}  // namespace

DesignSlopes design_slopes(const Robot& robot, const FlexibleParameter& parameter, VecIn<double> z,
                           VecIn<double> v, VecIn<double> a, const FlexibleOptions& options) {
  const FlexibleModel model = compile_flexible(robot, options);
  Robot own = robot;
  FlexibleLink link = *bending_link(own, parameter.link).flexible;
  const double value = number_of(link, parameter.kind);
  const double h = step_share * (value > 0.0 ? value : link.mass());
  FlexibleEquations<Dual<double>> arm(model);
  const Stencil around = stencil(value > 0.0);
  for (std::size_t i = 0; i < around.offsets.size(); ++i) {
    const FlexibleModel other =
        compile_flexible(changed(robot, parameter, around.offsets[i] * h), options);
    add_slopes(arm.constants(), Constants(other), around.weights[i] / (12.0 * h));
  }
  const int n = model.size();
  VecX<Dual<double>> forces(n);
  arm.inverse(z.cast<Dual<double>>(), v.cast<Dual<double>>(), a.cast<Dual<double>>(), forces);
  DesignSlopes slopes{Eigen::VectorXd(n), {}};
  for (int k = 0; k < n; ++k) slopes.forces[k] = forces[k].slope;
  FlexibleEquations<double> plain(model);
  Eigen::MatrixXd J(n, n);
  Eigen::VectorXd R(n);
  plain.simulation_form(z, v, J, R);
  slopes.accelerations = -J.ldlt().solve(slopes.forces);
  return slopes;
}

}  // namespace alembert
