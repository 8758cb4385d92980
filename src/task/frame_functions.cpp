#include "task/frame_functions.hpp"

#include "task/three_rows.hpp"

namespace alembert {
namespace {

std::vector<FrameRows::Row> cosine_rows(const Eigen::Matrix3Xd& axes,
                                        const Eigen::Matrix3Xd& directions) {
  std::vector<FrameRows::Row> rows;
  for (Eigen::Index k = 0; k < axes.cols(); ++k) {
    rows.push_back({.column = -1, .direction = directions.col(k), .axis = axes.col(k)});
  }
  return rows;
}

}  // namespace

FramePosition::FramePosition(const Model& model, FrameId frame, Eigen::MatrixX3d directions)
    : Copied(model), frame_(model, frame), directions_(std::move(directions)) {}

void FramePosition::value_at(const PlacedLinks& links, Contact&, VecOut<double> g) {
  frame_.update(links);
  g = directions_ * frame_.position();
}

void FramePosition::slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) {
  frame_.update(links);
  by_q = products(directions_, frame_.velocity());
}

void FramePosition::add_at(const PlacedLinks& links, Contact&, VecIn<double> weights,
                           FrameSum& sum) {
  frame_.update(links);
  const Eigen::Vector3d weight = combined(directions_, weights);
  sum.gradient += along(frame_.velocity(), weight);
  frame_.add_position_hessian(weight, sum.hessian);
}

bool FramePosition::enclose(const MotionPiece& piece, EnclosureOut out) {
  if (frame_.is_bent()) return false;
  out.noalias() = directions_.cast<Enclosure>() * frame_.enclose(piece.q).position();
  return true;
}

FrameRows::FrameRows(const Model& model, FrameId frame, std::vector<Row> rows)
    : Copied(model), frame_(model, frame), rows_(std::move(rows)) {}

Eigen::Vector3d FrameRows::axis_of(const Row& row) const {
  if (row.axis) return frame_.rotation() * *row.axis;
  return frame_.rotation().col(row.column);
}

void FrameRows::value_at(const PlacedLinks& links, Contact&, VecOut<double> g) {
  frame_.update(links);
  for (int k = 0; k < size(); ++k) {
    const Row& row = rows_[k];
    g[k] = row.is_of_origin() ? row.direction.dot(frame_.position()) - row.offset
                              : row.direction.dot(axis_of(row));
    for (const auto& [j, along] : row.found) g[k] -= along * links.q()[j];
  }
}

void FrameRows::slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) {
  frame_.update(links);
  for (int k = 0; k < size(); ++k) {
    const Row& row = rows_[k];
    by_q.row(k) = (row.is_of_origin() ? along(frame_.velocity(), row.direction)
                                      : along(frame_.axis_velocity(axis_of(row)), row.direction))
                      .transpose();
    for (const auto& [j, part] : row.found) by_q(k, j) -= part;
  }
}

void FrameRows::add_at(const PlacedLinks& links, Contact&, VecIn<double> weights, FrameSum& sum) {
  frame_.update(links);
  for (int k = 0; k < size(); ++k) {
    const Row& row = rows_[k];
    const Eigen::Vector3d weight = weights[k] * row.direction;
    if (row.is_of_origin()) {
      sum.gradient += along(frame_.velocity(), weight);
      for (const auto& [j, part] : row.found) sum.gradient[j] -= part * weights[k];
      frame_.add_position_hessian(weight, sum.hessian);
    } else {
      const Eigen::Vector3d axis = axis_of(row);
      sum.gradient += along(frame_.axis_velocity(axis), weight);
      frame_.add_axis_hessian(axis, weight, sum.hessian);
    }
  }
}

bool FrameRows::enclose(const MotionPiece& piece, EnclosureOut out) {
  if (frame_.is_bent()) return false;
  const EnclosedFrame& frame = frame_.enclose(piece.q);
  for (int k = 0; k < size(); ++k) {
    const Row& row = rows_[k];
    const Vec3<Enclosure> direction = row.direction.cast<Enclosure>();
    if (row.is_of_origin()) {
      out[k] = direction.dot(frame.position()) - Enclosure(row.offset);
    } else if (row.axis) {
      const Vec3<Enclosure> axis = frame.rotation() * row.axis->cast<Enclosure>();
      out[k] = direction.dot(axis);
    } else {
      out[k] = direction.dot(Vec3<Enclosure>(frame.rotation().col(row.column)));
    }
    for (const auto& [j, along] : row.found) out[k] -= Enclosure(along) * piece.q[j];
  }
  return true;
}

FrameCosines::FrameCosines(const Model& model, FrameId frame, const Eigen::Matrix3Xd& axes,
                           const Eigen::Matrix3Xd& directions)
    : FrameRows(model, frame, cosine_rows(axes, directions)) {}

Closure::Closure(const Model& model, const CutJoint& cut)
    : Copied(model), cut_(cut), a_(model, cut.frame_a), b_(model, cut.frame_b) {}

int Closure::size() const {
  return static_cast<int>(cut_.directions.rows()) + (cut_.hold_orientation ? 3 : 0);
}

void Closure::value_at(const PlacedLinks& links, Contact&, VecOut<double> g) {
  a_.update(links);
  b_.update(links);
  const Eigen::Index gaps = cut_.directions.rows();
  g.head(gaps) = cut_.directions * (b_.position() - a_.position());
  if (!cut_.hold_orientation) return;
  const Eigen::Matrix3d wanted = a_.rotation() * cut_.rotation_ab;
  for (int k = 0; k < 3; ++k) g[gaps + k] = wanted.col(k).dot(b_.rotation().col((k + 1) % 3));
}

void Closure::slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) {
  a_.update(links);
  b_.update(links);
  const Eigen::Index gaps = cut_.directions.rows();
  by_q.topRows(gaps) = products(cut_.directions, b_.velocity() - a_.velocity());
  if (!cut_.hold_orientation) return;
  const Eigen::Matrix3d wanted = a_.rotation() * cut_.rotation_ab;
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3d u = wanted.col(k), w = b_.rotation().col((k + 1) % 3);
    by_q.row(gaps + k) =
        (along(a_.axis_velocity(u), w) + along(b_.axis_velocity(w), u)).transpose();
  }
}

void Closure::add_at(const PlacedLinks& links, Contact&, VecIn<double> weights, FrameSum& sum) {
  a_.update(links);
  b_.update(links);
  const Eigen::Index gaps = cut_.directions.rows();
  const Eigen::Vector3d weight = combined(cut_.directions, weights.head(gaps));
  sum.gradient += along(b_.velocity() - a_.velocity(), weight);
  b_.add_position_hessian(weight, sum.hessian);
  a_.add_position_hessian(-weight, sum.hessian);
  if (!cut_.hold_orientation) return;
  const Eigen::Matrix3d wanted = a_.rotation() * cut_.rotation_ab;
  for (int k = 0; k < 3; ++k) {
    const double of_k = weights[gaps + k];
    const Eigen::Vector3d u = wanted.col(k), w = b_.rotation().col((k + 1) % 3);
    a_.add_axis_hessian(u, of_k * w, sum.hessian);
    b_.add_axis_hessian(w, of_k * u, sum.hessian);
    const Eigen::Matrix3Xd u_by_q = a_.axis_velocity(u), w_by_q = b_.axis_velocity(w);
    sum.gradient += of_k * (along(u_by_q, w) + along(w_by_q, u));
    const Eigen::MatrixXd cross = products(u_by_q, w_by_q);
    sum.hessian += of_k * (cross + cross.transpose());
  }
}

bool Closure::enclose(const MotionPiece& piece, EnclosureOut out) {
  const EnclosedFrame &a = a_.enclose(piece.q), &b = b_.enclose(piece.q);
  const Eigen::Index gaps = cut_.directions.rows();
  out.head(gaps).noalias() = cut_.directions.cast<Enclosure>() * (b.position() - a.position());
  if (!cut_.hold_orientation) return true;
  const Mat3<Enclosure> wanted = a.rotation() * cut_.rotation_ab.cast<Enclosure>();
  for (int k = 0; k < 3; ++k) out[gaps + k] = wanted.col(k).dot(b.rotation().col((k + 1) % 3));
  return true;
}

}  // namespace alembert
