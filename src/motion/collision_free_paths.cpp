#include "motion/collision_free_paths.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/arm.hpp"

namespace alembert {
namespace {

constexpr double branch = 0.3;      // rad or m: how far a tree grows at once
constexpr double look_step = 0.03;  // … and is looked at in between
constexpr int most_branches = 3000;
constexpr int cuts = 150;
/// Of entries in metres: slack for the curve that follows the path's corners, given up where the
/// ends have less.
constexpr double most_slack = 0.015;

}  // namespace

CollisionFreePaths::CollisionFreePaths(const Task& task, std::function<bool()> go_on)
    : links_(task.model()), value_(1), go_on_(std::move(go_on)) {
  const MotionProblem& problem = task.problem();
  if (!problem.cut_joints.empty() || problem.repetition) return;
  std::vector<double> least;
  for (const PointLimit& limit : limits_of(task)) {
    if (!is_clearance(limit)) continue;
    limits_.push_back(limit.term.clone());
    distances_.push_back(limits_.back().of_frames());
    least.push_back(limit.lower[0]);
  }
  least_ = Eigen::Map<Eigen::VectorXd>(least.data(), least.size());
  lower_ = problem.limits.lower;
  upper_ = problem.limits.upper;
  // Links that bend are looked at straight: how they bend follows from the motion.
  const Eigen::Index following = lower_.size() - problem.model.arm().told(problem.model);
  lower_.tail(following).setZero();
  upper_.tail(following).setZero();
}

double CollisionFreePaths::value(std::size_t limit, const Eigen::VectorXd& q) {
  links_.update(q);
  contact_.found = false;
  distances_[limit]->value_at(links_, contact_, value_);
  return value_[0];
}

bool CollisionFreePaths::clear(const Eigen::VectorXd& q, const Eigen::VectorXd& least) {
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    if (!(value(i, q) >= least[i])) return false;
  }
  return true;
}

bool CollisionFreePaths::straight(const Eigen::VectorXd& from, const Eigen::VectorXd& to) {
  return straight(from, to, least_);
}

bool CollisionFreePaths::straight(const Eigen::VectorXd& from, const Eigen::VectorXd& to,
                                  const Eigen::VectorXd& least) {
  const int count = 1 + static_cast<int>((to - from).lpNorm<Eigen::Infinity>() / look_step);
  for (int i = 1; i <= count; ++i) {
    if (!clear(from + (to - from) * i / static_cast<double>(count), least)) return false;
  }
  return true;
}

Eigen::VectorXd CollisionFreePaths::random_posture(const Leg& leg, std::mt19937& random) {
  Eigen::VectorXd q(leg.lower.size());
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    q[j] = std::uniform_real_distribution<double>(leg.lower[j], leg.upper[j])(random);
  }
  return q;
}

int CollisionFreePaths::grow(Tree& tree, const Eigen::VectorXd& to, const Leg& leg,
                             bool all_the_way) {
  int at = 0;
  for (int k = 1; k < static_cast<int>(tree.q.size()); ++k) {
    if ((tree.q[k] - to).squaredNorm() < (tree.q[at] - to).squaredNorm()) at = k;
  }
  int reached = -1;
  while (true) {
    const Eigen::VectorXd step = to - tree.q[at];
    const double length = step.norm();
    const Eigen::VectorXd next = length <= branch ? to : tree.q[at] + branch / length * step;
    if (!straight(tree.q[at], next, leg.least)) return reached;
    tree.q.push_back(next);
    tree.parent.push_back(at);
    reached = at = static_cast<int>(tree.q.size()) - 1;
    if (!all_the_way || length <= branch) return reached;
  }
}

void CollisionFreePaths::shorten(std::vector<Eigen::VectorXd>& path, const Leg& leg,
                                 std::mt19937& random) {
  for (int k = 0; k < cuts && path.size() > 2; ++k) {
    const auto last = static_cast<int>(path.size()) - 1;
    int i = std::uniform_int_distribution<int>(0, last)(random);
    int j = std::uniform_int_distribution<int>(0, last)(random);
    if (i > j) std::swap(i, j);
    if (j - i < 2 || !straight(path[i], path[j], leg.least)) continue;
    path.erase(path.begin() + i + 1, path.begin() + j);
  }
}

CollisionFreePaths::Leg CollisionFreePaths::leg_between(const Eigen::VectorXd& from,
                                                        const Eigen::VectorXd& to) {
  Leg leg{lower_, upper_, least_};
  // Joints without limits go no farther than half a turn beyond the ends.
  for (Eigen::Index j = 0; j < lower_.size(); ++j) {
    if (!std::isfinite(lower_[j])) leg.lower[j] = std::min(from[j], to[j]) - 3.2;
    if (!std::isfinite(upper_[j])) leg.upper[j] = std::max(from[j], to[j]) + 3.2;
  }
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const double less = std::min(value(i, from), value(i, to));
    leg.least[i] = std::max(0.0, std::min(most_slack, 0.5 * less));
  }
  return leg;
}

std::optional<std::vector<Eigen::VectorXd>> CollisionFreePaths::find(const Eigen::VectorXd& from,
                                                                     const Eigen::VectorXd& to,
                                                                     unsigned seed) {
  const Leg leg = leg_between(from, to);
  if (!clear(from, leg.least) || !clear(to, leg.least)) return {};
  std::mt19937 random(seed);
  Tree trees[2] = {{{from}, {-1}}, {{to}, {-1}}};
  int one = 0;
  for (int k = 0; k < most_branches; ++k, one = 1 - one) {
    if (go_on_ && !go_on_()) return {};
    Tree &tree = trees[one], &other = trees[1 - one];
    const int reached = grow(tree, random_posture(leg, random), leg, false);
    if (reached < 0) continue;
    const Eigen::VectorXd meeting = tree.q[reached];
    const int met = grow(other, meeting, leg, true);
    if (met < 0 || other.q[met] != meeting) continue;
    std::vector<Eigen::VectorXd> path;
    for (int i = one == 0 ? reached : met; i >= 0; i = trees[0].parent[i]) {
      path.push_back(trees[0].q[i]);
    }
    std::reverse(path.begin(), path.end());
    const int after = trees[1].parent[one == 0 ? met : reached];
    for (int i = after; i >= 0; i = trees[1].parent[i]) path.push_back(trees[1].q[i]);
    shorten(path, leg, random);
    return path;
  }
  return {};
}

}  // namespace alembert
