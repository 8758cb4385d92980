// All of the component sweep. One problem many times.
#pragma once

#include "alembert/sweep.hpp"
#include "alembert/sweep_folder.hpp"
#include "alembert/sweep_log.hpp"
#include "alembert/sweep_page.hpp"
#include "alembert/sweep_record.hpp"
