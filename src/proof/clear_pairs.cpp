#include "proof/clear_pairs.hpp"

namespace alembert {
namespace {

/// A pair is let go where its balls use up no more of their distance than this share.
constexpr double used_up = 0.5;
/// m: intervals on which a ball moves no farther are left to enclosures.
constexpr double least_motion = 4e-3;
/// m: what rounding_of_gaps may do to a distance, many times over.
constexpr double rounding_of_gaps = 1e-11;

class Sweep {
 public:
  Sweep(const Task& task, const Trajectory& motion, const EnclosedSpline& q,
        const ProofOptions& options)
      : motion_(motion),
        q_(q),
        options_(options),
        near_(task.model(), task.problem().clearance),
        links_(task.model()),
        enclosed_(task.dofs()),
        middle_(task.dofs()),
        change_(task.dofs()) {
    pairs_.resize(near_.pairs());
  }

  bool known() const { return near_.known() && near_.pairs() > 0; }
  int pieces() const { return pieces_; }

  std::vector<PairClearance> run() {
    std::vector<int> all(pairs_.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
    const BSpline& q = motion_.q;
    for (int e = 0; e < q.segments(); ++e) {
      const double begin = q.knot(e), end = q.knot(e + 1);
      if (end > begin) look({e, begin, end}, all);
    }
    for (PairClearance& pair : pairs_) std::reverse(pair.left.begin(), pair.left.end());
    return std::move(pairs_);
  }

 private:
  void place(const TimeInterval& interval) {
    q_.evaluate(interval.segment, Enclosure::line(interval.middle(), interval.half()), 0,
                enclosed_);
    for (Eigen::Index j = 0; j < middle_.size(); ++j) {
      middle_[j] = enclosed_[j].c[0];
      change_[j] = enclosed_[j].size_from(1) + enclosed_[j].r;
    }
    links_.update(middle_);
    near_.place(links_);
  }

  void look(const TimeInterval& interval, const std::vector<int>& pairs) {
    if (options_.checkpoint && pieces_ % 64 == 0) options_.checkpoint();
    ++pieces_;
    place(interval);
    const double middle = interval.middle();
    std::vector<int> open;
    for (const int k : pairs) {
      PairClearance& pair = pairs_[k];
      const double gap = near_.gap(k) - rounding_of_gaps, moved = near_.motion(k, links_, change_);
      if (gap < pair.nearest) {
        pair.nearest = gap;
        pair.time = middle;
        pair.segment = interval.segment;
      }
      if (moved <= used_up * gap) {
        pair.gap = std::min(pair.gap, gap - moved);
      } else if (moved <= least_motion || pieces_ >= options_.most_pieces) {
        leave(interval, pair);
      } else {
        open.push_back(k);
      }
    }
    if (open.empty()) return;
    look({interval.segment, interval.begin, middle}, open);
    look({interval.segment, middle, interval.end}, open);
  }

  /// Together with the one before it, where that ends here.
  static void leave(const TimeInterval& interval, PairClearance& pair) {
    if (!pair.left.empty() && pair.left.back().segment == interval.segment &&
        pair.left.back().end == interval.begin) {
      pair.left.back().end = interval.end;
    } else {
      pair.left.push_back(interval);
    }
  }

  const Trajectory& motion_;
  const EnclosedSpline& q_;
  const ProofOptions& options_;
  NearSolids near_;
  PlacedLinks links_;
  VecX<Enclosure> enclosed_;
  Eigen::VectorXd middle_, change_;
  std::vector<PairClearance> pairs_;
  int pieces_ = 0;
};

}  // namespace

std::vector<PairClearance> clear_pairs(const Task& task, const Trajectory& motion,
                                       const EnclosedSpline& q, const ProofOptions& options,
                                       int& pieces) {
  Sweep sweep(task, motion, q, options);
  if (!sweep.known()) return {};
  std::vector<PairClearance> out = sweep.run();
  pieces += sweep.pieces();
  return out;
}

}  // namespace alembert
