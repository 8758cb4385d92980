#include "identify/prepared_log.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "identify/sample_statistics.hpp"
#include "identify/smoothing_spline.hpp"

namespace alembert::identifying {

namespace {

constexpr Index shortest = 12;  // rows of a stretch

/// Cubic through the four samples around an instant.
double value_at(const RobotLog& log, const MatrixXd& table, Index j, double instant, Index& near,
                bool& good) {
  const Index last = log.t.size() - 1;
  while (near < last && log.t[near + 1] <= instant) ++near;
  while (near > 0 && log.t[near] > instant) --near;
  if (instant < log.t[0] || instant > log.t[last]) {
    good = false;
    return 0.0;
  }
  if (log.t[near] == instant) {
    good = std::isfinite(table(near, j));
    return table(near, j);
  }
  const Index first = std::clamp<Index>(near - 1, 0, std::max<Index>(0, last - 3));
  double sum = 0.0;
  for (Index k = first; k <= std::min(first + 3, last); ++k) {
    double share = 1.0;
    for (Index l = first; l <= std::min(first + 3, last); ++l) {
      if (l != k) share *= (instant - log.t[l]) / (log.t[k] - log.t[l]);
    }
    sum += share * table(k, j);
  }
  good = std::isfinite(sum);
  return sum;
}

/// Ends the work on rows [first, last) of a log, between two gaps.
class Stretch {
 public:
  Stretch(const RobotLog& log, const LogSettings& settings, Index first, Index count,
          Workers* workers)
      : log_(log),
        settings_(settings),
        workers_(workers),
        first_(first),
        count_(count),
        n_(log.q.cols()),
        t_(log.t.segment(first, count)) {}

  PreparedLog prepared(double begin, double end) {
    out_.t = t_;
    out_.q = log_.q.middleRows(first_, count_);
    why_.setZero(count_, n_);
    rates();
    torques();
    mark_turns();
    return kept(begin, end);
  }

 private:
  void leave_out(Index i, Index j, LeftOut why) {
    if (why_(i, j) == 0) why_(i, j) = static_cast<char>(static_cast<int>(why) + 1);
  }

  /// Rows whose position cannot be used, in the order of channels.
  using Marks = std::vector<std::vector<std::pair<Index, LeftOut>>>;
  static std::vector<std::pair<Index, LeftOut>> joined(const Marks& marks) {
    std::vector<std::pair<Index, LeftOut>> all;
    for (const auto& of : marks) all.insert(all.end(), of.begin(), of.end());
    return all;
  }

  void rates() {
    if (settings_.measured_rates) {
      out_.v = log_.v.middleRows(first_, count_);
      out_.a = log_.a.middleRows(first_, count_);
      for (Index j = 0; j < n_; ++j) look_later(j);
      for (Index i = 0; i < count_; ++i) {
        if (out_.q.row(i).allFinite() && out_.v.row(i).allFinite() && out_.a.row(i).allFinite()) {
          continue;
        }
        for (Index j = 0; j < n_; ++j) leave_out(i, j, LeftOut::missing);
        out_.q.row(i).setZero();
        out_.v.row(i).setZero();
        out_.a.row(i).setZero();
      }
      return;
    }
    out_.v.resize(count_, n_);
    out_.a.resize(count_, n_);
    Marks marks(n_);
    const auto one = [&](int, int j) { marks[j] = smooth(j); };
    if (workers_) {
      workers_->run(static_cast<int>(n_), one);
    } else {
      for (int j = 0; j < static_cast<int>(n_); ++j) one(0, j);
    }
    // A row without one position has no torques that could be told.
    for (const auto& [i, why] : joined(marks)) {
      for (Index k = 0; k < n_; ++k) leave_out(i, k, why);
    }
  }

  /// Measured positions and rates of a channel that is late.
  void look_later(Index j) {
    const double late = settings_.channels[j].position_delay;
    if (late == 0.0) return;
    const std::array<std::pair<MatrixXd*, const MatrixXd*>, 3> tables = {
        {{&out_.q, &log_.q}, {&out_.v, &log_.v}, {&out_.a, &log_.a}}};
    for (const auto& [mine, logged] : tables) {
      Index near = first_;
      for (Index i = 0; i < count_; ++i) {
        bool good = true;
        (*mine)(i, j) = value_at(log_, *logged, j, t_[i] + late, near, good);
        if (!good) (*mine)(i, j) = std::numeric_limits<double>::quiet_NaN();
      }
    }
  }

  /// Writes one channel; returns the rows at which it cannot be used.
  Marks::value_type smooth(Index j) {
    Marks::value_type bad;
    const Channel& channel = settings_.channels[j];
    const VectorXd y = out_.q.col(j);
    std::vector<char> used(count_, 1);
    for (Index i = 0; i < count_; ++i) {
      if (std::isfinite(y[i])) continue;
      used[i] = 0;
      bad.emplace_back(i, LeftOut::missing);
    }
    SmoothingSpline spline(t_, knot_spacing(settings_.step, channel.cutoff));
    spline.fit(y, used, channel.cutoff);
    const double far = channel.position_far;
    for (int round = 0; round < 2; ++round) {
      const VectorXd curve = spline.at_samples(0);
      bool found = false;
      for (Index i = 0; i < count_; ++i) {
        char& use = used[i];
        if (!use || std::abs(y[i] - curve[i]) <= far) continue;
        found = true;
        use = 0;
        bad.emplace_back(i, LeftOut::position_outlier);
      }
      if (!found) break;
      spline.fit(y, used, channel.cutoff);
    }
    if (channel.position_delay != 0.0) spline.look_later(channel.position_delay);
    out_.q.col(j) = spline.at_samples(0);
    out_.v.col(j) = spline.at_samples(1);
    out_.a.col(j) = spline.at_samples(2);
    return bad;
  }

  void torques() {
    out_.tau.resize(count_, n_);
    for (Index j = 0; j < n_; ++j) {
      const Channel& channel = settings_.channels[j];
      Index near = first_;
      for (Index i = 0; i < count_; ++i) {
        bool good = true;
        out_.tau(i, j) = value_at(log_, log_.tau, j, t_[i] + channel.delay, near, good);
        if (!good) {
          leave_out(i, j, LeftOut::missing);
          out_.tau(i, j) = 0.0;
        } else if (out_.tau(i, j) >= channel.torque_ceiling ||
                   out_.tau(i, j) <= channel.torque_floor) {
          leave_out(i, j, LeftOut::saturated);
        } else if (std::abs(jump_at(log_.tau, near, j)) > channel.torque_jump) {
          leave_out(i, j, LeftOut::torque_outlier);
        }
        out_.tau(i, j) -= channel.offset;
      }
    }
    for (Index i = 1; i < count_; ++i) {
      const bool stale = log_.q.row(first_ + i) == log_.q.row(first_ + i - 1) &&
                         log_.tau.row(first_ + i) == log_.tau.row(first_ + i - 1) &&
                         out_.v.row(i).cwiseAbs().maxCoeff() > 0.0;
      if (!stale) continue;
      for (Index j = 0; j < n_; ++j) {
        const Channel& channel = settings_.channels[j];
        if (std::abs(out_.v(i, j)) > slow(channel)) leave_out(i, j, LeftOut::stale);
      }
    }
  }

  static double slow(const Channel& channel) {
    return 3.0 * channel.speed_noise + 1e-3 * channel.top_speed;
  }

  /// Where a joint turns back friction has no sign that could be told; where it rests it has none.
  void mark_turns() {
    constexpr double rest = 0.3;  // s
    for (Index j = 0; j < n_; ++j) {
      const double speed = slow(settings_.channels[j]);
      for (Index i = 0; i < count_;) {
        if (std::abs(out_.v(i, j)) > speed) {
          ++i;
          continue;
        }
        Index end = i;
        while (end < count_ && std::abs(out_.v(end, j)) <= speed) ++end;
        const bool rests = t_[end - 1] - t_[i] >= rest || end - i == count_;
        for (; i < end; ++i) {
          if (rests) {
            if (!settings_.measured_rates) out_.v(i, j) = 0.0;
          } else if (!settings_.measured_rates) {
            leave_out(i, j, LeftOut::turning);
          }
        }
      }
    }
  }

  /// What is inside, averaged as settings ask for.
  PreparedLog kept(double begin, double end) const {
    const double from = std::max(begin, t_[0] + settings_.cut);
    const double to = std::min(end, t_[count_ - 1] - settings_.cut);
    std::vector<Index> rows;
    for (Index i = 0; i < count_; ++i) {
      if (t_[i] >= from && t_[i] < to) rows.push_back(i);
    }
    if (std::isinf(end) && settings_.cut == 0.0 && count_ > 0) rows.push_back(count_ - 1);
    const auto group = static_cast<Index>(settings_.average);
    const Index groups = static_cast<Index>(rows.size()) / group;
    PreparedLog made;
    for (auto& of : made.left_out) of.assign(n_, 0);
    for (const Index i : rows) {
      for (Index j = 0; j < n_; ++j) {
        if (why_(i, j) == 0) continue;
        ++made.left_out[why_(i, j) - 1][j];
      }
    }
    made.t.resize(groups);
    for (MatrixXd* m : {&made.q, &made.v, &made.a, &made.tau}) m->setZero(groups, n_);
    made.usable.setZero(groups, n_);
    for (Index g = 0; g < groups; ++g) average(rows, g, group, made);
    return made;
  }

  /// Motion at the middle, torques the mean of those that can be used.
  void average(const std::vector<Index>& rows, Index g, Index group, PreparedLog& made) const {
    const Index middle = rows[g * group + group / 2];
    made.t[g] = t_[middle];
    made.q.row(g) = out_.q.row(middle);
    made.v.row(g) = out_.v.row(middle);
    made.a.row(g) = out_.a.row(middle);
    for (Index j = 0; j < n_; ++j) {
      double sum = 0.0;
      Index good = 0;
      for (Index k = 0; k < group; ++k) {
        const Index i = rows[g * group + k];
        if (why_(i, j) != 0) continue;
        sum += out_.tau(i, j);
        ++good;
      }
      made.usable(g, j) = good == group;
      made.tau(g, j) = good > 0 ? sum / static_cast<double>(good) : 0.0;
    }
  }

  const RobotLog& log_;
  const LogSettings& settings_;
  Workers* workers_;  // none: this thread alone
  Index first_, count_, n_;
  VectorXd t_;
  PreparedLog out_;
  Eigen::Matrix<char, Eigen::Dynamic, Eigen::Dynamic> why_;  // left out; 0: it is not
};

/// Tables have a row an instant.
template <typename Table>
void append_rows(const Table& more, Table& table) {
  table.conservativeResize(table.rows() + more.rows(), more.cols());
  table.bottomRows(more.rows()) = more;
}

RobotLog joined(RobotLog log, const RobotLog& more) {
  append_rows(more.t, log.t);
  for (const auto table : {&RobotLog::q, &RobotLog::v, &RobotLog::a, &RobotLog::tau}) {
    if ((more.*table).rows() > 0) append_rows(more.*table, log.*table);
  }
  return log;
}

/// The rows from instant `from` on.
RobotLog tail(const RobotLog& log, double from) {
  Index first = 0;
  while (first < log.t.size() && log.t[first] < from) ++first;
  return rows_of(log, first, log.t.size() - first);
}

}  // namespace

void PreparedLog::append(const PreparedLog& more) {
  append_rows(more.t, t);
  for (const auto table : {&PreparedLog::q, &PreparedLog::v, &PreparedLog::a, &PreparedLog::tau}) {
    append_rows(more.*table, this->*table);
  }
  append_rows(more.usable, usable);
  for (std::size_t w = 0; w < left_out.size(); ++w) {
    left_out[w].resize(std::max(left_out[w].size(), more.left_out[w].size()), 0);
    for (std::size_t j = 0; j < more.left_out[w].size(); ++j) left_out[w][j] += more.left_out[w][j];
  }
  gaps.insert(gaps.end(), more.gaps.begin(), more.gaps.end());
}

RobotLog rows_of(const RobotLog& log, Index first, Index count) {
  RobotLog rows;
  rows.name = log.name;
  rows.t = log.t.segment(first, count);
  rows.q = log.q.middleRows(first, count);
  rows.tau = log.tau.middleRows(first, count);
  if (log.v.rows() > 0) rows.v = log.v.middleRows(first, count);
  if (log.a.rows() > 0) rows.a = log.a.middleRows(first, count);
  return rows;
}

PreparedLog prepare(const RobotLog& log, const LogSettings& settings, double begin, double end,
                    Workers* workers) {
  PreparedLog all;
  for (auto& of : all.left_out) of.assign(log.q.cols(), 0);
  for (Index first = 0; first < log.t.size();) {
    Index last = first + 1;
    while (last < log.t.size() && log.t[last] - log.t[last - 1] <= settings.gap) ++last;
    if (last < log.t.size() && log.t[last] >= begin && log.t[last] < end) {
      all.gaps.push_back(log.t[last - 1]);
    }
    if (last - first >= shortest) {
      all.append(Stretch(log, settings, first, last - first, workers).prepared(begin, end));
    }
    first = last;
  }
  return all;
}

Index for_each_stretch(LogSource& source, const LogSettings& settings, Workers& workers,
                       const std::function<void(const PreparedLog&)>& use) {
  constexpr Index window = 32768;
  source.rewind();
  RobotLog kept;
  Index read = 0;
  for (double begin = -infinity;;) {
    RobotLog rows = source.read(window);
    const bool last = rows.t.size() == 0;
    if (last && kept.t.size() == 0) break;
    read += rows.t.size();
    const RobotLog all = kept.t.size() > 0 ? joined(kept, rows) : std::move(rows);
    const double end = last ? infinity : all.t[all.t.size() - 1] - settings.cut;
    use(prepare(all, settings, begin, end, &workers));
    if (last) break;
    begin = end;
    kept = tail(all, end - 2.0 * settings.cut - 4.0 * settings.step);
  }
  return read;
}

}  // namespace alembert::identifying
