// All of the component generate. Straight-line code of one robot.
#pragma once

#include "alembert/generate.hpp"
