#include "motion/quadrature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "motion/transcribe.hpp"
#include "trajectory/fractions.hpp"

namespace alembert {
namespace {

/// Between them signs are not looked at closer than by the bend that they show.
constexpr int looks = 32;
/// Of a segment: places closer than this are one.
constexpr double same_place = 1e-5;
/// In units of the slip speed: where friction has begun to change, and where it is nearly done.
constexpr std::array<double, 4> slips{-4.0, -1.0, 1.0, 4.0};
constexpr double accuracy = 1e-9;
constexpr double least_size = 1e-300;
constexpr int deepest = 14;

// Gauss-Kronrod with 7 and 15 points on [-1, 1]: places from the outside in, then their weights;
// every second place is one of Gauss.
constexpr std::array<double, 8> kronrod_places{
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
    0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
    0.586087235467691130294144691693013, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0.0};
constexpr std::array<double, 8> kronrod_weights{
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
    0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
    0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
constexpr std::array<double, 4> gauss_weights{
    0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
    0.381830050505118944950369775488975, 0.417959183673469387755102040816327};

class Measure {
 public:
  Measure(const MotionProgram& program, const Eigen::VectorXd& x)
      : program_(program),
        x_(x),
        widths_(program.grid().widths(program.times(x))),
        dynamics_(program.task().workspaces()),
        point_(program.dofs(), 0),
        tau_(program.dofs()),
        value_(1),
        of_segment_(program.grid().segments()) {
    const std::vector<PointCost>& costs = program.costs();
    for (int c = 0; c < static_cast<int>(costs.size()); ++c) {
      const PointTerm& term = costs[c].term;
      // What is measured is the energy itself.
      terms_.push_back(is_energy(costs[c]) ? PointTerm(std::make_shared<MechanicalEnergy>(0.0))
                                           : term.clone());
      for (const int k : costs[c].nodes) {
        std::vector<int>& own = of_segment_[program.node_segment(k)];
        if (std::find(own.begin(), own.end(), c) == own.end()) own.push_back(c);
      }
    }
    const double slip = program.task().problem().slip_speed;
    for (const ModelJoint& joint : program.task().problem().model.joints()) {
      if (joint.coulomb > 0.0 && joint.ratio != 0.0) {
        slipping_.emplace_back(joint.coordinate, slip / std::abs(joint.ratio));
      }
    }
  }

  const std::vector<int>& costs_of(int segment) const { return of_segment_[segment]; }

  /// Of the segment's costs, in their order.
  Eigen::VectorXd integrals(int segment) {
    const std::vector<double> at = breaks(segment);
    const auto count = static_cast<Eigen::Index>(costs_of(segment).size());
    Eigen::ArrayXd size = Eigen::ArrayXd::Zero(count);
    Eigen::VectorXd part, error, sum = Eigen::VectorXd::Zero(count);
    for (std::size_t i = 1; i < at.size(); ++i) {
      rule(segment, at[i - 1], at[i], part, error);
      size += part.array().abs();
    }
    for (std::size_t i = 1; i < at.size(); ++i) {
      sum += halved(segment, at[i - 1], at[i], accuracy * size + least_size, 0);
    }
    return widths_[segment] * sum;
  }

  /// The same by the program's nodes.
  Eigen::VectorXd on_nodes(int segment) {
    const std::vector<int>& own = costs_of(segment);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      const PointCost& cost = program_.costs()[own[i]];
      for (std::size_t k = 0; k < cost.nodes.size(); ++k) {
        if (program_.node_segment(cost.nodes[k]) != segment) continue;
        const double fraction = program_.node_fraction(cost.nodes[k]);
        sum[i] += cost.shares[k] * integrand(segment, fraction)[i];
      }
    }
    return widths_[segment] * sum;
  }

  /// Fractions of a segment, ends included, between which integrands are smooth.
  std::vector<double> breaks(int segment) {
    const int n = program_.dofs();
    const bool powers = std::any_of(costs_of(segment).begin(), costs_of(segment).end(),
                                    [&](int c) { return is_energy(program_.costs()[c]); });
    Eigen::MatrixXd v(n, looks + 1), tau(n, looks + 1);
    for (int i = 0; i <= looks; ++i) {
      place(segment, static_cast<double>(i) / looks, powers);
      v.col(i) = point_.v();
      tau.col(i) = tau_;
    }
    std::vector<double> at;
    const auto speed = [&](int j, double level) {
      crossings(v.row(j).array() - level, at, [&](double s) {
        place(segment, s, false);
        return point_.v()[j] - level;
      });
    };
    for (int j = 0; j < n && powers; ++j) {
      speed(j, 0.0);
      crossings(tau.row(j).array(), at, [&](double s) {
        place(segment, s, true);
        return tau_[j];
      });
    }
    for (const auto& [j, slip] : slipping_) {
      for (const double level : slips) speed(j, level * slip);
    }
    return kept_apart(std::move(at), same_place);
  }

 private:
  void place(int segment, double s, bool torque) {
    program_.evaluate(x_, segment, s, point_);
    if (!torque) return;
    dynamics_[program_.task().stage_index(segment)]->torque(point_, tau_);
  }

  /// Adds the places where f changes its sign between looks, and where it comes nearest to it.
  template <typename F>
  static void crossings(const Eigen::ArrayXd& looked, std::vector<double>& at, F f) {
    for (int i = 0; i < looks; ++i) {
      const double a = looked[i], b = looked[i + 1];
      double low = static_cast<double>(i) / looks, high = static_cast<double>(i + 1) / looks;
      if ((a < 0.0) != (b < 0.0)) {
        const bool rising = a < 0.0;
        for (int k = 0; k < 30; ++k) {
          const double middle = 0.5 * (low + high);
          ((f(middle) < 0.0) == rising ? low : high) = middle;
        }
        at.push_back(0.5 * (low + high));
      } else if (i > 0 && std::abs(a) < std::abs(b) && std::abs(a) <= std::abs(looked[i - 1])) {
        const double before = looked[i - 1], bend = before - 2.0 * a + b;
        if (bend != 0.0) at.push_back(low + 0.5 * (before - b) / bend / looks);
      }
    }
  }

  Eigen::VectorXd integrand(int segment, double s) {
    const std::vector<int>& own = costs_of(segment);
    Eigen::VectorXd out(own.size());
    bool known = false;
    program_.evaluate(x_, segment, s, point_);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const PointTerm& term = terms_[own[i]];
      value_.setZero();
      if (term.of_torque() && !std::exchange(known, true)) {
        dynamics_[program_.task().stage_index(segment)]->torque(point_, tau_);
      }
      term.value(point_, tau_, value_);
      out[i] = program_.costs()[own[i]].weight * value_[0];
    }
    return out;
  }

  /// By fifteen points, and how far seven of them are off.
  void rule(int segment, double from, double to, Eigen::VectorXd& sum, Eigen::VectorXd& error) {
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    sum = kronrod_weights[7] * integrand(segment, middle);
    Eigen::VectorXd rough = gauss_weights[3] / kronrod_weights[7] * sum;
    for (std::size_t i = 0; i < 7; ++i) {
      const double off = half * kronrod_places[i];
      const Eigen::VectorXd pair =
          integrand(segment, middle - off) + integrand(segment, middle + off);
      sum += kronrod_weights[i] * pair;
      if (i % 2 == 1) rough += gauss_weights[i / 2] * pair;
    }
    error = half * (sum - rough);
    sum *= half;
  }

  Eigen::VectorXd halved(int segment, double from, double to, const Eigen::ArrayXd& allowed,
                         int depth) {
    Eigen::VectorXd sum, error;
    rule(segment, from, to, sum, error);
    if (depth == deepest || (error.array().abs() <= allowed).all()) return sum;
    const double middle = 0.5 * (from + to);
    return halved(segment, from, middle, allowed, depth + 1) +
           halved(segment, middle, to, allowed, depth + 1);
  }

  const MotionProgram& program_;
  const Eigen::VectorXd& x_;
  Eigen::VectorXd widths_;
  std::vector<std::unique_ptr<Dynamics>> dynamics_;
  MotionPoint point_;
  Eigen::VectorXd tau_, value_;
  std::vector<PointTerm> terms_;
  std::vector<std::vector<int>> of_segment_;
  std::vector<std::pair<int, double>> slipping_;  // coordinate, slip speed
};

/// Gauss on every part between the breaks, in place of the nodes that all costs of a segment have.
void put_nodes(MotionProgram& program, int segment, const std::vector<int>& costs,
               const std::vector<double>& breaks) {
  for (const int c : costs) {
    PointCost& cost = program.costs()[c];
    std::vector<int> nodes;
    std::vector<double> shares;
    for (std::size_t k = 0; k < cost.nodes.size(); ++k) {
      if (program.node_segment(cost.nodes[k]) == segment) continue;
      nodes.push_back(cost.nodes[k]);
      shares.push_back(cost.shares[k]);
    }
    cost.nodes = std::move(nodes);
    cost.shares = std::move(shares);
    for (std::size_t i = 1; i < breaks.size(); ++i) {
      add_gauss_nodes(program, cost, segment, breaks[i - 1], breaks[i]);
    }
  }
}

}  // namespace

Eigen::VectorXd measured_costs(const MotionProgram& program, const Eigen::VectorXd& x) {
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(program.costs().size());
  Measure measure(program, x);
  for (int e = 0; e < program.grid().segments(); ++e) {
    if (measure.costs_of(e).empty()) continue;
    sums(measure.costs_of(e)) += measure.integrals(e);
  }
  return sums;
}

bool refine_costs(MotionProgram& program, const Eigen::VectorXd& x, double tolerance) {
  if (program.costs().empty()) return false;
  const int segments = program.grid().segments();
  Measure measure(program, x);
  std::vector<Eigen::VectorXd> errors(segments);
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(program.costs().size());
  for (int e = 0; e < segments; ++e) {
    if (measure.costs_of(e).empty()) continue;
    const Eigen::VectorXd own = measure.integrals(e);
    errors[e] = (measure.on_nodes(e) - own).cwiseAbs();
    sums(measure.costs_of(e)) += own;
  }
  const double allowed = tolerance * sums.cwiseAbs().sum() / segments;
  std::vector<std::pair<int, std::vector<double>>> changes;
  for (int e = 0; e < segments; ++e) {
    if (errors[e].size() == 0 || errors[e].maxCoeff() <= allowed) continue;
    changes.emplace_back(e, with_middles(measure.breaks(e)));
  }
  for (const auto& [e, breaks] : changes) put_nodes(program, e, measure.costs_of(e), breaks);
  if (!changes.empty()) program.finish();
  return !changes.empty();
}

}  // namespace alembert
