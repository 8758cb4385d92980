// Errors as they are told: in words on standard error and, with --json, as the document on standard
// output.
#pragma once

#include <string>

#include "alembert/error.hpp"

namespace alembert::cli {

/// From now on standard output is for JSON, errors too.
void tell_errors_as_json();

/// `code` is one word: "file", "usage", …
void tell_error(const std::string& code, const Location& where, const std::string& reason,
                const std::string& fix);
void tell_error(const Error& error);

}  // namespace alembert::cli
