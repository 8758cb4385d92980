#include "error_output.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "numbers.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace alembert::cli {

namespace {

bool errors_as_json = false;

/// Where not even an error can be written, the exit code has to say it: nobody would catch more.
void write_if_possible(std::FILE* stream, const std::string& text) {
  std::fputs(text.c_str(), stream);
  std::fflush(stream);
}

/// An answer that is out stays alone; one that was begun ends with the error.
void print_document(const Json& error) {
  if (Output::answered()) return;
  const std::string begun = Output::rest_of_begun();
  const std::string text =
      begun.empty() ? json_text(Json{{"error", error}}, {})
                    : fmt::format("{},\"error\":{}}}\n", begun,
                                  error.dump(-1, ' ', false, Json::error_handler_t::replace));
  write_if_possible(stdout, text);
}

}  // namespace

void tell_errors_as_json() { errors_as_json = true; }

void tell_error(const std::string& code, const Location& where, const std::string& reason,
                const std::string& fix) {
  if (errors_as_json) {
    print_document({{"code", code},
                    {"file", where.file},
                    {"line", where.line},
                    {"reason", reason},
                    {"fix", fix}});
  }
  const std::string prefix = where.prefix();
  const std::string label = paint(on_stderr, Colour::red, "error:");
  const std::string text =
      fmt::format("{}{}{} {}", prefix, prefix.empty() ? "" : " ", label, reason);
  write_if_possible(stderr, for_eyes(text, 2) + '\n');
  if (!fix.empty()) write_if_possible(stderr, for_eyes("  fix: " + fix, 7) + '\n');
}

void tell_error(const Error& error) {
  static constexpr const char* codes[] = {"file", "syntax", "robot",      "value",
                                          "size", "name",   "unsupported"};
  tell_error(codes[static_cast<int>(error.code())], error.where(), error.reason(), error.fix());
}

}  // namespace alembert::cli
