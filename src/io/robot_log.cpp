// Logs of robots as CSV.
#include "alembert/robot_log.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "alembert/error.hpp"
#include "io/csv.hpp"
#include "io/state_columns.hpp"

namespace alembert {

namespace {

using Eigen::Index;

/// Which columns are whose; what is none of ours is left alone.
struct LogColumns : io::StateColumns {
  explicit LogColumns(int n) : StateColumns(n), current(n) {}
  io::Columns current;
};

LogColumns log_columns(const io::CsvReader& reader, const Model& model) {
  LogColumns columns(model.dofs());
  for (std::size_t c = 0; c < reader.header().size(); ++c) {
    const std::string& name = reader.header()[c];
    if (name == "t") columns.t = static_cast<int>(c);
    const auto dot = name.find('.');
    if (dot == std::string::npos) continue;
    const std::string quantity = name.substr(0, dot), joint = name.substr(dot + 1);
    io::Columns* of = quantity == "q"         ? &columns.q
                      : quantity == "v"       ? &columns.v
                      : quantity == "a"       ? &columns.a
                      : quantity == "tau"     ? &columns.tau
                      : quantity == "current" ? &columns.current
                                              : nullptr;
    if (!of) continue;
    for (int j = 0; j < model.dofs(); ++j) {
      if (model.coordinate_at(j).name == joint) (*of)[j] = static_cast<int>(c);
    }
  }
  io::require_motion(columns, model, reader.where());
  return columns;
}

class LogFile : public LogSource {
 public:
  LogFile(const std::string& path, const Model& model, const LogFormat& format)
      : path_(path), model_(model), format_(format) {
    open();
  }

  const std::string& name() const override { return path_; }
  void rewind() override { open(); }

  RobotLog read(Index most) override {
    std::vector<double> numbers;
    const Index n = model_.dofs();
    const bool has_v = columns_->v.any(), has_a = columns_->a.any();
    const Index width = 1 + n * (2 + (has_v ? 1 : 0) + (has_a ? 1 : 0));
    Index count = 0;
    for (; count < most && reader_->next(row_); ++count) {
      const double t = row_[columns_->t];
      require_later(t);
      last_ = t;
      numbers.push_back(t);
      keep(columns_->q, numbers);
      keep(torques_are_currents() ? columns_->current : columns_->tau, numbers);
      if (has_v) keep(columns_->v, numbers);
      if (has_a) keep(columns_->a, numbers);
    }
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const RowMajor> all(numbers.data(), count, width);
    RobotLog log;
    log.name = path_;
    log.t = all.col(0);
    log.q = all.middleCols(1, n);
    log.tau = all.middleCols(1 + n, n);
    if (has_v) log.v = all.middleCols(1 + 2 * n, n);
    if (has_a) log.a = all.rightCols(n);
    in_units(log);
    return log;
  }

 private:
  bool torques_are_currents() const { return !columns_->tau.any(); }

  void open() {
    reader_ = std::make_unique<io::CsvReader>(path_, io::CsvReader::Gaps::allowed);
    columns_ = std::make_unique<LogColumns>(log_columns(*reader_, model_));
    row_.resize(reader_->header().size());
    last_ = -infinity;
    if (torques_are_currents()) {
      if (!columns_->current.any()) io::require_all(columns_->tau, "tau", model_, reader_->where());
      io::require_all(columns_->current, "current", model_, reader_->where());
      if (format_.torque_constant.size() == 0) {
        throw Error(Error::Code::value, reader_->where(), "currents, and no torque constant",
                    "give --torque-constant, N m per A at the joint");
      }
    } else {
      io::require_all(columns_->tau, "tau", model_, reader_->where());
    }
    const Index constants = format_.torque_constant.size();
    if (constants > 1 && constants != model_.dofs()) {
      throw Error(Error::Code::size,
                  fmt::format("{} torque constants for {} joints", constants, model_.dofs()),
                  "give one, or one a joint");
    }
  }

  void require_later(double t) const {
    if (t > last_) return;
    throw Error(Error::Code::value, reader_->where(),
                std::isfinite(t) ? fmt::format("time goes from {} back to {}", last_, t)
                                 : "a row without a time",
                "sort the rows by time, keep one of each instant, and give each log a file");
  }

  void keep(const io::Columns& of, std::vector<double>& numbers) const {
    for (int j = 0; j < model_.dofs(); ++j) numbers.push_back(row_[of[j]]);
  }

  void in_units(RobotLog& log) const {
    for (int j = 0; j < model_.dofs(); ++j) {
      if (format_.degrees && model_.coordinate_at(j).angular) {
        constexpr double degree = std::numbers::pi / 180.0;
        for (Eigen::MatrixXd* table : {&log.q, &log.v, &log.a}) {
          if (table->rows() > 0) table->col(j) *= degree;
        }
      }
      const Index constants = format_.torque_constant.size();
      if (constants > 0) log.tau.col(j) *= format_.torque_constant[constants > 1 ? j : 0];
    }
  }

  std::string path_;
  Model model_;
  LogFormat format_;
  std::unique_ptr<io::CsvReader> reader_;
  std::unique_ptr<LogColumns> columns_;
  std::vector<double> row_;
  double last_ = -infinity;
};

}  // namespace

std::shared_ptr<LogSource> log_file(const std::string& path, const Model& model,
                                    const LogFormat& format) {
  return std::make_shared<LogFile>(path, model, format);
}

RobotLog load_robot_log(const std::string& path, const Model& model, const LogFormat& format) {
  return LogFile(path, model, format).read(std::numeric_limits<Index>::max());
}

}  // namespace alembert
