// What a robot measured of itself: time, positions and torques, row by row.
//
//   RobotLog log = load_robot_log("log.csv", model);
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>

#include "alembert/model.hpp"

namespace alembert {

/// One row an instant, one column a coordinate. v and a have no rows where they were not measured.
/// What is not a number was not measured.
struct RobotLog {
  std::string name;              ///< of the file, for messages
  Eigen::VectorXd t;             ///< s
  Eigen::MatrixXd q, v, a, tau;  ///< rad or m, and per s, per s^2; N m or N
};

/// How numbers in a file are to be read.
struct LogFormat {
  bool degrees = false;  ///< positions and their rates of joints that turn
  /// Torque of a current, one a coordinate or one for all: torques are these times the columns
  /// current.NAME (or tau.NAME). Empty: the columns are torques.
  Eigen::VectorXd torque_constant = {};
};

/// A log that is read in pieces, so that its length does not matter. One per thread.
class LogSource {
 public:
  virtual ~LogSource() = default;
  virtual const std::string& name() const = 0;
  /// Up to `most` further rows; none at the end. Throws Error.
  virtual RobotLog read(Eigen::Index most) = 0;
  virtual void rewind() = 0;  ///< to the first row
};

/// A CSV file with the columns t, q.NAME, tau.NAME (or current.NAME) and, where they were measured,
/// v.NAME and a.NAME, in any order; other columns are left alone. Cells without a number were not
/// measured. Throws Error, also later while reading: for columns that are missing and for time that
/// goes backwards.
std::shared_ptr<LogSource> log_file(const std::string& path, const Model& model,
                                    const LogFormat& format = {});
/// Throws Error for tables whose sizes do not fit.
std::shared_ptr<LogSource> log_in_memory(RobotLog log, const Model& model);

/// The whole of such a file.
RobotLog load_robot_log(const std::string& path, const Model& model, const LogFormat& format = {});

}  // namespace alembert
