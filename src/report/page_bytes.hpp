// The built page of viewer/. In a header of its own, which takes no time to read.
#pragma once

#include <string_view>

namespace alembert::report {

/// The page of viewer/, with a mark where the document goes.
std::string_view viewer_page();

}  // namespace alembert::report
