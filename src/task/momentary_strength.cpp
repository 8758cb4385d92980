#include "task/momentary_strength.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace alembert {
namespace {

/// rad: from this angle off the best the cosine is continued by an exponential.
constexpr double last_angle = 1.3;
/// Below this share of speed, too.
constexpr double last_share = 0.1;
/// rad/s: speeds are rounded where they change their direction.
constexpr double turning = 0.1;

SpeedFunction falling(double from, double slope, double by) {
  const double rate = slope / from, value = from * std::exp(rate * by);
  return {value, rate * value, rate * rate * value};
}

/// cos x.
SpeedFunction by_angle(double x) {
  if (std::abs(x) <= last_angle) return {std::cos(x), -std::sin(x), -std::cos(x)};
  const SpeedFunction tail =
      falling(std::cos(last_angle), -std::sin(last_angle), std::abs(x) - last_angle);
  return {tail.value, x > 0.0 ? tail.slope : -tail.slope, tail.bend};
}

Enclosure by_angle(const Enclosure& x) {
  const double least = std::max({0.0, x.lower(), -x.upper()}),
               most = std::max(-x.lower(), x.upper());
  if (most <= last_angle) return cos(x);
  return Enclosure::between(by_angle(most).value - end_rounding,
                            by_angle(least).value + end_rounding);
}

/// v where it is positive, 0 where it is negative, never less than either.
SpeedFunction positive_part(double v) {
  const double y = v / turning;
  if (y >= 1.0) return {v, 1.0, 0.0};
  if (y <= -1.0) return {};
  return {turning * (3.0 + y * (8.0 + y * (6.0 - y * y))) / 16.0, 0.5 + y * (3.0 - y * y) / 4.0,
          0.75 * (1.0 - y * y) / turning};
}

Enclosure positive_part(const Enclosure& v) {
  if (v.lower() >= turning) return v;
  if (v.upper() <= -turning) return Enclosure(0.0);
  return Enclosure::between(positive_part(v.lower()).value - end_rounding,
                            positive_part(v.upper()).value + end_rounding);
}

/// The quotient of StrengthCurve's equation, by w.
struct SpeedShare {
  explicit SpeedShare(const StrengthCurve& curve)
      : all(2.0 * curve.speed_of_three_quarters * curve.speed_of_half),
        above(curve.speed_of_half - 3.0 * curve.speed_of_three_quarters),
        below(2.0 * curve.speed_of_half - 4.0 * curve.speed_of_three_quarters) {
    const double falls = last_share * below - above;
    if (falls > 0.0) last = (1.0 - last_share) * all / falls;
  }

  double all, above, below;
  double last = infinity;  ///< speed at which it is continued by an exponential

  SpeedFunction operator()(double w) const {
    if (w > last) {
      return falling(last_share, (above - last_share * below) / (all + last * below), w - last);
    }
    const double under = all + w * below, value = (all + w * above) / under;
    const double slope = (above - value * below) / under;
    return {value, slope, -2.0 * slope * below / under};
  }

  Enclosure operator()(const Enclosure& w) const {
    if (w.upper() <= last) return (Enclosure(all) + w * above) / (Enclosure(all) + w * below);
    return Enclosure::between((*this)(w.upper()).value - end_rounding,
                              (*this)(w.lower()).value + end_rounding);
  }
};

/// The share that is there, with its derivatives by q and v.
struct Share {
  Share(const StrengthCurve& curve, double q, double v) {
    const double k = curve.narrowness, turn = curve.positive ? 1.0 : -1.0;
    const SpeedFunction angle = by_angle(k * (q - curve.best)), w = positive_part(turn * v),
                        speed = SpeedShare(curve)(w.value);
    const double speed_slope = speed.slope * w.slope * turn,
                 speed_bend = speed.bend * w.slope * w.slope + speed.slope * w.bend;
    value = angle.value * speed.value;
    by_q = k * angle.slope * speed.value;
    by_v = angle.value * speed_slope;
    by_qq = k * k * angle.bend * speed.value;
    by_qv = k * angle.slope * speed_slope;
    by_vv = angle.value * speed_bend;
  }

  double value, by_q, by_v, by_qq, by_qv, by_vv;
};

}  // namespace

void MomentaryStrength::value(const TorquePoint& at, VecOut<double> g) const {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const int j = curves_[i].coordinate;
    const Share share(curves_[i], at.point.q()[j], at.point.v()[j]);
    g[i] = at.tau[j] + limits_[i] * (1.0 - share.value);
  }
}

void MomentaryStrength::derivative(const TorquePoint& at, MatOut<double> D) const {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const int j = curves_[i].coordinate;
    const Share share(curves_[i], at.point.q()[j], at.point.v()[j]);
    D.row(i) = at.tau_by_z.row(j);
    D(i, j) -= limits_[i] * share.by_q;
    D(i, at.point.dofs + j) -= limits_[i] * share.by_v;
  }
}

void MomentaryStrength::add_hessian(const TorquePoint& at, const Weights& weights,
                                    Gradient gradient, MatOut<double> H,
                                    Gradient tau_weights) const {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const double weight = weights[i];
    if (weight == 0.0) continue;
    const int j = curves_[i].coordinate, by_v = at.point.dofs + j;
    const Share share(curves_[i], at.point.q()[j], at.point.v()[j]);
    const double of_limit = -weight * limits_[i];
    tau_weights[j] += weight;
    gradient[j] += of_limit * share.by_q;
    gradient[by_v] += of_limit * share.by_v;
    H(j, j) += of_limit * share.by_qq;
    H(j, by_v) += of_limit * share.by_qv;
    H(by_v, j) += of_limit * share.by_qv;
    H(by_v, by_v) += of_limit * share.by_vv;
  }
}

bool MomentaryStrength::enclose(const MotionPiece& piece, Enclosures tau, EnclosureOut out) const {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const StrengthCurve& curve = curves_[i];
    const int j = curve.coordinate;
    const Enclosure off = (piece.q[j] - Enclosure(curve.best)) * curve.narrowness;
    const Enclosure w = positive_part(curve.positive ? piece.v[j] : -piece.v[j]);
    const Enclosure share = by_angle(off) * SpeedShare(curve)(w);
    out[i] = tau[j] + (Enclosure(1.0) - share) * limits_[i];
  }
  return true;
}

PointLimit weakened_part(const std::vector<StrengthCurve>& curves, PointLimit& limit) {
  std::vector<double> bounds;
  std::vector<Eigen::Index> from;
  for (const StrengthCurve& curve : curves) {
    const auto at = std::find(limit.entries.begin(), limit.entries.end(), curve.coordinate);
    const Eigen::Index k = at - limit.entries.begin();
    from.push_back(k);
    bounds.push_back(curve.positive ? limit.upper[k] : limit.lower[k]);
  }
  PointLimit weakened = certified(std::make_shared<MomentaryStrength>(curves, bounds),
                                  limit.first_segment, limit.last_segment);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Eigen::Index k = from[i];
    const bool upper = curves[i].positive;
    limit_entry(weakened, static_cast<int>(i), limit.subjects[k], upper ? -infinity : bounds[i],
                upper ? bounds[i] : infinity, limit.scale[k]);
    (upper ? limit.upper : limit.lower)[k] = upper ? infinity : -infinity;
  }
  PointLimit kept = certified(limit.term, limit.first_segment, limit.last_segment);
  for (std::size_t i = 0; i < limit.entries.size(); ++i) {
    if (limit.lower[i] == -infinity && limit.upper[i] == infinity) continue;
    limit_entry(kept, limit.entries[i], limit.subjects[i], limit.lower[i], limit.upper[i],
                limit.scale[i]);
  }
  limit = std::move(kept);
  return weakened;
}

}  // namespace alembert
