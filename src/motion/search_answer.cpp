#include "motion/search_answer.hpp"

#include <charconv>

#include "alembert/error.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

constexpr const char* heading = "search_answer/1";
constexpr Eigen::Index history_columns = 4, diary_columns = 8;
/// More numbers than any program has: a size beyond it is no size.
constexpr double most_numbers = 1e9;

[[noreturn]] void refuse(const std::string& reason) {
  throw Error(Error::Code::value, "the answer of a search is not whole: " + reason,
              "this is a fault of the program that ran it");
}

class Writer {
 public:
  void matrix(const char* name, const Eigen::Ref<const Eigen::MatrixXd>& numbers) {
    text_ += name;
    put(static_cast<double>(numbers.rows()));
    put(static_cast<double>(numbers.cols()));
    for (Eigen::Index j = 0; j < numbers.cols(); ++j) {
      for (Eigen::Index i = 0; i < numbers.rows(); ++i) put(numbers(i, j));
    }
    text_ += '\n';
  }
  std::string take() { return std::move(text_); }

 private:
  void put(double number) {
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    text_ += ' ';
    text_.append(digits, end);
  }

  std::string text_ = std::string(heading) + '\n';
};

class Reader {
 public:
  explicit Reader(const std::string& text) : at_(text.data()), end_(at_ + text.size()) {
    word(heading);
    character('\n');
  }
  Eigen::MatrixXd matrix(const char* name) {
    word(name);
    const Eigen::Index rows = size(), columns = size();
    if (static_cast<double>(rows) * static_cast<double>(columns) > most_numbers) {
      refuse(std::string(name) + " has no size");
    }
    Eigen::MatrixXd numbers(rows, columns);
    for (Eigen::Index i = 0; i < numbers.size(); ++i) numbers.data()[i] = number();
    character('\n');
    return numbers;
  }
  void finish() const {
    if (at_ != end_) refuse("something follows its end");
  }

 private:
  void character(char c) {
    if (at_ == end_ || *at_ != c) refuse("a field ends elsewhere");
    ++at_;
  }
  void word(const std::string& expected) {
    if (static_cast<std::size_t>(end_ - at_) < expected.size() ||
        expected != std::string(at_, expected.size())) {
      refuse("no " + expected);
    }
    at_ += expected.size();
  }
  double number() {
    character(' ');
    double value = 0.0;
    const auto [end, error] = std::from_chars(at_, end_, value);
    if (error != std::errc()) refuse("what should be a number is none");
    at_ = end;
    return value;
  }
  Eigen::Index size() {
    const double value = number();
    if (!(value >= 0.0 && value <= most_numbers)) refuse("a size that cannot be");
    return static_cast<Eigen::Index>(value);
  }

  const char* at_;
  const char* end_;
};

Eigen::MatrixXd rows_of(const std::vector<MotionProgress>& history) {
  Eigen::MatrixXd rows(history.size(), history_columns);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const MotionProgress& now = history[i];
    rows.row(i) << now.round, now.iteration, now.objective, now.violation;
  }
  return rows;
}

std::vector<MotionProgress> history_of(const Eigen::MatrixXd& rows) {
  if (rows.rows() > 0 && rows.cols() != history_columns) refuse("a history of another width");
  std::vector<MotionProgress> history;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    history.push_back(
        {static_cast<int>(rows(i, 0)), static_cast<int>(rows(i, 1)), rows(i, 2), rows(i, 3)});
  }
  return history;
}

Eigen::MatrixXd rows_of(const Diary& diary) {
  Eigen::MatrixXd rows(diary.size(), diary_columns);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Attempt& tried = diary[i];
    rows.row(i) << static_cast<int>(tried.kind), static_cast<int>(tried.end), tried.kept,
        tried.posture, tried.segments, tried.iterations, tried.seconds, tried.objective;
  }
  return rows;
}

Diary diary_of(const Eigen::MatrixXd& rows) {
  if (rows.rows() > 0 && rows.cols() != diary_columns) refuse("a diary of another width");
  Diary diary;
  for (const auto& row : rows.rowwise()) {
    diary.push_back({.kind = static_cast<Attempt::Kind>(row[0]),
                     .end = static_cast<Attempt::End>(row[1]),
                     .kept = row[2] != 0.0,
                     .posture = static_cast<int>(row[3]),
                     .segments = static_cast<int>(row[4]),
                     .iterations = static_cast<int>(row[5]),
                     .seconds = row[6],
                     .objective = row[7]});
  }
  return diary;
}

}  // namespace

std::string write_answer(const SearchAnswer& answer) {
  Writer out;
  const auto one = [&](const char* name, auto value) {
    out.matrix(name, Eigen::MatrixXd::Constant(1, 1, static_cast<double>(value)));
  };
  one("status", answer.status);
  one("method", answer.method);
  one("objective", answer.objective);
  one("shortfall", answer.shortfall);
  one("iterations", answer.iterations);
  one("rounds", answer.rounds);
  one("degree", answer.spline.degree);
  one("segments", answer.spline.segments);
  one("knots", answer.spline.knots);
  one("least_phase", answer.spline.least_phase);
  out.matrix("shares", answer.shares);
  out.matrix("x", answer.x);
  out.matrix("history", rows_of(answer.history));
  out.matrix("diary", rows_of(answer.diary));
  return out.take();
}

SearchAnswer read_answer(const std::string& text) {
  Reader in(text);
  const auto one = [&](const char* name) {
    const Eigen::MatrixXd value = in.matrix(name);
    if (value.size() != 1) refuse(std::string(name) + " is not one number");
    return value(0, 0);
  };
  const auto whole = [&](const char* name) { return static_cast<int>(one(name)); };
  SearchAnswer answer;
  answer.status = static_cast<NlpResult::Status>(whole("status"));
  answer.method = static_cast<SolverMethod>(whole("method"));
  answer.objective = one("objective");
  answer.shortfall = one("shortfall");
  answer.iterations = whole("iterations");
  answer.rounds = whole("rounds");
  answer.spline.degree = whole("degree");
  answer.spline.segments = whole("segments");
  answer.spline.knots = static_cast<SplineOptions::Knots>(whole("knots"));
  answer.spline.least_phase = one("least_phase");
  answer.shares = in.matrix("shares");
  answer.x = in.matrix("x");
  answer.history = history_of(in.matrix("history"));
  answer.diary = diary_of(in.matrix("diary"));
  in.finish();
  return answer;
}

SearchAnswer answer_of(const Candidate& found, double tolerance) {
  SearchAnswer answer;
  static_cast<SearchStory&>(answer) = found;
  answer.status = found.result.status;
  answer.method = found.result.method;
  answer.objective = found.result.objective;
  answer.shortfall = found.certificate.shortfall(tolerance);
  answer.spline = found.program->task().problem().spline;
  answer.shares = found.program->grid().shares();
  answer.x = found.result.point.x;
  return answer;
}

Candidate candidate_of(const SearchAnswer& answer, const Task& asked,
                       const std::shared_ptr<Workers>& workers) {
  MotionProblem problem = asked.problem();
  problem.spline = answer.spline;
  const Task task(problem);
  const TimeGrid grid(answer.spline.degree, answer.shares, repeated_knots(problem));
  const Eigen::Index first_time = static_cast<Eigen::Index>(grid.controls()) * task.dofs();
  if (grid.segments() != answer.spline.segments || answer.x.size() < first_time + grid.times()) {
    refuse("its unknowns are not those of its grid");
  }
  const double duration = grid.widths(answer.x.segment(first_time, grid.times())).sum();
  Candidate made = unsolved(task, answer.shares, duration, workers);
  if (made.program->variable_count() != answer.x.size()) {
    refuse("its unknowns are not those of its problem");
  }
  made.certificate = certify(*made.program, answer.x);
  made.result.status = answer.status;
  made.result.method = answer.method;
  made.result.objective = answer.objective;
  made.result.point.x = answer.x;
  static_cast<SearchStory&>(made) = answer;
  return made;
}

}  // namespace alembert
