// A motion looked at without the library's splines, transcription or kernel: the textbook recursion
// of Cox and de Boor, and torques by one of the papers' formulations.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "alembert/formulation.hpp"
#include "alembert/motion_file.hpp"
#include "support/compare.hpp"

namespace alembert::testing {

/// One coordinate's B-spline.
struct PlainSpline {
  int degree = 0;
  std::vector<double> knots, points;

  double basis(std::size_t i, int p, double t) const {
    if (p == 0) {
      const bool last = knots[i + 1] == knots.back() && t == knots.back();
      return (knots[i] <= t && t < knots[i + 1]) || (last && knots[i] < knots[i + 1]) ? 1.0 : 0.0;
    }
    const auto part = [](double over, double under) { return under > 0.0 ? over / under : 0.0; };
    const std::size_t q = static_cast<std::size_t>(p);
    return part(t - knots[i], knots[i + q] - knots[i]) * basis(i, p - 1, t) +
           part(knots[i + q + 1] - t, knots[i + q + 1] - knots[i + 1]) * basis(i + 1, p - 1, t);
  }

  double operator()(double t) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::size_t end = i + static_cast<std::size_t>(degree) + 1;
      if (knots[i] <= t && t <= knots[end]) sum += points[i] * basis(i, degree, t);
    }
    return sum;
  }

  PlainSpline derivative() const {
    PlainSpline out{degree - 1, {knots.begin() + 1, knots.end() - 1}, {}};
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const double width = knots[i + static_cast<std::size_t>(degree) + 1] - knots[i + 1];
      out.points.push_back(width > 0.0 ? degree * (points[i + 1] - points[i]) / width : 0.0);
    }
    return out;
  }
};

/// What motion.json says, and the task it answers.
class PlainMotion {
 public:
  PlainMotion(const nlohmann::json& document, const MotionFile& task)
      : task_(task), joints_(document.at("joints").get<std::vector<std::string>>()) {
    const nlohmann::json& spline = document.at("spline");
    degree_ = spline.at("degree");
    knots_ = spline.at("knots").get<std::vector<double>>();
    const auto add = [&](const nlohmann::json& points, std::vector<PlainSpline>& out) {
      out.push_back({degree_, knots_, points.get<std::vector<double>>()});
    };
    for (const std::string& joint : joints_) add(spline.at("control_points").at(joint), curves_[0]);
    for (std::size_t order = 1; order < 4; ++order) {
      for (const PlainSpline& curve : curves_[order - 1]) {
        curves_[order].push_back(curve.derivative());
      }
    }
    if (!spline.contains("forces")) return;
    for (const nlohmann::json& stage : spline.at("forces")) {
      const auto first = static_cast<std::ptrdiff_t>(stage.at("first_segment").get<int>());
      forces_.emplace_back(knots_[static_cast<std::size_t>(first + degree_)],
                           std::vector<PlainSpline>());
      for (const std::string name : spline.at("force_names")) {
        const auto points = stage.at("control_points").at(name).get<std::vector<double>>();
        const auto count = static_cast<std::ptrdiff_t>(points.size()) + degree_ + 1;
        forces_.back().second.push_back(
            {degree_, {knots_.begin() + first, knots_.begin() + first + count}, points});
      }
    }
  }

  double duration() const { return knots_.back() - knots_.front(); }
  /// The instant of a fraction of the segments.
  double instant(double fraction) const {
    return knots_[static_cast<std::size_t>(degree_) + static_cast<std::size_t>(knot(fraction))];
  }

  Eigen::VectorXd at(double t, int order) const { return values(curves_[order], t); }

  /// By the papers' formulation, with what is carried, what pushes and what closes loops just after
  /// t (just before the end).
  Eigen::VectorXd torque(double t) const {
    const auto covers = [&](const During& during) {
      return t >= instant(during.from) && (t < instant(during.to) || during.to == 1.0);
    };
    std::vector<Load> loads;
    for (const TimedLoad& load : task_.problem.loads) {
      if (covers(load.during)) loads.push_back(load.load);
    }
    add_cut_forces(t, loads);
    Model model = task_.problem.model;
    std::string held;
    for (const Carried& body : task_.problem.carried) {
      held += covers(body.during) ? '1' : '0';
      if (covers(body.during)) model = carrying(model, body.frame, body.inertia);
    }
    std::unique_ptr<Formulation<double>>& dynamics = dynamics_[held];
    if (!dynamics) dynamics = Formulations::get("kane").make<double>(model);
    Eigen::VectorXd tau(model.dofs());
    (*dynamics)(at(t, 0), at(t, 1), at(t, 2), loads, tau);
    return tau;
  }

  /// Largest excess over the task's limits at `count` instants, as a share of each limit; torque
  /// limits of zero count in N m.
  double largest_excess(int count) const {
    const MotionLimits& limits = task_.problem.limits;
    double worst = 0.0;
    const auto look = [&](const Eigen::VectorXd& x, const Eigen::VectorXd& lower,
                          const Eigen::VectorXd& upper) {
      for (Eigen::Index j = 0; j < x.size(); ++j) {
        const double size = std::max(std::abs(lower[j]), std::abs(upper[j]));
        const double scale = std::isfinite(size) && size > 0.0 ? size : 1.0;
        const double excess = std::max(x[j] - upper[j], lower[j] - x[j]) / scale;
        test::raise(worst, std::isfinite(x[j]) ? std::max(excess, 0.0) : x[j]);
      }
    };
    for (int k = 0; k < count; ++k) {
      const double t = duration() * (static_cast<double>(k) / (count - 1));  // the last not beyond
      look(at(t, 0), limits.lower, limits.upper);
      look(at(t, 1), -limits.velocity, limits.velocity);
      look(at(t, 2), -limits.acceleration, limits.acceleration);
      look(at(t, 3), -limits.jerk, limits.jerk);
      const Eigen::VectorXd tau = torque(t);
      look(tau, limits.torque_lower, limits.torque_upper);
      look(tau.cwiseProduct(at(t, 1)), -limits.power, limits.power);
    }
    return worst;
  }

 private:
  int knot(double fraction) const {
    const auto segments = static_cast<double>(curves_[0][0].points.size()) - degree_;
    return static_cast<int>(std::lround(fraction * segments));
  }

  static Eigen::VectorXd values(const std::vector<PlainSpline>& curves, double t) {
    Eigen::VectorXd x(static_cast<Eigen::Index>(curves.size()));
    for (std::size_t j = 0; j < curves.size(); ++j) x[static_cast<Eigen::Index>(j)] = curves[j](t);
    return x;
  }

  void add_cut_forces(double t, std::vector<Load>& loads) const {
    if (forces_.empty()) return;
    std::size_t stage = 0;
    while (stage + 1 < forces_.size() && forces_[stage + 1].first <= t) ++stage;
    const Eigen::VectorXd force = values(forces_[stage].second, t);
    Eigen::Index at = 0;
    for (const CutJoint& cut : task_.problem.cut_joints) {
      Load on_b{.frame = cut.frame_b};
      for (Eigen::Index k = 0; k < cut.directions.rows(); ++k) {
        on_b.force += force[at++] * cut.directions.row(k).transpose();
      }
      for (int k = 0; cut.hold_orientation && k < 3; ++k) on_b.moment[k] = force[at++];
      loads.push_back(on_b);
      loads.push_back({.frame = cut.frame_a, .force = -on_b.force, .moment = -on_b.moment});
    }
  }

  const MotionFile& task_;
  std::vector<std::string> joints_;
  int degree_ = 0;
  std::vector<double> knots_;
  std::vector<PlainSpline> curves_[4];
  std::vector<std::pair<double, std::vector<PlainSpline>>>
      forces_;  // of stages, from an instant on
  mutable std::map<std::string, std::unique_ptr<Formulation<double>>> dynamics_;
};

}  // namespace alembert::testing
