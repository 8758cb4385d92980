#include "kernel/design_layout.hpp"

#include <algorithm>

namespace alembert {

namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

/// Further apart than this (m, or sine) two axes are not the same.
constexpr double same_axis = 1e-9;

struct Axis {
  Vector3d point, direction;
};

Displacement along(const Vector3d& direction, int piece, int holder, bool with_joint = true) {
  return {piece, with_joint, holder, Vector3d::Zero(), direction};
}
Displacement about(const Axis& axis, int piece, int holder, bool with_joint = true) {
  return {piece, with_joint, holder, axis.direction, axis.point.cross(axis.direction)};
}

/// X_pi = Rz(beta) · Trans(p) · Rx(alpha) · …, in the parent's canonical frame: the turned x
/// through the origin of the joint, and the joint's own axis.
Axis canonical_x(const ModelJoint& joint) {
  const double c = joint.cos_beta, s = joint.sin_beta;
  return {{c * joint.p.x() - s * joint.p.y(), s * joint.p.x() + c * joint.p.y(), joint.p.z()},
          {c, s, 0.0}};
}
Axis canonical_z(const ModelJoint& joint) {
  return {canonical_x(joint).point,
          {joint.sin_beta * joint.sin_alpha, -joint.cos_beta * joint.sin_alpha, joint.cos_alpha}};
}

bool same(const Axis& a, const Axis& b, JointMotion motion) {
  if (a.direction.cross(b.direction).norm() > same_axis) return false;
  if (motion == JointMotion::prismatic) return true;
  return (a.point - b.point).cross(a.direction).norm() <= same_axis;
}

}  // namespace

DesignLayout::DesignLayout(const Model& model, const DesignOptions& options) {
  add_pieces(model);
  for (const ModelLink& link : model.links()) {
    if (options.placements && link.parent >= 0) add_placement(model, link);
  }
  if (options.dh == DhMeaning::canonical) {
    for (int piece = 0; piece < static_cast<int>(pieces.size()); ++piece) {
      const int joint = pieces[piece].joint;
      if (joint >= 0 && model.joint(joint).driven) add_canonical(model, piece);
    }
  } else if (options.dh != DhMeaning::none) {
    for (const ModelLink& link : model.links()) {
      if (link.parent >= 0) add_row(model, link, options.dh);
    }
  }
}

void DesignLayout::add_pieces(const Model& model) {
  for (const ModelLink& link : model.links()) {
    const ModelFrame& frame = model.frame(link.frame);
    DesignPiece piece;
    int last = -1;
    if (link.parent >= 0) {
      piece.parent = piece_of_link[link.parent];
      piece.carrier = last = pieces[piece.parent].carrier;
    }
    std::vector<int> degrees;
    for (int i = frame.joint; i != last; i = model.joint(i).parent) degrees.push_back(i);
    std::reverse(degrees.begin(), degrees.end());
    for (std::size_t k = 0; k < degrees.size(); ++k) {
      piece.joint = piece.carrier = degrees[k];
      if (k + 1 == degrees.size()) break;
      pieces.push_back(piece);
      piece.parent = static_cast<int>(pieces.size()) - 1;
    }
    piece.body = transformed(frame.pose, link.total());
    piece_of_link.push_back(static_cast<int>(pieces.size()));
    pieces.push_back(piece);
  }
}

namespace {

/// The piece that goes first when the link's joint is moved: its first degree.
int first_piece(const DesignLayout& layout, const ModelLink& link, int index) {
  const int before = layout.piece_of_link[link.parent];
  int piece = index;
  while (layout.pieces[piece].parent != before) piece = layout.pieces[piece].parent;
  return piece;
}

}  // namespace

void DesignLayout::add_placement(const Model& model, const ModelLink& link) {
  const ModelLink& parent = model.links()[link.parent];
  const ModelFrame& frame = model.frame(parent.frame);
  const int own = piece_of_link[model.frame(link.frame).link];
  const int piece = first_piece(*this, link, own);
  const Vector3d origin = frame.pose * link.origin.translation();
  const char* const axes[] = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k) {
    add(link.joint + "." + axes[k], "m", along(frame.pose.linear().col(k), piece, frame.joint));
  }
  for (int k = 0; k < 3; ++k) {
    add(link.joint + ".r" + axes[k], "rad",
        about({origin, frame.pose.linear().col(k)}, piece, frame.joint));
  }
}

void DesignLayout::add_canonical(const Model& model, int piece) {
  const ModelJoint& joint = model.joint(pieces[piece].joint);
  const Axis x = canonical_x(joint), z = canonical_z(joint);
  add(joint.name + ".a", "m", along(x.direction, piece, joint.parent));
  add(joint.name + ".alpha", "rad", about(x, piece, joint.parent));
  add(joint.name + ".d", "m", along(z.direction, piece, joint.parent));
  add(joint.name + ".theta", "rad", about(z, piece, joint.parent));
}

void DesignLayout::add_row(const Model& model, const ModelLink& link, DhMeaning meaning) {
  const ModelLink& parent_link = model.links()[link.parent];
  const ModelFrame &parent = model.frame(parent_link.frame), &child = model.frame(link.frame);
  const int piece = piece_of_link[child.link];
  const bool standard = meaning == DhMeaning::standard;
  const Isometry3d z_frame = standard ? parent.pose : parent.pose * link.origin;
  const Axis z{z_frame.translation(), z_frame.linear().col(2)};

  const bool one_degree = first_piece(*this, link, piece) == piece;
  const int joint = pieces[piece].joint;
  if (!one_degree ||
      (joint >= 0 && !same(z, canonical_z(model.joint(joint)), model.joint(joint).motion))) {
    throw Error(Error::Code::unsupported,
                "joint '" + link.joint + "' does not move along z of a " +
                    (standard ? "standard" : "modified") + " DH row",
                "ask for the other convention, for DhMeaning::canonical, or for placements");
  }
  const ModelFrame& x_frame = standard ? child : parent;
  const Axis x{x_frame.pose.translation(), x_frame.pose.linear().col(0)};
  add(link.joint + ".a", "m", along(x.direction, piece, x_frame.joint, !standard));
  add(link.joint + ".alpha", "rad", about(x, piece, x_frame.joint, !standard));
  add(link.joint + ".d", "m", along(z.direction, piece, parent.joint));
  add(link.joint + ".theta", "rad", about(z, piece, parent.joint));
}

void DesignLayout::add(const std::string& name, const char* unit,
                       const Displacement& displacement) {
  parameters.push_back({name, unit});
  displacements.push_back(displacement);
}

}  // namespace alembert
