// Each segment is sampled finely; around every local maximum of a limited entry that might pass
// its limit (by the bend seen in second differences) the maximum is searched for.
#include "motion/certify.hpp"

#include <algorithm>
#include <cmath>

#include "motion/near_pairs.hpp"
#include "task/violation.hpp"

namespace alembert {
namespace {

/// Peaks this near below a limit get nodes too, in units of its scale: the next solve moves them.
constexpr double near = -0.01;
/// … and so do their neighbours at this fraction of the segment, because peaks move.
constexpr double spread = 0.12;
/// Where more nodes only move the peaks, the next solve stays this many times as far inside.
constexpr double tightening_for_peaks = 1.5, most_tightening = 0.01;
constexpr int steps = 12;         // samples a segment
constexpr int search_steps = 30;  // of the golden section: 12 / 0.618^30 is 1e-5 of a step

/// Instants of a segment that all limits are looked at, and where the links are there.
class Samples {
 public:
  Samples(const MotionProgram& program, const Eigen::VectorXd& x) : program_(program), x_(x) {
    for (int k = 0; k <= steps; ++k) {
      points_.emplace_back(program.dofs(), 0);
      links_.emplace_back(program.task().model());
    }
  }

  static double fraction(int k) { return static_cast<double>(k) / steps; }
  void place(int segment) {
    for (int k = 0; k <= steps; ++k) program_.evaluate(x_, segment, fraction(k), points_[k]);
  }
  const MotionPoint& point(int k) const { return points_[k]; }
  const PlacedLinks& links(int k) {
    PlacedLinks& links = links_[k];
    links.update(point(k).q());
    return links;
  }

 private:
  const MotionProgram& program_;
  const Eigen::VectorXd& x_;
  std::vector<MotionPoint> points_;
  std::vector<PlacedLinks> links_;
};

class Checker {
 public:
  Checker(const MotionProgram& program, const Eigen::VectorXd& x, int limit)
      : program_(program),
        x_(x),
        limit_(program.point_limits()[limit]),
        index_(limit),
        term_(limit_.term.clone()),
        of_frames_(term_.of_frames()),
        point_(program.dofs(), 0),
        values_(term_.size()),
        worst_(limit_.entries.size()) {
    for (Excess& excess : worst_) excess.violation = -infinity;
    if (!term_.of_torque()) return;
    dynamics_ = program.task().stage(limit_.first_segment).dynamics->clone();
    tau_.resize(dynamics_->size());
  }

  int index() const { return index_; }
  const PointLimit& limit() const { return limit_; }
  int samples() const { return samples_; }
  const std::vector<Excess>& worst() const { return worst_; }
  const std::vector<Excess>& peaks() const { return peaks_; }

  /// Of a pair that is never near: where it was nearest.
  void look_once(int e, double fraction) {
    for (int i = 0; i < static_cast<int>(limit_.entries.size()); ++i) {
      if (worst_[i].violation == -infinity) record(e, i, fraction);
    }
    samples_ += steps + 1;
  }

  void segment(int e, Samples& samples) {
    if (e < limit_.first_segment || e > limit_.last_segment) return;
    const int entries = static_cast<int>(limit_.entries.size());
    Eigen::MatrixXd violation(entries, steps + 1);
    samples_ += steps + 1;
    for (int k = 0; k <= steps; ++k) {
      evaluate(samples, k);
      for (int i = 0; i < entries; ++i) violation(i, k) = violation_of(i);
    }
    for (int i = 0; i < entries; ++i) {
      for (int k = 0; k <= steps; ++k) {
        const double here = violation(i, k);
        const double before = k > 0 ? violation(i, k - 1) : here;
        const double after = k < steps ? violation(i, k + 1) : here;
        if (here < before || here < after) continue;
        // A parabola through three samples rises above the middle one by at most the bend over 8.
        // At the ends of a segment the three next to it tell.
        const int middle = std::clamp(k, 1, steps - 1);
        const double bend = std::abs(violation(i, middle - 1) - 2.0 * violation(i, middle) +
                                     violation(i, middle + 1));
        const bool may_pass = here + 2.0 * bend / 8.0 > 0.0;
        record(e, i,
               may_pass ? search(e, i, std::max(0, k - 1), std::min(steps, k + 1))
                        : Samples::fraction(k));
      }
    }
  }

 private:
  void evaluate(int e, double fraction) {
    program_.evaluate(x_, e, fraction, point_);
    evaluate(point_);
  }
  void evaluate(Samples& samples, int k) {
    if (!of_frames_) return evaluate(samples.point(k));
    contact_.found = false;
    of_frames_->value_at(samples.links(k), contact_, values_);
  }
  void evaluate(const MotionPoint& point) {
    values_.setZero();
    if (term_.of_torque()) dynamics_->torque(point, tau_);
    term_.value(point, tau_, values_);
  }
  double violation_of(int i) const {
    return alembert::violation_of(values_[limit_.entries[i]], limit_.lower[i], limit_.upper[i],
                                  limit_.scale[i]);
  }

  /// Golden section between two samples.
  double search(int e, int i, int from, int to) {
    double a = Samples::fraction(from), b = Samples::fraction(to);
    const double ratio = 0.5 * (std::sqrt(5.0) - 1.0);
    const auto at = [&](double fraction) {
      evaluate(e, fraction);
      return violation_of(i);
    };
    double left = b - ratio * (b - a), right = a + ratio * (b - a);
    double at_left = at(left), at_right = at(right);
    for (int k = 0; k < search_steps; ++k) {
      if (at_left > at_right) {
        b = right;
        right = left;
        at_right = at_left;
        left = b - ratio * (b - a);
        at_left = at(left);
      } else {
        a = left;
        left = right;
        at_left = at_right;
        right = a + ratio * (b - a);
        at_right = at(right);
      }
    }
    double best = 0.5 * (a + b), value = at(best);
    for (const int k : {from, to}) {
      const double end = Samples::fraction(k);
      if (at(end) >= value) {
        value = at(end);
        best = end;
      }
    }
    return best;
  }

  void record(int e, int i, double fraction) {
    evaluate(e, fraction);
    const Excess excess{index_,         i, e, fraction, point_.time, values_[limit_.entries[i]],
                        violation_of(i)};
    if (worst_[i].violation < excess.violation) worst_[i] = excess;
    if (excess.violation > near) peaks_.push_back(excess);
  }

  const MotionProgram& program_;
  const Eigen::VectorXd& x_;
  const PointLimit& limit_;
  int index_;
  PointTerm term_;
  FrameTerm* of_frames_;                // the term, if it looks at frames alone
  std::unique_ptr<Dynamics> dynamics_;  // of torques, whose limits are of one stage
  MotionPoint point_;
  Eigen::VectorXd tau_, values_;
  Contact contact_;
  int samples_ = 0;
  std::vector<Excess> worst_, peaks_;  // of entries; of all
};

/// Where something is zero by an equation a limit on it cannot be tightened.
bool is_zero_end(const PointLimit& limit, int segment, double fraction) {
  constexpr double near_end = 2e-4;
  return (limit.zero_first && segment == limit.first_segment && fraction < near_end) ||
         (limit.zero_last && segment == limit.last_segment && fraction > 1.0 - near_end);
}

}  // namespace

Certificate certify(const MotionProgram& program, const Eigen::VectorXd& x, Certified what) {
  const auto& limits = program.point_limits();
  std::vector<Checker> checkers;
  for (int c = 0; c < static_cast<int>(limits.size()); ++c) {
    const bool wanted = what == Certified::all || is_clearance(limits[c]);
    if (wanted && limits[c].between_nodes != PointLimit::BetweenNodes::ignored) {
      checkers.emplace_back(program, x, c);
    }
  }
  Samples samples(program, x);
  NearPairs pairs(program);
  const auto pair_of = [&](const Checker& checker) {
    return pairs.empty() ? -1 : pairs.pair(checker.index());
  };
  for (int e = 0; e < program.grid().segments(); ++e) {
    samples.place(e);
    if (!pairs.empty()) pairs.begin_segment();
    for (int k = 0; k <= steps && !pairs.empty(); ++k) {
      pairs.see(samples.links(k), e, Samples::fraction(k));
    }
    for (Checker& checker : checkers) {
      const int pair = pair_of(checker);
      if (pair < 0 || pairs.near(pair)) checker.segment(e, samples);
    }
  }
  for (Checker& checker : checkers) {
    if (pair_of(checker) < 0) continue;
    const NearPairs::Instant& nearest = pairs.nearest(pair_of(checker));
    checker.look_once(nearest.segment, nearest.fraction);
  }
  Certificate out;
  for (const Checker& checker : checkers) {
    const PointLimit& limit = checker.limit();
    out.samples += checker.samples();
    out.peaks.insert(out.peaks.end(), checker.peaks().begin(), checker.peaks().end());
    for (const Excess& excess : checker.worst()) {
      double& most =
          limit.between_nodes == PointLimit::BetweenNodes::reported ? out.residual : out.largest;
      most = std::max(most, excess.violation);
      out.worst.push_back(excess);
    }
  }
  return out;
}

Proof quick_proof(const Task& task, const Trajectory& motion,
                  const std::function<void()>& checkpoint) {
  return prove(task, motion,
               {.accuracy = infinity, .stop_at_violation = true, .checkpoint = checkpoint});
}

void add_violations(const Proof& proof, const MotionProgram& program, const Eigen::VectorXd& x,
                    Certificate& certificate) {
  const Eigen::VectorXd widths = program.grid().widths(program.times(x));
  for (const LimitProof& limit : proof.limits) {
    if (limit.verdict != LimitProof::Verdict::violated) continue;
    certificate.largest = std::max(certificate.largest, limit.worst.violation);
    int e = 0;
    double begin = 0.0;
    while (e + 1 < program.grid().segments() && begin + widths[e] < limit.worst.time) {
      begin += widths[e++];
    }
    const double fraction = std::clamp((limit.worst.time - begin) / widths[e], 0.0, 1.0);
    for (Excess& worst : certificate.worst) {
      const PointLimit& of = program.point_limits()[worst.point_limit];
      if (of.subjects[worst.entry] != limit.worst.of || e < of.first_segment ||
          e > of.last_segment) {
        continue;
      }
      worst = {worst.point_limit, worst.entry,          e, fraction, limit.worst.time,
               limit.value,       limit.worst.violation};
      certificate.peaks.push_back(worst);
    }
  }
}

bool refine(MotionProgram& program, const Certificate& certificate) {
  bool added = false;
  for (const Excess& excess : certificate.peaks) {
    PointLimit& limit = program.point_limits()[excess.point_limit];
    if (limit.between_nodes != PointLimit::BetweenNodes::certified) continue;
    // A peak at a node is already held there.
    const auto close = [&](int k) {
      return program.node_segment(k) == excess.segment &&
             std::abs(program.node_fraction(k) - excess.fraction) < 0.02;
    };
    if (excess.violation <= 0.0 && std::any_of(limit.nodes.begin(), limit.nodes.end(), close)) {
      continue;
    }
    for (const double shift : {0.0, -spread, spread}) {
      const double fraction = excess.fraction + shift;
      if (fraction < 0.0 || fraction > 1.0 || is_zero_end(limit, excess.segment, fraction))
        continue;
      const int node = program.node(excess.segment, fraction);
      if (std::find(limit.nodes.begin(), limit.nodes.end(), node) != limit.nodes.end()) continue;
      limit.nodes.push_back(node);
    }
    added = true;
  }
  if (added) program.finish();
  return added;
}

void tighten_peaks(MotionProgram& program, const Certificate& certificate, int reach) {
  const int segments = program.grid().segments();
  for (const Excess& peak : certificate.peaks) {
    PointLimit& limit = program.point_limits()[peak.point_limit];
    if (limit.between_nodes != PointLimit::BetweenNodes::certified || peak.violation <= 0.0)
      continue;
    if (limit.peak_tightening.size() == 0) {
      limit.peak_tightening.setZero(limit.entries.size(), segments);
    }
    const double wanted = std::min(most_tightening, tightening_for_peaks * peak.violation);
    const int first = std::max(0, peak.segment - reach);
    const int count = std::min(segments - 1, peak.segment + reach) - first + 1;
    auto around = limit.peak_tightening.row(peak.entry).segment(first, count);
    around = around.cwiseMax(wanted);
  }
}

PeakTightenings peak_tightenings(const MotionProgram& program) {
  PeakTightenings out;
  for (const PointLimit& limit : program.point_limits()) out.push_back(limit.peak_tightening);
  return out;
}

bool loosen_peaks(MotionProgram& program, const PeakTightenings& given, double share) {
  bool any = false;
  for (std::size_t k = 0; k < given.size(); ++k) {
    program.point_limits()[k].peak_tightening = share * given[k];
    any = any || given[k].size() > 0;
  }
  if (any) program.finish();
  return any;
}

}  // namespace alembert
