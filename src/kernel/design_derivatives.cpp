// Moving a joint on its parent link is turning or sliding one more joint that rests: the derivative
// by its position is the one by q in docs/equations/kernel.md. For a displacement xi held by a link
// that moves with V and A, psid = V x xi and psidd = A x xi + V x psid:
//
//   dtau_i = S_i · (2B psid + I psidd + xi x* f)     joints i that hold it, sums over what is moved
//   dtau_j = I S_j · psidd + (2B)^T S_j · psid       joints j that are moved, sums behind j
//
// By inertial parameters: the regressor's columns and the chain rule from (m, m c, I about the
// origin) to (m, c, I about the mass centre). docs/equations/regressor.md.
#include "alembert/design_derivatives.hpp"

#include "kernel/composite.hpp"
#include "kernel/design_layout.hpp"
#include "kernel/inertial_columns.hpp"

namespace alembert {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Motion6 = small::Motion6<double>;
using Force6 = small::Force6<double>;
using Matrix10 = Eigen::Matrix<double, 10, 10>;

Eigen::Matrix<double, 6, 1> entries(const Matrix3d& I) {
  Eigen::Matrix<double, 6, 1> list;
  list << I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2);
  return list;
}

/// d(m, m c, I about the origin) / d(m, c, I about the mass centre).
Matrix10 by_mass_centre(const Inertia& body) {
  const Vector3d& c = body.com;
  Matrix10 C = Matrix10::Identity();
  C.block<3, 1>(1, 0) = c;
  C.block<6, 1>(4, 0) = entries(c.squaredNorm() * Matrix3d::Identity() - c * c.transpose());
  for (int k = 0; k < 3; ++k) {
    const Vector3d e = Vector3d::Unit(k);
    C(1 + k, 1 + k) = body.mass;
    C.block<6, 1>(4, 1 + k) = body.mass * entries(2.0 * c[k] * Matrix3d::Identity() -
                                                  e * c.transpose() - c * e.transpose());
  }
  return C;
}

/// A body in its link's frame, about the ground's origin.
small::Body6<double> about_ground(const Inertia& body, const TreeState<double>::Link& link) {
  const Vector3d r = link.at(body.com);
  const Matrix3d second = 0.5 * body.about_com.trace() * Matrix3d::Identity() - body.about_com;
  const Matrix3d J = link.R * second * link.R.transpose() + body.mass * r * r.transpose();
  return {body.mass, v3(body.mass * r), {J(0, 0), J(1, 1), J(2, 2), J(0, 1), J(0, 2), J(1, 2)}};
}

}  // namespace

struct DesignDerivatives::Workspace {
  struct Body {
    FrameId frame;
    Matrix10 chain;
  };
  /// A displacement in motion.
  struct Moved {
    Motion6 xi, psid, psidd;
  };

  TreeState<double> motion;
  DesignLayout layout;
  std::vector<DesignParameter> parameters;
  std::vector<Body> bodies;
  std::vector<std::vector<int>> displacements_of;  // by piece
  std::vector<Composite<double>> composites;       // by piece
  std::vector<Moved> moved;
  Eigen::MatrixXd columns;  // of one body

  Workspace(const Model& model, const DesignOptions& options)
      : motion(model),
        layout(model, options),
        parameters(layout.parameters),
        displacements_of(layout.pieces.size()),
        composites(layout.pieces.size()),
        moved(layout.displacements.size()),
        columns(model.dofs(), 10) {
    for (std::size_t d = 0; d < layout.displacements.size(); ++d) {
      const auto piece = static_cast<std::size_t>(layout.displacements[d].piece);
      displacements_of[piece].push_back(static_cast<int>(d));
    }
    if (options.inertias) {
      for (const ModelLink& link : model.links()) {
        if (!link.inertia || model.frame(link.frame).joint < 0) continue;
        add_body(link.name, link.frame, *link.inertia);
      }
    }
    for (const Payload& payload : options.payloads) {
      add_body("payload." + payload.frame, model.frame(payload.frame), payload.inertia);
    }
  }

  void add_body(const std::string& name, FrameId frame, const Inertia& body) {
    bodies.push_back({frame, by_mass_centre(body)});
    const char* const symbols[] = {"m", "cx", "cy", "cz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
    for (int k = 0; k < 10; ++k) {
      parameters.push_back({name + "." + symbols[k], k == 0 ? "kg" : (k < 4 ? "m" : "kg m^2")});
    }
  }

  /// Composites of all pieces, from the tips to the base.
  void gather(Loads loads) {
    for (std::size_t i = 0; i < composites.size(); ++i) {
      const DesignPiece& piece = layout.pieces[i];
      const TreeState<double>::Link& link = motion.link(piece.carrier);
      composites[i].body = about_ground(piece.body, link);
      composites[i].move(link.V, link.A);
    }
    for (const Load& load : loads) apply(load);
    for (std::size_t i = composites.size(); i-- > 0;) {
      const int parent = layout.pieces[i].parent;
      if (parent < 0) continue;
      composites[parent].add_motion(composites[i]);
      composites[parent].load += composites[i].load;
    }
  }

  void apply(const Load& load) {
    const Model& model = motion.model();
    const ModelFrame& frame = model.frame(load.frame);
    const TreeState<double>::Link& link = motion.link(frame.joint);
    const bool fixed = load.axes == Load::Axes::world;
    const Matrix3d R = fixed ? Matrix3d(model.base().linear().transpose())
                             : Matrix3d(link.R * frame.pose.linear());
    const Vector3d at = link.at(frame.pose * load.point);
    const Vector3d force = R * load.force, moment = R * load.moment;
    const int piece = layout.piece_of_link[frame.link];
    composites[piece].apply(v3(at), v3(force), v3(moment), fixed);
  }

  /// Sets the displacements in motion, and the rows of the joints that hold them.
  void displace(MatOut<double>& dtau) {
    const Model& model = motion.model();
    for (std::size_t d = 0; d < moved.size(); ++d) {
      const Displacement& displacement = layout.displacements[d];
      const TreeState<double>::Link& holder = motion.link(displacement.holder);
      const Vector3d turn = holder.R * displacement.turn;
      Moved& mine = moved[d];
      mine.xi = {v3(turn), v3(holder.R * displacement.slide + holder.o.cross(turn))};
      mine.psid = small::cross(holder.V, mine.xi);
      mine.psidd = small::cross(holder.A, mine.xi) + small::cross(holder.V, mine.psid);
      const auto& what = composites[displacement.piece];
      const Force6 change =
          what.displaced(mine.xi, mine.psid, mine.psidd) + what.load_turned(mine.xi.w);
      for (int i = displacement.holder; i >= 0; i = model.joint(i).parent) {
        const ModelJoint& joint = model.joint(i);
        dtau(joint.coordinate, static_cast<Eigen::Index>(d)) +=
            joint.ratio * dot(motion.link(i).S_, change);
      }
    }
  }

  /// The rows of the joints that go along.
  void add_moved_joints(MatOut<double>& dtau) const {
    const Model& model = motion.model();
    for (std::size_t j = 0; j < layout.pieces.size(); ++j) {
      if (layout.pieces[j].joint < 0) continue;
      const ModelJoint& joint = model.joint(layout.pieces[j].joint);
      const Motion6& S = motion.link(layout.pieces[j].joint).S_;
      const Force6 IS = composites[j].body * S;
      const auto u = composites[j].coriolis_transposed(S), t = composites[j].load_against(S);
      for (int p = static_cast<int>(j); p >= 0; p = layout.pieces[p].parent) {
        for (const int d : displacements_of[p]) {
          const auto k = static_cast<std::size_t>(d);
          if (p == static_cast<int>(j) && !layout.displacements[k].with_joint) continue;
          const Moved& by = moved[k];
          dtau(joint.coordinate, d) +=
              joint.ratio * (dot(by.psidd, IS) + dot(u, by.psid.w) + dot(t, by.xi.w));
        }
      }
    }
  }

  void weigh(MatOut<double>& dtau) {
    auto c = static_cast<Eigen::Index>(moved.size());
    for (const Body& body : bodies) {
      columns.setZero();
      add_inertial_columns(motion, body.frame, columns);
      for (Eigen::Index row = 0; row < columns.rows(); ++row) {
        const Eigen::Matrix<double, 1, 10> mine = columns.row(row);
        dtau.row(row).segment<10>(c) = mine * body.chain;
      }
      c += 10;
    }
  }
};

DesignDerivatives::DesignDerivatives(const Model& model, const DesignOptions& options)
    : work_(make_owned<Workspace>(model, options)) {}

const Model& DesignDerivatives::model() const { return work_->motion.model(); }

const std::vector<DesignParameter>& DesignDerivatives::parameters() const {
  return work_->parameters;
}

int DesignDerivatives::parameter(const std::string& name) const {
  for (std::size_t i = 0; i < parameters().size(); ++i) {
    if (parameters()[i].name == name) return static_cast<int>(i);
  }
  throw Error(Error::Code::name, "there is no design parameter '" + name + "'",
              "parameters() lists what there is; DesignOptions adds DH rows and payloads");
}

void DesignDerivatives::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, Loads loads,
                                   MatOut<double> dtau) {
  Workspace& work = *work_;
  assert(have_shape(model().dofs(), static_cast<Eigen::Index>(parameters().size()), dtau));
  work.motion.update(q, v, a);
  work.gather(loads);
  dtau.setZero();
  work.displace(dtau);
  work.add_moved_joints(dtau);
  work.weigh(dtau);
}

Eigen::MatrixXd DesignDerivatives::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a,
                                              Loads loads) {
  Eigen::MatrixXd dtau(model().dofs(), static_cast<Eigen::Index>(parameters().size()));
  (*this)(q, v, a, loads, dtau);
  return dtau;
}

void DesignDerivatives::set_base_motion(const BaseMotion& motion) {
  work_->motion.set_base_motion(motion);
}

}  // namespace alembert
