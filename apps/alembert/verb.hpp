// What a verb is written with: its command, its robot, numbers, tables, answers and errors.
#pragma once

#include <fmt/format.h>

#include "alembert/error.hpp"
#include "command.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "report/text_table.hpp"
#include "robot_options.hpp"
#include "terminal.hpp"

namespace alembert::cli {

using report::right;
using report::significant;
using report::Table;
using report::wrapped;

}  // namespace alembert::cli
