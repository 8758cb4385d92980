// Matrices with a row and a column a joint, filled by passes that walk from joints to ancestors.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "kernel/pack.hpp"
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

/// What columns are taken in: packs of plain numbers, and packs one by one.
template <typename S>
struct Lanes {
  using Type = S;
  static constexpr int width = 1;
};
template <>
struct Lanes<double> {
  using Type = Pack<double>;
  static constexpr int width = Type::width;
};

/// Which lane of which group holds the column of which joint. Tips come first and begin a group,
/// parents follow their children: the columns of everything behind a joint fill whole groups but
/// for lanes that are nobody's or that its ancestors will fill later.
class ColumnOrder {
 public:
  template <typename C>
  ColumnOrder(const RegroupedModelOf<C>& model, int width)
      : width_(width), slots_(model.joints.size()), firsts_(model.joints.size()) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (model.joints[i].parent < 0) add(i, model);
    }
    align();
  }

  /// Calls work(joint, lane) for the lanes of a group that are somebody's.
  template <int width, typename Work>
  void for_each_joint(int group, Work work) const {
    for (int lane = 0; lane < width; ++lane) {
      const int joint = joints_[group * width + lane];
      if (width == 1 || joint >= 0) work(joint, lane);
    }
  }
  int groups() const { return static_cast<int>(joints_.size()) / width_; }
  /// The groups of joint i and all behind it, and where in the last its own column is.
  int first(std::size_t i) const { return firsts_[i]; }
  int last(std::size_t i) const { return slots_[i] / width_; }
  int lane(std::size_t i) const { return slots_[i] % width_; }

 private:
  void align() { joints_.resize((joints_.size() + width_ - 1) / width_ * width_, -1); }
  template <typename C>
  void add(std::size_t i, const RegroupedModelOf<C>& model) {
    bool tip = true;
    for (std::size_t j = i + 1; j < slots_.size(); ++j) {
      if (model.joints[j].parent != static_cast<int>(i)) continue;
      add(j, model);
      if (tip) firsts_[i] = firsts_[j];
      tip = false;
    }
    if (tip) {
      align();
      firsts_[i] = groups();
    }
    slots_[i] = static_cast<int>(joints_.size());
    joints_.push_back(static_cast<int>(i));
  }

  int width_;
  std::vector<int> joints_;  // -1 for a lane that is nobody's
  std::vector<int> slots_, firsts_;
};

/// Puts x into one lane of a group whose earlier lanes are taken.
template <typename L, typename S>
void set_lane(L& group, int lane, const S& x) {
  if constexpr (std::is_same_v<S, L>) {
    group = x;
  } else {
    group = lane == 0 ? L(x) : with_lane(group, lane, x);
  }
}
template <typename L, typename S>
void set_lane(small::V3<L>& group, int lane, const small::V3<S>& u) {
  set_lane(group.x, lane, u.x);
  set_lane(group.y, lane, u.y);
  set_lane(group.z, lane, u.z);
}
template <typename L, typename S>
void set_lane(small::Force6<L>& group, int lane, const small::Force6<S>& force) {
  set_lane(group.n, lane, force.n);
  set_lane(group.f, lane, force.f);
}

/// One lane of a group.
template <typename S, typename L>
S lane_of(const L& group, int lane) {
  if constexpr (std::is_same_v<S, L>) {
    return group;
  } else {
    return group[lane];
  }
}

/// Row and column of one joint in a matrix.
template <typename S>
class Cross {
 public:
  Cross(const JointMatrix<S>& matrix, int joint)
      : row_(matrix.data + joint * matrix.row_step),
        column_(matrix.data + joint * matrix.column_step),
        row_step_(matrix.row_step),
        column_step_(matrix.column_step) {}

  /// Sets the entries (joint, k) and (k, joint).
  void set(int k, const S& in_row, const S& in_column) const {
    row_[k * column_step_] = in_row;
    column_[k * row_step_] = in_column;
  }

 private:
  S *row_, *column_;
  std::ptrdiff_t row_step_, column_step_;
};

}  // namespace alembert
