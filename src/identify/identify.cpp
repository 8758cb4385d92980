#include <algorithm>
#include <cmath>

#include "alembert/error.hpp"
#include "alembert/identification.hpp"
#include "clock.hpp"
#include "identify/fit_story.hpp"
#include "identify/held_out.hpp"
#include "identify/identified_robot.hpp"
#include "identify/intervals.hpp"
#include "identify/judgement.hpp"
#include "identify/log_checks.hpp"
#include "identify/pilot.hpp"
#include "identify/sample_statistics.hpp"

namespace alembert {

namespace identifying {

namespace {

/// Half the edges of the box around a shape, along its own axes; cylinders lie along z.
Eigen::Vector3d half_size(const Visual& shape) {
  switch (shape.shape) {
    case Visual::Shape::box:
      return 0.5 * shape.size;
    case Visual::Shape::sphere:
      return Eigen::Vector3d::Constant(shape.size[0]);
    case Visual::Shape::cylinder:
      return {shape.size[0], shape.size[0], 0.5 * shape.size[1]};
    case Visual::Shape::capsule:
      return {shape.size[0], shape.size[0], 0.5 * shape.size[1] + shape.size[0]};
    case Visual::Shape::mesh:
      break;
  }
  return Eigen::Vector3d::Zero();
}

/// Around the shapes of links, in which their centres of mass have to be: of those whose shapes are
/// all known, since meshes are not read.
std::vector<LinkBox> link_boxes(
    const std::vector<std::pair<std::string, std::vector<Visual>>>& shapes) {
  std::vector<LinkBox> boxes;
  for (const auto& [link, parts] : shapes) {
    const bool meshes = std::any_of(parts.begin(), parts.end(), [](const Visual& shape) {
      return shape.shape == Visual::Shape::mesh;
    });
    if (meshes || parts.empty()) continue;
    LinkBox box{link, Eigen::Vector3d::Constant(infinity), Eigen::Vector3d::Constant(-infinity)};
    for (const Visual& shape : parts) {
      const Eigen::Vector3d half = shape.pose.linear().cwiseAbs() * half_size(shape);
      box.lower = box.lower.cwiseMin(shape.pose.translation() - half);
      box.upper = box.upper.cwiseMax(shape.pose.translation() + half);
    }
    boxes.push_back(box);
  }
  return boxes;
}

class Identifier {
 public:
  Identifier(const Robot& robot, const std::vector<std::shared_ptr<LogSource>>& logs,
             const IdentifyOptions& options)
      : options_(options),
        robot_(with_payloads_in_links(robot, &out_.findings)),
        logs_(logs),
        workers_(options.threads),
        space_(compile(robot_, options.compile)),
        boxes_(link_boxes(options.shapes)) {}

  Identification run() {
    const auto begin = Clock::now();
    check_options();
    measured_ = measure(logs_, space_, boxes_, options_, workers_, &out_.findings);
    space_.set_late_positions(measured_.delays.late_positions());
    make_space(free_parameters(space_, options_, measured_.late()));
    add_up();
    choose();
    fit();
    judge();
    for (const MeasuredLog& log : measured_.logs) {
      out_.traces.push_back(trace_of(space_, log, file_, identified_, workers_));
      const FitTrace& trace = out_.traces.back();
      check_signs(trace.data, space_.model(), trace.measured, trace.before, &out_.findings);
    }
    for (const MeasuredLog& log : validated_) {
      out_.traces.push_back(trace_of(space_, log, file_, identified_, workers_));
    }
    out_.seconds = seconds_since(begin);
    return std::move(out_);
  }

 private:
  void at(const std::string& what) const {
    if (options_.checkpoint) options_.checkpoint(what);
  }
  int dofs() const { return space_.dofs(); }

  void check_options() const {
    const Index offsets = options_.known_offsets.size();
    if (offsets == 0 || offsets == dofs()) return;
    throw Error(
        Error::Code::size,
        std::to_string(offsets) + " known offsets of " + std::to_string(dofs()) + " coordinates",
        "give one a coordinate, or none");
  }

  FitSpace space_of(std::vector<int> free, const std::vector<LinkBox>& boxes) const {
    return make_fit_space(space_, std::move(free), measured_.torque, measured_.speed, boxes,
                          nullptr);
  }
  void make_space(std::vector<int> free) {
    fit_ = std::make_unique<FitSpace>(space_of(std::move(free), boxes_));
  }

  /// All rows of all logs, once.
  void add_up() {
    information_ =
        std::make_unique<Information>(space_, measured_.reference, measured_.outlying,
                                      measured_.block_seconds(), workers_, measured_.facts.memory);
    for (std::size_t k = 0; k < measured_.logs.size(); ++k) {
      at("measuring " + measured_.logs[k].head.name);
      const auto log = static_cast<int>(k);
      if (measured_.logs[k].whole) {
        information_->add(measured_.logs[k].rows, log);
        out_.samples += measured_.logs[k].head.t.size();
      } else {
        out_.samples +=
            for_each_stretch(*logs_[k], measured_.logs[k].settings, workers_,
                             [&](const PreparedLog& rows) { information_->add(rows, log); });
        out_.averaged = std::max(out_.averaged, measured_.logs[k].settings.average);
      }
    }
    weigh_channels();
    out_.blocks = static_cast<int>(information_->blocks().size());
  }

  /// By what a fit with hardly a prior leaves.
  void weigh_channels() {
    const VectorXd u =
        possible_fit(*fit_, information_->sums(measured_.weights), measured_.reference, hardly);
    const VectorXd left = information_->fresh_deviations(fit_->base(u));
    measured_.weights = left.cwiseMax(finest * measured_.torque).cwiseAbs2().cwiseInverse();
  }

  /// Fits to whitened rows use all that the logs tell where noise is what is left; where it is the
  /// model's own fault, held-out torques are predicted better by a fit to torques as they are.
  void choose_whitening() {
    if (!information_->whitened()) return;
    choose_prior();
    const HeldOut white = held(*fit_, out_.prior_weight);
    const VectorXd weights = measured_.weights;
    information_->fit_whitened(false);
    weigh_channels();
    choose_prior();
    const HeldOut plain = held(*fit_, out_.prior_weight);
    constexpr double worthwhile = 0.98;
    if (plain.score.relative < worthwhile * white.score.relative) return;
    information_->fit_whitened(true);
    measured_.weights = weights;
  }

  HeldOut held(const FitSpace& space, double prior) const {
    return held_out(space, *information_, measured_.weights, folds_, prior);
  }

  void choose_prior() {
    at("choosing the weight of the file by held-out blocks");
    out_.trials.clear();
    out_.prior_weight = options_.prior_weight.value_or(0.0);
    if (options_.prior_weight) return;
    out_.prior_weight =
        choose_weight(*fit_, *information_, measured_.weights, folds_, &out_.trials);
  }

  /// What is free, and how much the file counts, by held-out blocks.
  void choose() {
    folds_ = pose_folds(information_->blocks(), std::max(2, options_.folds));
    choose_whitening();
    choose_prior();
    if (options_.direction != Fitted::if_it_helps || !options_.friction) return;
    IdentifyOptions more = options_;
    more.direction = Fitted::yes;
    const std::vector<int> plain = fit_->free;
    const HeldOut without = held(*fit_, out_.prior_weight);
    make_space(free_parameters(space_, more, measured_.late()));
    const HeldOut with = held(*fit_, out_.prior_weight);
    constexpr double worthwhile = 0.98;  // of the error
    if (clearly_better(with, without) &&
        with.score.relative < worthwhile * without.score.relative) {
      choose_prior();
    } else {
      make_space(plain);
    }
  }

  std::vector<int> drives_only() const {
    std::vector<int> free;
    for (const int column : fit_->free) {
      if (space_.kind(column) != ParameterKind::inertial) free.push_back(column);
    }
    return free;
  }

  void fit() {
    at("fitting");
    const Sums sums = information_->sums(measured_.weights);
    fitted_ = possible_fit(*fit_, sums, measured_.reference, out_.prior_weight);
    identified_ = fit_->base(fitted_);
    file_ = space_.map() * space_.values();
    least_squares_ = fit_->base(possible_fit(*fit_, sums, measured_.reference, hardly));
    friction_ = file_;
    out_.held_out.data = "held-out blocks";
    out_.held_out.file = score_of(space_, *information_, file_);
    out_.held_out.friction = out_.held_out.file;
    const std::vector<int> drives = drives_only();
    if (!drives.empty()) {
      const FitSpace only = space_of(drives, {});
      friction_ = only.base(possible_fit(only, sums, measured_.reference, hardly));
      out_.held_out.friction = held(only, hardly).score;
    }
    out_.held_out.least_squares = held(*fit_, hardly).score;
    out_.held_out.identified = held(*fit_, out_.prior_weight).score;
    out_.held_out.own_offsets = out_.held_out.identified;
    out_.fitted = scores("the logs", *information_);
    out_.whitened = information_->whitened();
    write_robot(sums);
  }

  /// Robot files have one friction for both directions: what is written is the best that has.
  void write_robot(const Sums& sums) {
    std::vector<int> held;
    for (const int column : fit_->free) {
      if (space_.kind(column) != ParameterKind::direction) held.push_back(column);
    }
    if (held.size() == fit_->free.size()) {
      out_.robot = identified_robot(robot_, space_, held, fit_->all(fitted_), &out_.findings);
      return;
    }
    const FitSpace symmetric = space_of(held, boxes_);
    const VectorXd u = possible_fit(symmetric, sums, measured_.reference, out_.prior_weight);
    out_.written = score_of(space_, *information_, symmetric.base(u));
    out_.robot = identified_robot(robot_, space_, held, symmetric.all(u), &out_.findings);
  }

  FitScores scores(const std::string& data, const Information& information) const {
    FitScores out;
    out.data = data;
    out.file = score_of(space_, information, file_);
    out.friction = score_of(space_, information, friction_);
    out.least_squares = score_of(space_, information, least_squares_);
    out.identified = score_of(space_, information, identified_);
    out.own_offsets = out.identified;
    IdentifyOptions offsets;
    offsets.inertias = offsets.friction = false;
    offsets.rotors = offsets.springs = false;
    offsets.direction = Fitted::no;
    const FitSpace only = space_of(free_parameters(space_, offsets), {});
    const VectorXd u = possible_fit(only, information.sums(measured_.weights),
                                    information.reference() - identified_ + file_, hardly);
    out.own_offsets = score_of(space_, information, identified_ + only.base(u) - file_);
    return out;
  }

  void judge() {
    at("intervals");
    double correlated = 0.0;
    const VectorXd& memory =
        information_->whitened() ? measured_.facts.remembered : measured_.facts.correlation;
    for (const double seconds : memory) correlated = std::max(correlated, seconds);
    constexpr double memories = 4.0;  // until nothing is remembered
    const int lags =
        static_cast<int>(std::ceil(memories * correlated / information_->block_seconds() - 0.5));
    const int most = std::max(0, out_.blocks / 8);
    const int kept = std::clamp(lags, 0, most);
    const Intervals known = intervals(*fit_, *information_, measured_.weights, fitted_,
                                      out_.prior_weight, kept, options_.confidence);
    out_.prior_spread = known.spread;
    out_.parameters = judge_parameters(*fit_, known, fitted_);
    out_.base = judge_base(*fit_, known, fitted_);
    out_.quantile = known.quantile;
    out_.covariance = covariance_of(*fit_, known, out_.parameters);
    out_.information = information_->sums(measured_.weights).XX;
    if (options_.bootstrap > 1) check_intervals(known, kept + 1);
    out_.joints =
        joint_fits(*fit_, measured_, *information_, fit_->all(fitted_), known, out_.fitted);
    validate();
  }

  void check_intervals(const Intervals& known, int run) {
    at("checking intervals by resampled blocks");
    const VectorXd deviations =
        bootstrap_deviations(*fit_, *information_, measured_.weights, fitted_, out_.prior_weight,
                             run, options_.bootstrap);
    std::vector<double> ratios;
    for (Index b = 0; b < deviations.size(); ++b) {
      const Eigen::RowVectorXd row = fit_->map.row(b);
      const double mine = std::sqrt(std::max(0.0, row.dot(known.noise * row.transpose())));
      if (mine > 0.0) ratios.push_back(deviations[b] / mine);
    }
    if (!ratios.empty()) out_.bootstrap_ratio = median_of(std::move(ratios));
  }

  void validate() {
    for (const auto& source : options_.validate) {
      at("validating on " + source->name());
      MeasuredLog log = look_at_log(*source, space_.model(), options_, &out_.findings);
      measured_.delays.apply(log.settings);
      Information held(space_, identified_, VectorXd::Constant(dofs(), infinity),
                       measured_.block_seconds(), workers_);
      for_each_stretch(*source, log.settings, workers_,
                       [&](const PreparedLog& rows) { held.add(rows, 0); });
      out_.validation.push_back(scores(source->name(), held));
      log.rows = prepare(log.head, log.settings, -infinity, infinity);
      validated_.push_back(std::move(log));
    }
  }

  const IdentifyOptions& options_;
  Identification out_;
  Robot robot_;
  const std::vector<std::shared_ptr<LogSource>>& logs_;
  Workers workers_;
  ParameterSpace space_;
  std::vector<LinkBox> boxes_;
  Measurement measured_;
  std::vector<MeasuredLog> validated_;
  std::unique_ptr<FitSpace> fit_;
  std::unique_ptr<Information> information_;
  std::vector<int> folds_;
  VectorXd fitted_, identified_, file_, friction_,
      least_squares_;  // the first is free, all others base
};

}  // namespace

}  // namespace identifying

Identification identify(const Robot& robot, const std::vector<std::shared_ptr<LogSource>>& logs,
                        const IdentifyOptions& options) {
  return identifying::Identifier(robot, logs, options).run();
}

}  // namespace alembert
