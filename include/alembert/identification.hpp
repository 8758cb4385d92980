// A robot's parameters from its own logs: what was measured corrects what its file says, as far as
// it can, and says how far that is.
//
//   Robot robot = load_robot("arm.urdf");
//   Identification found = identify(robot, {log_file("log.csv", compile(robot))});
//   save_robot(found.robot, "identified.yaml");
//
// docs/identify.md has the method.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/robot.hpp"
#include "alembert/robot_log.hpp"

namespace alembert {

/// A part that is fitted always, never, or where held-out data are better for it.
enum class Fitted { no, yes, if_it_helps };

struct IdentifyOptions {
  CompileOptions compile = {};  ///< of the robot: gravity, locked joints
  /// Links whose inertia is fitted; none named: all that have one.
  std::vector<std::string> links = {};
  bool inertias = true, friction = true, offsets = true;  ///< fitted? offsets: of torque sensors
  /// Rotor inertias; unless said, where the file has one.
  std::optional<bool> rotors = {};
  /// Springs; unless said, where the file has one.
  std::optional<bool> springs = {};
  /// Viscous friction that differs from one direction to the other.
  Fitted direction = Fitted::if_it_helps;
  /// How much the file's inertias count beside the logs; unless given, chosen by held-out blocks.
  std::optional<double> prior_weight = {};
  int folds = 5;  ///< parts of the logs that are held out in turn, each other poses than the rest
  /// Hz, of positions; unless given, chosen from the data.
  std::optional<double> bandwidth = {};
  bool delays = true;        ///< of every torque channel behind positions
  int bootstrap = 60;        ///< repetitions that check the intervals; 0: none
  double confidence = 0.95;  ///< of intervals
  /// Logs that are not used, to judge what was found.
  std::vector<std::shared_ptr<LogSource>> validate = {};
  /// Shapes of links, by link: centres of mass stay in the box around them (alembert/
  /// collision_shapes.hpp reads those of a file).
  std::vector<std::pair<std::string, std::vector<Visual>>> shapes = {};
  /// Of torque sensors, one a coordinate, N m or N, known beforehand: taken off the torques.
  Eigen::VectorXd known_offsets = {};
  int threads = 0;  ///< 0 is one a core
  /// Called now and then with what is being done; may throw to give up.
  std::function<void(const std::string&)> checkpoint = nullptr;
};

enum class Knowledge {
  known,    ///< half the interval is within 15 % of the parameter's size
  barely,   ///< the interval is narrower than without the logs, but wide
  unknown,  ///< what the logs say changes nothing
  fixed,    ///< was not fitted
};
/// "known", "barely known", "not to be known from these logs", "not fitted".
constexpr const char* to_string(Knowledge knowledge) {
  constexpr const char* words[] = {"known", "barely known", "not to be known from these logs",
                                   "not fitted"};
  return words[static_cast<int>(knowledge)];
}

struct ParameterEstimate {
  std::string name;  ///< "lwr_3_link.mx", as columns of a Regressor; of base parameters the sum
  std::string unit;
  double before = 0.0;              ///< in the file
  double value = 0.0;               ///< as fitted
  double lower = 0.0, upper = 0.0;  ///< the interval
  Knowledge knowledge = Knowledge::unknown;
  std::string hint = {};  ///< of what is not known: which motion would tell
};

/// What was found of a joint's measurement and drive.
struct JointFit {
  std::string name;
  bool angular = true;                    ///< rad and N m; else m and N
  double bandwidth = 0.0;                 ///< Hz, of the smoothed positions; 0: as measured
  double position_noise = 0.0;            ///< rad or m
  double noise = 0.0;                     ///< N m or N: rms of what is not explained
  double correlation = 0.0;               ///< s over which that is correlated
  double delay = 0.0, delay_error = 0.0;  ///< s, of torques behind positions
  /// s, of its position behind the others'.
  double position_delay = 0.0, position_delay_error = 0.0;
  double offset = 0.0;                  ///< N m or N: the sensor's, not part of the robot
  double direction = 0.0;               ///< N m s/rad or N s/m times |v|
  Eigen::Index used = 0, left_out = 0;  ///< samples
  double before = 0.0, friction = 0.0, after = 0.0;  ///< rms of residuals, N m or N
};

/// How well a set of parameters explains some data: the norm of the residual over the norm of the
/// torques, all joints together, and the rms residual of each.
struct FitScore {
  double relative = 0.0;  ///< 0 explains all, 1 nothing
  Eigen::VectorXd rms;    ///< one a coordinate, N m or N
};

/// The file's own values, those with friction and offsets fitted, least squares without a prior,
/// and what was identified.
struct FitScores {
  std::string data;  ///< "the logs", "held-out blocks", the name of a log
  FitScore file, friction, least_squares, identified;  ///< in that order
  /// The identified robot, offsets of the sensors taken from these data.
  FitScore own_offsets;

  bool worse_than_file() const {
    return identified.relative > file.relative || identified.relative > friction.relative;
  }
};

struct PriorTrial {
  double weight = 0.0;    ///< of the file's inertias beside the logs
  double held_out = 0.0;  ///< residual over torque, as in FitScore
};

/// For plots: some rows of the data, with what was predicted.
struct FitTrace {
  std::string data;                            ///< the log's name
  Eigen::VectorXd t;                           ///< s
  Eigen::MatrixXd v, measured, before, after;  ///< rows of t; torques before are the file's
};

struct Identification {
  Robot robot;                                      ///< with what was found
  std::vector<ParameterEstimate> parameters, base;  ///< base: what logs can tell at all
  Eigen::MatrixXd covariance;  ///< of `parameters`; zero for those that were not fitted
  double quantile = 1.96;      ///< deviations from the middle of an interval to its end
  std::vector<JointFit> joints;
  FitScores fitted, held_out;  ///< on all blocks; on each while it was left out
  /// Where friction differs by direction, how well the robot that is written explains the logs:
  /// files have one friction for both.
  std::optional<FitScore> written = {};
  bool whitened = false;              ///< fitted with the noise's memory taken off
  std::vector<FitScores> validation;  ///< one a log of IdentifyOptions::validate
  double prior_weight = 0.0;          ///< as given, or as held-out blocks chose
  std::vector<PriorTrial> trials;     ///< weights that were tried, with their errors
  double prior_spread = 0.0;          ///< how far, relatively, files' inertias seem to be off
  /// Standard errors by bootstrap over those of the intervals: median over base parameters.
  std::optional<double> bootstrap_ratio = {};
  std::vector<Finding> findings;
  std::vector<FitTrace> traces;  ///< some rows of each log
  Eigen::Index samples = 0;      ///< read
  int blocks = 0, averaged = 1;  ///< samples that were made one
  double seconds = 0.0;
  /// What the logs tell about base parameters, for `excite`: weighted, per variance.
  Eigen::MatrixXd information;

  /// Warned of: what was identified predicts held-out data or a validation log worse than the file.
  bool worse_than_file() const {
    return held_out.worse_than_file() ||
           std::any_of(validation.begin(), validation.end(),
                       [](const FitScores& scores) { return scores.worse_than_file(); });
  }
};

/// Throws Error for logs that cannot be used; what is merely odd is a Finding.
[[nodiscard]] Identification identify(const Robot& robot,
                                      const std::vector<std::shared_ptr<LogSource>>& logs,
                                      const IdentifyOptions& options = {});

}  // namespace alembert
