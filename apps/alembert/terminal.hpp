// What is said beside the answer: colours, notes and progress, for eyes only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clock.hpp"

namespace alembert::cli {

enum Stream { on_stdout, on_stderr };
enum class Colour { red, yellow, green, bold };

/// A file that is opened must not take the place of a standard stream that came closed: what is
/// said there would go into the file.
void hold_closed_streams();

bool is_terminal(Stream stream);
/// Characters of a line of the terminal that standard output is; 0 if it is none.
int terminal_width();
/// The text itself unless the stream is a terminal that may show colours (NO_COLOR unset).
std::string paint(Stream stream, Colour colour, const std::string& text);

/// What went well in green, what did not in red; for standard output.
std::string coloured(bool good, const std::string& text);

/// On standard error, broken into lines where that is a terminal; all but the first are indented.
std::string for_eyes(const std::string& text, std::size_t indent);

/// "note: …" on standard error.
void note(const std::string& text);

/// One line that keeps changing; only drawn if standard error is a terminal.
class StatusLine {
 public:
  ~StatusLine();  // wipes the line

  /// Whether it is time to draw again: spares making texts nobody sees.
  bool due() const;
  void draw(const std::string& text);

 private:
  bool visible_ = is_terminal(on_stderr);
  bool drawn_ = false;
  Clock::time_point last_{};
};

/// Rows done, their rate and the share of the file.
class Progress {
 public:
  explicit Progress(std::optional<std::uint64_t> bytes_total) : bytes_total_(bytes_total) {}

  void update(std::uint64_t rows, std::uint64_t bytes);

 private:
  StatusLine line_;
  std::optional<std::uint64_t> bytes_total_;
  Clock::time_point start_ = Clock::now();
};

/// The share of a known amount of work.
class ProgressBar {
 public:
  explicit ProgressBar(std::string what) : what_(std::move(what)) {}

  void update(double share);

 private:
  StatusLine line_;
  std::string what_;
};

}  // namespace alembert::cli
