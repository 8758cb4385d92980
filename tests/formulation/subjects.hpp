// Everything that computes torques, behind one call: the papers' formulations, the production
// kernel, and batches. The contract suite asks the same of all of them.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "alembert/batch.hpp"
#include "alembert/formulation.hpp"
#include "alembert/inverse_dynamics.hpp"

namespace alembert::test {

/// Torques of one state of one model, with a workspace that is kept.
template <typename S>
using Torques =
    std::function<void(const VecX<S>& q, const VecX<S>& v, const VecX<S>& a, Loads, VecX<S>& tau)>;

struct Subject {
  std::string name;
  bool loads = true;            ///< takes loads, and other scalars than numbers
  double tolerance = 1e-12;     ///< relative
  std::string checked_against;  ///< another subject, of another kind
  std::function<Torques<double>(const Model&)> bind;
  std::function<Torques<Dual<double>>(const Model&)> bind_dual;
  std::function<Torques<OpCount>(const Model&)> bind_count;
};

/// Shares an object with operator()(q, v, a, loads, tau) among copies of the function.
template <typename S, typename Dynamics>
Torques<S> shared(std::shared_ptr<Dynamics> dynamics) {
  return
      [dynamics](const VecX<S>& q, const VecX<S>& v, const VecX<S>& a, Loads loads, VecX<S>& tau) {
        if (loads.empty()) {
          (*dynamics)(q, v, a, tau);
        } else {
          (*dynamics)(q, v, a, loads, tau);
        }
      };
}

inline Subject formulation_subject(const FormulationInfo& info) {
  const auto bind = [&info]<typename S>(const Model& model) {
    return shared<S>(std::shared_ptr<Formulation<S>>(info.make<S>(model)));
  };
  return {info.name,
          true,
          1e-12,
          "kernel",
          [=](const Model& model) { return bind.template operator()<double>(model); },
          [=](const Model& model) { return bind.template operator()<Dual<double>>(model); },
          [=](const Model& model) { return bind.template operator()<OpCount>(model); }};
}

inline Subject kernel_subject() {
  const auto bind = []<typename S>(const Model& model) {
    return shared<S>(std::make_shared<InverseDynamics<S>>(model));
  };
  return {"kernel",
          true,
          1e-12,
          "newton_euler",
          [=](const Model& model) { return bind.template operator()<double>(model); },
          [=](const Model& model) { return bind.template operator()<Dual<double>>(model); },
          [=](const Model& model) { return bind.template operator()<OpCount>(model); }};
}

/// The state is the last of five, more than one pack: the others are at rest at zero.
template <typename T>
Subject batch_subject(const std::string& name) {
  struct Five {
    explicit Five(const Model& model)
        : batch(model, 1), q(RowMatrix<T>::Zero(5, model.dofs())), v(q), a(q), tau(q) {}
    Batch<T> batch;
    RowMatrix<T> q, v, a, tau;
  };
  Subject subject{name, false, 1e-12, "newton_euler", {}, {}, {}};
  // As many units in the last place as doubles get.
  subject.tolerance *= static_cast<double>(std::numeric_limits<T>::epsilon()) /
                       std::numeric_limits<double>::epsilon();
  subject.bind = [](const Model& model) -> Torques<double> {
    auto five = std::make_shared<Five>(model);
    return [five](const auto& q, const auto& v, const auto& a, Loads, auto& tau) {
      five->q.row(4) = q.transpose().template cast<T>();
      five->v.row(4) = v.transpose().template cast<T>();
      five->a.row(4) = a.transpose().template cast<T>();
      five->batch.inverse_dynamics(five->q, five->v, five->a, five->tau);
      tau = five->tau.row(4).transpose().template cast<double>();
    };
  };
  return subject;
}

inline const std::vector<Subject>& all_subjects() {
  static const std::vector<Subject> subjects = [] {
    std::vector<Subject> all;
    for (const FormulationInfo& info : Formulations::all()) {
      all.push_back(formulation_subject(info));
    }
    all.push_back(kernel_subject());
    all.push_back(batch_subject<double>("batch"));
    all.push_back(batch_subject<float>("batch_float"));
    return all;
  }();
  return subjects;
}

inline const Subject& subject_named(const std::string& name) {
  for (const Subject& subject : all_subjects()) {
    if (subject.name == name) return subject;
  }
  throw std::out_of_range(name);
}

}  // namespace alembert::test
