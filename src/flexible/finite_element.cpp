// A beam of cubic elements (displacement and slope at every node), reduced as Craig and Bampton do:
// how the far end moves the inside (constraint modes) and how the inside vibrates with the far end
// held. The body at the far end is then added, and the softest shapes of the whole are taken.
#include <Eigen/Cholesky>
#include <algorithm>

#include "dense.hpp"
#include "flexible/shapes.hpp"
#include "model/panels.hpp"

namespace alembert::flexible {

namespace {

using Eigen::MatrixXd;

/// Rows: displacement, slope, curvature at s in [0, 1] by the four values of an element's ends.
Eigen::Matrix<double, 3, 4> hermite(double s, double h) {
  Eigen::Matrix<double, 3, 4> rows;
  rows << 1 - 3 * s * s + 2 * s * s * s, h * s * (1 - s) * (1 - s), s * s * (3 - 2 * s),
      h * s * s * (s - 1),  //
      6 * s * (s - 1) / h, 1 - 4 * s + 3 * s * s, 6 * s * (1 - s) / h, s * (3 * s - 2),
      (12 * s - 6) / (h * h), (6 * s - 4) / h, (6 - 12 * s) / (h * h), (6 * s - 2) / h;
  return rows;
}

struct Mesh {
  MatrixXd K, M;  ///< two values a node, the near end included
  double h = 0.0;
};

Mesh assemble(const FlexibleLink& link, ModeKind kind, const std::vector<double>& nodes) {
  const auto elements = static_cast<Eigen::Index>(nodes.size()) - 1;
  Mesh mesh{MatrixXd::Zero(2 * elements + 2, 2 * elements + 2),
            MatrixXd::Zero(2 * elements + 2, 2 * elements + 2), nodes[1] - nodes[0]};
  const int strain = is_bending(kind) ? 2 : 1;
  const std::vector<double> ends = panels(link, nodes);
  const GaussRule& rule = gauss_rule();
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double width = ends[i + 1] - ends[i];
    const Eigen::Index e =
        std::min(elements - 1, static_cast<Eigen::Index>((ends[i] + 0.5 * width) / mesh.h));
    for (std::size_t g = 0; g < rule.place.size(); ++g) {
      const double x = ends[i] + width * rule.place[g];
      const auto f = hermite((x - nodes[e]) / mesh.h, mesh.h);
      const double weight = width * rule.weight[g];
      mesh.K.block<4, 4>(2 * e, 2 * e) +=
          weight * stiffness_at(link, kind, x) * f.row(strain).transpose() * f.row(strain);
      mesh.M.block<4, 4>(2 * e, 2 * e) +=
          weight * density_at(link, kind, x) * f.row(0).transpose() * f.row(0);
    }
  }
  return mesh;
}

/// Columns: the shapes the reduced beam can take, by the free values of the mesh, far end last.
MatrixXd craig_bampton(const MatrixXd& K, const MatrixXd& M, Eigen::Index boundary,
                       Eigen::Index inner_modes) {
  const Eigen::Index inner = K.rows() - boundary;
  const Eigen::Index kept = std::min(inner, inner_modes);
  MatrixXd shapes = MatrixXd::Zero(K.rows(), boundary + kept);
  shapes.topLeftCorner(inner, boundary) =
      -K.topLeftCorner(inner, inner).ldlt().solve(K.topRightCorner(inner, boundary));
  shapes.bottomLeftCorner(boundary, boundary).setIdentity();
  const MatrixXd held =
      dense::eigenpairs(M.topLeftCorner(inner, inner), K.topLeftCorner(inner, inner)).vectors;
  for (Eigen::Index i = 0; i < kept; ++i) {
    shapes.col(boundary + i).head(inner) = held.col(inner - 1 - i);
  }
  return shapes;
}

}  // namespace

std::vector<Shape> element_modes(const FlexibleLink& link, ModeKind kind, const TipBody& tip,
                                 int count, std::vector<double>& corners) {
  std::vector<double> nodes;
  for (int i = 0; i <= link.elements; ++i) nodes.push_back(link.length * i / link.elements);
  corners.insert(corners.end(), nodes.begin(), nodes.end());
  const Mesh mesh = assemble(link, kind, nodes);
  const bool bending = is_bending(kind);
  // At the near end nothing moves; what is stretched or twisted there keeps its strain.
  const Eigen::Index held = bending ? 2 : 1, boundary = 2, free = mesh.K.rows() - held;
  const MatrixXd K = mesh.K.bottomRightCorner(free, free);
  const MatrixXd M = mesh.M.bottomRightCorner(free, free);
  const MatrixXd T = craig_bampton(K, M, boundary, count + 24);
  MatrixXd reduced_M = T.transpose() * M * T;
  reduced_M(0, 0) += kind == ModeKind::torsion ? tip.inertia : tip.mass;
  if (bending) reduced_M(1, 1) += tip.inertia;
  const MatrixXd vectors = dense::eigenpairs(reduced_M, T.transpose() * K * T).vectors;
  std::vector<Shape> shapes;
  for (int i = 0; i < count; ++i) {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(mesh.K.rows());
    values.tail(free) = T * vectors.col(T.cols() - 1 - i);
    const double h = mesh.h;
    const Shape shape = [values, h, last = nodes.size() - 2](double x) {
      const auto e =
          static_cast<Eigen::Index>(std::min(last, static_cast<std::size_t>(std::max(0.0, x / h))));
      return Eigen::Vector3d(hermite(x / h - static_cast<double>(e), h) * values.segment<4>(2 * e));
    };
    shapes.push_back(normalised(shape, link.length));
  }
  return shapes;
}

}  // namespace alembert::flexible
