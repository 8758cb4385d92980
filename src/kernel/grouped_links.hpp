// Where links are in the canonical base's frame, and what each adds to the inertia of what is
// behind: of a group of joints at a time (joint_groups.hpp).
#pragma once

#include <vector>

#include "kernel/ground_link.hpp"
#include "kernel/joint_frame.hpp"
#include "kernel/joint_groups.hpp"
#include "kernel/joint_sines.hpp"

namespace alembert {

class GroupedLinks {
 public:
  using V = small::V3<double>;

  explicit GroupedLinks(const RegroupedModel& model);

  const JointGroups& groups() const { return groups_; }
  const std::vector<JointFrame<double>>& joints() const { return joints_; }
  /// Has anything mass? Regrouped, in a robot without prismatic joints nothing has.
  bool heavy() const { return heavy_; }
  /// Are all joints of the group revolute? Then its links have no mass.
  bool revolute(int g) const { return constants_[index(g)].revolute; }

  /// Base to tips.
  ALEMBERT_FLATTEN void place_all(const double* x, const JointSines<double>& sines);
  /// Then all is about the origin of the last link, no longer about the base's: what is near the
  /// tip of a long chain is small, and far from the base its last places would be lost.
  void move_origin_to_tip();
  /// The motion of each of a pack of joints.
  small::Motion6<Lane> motion(int g, int k) const;
  /// Their links alone.
  small::Body6<Lane> body(int g, int k) const;
  /// Mass of everything behind each.
  Lane mass(int g, int k) const { return constants_[index(g)].mass.pack(k); }

 private:
  struct Frames {
    small::V3<Across> ex, ey, ez, o;
  };
  struct Constants {
    bool revolute = true;
    Across turns, slides;  // how much of S is a turn, and how far it slides
    LinkNumbers<Across> own;
    Across mass;
  };
  /// What one joint hands to the next.
  struct Link {
    V ex, ey, ez, o;
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static void place(const JointFrame<double>& joint, double x, double s, double c, Link& link);

  JointGroups groups_;
  std::vector<JointFrame<double>> joints_;
  std::vector<Constants> constants_;
  std::vector<Frames> frames_;
  std::vector<Link> ends_;  // of runs
  bool heavy_ = false;
};

inline small::Motion6<Lane> GroupedLinks::motion(int g, int k) const {
  const Frames& f = frames_[index(g)];
  const small::V3<Lane> z = pack_of(f.ez, k), turning = small::cross(pack_of(f.o, k), z);
  const Constants& c = constants_[index(g)];
  if (c.revolute) return {z, turning};
  const Lane turns = c.turns.pack(k);
  return {turns * z, turns * turning + c.slides.pack(k) * z};
}

inline small::Body6<Lane> GroupedLinks::body(int g, int k) const {
  const Frames& f = frames_[index(g)];
  const Constants& c = constants_[index(g)];
  const LinkNumbers<Across>& j = c.own;
  const LinkNumbers<Lane> own = {j.m.pack(k),   j.hx.pack(k),  j.hy.pack(k),  j.hz.pack(k),
                                 j.Jxx.pack(k), j.Jyy.pack(k), j.Jzz.pack(k), j.Jxy.pack(k),
                                 j.Jxz.pack(k), j.Jyz.pack(k)};
  return body_in_ground(own, c.revolute, pack_of(f.ex, k), pack_of(f.ey, k), pack_of(f.ez, k),
                        pack_of(f.o, k));
}

/// `link` is the parent's before and the joint's own after.
inline void GroupedLinks::place(const JointFrame<double>& j, double x, double s, double c,
                                Link& link) {
  V ex = link.ex, ey = link.ey, ez = link.ez;
  V& o = link.o;
  if (j.x != 0.0) o += j.x * ex;
  if (j.y != 0.0) o += j.y * ey;
  if (j.z != 0.0) o += j.z * ez;
  if (!j.first_child) {
    const V turned = j.cos_beta * ex + j.sin_beta * ey;
    ey = j.cos_beta * ey - j.sin_beta * ex;
    ex = turned;
  }
  V y = ey;
  if (j.twist == Twist::quarter) {
    y = ez;
    ez = -ey;
  } else if (j.twist == Twist::minus_quarter) {
    y = -ez;
    ez = ey;
  } else if (j.twist == Twist::general) {
    y = j.cos_alpha * ey + j.sin_alpha * ez;
    ez = j.cos_alpha * ez - j.sin_alpha * ey;
  }
  link.ex = c * ex + s * y;
  link.ey = c * y - s * ex;
  link.ez = ez;
  if (j.motion == JointMotion::prismatic) o += x * ez;
  if (j.motion == JointMotion::helical) o += (j.pitch * x) * ez;
}

inline void GroupedLinks::place_all(const double* x, const JointSines<double>& sines) {
  const auto put = [](const V& u, int lane, small::V3<Across>& to) {
    to.x.of[lane] = u.x;
    to.y.of[lane] = u.y;
    to.z.of[lane] = u.z;
  };
  for (std::size_t r = 0; r < groups_.runs().size(); ++r) {
    const JointGroups::Run& run = groups_.runs()[r];
    Link link{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, 0.0}};
    if (run.parent >= 0) link = ends_[index(run.parent)];
    for (int i = 0; i < run.count; ++i) {
      const std::size_t j = index(run.joint + i);
      place(joints_[j], x[j], sines.sine(j), sines.cosine(j), link);
      Frames& frames = frames_[index(run.begin + i / group_size)];
      const int lane = i % group_size;
      put(link.ex, lane, frames.ex);
      put(link.ey, lane, frames.ey);
      put(link.ez, lane, frames.ez);
      put(link.o, lane, frames.o);
    }
    if (run.carries) ends_[r] = link;
  }
}

inline void GroupedLinks::move_origin_to_tip() {
  const int last = groups_.all().back().count - 1;
  const auto move = [&](Across small::V3<Across>::*component) {
    const Lane tip((frames_.back().o.*component).of[last]);
    for (Frames& frames : frames_) {
      Across& o = frames.o.*component;
      for (int k = 0; k < group_packs; ++k) o.set(k, o.pack(k) - tip);
    }
  };
  move(&small::V3<Across>::x);
  move(&small::V3<Across>::y);
  move(&small::V3<Across>::z);
}

/// Sums over what is behind each of a pack of joints, themselves included; `sum` goes on.
inline Lane sums_behind(const Lane& x, double& sum) {
  Lane sums(0);
  unrolled<Lane::width>([&](auto step) {
    constexpr int l = Lane::width - 1 - step;
    sum += x[l];
    sums.set(l, sum);
  });
  return sums;
}
inline small::V3<Lane> sums_behind(const small::V3<Lane>& a, small::V3<double>& sum) {
  return {sums_behind(a.x, sum.x), sums_behind(a.y, sum.y), sums_behind(a.z, sum.z)};
}
inline small::Sym3<Lane> sums_behind(const small::Sym3<Lane>& A, small::Sym3<double>& sum) {
  return {sums_behind(A.xx, sum.xx), sums_behind(A.yy, sum.yy), sums_behind(A.zz, sum.zz),
          sums_behind(A.xy, sum.xy), sums_behind(A.xz, sum.xz), sums_behind(A.yz, sum.yz)};
}

}  // namespace alembert
