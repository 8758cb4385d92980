// Tables of numbers with a header, row by row: a million rows take no more memory than one.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/error.hpp"

namespace alembert::io {

/// Comma-separated; quotes, spaces, CRLF, a byte-order mark, empty lines and lines that begin
/// with # are tolerated. Every row has one finite number a column, or an Error names its line. The
/// column `phase` alone holds words, and reads as 0; so do empty cells of centres of pressure.
class CsvReader {
 public:
  /// Whether a cell may be empty or hold what is no number; it then reads as NaN.
  enum class Gaps { refused, allowed };

  /// Reads the header. "-" is standard input. Throws Error.
  explicit CsvReader(const std::string& path, Gaps gaps = Gaps::refused);

  const std::vector<std::string>& header() const { return header_; }

  /// The next row, one number a column; false at the end. Throws Error.
  bool next(std::span<double> row);

  /// Where the last row (or the header) was read.
  Location where() const { return {name_, line_}; }
  std::uint64_t bytes_read() const { return bytes_before_buffer_ + begin_; }
  /// Unknown for pipes.
  std::optional<std::uint64_t> bytes_total() const { return bytes_total_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };

  bool next_line(std::string_view& line);
  bool refill();
  double number(std::string_view cell, std::size_t column) const;

  std::string name_;
  Gaps gaps_;
  std::unique_ptr<std::FILE, Close> file_;
  std::optional<std::uint64_t> bytes_total_;
  std::vector<std::string> header_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of the buffer is still to be read
  std::uint64_t bytes_before_buffer_ = 0;
  int line_ = 0;
};

/// The column that tells people where in the motion a row is.
inline constexpr const char* phase_column = "phase";

/// Centres of pressure, which are nowhere while nothing presses: NAME.px, NAME.py, NAME.pz.
inline constexpr const char* pressure_columns[] = {".px", ".py", ".pz"};
/// Whether cells of a column may be empty.
bool may_be_empty(std::string_view column);

/// `name` as a header cell: quoted if it has to be.
std::string csv_cell(const std::string& name);
/// "t,q.NAME,…": the time, then every quantity of every joint, and the end of the line.
std::string csv_header(const std::vector<std::string>& quantities,
                       const std::vector<std::string>& joints);

}  // namespace alembert::io
