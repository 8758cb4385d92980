#include "alembert/error.hpp"

#include <utility>

namespace alembert {

std::string Location::prefix() const {
  if (file.empty()) return "";
  return line > 0 ? file + ":" + std::to_string(line) + ":" : file + ":";
}

namespace {

std::string full_text(const Location& where, const std::string& reason, const std::string& fix) {
  std::string text = where.prefix();
  if (!text.empty()) text += ' ';
  text += reason;
  if (!fix.empty()) text += "; " + fix;
  return text;
}

}  // namespace

Error::Error(Code code, Location where, std::string reason, std::string fix)
    : std::runtime_error(full_text(where, reason, fix)),
      code_(code),
      where_(std::move(where)),
      reason_(std::move(reason)),
      fix_(std::move(fix)) {}

Error::Error(Code code, std::string reason, std::string fix)
    : Error(code, Location{}, std::move(reason), std::move(fix)) {}

}  // namespace alembert
