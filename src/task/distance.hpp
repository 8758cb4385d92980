// Clearance between two convex solids that move with frames, as a point function.
//
// The vectors between points of the two solids' cores are a convex set offset + edges y, y in
// [0, 1]^k, and s is the signed distance of the origin from it: outside to its closest point,
// inside minus the way out (nearest_facet.hpp). The solids are s less their radii apart, so that
// the limit is s >= R, R the sum of the radii and the margin. The entry is
//   (u^2 - U^2) / (2 U)   with u = s + U - R, U = R (at least a centimetre, where cores may
//   overlap)
// It is 0 where s = R and nowhere else, about s - R near contact, and, because of the square,
// smooth where two thin cores cross. Where cores may overlap it goes on below u = U / 2 in a
// straight line, u / 2 - 5 U / 8: the square has no slope at s = 0, and a motion that begins inside
// would not leave. (Solids without radius or margin have R = 0. Any function that vanishes on all
// of a box's surface has a kink at its edges; s itself has no other, and the solver works a little
// outside of it.)
//
// First derivatives hold y fixed (the envelope theorem). With m the unit vector that s grows
// against, d = s m the vector at y, and f = s^2, second ones let the free y follow,
//   f'' = f_qq - f_qy f_yy^-1 f_yq        s'' = (f'' / 2 - s' s'^T) / s
// or, where free edges span a facet, the normal turn with it, which is right for any s:
//   s'' = m · d_qq + m'^T d_q + d_q^T m' - s m'^T m'
//
// Where both move in one plane only, and every edge lies in it or across it, s is measured in that
// plane, and R is what the constant height between the cores leaves of it: out of the plane there
// is no way out.
#pragma once

#include "alembert/motion_problem.hpp"
#include "task/closest_coordinates.hpp"
#include "task/frame_motion.hpp"
#include "task/nearest_facet.hpp"

namespace alembert {

class Distance : public PointFunction {
 public:
  /// Keeps away from a solid in the world.
  Distance(const Model& model, const ArmSolid& arm, const Solid& obstacle, double margin);
  /// Keeps away from another solid of the arm.
  Distance(const Model& model, const ArmSolid& arm, const ArmSolid& other, double margin);
  std::unique_ptr<PointFunction> clone() const override {
    return std::make_unique<Distance>(*this);
  }

  int size() const override { return 1; }
  /// m over which the entry bends.
  double reach() const { return reach_; }
  /// m between the surfaces, of a value; how deep they are in each other where negative.
  double clearance(double value) const;
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override;
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override;
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override;
  /// From below: the solids, seen along the gap in the middle of the piece, stay so far apart.
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  struct Side {
    std::optional<FrameMotion> frame;  // none: fixed in the world
    Solid solid;
    double sign;
  };

  Distance(const Model& model, Side one, Side other, double margin);

  /// How far the side reaches along `outward`, at most.
  static Enclosure support(Side& side, const Eigen::Vector3d& outward, const VecX<Enclosure>& q);
  Eigen::Vector3d place_edges(VecIn<double> q);
  void find_plane(int dofs);
  void find_closest(VecIn<double> q);
  bool find_inside(const Eigen::Vector3d& offset);
  void place(VecIn<double> q);

  bool squared() const { return !overlaps_ || s_ + shift_ >= 0.5 * reach_; }
  /// The entry is f itself, scaled.
  bool plain_square() const { return shift_ == 0.0 && squared(); }
  double entry(double s) const;
  Eigen::Matrix3Xd edge_velocity(int i) const;
  /// The edges that span the facet that holds the gap.
  std::optional<std::pair<int, int>> facet() const;
  void add_square_hessian(double weight, Eigen::Ref<Eigen::MatrixXd> H) const;
  void add_distance_hessian(double weight, Eigen::Ref<Eigen::MatrixXd> H) const;
  void add_facet_hessian(std::pair<int, int> spanned, double weight,
                         Eigen::Ref<Eigen::MatrixXd> H) const;

  std::array<Side, 2> sides_;
  double margin_;
  std::optional<Eigen::Vector3d> upright_;  // motion is in the plane across it
  double height_ = 0.0;    // between the cores along it; where negative, as deep they overlap
  bool overlaps_ = false;  // cores may: their edges span a volume, or an area in the plane
  double reach_ = 0.0, shift_ = 0.0;  // U and U - R

  Eigen::Matrix3Xd edges_;        // world components, signed, of both sides
  Eigen::VectorXd y_;             // where the closest points are
  std::vector<int> free_;         // entries of y_ between their bounds
  std::optional<Facet> touched_;  // the nearest, of cores that are in each other or may be
  bool inside_ = false;           // the closest point is on it
  double s_ = 0.0;
  Eigen::Vector3d gap_ = Eigen::Vector3d::Zero();        // d
  Eigen::Vector3d direction_ = Eigen::Vector3d::Zero();  // m
  Eigen::Matrix3Xd gap_by_q_;
};

}  // namespace alembert
