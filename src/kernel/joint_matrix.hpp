// Matrices with a row and a column a joint, filled by passes that walk from joints to ancestors.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "alembert/pack.hpp"
#include "kernel/regrouped.hpp"
#include "kernel/spatial.hpp"

namespace alembert {

/// A square matrix somewhere in memory.
template <typename S>
struct JointMatrix {
  S* data;
  std::ptrdiff_t row_step, column_step;

  S& operator()(int row, int column) const { return data[row * row_step + column * column_step]; }
};

/// The order of columns in which every subtree is one stretch: parent, first child and all behind
/// it, second child, ...
class SubtreeOrder {
 public:
  explicit SubtreeOrder(const RegroupedModel& model) : ends_(model.joints.size()) {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      if (model.joints[i].parent < 0) add(static_cast<int>(i), model);
    }
    slots_.resize(joints_.size());
    for (std::size_t s = 0; s < joints_.size(); ++s) {
      slots_[static_cast<std::size_t>(joints_[s])] = s;
    }
  }

  int joint(std::size_t slot) const { return joints_[slot]; }
  /// The stretch of joint i and all behind it.
  std::size_t begin(std::size_t i) const { return slots_[i]; }
  std::size_t end(std::size_t i) const { return ends_[i]; }

 private:
  void add(int i, const RegroupedModel& model) {
    joints_.push_back(i);
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      if (model.joints[j].parent == i) add(static_cast<int>(j), model);
    }
    ends_[static_cast<std::size_t>(i)] = joints_.size();
  }

  std::vector<int> joints_;
  std::vector<std::size_t> slots_, ends_;
};

/// What columns are taken in: packs of plain numbers, and packs one by one.
template <typename S>
struct Lanes {
  using Type = S;
  static constexpr std::size_t width = 1;
};
template <>
struct Lanes<double> {
  using Type = Pack<double>;
  static constexpr std::size_t width = Type::width;
};

/// Forces of neighbouring slots, from arrays that hold component after component, `count` entries
/// each.
template <typename L, typename S>
small::V3<L> load_vector(const S* components, std::size_t slot, std::size_t count) {
  small::V3<L> u;
  __builtin_memcpy(&u.x, components + slot, sizeof(L));
  __builtin_memcpy(&u.y, components + count + slot, sizeof(L));
  __builtin_memcpy(&u.z, components + 2 * count + slot, sizeof(L));
  return u;
}
template <typename L, typename S>
void store_vector(const small::V3<L>& u, std::size_t slot, std::size_t count, S* components) {
  __builtin_memcpy(components + slot, &u.x, sizeof(L));
  __builtin_memcpy(components + count + slot, &u.y, sizeof(L));
  __builtin_memcpy(components + 2 * count + slot, &u.z, sizeof(L));
}
template <typename L, typename S>
small::Force6<L> load_force(const S* components, std::size_t slot, std::size_t count) {
  return {load_vector<L>(components, slot, count),
          load_vector<L>(components + 3 * count, slot, count)};
}
template <typename L, typename S>
void store_force(const small::Force6<L>& force, std::size_t slot, std::size_t count,
                 S* components) {
  store_vector(force.n, slot, count, components);
  store_vector(force.f, slot, count, components + 3 * count);
}

/// Calls set(joint, value) for the joint of each lane.
template <typename S, typename L, typename Set>
void for_each_lane(const SubtreeOrder& order, std::size_t slot, const L& lanes, Set set) {
  if constexpr (std::is_same_v<S, L>) {
    set(order.joint(slot), lanes);
  } else {
    for (int l = 0; l < L::width; ++l) {
      set(order.joint(slot + static_cast<std::size_t>(l)), lanes[l]);
    }
  }
}

}  // namespace alembert
