// Clearance between two convex solids that move with frames, as a smooth point function.
//
// With d(y) the vector between points of the two solids, y in [0, 1]^k their edge coordinates, and
// f(q) = min_y |d|^2, the entry is (f - R^2) / (2 R), R the sum of the radii and the margin: it is
// about the distance minus the margin near contact, and smooth where the distance itself is not.
// First derivatives hold y fixed (the envelope theorem); second ones let the free y follow:
//   f'' = f_qq - f_qy f_yy^-1 f_yq
#pragma once

#include "alembert/motion_problem.hpp"
#include "task/frame_motion.hpp"

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
  double reach() const { return reach_; }
  /// m between the surfaces, of a value; solids that overlap deeper than their radii show no more.
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

  /// How far the side reaches along `outward`, at most.
  static Enclosure support(Side& side, const Eigen::Vector3d& outward, const VecX<Enclosure>& q);
  void find_closest(VecIn<double> q);
  void place(VecIn<double> q);

  std::array<Side, 2> sides_;
  double reach_;
  double bound_;            // clearance at the value 0: the margin, or what the thinnest get
  Eigen::Matrix3Xd edges_;  // world components, signed, of both sides
  Eigen::VectorXd y_;       // where the closest points are
  std::vector<int> free_;   // entries of y_ between their bounds
  Eigen::Vector3d gap_ = Eigen::Vector3d::Zero();
  Eigen::Matrix3Xd gap_by_q_;
};

/// Minimises |offset + edges y|^2 over 0 <= y <= 1, and lists the entries inside their bounds.
void closest_coordinates(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
                         Eigen::VectorXd& y, std::vector<int>& free);

}  // namespace alembert
