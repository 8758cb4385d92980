// What callers give, looked at where it enters.
#pragma once

#include <string>
#include <string_view>

#include "alembert/error.hpp"

namespace alembert {

/// Throws Error unless it holds; where it does, literals cost nothing.
inline void require(bool holds, std::string_view reason, std::string_view fix,
                    Error::Code code = Error::Code::value) {
  if (!holds) throw Error(code, std::string(reason), std::string(fix));
}

/// The same of what stands somewhere in a file.
inline void require(bool holds, const Location& where, std::string_view reason,
                    std::string_view fix, Error::Code code = Error::Code::value) {
  if (!holds) throw Error(code, where, std::string(reason), std::string(fix));
}

}  // namespace alembert
