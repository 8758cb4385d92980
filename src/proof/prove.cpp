// A piece of the motion is halved until, for every limited entry, its bound is below the limit and
// not far above the largest value seen, or the limit is seen to be violated.
#include <algorithm>
#include <cmath>

#include "alembert/proof.hpp"
#include "clock.hpp"
#include "proof/clear_pairs.hpp"
#include "proof/enclosed_spline.hpp"
#include "proof/polynomial_range.hpp"
#include "proof/quantity.hpp"
#include "task/distance.hpp"
#include "task/violation.hpp"

namespace alembert {
namespace {

/// The numbers of a compiled model are rounded: what that may do to a value, as a share of its
/// limit.
constexpr double rounded_model = 1e-12;
/// Pieces are not halved below this share of their segment, and below the other only to decide.
constexpr double least_share = 0x1p-26, share_for_accuracy = 0x1p-6;

/// What is known of an entry so far.
struct Known {
  double worst = -infinity;  // the largest violation seen, in units of the scale
  double time = 0.0, value = 0.0;
  double bound = -infinity;
  bool open = false;
};

class Prover {
 public:
  Prover(const Task& task, const Trajectory& motion, const ProofOptions& options)
      : task_(task),
        motion_(motion),
        options_(options),
        q_(motion.q),
        forces_(motion.forces.begin(), motion.forces.end()),
        planned_(task, motion),
        piece_(task.dofs(), 0) {}

  void prove(Quantity& quantity, Proof& proof) {
    begin(quantity);
    halve(quantity, intervals(quantity), proof);
  }

  /// Of pairs of solids only where they may be near; of all others it is known from the balls
  /// around them that they are apart, and how far at least.
  void prove_clearances(const std::vector<std::unique_ptr<Quantity>>& quantities, Proof& proof) {
    const auto count = std::count_if(quantities.begin(), quantities.end(),
                                     [](const auto& one) { return is_clearance(*one); });
    if (count == 0) return;
    std::vector<PairClearance> pairs = clear_pairs(task_, motion_, q_, options_, proof.pieces);
    if (static_cast<std::ptrdiff_t>(pairs.size()) != count) pairs.clear();
    std::size_t at = 0;
    for (const std::unique_ptr<Quantity>& quantity : quantities) {
      if (!is_clearance(*quantity)) continue;
      const PairClearance* pair = pairs.empty() ? nullptr : &pairs[at++];
      if (!pair || !begin_from(*quantity, *pair)) {
        prove(*quantity, proof);
      } else {
        halve(*quantity, pair->left, proof);
      }
    }
  }

  static bool is_clearance(const Quantity& quantity) {
    return quantity.entries().front().subject.kind == LimitKind::clearance;
  }

 private:
  void begin(const Quantity& quantity) {
    const std::size_t size = quantity.entries().size();
    known_.assign(size, {});
    values_.resize(size);
    enclosures_.resize(size);
  }

  /// False where the balls' distance says nothing of the value.
  bool begin_from(Quantity& quantity, const PairClearance& pair) {
    const Limited& entry = quantity.entries().front();
    const auto* distance = dynamic_cast<const Distance*>(entry.limit->term.of_instant());
    if (!distance || quantity.entries().size() != 1) return false;
    begin(quantity);
    if (std::isfinite(pair.nearest)) sample_at(quantity, pair.segment, pair.time);
    if (!std::isfinite(pair.gap)) return true;
    const std::optional<double> least = distance->value_of(pair.gap);
    if (!least) return false;
    known_.front().bound = violation(entry, *least) + rounded_model;
    return true;
  }

  void halve(Quantity& quantity, std::vector<TimeInterval> todo, Proof& proof) {
    for (const TimeInterval& interval : todo) {
      sample_at(quantity, interval.segment, interval.begin);
      sample_at(quantity, interval.segment, interval.end);
    }
    int pieces = 0;
    while (!todo.empty()) {
      if (options_.checkpoint) options_.checkpoint();
      const TimeInterval interval = todo.back();
      todo.pop_back();
      ++pieces;
      const bool last = pieces >= options_.most_pieces;
      if (bound_or_split(quantity, interval, last)) continue;
      const double middle = interval.middle();
      todo.push_back({interval.segment, middle, interval.end});
      todo.push_back({interval.segment, interval.begin, middle});
    }
    proof.pieces += pieces;
    const std::size_t first = proof.limits.size();
    for (std::size_t i = 0; i < known_.size(); ++i) {
      keep(verdict(quantity.entries()[i], known_[i]), first, proof.limits);
    }
  }

  std::vector<TimeInterval> intervals(const Quantity& quantity) const {
    std::vector<TimeInterval> out;
    const BSpline& q = motion_.q;
    for (int e = quantity.last_segment(); e >= quantity.first_segment(); --e) {
      const double begin = q.knot(e), end = q.knot(e + 1);
      if (end > begin) out.push_back({e, begin, end});
    }
    return out;
  }

  static double violation(const Limited& entry, double value) {
    return violation_of(value, entry.lower, entry.upper, entry.scale);
  }

  /// At an instant of the spline's own time.
  void sample_at(Quantity& quantity, int segment, double t) {
    planned_.evaluate(t - motion_.q.begin(), segment);
    quantity.value(planned_, values_);
    for (std::size_t i = 0; i < known_.size(); ++i) {
      const double value = values_[i];
      // A value that rounding puts beyond an exact bound is not there.
      const double now =
          std::min(violation(quantity.entries()[i], value), quantity.exact_bound(segment, i));
      if (now > known_[i].worst) {
        known_[i].worst = now;
        known_[i].time = t - motion_.q.begin();
        known_[i].value = value;
      }
    }
  }

  void place(const Quantity& quantity, const TimeInterval& interval) {
    const Enclosure t = Enclosure::line(interval.middle(), interval.half());
    piece_.segment = interval.segment;
    piece_.begin = interval.begin - motion_.q.begin();
    piece_.end = interval.end - motion_.q.begin();
    VecX<Enclosure>* of_order[] = {&piece_.q, &piece_.v, &piece_.a, &piece_.jerk};
    for (int order = 0; order <= quantity.highest_order(); ++order) {
      q_.evaluate(interval.segment, t, order, *of_order[order]);
    }
    if (forces_.empty()) return;
    const std::size_t k = task_.stage_index(interval.segment);
    const Stage& stage = task_.stages()[k];
    piece_.forces.resize(stage.forces);
    forces_[k].evaluate(interval.segment - stage.first_segment, t, 0, piece_.forces);
  }

  /// True where nothing more is to be learned from the interval; `last`: or allowed.
  bool bound_or_split(Quantity& quantity, const TimeInterval& interval, bool last) {
    place(quantity, interval);
    const bool enclosed = quantity.enclose(piece_, enclosures_);
    const BSpline& q = motion_.q;
    const double segment = q.knot(interval.segment + 1) - q.knot(interval.segment);
    const double share = (interval.end - interval.begin) / segment;
    last = last || !enclosed || share < least_share;
    decide_only_ = share < share_for_accuracy;
    bool all = true;
    for (std::size_t i = 0; i < known_.size(); ++i) {
      const Limited& entry = quantity.entries()[i];
      const Enclosure& f = enclosures_[i];
      double bound = infinity;
      for (const double side : {1.0, -1.0}) {
        if (!enclosed) break;
        const double limit = side > 0.0 ? entry.upper : -entry.lower;
        const double above =
            violation_bound(quantity, entry, i, side > 0.0 ? f : -f, limit, interval);
        bound = side > 0.0 ? above : std::max(bound, above);
      }
      bound = std::min(bound, quantity.exact_bound(interval.segment, i));
      if (close_enough(entry, known_[i], bound) || last) {
        known_[i].bound = std::max(known_[i].bound, bound);
        if (!(bound <= 0.0) && !(known_[i].worst > 0.0)) known_[i].open = true;
      } else {
        all = false;
      }
    }
    return all;
  }

  /// Of side * value over the piece, in units of the scale. Looks at the peak where that may
  /// matter.
  double violation_bound(Quantity& quantity, const Limited& entry, std::size_t i,
                         const Enclosure& f, double limit, const TimeInterval& interval) {
    if (!std::isfinite(limit)) return -infinity;
    const auto beyond = [&](double top) {
      return violation_of(top, -infinity, limit, entry.scale) + rounded_model;
    };
    const double rough = beyond(f.upper());
    if (close_enough(entry, known_[i], rough)) return rough;
    const Peak peak = peak_of(f, std::max(f.r, 0.1 * options_.accuracy * entry.scale));
    const double bound = beyond(peak.bound);
    if (!close_enough(entry, known_[i], bound)) {
      const double at = interval.middle() + interval.half() * peak.at;
      sample_at(quantity, interval.segment, std::clamp(at, interval.begin, interval.end));
    }
    return bound;
  }

  /// NaN is not.
  bool close_enough(const Limited& entry, const Known& known, double bound) const {
    const bool violated = !entry.equation && known.worst > 0.0;
    if (violated && options_.stop_at_violation) return true;
    return bound <= known.worst + options_.accuracy && (bound <= 0.0 || violated || entry.equation);
  }

  static LimitProof verdict(const Limited& entry, const Known& known) {
    using Verdict = LimitProof::Verdict;
    LimitProof out;
    const bool above = known.value - entry.upper >= entry.lower - known.value;
    const auto read = [&](double value) {
      return entry.limit && entry.limit->reading ? entry.limit->reading(value) : value;
    };
    // What is enclosed is inside, whatever rounding makes of a sample: in segments of less than a
    // microsecond a sum over basis functions is a thousandth of a newton metre off.
    const bool inside = known.bound <= 0.0 && !known.open;
    const double bound = above ? entry.upper : entry.lower;
    const bool rounded = inside && !entry.equation && known.worst > 0.0;
    out.value = rounded ? bound : known.value;
    out.worst = {entry.subject, known.time, read(out.value), read(bound),
                 rounded ? known.bound : known.worst};
    out.bound = known.bound;
    out.verdict = entry.equation      ? Verdict::equation
                  : inside            ? Verdict::holds
                  : known.worst > 0.0 ? Verdict::violated
                                      : Verdict::open;
    return out;
  }

  /// The most and the least that friction makes of a torque are two entries, but one limit.
  static void keep(LimitProof now, std::size_t first, std::vector<LimitProof>& limits) {
    const auto same = [&](const LimitProof& other) {
      return other.worst.of == now.worst.of && now.verdict != LimitProof::Verdict::equation;
    };
    const auto at = limits.begin() + first;
    const auto other = std::find_if(at, limits.end(), same);
    if (other == limits.end()) return limits.push_back(std::move(now));
    const auto gravity = [](LimitProof::Verdict verdict) {
      return verdict == LimitProof::Verdict::violated ? 2
             : verdict == LimitProof::Verdict::open   ? 1
                                                      : 0;
    };
    if (gravity(now.verdict) > gravity(other->verdict)) other->verdict = now.verdict;
    other->bound = std::max(other->bound, now.bound);
    if (now.worst.violation > other->worst.violation) {
      other->worst = now.worst;
      other->value = now.value;
    }
  }

  Task task_;
  const Trajectory& motion_;
  ProofOptions options_;
  EnclosedSpline q_;
  std::vector<EnclosedSpline> forces_;  // one a stage
  PlannedMotion planned_;
  MotionPiece piece_;
  std::vector<Known> known_;
  Eigen::VectorXd values_;
  VecX<Enclosure> enclosures_;
  bool decide_only_ = false;  // the interval at hand is too short to be halved for accuracy
};

}  // namespace

const LimitProof* Proof::first(LimitProof::Verdict verdict) const {
  for (const LimitProof& limit : limits) {
    if (limit.verdict == verdict) return &limit;
  }
  return nullptr;
}

bool Proof::holds() const {
  return !first(LimitProof::Verdict::violated) && !first(LimitProof::Verdict::open);
}

Proof prove(const Task& task, const Trajectory& motion, const ProofOptions& options) {
  const auto begun = Clock::now();
  Proof proof;
  const Task own = task.of(motion);
  Prover prover(own, motion, options);
  const std::vector<std::unique_ptr<Quantity>> quantities = quantities_of(own, motion);
  for (const std::unique_ptr<Quantity>& quantity : quantities) {
    if (!Prover::is_clearance(*quantity)) prover.prove(*quantity, proof);
  }
  prover.prove_clearances(quantities, proof);
  proof.seconds = seconds_since(begun);
  return proof;
}

}  // namespace alembert
