// Random paths of the seven-axis arm: lines, curves sampled at 3 to 2,000 points, evenly and not,
// points at random; some with points that are repeated, or nearly. Each is timed and proven; what
// is proven is looked at by code that shares nothing with it (path_reference.hpp), and the duration
// held against dynamic programming on the same curve or, on lines with jerk limits, against the
// closed form. Prints one line a kind; exits 3 if anything failed, was proven and is not so, or is
// further from the reference than is promised.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>

#include "alembert/retime.hpp"
#include "motion_cases.hpp"
#include "path_reference.hpp"

namespace alembert::bench {
namespace {

struct PathCase {
  std::string kind;
  MotionProblem problem;
  Eigen::MatrixXd points;
  double tolerance = 0.1;
  bool jerk = false;
};

class PathCases {
 public:
  PathCases() : arm_(arm()) {}

  PathCase make(int k) {
    PathCase out{.kind = "", .problem = arm_, .points = {}};
    out.problem.limits.power.setConstant(infinity);
    const int kind = k % 5;
    out.jerk = kind == 0 || (kind > 1 && k % 3 == 0);
    if (!out.jerk) out.problem.limits.jerk.setConstant(infinity);
    if (kind < 2) {
      out.kind = kind == 0 ? "line, jerk" : "line";
      out.points = line(out.problem.limits);
      if (kind == 0) no_torque_limits(out.problem.limits);
      if (kind == 0) out.problem.limits.jerk *= std::pow(10.0, -2.0 * share());
    } else if (kind == 4) {
      out.kind = "points";
      out.points = box(out.problem.limits, 3 + k % 7);
    } else {
      const double few = kind == 2 ? 3.0 : 31.0, many = kind == 2 ? 30.0 : 2000.0;
      out.kind = kind == 2 ? "curve, 3 to 30 points" : "curve, 31 to 2,000 points";
      out.points = curve(out.problem.limits, static_cast<int>(few * std::pow(many / few, share())));
    }
    if (out.jerk && kind > 1) out.kind += ", jerk";
    if (k % 4 == 1) out.points = repeated(out.points);
    out.tolerance =
        std::array<double, 4>{0.1, 0.1, 0.02, 1e-3}[static_cast<std::size_t>(k / 5 % 4)];
    return out;
  }

 private:
  static MotionProblem arm() {
    Robot robot = load_robot(model_path("seven_axis.yaml"));
    for (Joint& joint : robot.joints) joint.friction = {.viscous = 0.5, .coulomb = 0.0};
    return MotionProblem(compile(robot));
  }
  static void no_torque_limits(MotionLimits& limits) {
    limits.torque_upper.setConstant(infinity);
    limits.torque_lower.setConstant(-infinity);
  }

  double share() { return std::uniform_real_distribution<double>(0.0, 1.0)(random_); }

  Eigen::MatrixXd box(const MotionLimits& limits, int count) {
    Eigen::MatrixXd out(count, limits.lower.size());
    for (Eigen::Index i = 0; i < out.rows(); ++i) {
      for (Eigen::Index j = 0; j < out.cols(); ++j) {
        out(i, j) = limits.lower[j] + (0.05 + 0.9 * share()) * (limits.upper[j] - limits.lower[j]);
      }
    }
    return out;
  }
  Eigen::MatrixXd line(const MotionLimits& limits) {
    Eigen::MatrixXd ends = box(limits, 2);
    const double much = std::pow(10.0, -2.0 * share());
    ends.row(1) = ends.row(0) + much * (ends.row(1) - ends.row(0));
    if (share() < 0.5) return ends;
    // The same line, sampled unevenly.
    const int count = static_cast<int>(3.0 * std::pow(600.0, share()));
    Eigen::MatrixXd out(count, ends.cols());
    const Eigen::VectorXd at = uneven(count);
    for (int i = 0; i < count; ++i) out.row(i) = ends.row(0) + at[i] * (ends.row(1) - ends.row(0));
    return out;
  }
  /// 0 to 1.
  Eigen::VectorXd uneven(int count) {
    const double bias = share() < 0.5 ? 0.0 : 3.0 * share();
    Eigen::VectorXd at = Eigen::VectorXd::Zero(count);
    for (int i = 1; i < count; ++i) at[i] = at[i - 1] + std::pow(10.0, -bias * share());
    return at / at[count - 1];
  }
  Eigen::MatrixXd curve(const MotionLimits& limits, int count) {
    const int segments = 1 + static_cast<int>(6.0 * share());
    const BSpline spline(3, BSpline::clamped_knots(3, segments, 1.0), box(limits, segments + 3));
    const Eigen::VectorXd at = uneven(count);
    Eigen::MatrixXd out(count, limits.lower.size());
    for (int i = 0; i < count; ++i) out.row(i) = spline(at[i]).transpose();
    return out;
  }
  /// Some points twice or more, some again with a little noise.
  Eigen::MatrixXd repeated(const Eigen::MatrixXd& points) {
    std::vector<Eigen::RowVectorXd> rows;
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      rows.push_back(points.row(i));
      const double dice = share();
      if (dice < 0.1) rows.push_back(points.row(i));
      if (dice < 0.05) rows.push_back(points.row(i));
      if (dice > 0.9) {
        const double size = std::pow(10.0, -13.0 + 6.0 * share());
        rows.push_back(points.row(i) + size * Eigen::RowVectorXd::Random(points.cols()));
      }
    }
    Eigen::MatrixXd out(static_cast<Eigen::Index>(rows.size()), points.cols());
    for (std::size_t i = 0; i < rows.size(); ++i) out.row(static_cast<Eigen::Index>(i)) = rows[i];
    return out;
  }

  MotionProblem arm_;
  std::mt19937 random_{27};
};

struct Tally {
  int count = 0, failed = 0, wrong = 0;
  std::vector<double> above, seconds;
  double deviation = 0.0;  // largest, as a share of the tolerance

  void add(const Tally& other) {
    count += other.count;
    failed += other.failed;
    wrong += other.wrong;
    above.insert(above.end(), other.above.begin(), other.above.end());
    seconds.insert(seconds.end(), other.seconds.begin(), other.seconds.end());
    deviation = std::max(deviation, other.deviation);
  }

  void print(const std::string& kind) {
    std::sort(above.begin(), above.end());
    std::sort(seconds.begin(), seconds.end());
    if (above.empty()) above = {0.0};
    const auto at = [](const std::vector<double>& of, double share) {
      return of[static_cast<std::size_t>(share * static_cast<double>(of.size() - 1))];
    };
    std::printf(
        "%-32s %4d paths, %d failed, %d wrong; above the reference: least %+.1e median %.1e "
        "nine tenths %.1e worst %.1e; deviation %.3f of the tolerance; %.1f ms, worst %.1f\n",
        kind.c_str(), count, failed, wrong, above.front(), at(above, 0.5), at(above, 0.9),
        above.back(), deviation, 1e3 * at(seconds, 0.5), 1e3 * seconds.back());
  }
};

double reference(const PathCase& path, const BSpline& curve) {
  const MotionLimits& limits = path.problem.limits;
  if (path.kind == "line, jerk") {
    const Eigen::VectorXd travel = (curve(curve.end()) - curve(curve.begin())).cwiseAbs();
    const auto least = [&](const Eigen::VectorXd& limit) {
      return limit.cwiseQuotient(travel).minCoeff();
    };
    return seven_phases(least(limits.velocity), least(limits.acceleration), least(limits.jerk));
  }
  return PathReference(path.problem, curve, 3000).duration();
}

void run(const PathCase& path, int k, Tally& tally) {
  ++tally.count;
  const MotionLimits& limits = path.problem.limits;
  const auto begun = std::chrono::steady_clock::now();
  const PathCurve curve = path_through(
      path.points,
      {.line_tolerance = 0.9 * path.tolerance, .lower = limits.lower, .upper = limits.upper});
  RetimeOptions options;
  options.path_tolerance = curve.tolerance_left(path.tolerance);
  const Retimed found = retime(path.problem, curve.curve, options);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
  tally.seconds.push_back(spent.count());
  if (!found.holds()) {
    ++tally.failed;
    std::fprintf(stderr, "path %d (%s, %d points) fails: %s\n", k, path.kind.c_str(),
                 static_cast<int>(path.points.rows()),
                 found.blocked      ? "blocked"
                 : found.keeps_path ? "not proven"
                                    : "leaves the path");
    return;
  }
  const BSpline& q = found.motion.q;
  const double off = distance_from_lines(path.points, q, 4000);
  const double excess = excess_of_limits(path.problem, q, 4000);
  tally.deviation = std::max(tally.deviation, off / path.tolerance);
  if (excess > 1e-9 || off > path.tolerance || off > curve.line_distance + found.deviation + 1e-9) {
    ++tally.wrong;
    std::fprintf(stderr, "path %d (%s) is wrong: limits %g, %g off of %g\n", k, path.kind.c_str(),
                 excess, off, path.tolerance);
  }
  const double best = reference(path, curve.curve);
  tally.above.push_back(q.duration() / best - 1.0);
  const double worst =
      path.kind.find("jerk") == std::string::npos || path.kind == "line, jerk" ? 0.01 : 0.5;
  if (tally.above.back() > worst) {
    std::fprintf(stderr, "path %d (%s, %d points, tolerance %g): %g s, reference %g s\n", k,
                 path.kind.c_str(), static_cast<int>(path.points.rows()), path.tolerance,
                 q.duration(), best);
  }
}

}  // namespace
}  // namespace alembert::bench

int main(int argc, char** argv) {
  using namespace alembert::bench;
  const int count = argc > 1 ? std::atoi(argv[1]) : 500;
  const int only = argc > 2 ? std::atoi(argv[2]) : -1;
  PathCases cases;
  std::map<std::string, Tally> tallies;
  for (int k = 0; k < count; ++k) {
    const PathCase path = cases.make(k);
    if (only < 0 || k == only) run(path, k, tallies[path.kind]);
  }
  bool good = true;
  Tally with, without;
  for (auto& [kind, tally] : tallies) {
    tally.print(kind);
    // With jerk limits on curves the reference knows none of them.
    const bool promised = kind == "line, jerk" || kind.find("jerk") == std::string::npos;
    good =
        good && tally.failed == 0 && tally.wrong == 0 && (!promised || tally.above.back() <= 0.01);
    if (kind != "line, jerk") (promised ? without : with).add(tally);
  }
  if (without.count > 0) without.print("all without jerk limits");
  if (with.count > 0) with.print("curves and points, jerk");
  return good ? 0 : 3;
}
