#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "alembert/error.hpp"
#include "alembert/excitation.hpp"
#include "alembert/motion.hpp"
#include "clock.hpp"
#include "identify/information.hpp"
#include "identify/information_ascent.hpp"
#include "model/random_source.hpp"
#include "require.hpp"

namespace alembert {

namespace identifying {

namespace {

MatrixXd inverse_of(const MatrixXd& information) {
  return information.ldlt().solve(MatrixXd::Identity(information.rows(), information.cols()));
}

std::vector<ExcitedParameter> parameters_of(const ParameterSpace& space, const Asked& asked,
                                            const MatrixXd& information) {
  const MatrixXd C = inverse_of(information);
  std::vector<ExcitedParameter> out;
  for (std::size_t k = 0; k < asked.columns.size(); ++k) {
    const int b = asked.columns[k];
    out.push_back({space.base_names()[b], space.leading(b).unit,
                   asked.size[k] * std::sqrt(std::max(0.0, C(k, k))), asked.size[k]});
  }
  return out;
}

/// Squared distance from where another motion is at the same instant, each joint by its range.
class Away : public PointFunction {
 public:
  Away(const BSpline& wanted, VectorXd share) : wanted_(wanted), share_(std::move(share)) {}

  std::unique_ptr<PointFunction> clone() const override { return std::make_unique<Away>(*this); }
  int size() const override { return 1; }

  void value(const MotionPoint& point, VecOut<double> g) override {
    g[0] = 0.5 * away(point).cwiseProduct(share_).dot(away(point));
  }
  void derivative(const MotionPoint& point, MatOut<double> D) override {
    D.row(0).head(point.dofs) = away(point).cwiseProduct(share_);
  }
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override {
    H.diagonal().head(point.dofs) = weights[0] * share_;
  }

 private:
  VectorXd away(const MotionPoint& point) const {
    return point.q() - wanted_(std::min(point.time, wanted_.duration()));
  }

  BSpline wanted_;
  VectorXd share_;  // one over the square of the range
};

VectorXd shares(const BSpline& wanted) {
  const MatrixXd& points = wanted.control_points();
  const VectorXd range =
      (points.colwise().maxCoeff() - points.colwise().minCoeff()).cwiseMax(1e-2).transpose();
  return range.cwiseAbs2().cwiseInverse();
}

/// The motion within all limits that is nearest to another one, by the motion optimiser: from rest
/// to rest without acceleration in the poses of `wanted`, in its time, limits, loads, obstacles and
/// knots those of `problem`, which minimizes nothing yet and becomes the one that was solved; none
/// where none is found in `max_seconds`.
std::optional<Trajectory> nearest_motion(MotionProblem& problem, const Trajectory& wanted,
                                         double max_seconds,
                                         const std::function<void()>& checkpoint) {
  const double duration = wanted.q.duration();
  const VectorXd still = VectorXd::Zero(problem.model.dofs());
  problem.start = {.q = wanted.q(0.0), .a = still};
  problem.goal = {.q = wanted.q(duration), .a = still};
  problem.minimize.time = 0.0;
  problem.minimize.terms = {{"away", 1.0, std::make_shared<Away>(wanted.q, shares(wanted.q))}};
  problem.duration = {duration, duration, {}};
  SolveOptions options;
  options.initial = wanted;
  options.max_seconds = max_seconds;
  options.max_iterations = 150;
  options.checkpoint = checkpoint;
  options.on_progress = [&](const MotionProgress&) {
    checkpoint();
    return true;
  };
  const Solution found = solve(problem, options);
  if (found.status != MotionStatus::solved &&
      found.status != MotionStatus::solved_to_lower_accuracy) {
    return std::nullopt;
  }
  problem.minimize.terms.clear();  // of this solve alone
  return found.motion;
}

class Exciter {
 public:
  Exciter(const MotionProblem& problem, const ExciteOptions& options)
      : options_(options),
        out_{.problem = problem, .motion = {}, .proof = {}, .parameters = {}},
        workers_(options.threads),
        space_(problem.model),
        asked_(asked_about(space_, options)),
        limits_(rate_limits(problem)),
        shape_(segments(), options.duration),
        ascent_(space_, asked_, limits_, shape_, options.rate, workers_),
        random_(options.seed) {
    require(problem.force_count() == 0, "exciting motions of closed loops",
            "give an arm without cut joints", Error::Code::unsupported);
    require(options.duration > 0.0, "a duration that is not positive", "give seconds");
  }

  Excitation run() {
    const auto begin = Clock::now();
    std::vector<Found> all;
    for (int start = 0; start < options_.starts; ++start) {
      const double used = seconds_since(begin);
      if (start > 0 && used + used / start > options_.max_seconds) break;
      at("start " + std::to_string(start + 1));
      const MatrixXd from = random_start();
      const MatrixXd x = ascent_.climb(from, options_.iterations, [&] { at("climbing"); });
      all.push_back({x, inverse_of(ascent_.information(x)).diagonal().maxCoeff(), x.row(0)});
      ++out_.starts;
    }
    std::sort(all.begin(), all.end(),
              [](const Found& a, const Found& b) { return a.worst < b.worst; });
    for (const Found& found : all) {
      if (bring_within(found)) {
        out_.seconds = seconds_since(begin);
        return std::move(out_);
      }
    }
    throw Error(Error::Code::value, "no motion that tells anything keeps all limits",
                "give more room: limits, obstacles, or another duration");
  }

 private:
  struct Found {
    MatrixXd unknown;
    double worst;
    Eigen::RowVectorXd rest;  // the pose at the ends
  };

  int segments() const {
    if (options_.segments > 0) return std::max(6, options_.segments);
    return std::clamp(static_cast<int>(std::lround(2.5 * options_.duration)), 10, 90);
  }
  void at(const std::string& what) const {
    if (options_.checkpoint) options_.checkpoint(what);
  }

  /// Control points all over the range, brought within rates.
  MatrixXd random_start() {
    const Eigen::RowVectorXd middle = 0.5 * (limits_.lower + limits_.upper).transpose();
    const Eigen::RowVectorXd half = 0.5 * (limits_.upper - limits_.lower).transpose();
    MatrixXd x(shape_.unknowns(), middle.size());
    for (Index j = 0; j < x.cols(); ++j) {
      // A walk: neighbours are near each other, as far as speed lets them.
      const double apart =
          limits_.velocity[j] * shape_.duration() / static_cast<double>(shape_.unknowns());
      double at = middle[j] + 0.3 * half[j] * random_.uniform();
      double direction = random_.uniform() > 0.0 ? 1.0 : -1.0;
      for (Index i = 0; i < x.rows(); ++i) {
        x(i, j) = at;
        at += direction * apart * (0.3 + 0.5 * std::abs(random_.uniform()));
        if (at > limits_.upper[j] || at < limits_.lower[j] || random_.uniform() > 0.7)
          direction = -direction;
        at = std::clamp(at, limits_.lower[j], limits_.upper[j]);
      }
    }
    return x;
  }

  /// As it is or hardly smaller, drawn towards its pose at rest; else as near to it as the motion
  /// optimiser finds one within all limits; else as much smaller as it must be.
  bool bring_within(const Found& found) {
    const Trajectory motion{shape_.spline(found.unknown)};
    MotionProblem problem = out_.problem;
    problem.start = {.q = VectorXd(found.rest)};
    problem.goal = problem.start;
    problem.waypoints.clear();
    problem.repetition.reset();
    problem.minimize = {};
    problem.duration = {options_.duration, options_.duration, {}};
    problem.spline.degree = RestingSpline::degree;
    problem.spline.segments = motion.q.segments();
    problem.spline.knots = SplineOptions::Knots::uniform;
    constexpr double hardly_smaller = 0.88, smallest = 0.2;
    if (proven_smaller(problem, found, 1.0, hardly_smaller)) return true;
    at("bringing the motion within all limits");
    MotionProblem nearest = problem;
    const std::optional<Trajectory> near =
        nearest_motion(nearest, motion, options_.repair_seconds, [&] { at("repairing"); });
    if (near && proven(nearest, *near)) {
      out_.repaired = true;
      return true;
    }
    return proven_smaller(problem, found, hardly_smaller, smallest);
  }

  bool proven_smaller(const MotionProblem& problem, const Found& found, double from, double to) {
    for (double share = from; share >= to; share *= 0.94) {
      const MatrixXd x = (share * (found.unknown.rowwise() - found.rest)).rowwise() + found.rest;
      if (!proven(problem, Trajectory{shape_.spline(x)})) continue;
      out_.shrunk = share;
      return true;
    }
    return false;
  }

  /// Whether it keeps all limits at every instant; the answer, then.
  bool proven(const MotionProblem& problem, const Trajectory& motion) {
    at("proving");
    const Task task(problem, motion);
    ProofOptions how;
    how.stop_at_violation = true;
    how.accuracy = 1e-3;
    how.checkpoint = [&] { at("proving"); };
    Proof proof = prove(task, motion, how);
    if (!proof.holds()) return false;
    out_.problem = problem;
    out_.motion = motion;
    out_.proof = std::move(proof);
    const MatrixXd information = ascent_.information(motion.q);
    out_.log_det = information.ldlt().vectorD().array().max(1e-300).log().sum();
    out_.parameters = parameters_of(space_, asked_, information);
    return true;
  }

  const ExciteOptions& options_;
  Excitation out_;
  Workers workers_;
  ParameterSpace space_;
  Asked asked_;
  RateLimits limits_;
  RestingSpline shape_;
  InformationAscent ascent_;
  RandomSource random_;
};

}  // namespace

}  // namespace identifying

const ExcitedParameter& Excitation::worst() const {
  return *std::max_element(parameters.begin(), parameters.end(),
                           [](const ExcitedParameter& a, const ExcitedParameter& b) {
                             return a.deviation / a.size < b.deviation / b.size;
                           });
}

Excitation excite(const MotionProblem& problem, const ExciteOptions& options) {
  return identifying::Exciter(problem, options).run();
}

std::vector<ExcitedParameter> told_by(const Model& model, LogSource& log,
                                      const ExciteOptions& options) {
  using namespace identifying;
  const ParameterSpace space(model);
  const Asked asked = asked_about(space, options);
  Workers workers(options.threads);
  log.rewind();
  constexpr Index head_rows = 60000;
  RobotLog head = log.read(head_rows);
  const LogSettings settings = look_at(head, model, 0.0);
  Information sums(space, VectorXd::Zero(space.base_count()),
                   VectorXd::Constant(model.dofs(), infinity), 1.0, workers);
  Index rows = 0;
  for_each_stretch(log, settings, workers, [&](const PreparedLog& part) {
    sums.add(part, 0);
    rows += part.rows();
  });
  // As many samples a second as the options say, for the time of the options.
  const double share =
      options.rate * options.duration / static_cast<double>(std::max<Index>(1, rows));
  const MatrixXd H = share * sums.sums(asked.weight).XX;
  const MatrixXd information = asked.known + asked.size.asDiagonal() *
                                                 MatrixXd(H(asked.columns, asked.columns)) *
                                                 asked.size.asDiagonal();
  return parameters_of(space, asked, information);
}

}  // namespace alembert
