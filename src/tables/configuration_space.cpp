// Horn and Raibert's configuration space method (Hollerbach 1980, "Configuration space method"):
//
//   F_i = G_i + sum_j J_ij q''_j + sum_j sum_k C_ijk q'_j q'_k
#include "tables/configuration_space.hpp"

namespace alembert {

template <typename S>
ConfigurationTerms<S>::ConfigurationTerms(int n) : G(VecX<S>::Zero(n)), J(MatX<S>::Zero(n, n)) {
  C.assign(static_cast<std::size_t>(n), MatX<S>::Zero(n, n));
}

template <typename S>
void configuration_space_forces(const ConfigurationTerms<S>& terms, VecIn<S> v, VecIn<S> a,
                                VecOut<S> tau) {
  const Eigen::Index n = terms.G.size();
  for (Eigen::Index i = 0; i < n; ++i) {
    const MatX<S>& C = terms.C[i];
    S inertial(0.0), centrifugal(0.0);  // a sum of N terms is N additions, as the paper counts
    for (Eigen::Index j = 0; j < n; ++j) inertial += terms.J(i, j) * a[j];
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index k = 0; k < n; ++k) centrifugal += C(j, k) * v[j] * v[k];
    }
    tau[i] = terms.G[i] + inertial + centrifugal;
  }
}

template struct ConfigurationTerms<double>;
template struct ConfigurationTerms<OpCount>;
template void configuration_space_forces<double>(const ConfigurationTerms<double>&, VecIn<double>,
                                                 VecIn<double>, VecOut<double>);
template void configuration_space_forces<OpCount>(const ConfigurationTerms<OpCount>&,
                                                  VecIn<OpCount>, VecIn<OpCount>, VecOut<OpCount>);

TermFinder::TermFinder(const Model& model)
    : weightless_(with_gravity(without_drives(model), Eigen::Vector3d::Zero())),
      rigid_(without_drives(model)),
      zero_(Eigen::VectorXd::Zero(model.dofs())),
      unit_(zero_),
      column_(zero_),
      square_(Eigen::MatrixXd::Zero(model.dofs(), model.dofs())) {}

/// Without gravity the torque of unit accelerations is J, that of unit velocities C_ijj, and that
/// of two at once C_ijj + C_ikk + 2 C_ijk.
void TermFinder::operator()(const Eigen::VectorXd& q, ConfigurationTerms<double>& terms) {
  const Eigen::Index n = zero_.size();
  rigid_(q, zero_, zero_, terms.G);
  for (Eigen::Index j = 0; j < n; ++j) {
    unit_[j] = 1.0;
    weightless_(q, zero_, unit_, column_);
    terms.J.col(j) = column_;
    weightless_(q, unit_, zero_, column_);
    square_.col(j) = column_;
    unit_[j] = 0.0;
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    unit_[j] = 1.0;
    for (Eigen::Index k = 0; k < j; ++k) {
      unit_[k] = 1.0;
      weightless_(q, unit_, zero_, column_);
      unit_[k] = 0.0;
      for (Eigen::Index i = 0; i < n; ++i) {
        Eigen::MatrixXd& C = terms.C[i];
        C(j, k) = C(k, j) = 0.5 * (column_[i] - square_(i, j) - square_(i, k));
      }
    }
    unit_[j] = 0.0;
    for (Eigen::Index i = 0; i < n; ++i) terms.C[i](j, j) = square_(i, j);
  }
}

ConfigurationTerms<double> configuration_terms(const Model& model, const Eigen::VectorXd& q) {
  if (q.size() != model.dofs()) {
    throw Error(
        Error::Code::size, "q has " + std::to_string(q.size()) + " entries",
        "robot '" + model.name() + "' has " + std::to_string(model.dofs()) + " coordinates");
  }
  ConfigurationTerms<double> terms(model.dofs());
  TermFinder{model}(q, terms);
  return terms;
}

// C_ijk = C_ikj and J_ij = J_ji: only one of each pair is stored.
int stored_count(int n) { return n + n * (n + 1) / 2 + n * n * (n + 1) / 2; }

namespace {

template <typename Terms, typename Visit>
void visit_stored(Terms& terms, Visit visit) {
  const Eigen::Index n = terms.G.size();
  for (Eigen::Index i = 0; i < n; ++i) visit(terms.G[i]);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) visit(terms.J(i, j));
  }
  for (auto& C : terms.C) {
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index k = 0; k <= j; ++k) visit(C(j, k));
    }
  }
}

}  // namespace

void store(const ConfigurationTerms<double>& terms, double* out) {
  visit_stored(terms, [&](double x) { *out++ = x; });
}

void restore(const double* in, ConfigurationTerms<double>& terms) {
  visit_stored(terms, [&](double& x) { x = *in++; });
  const Eigen::Index n = terms.G.size();
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      terms.J(j, i) = terms.J(i, j);
      for (auto& C : terms.C) C(j, i) = C(i, j);
    }
  }
}

}  // namespace alembert
