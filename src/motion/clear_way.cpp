#include "motion/clear_way.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/bending_model.hpp"

namespace alembert {
namespace {

constexpr double branch = 0.3;  // rad or m: how far a tree grows at once
constexpr double step = 0.03;   // … and is looked at in between
constexpr int most_branches = 3000;
constexpr int cuts = 150;
/// Of entries in metres: room for the curve that follows the way's corners, given up where the
/// ends have less.
constexpr double room = 0.015;

}  // namespace

ClearWays::ClearWays(const Task& task) : point_(task.dofs(), task.forces()), value_(1) {
  const MotionProblem& problem = task.problem();
  if (!problem.cut_joints.empty() || problem.repetition) return;
  for (const PointLimit& limit : task.limits()) {
    if (limit.subjects.front().kind != LimitKind::clearance) continue;
    limits_.push_back({limit.term.clone(), limit.lower[0]});
  }
  lower_ = problem.limits.lower;
  upper_ = problem.limits.upper;
  // Links that bend are looked at straight: how they bend follows from the motion.
  const Eigen::Index amplitudes = lower_.size() - first_amplitude(problem.model);
  lower_.tail(amplitudes).setZero();
  upper_.tail(amplitudes).setZero();
}

bool ClearWays::clear(const Eigen::VectorXd& q) {
  point_.z.head(point_.dofs) = q;
  for (Keep& limit : limits_) {
    value_.setZero();
    limit.term.of_instant()->value(point_, value_);
    if (!(value_[0] >= limit.least)) return false;
  }
  return true;
}

bool ClearWays::straight(const Eigen::VectorXd& from, const Eigen::VectorXd& to) {
  const int count = 1 + static_cast<int>((to - from).lpNorm<Eigen::Infinity>() / step);
  for (int i = 1; i <= count; ++i) {
    if (!clear(from + (to - from) * i / static_cast<double>(count))) return false;
  }
  return true;
}

Eigen::VectorXd ClearWays::random_posture(std::mt19937& random) const {
  Eigen::VectorXd q(lower_.size());
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    q[j] = std::uniform_real_distribution<double>(lower_[j], upper_[j])(random);
  }
  return q;
}

int ClearWays::grow(Tree& tree, const Eigen::VectorXd& to, bool all_the_way) {
  int at = 0;
  for (int k = 1; k < static_cast<int>(tree.q.size()); ++k) {
    if ((tree.q[k] - to).squaredNorm() < (tree.q[at] - to).squaredNorm()) at = k;
  }
  int reached = -1;
  while (true) {
    const Eigen::VectorXd way = to - tree.q[at];
    const double length = way.norm();
    const Eigen::VectorXd next = length <= branch ? to : tree.q[at] + branch / length * way;
    if (!straight(tree.q[at], next)) return reached;
    tree.q.push_back(next);
    tree.parent.push_back(at);
    reached = at = static_cast<int>(tree.q.size()) - 1;
    if (!all_the_way || length <= branch) return reached;
  }
}

void ClearWays::shorten(std::vector<Eigen::VectorXd>& way, std::mt19937& random) {
  for (int k = 0; k < cuts && way.size() > 2; ++k) {
    const auto last = static_cast<int>(way.size()) - 1;
    int i = std::uniform_int_distribution<int>(0, last)(random);
    int j = std::uniform_int_distribution<int>(0, last)(random);
    if (i > j) std::swap(i, j);
    if (j - i < 2 || !straight(way[i], way[j])) continue;
    way.erase(way.begin() + i + 1, way.begin() + j);
  }
}

std::optional<std::vector<Eigen::VectorXd>> ClearWays::find(const Eigen::VectorXd& from,
                                                            const Eigen::VectorXd& to,
                                                            unsigned seed) {
  // Joints without limits go no farther than half a turn beyond the ends.
  for (Eigen::Index j = 0; j < lower_.size(); ++j) {
    if (!std::isfinite(lower_[j])) lower_[j] = std::min(from[j], to[j]) - 3.2;
    if (!std::isfinite(upper_[j])) upper_[j] = std::max(from[j], to[j]) + 3.2;
  }
  for (Keep& limit : limits_) {
    double least = room;
    for (const Eigen::VectorXd& end : {from, to}) {
      point_.z.head(point_.dofs) = end;
      value_.setZero();
      limit.term.of_instant()->value(point_, value_);
      least = std::min(least, 0.5 * value_[0]);
    }
    limit.least = std::max(0.0, least);
  }
  if (!clear(from) || !clear(to)) return {};
  std::mt19937 random(seed);
  Tree trees[2] = {{{from}, {-1}}, {{to}, {-1}}};
  int one = 0;
  for (int k = 0; k < most_branches; ++k, one = 1 - one) {
    Tree &tree = trees[one], &other = trees[1 - one];
    const int reached = grow(tree, random_posture(random), false);
    if (reached < 0) continue;
    const Eigen::VectorXd meeting = tree.q[reached];
    const int met = grow(other, meeting, true);
    if (met < 0 || other.q[met] != meeting) continue;
    std::vector<Eigen::VectorXd> way;
    for (int i = one == 0 ? reached : met; i >= 0; i = trees[0].parent[i]) {
      way.push_back(trees[0].q[i]);
    }
    std::reverse(way.begin(), way.end());
    const int after = trees[1].parent[one == 0 ? met : reached];
    for (int i = after; i >= 0; i = trees[1].parent[i]) way.push_back(trees[1].q[i]);
    shorten(way, random);
    return way;
  }
  return {};
}

}  // namespace alembert
