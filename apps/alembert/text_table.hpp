// Tables as the library's reports make them.
#pragma once

#include "report/text_table.hpp"

namespace alembert::cli {

using report::significant;
using report::Table;
using report::wrapped;

}  // namespace alembert::cli
