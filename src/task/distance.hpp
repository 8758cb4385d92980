// Clearance between two convex solids that move with frames, as a point function.
//
// The vectors between points of the two solids' cores are a convex set offset + edges y, y in
// [0, 1]^k, and s is the signed distance of the origin from it: outside to its closest point,
// inside minus the way out (core_gap.hpp). The solids are s less their radii apart, so that
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
// Hulls are sets of corners, of which those next to the closest points span such edges
// (hull_gap.hpp). Cylinders are round to balls that move (round_core.hpp); to all else they are the
// prisms around them. Of a cloud of points the one counts that is nearest (point_cloud.hpp).
//
// Where both move in one plane only, and every edge lies in it or across it, s is measured in that
// plane, and R is what the constant height between the cores leaves of it: out of the plane there
// is no way out.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "task/core_gap.hpp"
#include "task/frame_motion.hpp"
#include "task/frame_term.hpp"
#include "task/hull_gap.hpp"
#include "task/point_cloud.hpp"
#include "task/round_core.hpp"

namespace alembert {

class Distance : public Copied<Distance, FrameTerm> {
 public:
  /// Keeps away from a solid in the world. `cloud`: of its points, where it is a cloud and others
  /// look at the same (clouds_in); made where there is none.
  Distance(const Model& model, const ArmSolid& arm, const Solid& obstacle, double margin,
           std::shared_ptr<const PointCloud> cloud = nullptr);
  /// Keeps away from another solid of the arm.
  Distance(const Model& model, const ArmSolid& arm, const ArmSolid& other, double margin);

  int size() const override { return 1; }
  /// m over which the entry bends.
  double reach() const { return reach_; }
  /// m between the surfaces, of a value; how deep they are in each other where negative.
  double clearance(double value) const;
  /// The value where surfaces are so far (m) beyond the margin apart; none where motion is in a
  /// plane, whose distances are others.
  std::optional<double> value_of(double gap) const {
    return upright_ ? std::nullopt : std::optional(entry(gap + reach_ - shift_));
  }
  /// First and second derivative of the clearance by the value, of a contact that was found.
  struct ByValue {
    double first, second;
  };
  ByValue clearance_by_value(const Contact& contact) const;
  void value_at(const PlacedLinks& links, Contact& contact, VecOut<double> g) override;
  void slopes_at(const PlacedLinks& links, Contact& contact, MatOut<double> by_q) override;
  void add_at(const PlacedLinks& links, Contact& contact, VecIn<double> weights,
              FrameSum& sum) override;
  /// From below: the solids, seen along the gap in the middle of the piece, stay so far apart.
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  struct Side {
    Side(const Model& model, std::optional<FrameId> of_frame, Solid of, double signed_by);

    std::optional<FrameId> frame;  // none: fixed in the world
    Solid solid;                   // in the frame
    double sign;
    int joint = -1;          // that carries it
    Eigen::Vector3d corner;  // of the solid, in that joint's link or, without, in the world
    Eigen::Matrix3Xd edges;
    std::optional<FrameMotion> bent = {};        // of an arm that bends
    std::optional<EnclosedFrame> enclosed = {};  // made when first asked for
  };

  Distance(const Model& model, Side one, Side other, double margin,
           std::shared_ptr<const PointCloud> cloud);
  void choose_cores();
  void take_cloud();

  /// How far the side reaches along `outward`, at most, where its frame is enclosed.
  static Enclosure support(const Side& side, const Eigen::Vector3d& outward);
  /// How far apart cores are at least, seen along the gap in the middle of the piece.
  Enclosure enclosed_gap(const Contact& seen) const;
  /// The same of a cloud: of all points that may be nearest on the piece.
  Enclosure enclosed_gap_to_cloud(const PlacedLinks& middle);
  void lay_out_edges();
  bool is_box() const;
  void find_plane();
  void list_chain();
  Eigen::Vector3d place_edges(const PlacedLinks& links);
  void find(const PlacedLinks& links, Contact& contact);
  void place_hulls(const PlacedLinks& links);
  /// Of a cloud with the point that the second solid stands at.
  void find_cores(const PlacedLinks& links, Contact& contact);
  void find_in_cloud(const PlacedLinks& links, Contact& contact);
  /// The second solid is the cloud's point of this number.
  void stand_at(int point);

  bool squared(double s) const { return !overlaps_ || s + shift_ >= 0.5 * reach_; }
  /// The entry is f itself, scaled.
  bool plain_square(double s) const { return shift_ == 0.0 && squared(s); }
  double entry(double s) const;
  /// Of the entry, by the place of the closest point on the first core.
  Eigen::Vector3d force(const Contact& contact) const;
  template <typename Curvature, typename Square>
  void add_curvature(const Curvature& of, const Contact& contact, double weight, Square& H) const;
  void add_to(const PlacedLinks& links, const Contact& contact, double weight,
              LinkPull& pull) const;
  void add_round(const Contact& contact, const Eigen::Matrix<double, 3, 6>& gap_by, double weight,
                 LinkPull& pull) const;
  /// How the gap changes with q, and the edges.
  Eigen::Matrix3Xd bent_gap(const PlacedLinks& links, Contact& contact);
  Eigen::Matrix3Xd bent_edge(int i) const;
  void add_bent(const PlacedLinks& links, Contact& contact, double weight, FrameSum& sum);
  void bent_slopes(const PlacedLinks& links, Contact& contact, Eigen::Ref<Eigen::MatrixXd> by_q);

  std::array<Side, 2> sides_;
  double margin_;
  bool bent_;
  std::optional<Eigen::Vector3d> upright_;  // motion is in the plane across it
  double height_ = 0.0;    // between the cores along it; where negative, as deep they overlap
  bool overlaps_ = false;  // cores may: their edges span a volume, or an area in the plane
  double reach_ = 0.0, shift_ = 0.0;  // U and U - R
  std::vector<ChainJoint> chain_;     // from the second solid to the first

  CoreGap cores_;
  std::optional<HullGap> hulls_;
  Eigen::Matrix3Xd turning_;        // of the hulls' edges what the first solid turns
  std::optional<RoundCore> round_;  // the second solid, where the first is a ball
  // The second solid, whose corner is then the nearest point; and a ball around the first's core,
  // in its link.
  std::shared_ptr<const PointCloud> cloud_;
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  double around_ = 0.0;
};

/// One for each obstacle that is a cloud; nullptr for the others.
std::vector<std::shared_ptr<const PointCloud>> clouds_in(const Clearance& clearance);

}  // namespace alembert
