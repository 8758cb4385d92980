// Two trees grow from both ends, each in turn towards a random posture and then all the way towards
// what the other reached; what they meet in is cut short. Postures are measured in seconds, each
// joint at its fastest.
#include <algorithm>
#include <cmath>
#include <random>

#include "alembert/collision_free_path.hpp"
#include "clock.hpp"
#include "paths/clear_states.hpp"
#include "paths/point_tree.hpp"

namespace alembert {
namespace {

/// s: how far a tree grows at once.
constexpr double branch = 0.6;
/// m that solids move between two looks, with the arm stretched out: half of that as a rule.
constexpr double between_looks = 0.06;
/// A tree waits for the other while it has so many times its postures.
constexpr double most_ahead = 2.0;
constexpr int between_questions = 64;

}  // namespace

struct ClearPlanner::Data {
  ClearStates states;
  Eigen::VectorXd lower, upper, speed;

  /// What a search is about.
  struct Leg {
    const Eigen::VectorXd &from, &to;
    const CollisionFreePathOptions& options;
    double slack;
    Eigen::VectorXd lower, upper;  // of the joints that move solids
    std::mt19937 random;
  };

  Data(const Model& model, const Clearance& clearance, const MotionLimits& limits)
      : states(model, clearance), lower(limits.lower), upper(limits.upper) {
    speed = limits.velocity;
    for (double& v : speed) v = std::isfinite(v) && v > 0.0 ? v : 1.0;
  }

  const std::vector<int>& moving() const { return states.moving(); }
  Eigen::Index dimensions() const { return static_cast<Eigen::Index>(moving().size()); }

  /// In seconds, of joints that move solids.
  Eigen::VectorXd in_seconds(const Eigen::VectorXd& q) const {
    Eigen::VectorXd out(dimensions());
    for (Eigen::Index k = 0; k < out.size(); ++k) {
      const int j = moving()[k];
      out[k] = q[j] / speed[j];
    }
    return out;
  }
  /// Other joints as they are in `rest`.
  Eigen::VectorXd posture(const Eigen::VectorXd& in_seconds, Eigen::VectorXd rest) const {
    for (Eigen::Index k = 0; k < in_seconds.size(); ++k) {
      const int j = moving()[k];
      rest[j] = in_seconds[k] * speed[j];
    }
    return rest;
  }
  bool line(const Leg& leg, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    return states.clear(posture(a, leg.from), posture(b, leg.from), leg.slack, between_looks);
  }

  /// Slack is what the ends leave, halved until both have it. Joints without limits go no farther
  /// than half a turn beyond the ends.
  Leg leg_between(const Eigen::VectorXd& from, const Eigen::VectorXd& to,
                  const CollisionFreePathOptions& options) {
    Leg leg{.from = from,
            .to = to,
            .options = options,
            .slack = options.slack,
            .lower = in_seconds(lower),
            .upper = in_seconds(upper),
            .random = std::mt19937(options.seed)};
    while (leg.slack > 1e-4 && !(states.clear(from, leg.slack) && states.clear(to, leg.slack))) {
      leg.slack *= 0.5;
    }
    if (leg.slack < options.slack) leg.slack *= 0.5;
    const Eigen::VectorXd a = in_seconds(from), b = in_seconds(to);
    for (Eigen::Index k = 0; k < a.size(); ++k) {
      const double half_turn = 3.2 / speed[moving()[k]];
      if (!std::isfinite(leg.lower[k])) leg.lower[k] = std::min(a[k], b[k]) - half_turn;
      if (!std::isfinite(leg.upper[k])) leg.upper[k] = std::max(a[k], b[k]) + half_turn;
    }
    return leg;
  }

  std::optional<std::vector<Eigen::VectorXd>> connect(Leg& leg, int& postures) {
    PointTree trees[2] = {PointTree(dimensions()), PointTree(dimensions())};
    trees[0].add(in_seconds(leg.from), -1);
    trees[1].add(in_seconds(leg.to), -1);
    const auto begun = Clock::now();
    Eigen::VectorXd to(dimensions());
    int mine = 0;
    for (int round = 0;; ++round) {
      postures = trees[0].size() + trees[1].size();
      if (std::max(trees[0].size(), trees[1].size()) >= leg.options.most_postures) return {};
      if (round % between_questions == 0) {
        if (seconds_since(begun) > leg.options.max_seconds) return {};
        if (leg.options.go_on && !leg.options.go_on()) return {};
      }
      if (trees[mine].size() > most_ahead * trees[1 - mine].size()) mine = 1 - mine;
      for (Eigen::Index k = 0; k < to.size(); ++k) {
        to[k] = std::uniform_real_distribution<double>(leg.lower[k], leg.upper[k])(leg.random);
      }
      bool arrived = false;
      const int reached = grow(trees[mine], to, leg, false, arrived);
      if (reached >= 0) {
        const int other = grow(trees[1 - mine], trees[mine].point(reached), leg, true, arrived);
        if (other >= 0 && arrived) {
          std::vector<Eigen::VectorXd> path;
          const int ends[2] = {mine == 0 ? reached : other, mine == 0 ? other : reached};
          for (int i = ends[0]; i >= 0; i = trees[0].parent(i)) path.push_back(trees[0].point(i));
          std::reverse(path.begin(), path.end());
          path.pop_back();
          for (int i = ends[1]; i >= 0; i = trees[1].parent(i)) path.push_back(trees[1].point(i));
          return path;
        }
      }
      mine = 1 - mine;
    }
  }

  /// Number of what was reached, or -1.
  int grow(PointTree& tree, const Eigen::VectorXd& to, const Leg& leg, bool all_the_way,
           bool& arrived) {
    int at = tree.nearest(to), reached = -1;
    arrived = false;
    while (true) {
      const Eigen::VectorXd here = tree.point(at), move = to - here;
      const double length = move.norm();
      const bool last = length <= branch;
      const Eigen::VectorXd next = last ? to : Eigen::VectorXd(here + branch / length * move);
      if (!line(leg, here, next)) return reached;
      reached = at = tree.add(next, at);
      arrived = last;
      if (!all_the_way || last) return reached;
    }
  }

  /// Between any two places on the path, corners or not.
  void shorten(std::vector<Eigen::VectorXd>& path, Leg& leg) {
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    for (int k = 0; k < leg.options.cuts && path.size() > 2; ++k) {
      if (k % between_questions == 0 && leg.options.go_on && !leg.options.go_on()) return;
      const auto lines = static_cast<double>(path.size() - 1);
      double a = lines * uniform(leg.random), b = lines * uniform(leg.random);
      // Corners themselves at first: whole pieces go.
      if (k < 20) {
        a = std::round(a);
        b = std::round(b);
      }
      if (a > b) std::swap(a, b);
      const auto place = [&](double share) {
        const auto i = std::min(static_cast<std::size_t>(share), path.size() - 2);
        return Eigen::VectorXd(path[i] +
                               (share - static_cast<double>(i)) * (path[i + 1] - path[i]));
      };
      const auto first = static_cast<std::size_t>(a), last = static_cast<std::size_t>(std::ceil(b));
      if (last < first + 2) continue;
      const Eigen::VectorXd p = place(a), q = place(b);
      double along = -(q - p).norm();
      for (std::size_t i = first; i < last; ++i) {
        const Eigen::VectorXd from = i == first ? p : path[i], to = i + 1 == last ? q : path[i + 1];
        along += (to - from).norm();
      }
      if (along < 1e-3 || !line(leg, p, q)) continue;
      std::vector<Eigen::VectorXd> cut(path.begin(), path.begin() + first);
      if (a > static_cast<double>(first)) cut.push_back(path[first]);
      cut.push_back(p);
      cut.push_back(q);
      if (b < static_cast<double>(last)) cut.push_back(path[last]);
      cut.insert(cut.end(), path.begin() + last + 1, path.end());
      path = std::move(cut);
    }
  }

  /// Corners that the path can do without.
  void leave_out(std::vector<Eigen::VectorXd>& path, const Leg& leg) {
    for (bool any = true; any;) {
      any = false;
      for (std::size_t i = 1; i + 1 < path.size();) {
        if (line(leg, path[i - 1], path[i + 1])) {
          path.erase(path.begin() + i);
          any = true;
        } else {
          ++i;
        }
      }
    }
  }
};

ClearPlanner::ClearPlanner(const Model& model, const Clearance& clearance,
                           const MotionLimits& limits)
    : data_(make_owned<Data>(model, clearance, limits)) {}

bool ClearPlanner::empty() const { return data_->states.empty() || data_->moving().empty(); }

bool ClearPlanner::clear(const Eigen::VectorXd& q, double slack) {
  return data_->states.clear(q, slack);
}

bool ClearPlanner::straight(const Eigen::VectorXd& from, const Eigen::VectorXd& to, double slack) {
  return data_->states.clear(from, to, slack, between_looks);
}

std::optional<CollisionFreePath> ClearPlanner::find(const Eigen::VectorXd& from,
                                                    const Eigen::VectorXd& to,
                                                    const CollisionFreePathOptions& options) {
  const auto begun = Clock::now();
  const long looked_at = data_->states.looked_at();
  Data::Leg leg = data_->leg_between(from, to, options);
  CollisionFreePath out;
  out.slack = leg.slack;
  std::vector<Eigen::VectorXd> path{data_->in_seconds(from), data_->in_seconds(to)};
  if (!data_->line(leg, path[0], path[1])) {
    auto found = data_->connect(leg, out.postures);
    if (!found) return {};
    path = std::move(*found);
    data_->shorten(path, leg);
    data_->leave_out(path, leg);
  }
  std::vector<double> along = {0.0};
  for (std::size_t k = 1; k < path.size(); ++k) {
    along.push_back(along.back() + (path[k] - path[k - 1]).norm());
    out.length += (path[k] - path[k - 1]).cwiseAbs().maxCoeff();
  }
  // Joints that move no solid go on evenly.
  for (std::size_t k = 0; k < path.size(); ++k) {
    const double share = along.back() > 0.0 ? along[k] / along.back() : 1.0;
    out.corners.push_back(k == 0 ? from
                          : k + 1 == path.size()
                              ? to
                              : data_->posture(path[k], from + share * (to - from)));
  }
  out.states = data_->states.looked_at() - looked_at;
  out.seconds = seconds_since(begun);
  return out;
}

}  // namespace alembert
