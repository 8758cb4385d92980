// Canonical frames (model.hpp, docs/conventions.md).
//
// Every frame keeps z on its joint's axis. Two freedoms remain and are spent on zeros:
//   - the turn of x about z: x along z × z_child, so that the child's rotation is Rx(alpha) Rz(q);
//     at a tip, x towards the mass centre;
//   - the slide of the origin along z (a prismatic joint's origin may stand anywhere at all: on its
//     parent's). Two slides leave a zero: one gives p = (x, 0, z) and does not depend on the
//     parent's slide, the other gives p = (x, y, 0). Where the axes clearly cross the first is
//     tried first, where they are nearly parallel the second, whose length then grows from joint
//     to joint along a stack. A slide longer than slide_limit_ is not taken, so that no origin
//     runs away, as the foot of a common normal does where axes become parallel; p keeps three
//     numbers where both are too long. Behind a turning joint that never happens to axes that
//     clearly cross: there |p.y| is at most the longest offset, the slide |p.y / sine| at most
//     that over clear_crossing. Behind a sliding joint, whose origin is further back, it can.
//
// Accuracy for nearly parallel axes (sine of alpha = e): the direction z × z_child is known only to
// rounding / e, but whatever turn is chosen, what it fails to align is rounding / e · e = rounding,
// and theta0 is taken from the rotation that is left, so nothing is lost.
#include "model/canonical.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Sines and cosines smaller than this are rounding of an exact 0.
constexpr double rounding = 1e-15;
/// Above this sine of alpha two axes cross clearly enough to slide along one to the other.
constexpr double clear_crossing = 0.1;
/// No origin slides further than this many times the robot's longest offset.
constexpr double longest_slide = 1.0 / clear_crossing;

/// A rotation about one coordinate axis, kept as sine and cosine so that right angles are exact.
struct Turn {
  double s = 0.0, c = 1.0;

  static Turn of(double s, double c) {
    const double norm = std::hypot(s, c);
    Turn turn{s / norm, c / norm};
    if (std::abs(turn.s) < rounding) turn = {0.0, std::copysign(1.0, turn.c)};
    if (std::abs(turn.c) < rounding) turn = {std::copysign(1.0, turn.s), 0.0};
    return turn;
  }

  double angle() const { return std::atan2(s, c); }

  Matrix3d about_z() const {
    Matrix3d R;
    R << c, -s, 0, s, c, 0, 0, 0, 1;
    return R;
  }
  Matrix3d about_x() const {
    Matrix3d R;
    R << 1, 0, 0, 0, c, -s, 0, s, c;
    return R;
  }
};

/// The turn about z that lays x along z × z_child, or, for parallel axes, towards the child; of the
/// two opposite choices the one nearer to no turn.
Turn turn_towards(const Vector3d& z_child, const Vector3d& child_origin) {
  double x = -z_child.y(), y = z_child.x();
  if (std::hypot(x, y) < rounding) {
    x = child_origin.x();
    y = child_origin.y();
    if (std::hypot(x, y) <= rounding * child_origin.norm()) return {};
  }
  const bool opposite = x < 0.0 || (x == 0.0 && y < 0.0);
  return opposite ? Turn::of(-y, -x) : Turn::of(y, x);
}

class Placer {
 public:
  explicit Placer(const Skeleton& skeleton) : skeleton_(skeleton) {
    const std::size_t n = skeleton.joints.size();
    frames_.joints.resize(n);
    frames_.in_skeleton.resize(n);
    first_child_.assign(n, -1);
    double longest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const SkeletonJoint& joint = skeleton.joints[i];
      int& first = joint.parent < 0 ? first_of_base_ : first_child_[joint.parent];
      if (first < 0) first = static_cast<int>(i);
      const Vector3d& offset = joint.origin.translation();
      longest = std::max(longest, offset.norm());
      // The base's frame is that of its first joint: the others are measured from there.
      if (joint.parent < 0) {
        const Vector3d& from = skeleton.joints[first_of_base_].origin.translation();
        longest = std::max(longest, (offset - from).norm());
      }
    }
    slide_limit_ = longest_slide * longest;
  }

  CanonicalFrames place() {
    frames_.base = skeleton_.joints[first_of_base_].origin;
    for (std::size_t i = 0; i < skeleton_.joints.size(); ++i) place_joint(i);
    return std::move(frames_);
  }

 private:
  const Isometry3d& canonical_parent(int parent) const {
    return parent < 0 ? frames_.base : frames_.in_skeleton[parent];
  }

  void place_joint(std::size_t i) {
    const SkeletonJoint& source = skeleton_.joints[i];
    ModelJoint& joint = frames_.joints[i];
    joint.name = source.name;
    joint.parent = source.parent;
    joint.motion = source.motion;
    joint.pitch = source.pitch;
    const int first = source.parent < 0 ? first_of_base_ : first_child_[source.parent];
    joint.first_child = first == static_cast<int>(i);

    Isometry3d X = canonical_parent(source.parent).inverse() * source.origin;
    if (!joint.first_child) {
      const Turn beta = turn_towards(X.linear().col(2), X.translation());
      joint.sin_beta = beta.s;
      joint.cos_beta = beta.c;
      X = Isometry3d(Matrix3d(beta.about_z().transpose())) * X;
    }
    const Turn alpha = Turn::of(-X.linear()(1, 2), X.linear()(2, 2));
    joint.sin_alpha = alpha.s;
    joint.cos_alpha = alpha.c;

    // What X was computed of: its rounding is of their size, whatever is left of them.
    const double terms =
        source.origin.translation().norm() + canonical_parent(source.parent).translation().norm();
    const Vector3d shift = choose_origin(joint, alpha, X, terms);
    Turn turn;
    if (first_child_[i] >= 0) {
      const Isometry3d& child = skeleton_.joints[first_child_[i]].origin;
      turn = turn_towards(child.linear().col(2), child.translation() - shift);
    } else if (joint.motion == JointMotion::revolute) {
      turn = turn_towards(Vector3d::UnitZ(), source.inertia.com);
    }
    const Matrix3d left = alpha.about_x().transpose() * X.linear() * turn.about_z();
    joint.theta0 = Turn::of(left(1, 0), left(0, 0)).angle();

    Isometry3d& in_skeleton = frames_.in_skeleton[i];
    in_skeleton = Isometry3d(turn.about_z());
    in_skeleton.translation() = shift;
    joint.inertia = transformed(in_skeleton.inverse(), source.inertia);
    double& y = joint.inertia.com.y();
    if (std::abs(y) < rounding * joint.inertia.com.norm()) y = 0.0;
  }

  /// How far along the joint's axis component 1 (y) or 2 (z) of p becomes zero; infinity: nowhere.
  static double slide_to_zero(int component, const Vector3d& p, const Turn& alpha) {
    if (p[component] == 0.0) return 0.0;
    return component == 1 ? p.y() / alpha.s : -p.z() / alpha.c;
  }

  /// Sets joint.p and returns the canonical origin in the skeleton's joint frame.
  Vector3d choose_origin(ModelJoint& joint, const Turn& alpha, const Isometry3d& X,
                         double terms) const {
    Vector3d p = X.translation();
    if (joint.motion == JointMotion::prismatic) {
      joint.p.setZero();
      return X.linear().transpose() * -p;
    }
    const bool crossing = std::abs(alpha.s) > clear_crossing;
    int zeroed = crossing ? 1 : 2;
    double slide = slide_to_zero(zeroed, p, alpha);
    if (std::abs(slide) > slide_limit_) {
      zeroed = 3 - zeroed;
      slide = slide_to_zero(zeroed, p, alpha);
    }
    if (std::abs(slide) > slide_limit_) {
      joint.p = p;
      return Vector3d::Zero();
    }
    p += slide * Vector3d(0.0, -alpha.s, alpha.c);
    p[zeroed] = 0.0;
    // What is left of exact zeros after the rotations above, and no more: right angles that a file
    // has to eleven digits make offsets of a hundredth of a picometre, which torques feel.
    for (double& x : p) {
      if (std::abs(x) < rounding * (terms + std::abs(slide))) x = 0.0;
    }
    joint.p = p;
    return {0.0, 0.0, slide};
  }

  const Skeleton& skeleton_;
  CanonicalFrames frames_;
  std::vector<int> first_child_;
  int first_of_base_ = -1;
  double slide_limit_ = 0.0;
};

}  // namespace

CanonicalFrames place_canonical_frames(const Skeleton& skeleton) {
  return Placer(skeleton).place();
}

}  // namespace alembert
