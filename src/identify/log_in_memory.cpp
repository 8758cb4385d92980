#include <algorithm>
#include <cmath>

#include "alembert/error.hpp"
#include "alembert/robot_log.hpp"
#include "identify/prepared_log.hpp"

namespace alembert {

namespace {

using Eigen::Index;

class LogInMemory : public LogSource {
 public:
  explicit LogInMemory(RobotLog log) : log_(std::move(log)) {}

  const std::string& name() const override { return log_.name; }
  void rewind() override { at_ = 0; }

  RobotLog read(Index most) override {
    const Index count = std::min(most, log_.t.size() - at_);
    at_ += count;
    return identifying::rows_of(log_, at_ - count, count);
  }

 private:
  RobotLog log_;
  Index at_ = 0;
};

}  // namespace

std::shared_ptr<LogSource> log_in_memory(RobotLog log, const Model& model) {
  const Location where{log.name, 0};
  const auto fits = [&](const Eigen::MatrixXd& table, bool needed) {
    return (table.rows() == log.t.size() && table.cols() == model.dofs()) ||
           (!needed && table.rows() == 0);
  };
  if (!fits(log.q, true) || !fits(log.tau, true) || !fits(log.v, false) || !fits(log.a, false)) {
    throw Error(Error::Code::size, where, "tables of a log whose sizes do not fit",
                "give one row an instant and one column a coordinate: " +
                    std::to_string(log.t.size()) + " x " + std::to_string(model.dofs()));
  }
  for (Index i = 0; i < log.t.size(); ++i) {
    if (std::isfinite(log.t[i]) && (i == 0 || log.t[i] > log.t[i - 1])) continue;
    throw Error(Error::Code::value, where, "time does not rise at row " + std::to_string(i),
                "sort the rows by time and keep one of each instant");
  }
  return std::make_shared<LogInMemory>(std::move(log));
}

}  // namespace alembert
