#include "identify/log_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "alembert/error.hpp"
#include "alembert/units.hpp"
#include "require.hpp"

namespace alembert::identifying {

using Severity = Finding::Severity;

namespace {

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

void tell(std::vector<Finding>* findings, Severity severity, const std::string& log,
          std::string reason, std::string fix) {
  findings->push_back({severity, {log, 0}, std::move(reason), std::move(fix)});
}

/// Lowest and highest of what was measured; empty where nothing was.
struct Range {
  double lower = infinity, upper = -infinity;
  Index missing = 0;
  bool empty() const { return lower > upper; }
  double width() const { return empty() ? 0.0 : upper - lower; }
};

Range range_of(VecIn<double> values) {
  Range range;
  for (const double x : values) {
    if (!std::isfinite(x)) {
      ++range.missing;
      continue;
    }
    range.lower = std::min(range.lower, x);
    range.upper = std::max(range.upper, x);
  }
  return range;
}

bool looks_like_degrees(const Range& q, const Coordinate& coordinate) {
  if (!coordinate.angular || coordinate.wraps) return false;
  const double turn = 2.0 * std::numbers::pi;
  const double most = std::max(std::abs(q.lower), std::abs(q.upper));
  const double allowed =
      std::max(std::abs(coordinate.limits.lower), std::abs(coordinate.limits.upper));
  return most > turn && (std::isinf(allowed) ? most > 3.0 * turn : most > 2.0 * allowed);
}

void check_columns(const RobotLog& log, const Model& model) {
  for (int j = 0; j < model.dofs(); ++j) {
    const Coordinate& coordinate = model.coordinates()[j];
    const Range q = range_of(log.q.col(j));
    require(!q.empty(), {log.name, 0}, "no position of '" + coordinate.name + "' was measured",
            "log it, or hold the joint with --lock");
    require(!looks_like_degrees(q, coordinate), {log.name, 0},
            "positions of '" + coordinate.name + "' reach " +
                short_number(std::max(std::abs(q.lower), std::abs(q.upper))) +
                ", which looks like degrees",
            "give rad, or say --degrees");
  }
}

}  // namespace

void check_log(const RobotLog& log, const Model& model, std::vector<Finding>* findings) {
  constexpr Index least = 50;
  require(log.t.size() >= least, {log.name, 0}, "only " + std::to_string(log.t.size()) + " rows",
          "log at least a few seconds of motion", Error::Code::size);
  check_columns(log, model);
  const double length = log.t[log.t.size() - 1] - log.t[0];
  if (length / static_cast<double>(log.t.size()) > 0.5) {
    tell(findings, Severity::warning, log.name,
         "rows are " + short_number(length / static_cast<double>(log.t.size())) +
             " s apart: is time in milliseconds?",
         "give seconds");
  }
  for (int j = 0; j < model.dofs(); ++j) {
    const Coordinate& coordinate = model.coordinates()[j];
    const std::string& name = coordinate.name;
    const Range q = range_of(log.q.col(j)), tau = range_of(log.tau.col(j));
    constexpr double still = 2e-3;  // rad or m
    if (q.width() < still) {
      tell(findings, Severity::warning, log.name,
           "'" + name + "' never moved (" + short_number(q.width()) + " " +
               unit(coordinate, JointQuantity::position) + ")",
           "its friction, and all that only its motion shows, stays as in the "
           "file; log a motion of it");
    }
    if (q.lower < coordinate.limits.lower - 0.05 || q.upper > coordinate.limits.upper + 0.05) {
      tell(findings, Severity::warning, log.name,
           "'" + name + "' is outside the limits of the file: " + short_number(q.lower) + " to " +
               short_number(q.upper) + " " + unit(coordinate, JointQuantity::position),
           "look whether zero and direction of the joint are those of the file");
    }
    if (tau.empty() || tau.width() == 0.0) {
      tell(findings, Severity::error, log.name, "the torque of '" + name + "' never changes",
           "its channel says nothing: connect it, or hold the joint with --lock");
    }
  }
}

void tell_preparation(const RobotLog& log, const Model& model, const LogSettings& settings,
                      const PreparedLog& rows, std::vector<Finding>* findings) {
  double longest = 0.0, shortest = infinity;
  for (Index i = 1; i < log.t.size(); ++i) {
    longest = std::max(longest, log.t[i] - log.t[i - 1]);
    shortest = std::min(shortest, log.t[i] - log.t[i - 1]);
  }
  if (longest > 1.05 * settings.step || shortest < 0.95 * settings.step) {
    tell(findings, Severity::note, log.name,
         "the clock is irregular: steps from " + short_number(1e3 * shortest) + " to " +
             short_number(1e3 * longest) + " ms, usually " + short_number(1e3 * settings.step),
         "each row was taken at its own instant");
  }
  if (!rows.gaps.empty()) {
    tell(findings, Severity::note, log.name,
         std::to_string(rows.gaps.size()) +
             " gap(s) without rows, the first after t = " + short_number(rows.gaps.front()) + " s",
         "nothing was smoothed across them");
  }
  static constexpr std::pair<LeftOut, const char*> reasons[] = {
      {LeftOut::missing, "were not measured"},
      {LeftOut::position_outlier, "are at rows whose positions jump"},
      {LeftOut::torque_outlier, "jump from their neighbours"},
      {LeftOut::saturated, "are at the channel's or the file's limit"},
      {LeftOut::stale, "repeat the row before, all of it"},
  };
  for (const auto& [why, words] : reasons) {
    Index most = 0, all = 0;
    std::string names;
    for (int j = 0; j < model.dofs(); ++j) {
      const Index count = rows.left_out[static_cast<std::size_t>(why)][j];
      if (count == 0) continue;
      most = std::max(most, count);
      all += count;
      names += (names.empty() ? "'" : ", '") + model.coordinates()[j].name + "'";
    }
    if (all == 0) continue;
    const bool many = 20 * most > rows.rows() * settings.average;
    tell(findings, many ? Severity::warning : Severity::note, log.name,
         std::to_string(all) + " torques of " + names + " " + words, "they were left out");
  }
}

void check_signs(const std::string& log, const Model& model, const MatrixXd& measured,
                 const MatrixXd& file, std::vector<Finding>* findings) {
  for (int j = 0; j < model.dofs(); ++j) {
    const VectorXd m = measured.col(j).array() - measured.col(j).mean();
    const VectorXd f = file.col(j).array() - file.col(j).mean();
    const double sizes = m.norm() * f.norm();
    constexpr double against = -0.6;
    if (sizes > 0.0 && m.dot(f) < against * sizes) {
      tell(findings, Severity::error, log,
           "torques of '" + model.coordinates()[j].name +
               "' run against those that the file's robot needs (correlation " +
               short_number(m.dot(f) / sizes) + ")",
           "their sign, or the joint's, is likely the other one: turn it in the log (or in "
           "--torque-constant)");
    }
  }
}

}  // namespace alembert::identifying
