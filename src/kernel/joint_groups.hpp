// Joints in groups of a few registers, for passes that work on a group at a time and on tiles of
// groups by groups.
//
// A run is joints that follow one another, each the only child of the one before: its groups are
// full but for the last, and what is before or behind it are whole runs.
#pragma once

#include <cstring>
#include <vector>

#include "kernel/regrouped.hpp"
#include "kernel/scalar_traits.hpp"
#include "kernel/spatial.hpp"
#include "kernel/unrolled.hpp"

namespace ALEMBERT_OF_REGISTERS {

/// As many numbers as fill a register, and joints in a group.
using Lane = Pack<double>;
inline constexpr int group_size = Lane::width < 4 ? 4 : Lane::width;
inline constexpr int group_packs = group_size / Lane::width;

inline Lane load_pack(const double* from) {
  Lane x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline void store_pack(const Lane& x, double* to) { std::memcpy(to, &x, sizeof x); }

/// Sets one lane of a struct of packs, or of as many numbers side by side.
template <typename T, typename Packs>
void put(const T& x, int lane, Packs& to) {
  constexpr int width = sizeof(Packs) / sizeof(T);
  static_assert(sizeof(Packs) == width * sizeof(T));
  const auto* from = reinterpret_cast<const double*>(&x);
  auto* lanes = reinterpret_cast<double*>(&to) + lane;
  unrolled<int(sizeof(T) / sizeof(double))>([&](auto k) { lanes[width * k] = from[k]; });
}

/// One number of each joint of a group; of joints that are not there, zero.
struct Across {
  alignas(sizeof(Lane)) double of[group_size] = {};

  Lane pack(int k) const { return load_pack(of + k * Lane::width); }
  void set(int k, const Lane& x) { store_pack(x, of + k * Lane::width); }
};

inline small::V3<Lane> pack_of(const small::V3<Across>& a, int k) {
  return {a.x.pack(k), a.y.pack(k), a.z.pack(k)};
}
inline small::Motion6<Lane> pack_of(const small::Motion6<Across>& a, int k) {
  return {pack_of(a.w, k), pack_of(a.v, k)};
}
inline small::Force6<Lane> pack_of(const small::Force6<Across>& a, int k) {
  return {pack_of(a.n, k), pack_of(a.f, k)};
}
inline small::Sym3<Lane> pack_of(const small::Sym3<Across>& A, int k) {
  return {A.xx.pack(k), A.yy.pack(k), A.zz.pack(k), A.xy.pack(k), A.xz.pack(k), A.yz.pack(k)};
}
inline small::M3<Lane> pack_of(const small::M3<Across>& A, int k) {
  return {pack_of(A.c0, k), pack_of(A.c1, k), pack_of(A.c2, k)};
}
inline void set_pack(const small::V3<Lane>& a, int k, small::V3<Across>& to) {
  to.x.set(k, a.x);
  to.y.set(k, a.y);
  to.z.set(k, a.z);
}
inline void set_pack(const small::Motion6<Lane>& a, int k, small::Motion6<Across>& to) {
  set_pack(a.w, k, to.w);
  set_pack(a.v, k, to.v);
}
inline void set_pack(const small::Force6<Lane>& a, int k, small::Force6<Across>& to) {
  set_pack(a.n, k, to.n);
  set_pack(a.f, k, to.f);
}

inline void set_pack(const small::Sym3<Lane>& A, int k, small::Sym3<Across>& to) {
  to.xx.set(k, A.xx);
  to.yy.set(k, A.yy);
  to.zz.set(k, A.zz);
  to.xy.set(k, A.xy);
  to.xz.set(k, A.xz);
  to.yz.set(k, A.yz);
}
inline void set_pack(const small::M3<Lane>& A, int k, small::M3<Across>& to) {
  set_pack(A.c0, k, to.c0);
  set_pack(A.c1, k, to.c1);
  set_pack(A.c2, k, to.c2);
}

class JointGroups {
 public:
  struct Group {
    int joint, count;  // the first, and how many

    /// Registers that are not of joints that are not there.
    int packs() const { return (count + Lane::width - 1) / Lane::width; }
  };
  struct Run {
    int parent;  // a run, or -1
    int joint, count;
    int begin, end;  // groups
    bool carries;    // there are runs behind it
  };

  explicit JointGroups(const RegroupedModel& model, int size = group_size);

  const std::vector<Run>& runs() const { return runs_; }
  const Run& run(int r) const { return runs_[r]; }
  const std::vector<Group>& all() const { return groups_; }
  const Group& group(int g) const { return groups_[g]; }
  int count() const { return static_cast<int>(groups_.size()); }
  /// So many groups are before others.
  double pairs() const;

  /// Calls work(group, full) for the groups before g, which is in run r; full, a constant, says
  /// whether that group and g are.
  template <typename Work>
  void each_before(int r, int g, Work work) const {
    for (const int other : before_[r]) each(run(other).begin, run(other).end, g, work);
    each(run(r).begin, g, g, work);
  }
  /// The same for the groups behind it.
  template <typename Work>
  void each_behind(int r, int g, Work work) const {
    each(g + 1, run(r).end, g, work);
    for (const int other : behind_[r]) each(run(other).begin, run(other).end, g, work);
  }
  bool full(int g) const { return group(g).count == group_size; }

 private:
  /// Of groups of one run, of which only the last may not be full.
  template <typename Work>
  void each(int begin, int end, int g, Work work) const {
    int k = begin;
    if (full(g)) {
      const int all_full = end > begin && !full(end - 1) ? end - 1 : end;
      for (; k < all_full; ++k) work(k, std::true_type());
    }
    for (; k < end; ++k) work(k, std::false_type());
  }

  std::vector<Run> runs_;
  std::vector<Group> groups_;
  std::vector<std::vector<int>> before_, behind_;  // runs
};

}  // namespace ALEMBERT_OF_REGISTERS
