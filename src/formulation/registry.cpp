// The list of formulations, in the order of the papers.

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

namespace alembert {

namespace {

/// `note`: why the published count differs from what the paper prints.
template <template <typename> class Method>
FormulationInfo entry(std::string name, std::string title, std::string growth, PrintedCount printed,
                      std::string note) {
  FormulationInfo info;
  info.name = std::move(name);
  info.title = std::move(title);
  info.growth = std::move(growth);
  info.printed = std::move(printed);
  info.note = std::move(note);
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
          {{-128, 53.5, 171.5, 86 + 5.0 / 12, 32.5}, {-96, 42 + 1.0 / 3, 129.5, 66 + 1.0 / 3, 25}},
          "no whole count equals the print: at n = 1 neither polynomial is a whole number, "
          "and Table II has 66271 multiplications at n = 6 where Table I gives 67153. Our "
          "reading of (4) and (5) has 86 2/3 n^3 and 53 1/3 n for 86 5/12 n^3 and 53 1/2 n, "
          "and 40 1/6 n additions for 42 1/3 n. The scan's 66 1/2 and 42 1/2 are read as "
          "thirds, which give Table II's 51548"),
      entry<Waters>(
          "waters", "Lagrangian with backward recursion (Waters 1979)", "n^2",
          {{-512, 620.5, 106.5}, {-384, 514, 82}},
          "as Table I prints it; Table II has 7051 multiplications at n = 6, where Table I "
          "gives 7045"),
      entry<Hollerbach4x4>(
          "hollerbach_4x4", "Recursive Lagrangian with 4x4 matrices (Hollerbach 1980)", "n",
          {{-592, 830}, {-464, 675}},
          "the print has 20 n multiplications more and the same additions, so no product is "
          "missing; 16 + 4 is scaling a matrix and a vector once more, which (12) to (14) do "
          "not need"),
      entry<Hollerbach3x3>(
          "hollerbach_3x3", "Recursive Lagrangian with 3x3 matrices (Hollerbach 1980)", "n",
          {{-277, 412}, {-201, 320}},
          "the print has 14 n - 7 multiplications more and the same additions, so no product "
          "is missing; no scaling or outer product of (16) to (18) accounts for them"),
      entry<NewtonEulerBase>(
          "newton_euler_base", "Newton-Euler in base coordinates (Luh, Walker, Paul 1980)", "n", {},
          "no paper prints it; counted with dense products, the rotations formed free of "
          "charge"),
      entry<NewtonEuler>(
          "newton_euler", "Newton-Euler in link coordinates (Luh, Walker, Paul 1980)", "n",
          {{-48, 150}, {-48, 131}},
          "the print has 25 n - 10 multiplications and 26 n - 8 additions more than its "
          "equations with dense products need; it lists no costs of steps to compare with"),
      entry<Silver>(
          "silver", "Lagrangian on the angular velocity (Silver 1981)", "n", {},
          "prints no count; the theorem is that it is Newton-Euler's, and it is, operation "
          "by operation"),
      entry<Kane>("kane", "Kane's equations (Angeles, Ma, Rojas 1988)", "n",
                  {{-109, 105}, {-105, 90}},
                  "three multiplications below the print: this program leaves out every product "
                  "known to be zero at the first and last link; the paper's own list of steps sums "
                  "to 50 n - 37 for stage 2, where it prints 50 n - 47"),
      entry<Xiang>("xiang", "recursive Lagrangian with loads (Xiang, Arora, Abdel-Malek 2008)", "n",
                   {},
                   "prints no count; without loads its recursion is Hollerbach's with 4x4 matrices "
                   "and is counted by his conventions"),
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
