#include "flexible/integrals.hpp"

#include <numbers>

#include "dense.hpp"
#include "flexible/shapes.hpp"
#include "kernel/tree_state.hpp"
#include "model/panels.hpp"

namespace alembert::flexible {

namespace {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Matrix34 = Eigen::Matrix<double, 3, 4>;

/// What the modes do to the section at a place.
struct Section {
  MatrixXd moved;                 ///< 3 rows: displacement of the axis
  MatrixXd turned;                ///< 3 rows: rotation
  Eigen::VectorXd slope, strain;  ///< of each shape; strain is what its stiffness resists

  Section(const std::vector<LinkShape>& shapes, double x) {
    const auto n = static_cast<Eigen::Index>(shapes.size());
    moved = turned = MatrixXd::Zero(3, n);
    slope = strain = Eigen::VectorXd::Zero(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const Vector3d f = shapes[k].at(x);
      slope[k] = f[1];
      strain[k] = f[is_bending(shapes[k].kind) ? 2 : 1];
      switch (shapes[k].kind) {
        case ModeKind::bending_y:
          moved(1, k) = f[0];
          turned(2, k) = f[1];
          break;
        case ModeKind::bending_z:
          moved(2, k) = f[0];
          turned(1, k) = -f[1];
          break;
        case ModeKind::torsion:
          turned(0, k) = f[0];
          break;
        case ModeKind::axial:
          moved(0, k) = f[0];
          break;
      }
    }
  }
};

bool shorten(const LinkShape& k, const LinkShape& l) {
  return k.kind == l.kind && is_bending(k.kind);
}

/// How much two modes shorten the link up to x: int_0^x (y_k' y_l' + z_k' z_l').
MatrixXd shortening(const std::vector<LinkShape>& shapes, const std::vector<double>& ends,
                    double x) {
  const auto n = static_cast<Eigen::Index>(shapes.size());
  std::vector<double> until;
  for (const double end : ends) {
    if (end < x) until.push_back(end);
  }
  until.push_back(x);
  MatrixXd S = MatrixXd::Zero(n, n);
  if (until.size() < 2) return S;
  const MatrixXd all = integral(until, [&](double place) -> MatrixXd {
    const Eigen::VectorXd slope = Section(shapes, place).slope;
    return slope * slope.transpose();
  });
  for (Eigen::Index k = 0; k < n; ++k) {
    for (Eigen::Index l = 0; l < n; ++l) {
      if (shorten(shapes[k], shapes[l])) S(k, l) = all(k, l);
    }
  }
  return S;
}

/// The quadratic part of a place's motion, N_kl.
Matrix34 quadratic(const Section& section, const MatrixXd& S, Eigen::Index k, Eigen::Index l) {
  const Matrix3d Tk = crossing(section.turned.col(k)), Tl = crossing(section.turned.col(l));
  Matrix34 N;
  N << Vector3d(-S(k, l), 0.0, 0.0), 0.5 * (Tk * Tl + Tl * Tk);
  return N;
}

Matrix34 linear(const Section& section, Eigen::Index k) {
  Matrix34 M;
  M << section.moved.col(k), crossing(section.turned.col(k));
  return M;
}

template <typename Derived>
void add_entries(std::vector<ModeEntry>& entries, Eigen::Index k, Eigen::Index l,
                 const Eigen::MatrixBase<Derived>& values, double scale) {
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
      if (std::abs(values(i, j)) <= 1e-15 * scale) continue;
      entries.push_back({static_cast<int>(k), static_cast<int>(l), static_cast<int>(i),
                         static_cast<int>(j), values(i, j)});
    }
  }
}

/// All constants while they are still dense.
struct Dense {
  explicit Dense(Eigen::Index modes) : n(modes), Ck(modes), Ckl(modes * modes), Zkl(modes * modes) {
    for (auto& m : Ck) m.setZero();
    for (auto& m : Ckl) m.setZero();
    for (auto& m : Zkl) m.setZero();
  }
  Eigen::Index n;
  Matrix4d C = Matrix4d::Zero();
  std::vector<Eigen::Matrix<double, 4, 3>> Ck;
  std::vector<Matrix3d> Ckl;
  std::vector<Eigen::Matrix<double, 4, 3>> Zkl;

  /// A slice of the beam: mass on the axis and a section that resists turning about x.
  void add_slice(double x, double mass, double polar, const Section& section, const MatrixXd* S) {
    const Eigen::Vector4d b0(1.0, x, 0.0, 0.0);
    C += mass * b0 * b0.transpose();
    C(2, 2) += 0.5 * polar;
    C(3, 3) += 0.5 * polar;
    for (Eigen::Index k = 0; k < n; ++k) {
      const double twist = section.turned(0, k);
      Ck[k] += mass * b0 * section.moved.col(k).transpose();
      Ck[k](2, 2) += 0.5 * polar * twist;
      Ck[k](3, 1) -= 0.5 * polar * twist;
      for (Eigen::Index l = 0; l < n; ++l) {
        Matrix3d& c = Ckl[k * n + l];
        c += mass * section.moved.col(k) * section.moved.col(l).transpose();
        const double both = 0.5 * polar * twist * section.turned(0, l);
        c(1, 1) += both;
        c(2, 2) += both;
        if (S == nullptr) continue;
        Zkl[k * n + l].col(0) -= mass * (*S)(k, l) * b0;
        Zkl[k * n + l](2, 1) -= both;
        Zkl[k * n + l](3, 2) -= both;
      }
    }
  }

  void add_rider(const Rider& rider, const Section& section, const MatrixXd* S) {
    Matrix4d H = Matrix4d::Identity();
    H(1, 0) = rider.x;
    C += H * rider.mass * H.transpose();
    for (Eigen::Index k = 0; k < n; ++k) {
      const Matrix34 Mk = linear(section, k);
      Ck[k] += H * rider.mass * Mk.transpose();
      for (Eigen::Index l = 0; l < n; ++l) {
        Ckl[k * n + l] += Mk * rider.mass * linear(section, l).transpose();
        if (S == nullptr) continue;
        Zkl[k * n + l] += H * rider.mass * quadratic(section, *S, k, l).transpose();
      }
    }
  }

  void store(LinkIntegrals& out) const {
    double scale_k = 0.0, scale_kl = 0.0, scale_z = 0.0;
    for (const auto& m : Ck) scale_k = std::max(scale_k, m.cwiseAbs().maxCoeff());
    for (const auto& m : Ckl) scale_kl = std::max(scale_kl, m.cwiseAbs().maxCoeff());
    for (const auto& m : Zkl) scale_z = std::max(scale_z, m.cwiseAbs().maxCoeff());
    out.mass.resize(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
      add_entries(out.C_k, k, 0, Ck[k], scale_k);
      for (Eigen::Index l = 0; l < n; ++l) {
        add_entries(out.C_kl, k, l, Ckl[k * n + l], scale_kl);
        if (scale_z > 0.0) add_entries(out.Z_kl, k, l, Zkl[k * n + l], scale_z);
        out.mass(k, l) = Ckl[k * n + l].trace();
      }
    }
  }
};

/// Modal damping of the clamped link: 2 zeta omega for each of its own modes.
void damp(const FlexibleLink& link, LinkIntegrals& out) {
  const Eigen::Index n = out.mass.rows();
  const dense::Eigenpairs modes = dense::eigenpairs(out.stiffness, out.mass);
  const Eigen::VectorXd omega = modes.values.cwiseMax(0.0).cwiseSqrt();
  out.frequencies = omega / (2.0 * std::numbers::pi);
  out.damping = MatrixXd::Zero(n, n);
  if (link.damping.empty()) return;
  if (link.damping.size() == 1) {
    const MatrixXd V = out.mass * modes.vectors;
    out.damping = V * (2.0 * link.damping[0] * omega).asDiagonal() * V.transpose();
    return;
  }
  for (Eigen::Index k = 0; k < n; ++k) {
    out.damping(k, k) =
        2.0 * link.damping[k] * std::sqrt(std::max(0.0, out.stiffness(k, k) * out.mass(k, k)));
  }
}

}  // namespace

Matrix4d moments_of(const Inertia& body) {
  Matrix4d m;
  const Vector3d first = body.mass * body.com;
  const Matrix3d second = 0.5 * body.about_com.trace() * Matrix3d::Identity() - body.about_com +
                          first * body.com.transpose();
  m << body.mass, first.transpose(), first, second;
  return m;
}

Attachment attach(const FlexibleLink& link, const std::vector<LinkShape>& shapes, double x,
                  bool stiffening, const std::vector<double>& corners) {
  Attachment place{.x = x, .M = {}, .N = {}};
  const Section section(shapes, x);
  const auto n = static_cast<Eigen::Index>(shapes.size());
  for (Eigen::Index k = 0; k < n; ++k) add_entries(place.M, k, 0, linear(section, k), 1.0);
  if (!stiffening) return place;
  const MatrixXd S = shortening(shapes, panels(link, corners), x);
  for (Eigen::Index k = 0; k < n; ++k) {
    for (Eigen::Index l = 0; l < n; ++l) {
      add_entries(place.N, k, l, quadratic(section, S, k, l), 1.0);
    }
  }
  return place;
}

void integrate(const FlexibleLink& link, const Inertia& hub, const std::vector<Rider>& riders,
               bool stiffening, const std::vector<double>& corners, FlexibleBody& body) {
  const auto n = static_cast<Eigen::Index>(body.shapes.size());
  const std::vector<double> ends = panels(link, corners);
  const GaussRule& rule = gauss_rule();
  Dense dense(n);
  LinkIntegrals& out = body.integrals;
  out.stiffness = MatrixXd::Zero(n, n);
  MatrixXd S_before = MatrixXd::Zero(n, n);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double h = ends[i + 1] - ends[i];
    for (std::size_t g = 0; g < rule.place.size(); ++g) {
      const double x = ends[i] + h * rule.place[g], weight = h * rule.weight[g];
      const Section section(body.shapes, x);
      MatrixXd S;
      if (stiffening) S = S_before + shortening(body.shapes, {ends[i]}, x);
      dense.add_slice(x, weight * link.mass_per_length.at(x), weight * polar_inertia_at(link, x),
                      section, stiffening ? &S : nullptr);
      for (Eigen::Index k = 0; k < n; ++k) {
        for (Eigen::Index l = 0; l < n; ++l) {
          if (body.shapes[k].kind != body.shapes[l].kind) continue;
          out.stiffness(k, l) += weight * stiffness_at(link, body.shapes[k].kind, x) *
                                 section.strain[k] * section.strain[l];
        }
      }
    }
    if (stiffening) S_before += shortening(body.shapes, {ends[i]}, ends[i + 1]);
  }
  for (const Rider& rider : riders) {
    const Section section(body.shapes, rider.x);
    const MatrixXd S = shortening(body.shapes, ends, rider.x);
    dense.add_rider(rider, section, stiffening ? &S : nullptr);
  }
  body.C = dense.C + moments_of(hub);
  dense.store(out);
  damp(link, out);
}

}  // namespace alembert::flexible
