#include "motion/interior_point/chain_factor.hpp"

#include <algorithm>

namespace alembert {

ChainFactor::ChainFactor(const BorderedBand& matrix, const std::vector<UnknownOrder::Run>& runs,
                         std::vector<Equation> equations)
    : matrix_(matrix), equations_(std::move(equations)) {
  make_steps(runs);
}

/// A step's window holds all that its unknowns see, and all that the next one eliminates.
void ChainFactor::make_steps(const std::vector<UnknownOrder::Run>& runs) {
  for (const UnknownOrder::Run& run : runs) {
    const int begin = steps_.empty() ? 0 : steps_.back().end;
    if (!steps_.empty()) steps_.back().window = std::max(steps_.back().window, run.end);
    steps_.push_back({begin, run.end, run.sees});
  }
  steps_.push_back({matrix_.size(), matrix_.rows(), matrix_.rows()});  // the border
  for (int e = 0; e < static_cast<int>(equations_.size()); ++e) {
    const std::vector<int>& positions = equations_[e].positions;
    const int first = positions.empty() ? matrix_.size() : positions.front();
    const auto step = std::find_if(steps_.begin(), steps_.end() - 1,
                                   [&](const Step& s) { return first < s.end; });
    step->equations.push_back(e);
  }
}

/// Where an unknown stands in the front of a step: those that wait, the step's unknowns, its
/// equations, the rest of its window, the border.
int ChainFactor::place(const Step& step, int position) const {
  if (position < step.end) return waiting_ + position - step.begin;
  const int rest = front_.candidates();
  if (position < matrix_.size()) return rest + position - step.end;
  return rest + step.window - step.end + position - matrix_.size();
}

void ChainFactor::begin_front(const Step& step, const Step* before) {
  std::swap(front_, last_front_);
  front_rows_.swap(last_rows_);
  waiting_ = before ? last_front_.candidates() - last_front_.eliminated() : 0;
  const int border = step.end > matrix_.size() ? 0 : matrix_.border();
  front_.reset(waiting_ + step.end - step.begin + static_cast<int>(step.equations.size()),
               step.window - step.end + border);
  name_rows(step);
  if (before) carry_over(step, *before);
}

void ChainFactor::name_rows(const Step& step) {
  front_rows_.resize(front_.size());
  auto row = front_rows_.begin();
  for (int i = 0; i < waiting_; ++i) {
    *row++ = last_rows_[last_front_.order()[last_front_.eliminated() + i]];
  }
  for (int position = step.begin; position < step.end; ++position) *row++ = position;
  for (const int e : step.equations) *row++ = matrix_.rows() + e;
  for (int position = step.end; position < step.window; ++position) *row++ = position;
  for (int position = matrix_.size(); row != front_rows_.end(); ++position) *row++ = position;
}

/// What is left of the front before. Its rows keep their order; others come between them.
void ChainFactor::carry_over(const Step& step, const Step& before) {
  struct Range {
    int from, to, count;
  };
  const int rest = last_front_.candidates(), taken = waiting_ + step.end - step.begin;
  const int from = last_front_.eliminated(), seen = before.window - step.end;
  const Range ranges[] = {
      {from, 0, taken},
      {from + taken, front_.candidates(), std::max(0, seen)},
      {rest + before.window - before.end, front_.candidates() + step.window - step.end,
       front_.size() - front_.candidates() - (step.window - step.end)}};
  auto to = front_.matrix();
  auto left = last_front_.matrix();
  for (int a = 0; a < 3; ++a) {
    for (int j = 0; j < ranges[a].count; ++j) {
      const int column = ranges[a].from + j, into = ranges[a].to + j;
      to.col(into).segment(into, ranges[a].count - j) =
          left.col(column).segment(column, ranges[a].count - j);
      for (int b = a + 1; b < 3; ++b) {
        to.col(into).segment(ranges[b].to, ranges[b].count) =
            left.col(column).segment(ranges[b].from, ranges[b].count);
      }
    }
  }
}

void ChainFactor::add_matrix(const Step& step) {
  auto to = front_.matrix();
  const double* from = matrix_.values().data();
  const auto add = [&](int column, int row, int count) {
    const double* entries = from + matrix_.slot(row, column);
    double* into = &to(place(step, row), place(step, column));
    for (int i = 0; i < count; ++i) into[i] += entries[i];
  };
  for (int j = step.begin; j < step.end; ++j) {
    const bool banded = j < matrix_.size();
    const int seen = banded ? std::min(step.window, j + matrix_.bandwidth() + 1) : step.end;
    add(j, j, std::min(step.end, seen) - j);
    if (seen > step.end) add(j, step.end, seen - step.end);
    if (banded && matrix_.border() > 0) add(j, matrix_.size(), matrix_.border());
  }
}

void ChainFactor::add_equations(const Step& step, const Vector& give) {
  auto to = front_.matrix();
  int at = waiting_ + step.end - step.begin;
  for (const int e : step.equations) {
    const Equation& equation = equations_[e];
    for (std::size_t k = 0; k < equation.positions.size(); ++k) {
      const int other = place(step, equation.positions[k]);
      to(std::max(at, other), std::min(at, other)) = equation.values[k];
    }
    to(at, at) = -give[e];
    ++at;
  }
}

ChainFactor::Columns ChainFactor::columns(const Piece& piece) const {
  return {values_.data() + piece.values, piece.size, piece.eliminated};
}

void ChainFactor::keep_piece() {
  const Piece piece{values_.size(), diagonal_.size(), rows_.size(), front_.eliminated(),
                    front_.size()};
  const auto count = static_cast<std::size_t>(piece.eliminated);
  values_.resize(values_.size() + count * static_cast<std::size_t>(piece.size));
  Eigen::Map<Eigen::MatrixXd>(values_.data() + piece.values, piece.size, piece.eliminated) =
      front_.matrix().leftCols(piece.eliminated);
  for (std::size_t k = 0; k < count; ++k) {
    diagonal_.push_back(front_.inverse_diagonal()[k]);
    diagonal_.push_back(front_.inverse_below()[k]);
  }
  for (const int i : front_.order()) rows_.push_back(front_rows_[i]);
  rows_.insert(rows_.end(), front_rows_.begin() + front_.candidates(), front_rows_.end());
  pieces_.push_back(piece);
  if (piece.size > gathered_.size()) gathered_.resize(piece.size);
}

bool ChainFactor::factor(const Vector& give) {
  pieces_.clear();
  values_.clear();
  diagonal_.clear();
  rows_.clear();
  int negative = 0;
  const Step* before = nullptr;
  for (const Step& step : steps_) {
    begin_front(step, before);
    add_matrix(step);
    add_equations(step, give);
    if (!front_.eliminate()) return false;
    negative += front_.negative();
    if (negative > static_cast<int>(equations_.size())) return false;
    keep_piece();
    before = &step;
  }
  return front_.eliminated() == front_.size() && negative == static_cast<int>(equations_.size());
}

void ChainFactor::solve(Eigen::Ref<Vector> b) const {
  for (const Piece& piece : pieces_) {
    const Columns L = columns(piece);
    const int* rows = rows_.data() + piece.rows;
    const double* inverse = diagonal_.data() + piece.diagonal;
    auto part = gathered_.head(piece.size);
    for (int i = 0; i < piece.size; ++i) part[i] = b[rows[i]];
    for (int k = 0; k < piece.eliminated; ++k) {
      part.tail(piece.size - k - 1) -= part[k] * L.col(k).tail(piece.size - k - 1);
    }
    for (int k = 0; k < piece.eliminated; ++k) {
      const double below = inverse[2 * k + 1], above = k > 0 ? inverse[2 * k - 1] : 0.0;
      b[rows[k]] = inverse[2 * k] * part[k] + (below != 0.0 ? below * part[k + 1] : 0.0) +
                   (above != 0.0 ? above * part[k - 1] : 0.0);
    }
    for (int i = piece.eliminated; i < piece.size; ++i) b[rows[i]] = part[i];
  }
  for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
    const Columns L = columns(*piece);
    const int* rows = rows_.data() + piece->rows;
    auto part = gathered_.head(piece->size);
    for (int i = 0; i < piece->size; ++i) part[i] = b[rows[i]];
    for (int k = piece->eliminated - 1; k >= 0; --k) {
      const int below = piece->size - k - 1;
      part[k] -= L.col(k).tail(below).dot(part.tail(below));
    }
    for (int k = 0; k < piece->eliminated; ++k) b[rows[k]] = part[k];
  }
}

}  // namespace alembert
