#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "alembert/error.hpp"
#include "alembert/identification.hpp"
#include "identify/held_out.hpp"
#include "identify/identified_robot.hpp"
#include "identify/intervals.hpp"
#include "identify/judgement.hpp"
#include "identify/link_boxes.hpp"
#include "identify/log_checks.hpp"
#include "identify/residuals.hpp"

namespace alembert {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace identifying {

namespace {

/// Rows of each log that are looked at in memory, to find out how it was measured.
constexpr Index pilot_rows = 60000;
/// No torque is taken for more exact than this share of its size: else nothing would keep bodies
/// possible.
constexpr double finest = 1e-9;
/// The prior of fits that only have to be near: next to none.
constexpr double hardly = 1e-7;

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
    const auto begin = std::chrono::steady_clock::now();
    look();
    pilot();
    measure();
    choose();
    fit();
    judge();
    trace();
    out_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(out_);
  }

 private:
  struct Log {
    RobotLog head;  // the first rows
    LogSettings settings;
    PreparedLog rows;  // of the head
    bool whole = true;
  };

  void at(const std::string& what) const {
    if (options_.checkpoint) options_.checkpoint(what);
  }
  int dofs() const { return space_.dofs(); }

  void look() {
    if (options_.known_offsets.size() != 0 && options_.known_offsets.size() != dofs()) {
      throw Error(Error::Code::size,
                  std::to_string(options_.known_offsets.size()) + " known offsets of " +
                      std::to_string(dofs()) + " coordinates",
                  "give one a coordinate, or none");
    }
    if (logs_.empty()) {
      throw Error(Error::Code::size, "no log is given", "give at least one");
    }
    for (const auto& source : logs_) {
      at("reading " + source->name());
      heads_.push_back(look_at_log(*source));
    }
  }

  Log look_at_log(LogSource& source) {
    Log log;
    source.rewind();
    log.head = source.read(pilot_rows + 1);
    log.head.name = source.name();
    check_log(log.head, space_.model(), &out_.findings);
    log.whole = log.head.t.size() <= pilot_rows;
    log.settings = look_at(log.head, space_.model(), options_.bandwidth.value_or(0.0));
    for (Index j = 0; j < options_.known_offsets.size(); ++j) {
      log.settings.channels[static_cast<std::size_t>(j)].offset = options_.known_offsets[j];
    }
    if (!log.whole && !log.settings.measured_rates) {
      double fastest = 0.0;
      for (const Channel& channel : log.settings.channels) {
        fastest = std::max(fastest, channel.cutoff);
      }
      constexpr double a_period = 20.0;  // samples of the fastest that is seen
      log.settings.average =
          static_cast<int>(std::clamp(1.0 / (a_period * fastest * log.settings.step), 1.0, 64.0));
    }
    return log;
  }

  void prepare_heads() {
    constexpr double always = std::numeric_limits<double>::infinity();
    for (Log& log : heads_) log.rows = prepare(log.head, log.settings, -always, always);
  }

  double block_seconds() const {
    double seconds = 0.0, step = 0.0;
    for (const Log& log : heads_) {
      seconds += log.head.t[log.head.t.size() - 1] - log.head.t[0];
      step = std::max(step, log.settings.step * log.settings.average);
    }
    return std::max(seconds / 100.0, 10.0 * step);
  }

  /// Fits with hardly a prior until weights, delays and outliers no longer change.
  void pilot() {
    prepare_heads();
    for (std::size_t k = 0; k < heads_.size(); ++k) {
      tell_preparation(heads_[k].head, space_.model(), heads_[k].settings, heads_[k].rows,
                       &out_.findings);
    }
    sizes();
    reference_ = space_.map() * space_.values();
    outlying_ = VectorXd::Constant(dofs(), infinity);
    weights_ = torque_.cwiseAbs2().cwiseInverse();
    delay_.setZero(dofs());
    delay_error_.setZero(dofs());
    make_space(free_parameters(space_, options_));
    constexpr int rounds = 6;
    for (int round = 0; round < rounds; ++round) {
      at("fitting, round " + std::to_string(round + 1));
      const Information information = gather(heads_);
      const VectorXd u =
          possible_fit(*fit_, information.sums(weights_), reference_, round == 0 ? 1e-4 : hardly);
      reference_ = fit_->base(u);
      facts_ = residual_facts(space_, rows_of(heads_), reference_, workers_);
      const VectorXd floor = finest * torque_;
      for (int j = 0; j < dofs(); ++j) {
        NoiseMemory& memory = facts_.memory[static_cast<std::size_t>(j)];
        if (facts_.deviation[j] < 10.0 * floor[j]) memory = {};  // rounding is no noise
        weights_[j] = 1.0 / std::pow(std::max(memory.fresh() * facts_.deviation[j], floor[j]), 2);
      }
      constexpr double far = 8.0;
      outlying_ = far * facts_.deviation + 1e-9 * torque_;
      if (!move_torques() && round > 0) break;
    }
    late_ = delay_.cwiseAbs().maxCoeff() > 0.0;
    if (late_) make_space(free_parameters(space_, options_, late_));
  }

  /// By the delays that were found, first by one for all; false where none was.
  bool move_torques() {
    if (!options_.delays) return false;
    const double step = heads_[0].settings.step * heads_[0].settings.average;
    delay_error_ = facts_.delay_error.cwiseMin(facts_.common_error);
    const auto sure = [&](double found, double error, double gain, double correlation) {
      constexpr double deviations = 4.0, clear_gain = 0.05;
      // What is correlated for long is no noise but the model's, and a delay may only look like it.
      if (correlation > 4.0 * step && gain < clear_gain) return false;
      return std::abs(found) > deviations * error && std::abs(found) > 0.02 * step;
    };
    const double longest = facts_.correlation.mean();
    VectorXd found = VectorXd::Zero(dofs());
    if (sure(facts_.common_delay, facts_.common_error, facts_.common_gain, longest)) {
      found.setConstant(facts_.common_delay);
    } else {
      for (int j = 0; j < dofs(); ++j) {
        if (sure(facts_.delay[j], facts_.delay_error[j], facts_.delay_gain[j],
                 facts_.correlation[j])) {
          found[j] = facts_.delay[j];
        }
      }
    }
    bool moved = false;
    for (int j = 0; j < dofs(); ++j) {
      constexpr double most = 0.05;  // s
      if (found[j] == 0.0 || std::abs(delay_[j] + found[j]) > most) continue;
      delay_[j] += found[j];
      moved = true;
      for (Log& log : heads_) log.settings.channels[static_cast<std::size_t>(j)].delay = delay_[j];
    }
    if (moved) prepare_heads();
    return moved;
  }

  void sizes() {
    VectorXd squares = VectorXd::Zero(dofs()), speeds = squares;
    double count = 0.0;
    for (const Log& log : heads_) {
      squares += log.rows.tau.colwise().squaredNorm().transpose();
      speeds += log.rows.v.colwise().squaredNorm().transpose();
      count += static_cast<double>(log.rows.rows());
    }
    if (count == 0.0) {
      throw Error(Error::Code::size, {heads_[0].head.name, 0}, "no row of the logs can be used",
                  "log an unbroken stretch of a few seconds");
    }
    torque_ = (squares / count).cwiseSqrt().cwiseMax(1e-3);
    speed_ = (speeds / count).cwiseSqrt().cwiseMax(1e-2);
  }

  void make_space(std::vector<int> free) {
    const bool first = !fit_;
    fit_ = std::make_unique<FitSpace>(make_fit_space(space_, std::move(free), torque_, speed_,
                                                     boxes_, first ? &out_.findings : nullptr));
  }

  static std::vector<PreparedLog> rows_of(const std::vector<Log>& logs) {
    std::vector<PreparedLog> rows;
    for (const Log& log : logs) rows.push_back(log.rows);
    return rows;
  }

  Information gather(const std::vector<Log>& logs) {
    Information information(space_, reference_, outlying_, block_seconds(), workers_);
    for (std::size_t k = 0; k < logs.size(); ++k) {
      information.add(logs[k].rows, static_cast<int>(k));
    }
    return information;
  }

  /// All rows of all logs, once.
  void measure() {
    information_ = std::make_unique<Information>(space_, reference_, outlying_, block_seconds(),
                                                 workers_, facts_.memory);
    for (std::size_t k = 0; k < heads_.size(); ++k) {
      at("measuring " + heads_[k].head.name);
      const auto log = static_cast<int>(k);
      if (heads_[k].whole) {
        information_->add(heads_[k].rows, log);
        out_.samples += heads_[k].head.t.size();
      } else {
        out_.samples +=
            for_each_stretch(*logs_[k], heads_[k].settings, std::numeric_limits<Index>::max(),
                             [&](const PreparedLog& rows) { information_->add(rows, log); });
        out_.averaged = std::max(out_.averaged, heads_[k].settings.average);
      }
    }
    weigh_channels();
    out_.blocks = static_cast<int>(information_->blocks().size());
  }

  /// By what a fit with hardly a prior leaves.
  void weigh_channels() {
    const VectorXd u = possible_fit(*fit_, information_->sums(weights_), reference_, hardly);
    const VectorXd left = information_->fresh_deviations(fit_->base(u));
    weights_ = left.cwiseMax(finest * torque_).cwiseAbs2().cwiseInverse();
  }

  /// Fits to whitened rows use all that the logs tell where noise is what is left; where it is the
  /// model's own fault, held-out torques are predicted better by a fit to torques as they are.
  void choose_whitening() {
    if (!information_->whitened()) return;
    choose_prior();
    const HeldOut white = held_out(*fit_, *information_, weights_, folds_, out_.prior_weight);
    const VectorXd weights = weights_;
    information_->fit_whitened(false);
    weigh_channels();
    choose_prior();
    const HeldOut plain = held_out(*fit_, *information_, weights_, folds_, out_.prior_weight);
    constexpr double worthwhile = 0.98;
    if (plain.score.relative < worthwhile * white.score.relative) return;
    information_->fit_whitened(true);
    weights_ = weights;
  }

  void choose_prior() {
    at("choosing the weight of the file by held-out blocks");
    out_.trials.clear();
    out_.prior_weight = options_.prior_weight.value_or(0.0);
    if (options_.prior_weight) return;
    out_.prior_weight = choose_weight(*fit_, *information_, weights_, folds_, &out_.trials);
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
    const HeldOut without = held_out(*fit_, *information_, weights_, folds_, out_.prior_weight);
    make_space(free_parameters(space_, more, late_));
    const HeldOut with = held_out(*fit_, *information_, weights_, folds_, out_.prior_weight);
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
    const Sums sums = information_->sums(weights_);
    fitted_ = possible_fit(*fit_, sums, reference_, out_.prior_weight);
    identified_ = fit_->base(fitted_);
    file_ = space_.map() * space_.values();
    least_squares_ = fit_->base(possible_fit(*fit_, sums, reference_, hardly));
    friction_ = file_;
    out_.held_out.data = "held-out blocks";
    out_.held_out.file = score_of(space_, *information_, file_);
    out_.held_out.friction = out_.held_out.file;
    const std::vector<int> drives = drives_only();
    if (!drives.empty()) {
      const FitSpace only = make_fit_space(space_, drives, torque_, speed_, {}, nullptr);
      friction_ = only.base(possible_fit(only, sums, reference_, hardly));
      out_.held_out.friction = held_out(only, *information_, weights_, folds_, hardly).score;
    }
    out_.held_out.least_squares = held_out(*fit_, *information_, weights_, folds_, hardly).score;
    out_.held_out.identified =
        held_out(*fit_, *information_, weights_, folds_, out_.prior_weight).score;
    out_.held_out.own_offsets = out_.held_out.identified;
    out_.fitted = scores("the logs", *information_);
    out_.robot = identified_robot(robot_, space_, fit_->free, fit_->all(fitted_), &out_.findings);
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
    const FitSpace only =
        make_fit_space(space_, free_parameters(space_, offsets), torque_, speed_, {}, nullptr);
    const VectorXd u = possible_fit(only, information.sums(weights_),
                                    information.reference() - identified_ + file_, hardly);
    out.own_offsets = score_of(space_, information, identified_ + only.base(u) - file_);
    return out;
  }

  void judge() {
    at("intervals");
    double correlated = 0.0;
    const VectorXd& memory = information_->whitened() ? facts_.remembered : facts_.correlation;
    for (const double seconds : memory) correlated = std::max(correlated, seconds);
    constexpr double memories = 4.0;  // until nothing is remembered
    const int lags =
        static_cast<int>(std::ceil(memories * correlated / information_->block_seconds() - 0.5));
    const int most = std::max(0, out_.blocks / 8);
    const int kept = std::clamp(lags, 0, most);
    const Intervals known = intervals(*fit_, *information_, weights_, fitted_, out_.prior_weight,
                                      kept, options_.confidence);
    out_.prior_spread = known.spread;
    out_.parameters = judge_parameters(*fit_, known, fitted_);
    out_.base = judge_base(*fit_, known, fitted_);
    out_.quantile = known.quantile;
    out_.covariance = covariance_of(*fit_, known, out_.parameters);
    out_.information = information_->sums(weights_).XX;
    if (options_.bootstrap > 1) check_intervals(known, kept + 1);
    describe_joints();
    validate();
  }

  void check_intervals(const Intervals& known, int run) {
    at("checking intervals by resampled blocks");
    const VectorXd deviations = bootstrap_deviations(*fit_, *information_, weights_, fitted_,
                                                     out_.prior_weight, run, options_.bootstrap);
    std::vector<double> ratios;
    for (Index b = 0; b < deviations.size(); ++b) {
      const Eigen::RowVectorXd row = fit_->map.row(b);
      const double mine = std::sqrt(std::max(0.0, row.dot(known.noise * row.transpose())));
      if (mine > 0.0) ratios.push_back(deviations[b] / mine);
    }
    if (ratios.empty()) return;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    out_.bootstrap_ratio = *middle;
  }

  void describe_joints() {
    const VectorXd all = fit_->all(fitted_);
    for (int j = 0; j < dofs(); ++j) {
      const Coordinate& coordinate = space_.model().coordinates()[static_cast<std::size_t>(j)];
      const Channel& channel = heads_[0].settings.channels[static_cast<std::size_t>(j)];
      JointFit joint;
      joint.name = coordinate.name;
      joint.angular = coordinate.angular;
      joint.bandwidth = channel.cutoff;
      joint.position_noise = channel.position_noise;
      joint.noise = out_.fitted.identified.rms[j];
      joint.correlation = facts_.correlation[j];
      joint.delay = delay_[j];
      joint.delay_error = delay_error_[j];
      joint.before = out_.fitted.file.rms[j];
      joint.friction = out_.fitted.friction.rms[j];
      joint.after = out_.fitted.identified.rms[j];
      for (const Block& block : information_->blocks()) {
        joint.used += block.joints[static_cast<std::size_t>(j)].count;
        joint.left_out += block.joints[static_cast<std::size_t>(j)].outliers;
      }
      for (const Log& log : heads_) {
        for (const auto& of : log.rows.left_out) {
          joint.left_out += of[static_cast<std::size_t>(j)];
        }
      }
      for (const int column : fit_->free) {
        if (space_.coordinate(column) != j) continue;
        if (space_.kind(column) == ParameterKind::offset) {
          joint.offset += all[column] - space_.values()[column];
        }
        if (space_.kind(column) == ParameterKind::direction) joint.direction = all[column];
        if (space_.kind(column) == ParameterKind::delay) joint.delay += all[column];
      }
      out_.joints.push_back(std::move(joint));
    }
  }

  void validate() {
    for (const auto& source : options_.validate) {
      at("validating on " + source->name());
      Log log = look_at_log(*source);
      for (int j = 0; j < dofs(); ++j) {
        log.settings.channels[static_cast<std::size_t>(j)].delay = delay_[j];
      }
      Information held(space_, identified_, VectorXd::Constant(dofs(), infinity), block_seconds(),
                       workers_);
      for_each_stretch(*source, log.settings, std::numeric_limits<Index>::max(),
                       [&](const PreparedLog& rows) { held.add(rows, 0); });
      out_.validation.push_back(scores(source->name(), held));
      log.rows = prepare(log.head, log.settings, -infinity, infinity);
      validated_.push_back(std::move(log));
    }
  }

  void trace() {
    for (const std::vector<Log>* logs : {&heads_, &validated_}) {
      for (const Log& log : *logs) trace(log, logs == &heads_);
    }
  }

  void trace(const Log& log, bool check) {
    constexpr Index shown = 700;
    const Index step = std::max<Index>(1, log.rows.rows() / shown);
    std::vector<Index> rows;
    for (Index i = 0; i < log.rows.rows(); i += step) {
      if (log.rows.usable.row(i).minCoeff() != 0) rows.push_back(i);
    }
    PreparedLog some;
    some.t = log.rows.t(rows);
    some.q = log.rows.q(rows, Eigen::all);
    some.v = log.rows.v(rows, Eigen::all);
    some.a = log.rows.a(rows, Eigen::all);
    FitTrace trace;
    trace.data = log.head.name;
    trace.t = some.t;
    trace.v = some.v;
    trace.measured = log.rows.tau(rows, Eigen::all);
    trace.before = predicted(space_, some, file_, workers_);
    trace.after = predicted(space_, some, identified_, workers_);
    if (check) {
      check_signs(log.head.name, space_.model(), trace.measured, trace.before, &out_.findings);
    }
    out_.traces.push_back(std::move(trace));
  }

  const IdentifyOptions& options_;
  Identification out_;
  Robot robot_;
  const std::vector<std::shared_ptr<LogSource>>& logs_;
  Workers workers_;
  ParameterSpace space_;
  std::vector<LinkBox> boxes_;
  std::vector<Log> heads_, validated_;
  VectorXd torque_, speed_;  // sizes
  bool late_ = false;        // some torque channel
  VectorXd weights_, reference_, outlying_, delay_, delay_error_;
  ResidualFacts facts_;
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
