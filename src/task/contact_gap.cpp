#include "task/contact_gap.hpp"

#include "task/three_rows.hpp"

namespace alembert {
namespace {

/// A turn about axis k of the place shows first in a cosine between these axes of frame and place.
/// While the frame rolls about its y axis the others stay what they are.
struct Cosine {
  int of_frame, of_place;
};
constexpr Cosine cosines[] = {{1, 2}, {0, 2}, {1, 0}};

std::vector<FrameRows::Row> rows_of(const Model& model, const GroundContact& contact) {
  const Eigen::Isometry3d place = place_of(model, contact);
  std::vector<FrameRows::Row> rows;
  for (const int component : held_components(contact)) {
    if (component < 3) {
      const Eigen::Vector3d direction = place.linear().col(component);
      rows.push_back({-1, direction, direction.dot(place.translation())});
      for (const GroundContact::Found& found : contact.found) {
        const double along = direction.dot(found.along);
        if (along != 0.0) rows.back().found.emplace_back(found.coordinate, along);
      }
    } else {
      const Cosine& cosine = cosines[component - 3];
      rows.push_back({cosine.of_frame, place.linear().col(cosine.of_place)});
    }
  }
  return rows;
}

/// Held along x alone: the gap's rate is then the speed.
GroundContact along_x(GroundContact contact) {
  contact.components = {0};
  contact.slides = 0.0;
  return contact;
}

}  // namespace

ContactGap::ContactGap(const Model& model, const GroundContact& contact)
    : FrameRows(model, contact.frame, rows_of(model, contact)) {}

ContactRate::ContactRate(const Model& model, const GroundContact& contact, int order)
    : links_(model),
      frame_(model, contact.frame),
      rows_(rows_of(model, contact)),
      order_(order),
      moved_(frame_.axes().size()),
      spin_(moved_.size()),
      spin_rate_(moved_.size()) {}

/// The joints' axes turn with all joints before them.
void ContactRate::turn_axes(const MotionPoint& point) {
  links_.update(point.q());
  frame_.update(links_);
  Eigen::Vector3d spin = Eigen::Vector3d::Zero(), spin_rate = spin;
  for (std::size_t k = 0; k < moved_.size(); ++k) {
    const FrameMotion::Axis& axis = frame_.axes()[k];
    Moved& joint = moved_[k];
    joint.coordinate = axis.coordinate;
    joint.turn[0] = axis.turn;
    joint.turn[1] = spin.cross(axis.turn);
    joint.turn[2] = spin_rate.cross(axis.turn) + spin.cross(joint.turn[1]);
    const double v = point.v()[axis.coordinate], a = point.a()[axis.coordinate];
    spin += v * joint.turn[0];
    spin_rate += v * joint.turn[1] + a * joint.turn[0];
    spin_[k] = spin;
    spin_rate_[k] = spin_rate;
  }
}

/// What the row looks at by each joint, with derivatives in time: x_k' = spin × x_k + w_k × (what
/// the joints behind k add to x').
void ContactRate::move(const MotionPoint& point, const FrameRows::Row& row) {
  Eigen::Vector3d behind = Eigen::Vector3d::Zero(), behind_rate = behind;
  for (std::size_t k = moved_.size(); k-- > 0;) {
    Moved& joint = moved_[k];
    auto& [x, x1, x2] = joint.slope;
    x = row.column < 0 ? frame_.axes()[k].velocity
                       : joint.turn[0].cross(Eigen::Vector3d(frame_.rotation().col(row.column)));
    x1 = spin_[k].cross(x) + joint.turn[0].cross(behind);
    x2 = spin_rate_[k].cross(x) + spin_[k].cross(x1) + joint.turn[1].cross(behind) +
         joint.turn[0].cross(behind_rate);
    const double v = point.v()[joint.coordinate], a = point.a()[joint.coordinate];
    behind += v * x;
    behind_rate += v * x1 + a * x;
  }
}

void ContactRate::value(const MotionPoint& point, VecOut<double> g) {
  turn_axes(point);
  for (int r = 0; r < size(); ++r) {
    const FrameRows::Row& row = rows_[r];
    move(point, row);
    Eigen::Vector3d rate = Eigen::Vector3d::Zero();
    for (const Moved& joint : moved_) {
      const double v = point.v()[joint.coordinate], a = point.a()[joint.coordinate];
      rate += (order_ == 1 ? v : a) * joint.slope[0];
      if (order_ == 2) rate += v * joint.slope[1];
    }
    g[r] = row.direction.dot(rate);
    for (const auto& [j, along] : row.found) {
      g[r] -= along * (order_ == 1 ? point.v()[j] : point.a()[j]);
    }
  }
}

void ContactRate::derivative(const MotionPoint& point, MatOut<double> D) {
  const int n = point.dofs;
  turn_axes(point);
  for (int r = 0; r < size(); ++r) {
    const FrameRows::Row& row = rows_[r];
    move(point, row);
    for (const Moved& joint : moved_) {
      const auto along = [&](int order) { return row.direction.dot(joint.slope[order]); };
      D(r, joint.coordinate) += along(order_);
      D(r, n + joint.coordinate) += order_ * along(order_ - 1);
      if (order_ == 2) D(r, 2 * n + joint.coordinate) += along(0);
    }
    for (const auto& [j, part] : row.found) D(r, order_ * n + j) -= part;
  }
}

void ContactRate::hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) {
  const int n = point.dofs;
  turn_axes(point);
  for (int r = 0; r < size(); ++r) {
    const FrameRows::Row& row = rows_[r];
    move(point, row);
    const Eigen::Vector3d weight = weights[r] * row.direction;
    for (std::size_t l = 0; l < moved_.size(); ++l) {
      for (std::size_t k = 0; k <= l; ++k) {
        const auto &w = moved_[k].turn, &x = moved_[l].slope;
        const double bend[3] = {
            weight.dot(w[0].cross(x[0])), weight.dot(w[1].cross(x[0]) + w[0].cross(x[1])),
            weight.dot(w[2].cross(x[0]) + 2.0 * w[1].cross(x[1]) + w[0].cross(x[2]))};
        const int i = moved_[k].coordinate, j = moved_[l].coordinate;
        const auto put = [&](int of_i, int of_j, double value) {
          H(of_i * n + i, of_j * n + j) += value;
          if (k != l || of_i != of_j) H(of_j * n + j, of_i * n + i) += value;
        };
        const auto both = [&](int of_i, int of_j, double value) {
          put(of_i, of_j, value);
          if (k != l && of_i != of_j) put(of_j, of_i, value);
        };
        both(0, 0, bend[order_]);
        both(0, 1, order_ * bend[order_ - 1]);
        if (order_ == 1) continue;
        both(0, 2, bend[0]);
        both(1, 1, 2.0 * bend[0]);
      }
    }
  }
}

SlidingSpeed::SlidingSpeed(const Model& model, const GroundContact& contact)
    : Copied(model, along_x(contact), 1),
      model_(model),
      body_(model.frame(contact.frame)),
      along_(place_of(model, contact).linear().col(0)),
      state_(model, TreeState<Enclosure>::Axes::world) {}

/// The power of a unit force along x.
bool SlidingSpeed::enclose(const MotionPiece& piece, EnclosureOut out) {
  state_.update(piece.q, piece.v);
  const Vec3<Enclosure> force = along_.cast<Enclosure>();
  const Vec3<Enclosure> at =
      state_.link(body_.joint).at(body_.pose.translation().cast<Enclosure>());
  const Vec3<Enclosure> moment = at.cross(force);
  out[0] = Enclosure(0.0);
  for (int i = body_.joint; i >= 0; i = model_.joint(i).parent) {
    const auto& axis = state_.link(i).S_;
    const Enclosure share = vec(axis.w).dot(moment) + vec(axis.v).dot(force);
    out[0] += share * piece.v[model_.joint(i).coordinate] * model_.joint(i).ratio;
  }
  return true;
}

}  // namespace alembert
