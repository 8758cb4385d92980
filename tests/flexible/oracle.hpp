// Lagrange's equations of a bending arm by dual numbers: masses at Gauss points, poses by plain
// 4x4 matrices from the Robot as written. Shares with the library only the shape functions.
#pragma once

#include <Eigen/Dense>
#include <map>
#include <string>
#include <vector>

#include "alembert/dual.hpp"
#include "alembert/flexible_model.hpp"

namespace alembert::test {

class Oracle {
 public:
  Oracle(const Robot& robot, const FlexibleModel& model) : robot_(robot), model_(model) {
    for (const Link& link : robot.links) add_masses(link);
    for (const Payload& payload : robot.payloads) add_payload(payload);
  }

  /// d/dt dL/dv - dL/dz along z'' = a, plus what drives and damping ask for.
  Eigen::VectorXd forces(const Eigen::VectorXd& z, const Eigen::VectorXd& v,
                         const Eigen::VectorXd& a) const {
    using D2 = Dual<Dual<double>>;
    Eigen::VectorXd out(z.size());
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      std::vector<D2> zz(z.size()), vv(z.size());
      for (Eigen::Index j = 0; j < z.size(); ++j) {
        zz[j] = D2(Dual<double>(z[j], v[j]), Dual<double>(0.0));
        vv[j] = D2(Dual<double>(v[j], a[j]), Dual<double>(i == j ? 1.0 : 0.0));
      }
      const double rate = lagrangian<D2>(zz, vv).slope.slope;
      std::vector<Dual<double>> z1(z.size()), v1(z.size());
      for (Eigen::Index j = 0; j < z.size(); ++j) {
        z1[j] = Dual<double>(z[j], i == j ? 1.0 : 0.0);
        v1[j] = Dual<double>(v[j]);
      }
      out[i] = rate - lagrangian<Dual<double>>(z1, v1).slope;
    }
    for (int j = 0; j < model_.joints; ++j) {
      const FlexibleDrive& drive = model_.drives[j];
      out[j] +=
          drive.viscous * v[j] + drive.rotor_inertia * a[j] + drive.stiffness * (z[j] - drive.rest);
    }
    return out;
  }

  double kinetic(const Eigen::VectorXd& z, const Eigen::VectorXd& v) const {
    return energies<double>(to_vector(z), to_vector(v)).first;
  }
  double potential(const Eigen::VectorXd& z) const {
    return energies<double>(to_vector(z), to_vector(z)).second;
  }

 private:
  struct Mass {
    std::string link;
    double kg = 0.0;
    double x = 0.0;        ///< section of a bending link
    Eigen::Vector3d r;     ///< from the section; on a rigid link from its frame
    bool section = false;  ///< a point of a beam's own section, which only twists with it
    bool hub = false;
  };

  template <typename S>
  using Mat = Eigen::Matrix<S, 4, 4>;

  static std::vector<double> to_vector(const Eigen::VectorXd& v) { return {v.begin(), v.end()}; }

  const FlexibleBody* bending(const std::string& link) const {
    for (const FlexibleBody& body : model_.bodies) {
      if (body.name == link && body.modes > 0) return &body;
    }
    return nullptr;
  }

  /// Six points with the body's mass, mass centre and inertia.
  void add_body(const std::string& link, const Inertia& body, double x, bool hub) {
    if (body.mass == 0.0 && body.about_com.norm() == 0.0) return;
    const double m = body.mass > 0.0 ? body.mass : 1.0;
    const Eigen::Matrix3d second =
        0.5 * body.about_com.trace() * Eigen::Matrix3d::Identity() - body.about_com;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(second);
    for (int i = 0; i < 3; ++i) {
      const double reach = std::sqrt(std::max(0.0, 3.0 * solver.eigenvalues()[i] / m));
      for (const double sign : {-1.0, 1.0}) {
        masses_.push_back(
            {link, m / 6.0, x, body.com + sign * reach * solver.eigenvectors().col(i), false, hub});
      }
    }
  }

  void add_masses(const Link& link) {
    if (link.inertia) add_body(link.name, *link.inertia, 0.0, true);
    if (!link.flexible) return;
    const FlexibleLink& f = *link.flexible;
    // Composite Gauss rule of four points: nothing of the library's quadrature.
    const double nodes[] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                            0.93056815579702629};
    const double weights[] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                              0.17392742256872693};
    constexpr int parts = 60;
    for (int p = 0; p < parts; ++p) {
      for (int g = 0; g < 4; ++g) {
        const double x = f.length * (p + nodes[g]) / parts, w = f.length * weights[g] / parts;
        points_[link.name].push_back({x, w});
        masses_.push_back({link.name, w * f.mass_per_length.at(x), x, {0, 0, 0}, false, false});
        if (!f.polar_inertia.written()) continue;
        // Four points with only second moments: their masses sum to none.
        const double polar = w * f.polar_inertia.at(x);
        const double reach = 0.01, kg = 0.25 * polar / (reach * reach);
        for (const Eigen::Vector3d& r :
             {Eigen::Vector3d(0, reach, 0), Eigen::Vector3d(0, -reach, 0),
              Eigen::Vector3d(0, 0, reach), Eigen::Vector3d(0, 0, -reach)}) {
          masses_.push_back({link.name, kg, x, r, true, false});
        }
        masses_.push_back({link.name, -4.0 * kg, x, {0, 0, 0}, true, false});
      }
    }
    Inertia tip;
    tip.mass = f.tip_mass;
    tip.about_com = f.tip_inertia.asDiagonal();
    if (tip.mass == 0.0 && tip.about_com.norm() > 0.0) return;  // not used by these tests
    add_body(link.name, tip, f.length, false);
  }

  void add_payload(const Payload& payload) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    std::string link = payload.frame;
    if (const Frame* frame = robot_.find_frame(link)) {
      pose = frame->pose;
      link = frame->link;
    }
    Inertia body = transformed(pose, payload.inertia);
    double x = 0.0;
    if (bending(link)) {
      x = pose.translation().x();
      body.com.x() -= x;
    }
    add_body(link, body, x, !bending(link));
  }

  /// Displacement and turn of the section at x by each mode, and shortening up to x.
  struct Section {
    std::vector<Eigen::Vector3d> moved, turned;
    Eigen::MatrixXd S;
  };

  const Section& section(const FlexibleBody& body, double x) const {
    auto& known = sections_[{body.name, x}];
    if (!known.moved.empty()) return known;
    const auto n = body.shapes.size();
    known.S = Eigen::MatrixXd::Zero(body.modes, body.modes);
    for (std::size_t k = 0; k < n; ++k) {
      const Eigen::Vector3d f = body.shapes[k].at(x);
      Eigen::Vector3d moved = Eigen::Vector3d::Zero(), turned = moved;
      if (body.shapes[k].kind == ModeKind::bending_y) moved.y() = f[0], turned.z() = f[1];
      if (body.shapes[k].kind == ModeKind::bending_z) moved.z() = f[0], turned.y() = -f[1];
      if (body.shapes[k].kind == ModeKind::torsion) turned.x() = f[0];
      if (body.shapes[k].kind == ModeKind::axial) moved.x() = f[0];
      known.moved.push_back(moved);
      known.turned.push_back(turned);
    }
    if (!model_.stiffening || x == 0.0) return known;
    constexpr int steps = 400;  // Simpson
    for (int i = 0; i <= 2 * steps; ++i) {
      const double place = x * i / (2 * steps);
      const double weight = (i == 0 || i == 2 * steps ? 1.0
                             : i % 2 == 1             ? 4.0
                                                      : 2.0) *
                            x / (6 * steps);
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t l = 0; l < n; ++l) {
          const ModeKind kind = body.shapes[k].kind;
          if (kind != body.shapes[l].kind) continue;
          if (kind != ModeKind::bending_y && kind != ModeKind::bending_z) continue;
          known.S(k, l) += weight * body.shapes[k].at(place)[1] * body.shapes[l].at(place)[1];
        }
      }
    }
    return known;
  }

  /// [1 x y z] of the section at x: linear part and quadratic part.
  template <typename S>
  std::pair<Mat<S>, Mat<S>> motion(const FlexibleBody& body, double x,
                                   const std::vector<S>& z) const {
    Mat<S> E = Mat<S>::Identity(), N = Mat<S>::Zero();
    E(1, 0) = S(x);
    Eigen::Matrix<S, 3, 1> turned = Eigen::Matrix<S, 3, 1>::Zero();
    const Section& at = section(body, x);
    S shorter(0.0);
    for (int k = 0; k < body.modes; ++k) {
      const S& d = z[body.first_mode + k];
      for (int i = 0; i < 3; ++i) {
        E(i + 1, 0) += S(at.moved[k][i]) * d;
        turned[i] += S(at.turned[k][i]) * d;
      }
      for (int l = 0; l < body.modes; ++l) {
        shorter += S(0.5 * at.S(k, l)) * d * z[body.first_mode + l];
      }
    }
    Eigen::Matrix<S, 3, 3> T;
    T << S(0.0), -turned[2], turned[1], turned[2], S(0.0), -turned[0], -turned[1], turned[0],
        S(0.0);
    E.template bottomRightCorner<3, 3>() += T;
    if (model_.stiffening) {
      N(1, 0) = -shorter;
      N.template bottomRightCorner<3, 3>() = S(0.5) * (T * T);
    }
    return {E, N};
  }

  template <typename S>
  static Mat<S> matrix(const Eigen::Isometry3d& pose) {
    Mat<S> m = Mat<S>::Zero();
    m(0, 0) = S(1.0);
    for (int i = 0; i < 3; ++i) {
      m(i + 1, 0) = S(pose.translation()[i]);
      for (int j = 0; j < 3; ++j) m(i + 1, j + 1) = S(pose.linear()(i, j));
    }
    return m;
  }

  template <typename S>
  std::map<std::string, Mat<S>> poses(const std::vector<S>& z) const {
    std::map<std::string, Mat<S>> W;
    W[robot_.base] = matrix<S>(robot_.base_pose);
    for (std::size_t done = 0; done < robot_.joints.size();) {
      for (const Joint& joint : robot_.joints) {
        if (W.count(joint.child) || !W.count(joint.parent)) continue;
        Eigen::Isometry3d origin = joint.origin;
        Mat<S> at = W.at(joint.parent);
        if (const FlexibleBody* body = bending(joint.parent)) {
          const auto [E, N] = motion(*body, origin.translation().x(), z);
          at = at * Mat<S>(E + N);
          origin.translation().x() = 0.0;
        }
        at = at * matrix<S>(origin) * moved<S>(joint, z) * matrix<S>(joint.tip);
        W[joint.child] = at;
        ++done;
      }
    }
    return W;
  }

  template <typename S>
  Mat<S> moved(const Joint& joint, const std::vector<S>& z) const {
    Mat<S> m = Mat<S>::Identity();
    if (joint.type == JointType::fixed) return m;
    const S& q = z[model_.coordinate(joint.name)];
    const Eigen::Vector3d& a = joint.axis;
    if (joint.type != JointType::prismatic) {
      Eigen::Matrix3d K;
      K << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
      const Eigen::Matrix3d KK = K * K;
      const S s = sin(q), c = S(1.0) - cos(q);
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) m(i + 1, j + 1) += s * S(K(i, j)) + c * S(KK(i, j));
      }
    }
    const double travel = joint.type == JointType::prismatic ? 1.0 : joint.pitch;
    for (int i = 0; i < 3; ++i) m(i + 1, 0) = S(travel * a[i]) * q;
    return m;
  }

  /// Kinetic and potential energy.
  template <typename S>
  std::pair<S, S> energies(const std::vector<S>& z, const std::vector<S>& v) const {
    using D = Dual<S>;
    std::vector<D> zz(z.size());
    for (std::size_t i = 0; i < z.size(); ++i) zz[i] = D(z[i], v[i]);
    const auto W = poses<D>(zz);
    S kinetic(0.0), potential(0.0);
    for (const Mass& mass : masses_) {
      Eigen::Matrix<D, 4, 1> r, none = Eigen::Matrix<D, 4, 1>::Zero();
      r << D(1.0), D(mass.r.x()), D(mass.r.y()), D(mass.r.z());
      Eigen::Matrix<D, 4, 1> straight = r, linear = r, quadratic = none;
      const FlexibleBody* body = mass.hub ? nullptr : bending(mass.link);
      if (body) {
        auto [E, N] = motion<D>(*body, mass.x, zz);
        if (mass.section) twist_only(E, N);
        straight[1] += D(mass.x);
        linear = E * r;
        quadratic = N * r;
      }
      const Mat<D>& at = W.at(mass.link);
      const Eigen::Matrix<D, 4, 1> p0 = at * straight, p1 = at * linear, p2 = at * quadratic;
      for (int i = 1; i < 4; ++i) {
        kinetic +=
            S(0.5 * mass.kg) * (p1[i].slope * p1[i].slope + S(2.0) * p0[i].slope * p2[i].slope);
        potential -= S(mass.kg * model_.gravity[i - 1]) * (p1[i].value + p2[i].value);
      }
    }
    for (const Link& link : robot_.links) {
      if (link.flexible) potential += elastic(link, z);
    }
    return {kinetic, potential};
  }

  /// Sections turn with the axis only about x: there is no rotary inertia in bending.
  template <typename D>
  void twist_only(Mat<D>& E, Mat<D>& N) const {
    const D twist = E(3, 2);
    E.template rightCols<3>().setZero();
    N.setZero();
    for (int i = 1; i < 4; ++i) E(i, i) = D(1.0);
    E(3, 2) = twist;
    E(2, 3) = -twist;
    if (model_.stiffening) N(2, 2) = N(3, 3) = D(-0.5) * twist * twist;
  }

  template <typename S>
  S elastic(const Link& link, const std::vector<S>& z) const {
    const FlexibleBody& body = *bending(link.name);
    const FlexibleLink& f = *link.flexible;
    S twice(0.0);
    for (const auto& [x, weight] : points_.at(link.name)) {
      S y(0.0), zz(0.0), twist(0.0), stretch(0.0);
      for (int k = 0; k < body.modes; ++k) {
        const Eigen::Vector3d shape = body.shapes[k].at(x);
        const S& d = z[body.first_mode + k];
        if (body.shapes[k].kind == ModeKind::bending_y) y += S(shape[2]) * d;
        if (body.shapes[k].kind == ModeKind::bending_z) zz += S(shape[2]) * d;
        if (body.shapes[k].kind == ModeKind::torsion) twist += S(shape[1]) * d;
        if (body.shapes[k].kind == ModeKind::axial) stretch += S(shape[1]) * d;
      }
      twice += S(weight) * (S(f.EIz.at(x)) * y * y + S(f.EIy.at(x)) * zz * zz +
                            S(f.GJ.at(x)) * twist * twist + S(f.EA.at(x)) * stretch * stretch);
    }
    return S(0.5) * twice;
  }

  template <typename S>
  S lagrangian(const std::vector<S>& z, const std::vector<S>& v) const {
    const auto [kinetic, potential] = energies<S>(z, v);
    return kinetic - potential;
  }

  const Robot& robot_;
  const FlexibleModel& model_;
  std::vector<Mass> masses_;
  std::map<std::string, std::vector<std::pair<double, double>>> points_;
  mutable std::map<std::pair<std::string, double>, Section> sections_;
};

}  // namespace alembert::test
