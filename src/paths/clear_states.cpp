#include "paths/clear_states.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernel/sincos.hpp"
#include "task/near_solids.hpp"
#include "task/placed_links.hpp"

namespace alembert {
namespace {

using Lanes = ClearStates::Lanes;

/// m: balls around a solid of another shape stand out of it by no more, as long as they are few.
constexpr double stands_out = 0.01;
constexpr int most_balls = 64;
/// m: what single precision may take from the radius of a leaf.
constexpr float rounding_of_leaves = 1e-5f;
/// m: farther than anything.
constexpr float infinity_of_lanes = 1e9f;

Lanes largest(Lanes a, Lanes b) {
  return Lanes(Lanes::Register(a.lanes > b.lanes ? a.lanes : b.lanes));
}
Lanes magnitude(Lanes a) { return largest(a, -a); }

Lanes square_to(const float* from, const Lanes* point) {
  const Lanes d[3] = {point[0] - from[0], point[1] - from[1], point[2] - from[2]};
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

bool any_below(Lanes a, float bound) {
  typedef std::int32_t Integers __attribute__((vector_size(sizeof(Lanes::Register))));
  const Integers below = a.lanes < Lanes(bound).lanes;
  std::int32_t any = 0;
  for (int l = 0; l < ClearStates::width; ++l) any |= below[l];
  return any != 0;
}

/// Balls that cover a solid: as many along each edge of its box as keep them close to it.
std::vector<Ball> cover(const Solid& solid) {
  const Block block = block_around(solid);
  Eigen::Vector3d half = block.half;
  if (block.round) half[2] = half[1];
  Eigen::Vector3i count = Eigen::Vector3i::Ones();
  const auto radius = [&] {
    return half.cwiseQuotient(count.cast<double>()).norm() + solid.radius;
  };
  const double thin = block.round ? 0.0 : half.minCoeff();
  while (count.prod() < most_balls && radius() > solid.radius + thin + stands_out) {
    Eigen::Index widest = 0;
    half.cwiseQuotient(count.cast<double>()).maxCoeff(&widest);
    ++count[widest];
  }
  std::vector<Ball> balls;
  for (int i = 0; i < count[0]; ++i) {
    for (int j = 0; j < count[1]; ++j) {
      for (int k = 0; k < count[2]; ++k) {
        const Eigen::Vector3d share((2.0 * i + 1.0) / count[0] - 1.0,
                                    (2.0 * j + 1.0) / count[1] - 1.0,
                                    (2.0 * k + 1.0) / count[2] - 1.0);
        balls.push_back({block.middle + block.axes * share.cwiseProduct(half), radius()});
      }
    }
  }
  return balls;
}

/// Around balls: from the middle of their box.
Ball ball_around(const std::vector<Ball>& balls) {
  Eigen::Vector3d low = balls.front().centre, high = low;
  for (const Ball& ball : balls) {
    low = low.cwiseMin((ball.centre.array() - ball.radius).matrix());
    high = high.cwiseMax((ball.centre.array() + ball.radius).matrix());
  }
  Ball around{0.5 * (low + high), 0.0};
  for (const Ball& ball : balls) {
    around.radius = std::max(around.radius, (ball.centre - around.centre).norm() + ball.radius);
  }
  return around;
}

}  // namespace

ClearStates::ClearStates(const Model& model, const Clearance& clearance)
    : dofs_(model.dofs()), margin_(static_cast<float>(clearance.margin)) {
  add_steps(model);
  add_groups(model, clearance);
  for (const alembert::Obstacle& of : clearance.obstacles) {
    const Block block = block_around(of.solid);
    Obstacle own{};
    for (int i = 0; i < 3; ++i) {
      own.middle[i] = static_cast<float>(block.middle[i]);
      own.half[i] = static_cast<float>(block.half[i]);
      for (int j = 0; j < 3; ++j) own.axes[3 * i + j] = static_cast<float>(block.axes(j, i));
    }
    own.radius = static_cast<float>(block.radius);
    own.round = block.round;
    add_planes(of.solid, own);
    if (block.cloud) add_leaves(*block.cloud, own);
    blocks_.push_back(own);
  }
  // Hands meet obstacles first.
  for (int g = static_cast<int>(groups_.size()) - 1; g >= 0; --g) {
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      order_.push_back(g * static_cast<int>(blocks_.size()) + static_cast<int>(b));
    }
  }
  links_.resize(steps_.size() + 1);
  const auto axis = [&](int i) { return small::v3<Lanes>(model.base().linear().col(i)); };
  links_.front() = {axis(0), axis(1), axis(2), small::v3<Lanes>(model.base().translation())};
  centres_.resize(3 * balls_.size());
  arounds_.resize(3 * groups_.size());
  placed_.resize(groups_.size());
  q_.resize(dofs_);
  find_reach(model);
}

void ClearStates::add_planes(const Solid& hull, Obstacle& obstacle) {
  obstacle.first_plane = static_cast<int>(planes_.size());
  for (std::size_t f = 0; f + 2 < hull.facets.size(); f += 3) {
    const Eigen::Vector3d p = hull.points.col(hull.facets[f]);
    const Eigen::Vector3d across =
        (hull.points.col(hull.facets[f + 1]) - p).cross(hull.points.col(hull.facets[f + 2]) - p);
    const Eigen::Vector3d n = across.normalized();
    if (n.isZero()) continue;
    Plane plane{};
    for (int i = 0; i < 3; ++i) plane.normal[i] = static_cast<float>(n[i]);
    plane.height = static_cast<float>(n.dot(p));
    planes_.push_back(plane);
  }
  obstacle.last_plane = static_cast<int>(planes_.size());
}

void ClearStates::add_leaves(const PointCloud& cloud, Obstacle& obstacle) {
  obstacle.first_leaf = static_cast<int>(leaves_.size());
  const int before = static_cast<int>(points_.size());
  for (const PointCloud::Leaf& leaf : cloud.leaves()) {
    Leaf own{{}, before + leaf.first, before + leaf.last};
    for (int i = 0; i < 3; ++i) own.around.centre[i] = static_cast<float>(leaf.middle[i]);
    own.around.radius = static_cast<float>(leaf.radius) + rounding_of_leaves;
    leaves_.push_back(own);
  }
  for (const auto& point : cloud.points().colwise()) {
    points_.push_back(
        {static_cast<float>(point[0]), static_cast<float>(point[1]), static_cast<float>(point[2])});
  }
  obstacle.last_leaf = static_cast<int>(leaves_.size());
}

void ClearStates::add_steps(const Model& model) {
  const RegroupedModel regrouped(model);
  for (const RegroupedJoint& joint : regrouped.joints) {
    steps_.push_back({JointFrame<Lanes>(joint), joint.coordinate, static_cast<float>(joint.ratio),
                      static_cast<float>(joint.offset)});
  }
}

void ClearStates::add_groups(const Model& model, const Clearance& clearance) {
  std::vector<std::vector<int>> balls_of(clearance.arm.size());
  for (int joint = -1; joint < model.joint_count(); ++joint) {
    std::vector<Ball> own;
    const int first = static_cast<int>(balls_.size());
    for (std::size_t i = 0; i < clearance.arm.size(); ++i) {
      const ModelFrame& frame = model.frame(clearance.arm[i].frame);
      if (frame.joint != joint) continue;
      for (Ball ball : cover(clearance.arm[i].solid)) {
        ball.centre = frame.pose * ball.centre;
        balls_of[i].push_back(first + static_cast<int>(own.size()));
        own.push_back(ball);
      }
    }
    if (own.empty()) continue;
    const auto single = [](const Ball& ball) {
      Sphere out{};
      for (int i = 0; i < 3; ++i) out.centre[i] = static_cast<float>(ball.centre[i]);
      out.radius = static_cast<float>(ball.radius);
      return out;
    };
    for (const Ball& ball : own) balls_.push_back(single(ball));
    groups_.push_back({joint, single(ball_around(own)), first, static_cast<int>(balls_.size())});
  }
  for (const auto& [i, j] : clearance.self_pairs) {
    for (const int one : balls_of[i]) {
      for (const int other : balls_of[j]) selves_.push_back({one, other});
    }
  }
  if (clearance.allowed.empty()) return;
  const std::size_t blocks = clearance.obstacles.size();
  allowed_.assign(balls_.size() * blocks, 0);
  for (const auto& [i, k] : clearance.allowed) {
    for (const int ball : balls_of[i]) allowed_[ball * blocks + k] = 1;
  }
}

void ClearStates::find_reach(const Model& model) {
  reach_.setZero(dofs_);
  for (const Group& group : groups_) {
    const Eigen::Vector3d centre(group.around.centre[0], group.around.centre[1],
                                 group.around.centre[2]);
    double length = centre.norm() + group.around.radius;
    for (int i = group.joint; i >= 0; i = model.joint(i).parent) {
      const ModelJoint& joint = model.joint(i);
      const double turn = joint.motion == JointMotion::prismatic ? 1.0 : length;
      double& reach = reach_[joint.coordinate];
      reach = std::max(reach, std::abs(joint.ratio) * turn);
      length += joint.p.norm();
    }
  }
  for (int j = 0; j < dofs_; ++j) {
    if (reach_[j] > 0.0) moving_.push_back(j);
  }
}

void ClearStates::at(const Placed& link, const float* point, Lanes* out) const {
  const small::V3<Lanes> r =
      link.o + Lanes(point[0]) * link.ex + Lanes(point[1]) * link.ey + Lanes(point[2]) * link.ez;
  out[0] = r.x;
  out[1] = r.y;
  out[2] = r.z;
}

void ClearStates::place(const Lanes* q) {
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const Step& step = steps_[k];
    const Lanes x = q[step.coordinate] * step.ratio + step.offset;
    Lanes sine, cosine;
    sincos(step.angle(x), sine, cosine);
    Placed link = links_[step.parent + 1];
    link.place(step, x, sine, cosine);
    links_[k + 1] = link;
  }
}

Lanes ClearStates::square(const Obstacle& obstacle, const Lanes* point) {
  const Lanes d[3] = {point[0] - obstacle.middle[0], point[1] - obstacle.middle[1],
                      point[2] - obstacle.middle[2]};
  Lanes seen[3];
  for (int i = 0; i < 3; ++i) {
    const float* axis = obstacle.axes + 3 * i;
    seen[i] = d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2];
  }
  if (obstacle.round) {
    const Lanes along = largest(magnitude(seen[0]) - obstacle.half[0], 0.0f);
    const Lanes across =
        largest(sqrt(seen[1] * seen[1] + seen[2] * seen[2]) - obstacle.half[1], 0.0f);
    return along * along + across * across;
  }
  Lanes sum = 0.0f;
  for (int i = 0; i < 3; ++i) {
    const Lanes out = largest(magnitude(seen[i]) - obstacle.half[i], 0.0f);
    sum += out * out;
  }
  return sum;
}

void ClearStates::place_balls(const Group& group) {
  const Placed& link = links_[group.joint + 1];
  for (int b = group.first; b < group.last; ++b) at(link, balls_[b].centre, &centres_[3 * b]);
}

bool ClearStates::near(const Obstacle& obstacle, const Lanes* point, float least) const {
  if (!any_below(square(obstacle, point), least * least)) return false;
  if (obstacle.first_leaf < obstacle.last_leaf) return near_leaves(obstacle, point, least);
  if (obstacle.first_plane == obstacle.last_plane) return true;
  Lanes farthest = -infinity_of_lanes;
  for (int k = obstacle.first_plane; k < obstacle.last_plane; ++k) {
    const Plane& plane = planes_[k];
    farthest = largest(farthest, point[0] * plane.normal[0] + point[1] * plane.normal[1] +
                                     point[2] * plane.normal[2] - plane.height);
  }
  return any_below(farthest, least);
}

bool ClearStates::near_leaves(const Obstacle& obstacle, const Lanes* point, float least) const {
  for (int l = obstacle.first_leaf; l < obstacle.last_leaf; ++l) {
    const Leaf& leaf = leaves_[l];
    const float around = least + leaf.around.radius;
    if (!any_below(square_to(leaf.around.centre, point), around * around)) continue;
    for (int k = leaf.first; k < leaf.last; ++k) {
      const float* at = points_[k].data();
      if (any_below(square_to(at, point), least * least)) return true;
    }
  }
  return false;
}

bool ClearStates::keeps(const Group& group, const Obstacle& obstacle, float slack) {
  const std::size_t g = static_cast<std::size_t>(&group - groups_.data());
  const float reach = slack + obstacle.radius;
  const float around = reach + group.around.radius;
  if (!near(obstacle, &arounds_[3 * g], around)) return true;
  if (!placed_[g]) place_balls(group);
  placed_[g] = 1;
  const std::size_t block = static_cast<std::size_t>(&obstacle - blocks_.data());
  for (int b = group.first; b < group.last; ++b) {
    if (!allowed_.empty() && allowed_[b * blocks_.size() + block] != 0) continue;
    const float least = reach + balls_[b].radius;
    if (near(obstacle, &centres_[3 * b], least)) return false;
  }
  return true;
}

/// All lanes at once first; one after the other only where any is not.
Lanes::Register ClearStates::clear_lanes(const Lanes* q, float slack) {
  if (clear(q, slack)) return Lanes(1.0f).lanes;
  Lanes out = 0.0f;
  std::vector<Lanes> one(dofs_);
  for (int l = 0; l < width; ++l) {
    for (std::size_t j = 0; j < one.size(); ++j) one[j] = q[j][l];
    out.set(l, clear(one.data(), slack) ? 1.0f : 0.0f);
  }
  return out.lanes;
}

bool ClearStates::clear(const Lanes* q, float slack) {
  looked_at_ += width;
  place(q);
  slack += margin_;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    at(links_[group.joint + 1], group.around.centre, &arounds_[3 * g]);
    placed_[g] = 0;
  }
  const int blocks = static_cast<int>(blocks_.size());
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const int pair = order_[k];
    if (keeps(groups_[pair / blocks], blocks_[pair % blocks], slack)) continue;
    std::swap(order_[k], order_[k / 2]);
    return false;
  }
  if (selves_.empty()) return true;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (!placed_[g]) place_balls(groups_[g]);
  }
  for (const SelfPair& pair : selves_) {
    const int a = pair.one, b = pair.other;
    Lanes sum = 0.0f;
    for (int i = 0; i < 3; ++i) {
      const Lanes d = centres_[3 * a + i] - centres_[3 * b + i];
      sum += d * d;
    }
    const float least = slack + balls_[a].radius + balls_[b].radius;
    if (any_below(sum, least * least)) return false;
  }
  return true;
}

bool ClearStates::clear(const Eigen::VectorXd& q, double slack) {
  for (int j = 0; j < dofs_; ++j) q_[j] = q[j];
  return clear(q_.data(), static_cast<float>(slack));
}

/// Lanes are spread over the line, so that what is in the way is met soon.
bool ClearStates::clear(const Eigen::VectorXd& from, const Eigen::VectorXd& to, double slack,
                        double step) {
  const Eigen::VectorXd move = to - from;
  const double far = move.cwiseAbs().dot(reach_);
  const int packs = 1 + static_cast<int>(far / (step * width));
  const int count = packs * width;
  Lanes lane;
  for (int l = 0; l < width; ++l) lane.set(l, static_cast<float>(l * packs));
  for (int k = packs; k >= 1; --k) {
    const Lanes share = (lane + static_cast<float>(k)) * (1.0f / static_cast<float>(count));
    for (int j = 0; j < dofs_; ++j) q_[j] = Lanes(from[j]) + share * static_cast<float>(move[j]);
    if (!clear(q_.data(), static_cast<float>(slack))) return false;
  }
  return true;
}

}  // namespace alembert
