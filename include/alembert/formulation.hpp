// The classical ways to write a robot's dynamics, side by side: one robot, the same torques, very
// different work.
//
//   Formulations::get("kane")(model, q, v, a, tau);          // any of them, by name
//   auto kane = Formulations::get("kane").make<double>(model);  // the same, keeping its workspace
//   (*kane)(q, v, a, tau);
//
// Each formulation is a JointDynamics: it sees joints of one degree in canonical frames, wrenches
// on links, and gravity, and gives the force of each joint. Formulation, around it, turns the
// user's coordinates, coupled joints, loads, friction, rotors and springs into that and back.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "alembert/dual.hpp"
#include "alembert/link_transform.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/op_count.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// What a formulation is given: entry i of each vector belongs to model.joint(i).
template <typename S>
struct JointProblem {
  explicit JointProblem(const Model& m);

  Model model;
  std::vector<LinkTransform<S>> X;    ///< frame i in its parent's, for this q
  VecX<S> rate, acceleration;         ///< of the joints
  Vec3<S> gravity;                    ///< acceleration, canonical base components
  bool loaded = false;                ///< otherwise `wrench` is all zero and need not be looked at
  std::vector<LinkWrench<S>> wrench;  ///< on each link, in its canonical frame, about its origin
};

/// One formulation's recursion. Owns its workspace; the call does not allocate. One per thread.
template <typename S>
class JointDynamics {
 public:
  virtual ~JointDynamics() = default;
  /// tau[i]: force along joint i's motion that the rigid links, gravity and wrenches need.
  virtual void operator()(const JointProblem<S>& problem, VecX<S>& tau) = 0;
};

template <typename S>
class Drives;  // internal: friction, rotors and springs
template <typename S>
class LinkLoads;  // internal: loads as wrenches on links

/// A formulation bound to a model: the call of InverseDynamics. One per thread.
template <typename S>
class Formulation {
 public:
  Formulation(const Model& model, std::unique_ptr<JointDynamics<S>> dynamics);

  void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecOut<S> tau) { (*this)(q, v, a, {}, tau); }
  void operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, VecOut<S> tau);

 private:
  void prepare(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads);
  void place(int i, VecIn<S> q, VecIn<S> v, VecIn<S> a);
  void collect(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecOut<S> tau) const;

  JointProblem<S> problem_;
  std::unique_ptr<JointDynamics<S>> dynamics_;
  std::shared_ptr<const Drives<S>> drives_;
  VecX<S> joint_tau_;
  std::shared_ptr<LinkLoads<S>> link_loads_;
};

/// A count as a paper prints it: a polynomial in n, coefficients from n^0 upwards.
struct PrintedCount {
  std::vector<double> mul, add;
};

/// One entry of the registry.
class FormulationInfo {
 public:
  std::string name;      ///< "kane"
  std::string title;     ///< "Kane's equations (Angeles, Ma, Rojas 1988)"
  std::string growth;    ///< "n", "n^2", "n^4"
  PrintedCount printed;  ///< what the paper prints; empty if it prints none
  std::string note;      ///< why our count is not the printed one; empty if it is

  /// Refuses, with Error::Code::unsupported, what no formulation does: helical joints.
  template <typename S>
  std::unique_ptr<Formulation<S>> make(const Model& model) const;

  /// Convenience: makes a workspace, checks sizes, computes once.
  void operator()(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  const Eigen::VectorXd& a, Eigen::VectorXd& tau) const;

  template <typename S>
  using Factory = std::function<std::unique_ptr<JointDynamics<S>>(const Model&)>;
  Factory<double> make_double;      ///< computes
  Factory<OpCount> make_count;      ///< counts operations
  Factory<Dual<double>> make_dual;  ///< differentiates
};

/// The registry: the command line, tests and benchmarks iterate the same list. Safe in any
/// number of threads.
class Formulations {
 public:
  static const std::vector<FormulationInfo>& all();  ///< all there are, in the order of tables
  /// Throws Error listing the names there are.
  static const FormulationInfo& get(const std::string& name);
};

}  // namespace alembert
