#include "terminal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "report/text_table.hpp"

namespace alembert::cli {

void hold_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    // Reading there, or writing an answer there, fails as before; what is said beside it is lost.
    open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
  }
}

bool is_terminal(Stream stream) {
  return isatty(stream == on_stdout ? STDOUT_FILENO : STDERR_FILENO) == 1;
}

int terminal_width() {
  if (!is_terminal(on_stdout)) return 0;
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* columns = std::getenv("COLUMNS");
  const int told = columns ? std::atoi(columns) : 0;
  return told > 0 ? told : 80;
}

std::string paint(Stream stream, Colour colour, const std::string& text) {
  if (!is_terminal(stream) || std::getenv("NO_COLOR")) return text;
  static constexpr int codes[] = {31, 33, 32, 1};
  return fmt::format("\033[{}m{}\033[0m", codes[static_cast<int>(colour)], text);
}

std::string coloured(bool good, const std::string& text) {
  return paint(on_stdout, good ? Colour::green : Colour::red, text);
}

std::string for_eyes(const std::string& text, std::size_t indent) {
  return is_terminal(on_stderr) ? report::wrapped(text, indent) : text;
}

void note(const std::string& text) { fmt::print(stderr, "{}\n", for_eyes("note: " + text, 6)); }

namespace {

std::string bar(double share) {
  constexpr double width = 24;
  const auto cells = static_cast<std::size_t>(share * width);
  return fmt::format("[{:<24}] {:3.0f} %", std::string(cells, '='), 100 * share);
}

}  // namespace

StatusLine::~StatusLine() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
}

bool StatusLine::due() const {
  return visible_ && Clock::now() - last_ >= std::chrono::milliseconds(100);
}

void StatusLine::draw(const std::string& text) {
  if (!due()) return;
  last_ = Clock::now();
  drawn_ = true;
  fmt::print(stderr, "\r\033[K{}", text);
  std::fflush(stderr);
}

void Progress::update(std::uint64_t rows, std::uint64_t bytes) {
  constexpr std::uint64_t rows_between_looks = 1024;
  if (rows % rows_between_looks != 0 || !line_.due()) return;
  std::string share;
  if (bytes_total_ && *bytes_total_ > 0) {
    share = bar(static_cast<double>(bytes) / static_cast<double>(*bytes_total_)) + "  ";
  }
  line_.draw(fmt::format("{}{} rows, {:.0f} rows/s", share, rows,
                         static_cast<double>(rows) / seconds_since(start_)));
}

void ProgressBar::update(double share) {
  if (line_.due()) line_.draw(fmt::format("{} {}", bar(share), what_));
}

}  // namespace alembert::cli
