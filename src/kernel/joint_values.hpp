// Coordinates spread over joints, and joint-space matrices folded back: what coupling means.
#pragma once

#include <vector>

#include "alembert/link_transform.hpp"
#include "alembert/model.hpp"
#include "alembert/scalar.hpp"
#include "kernel/scalar_traits.hpp"

namespace alembert {

/// How each joint hangs on its coordinate, close together: x = ratio q[coordinate] + offset.
template <typename S>
class Coupling {
 public:
  explicit Coupling(const Model& model) : coupled_(model.coupled()), coordinates_(model.dofs()) {
    for (const ModelJoint& joint : model.joints()) {
      const auto j = static_cast<int>(entries_.size());
      entries_.push_back({joint.coordinate, static_cast<ConstantOf<S>>(joint.ratio),
                          static_cast<ConstantOf<S>>(joint.offset)});
      for (int i = joint.parent; coupled_ && i >= 0; i = model.joint(i).parent) {
        pairs_.push_back({i, j, at(i).coordinate, joint.coordinate, at(i).ratio * at(j).ratio});
      }
    }
    if (4 * pairs_.size() > entries_.size() * (entries_.size() - 1)) pairs_.clear();
  }

  /// Adds the joints' entry (i, j) to the coordinates' matrix. Without coupling each entry is
  /// written once, so that adding is setting.
  template <typename Matrix>
  void add(int i, int j, const S& value, Matrix& out) const {
    if (!coupled_) {
      out(i, j) = value;
      return;
    }
    add_more(i, j, value, out);
  }
  /// The same for an entry that is added to one already there.
  template <typename Matrix>
  void add_more(int i, int j, const S& value, Matrix& out) const {
    const Entry &row = at(i), &column = at(j);
    out(row.coordinate, column.coordinate) += (row.ratio * column.ratio) * value;
  }

  /// Adds a whole matrix of coupled joints, which is zero between branches; entries and their
  /// mirror images together: a symmetric matrix stays so to the last bit.
  template <typename Joints, typename Matrix>
  void fold(const Joints& of_joints, Matrix& out) const {
    for (int j = 0; j < joints(); ++j) {
      add_more(j, j, of_joints(j, j), out);
      for (int i = 0; pairs_.empty() && i < j; ++i) {
        add_more(i, j, of_joints(i, j), out);
        add_more(j, i, of_joints(j, i), out);
      }
    }
    for (const auto& [i, j, row, column, weight] : pairs_) {
      out(row, column) += weight * of_joints(i, j);
      out(column, row) += weight * of_joints(j, i);
    }
  }

  template <typename Vector>
  S value(int i, const Vector& q) const {
    return at(i).ratio * q[at(i).coordinate] + at(i).offset;
  }
  template <typename Vector>
  S rate(int i, const Vector& v) const {
    return at(i).ratio * v[at(i).coordinate];
  }
  int joints() const { return static_cast<int>(entries_.size()); }
  int coordinates() const { return coordinates_; }

 private:
  struct Entry {
    int coordinate;
    ConstantOf<S> ratio, offset;
  };
  /// A joint with one before it, and their coordinates.
  struct Pair {
    int before, joint, row, column;
    ConstantOf<S> weight;
  };
  const Entry& at(int i) const { return entries_[i]; }

  bool coupled_;
  int coordinates_;
  std::vector<Entry> entries_;
  std::vector<Pair> pairs_;  // of coupled joints, unless it is nearly all pairs there are
};

/// x, v, a of the joints for q, v, a of the coordinates.
template <typename S>
struct JointValues {
  explicit JointValues(const Model& model) : x(model.joint_count()), rate(x), acceleration(x) {}

  template <typename Vector>
  void set(const Coupling<S>& coupling, const Vector& q, const Vector& v, const Vector& a) {
    for (int i = 0; i < coupling.joints(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      x[k] = coupling.value(i, q);
      rate[k] = coupling.rate(i, v);
      acceleration[k] = coupling.rate(i, a);
    }
  }

  std::vector<S> x, rate, acceleration;
};

}  // namespace alembert
