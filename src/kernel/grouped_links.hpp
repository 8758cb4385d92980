// Where links are in the canonical base's frame, and what each adds to the inertia of what is
// behind: of a group of joints at a time (joint_groups.hpp).
#pragma once

#include <vector>

#include "kernel/ground_link.hpp"
#include "kernel/joint_groups.hpp"
#include "kernel/joint_sines.hpp"

namespace ALEMBERT_OF_REGISTERS {

class GroupedLinks {
 public:
  explicit GroupedLinks(const RegroupedModel& model);

  const JointGroups& groups() const { return groups_; }
  const std::vector<JointFrame<double>>& joints() const { return joints_; }
  /// Has anything mass? Regrouped, in a robot without prismatic joints nothing has.
  bool heavy() const { return heavy_; }
  /// Are all joints of the group revolute? Then its links have no mass.
  bool revolute(int g) const { return constants_[g].revolute; }

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
  Lane mass(int g, int k) const { return constants_[g].mass.pack(k); }

 private:
  using Frame = GroundFrame<double>;
  struct Frames {
    small::V3<Across> ex, ey, ez, o;

    GroundFrame<Lane> pack(int k) const {
      return {pack_of(ex, k), pack_of(ey, k), pack_of(ez, k), pack_of(o, k)};
    }
  };
  struct Constants {
    bool revolute = true;
    Across turns, slides;  // how much of S is a turn, and how far it slides
    LinkNumbers<Across> own;
    Across mass;
  };

  JointGroups groups_;
  std::vector<JointFrame<double>> joints_;
  std::vector<Constants> constants_;
  std::vector<Frames> frames_;
  std::vector<Frame> ends_;  // of runs
  bool heavy_ = false;
};

inline small::Motion6<Lane> GroupedLinks::motion(int g, int k) const {
  const Frames& f = frames_[g];
  const small::V3<Lane> z = pack_of(f.ez, k), turning = small::cross(pack_of(f.o, k), z);
  const Constants& c = constants_[g];
  if (c.revolute) return {z, turning};
  const Lane turns = c.turns.pack(k);
  return {turns * z, turns * turning + c.slides.pack(k) * z};
}

inline small::Body6<Lane> GroupedLinks::body(int g, int k) const {
  const Constants& c = constants_[g];
  const LinkNumbers<Across>& j = c.own;
  const LinkNumbers<Lane> own = {j.m.pack(k),   j.hx.pack(k),  j.hy.pack(k),  j.hz.pack(k),
                                 j.Jxx.pack(k), j.Jyy.pack(k), j.Jzz.pack(k), j.Jxy.pack(k),
                                 j.Jxz.pack(k), j.Jyz.pack(k)};
  return frames_[g].pack(k).body_of(own, c.revolute);
}

inline void GroupedLinks::place_all(const double* x, const JointSines<double>& sines) {
  for (std::size_t r = 0; r < groups_.runs().size(); ++r) {
    const JointGroups::Run& run = groups_.runs()[r];
    Frame link = run.parent < 0 ? Frame::base() : ends_[run.parent];
    for (int i = 0; i < run.count; ++i) {
      const std::size_t j = run.joint + i;
      link.place(joints_[j], x[j], sines.sine(j), sines.cosine(j));
      put(link, i % group_size, frames_[run.begin + i / group_size]);
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

}  // namespace ALEMBERT_OF_REGISTERS
