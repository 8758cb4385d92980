// All of the component tables. Dynamics by looking up.
#pragma once

#include "alembert/tables.hpp"
