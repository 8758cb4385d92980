#include "kernel/coupled_equations.hpp"

#include <algorithm>

#include "kernel/coordinate_tree.hpp"

namespace alembert {

CoupledEquations::CoupledEquations(const Model& model, const std::vector<TreeSlot>& joints,
                                   const std::vector<double>& floors, const TreeRows& joint_rows,
                                   const TreeColumns& joint_columns)
    : coupling_(model),
      slots_(tree_slots(coordinate_parents(model))),
      floors_(slots_.size()),
      rest_(floors_),
      x_(joints.size()),
      rate_(x_),
      rows_(slots_),
      columns_(slots_, rows_.stride()) {
  std::vector<int> slot_of_coordinate(slots_.size());
  for (std::size_t c = 0; c < slots_.size(); ++c) {
    slot_of_coordinate[slots_[c].joint] = static_cast<int>(c);
  }
  for (std::size_t s = 0; s < joints.size(); ++s) {
    const ModelJoint& joint = model.joint(joints[s].joint);
    slot_of_.push_back(slot_of_coordinate[joint.coordinate]);
    ratios_.push_back(joint.ratio);
    floors_[slot_of_.back()] += joint.ratio * joint.ratio * floors[s];
  }
  for (int s = 0; s < static_cast<int>(joints.size()); ++s) {
    for (int i = s; i >= 0; i = joints[i].parent) add_terms(i, s, joint_rows, joint_columns);
  }
}

/// Of joint s and one before it, or itself.
void CoupledEquations::add_terms(int i, int s, const TreeRows& joint_rows,
                                 const TreeColumns& joint_columns) {
  const int row = slot_of_[i], column = slot_of_[s];
  const double weight = ratios_[i] * ratios_[s];
  const bool twice = row == column && i != s;  // the entry and its mirror image
  const int deep = std::max(row, column), shallow = std::min(row, column);
  mass_terms_.push_back({rows_.position(deep, columns_.depth(shallow)),
                         joint_rows.position(s, joint_columns.depth(i)),
                         twice ? 2.0 * weight : weight});
  column_terms_.push_back({columns_.position(row, column), joint_columns.position(i, s), weight});
  if (i == s) return;
  column_terms_.push_back({columns_.position(column, row), joint_columns.position(s, i), weight});
}

void CoupledEquations::spread(const double* q, const double* v) {
  for (int i = 0; i < coupling_.joints(); ++i) {
    x_[i] = coupling_.value(i, q);
    rate_[i] = coupling_.rate(i, v);
  }
}

bool CoupledEquations::solve(TreeRows& joint_rows, const double* rest, const double* torque,
                             double* a, double* joint_a) {
  double *M = rows_.column(0), *x = rest_.data();
  const double* of_joints = joint_rows.column(0);
  std::fill(M, M + rows_.entry_count(), 0.0);
  for (const auto& [to, from, weight] : mass_terms_) M[to] += weight * of_joints[from];
  for (std::size_t c = 0; c < slots_.size(); ++c) x[c] = torque[slots_[c].joint];
  for (std::size_t s = 0; s < ratios_.size(); ++s) x[slot_of_[s]] -= ratios_[s] * rest[s];
  if (!rows_.invert(floors_.data(), x)) return false;
  for (std::size_t c = 0; c < slots_.size(); ++c) a[slots_[c].joint] = x[c];
  for (std::size_t s = 0; s < ratios_.size(); ++s) joint_a[s] = ratios_[s] * x[slot_of_[s]];
  return true;
}

void CoupledEquations::write(TreeColumns& joint_columns, const TreeColumns::Outputs& out) {
  double* entries = columns_.entries();
  const double* of_joints = joint_columns.entries();
  std::fill(entries, entries + 2 * columns_.entry_count(), 0.0);
  for (const auto& [to, from, weight] : column_terms_) {
    double* sum = entries + 2 * to;
    store_two(load_two(sum) + Two(weight) * load_two(of_joints + 2 * from), sum);
  }
  columns_.write<0>(rows_, out);
}

}  // namespace alembert
