// A KUKA that was identified from its logs, simulated with something in hand; the noise of its
// torque sensors is what the logs have left, begun at another instant each time.
#pragma once

#include <filesystem>

#include "alembert/excitation.hpp"
#include "alembert/payload.hpp"
#include "coverage.hpp"
#include "identify/prepared_log.hpp"

namespace alembert::test {

class KukaPayload {
 public:
  const double seconds = 25.0, step = 0.005;  // as the logs

  static bool there() { return std::filesystem::exists(folder() + "kuka_lwr4.urdf"); }

  KukaPayload() {
    const Robot file = load_robot(folder() + "kuka_lwr4.urdf");
    const Model model = compile(file);
    std::vector<std::shared_ptr<LogSource>> logs;
    for (const char* name : {"kuka_lwr4_log_1.csv", "kuka_lwr4_log_2.csv"}) {
      logs.push_back(log_file(folder() + name, model));
    }
    IdentifyOptions options;
    options.bootstrap = 0;
    const Identification found = identify(file, logs, options);
    arm_ = found.robot;
    for (const auto& log : logs) left_.push_back(left_of(*log, found));
    ExciteOptions how;
    how.duration = seconds;
    how.starts = 1;
    how.noise = found.fitted.identified.rms;  // as `excite --after` has it
    motion_ = excite(MotionProblem(compile(arm_)), how).motion;
  }

  static Inertia body() {
    Inertia out;
    out.mass = 2.5;
    out.com = {0.05, 0.03, 0.055};  // 8 cm off
    out.about_com = Eigen::Vector3d(0.004, 0.005, 0.003).asDiagonal();
    return out;
  }

  PayloadEstimate weigh(unsigned seed, bool beside_empty) const {
    const Model model = compile(arm_);
    Robot loaded = arm_;
    loaded.payloads.push_back({"lwr_7_link", body(), {}});
    PayloadOptions options;
    options.frame = "lwr_7_link";
    options.identify.bootstrap = 0;
    if (beside_empty) options.empty = {log_in_memory(log_of(model, 500 + seed), model)};
    return identify_payload(arm_, {log_in_memory(log_of(compile(loaded), seed), model)}, options);
  }

  /// Mass and centre inside their intervals.
  void count(const PayloadEstimate& found, Covered& covered) const {
    const auto add = [&](const Interval& interval, double value) {
      covered.inside += interval.lower <= value && value <= interval.upper ? 1.0 : 0.0;
      covered.all += 1.0;
    };
    add(found.mass, body().mass);
    for (int k = 0; k < 3; ++k) add(found.centre[static_cast<std::size_t>(k)], body().com[k]);
  }

 private:
  static std::string folder() {
    return std::string(ALEMBERT_SOURCE_DIR) + "/../shared/identification/";
  }

  /// Measured torques less those of the identified robot and its sensors' offsets.
  static Eigen::MatrixXd left_of(LogSource& source, const Identification& found) {
    const Model model = compile(found.robot);
    source.rewind();
    const RobotLog log = source.read(1 << 20);
    const identifying::LogSettings settings = identifying::look_at(log, model, 0.0);
    const identifying::PreparedLog rows = identifying::prepare(log, settings, -infinity, infinity);
    InverseDynamics id(model);
    Eigen::MatrixXd left = rows.tau;
    Eigen::VectorXd q, v, a, tau(7);
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      q = rows.q.row(i);
      v = rows.v.row(i);
      a = rows.a.row(i);
      id(q, v, a, tau);
      for (int j = 0; j < 7; ++j) {
        const JointFit& joint = found.joints[static_cast<std::size_t>(j)];
        left(i, j) -= tau[j] + joint.offset;
        if (!rows.usable(i, j)) left(i, j) = i > 0 ? left(i - 1, j) : 0.0;
      }
    }
    return left;
  }

  RobotLog log_of(const Model& model, unsigned seed) const {
    std::mt19937 engine(seed);
    std::normal_distribution<double> normal;
    const Eigen::MatrixXd& noise = left_[engine() % left_.size()];
    const auto begin = static_cast<Eigen::Index>(engine() % static_cast<unsigned>(noise.rows()));
    const auto rows = static_cast<Eigen::Index>(seconds / step);
    RobotLog log;
    log.name = "simulated";
    log.t.resize(rows);
    log.q.resize(rows, 7);
    log.tau.resize(rows, 7);
    InverseDynamics id(model);
    Eigen::VectorXd tau(7);
    for (Eigen::Index i = 0; i < rows; ++i) {
      const double t = step * static_cast<double>(i);
      const Eigen::VectorXd q = motion_.q(t), v = motion_.q(t, 1), a = motion_.q(t, 2);
      id(q, v, a, tau);
      log.t[i] = t;
      for (int j = 0; j < 7; ++j) {
        log.q(i, j) = q[j] + 1e-5 * normal(engine);
        log.tau(i, j) = tau[j] + 0.3 * (j - 3) + noise((begin + i) % noise.rows(), j);
      }
    }
    return log;
  }

  Robot arm_;
  Trajectory motion_;
  std::vector<Eigen::MatrixXd> left_;  // of each log
};

}  // namespace alembert::test
