#include "task/closest_coordinates.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include "task/three_rows.hpp"

namespace alembert {
namespace {

/// Parallel edges leave y undetermined; this chooses one without moving the distance. What it is
/// off by elsewhere, this share times the condition number, the refinements below take away.
constexpr double regularisation = 1e-10;
/// Each multiplies what is left by that same factor: two reach rounding up to a condition of 1e7.
constexpr int refinements = 2;

/// Sets of at most so many edges are searched without asking for memory: two boxes.
constexpr int few = 6;

template <int Most>
using Edges = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, Most>;
template <int Most>
using Entries = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, Most, 1>;

/// used' used, regularised, and its factor.
template <int Most>
class Normal {
 public:
  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, Most, Most>;

  explicit Normal(const Edges<Most>& used) {
    Square regular = used.transpose().lazyProduct(used);
    regular.diagonal().array() += regularisation * (regular.trace() + regularisation);
    factor_.compute(regular);
  }
  Entries<Most> solve(const Entries<Most>& b) const { return factor_.solve(b); }

 private:
  Eigen::LDLT<Square> factor_;
};

template <int Most>
class ClosestSearch {
 public:
  ClosestSearch(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges, Eigen::VectorXd& y,
                std::vector<int>& free)
      : offset_(offset), edges_(edges), y_(y), free_(free) {}

  // Primal active set: solve on the free entries, go as far as the bounds allow, release the entry
  // whose bound pushes hardest the wrong way. Six entries of boxes, ten of prisms: this ends in a
  // few steps.
  void run() {
    const int k = static_cast<int>(edges_.cols());
    y_.setConstant(k, 0.5);
    free_.clear();
    for (int i = 0; i < k; ++i) free_.push_back(i);
    for (int step = 0; step < 20 * (k + 1); ++step) {
      if (move_to_bound()) continue;
      const int worst = pushed_wrong();
      if (worst < 0) break;
      free_.push_back(worst);
    }
    refine();
  }

 private:
  Eigen::Vector3d gap() const {
    Eigen::Vector3d sum = offset_;
    for (Eigen::Index i = 0; i < edges_.cols(); ++i) sum += y_[i] * edges_.col(i);
    return sum;
  }
  Edges<Most> used() const {
    Edges<Most> out(3, free_.size());
    for (std::size_t i = 0; i < free_.size(); ++i) out.col(i) = edges_.col(free_[i]);
    return out;
  }

  /// True where one stopped the others.
  bool move_to_bound() {
    const int count = static_cast<int>(free_.size());
    if (count == 0) return false;
    const Edges<Most> along = used();
    const Entries<Most> slope = along.transpose().lazyProduct(gap());
    const Entries<Most> move = Normal<Most>(along).solve(-slope);
    double share = 1.0;
    int blocking = -1;
    for (int i = 0; i < count; ++i) {
      const double target = move[i] > 0.0 ? 1.0 : 0.0;
      if (move[i] == 0.0) continue;
      const double step = (target - y_[free_[i]]) / move[i];
      if (step < share) {
        share = step;
        blocking = i;
      }
    }
    for (int i = 0; i < count; ++i) y_[free_[i]] += share * move[i];
    if (blocking < 0) return false;
    y_[free_[blocking]] = move[blocking] > 0.0 ? 1.0 : 0.0;
    free_.erase(free_.begin() + blocking);
    return true;
  }

  /// -1: none.
  int pushed_wrong() const {
    const Eigen::Vector3d now = gap();
    int worst = -1;
    double most = 1e-12 * (1.0 + edges_.squaredNorm());
    for (int i = 0; i < static_cast<int>(edges_.cols()); ++i) {
      if (std::find(free_.begin(), free_.end(), i) != free_.end()) continue;
      const double slope = edges_.col(i).dot(now);
      const double push = y_[i] == 0.0 ? -slope : slope;
      if (push > most) {
        most = push;
        worst = i;
      }
    }
    return worst;
  }

  /// More Newton steps on the free entries, until the slope is rounding: what remains of it then,
  /// in a direction that parallel edges leave open, is noise and not followed.
  void refine() {
    if (free_.empty()) return;
    const Edges<Most> along = used();
    const Normal<Most> normal(along);
    const double size = offset_.norm() + edges_.norm() * y_.norm();
    const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * along.norm() * size;
    for (int round = 0; round < refinements; ++round) {
      const Entries<Most> slope = along.transpose().lazyProduct(gap());
      if (slope.norm() <= rounding) return;
      const Entries<Most> move = normal.solve(-slope);
      for (std::size_t i = 0; i < free_.size(); ++i) {
        double& entry = y_[free_[i]];
        entry = std::clamp(entry + move[i], 0.0, 1.0);
      }
    }
  }

  const Eigen::Vector3d& offset_;
  const Eigen::Matrix3Xd& edges_;
  Eigen::VectorXd& y_;
  std::vector<int>& free_;
};

}  // namespace

Eigen::Matrix3Xd columns(const Eigen::Matrix3Xd& edges, const std::vector<int>& chosen) {
  Eigen::Matrix3Xd used(3, chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) used.col(i) = edges.col(chosen[i]);
  return used;
}

Eigen::MatrixXd solve_normal(const Eigen::Matrix3Xd& used, const Eigen::MatrixXd& b) {
  const Eigen::MatrixXd normal = products(used, used);
  Eigen::MatrixXd regular = normal;
  regular.diagonal().array() += regularisation * (normal.trace() + regularisation);
  const Eigen::LDLT<Eigen::MatrixXd> factor(regular);
  Eigen::MatrixXd x = factor.solve(b);
  for (int round = 0; round < refinements; ++round) {
    const Eigen::MatrixXd left = b - normal * x, correction = factor.solve(left);
    if (!(correction.norm() < 0.1 * x.norm())) break;
    x += correction;
  }
  return x;
}

void closest_coordinates(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
                         Eigen::VectorXd& y, std::vector<int>& free) {
  if (edges.cols() <= few) {
    ClosestSearch<few>(offset, edges, y, free).run();
  } else {
    ClosestSearch<Eigen::Dynamic>(offset, edges, y, free).run();
  }
}

}  // namespace alembert
