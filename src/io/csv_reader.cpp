#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "io/csv.hpp"
#include "io/text.hpp"
#include "io/text_source.hpp"

namespace alembert::io {

namespace {

constexpr std::size_t buffer_size = 1 << 20;  // also the longest line

/// Cuts the first cell off `rest`, without its spaces; `rest` loses the comma too. False if a
/// quote is not closed. A quoted cell keeps its quotes: only names need them undone.
bool cut_cell(std::string_view& rest, std::string_view& cell, bool& last) {
  std::size_t i = 0;
  bool quoted = false;
  for (; i < rest.size() && (quoted || rest[i] != ','); ++i) {
    if (rest[i] == '"') quoted = !quoted;
  }
  cell = trimmed(rest.substr(0, i));
  last = i == rest.size();
  rest.remove_prefix(last ? i : i + 1);
  return !quoted;
}

/// Undoes quotes: "a ""b""" is a "b".
std::string unquoted(std::string_view cell) {
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return std::string(cell);
  std::string text;
  for (std::size_t i = 1; i + 1 < cell.size(); ++i) {
    text += cell[i];
    if (cell[i] == '"' && cell[i + 1] == '"' && i + 2 < cell.size()) ++i;
  }
  return std::string(trimmed(text));
}

std::vector<std::string> header_names(std::string_view line, const Location& where) {
  std::vector<std::string> names;
  for (bool last = false; !last;) {
    std::string_view cell;
    if (!cut_cell(line, cell, last)) {
      throw Error(Error::Code::syntax, where, "a quote in the header is not closed",
                  "close it on the same line");
    }
    names.push_back(unquoted(cell));
    if (parse_number(names.back())) continue;  // no header at all, which is told below
    if (names.back().empty()) {
      throw Error(Error::Code::syntax, where, fmt::format("column {} has no name", names.size()),
                  "name every column in the first line, and leave no comma at its end");
    }
    if (std::count(names.begin(), names.end(), names.back()) > 1) {
      throw Error(Error::Code::name, where, "two columns are " + in_quotes(names.back()),
                  "keep one of them");
    }
  }
  const auto is_number = [](const std::string& name) { return parse_number(name).has_value(); };
  if (std::all_of(names.begin(), names.end(), is_number)) {
    throw Error(Error::Code::syntax, where, "the first line holds numbers: there is no header",
                "put the columns' names above them, for example: t,q.j1,v.j1,a.j1");
  }
  const auto number = std::find_if(names.begin(), names.end(), is_number);
  if (number != names.end()) {
    throw Error(Error::Code::syntax, where, "a column is called " + in_quotes(*number),
                "name every column, for example q.j1");
  }
  if (names.size() == 1 && names[0].find_first_of(";\t") != std::string::npos) {
    throw Error(Error::Code::syntax, where, "the columns are not separated by commas",
                "write a comma between columns and a point in numbers");
  }
  return names;
}

}  // namespace

CsvReader::CsvReader(const std::string& path, Gaps gaps)
    : name_(display_name(path)),
      gaps_(gaps),
      file_(path == "-" ? stdin : std::fopen(path.c_str(), "rb")),
      buffer_(buffer_size) {
  if (!file_) fail_to_open(path);
  struct stat about {};
  if (fstat(fileno(file_.get()), &about) == 0 && S_ISREG(about.st_mode)) {
    bytes_total_ = static_cast<std::uint64_t>(about.st_size);
  }
  std::string_view line;
  if (!next_line(line)) {
    throw Error(Error::Code::syntax, {name_, 0}, "empty: there is no header",
                "name the columns in the first line, for example: t,q.j1,v.j1,a.j1");
  }
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  header_ = header_names(line, where());
}

bool CsvReader::refill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  bytes_before_buffer_ += begin_;
  end_ -= begin_;
  begin_ = 0;
  const std::size_t room = buffer_.size() - end_;
  if (room == 0) {
    throw Error(Error::Code::syntax, {name_, line_}, "a line longer than 1 MiB",
                "put one row on a line");
  }
  const std::size_t got = std::fread(buffer_.data() + end_, 1, room, file_.get());
  if (got == 0 && std::ferror(file_.get())) {
    throw Error(Error::Code::file, {name_, line_},
                fmt::format("cannot read on: {}", std::strerror(errno)), "give a readable file");
  }
  end_ += got;
  return got > 0;
}

bool CsvReader::next_line(std::string_view& line) {
  while (true) {
    ++line_;
    std::size_t searched = 0;
    const char* newline = nullptr;
    bool more = true;
    while (true) {
      const char* from = buffer_.data() + begin_ + searched;
      newline = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_ - searched));
      if (newline || !more) break;
      searched = end_ - begin_;
      more = refill();
    }
    if (!newline && begin_ == end_) return false;
    const char* start = buffer_.data() + begin_;
    const std::size_t length = newline ? static_cast<std::size_t>(newline - start) : end_ - begin_;
    begin_ += newline ? length + 1 : length;
    line = trimmed({start, length});
    if (!line.empty() && line.front() != '#') return true;
  }
}

double CsvReader::number(std::string_view cell, std::size_t column) const {
  if (header_[column] == phase_column) return 0.0;
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') {
    cell = trimmed(cell.substr(1, cell.size() - 2));
  }
  if (cell.empty() && may_be_empty(header_[column])) return 0.0;
  std::string_view digits = cell;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (problem != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value)) {
    if (gaps_ == Gaps::allowed) return std::numeric_limits<double>::quiet_NaN();
    throw Error(Error::Code::value, where(),
                cell.empty() ? fmt::format("column {} is empty", in_quotes(header_[column]))
                             : fmt::format("column {} has {}, not a finite number",
                                           in_quotes(header_[column]), in_quotes(cell)),
                "give a finite number with a decimal point, such as -0.25 or 1e-3");
  }
  return value;
}

bool CsvReader::next(std::span<double> row) {
  std::string_view line;
  if (!next_line(line)) return false;
  std::size_t column = 0;
  for (bool last = false; !last; ++column) {
    std::string_view cell;
    if (!cut_cell(line, cell, last)) {
      throw Error(Error::Code::syntax, where(), "a quote is not closed",
                  "close it on the same line");
    }
    if (column < header_.size()) row[column] = number(cell, column);
  }
  if (column != header_.size()) {
    throw Error(Error::Code::size, where(),
                fmt::format("{} values in a table of {} columns", column, header_.size()),
                "give one value a column");
  }
  return true;
}

}  // namespace alembert::io
