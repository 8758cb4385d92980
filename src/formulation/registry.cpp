// The list of formulations, in the order of the papers.
#include <algorithm>

#include "alembert/error.hpp"
#include "alembert/formulation.hpp"
#include "alembert/formulation/hollerbach_3x3.hpp"
#include "alembert/formulation/hollerbach_4x4.hpp"
#include "alembert/formulation/kane.hpp"
#include "alembert/formulation/newton_euler.hpp"
#include "alembert/formulation/newton_euler_base.hpp"
#include "alembert/formulation/silver.hpp"
#include "alembert/formulation/uicker_kahn.hpp"
#include "alembert/formulation/waters.hpp"
#include "alembert/formulation/xiang.hpp"
#include "formulation/count_notes.hpp"

namespace alembert {

namespace {

template <template <typename> class Method>
FormulationInfo entry(std::string name, std::string title, std::string growth,
                      PrintedCount printed) {
  FormulationInfo info;
  info.name = std::move(name);
  info.title = std::move(title);
  info.growth = std::move(growth);
  info.printed = std::move(printed);
  info.note = count_note(info.name);
  info.make_double = [](const Model& m) { return std::make_unique<Method<double>>(m); };
  info.make_count = [](const Model& m) { return std::make_unique<Method<OpCount>>(m); };
  info.make_dual = [](const Model& m) { return std::make_unique<Method<Dual<double>>>(m); };
  return info;
}

void refuse_unsupported(const FormulationInfo& info, const Model& model) {
  for (const ModelJoint& joint : model.joints()) {
    if (joint.motion != JointMotion::helical) continue;
    throw Error(Error::Code::unsupported,
                "formulation '" + info.name + "' has no helical joints, and joint '" + joint.name +
                    "' is one",
                "use InverseDynamics, which takes every joint");
  }
}

}  // namespace

const std::vector<FormulationInfo>& Formulations::all() {
  static const std::vector<FormulationInfo> list = {
      entry<UickerKahn>(
          "uicker_kahn", "Lagrangian, term by term (Uicker 1965, Kahn 1969)", "n^4",
          {{-128, 53.5, 171.5, 86 + 5.0 / 12, 32.5}, {-96, 42 + 1.0 / 3, 129.5, 66 + 1.0 / 3, 25}}),
      entry<Waters>("waters", "Lagrangian with backward recursion (Waters 1979)", "n^2",
                    {{-512, 620.5, 106.5}, {-384, 514, 82}}),
      entry<Hollerbach4x4>("hollerbach_4x4",
                           "Recursive Lagrangian with 4x4 matrices (Hollerbach 1980)", "n",
                           {{-592, 830}, {-464, 675}}),
      entry<Hollerbach3x3>("hollerbach_3x3",
                           "Recursive Lagrangian with 3x3 matrices (Hollerbach 1980)", "n",
                           {{-277, 412}, {-201, 320}}),
      entry<NewtonEulerBase>("newton_euler_base",
                             "Newton-Euler in base coordinates (Luh, Walker, Paul 1980)", "n", {}),
      entry<NewtonEuler>("newton_euler",
                         "Newton-Euler in link coordinates (Luh, Walker, Paul 1980)", "n",
                         {{-48, 150}, {-48, 131}}),
      entry<Silver>("silver", "Lagrangian on the angular velocity (Silver 1981)", "n", {}),
      entry<Kane>("kane", "Kane's equations (Angeles, Ma, Rojas 1988)", "n",
                  {{-109, 105}, {-105, 90}}),
      entry<Xiang>("xiang", "recursive Lagrangian with loads (Xiang, Arora, Abdel-Malek 2008)", "n",
                   {}),
  };
  return list;
}

const FormulationInfo& Formulations::get(const std::string& name) {
  std::string known;
  for (const FormulationInfo& info : all()) {
    if (info.name == name) return info;
    known += (known.empty() ? "" : ", ") + info.name;
  }
  throw Error(Error::Code::name, "there is no formulation named '" + name + "'",
              "use one of: " + known);
}

template <>
std::unique_ptr<Formulation<double>> FormulationInfo::make(const Model& model) const {
  refuse_unsupported(*this, model);
  return std::make_unique<Formulation<double>>(model, make_double(model));
}
template <>
std::unique_ptr<Formulation<OpCount>> FormulationInfo::make(const Model& model) const {
  refuse_unsupported(*this, model);
  return std::make_unique<Formulation<OpCount>>(model, make_count(model));
}
template <>
std::unique_ptr<Formulation<Dual<double>>> FormulationInfo::make(const Model& model) const {
  refuse_unsupported(*this, model);
  return std::make_unique<Formulation<Dual<double>>>(model, make_dual(model));
}

void FormulationInfo::operator()(const Model& model, const Eigen::VectorXd& q,
                                 const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                                 Eigen::VectorXd& tau) const {
  const int n = model.dofs();
  if (q.size() != n || v.size() != n || a.size() != n) {
    throw Error(Error::Code::size,
                "q, v and a have " + std::to_string(q.size()) + ", " + std::to_string(v.size()) +
                    " and " + std::to_string(a.size()) + " entries",
                "robot '" + model.name() + "' has " + std::to_string(n) + " coordinates");
  }
  tau.resize(n);
  (*make<double>(model))(q, v, a, tau);
}

}  // namespace alembert
