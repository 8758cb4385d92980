#include "identify/pilot.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/error.hpp"
#include "identify/late_channels.hpp"
#include "identify/log_checks.hpp"
#include "require.hpp"

namespace alembert::identifying {

namespace {

/// Rows of each log that are looked at in memory, to find out how it was measured.
constexpr Index pilot_rows = 60000;

/// Samples of a long log that are made one: as many as the fastest channel lets be.
int averaged(const LogSettings& settings) {
  double fastest = 0.0;
  for (const Channel& channel : settings.channels) fastest = std::max(fastest, channel.cutoff);
  constexpr double a_period = 20.0;  // samples of the fastest that is seen
  return static_cast<int>(std::clamp(1.0 / (a_period * fastest * settings.step), 1.0, 64.0));
}

class Pilot {
 public:
  Pilot(const ParameterSpace& space, const std::vector<LinkBox>& boxes,
        const IdentifyOptions& options, Workers& workers, std::vector<Finding>* findings)
      : space_(space), boxes_(boxes), options_(options), workers_(workers), findings_(findings) {}

  Measurement run(const std::vector<std::shared_ptr<LogSource>>& logs) {
    look(logs);
    prepare_all();
    for (const MeasuredLog& log : out_.logs) {
      tell_preparation(log.head, space_.model(), log.settings, log.rows, findings_);
    }
    sizes();
    out_.reference = space_.map() * space_.values();
    out_.outlying = VectorXd::Constant(dofs(), infinity);
    out_.weights = out_.torque.cwiseAbs2().cwiseInverse();
    out_.delays = ChannelDelays(dofs());
    fit_ = std::make_unique<FitSpace>(make_fit_space(space_, free_parameters(space_, options_),
                                                     out_.torque, out_.speed, boxes_, findings_));
    fit(0);
    fit(1);
    find_delays();
    return std::move(out_);
  }

 private:
  int dofs() const { return space_.dofs(); }

  void look(const std::vector<std::shared_ptr<LogSource>>& logs) {
    if (logs.empty()) throw Error(Error::Code::size, "no log is given", "give at least one");
    for (const auto& source : logs) {
      if (options_.checkpoint) options_.checkpoint("reading " + source->name());
      out_.logs.push_back(look_at_log(*source, space_.model(), options_, findings_));
    }
  }

  void prepare_all() {
    for (MeasuredLog& log : out_.logs) {
      log.rows = prepare(log.head, log.settings, -infinity, infinity, &workers_);
    }
  }

  std::vector<PreparedLog> rows() const {
    std::vector<PreparedLog> all;
    for (const MeasuredLog& log : out_.logs) all.push_back(log.rows);
    return all;
  }

  void sizes() {
    VectorXd squares = VectorXd::Zero(dofs()), speeds = squares;
    double count = 0.0;
    for (const MeasuredLog& log : out_.logs) {
      squares += log.rows.tau.colwise().squaredNorm().transpose();
      speeds += log.rows.v.colwise().squaredNorm().transpose();
      count += static_cast<double>(log.rows.rows());
    }
    require(count != 0.0, {out_.logs[0].head.name, 0}, "no row of the logs can be used",
            "log an unbroken stretch of a few seconds", Error::Code::size);
    out_.torque = (squares / count).cwiseSqrt().cwiseMax(1e-3);
    out_.speed = (speeds / count).cwiseSqrt().cwiseMax(1e-2);
  }

  void fit(int round) {
    if (options_.checkpoint) options_.checkpoint("fitting, round " + std::to_string(round + 1));
    Information information(space_, out_.reference, out_.outlying, out_.block_seconds(), workers_);
    for (std::size_t k = 0; k < out_.logs.size(); ++k) {
      information.add(out_.logs[k].rows, static_cast<int>(k));
    }
    const VectorXd u = possible_fit(*fit_, information.sums(out_.weights), out_.reference,
                                    round == 0 ? 1e-4 : hardly);
    out_.reference = fit_->base(u);
    out_.facts = residual_facts(space_, rows(), out_.reference, workers_);
    const VectorXd floor = finest * out_.torque;
    for (int j = 0; j < dofs(); ++j) {
      const double deviation = out_.facts.deviation[j];
      NoiseMemory& memory = out_.facts.memory[j];
      if (deviation < 10.0 * floor[j]) memory = {};  // rounding is no noise
      out_.weights[j] = 1.0 / std::pow(std::max(deviation, floor[j]), 2);
    }
    constexpr double far = 8.0;
    out_.outlying = far * out_.facts.deviation + 1e-9 * out_.torque;
  }

  double step() const { return out_.logs[0].settings.step * out_.logs[0].settings.average; }

  /// Delays and parameters in turn, until delays stay. What is left before any delay is known is
  /// correlated because of it: first, then, all that may be a delay is one, and afterwards only
  /// what is clearly there beside what is then left.
  void find_delays() {
    if (!options_.delays) return;
    const ResidualFacts facts = out_.facts;
    const VectorXd reference = out_.reference, far = out_.outlying, weights = out_.weights;
    constexpr int rounds = 8;
    for (int round = 0; round < rounds; ++round) {
      const ChannelDelays before = out_.delays;
      out_.delays = late_channels(
          delay_equations(space_, rows(), out_.reference, out_.facts, before, workers_),
          evidence(round == 0));
      if (stays(before)) {
        out_.delays.torque = before.torque;
        out_.delays.position = before.position;
        return;
      }
      for (MeasuredLog& log : out_.logs) out_.delays.apply(log.settings);
      prepare_all();
      if (out_.delays.none()) {  // it only looked like one: all is as it was
        out_.facts = facts;
        out_.reference = reference;
        out_.outlying = far;
        out_.weights = weights;
        return;
      }
      fit(2 + round);
    }
  }

  DelayEvidence evidence(bool first) const {
    DelayEvidence out{step(), out_.facts.correlation, out_.facts.dependent};
    if (first) {
      out.correlation.setZero();
      out.dependent.setOnes();
    }
    return out;
  }

  /// The same channels are late, by as much as errors can tell.
  bool stays(const ChannelDelays& before) const {
    constexpr double little = 0.1;  // of an error
    const VectorXd was = before.both(), is = out_.delays.both();
    VectorXd errors(was.size());
    errors << out_.delays.torque_error, out_.delays.position_error;
    for (Index d = 0; d < was.size(); ++d) {
      if ((was[d] == 0.0) != (is[d] == 0.0)) return false;
      if (std::abs(is[d] - was[d]) > little * errors[d]) return false;
    }
    return true;
  }

  const ParameterSpace& space_;
  const std::vector<LinkBox>& boxes_;
  const IdentifyOptions& options_;
  Workers& workers_;
  std::vector<Finding>* findings_;
  std::unique_ptr<FitSpace> fit_;
  Measurement out_;
};

}  // namespace

MeasuredLog look_at_log(LogSource& source, const Model& model, const IdentifyOptions& options,
                        std::vector<Finding>* findings) {
  MeasuredLog log;
  source.rewind();
  log.head = source.read(pilot_rows + 1);
  log.head.name = source.name();
  check_log(log.head, model, findings);
  log.whole = log.head.t.size() <= pilot_rows;
  log.settings = look_at(log.head, model, options.bandwidth.value_or(0.0));
  for (Index j = 0; j < options.known_offsets.size(); ++j) {
    log.settings.channels[j].offset = options.known_offsets[j];
  }
  if (!log.whole && !log.settings.measured_rates) log.settings.average = averaged(log.settings);
  return log;
}

double Measurement::block_seconds() const {
  double seconds = 0.0, step = 0.0;
  for (const MeasuredLog& log : logs) {
    seconds += log.head.t[log.head.t.size() - 1] - log.head.t[0];
    step = std::max(step, log.settings.step * log.settings.average);
  }
  return std::max(seconds / 100.0, 10.0 * step);
}

Measurement measure(const std::vector<std::shared_ptr<LogSource>>& logs,
                    const ParameterSpace& space, const std::vector<LinkBox>& boxes,
                    const IdentifyOptions& options, Workers& workers,
                    std::vector<Finding>* findings) {
  return Pilot(space, boxes, options, workers, findings).run(logs);
}

}  // namespace alembert::identifying
